"""Count the steps of a regular expression, to find slow patterns without measuring time.

A backtracking matcher evaluates the tree of Python's own parser. It tries alternatives in the order
of `re` (and of JavaScript, as far as the client uses it), without their optimisations.
`measure_growth` runs a pattern on hostile texts derived from it: a prefix that matches up to a
repeat, many repetitions of its body, and an end that does not match.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from itertools import product
from typing import Any

parser: Any = import_module("re._parser")  # the only parser that supports all patterns
Items = Sequence[tuple[Any, Any]]  # nodes of the tree: operation and arguments
# Matches the rest of a pattern from an index of the text; returns the end of the match or None
Continuation = Callable[[int], int | None]
# Matches a node from an index, then what follows it; returns the end of the match or None
Matcher = Callable[[int, Continuation], int | None]

REPETITIONS = (16, 32, 64)  # of the body of a repeat
MAX_STEPS = 30_000  # for one text; exponential patterns exceed it
CONSTANT_STEPS = 8  # for a text of any length
LINEAR_GROWTH = 2.9  # maximum factor for a text of double length; linear is 2, quadratic 4
CATEGORY_SAMPLES = {
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
REPEAT_NODES = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")
SINGLE_CHARACTER_NODES = ("LITERAL", "NOT_LITERAL", "ANY", "IN")


class TooManySteps(Exception):
    """A pattern took more than `MAX_STEPS` steps for a text."""


class StepCounter:
    """Matches texts with a pattern and counts the steps."""

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.tree = parser.parse(pattern, flags)
        self.flags = self.tree.state.flags
        self.matcher = self.build_sequence(list(self.tree))
        self.text = ""
        self.steps = 0

    def run(self, text: str, method: str) -> int:
        """Return how many steps a method of `re`, such as `search`, takes for a text."""
        self.text, self.steps = text, 0

        def accept_whole_text(end: int) -> int | None:
            return end if end == len(text) else None

        at = 0
        while at <= len(text):
            end = self.matcher(at, accept_whole_text if method == "fullmatch" else lambda end: end)
            self.step()
            if method in ("match", "fullmatch") or (method == "search" and end is not None):
                break
            at = at + 1 if end is None else max(end, at + 1)
        return self.steps

    def step(self) -> None:
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise TooManySteps

    def build_sequence(self, items: Items) -> Matcher:
        """Return a matcher of nodes in order."""
        parts = [self.build_node(str(op), argument) for op, argument in items]

        def match(at: int, continuation: Continuation, number: int = 0) -> int | None:
            if number == len(parts):
                return continuation(at)
            return parts[number](at, lambda end: match(end, continuation, number + 1))

        return match

    def build_node(self, op: str, argument: Any) -> Matcher:
        """Return a matcher of a node."""
        arguments = argument if isinstance(argument, tuple) else (argument,)
        if op in SINGLE_CHARACTER_NODES:
            return self.build_single(op, argument)
        if op == "SUBPATTERN":
            return self.build_sequence(list(arguments[3]))
        if op == "BRANCH":
            branches = [self.build_sequence(list(branch)) for branch in arguments[1]]
            return lambda at, continuation: next(
                (end for branch in branches if (end := branch(at, continuation)) is not None), None
            )
        if op in REPEAT_NODES:
            return self.build_repeat(op, *arguments)
        if op == "ATOMIC_GROUP":
            return self.build_atomic(self.build_sequence(list(argument)))
        if op in ("ASSERT", "ASSERT_NOT"):
            return self.build_lookaround(op == "ASSERT", arguments[0] < 0, arguments[1])
        if op == "AT":
            return self.build_anchor(str(argument))
        raise ValueError(f"{op} is not supported yet")

    def build_single(self, op: str, argument: Any) -> Matcher:
        """Return a matcher of a node for one character."""

        def match(at: int, continuation: Continuation) -> int | None:
            self.step()
            fits = at < len(self.text) and self.accepts(op, argument, self.text[at])
            return continuation(at + 1) if fits else None

        return match

    def accepts(self, op: str, argument: Any, character: str) -> bool:
        """Return whether a node for one character matches this character."""
        if op == "LITERAL" and self.flags & re.IGNORECASE:
            return character.lower() == chr(argument).lower()
        if op == "LITERAL":
            return ord(character) == int(argument)
        if op == "NOT_LITERAL":
            return ord(character) != int(argument)
        if op == "ANY":
            return character != "\n" or bool(self.flags & re.DOTALL)
        if op == "RANGE":
            first, last = argument
            return int(first) <= ord(character) <= int(last)
        if op == "CATEGORY":
            name = str(argument)
            return CATEGORIES[name.replace("_NOT_", "_")](character) != ("_NOT_" in name)
        items = [(str(kind), value) for kind, value in argument]
        is_negated = items[0][0] == "NEGATE"
        found = any(self.accepts(kind, value, character) for kind, value in items[is_negated:])
        return found != is_negated

    def build_repeat(self, op: str, minimum: int, maximum: int, body: Any) -> Matcher:
        items = [(str(kind), value) for kind, value in body]
        inner = self.build_sequence(items)
        if op == "POSSESSIVE_REPEAT":
            return self.build_atomic(self.build_greedy(minimum, maximum, inner))
        return (
            self.build_lazy(minimum, maximum, inner)
            if op == "MIN_REPEAT"
            else self.build_greedy(minimum, maximum, inner)
        )

    def build_greedy(self, minimum: int, maximum: int, inner: Matcher) -> Matcher:
        def match(at: int, continuation: Continuation, count: int = 0) -> int | None:
            self.step()

            def repeat(end: int) -> int | None:
                return None if end == at else match(end, continuation, count + 1)

            if count < maximum and (end := inner(at, repeat)) is not None:
                return end
            return continuation(at) if count >= minimum else None

        return match

    def build_lazy(self, minimum: int, maximum: int, inner: Matcher) -> Matcher:
        def match(at: int, continuation: Continuation, count: int = 0) -> int | None:
            self.step()
            if count >= minimum and (end := continuation(at)) is not None:
                return end

            def repeat(end: int) -> int | None:
                return None if end == at else match(end, continuation, count + 1)

            return inner(at, repeat) if count < maximum else None

        return match

    def build_atomic(self, inner: Matcher) -> Matcher:
        def match(at: int, continuation: Continuation) -> int | None:
            end = inner(at, lambda end: end)
            return None if end is None else continuation(end)

        return match

    def build_lookaround(self, must_match: bool, is_behind: bool, body: Any) -> Matcher:
        inner = self.build_sequence(list(body))
        width: int = body.getwidth()[0]

        def match(at: int, continuation: Continuation) -> int | None:
            begin = at - width if is_behind else at
            found = begin >= 0 and inner(begin, lambda end: end) is not None
            return continuation(at) if found == must_match else None

        return match

    def build_anchor(self, where: str) -> Matcher:
        def match(at: int, continuation: Continuation) -> int | None:
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
            else:  # AT_BOUNDARY or AT_NON_BOUNDARY
                is_word = CATEGORIES["CATEGORY_WORD"]
                before, after = (
                    bool(c) and is_word(c) for c in (text[at - 1 : at], text[at : at + 1])
                )
                fits = (before != after) == (where == "AT_BOUNDARY")
            return continuation(at) if fits else None

        return match


def measure_growth(pattern: str, method: str, flags: int = 0) -> tuple[float, str]:
    """Return the factor by which the steps grow for a text of double length, at worst, and a
    description of that text.
    """
    counter = StepCounter(pattern, flags)
    worst = (2.0, "")
    for before, repeated, after in make_hostile_texts(counter):
        texts = [before + repeated * count + after for count in REPETITIONS]
        short, middle = (count_steps(counter, text, method) for text in texts[:2])
        if middle > 2 * short + CONSTANT_STEPS or middle == MAX_STEPS:
            long = count_steps(counter, texts[2], method)
            ratio = (long - middle) / (middle - short) if long < MAX_STEPS else float("inf")
            worst = max(worst, (ratio, f"{before!r} {repeated!r} ... {after!r}"))
            if ratio > LINEAR_GROWTH:
                break
    return worst


def count_steps(counter: StepCounter, text: str, method: str) -> int:
    try:
        return counter.run(text, method)
    except TooManySteps:
        return MAX_STEPS


def make_hostile_texts(counter: StepCounter) -> Iterator[tuple[str, str, str]]:
    """Yield the parts of texts for which a pattern may be slow: prefix, repeated text, end."""
    letters = sorted(make_alphabet(list(counter.tree)))[:10]
    prefixes, bodies = [""], set(letters)
    for before, body in find_repeats(list(counter.tree)):
        prefixes.append(before)
        bodies.add(body)
        bodies |= {body + letter for letter in letters[:4]}
    ends = ["", "\0", *letters[:4]]
    yield from product(dict.fromkeys(prefixes), sorted(bodies - {""}), ends)


def find_repeats(items: Items, before: str = "") -> Iterator[tuple[str, str]]:
    """Yield for each repeat a text that matches up to it, and a text that matches its body.

    Each is yielded again with one repetition in the prefix.
    """
    for op, argument in items:
        if str(op) in REPEAT_NODES and argument[1] > 1:
            body = list(argument[2])
            yield before, make_sample(body)
            yield before + make_sample(body), make_sample(body)
        for inner in get_inner_sequences(str(op), argument):
            yield from find_repeats(inner, before)
        before += make_sample([(op, argument)])


def get_inner_sequences(op: str, argument: Any) -> list[Items]:
    """Return the sequences of nodes inside a node."""
    if op == "SUBPATTERN":
        return [list(argument[3])]
    if op == "BRANCH":
        return [list(branch) for branch in argument[1]]
    if op in REPEAT_NODES:
        return [list(argument[2])]
    if op in ("ASSERT", "ASSERT_NOT"):
        return [list(argument[1])]
    return [list(argument)] if op == "ATOMIC_GROUP" else []


def make_sample(items: Items) -> str:
    """Return a short text that matches, if lookarounds are ignored."""
    text = ""
    for op, argument in items:
        kind = str(op)
        if kind in SINGLE_CHARACTER_NODES:
            text += min(make_alphabet([(op, argument)]))
        elif kind in REPEAT_NODES:
            text += make_sample(list(argument[2])) * max(1, argument[0])
        elif kind in ("SUBPATTERN", "BRANCH", "ATOMIC_GROUP"):
            text += make_sample(get_inner_sequences(kind, argument)[0])
    return text


def make_alphabet(items: Items) -> set[str]:
    """Return a character for each class of characters that a pattern distinguishes."""
    characters: set[str] = set()
    for op, argument in items:
        kind = str(op)
        if kind == "LITERAL":
            characters.add(chr(argument))
        elif kind in ("NOT_LITERAL", "ANY"):
            characters.add("x")
        elif kind == "RANGE":
            characters.add(chr(argument[0]))
        elif kind == "CATEGORY":
            characters.add(CATEGORY_SAMPLES[str(argument)])
        elif kind == "IN":
            items_in_set = list(argument)
            negated = str(items_in_set[0][0]) == "NEGATE"
            characters |= {"x", " "} if negated else make_alphabet(items_in_set)
        for inner in get_inner_sequences(kind, argument):
            characters |= make_alphabet(inner)
    return characters
