"""Plain numbers beside sets, where a `U64` is wanted: found in the source of rules.

In machine code `board & 7` of a set and a plain number is a signed number: its highest cell is then
a sign, which a shift to the right spreads, and where it meets a set again both become fractions,
which lose cells.  So whatever is surely a set is followed through a rule, and a plain number beside
it is told.  A shift *by* a plain number is fine; so is a comparison.

Beside what is not surely a set a number is told if it is too large to be part of an action.
"""

import ast
import inspect
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any, get_type_hints

from steinreich.rules.bits import U64, LookupTable
from steinreich.rules.language import Words

LARGE = 1 << 12  # no action has such a number
SHIFTS = (ast.LShift, ast.RShift)
SETS = (ast.BitAnd, ast.BitOr, ast.BitXor)
SUMS = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)
UNKNOWN = ast.Constant(None)


def plain_numbers(rules: Iterable[Any]) -> Iterator[Words]:
    """What is wrong with the constants in these rules."""
    for rule in dict.fromkeys(rules):  # each once
        for number, shown in Sets(rule).plain_operands():
            name = rule.__name__
            yield Words(
                f"{name} computes with {shown}, which is not a U64: write U64({number:#x})",
                f"{name} rechnet mit {shown}, das kein U64 ist: Schreibe U64({number:#x})",
            )


class Sets:
    """Which parts of a rule are surely sets."""

    def __init__(self, rule: Any) -> None:
        self.rule = rule
        self.hints = hints_of(rule)
        try:
            source = inspect.getsource(rule)
        except OSError:  # there is nothing to look at
            source = ""
        self.tree = ast.parse(inspect.cleandoc("\n" + source))
        self.assigned: dict[str, list[ast.expr]] = {}  # what a variable may be
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    self.note(target, node.value)
            elif isinstance(node, ast.AugAssign):
                self.note(node.target, ast.BinOp(node.target, node.op, node.value))
            elif isinstance(node, ast.For):
                self.note(node.target, UNKNOWN)
        self.under_way: set[str] = set()  # variables that are looked at, which may depend on others

    def note(self, target: ast.expr, value: ast.expr) -> None:
        """A value that is given to a variable, or one of several."""
        if isinstance(target, ast.Name):
            self.assigned.setdefault(target.id, []).append(value)
        elif isinstance(target, ast.Tuple):
            values = value.elts if isinstance(value, ast.Tuple) else []
            for one, given in zip_longest(target.elts, values, fillvalue=UNKNOWN):
                self.note(one, given)

    def plain_operands(self) -> Iterator[tuple[int, str]]:
        """Plain numbers where there should be sets, and how they are written."""
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
        """One operand, if it is a plain number where there should be a set."""
        number = self.number(operand)
        if number is None or not isinstance(operator, (*SHIFTS, *SETS, *SUMS)):
            return
        is_large = number >= LARGE and not isinstance(operator, SUMS)
        if is_large or self.is_set(other):
            yield number, ast.unparse(operand)

    def number(self, node: ast.expr) -> int | None:
        """A plain number that stands there, or has a name."""
        value = node.value if isinstance(node, ast.Constant) else None
        if isinstance(node, ast.Name) and node.id not in self.assigned:
            value = self.rule.__globals__.get(node.id)
        return value if type(value) is int else None

    def is_set(self, node: ast.expr) -> bool:
        """Whether an expression surely is a set."""
        match node:
            case ast.Name(id):
                return self.is_set_variable(id)
            case ast.Attribute(ast.Name(id), field) if id in self.hints:
                return hints_of(self.hints[id]).get(field) is U64
            case ast.Call(ast.Name(id)):
                called = self.rule.__globals__.get(id)
                is_rule = getattr(called, "is_rule", False)
                return called is U64 or (is_rule and hints_of(called).get("return") is U64)
            case ast.Subscript(ast.Name(id)):
                table = self.rule.__globals__.get(id)
                return isinstance(table, LookupTable) and table.wide
            case ast.UnaryOp(ast.Invert(), operand):
                return self.is_set(operand)
            case ast.BinOp(left, ast.LShift() | ast.RShift(), _):
                return self.is_set(left)
            case ast.BinOp(left, _, right):  # with a number it is meant to be one
                sides = [side for side in (left, right) if self.number(side) is None]
                return bool(sides) and all(map(self.is_set, sides))
            case ast.IfExp(_, body, orelse):
                return self.is_set(body) and self.is_set(orelse)
        return False

    def is_set_variable(self, name: str) -> bool:
        """Whether a variable is a set whatever it was given, or a constant is one."""
        if name in self.under_way:  # it is what the other values make of it
            return True
        if name not in self.assigned:
            known = self.hints.get(name)
            return known is U64 or isinstance(self.rule.__globals__.get(name), U64)
        self.under_way.add(name)
        values = self.assigned[name]
        found = self.hints.get(name, U64) is U64 and all(self.is_set(value) for value in values)
        self.under_way.remove(name)
        return found


def hints_of(what: Any) -> dict[str, Any]:
    """The declared types of a function's arguments or of a tuple's fields, as far as known."""
    try:
        return get_type_hints(what)
    except (NameError, TypeError):  # named for type checkers alone, or nothing that has types
        return {}
