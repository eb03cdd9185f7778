"""Observations: what a network sees of a position, as planes of bits.

A game states the planes as sets of cells (`observe`) and how its cells lie in an array (`PLANE`).
From that a rule is made, for each game once, that puts all bits of an observation into words of 64,
in the order of the array: so one rule serves Python, machine code and CUDA kernels.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, get_type_hints

from steinreich.compile.binder import Rule, observe_of
from steinreich.core.parts import Stated
from steinreich.rules import contract
from steinreich.rules.bits import U64, rule
from steinreich.rules.language import Words
from steinreich.rules.wide import Wide

if TYPE_CHECKING:
    from steinreich.core.position import Position

WORD = 64  # bits
CELLS = {U64: 64, Wide: 128}  # that a set may have
NO_CELL = -1  # a place in the array that belongs to no cell


class Planes(NamedTuple):
    """How the observations of a game are laid out."""

    names: tuple[str, ...]
    shape: tuple[int, ...]  # of an observation: the planes, and then the board
    pack: Rule  # pack(s, out, at, step): all bits of an observation, in words at, at + step, ...
    words: int  # how many those are

    @property
    def bits(self) -> int:
        """How many bits an observation has."""
        return volume(self.shape)


class Run(NamedTuple):
    """Neighbouring bits that are neighbours in the array as well."""

    word: int  # of the packed observation
    source: str  # the word of a set, as it is written in a rule
    first: int  # bit there
    to: int  # bit in the word
    length: int


@cache
def planes_of(module: ModuleType) -> Planes:
    """The layout of a game that has no faults."""
    kind = get_type_hints(observe_in(vars(module)))["return"]
    kinds = get_type_hints(kind)
    plane = getattr(module, "PLANE", list(range(max(CELLS[kind] for kind in kinds.values()))))
    places = [*flat(plane)]
    shape = (len(kinds), *shape_of(plane))
    words = -(-len(kinds) * len(places) // WORD)
    return Planes(tuple(kinds), shape, packing(kinds, places, words), words)


def packed_observation(position: "Position") -> list[int]:
    """The observation of a position by plain Python, 64 bits a word."""
    planes = planes_of(position.game.module)
    packed = [0] * planes.words
    position.game.plain(planes.pack)(position.state, packed, 0, 1)
    return packed


def observe_in(stated: Stated) -> Rule:
    """A game's own rule, or the one that shows all fields."""
    return stated.get("observe") or observe_of(stated["State"])


def flat(plane: Any) -> Iterator[int]:
    """The cells in lists within lists."""
    if isinstance(plane, list):
        for inner in plane:
            yield from flat(inner)
    else:
        yield plane


def shape_of(plane: Any) -> tuple[int, ...]:
    """The lengths of lists within lists."""
    if not isinstance(plane, list):
        return ()
    return (len(plane), *(shape_of(plane[0]) if plane else ()))


def volume(shape: Sequence[int]) -> int:
    """How many places an array of this shape has."""
    size = 1
    for length in shape:
        size *= length
    return size


def packing(kinds: dict[str, Any], places: list[int], words: int) -> Rule:
    """The rule that packs an observation: each word is written as one expression, in which all
    places are constants."""
    terms: list[list[str]] = [[] for _ in range(words)]
    for run in runs(kinds, places):
        mask = (1 << run.length) - 1
        bits = f"{run.source} >> U64({run.first}) & U64({mask:#x})"
        terms[run.word].append(f"({bits}) << U64({run.to})")
    lines = [
        f"    out[at + {word} * step] = {' | '.join(found) or 'U64(0)'}"
        for word, found in enumerate(terms)
    ]
    source = "\n".join(["def pack(s, out, at, step):", "    o = observe(s)", *lines])
    namespace = {"__name__": __name__, "U64": U64, "observe": contract.observe}
    exec(source, namespace)
    pack: Any = namespace["pack"]
    return rule(pack)


def runs(kinds: dict[str, Any], places: list[int]) -> Iterator[Run]:
    """Where the bits of all planes go, each run as long as it can be."""
    run = None
    for number, (field, kind) in enumerate(kinds.items()):
        for place, cell in enumerate(places, start=number * len(places)):
            if cell == NO_CELL or cell >= CELLS[kind]:
                continue
            half = "" if kind is U64 else ".low" if cell < WORD else ".high"
            bit = Run(place // WORD, f"o.{field}{half}", cell % WORD, place % WORD, 1)
            if run and bit[:4] == (*run[:2], run.first + run.length, run.to + run.length):
                run = run._replace(length=run.length + 1)
                continue
            if run:
                yield run
            run = bit
    if run:
        yield run


def observed_faults(stated: Stated) -> Iterator[Words]:
    """What is wrong with how observations are stated."""
    if "observe" not in stated:
        return
    kind = get_type_hints(stated["observe"]).get("return")
    if not (isinstance(kind, type) and hasattr(kind, "_fields") and kind._fields):
        yield Words(
            "observe does not say which NamedTuple it gives",
            "observe sagt nicht, welches NamedTuple es liefert",
        )
        return
    for field, type_of_field in get_type_hints(kind).items():
        if type_of_field not in CELLS:
            shown = getattr(type_of_field, "__name__", str(type_of_field))
            yield Words(
                f"{kind.__name__}.{field} is a {shown}; planes are U64 or Wide",
                f"{kind.__name__}.{field} ist ein {shown}; Ebenen sind U64 oder Wide",
            )
    if "PLANE" in stated:
        yield from plane_faults(stated["PLANE"], get_type_hints(kind).values())


def plane_faults(plane: Any, kinds: Iterable[Any]) -> Iterator[Words]:
    """What is wrong with the order of cells."""
    most = max(CELLS[kind] for kind in kinds)
    places = [*flat(plane)]
    cells = [place for place in places if place != NO_CELL]
    if not cells or not all(isinstance(cell, int) and 0 <= cell < most for cell in cells):
        yield Words(
            f"PLANE has other things than cells 0 to {most - 1} and {NO_CELL} for none",
            f"PLANE enthält anderes als Felder 0 bis {most - 1} und {NO_CELL} für keines",
        )
    elif len(set(cells)) < len(cells):
        yield Words("PLANE has a cell twice", "PLANE enthält ein Feld doppelt")
    elif not is_even(plane):
        yield Words(
            "the lists in PLANE differ in length or depth",
            "die Listen in PLANE sind verschieden lang oder tief",
        )


def is_even(plane: Any) -> bool:
    """Whether lists within lists are an array."""
    if not isinstance(plane, list):
        return True
    inner = {shape_of(one) for one in plane}
    return len(inner) == 1 and all(map(is_even, plane))
