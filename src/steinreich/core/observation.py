"""Observations: positions encoded as planes of bits, the input of neural networks.

A game defines the planes as sets of cells (`observe`) and the layout of its cells in an array
(`PLANE_LAYOUT`). From these, a rule is generated for each game that packs all bits of an
observation into 64-bit words in the order of the array. It is used in Python, machine code and CUDA
kernels.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import prod
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, get_type_hints

from steinreich.compile.binder import Rule, make_observe_rule
from steinreich.core.parts import Namespace
from steinreich.rules import contract
from steinreich.rules.arrays import UInt64Array
from steinreich.rules.bits import U64, rule
from steinreich.rules.language import Text
from steinreich.rules.wide import Wide

if TYPE_CHECKING:
    from steinreich.core.position import Position

WORD_BITS = 64
MAX_CELLS = {U64: 64, Wide: 128}  # in a set of each type
NO_CELL = -1  # in a layout: an array element without a cell


class Planes(NamedTuple):
    """The layout of the observations of a game."""

    names: tuple[str, ...]
    shape: tuple[int, ...]  # of an observation: the number of planes, then the shape of the layout
    pack: Rule  # pack(s, out, at, step) writes an observation to out[at], out[at + step], ...
    words: int  # the number of words of a packed observation

    @property
    def bits(self) -> int:
        """The number of bits of an observation."""
        return count_elements(self.shape)


class Run(NamedTuple):
    """Consecutive bits of a set that are consecutive in the packed observation as well."""

    word: int  # index of the word in the packed observation
    source: str  # the word of the set, as an expression in the rule
    source_bit: int  # the first bit in the word of the set
    target_bit: int  # the first bit in the word of the packed observation
    length: int


@cache
def get_planes(module: ModuleType) -> Planes:
    """Return the layout of the observations of a valid game."""
    observation_type = get_type_hints(get_observe(vars(module)))["return"]
    plane_types = get_type_hints(observation_type)
    max_cells = max(MAX_CELLS[type] for type in plane_types.values())
    layout = getattr(module, "PLANE_LAYOUT", list(range(max_cells)))
    cells = [*flatten(layout)]
    shape = (len(plane_types), *get_shape(layout))
    words = -(-len(plane_types) * len(cells) // WORD_BITS)
    return Planes(tuple(plane_types), shape, make_pack_rule(plane_types, cells, words), words)


def pack_observation(position: "Position") -> list[int]:
    """Return the observation of a position, packed into 64-bit words (plain Python)."""
    planes = get_planes(position.game.module)
    packed = [0] * planes.words
    position.game.plain(planes.pack)(position.state, packed, 0, 1)
    return packed


def get_observe(namespace: Namespace) -> Rule:
    """Return the rule `observe` of a game, or the default with all fields of the State."""
    return namespace.get("observe") or make_observe_rule(namespace["State"])


def flatten(layout: Any) -> Iterator[int]:
    """Iterate over the elements of nested lists."""
    if isinstance(layout, list):
        for inner in layout:
            yield from flatten(inner)
    else:
        yield layout


def get_shape(layout: Any) -> tuple[int, ...]:
    """Return the shape of nested lists that form an array."""
    if not isinstance(layout, list):
        return ()
    return (len(layout), *(get_shape(layout[0]) if layout else ()))


def count_elements(shape: Sequence[int]) -> int:
    """Return the number of elements of an array of this shape."""
    return prod(shape)


def make_pack_rule(plane_types: dict[str, Any], cells: list[int], words: int) -> Rule:
    """Generate the rule that packs an observation; each word is one expression with constants."""
    terms: list[list[str]] = [[] for _ in range(words)]
    for run in find_runs(plane_types, cells):
        mask = (1 << run.length) - 1
        bits = f"{run.source} >> U64({run.source_bit}) & U64({mask:#x})"
        terms[run.word].append(f"({bits}) << U64({run.target_bit})")
    lines = [
        f"    out[at + {word} * step] = {' | '.join(word_terms) or 'U64(0)'}"
        for word, word_terms in enumerate(terms)
    ]
    source = "\n".join(["def pack(s, out, at, step):", "    o = observe(s)", *lines])
    namespace = {"__name__": __name__, "U64": U64, "observe": contract.observe}
    exec(source, namespace)
    pack: Any = namespace["pack"]
    pack.__annotations__ = {
        "s": contract.State,
        "out": UInt64Array,
        "at": int,
        "step": int,
        "return": None,
    }
    return rule(pack)


def find_runs(plane_types: dict[str, Any], cells: list[int]) -> Iterator[Run]:
    """Iterate over the bits of all planes, in runs of maximum length."""
    run = None
    for number, (field, type) in enumerate(plane_types.items()):
        for target, cell in enumerate(cells, start=number * len(cells)):
            if cell == NO_CELL or cell >= MAX_CELLS[type]:
                continue
            half = "" if type is U64 else ".low" if cell < WORD_BITS else ".high"
            word, target_bit = divmod(target, WORD_BITS)
            bit = Run(word, f"o.{field}{half}", cell % WORD_BITS, target_bit, 1)
            following = run and (run.source_bit + run.length, run.target_bit + run.length)
            if run and bit[:2] == run[:2] and bit[2:4] == following:
                run = run._replace(length=run.length + 1)
                continue
            if run:
                yield run
            run = bit
    if run:
        yield run


def find_observation_faults(namespace: Namespace) -> Iterator[Text]:
    """Report faults in the definition of observations."""
    if "observe" not in namespace:
        return
    observation: Any = get_type_hints(namespace["observe"]).get("return")
    is_named_tuple = isinstance(observation, type) and hasattr(observation, "_fields")
    if not is_named_tuple or not observation._fields:
        yield Text("observe must be annotated with the NamedTuple that it returns")
        return
    for field, field_type in get_type_hints(observation).items():
        if field_type not in MAX_CELLS:
            type_name = getattr(field_type, "__name__", str(field_type))
            yield Text(
                "{name}.{field} is a {shown}; planes are U64 or Wide",
                name=observation.__name__,
                field=field,
                shown=type_name,
            )
    if "PLANE_LAYOUT" in namespace:
        yield from find_layout_faults(
            namespace["PLANE_LAYOUT"], get_type_hints(observation).values()
        )


def find_layout_faults(layout: Any, plane_types: Iterable[Any]) -> Iterator[Text]:
    """Report faults in a `PLANE_LAYOUT`."""
    max_cells = max(MAX_CELLS[type] for type in plane_types)
    cells = [cell for cell in flatten(layout) if cell != NO_CELL]
    if not cells or not all(isinstance(cell, int) and 0 <= cell < max_cells for cell in cells):
        yield Text(
            "PLANE_LAYOUT may contain only cells 0 to {most}, and {no_cell} for none",
            most=max_cells - 1,
            no_cell=NO_CELL,
        )
    elif len(set(cells)) < len(cells):
        yield Text("PLANE_LAYOUT has a cell twice")
    elif not is_rectangular(layout):
        yield Text("the lists in PLANE_LAYOUT differ in length or depth")


def is_rectangular(layout: Any) -> bool:
    """Return whether nested lists form an array."""
    if not isinstance(layout, list):
        return True
    inner_shapes = {get_shape(inner) for inner in layout}
    return len(inner_shapes) == 1 and all(map(is_rectangular, layout))
