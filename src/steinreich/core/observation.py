"""Observations: a position as input of a network, in planes of bits.

A game states the planes as sets of cells (`observe`) and the layout of its cells in an array
(`PLANE_LAYOUT`). From these a rule is generated once per game that packs all bits of an observation
into 64-bit words in the order of the array. The same rule serves Python, machine code and CUDA
kernels.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, get_type_hints

from steinreich.compile.binder import Rule, observe_of
from steinreich.core.parts import Stated
from steinreich.rules import contract
from steinreich.rules.bits import U64, rule
from steinreich.rules.language import Text
from steinreich.rules.wide import Wide

if TYPE_CHECKING:
    from steinreich.core.position import Position

WORD = 64  # bits
CELLS = {U64: 64, Wide: 128}  # capacity of a set
NO_CELL = -1  # an array element without a cell


class Planes(NamedTuple):
    """The layout of the observations of a game."""

    names: tuple[str, ...]
    shape: tuple[int, ...]  # of an observation: planes first, then the board
    pack: Rule  # pack(s, out, at, step): all bits of an observation, in words at, at + step, ...
    words: int  # number of words

    @property
    def bits(self) -> int:
        """The number of bits of an observation."""
        return volume(self.shape)


class Run(NamedTuple):
    """Consecutive bits that are consecutive in the array as well."""

    word: int  # of the packed observation
    source: str  # the word of a set, as an expression in a rule
    first: int  # bit there
    to: int  # bit in the word
    length: int


@cache
def get_planes(module: ModuleType) -> Planes:
    """Return the layout of a valid game."""
    kind = get_type_hints(get_observe(vars(module)))["return"]
    kinds = get_type_hints(kind)
    plane = getattr(
        module, "PLANE_LAYOUT", list(range(max(CELLS[kind] for kind in kinds.values())))
    )
    places = [*flat(plane)]
    shape = (len(kinds), *get_shape(plane))
    words = -(-len(kinds) * len(places) // WORD)
    return Planes(tuple(kinds), shape, make_pack_rule(kinds, places, words), words)


def packed_observation(position: "Position") -> list[int]:
    """Return the observation of a position in 64-bit words (plain Python)."""
    planes = get_planes(position.game.module)
    packed = [0] * planes.words
    position.game.plain(planes.pack)(position.state, packed, 0, 1)
    return packed


def get_observe(stated: Stated) -> Rule:
    """Return the game's own rule, or the default that shows all fields."""
    return stated.get("observe") or observe_of(stated["State"])


def flat(plane: Any) -> Iterator[int]:
    """Iterate over the cells in nested lists."""
    if isinstance(plane, list):
        for inner in plane:
            yield from flat(inner)
    else:
        yield plane


def get_shape(plane: Any) -> tuple[int, ...]:
    """Return the lengths of nested lists."""
    if not isinstance(plane, list):
        return ()
    return (len(plane), *(get_shape(plane[0]) if plane else ()))


def volume(shape: Sequence[int]) -> int:
    """Return the number of elements of an array of this shape."""
    size = 1
    for length in shape:
        size *= length
    return size


def make_pack_rule(kinds: dict[str, Any], places: list[int], words: int) -> Rule:
    """Generate the rule that packs an observation: each word is one expression with constant
    positions."""
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
    """Iterate over the bits of all planes in runs of maximum length."""
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


def observation_faults(stated: Stated) -> Iterator[Text]:
    """Report faults in the statement of observations."""
    if "observe" not in stated:
        return
    kind = get_type_hints(stated["observe"]).get("return")
    if not (isinstance(kind, type) and hasattr(kind, "_fields") and kind._fields):
        yield Text("observe does not say which NamedTuple it gives")
        return
    for field, type_of_field in get_type_hints(kind).items():
        if type_of_field not in CELLS:
            shown = getattr(type_of_field, "__name__", str(type_of_field))
            yield Text(
                "{name}.{field} is a {shown}; planes are U64 or Wide",
                name=kind.__name__,
                field=field,
                shown=shown,
            )
    if "PLANE_LAYOUT" in stated:
        yield from plane_faults(stated["PLANE_LAYOUT"], get_type_hints(kind).values())


def plane_faults(plane: Any, kinds: Iterable[Any]) -> Iterator[Text]:
    """Report faults in the order of cells."""
    most = max(CELLS[kind] for kind in kinds)
    places = [*flat(plane)]
    cells = [place for place in places if place != NO_CELL]
    if not cells or not all(isinstance(cell, int) and 0 <= cell < most for cell in cells):
        yield Text(
            "PLANE_LAYOUT has other things than cells 0 to {most} and {no_cell} for none",
            most=most - 1,
            no_cell=NO_CELL,
        )
    elif len(set(cells)) < len(cells):
        yield Text("PLANE_LAYOUT has a cell twice")
    elif not is_rectangular(plane):
        yield Text("the lists in PLANE_LAYOUT differ in length or depth")


def is_rectangular(plane: Any) -> bool:
    """Return whether nested lists form an array."""
    if not isinstance(plane, list):
        return True
    inner = {get_shape(one) for one in plane}
    return len(inner) == 1 and all(map(is_rectangular, plane))
