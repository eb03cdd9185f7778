"""How many steps a regular expression takes: a backtracking matcher that counts.

Wall-clock time depends on the machine; steps do not.  The matcher walks the tree of Python's own
parser in the order in which `re` (and, for what the client uses, JavaScript) tries alternatives,
without their shortcuts.  So growth that it does not see is not there, except in a shortcut itself.
`growth` measures a pattern on hostile texts made from the pattern: something that matches up to
each repeat, then much of what the repeat takes, then something that does not match.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from itertools import product
from typing import Any

parser: Any = import_module("re._parser")  # the only parser that supports all patterns
Items = Sequence[tuple[Any, Any]]  # nodes: operation and arguments
Next = Callable[[int], int | None]  # continues after a position; returns the end of the match
Matcher = Callable[[int, Next], int | None]

LENGTHS = (16, 32, 64)  # of the repeated text
MAX_STEPS = 30_000  # for one text: an exponential pattern exceeds it at once
CONSTANT_STEPS = 8  # for a text of any length
LINEAR_GROWTH = 2.9  # factor for text of double length; quadratic: 4
SAMPLES = {
    "CATEGORY_DIGIT": "1",
    "CATEGORY_NOT_DIGIT": "x",
    "CATEGORY_SPACE": " ",
    "CATEGORY_NOT_SPACE": "x",
    "CATEGORY_WORD": "w",
    "CATEGORY_NOT_WORD": "-",
}
CATEGORIES: dict[str, Callable[[str], bool]] = {
    "CATEGORY_DIGIT": str.isdecimal,
    "CATEGORY_SPACE": str.isspace,
    "CATEGORY_WORD": lambda c: c.isalnum() or c == "_",
}
REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")
SINGLE = ("LITERAL", "NOT_LITERAL", "ANY", "IN")


class TooManySteps(Exception):
    """A pattern takes too many steps."""


class Counter:
    """Matches one pattern and counts the steps."""

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.tree = parser.parse(pattern, flags)
        self.flags = self.tree.state.flags
        self.matcher = self.sequence(list(self.tree))
        self.text = ""
        self.steps = 0

    def run(self, text: str, way: str) -> int:
        """Return the steps of `re` for a text by a method: match, search, sub ..."""
        self.text, self.steps = text, 0

        def whole(end: int) -> int | None:
            return end if end == len(text) else None

        at = 0
        while at <= len(text):
            end = self.matcher(at, whole if way == "fullmatch" else lambda end: end)
            self.step()
            if way in ("match", "fullmatch") or (way == "search" and end is not None):
                break
            at = at + 1 if end is None else max(end, at + 1)
        return self.steps

    def step(self) -> None:
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise TooManySteps

    def sequence(self, items: Items) -> Matcher:
        """Match nodes in order."""
        parts = [self.part(str(op), argument) for op, argument in items]

        def match(at: int, following: Next, number: int = 0) -> int | None:
            if number == len(parts):
                return following(at)
            return parts[number](at, lambda end: match(end, following, number + 1))

        return match

    def part(self, op: str, argument: Any) -> Matcher:
        """Match one node of the tree."""
        given = argument if isinstance(argument, tuple) else (argument,)
        if op in SINGLE:
            return self.single(op, argument)
        if op == "SUBPATTERN":
            return self.sequence(list(given[3]))
        if op == "BRANCH":
            branches = [self.sequence(list(one)) for one in given[1]]
            return lambda at, following: next(
                (end for one in branches if (end := one(at, following)) is not None), None
            )
        if op in REPEATS:
            return self.repeat(op, *given)
        if op == "ATOMIC_GROUP":
            return self.atomic(self.sequence(list(argument)))
        if op in ("ASSERT", "ASSERT_NOT"):
            return self.look(op == "ASSERT", given[0] < 0, given[1])
        if op == "AT":
            return self.at(str(argument))
        raise ValueError(f"{op} is not counted yet")

    def single(self, op: str, argument: Any) -> Matcher:
        """Match one character."""

        def match(at: int, following: Next) -> int | None:
            self.step()
            fits = at < len(self.text) and self.fits(op, argument, self.text[at])
            return following(at + 1) if fits else None

        return match

    def fits(self, op: str, argument: Any, letter: str) -> bool:
        """Return whether a node for one character accepts it."""
        if op == "LITERAL" and self.flags & re.IGNORECASE:
            return letter.lower() == chr(argument).lower()
        if op == "LITERAL":
            return ord(letter) == int(argument)
        if op == "NOT_LITERAL":
            return ord(letter) != int(argument)
        if op == "ANY":
            return letter != "\n" or bool(self.flags & re.DOTALL)
        if op == "RANGE":
            first, last = argument
            return int(first) <= ord(letter) <= int(last)
        if op == "CATEGORY":
            name = str(argument)
            return CATEGORIES[name.replace("_NOT_", "_")](letter) != ("_NOT_" in name)
        items = [(str(kind), value) for kind, value in argument]
        is_negated = items[0][0] == "NEGATE"
        found = any(self.fits(kind, value, letter) for kind, value in items[is_negated:])
        return found != is_negated

    def repeat(self, op: str, least: int, most: int, body: Any) -> Matcher:
        items = [(str(kind), value) for kind, value in body]
        inner = self.sequence(items)
        if op == "POSSESSIVE_REPEAT":
            return self.atomic(self.greedy(least, most, inner))
        return (
            self.lazy(least, most, inner) if op == "MIN_REPEAT" else self.greedy(least, most, inner)
        )

    def greedy(self, least: int, most: int, inner: Matcher) -> Matcher:
        def match(at: int, following: Next, count: int = 0) -> int | None:
            self.step()

            def again(end: int) -> int | None:
                return None if end == at else match(end, following, count + 1)

            if count < most and (end := inner(at, again)) is not None:
                return end
            return following(at) if count >= least else None

        return match

    def lazy(self, least: int, most: int, inner: Matcher) -> Matcher:
        def match(at: int, following: Next, count: int = 0) -> int | None:
            self.step()
            if count >= least and (end := following(at)) is not None:
                return end

            def again(end: int) -> int | None:
                return None if end == at else match(end, following, count + 1)

            return inner(at, again) if count < most else None

        return match

    def atomic(self, inner: Matcher) -> Matcher:
        def match(at: int, following: Next) -> int | None:
            end = inner(at, lambda end: end)
            return None if end is None else following(end)

        return match

    def look(self, is_wanted: bool, is_behind: bool, body: Any) -> Matcher:
        inner = self.sequence(list(body))
        width: int = body.getwidth()[0]

        def match(at: int, following: Next) -> int | None:
            begin = at - width if is_behind else at
            found = begin >= 0 and inner(begin, lambda end: end) is not None
            return following(at) if found == is_wanted else None

        return match

    def at(self, where: str) -> Matcher:
        def match(at: int, following: Next) -> int | None:
            self.step()
            text, is_multiline = self.text, bool(self.flags & re.MULTILINE)
            if where == "AT_BEGINNING_STRING" or (where == "AT_BEGINNING" and not is_multiline):
                fits = at == 0
            elif where == "AT_BEGINNING":
                fits = at == 0 or text[at - 1] == "\n"
            elif where == "AT_END":
                fits = at == len(text) or (is_multiline and text[at] == "\n") or text[at:] == "\n"
            elif where == "AT_END_STRING":
                fits = at == len(text)
            else:  # the edge of a word
                word = CATEGORIES["CATEGORY_WORD"]
                before, after = (
                    bool(c) and word(c) for c in (text[at - 1 : at], text[at : at + 1])
                )
                fits = (before != after) == (where == "AT_BOUNDARY")
            return following(at) if fits else None

        return match


def growth(pattern: str, way: str, flags: int = 0) -> tuple[float, str]:
    """Return the worst growth of steps relative to the text, and its text: 2 is linear."""
    counter = Counter(pattern, flags)
    worst = (2.0, "")
    for before, repeated, after in hostile(counter):
        texts = [before + repeated * length + after for length in LENGTHS]
        short, middle = (steps(counter, text, way) for text in texts[:2])
        if middle > 2 * short + CONSTANT_STEPS or middle == MAX_STEPS:
            long = steps(counter, texts[2], way)
            ratio = (long - middle) / (middle - short) if long < MAX_STEPS else float("inf")
            worst = max(worst, (ratio, f"{before!r} {repeated!r} ... {after!r}"))
            if ratio > LINEAR_GROWTH:
                break
    return worst


def steps(counter: Counter, text: str, way: str) -> int:
    try:
        return counter.run(text, way)
    except TooManySteps:
        return MAX_STEPS


def hostile(counter: Counter) -> Iterator[tuple[str, str, str]]:
    """Yield prefixes, repeated texts after them, and suffixes."""
    letters = sorted(alphabet(list(counter.tree)))[:10]
    begun, bodies = [""], set(letters)
    for before, body in repeats(list(counter.tree)):
        begun.append(before)
        bodies.add(body)
        bodies |= {body + letter for letter in letters[:4]}
    ends = ["", "\0", *letters[:4]]
    yield from product(dict.fromkeys(begun), sorted(bodies - {""}), ends)


def repeats(items: Items, before: str = "") -> Iterator[tuple[str, str]]:
    """Yield what can precede each repeat, once with the repeated text."""
    for op, argument in items:
        if str(op) in REPEATS and argument[1] > 1:
            body = list(argument[2])
            yield before, sample(body)
            yield before + sample(body), sample(body)
        for inner in inner_sequences(str(op), argument):
            yield from repeats(inner, before)
        before += sample([(op, argument)])


def inner_sequences(op: str, argument: Any) -> list[Items]:
    """Return the sequences inside a node."""
    if op == "SUBPATTERN":
        return [list(argument[3])]
    if op == "BRANCH":
        return [list(one) for one in argument[1]]
    if op in REPEATS:
        return [list(argument[2])]
    if op in ("ASSERT", "ASSERT_NOT"):
        return [list(argument[1])]
    return [list(argument)] if op == "ATOMIC_GROUP" else []


def sample(items: Items) -> str:
    """Return a short matching text, ignoring lookarounds."""
    text = ""
    for op, argument in items:
        kind = str(op)
        if kind in SINGLE:
            text += min(alphabet([(op, argument)]))
        elif kind in REPEATS:
            text += sample(list(argument[2])) * max(1, argument[0])
        elif kind in ("SUBPATTERN", "BRANCH", "ATOMIC_GROUP"):
            text += sample(inner_sequences(kind, argument)[0])
    return text


def alphabet(items: Items) -> set[str]:
    """Return a letter for each class of characters that a pattern distinguishes."""
    found: set[str] = set()
    for op, argument in items:
        kind = str(op)
        if kind == "LITERAL":
            found.add(chr(argument))
        elif kind in ("NOT_LITERAL", "ANY"):
            found.add("x")
        elif kind == "RANGE":
            found.add(chr(argument[0]))
        elif kind == "CATEGORY":
            found.add(SAMPLES[str(argument)])
        elif kind == "IN":
            listed = [(one, value) for one, value in argument]
            negated = str(listed[0][0]) == "NEGATE"
            found |= {"x", " "} if negated else alphabet(listed)
        for inner in inner_sequences(kind, argument):
            found |= alphabet(inner)
    return found
