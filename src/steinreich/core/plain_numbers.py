"""Static analysis of rules: detection of plain numbers that are combined with sets.

In machine code `board & 7`, a set combined with a plain number, is a signed number. Right shifts
copy its sign bit, which is the highest cell of the set. If it is combined with another set, Numba
converts both to floats, which lose cells. Constants must be `U64(7)` instead. So the analysis finds
the expressions of a rule that are certainly sets, and reports plain numbers combined with them.
Shifts *by* a plain number and comparisons are valid.

A number combined with any other expression is reported if it is too large to be an action.
"""

import ast
import inspect
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any, get_type_hints

from steinreich.rules.bits import U64, LookupTable
from steinreich.rules.language import Text

MIN_LARGE_NUMBER = 1 << 12  # greater than all action numbers
SHIFTS = (ast.LShift, ast.RShift)
SET_OPERATIONS = (ast.BitAnd, ast.BitOr, ast.BitXor)
ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)
UNKNOWN_VALUE = ast.Constant(None)


def find_plain_numbers(rules: Iterable[Any]) -> Iterator[Text]:
    """Report plain numbers that these rules combine with sets."""
    for rule in dict.fromkeys(rules):  # without duplicates
        for number, source in SetAnalysis(rule).find_plain_operands():
            name = rule.__name__
            yield Text(
                "{name} uses {shown}, which is not a U64: write U64({number})",
                name=name,
                shown=source,
                number=f"{number:#x}",
            )


class SetAnalysis:
    """The expressions of a rule that are certainly sets, and the plain numbers among them."""

    def __init__(self, rule: Any) -> None:
        self.rule = rule
        self.hints = get_hints(rule)
        try:
            source = inspect.getsource(rule)
        except OSError:  # no source available
            source = ""
        self.tree = ast.parse(inspect.cleandoc("\n" + source))
        self.assignments: dict[str, list[ast.expr]] = {}  # all values assigned to each variable
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    self.record_assignment(target, node.value)
            elif isinstance(node, ast.AugAssign):
                self.record_assignment(node.target, ast.BinOp(node.target, node.op, node.value))
            elif isinstance(node, ast.For):
                self.record_assignment(node.target, UNKNOWN_VALUE)
        # Variables being analysed: they may depend on each other
        self.in_progress: set[str] = set()

    def record_assignment(self, target: ast.expr, value: ast.expr) -> None:
        """Record an assignment to a variable or a tuple of them."""
        if isinstance(target, ast.Name):
            self.assignments.setdefault(target.id, []).append(value)
        elif isinstance(target, ast.Tuple):
            values = value.elts if isinstance(value, ast.Tuple) else []
            for element, assigned in zip_longest(target.elts, values, fillvalue=UNKNOWN_VALUE):
                self.record_assignment(element, assigned)

    def find_plain_operands(self) -> Iterator[tuple[int, str]]:
        """Yield the plain numbers used in place of sets, with their source."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.BinOp):
                yield from self.find_plain_operand(node.left, node.op, node.right)
                if not isinstance(node.op, SHIFTS):
                    yield from self.find_plain_operand(node.right, node.op, node.left)
            elif isinstance(node, ast.AugAssign) and not isinstance(node.op, SHIFTS):
                yield from self.find_plain_operand(node.value, node.op, node.target)

    def find_plain_operand(
        self, operand: ast.expr, operator: ast.operator, other: ast.expr
    ) -> Iterator[tuple[int, str]]:
        """Yield an operand of a binary operation if it is a plain number in place of a set."""
        number = self.get_number(operand)
        if number is None or not isinstance(operator, (*SHIFTS, *SET_OPERATIONS, *ARITHMETIC)):
            return
        is_large = number >= MIN_LARGE_NUMBER and not isinstance(operator, ARITHMETIC)
        if is_large or self.is_set(other):
            yield number, ast.unparse(operand)

    def get_number(self, node: ast.expr) -> int | None:
        """Return the value of an integer literal or of a named constant; None for other
        expressions.
        """
        value = node.value if isinstance(node, ast.Constant) else None
        if isinstance(node, ast.Name) and node.id not in self.assignments:
            value = self.rule.__globals__.get(node.id)
        return value if type(value) is int else None

    def is_set(self, node: ast.expr) -> bool:
        """Return whether an expression is certainly a set."""
        match node:
            case ast.Name(id):
                return self.is_set_variable(id)
            case ast.Attribute(ast.Name(id), field) if id in self.hints:
                return get_hints(self.hints[id]).get(field) is U64
            case ast.Call(ast.Name(id)):
                called = self.rule.__globals__.get(id)
                is_rule = getattr(called, "is_rule", False)
                return called is U64 or (is_rule and get_hints(called).get("return") is U64)
            case ast.Subscript(ast.Name(id)):
                table = self.rule.__globals__.get(id)
                return isinstance(table, LookupTable) and table.is_wide
            case ast.UnaryOp(ast.Invert(), operand):
                return self.is_set(operand)
            case ast.BinOp(left, ast.LShift() | ast.RShift(), _):
                return self.is_set(left)
            case ast.BinOp(left, _, right):  # a plain number is ignored: it is used as a set
                sides = [side for side in (left, right) if self.get_number(side) is None]
                return bool(sides) and all(map(self.is_set, sides))
            case ast.IfExp(_, body, orelse):
                return self.is_set(body) and self.is_set(orelse)
        return False

    def is_set_variable(self, name: str) -> bool:
        """Return whether all values of a variable, or the value of a global constant, are sets."""
        if (
            name in self.in_progress
        ):  # a value refers to the variable itself: its other values decide
            return True
        if name not in self.assignments:
            hint = self.hints.get(name)
            return hint is U64 or isinstance(self.rule.__globals__.get(name), U64)
        self.in_progress.add(name)
        values = self.assignments[name]
        is_set = self.hints.get(name, U64) is U64 and all(self.is_set(value) for value in values)
        self.in_progress.remove(name)
        return is_set


def get_hints(owner: Any) -> dict[str, Any]:
    """Return the type hints of a function or NamedTuple; none if they cannot be evaluated."""
    try:
        return get_type_hints(owner)
    except (NameError, TypeError):  # imported for type checkers only, or not a class or function
        return {}
