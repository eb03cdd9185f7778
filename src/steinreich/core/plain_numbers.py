"""Plain numbers combined with sets where a `U64` is needed: found in the source of rules.

In machine code `board & 7`, a set and a plain number, is a signed number: its highest cell becomes
a sign bit, which a right shift spreads, and where it is combined with a set again both become
floats, which lose cells. Expressions that are certainly sets are therefore traced through a rule,
and plain numbers combined with them are reported. Shifts *by* a plain number and comparisons are
valid.

Combined with other expressions a number is reported if it is too large to be part of an action.
"""

import ast
import inspect
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any, get_type_hints

from steinreich.rules.bits import U64, LookupTable
from steinreich.rules.language import Text

MIN_LARGE_NUMBER = 1 << 12  # above all action numbers
SHIFTS = (ast.LShift, ast.RShift)
SETS = (ast.BitAnd, ast.BitOr, ast.BitXor)
SUMS = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)
UNKNOWN = ast.Constant(None)


def plain_numbers(rules: Iterable[Any]) -> Iterator[Text]:
    """Report plain numbers in these rules."""
    for rule in dict.fromkeys(rules):  # each once
        for number, shown in Sets(rule).plain_operands():
            name = rule.__name__
            yield Text(
                "{name} computes with {shown}, which is not a U64: write U64({number})",
                name=name,
                shown=shown,
                number=f"{number:#x}",
            )


class Sets:
    """Analysis of which expressions of a rule are certainly sets."""

    def __init__(self, rule: Any) -> None:
        self.rule = rule
        self.hints = get_hints(rule)
        try:
            source = inspect.getsource(rule)
        except OSError:  # no source available
            source = ""
        self.tree = ast.parse(inspect.cleandoc("\n" + source))
        self.assigned: dict[str, list[ast.expr]] = {}  # possible values of variables
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    self.note(target, node.value)
            elif isinstance(node, ast.AugAssign):
                self.note(node.target, ast.BinOp(node.target, node.op, node.value))
            elif isinstance(node, ast.For):
                self.note(node.target, UNKNOWN)
        self.under_way: set[str] = set()  # variables under analysis, which may depend on each other

    def note(self, target: ast.expr, value: ast.expr) -> None:
        """Record an assignment to a variable or a tuple of them."""
        if isinstance(target, ast.Name):
            self.assigned.setdefault(target.id, []).append(value)
        elif isinstance(target, ast.Tuple):
            values = value.elts if isinstance(value, ast.Tuple) else []
            for one, given in zip_longest(target.elts, values, fillvalue=UNKNOWN):
                self.note(one, given)

    def plain_operands(self) -> Iterator[tuple[int, str]]:
        """Yield plain numbers in place of sets, with their source."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.BinOp):
                yield from self.plain_operand(node.left, node.op, node.right)
                if not isinstance(node.op, SHIFTS):
                    yield from self.plain_operand(node.right, node.op, node.left)
            elif isinstance(node, ast.AugAssign) and not isinstance(node.op, SHIFTS):
                yield from self.plain_operand(node.value, node.op, node.target)

    def plain_operand(
        self, operand: ast.expr, operator: ast.operator, other: ast.expr
    ) -> Iterator[tuple[int, str]]:
        """Yield an operand, if it is a plain number in place of a set."""
        number = self.number(operand)
        if number is None or not isinstance(operator, (*SHIFTS, *SETS, *SUMS)):
            return
        is_large = number >= MIN_LARGE_NUMBER and not isinstance(operator, SUMS)
        if is_large or self.is_set(other):
            yield number, ast.unparse(operand)

    def number(self, node: ast.expr) -> int | None:
        """Return the value of a literal or of a named constant."""
        value = node.value if isinstance(node, ast.Constant) else None
        if isinstance(node, ast.Name) and node.id not in self.assigned:
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
                return isinstance(table, LookupTable) and table.wide
            case ast.UnaryOp(ast.Invert(), operand):
                return self.is_set(operand)
            case ast.BinOp(left, ast.LShift() | ast.RShift(), _):
                return self.is_set(left)
            case ast.BinOp(left, _, right):  # numbers in it are meant as sets
                sides = [side for side in (left, right) if self.number(side) is None]
                return bool(sides) and all(map(self.is_set, sides))
            case ast.IfExp(_, body, orelse):
                return self.is_set(body) and self.is_set(orelse)
        return False

    def is_set_variable(self, name: str) -> bool:
        """Return whether a variable is a set in all assignments, or a constant is one."""
        if name in self.under_way:  # decided by the other values
            return True
        if name not in self.assigned:
            known = self.hints.get(name)
            return known is U64 or isinstance(self.rule.__globals__.get(name), U64)
        self.under_way.add(name)
        values = self.assigned[name]
        found = self.hints.get(name, U64) is U64 and all(self.is_set(value) for value in values)
        self.under_way.remove(name)
        return found


def get_hints(what: Any) -> dict[str, Any]:
    """Return the type hints of a function or tuple, as far as known."""
    try:
        return get_type_hints(what)
    except (NameError, TypeError):  # known to type checkers only, or without hints
        return {}
