"""Packing of states into 64-bit words, and the rules of batches bound to a game."""

from collections.abc import Iterable, Mapping
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from steinreich.compile.binder import Binder, Compiler, Rule, field_types, flat_fields
from steinreich.core.game import compiler
from steinreich.core.observation import get_planes
from steinreich.rl.batches import rules
from steinreich.rl.batches.rules import Sizes
from steinreich.rules.bits import U64, rule


@cache
def batch_compiler(module: ModuleType) -> Compiler:
    """Return the rules of batches bound to a game, as machine code."""
    return Compiler(module, own_rules(module), compiler(module))


@cache
def batch_binder(module: ModuleType) -> Binder:
    """Return the rules of batches bound to a game, as plain Python."""
    return Binder(module, own_rules(module))


@cache
def own_rules(module: ModuleType) -> Mapping[Rule, Rule]:
    """Return the generated rules of a game, by the rules that they replace."""
    state = module.State
    made = {
        rules.sizes: written(f"def sizes(): return Sizes{tuple(sizes_of(module))}"),
        rules.load_state: loading(state),
        rules.store_state: storing(state),
        rules.pack: get_planes(module).pack,
    }
    if not hasattr(module, "is_legal"):
        made[rules.mark_legal] = rules.mark_candidates
    return made


@cache
def sizes_of(module: ModuleType) -> Sizes:
    """Return the constant sizes of a game."""
    planes = get_planes(module)
    return Sizes(module.NUM_ACTIONS, planes.bits, planes.words, len(kinds_of(module.State)))


def loading(state: Any) -> Rule:
    """Return the rule that reads a state from words."""
    numbers = iter(range(len(kinds_of(state))))

    def read(kind: Any) -> str:
        if kind not in (U64, int):
            inner = ", ".join(map(read, field_types(kind).values()))
            return f"{kind.__name__}({inner})"
        word = f"words[at + {next(numbers)} * step]"
        return f"U64({word})" if kind is U64 else f"int({word}) - BIAS"

    inner = [kind for kind in field_types(state).values() if kind not in (U64, int)]
    return written(f"def load_state(words, at, step): return {read(state)}", state, *inner)


def storing(state: Any) -> Rule:
    """Return the rule that writes a state into words."""
    lines = [
        f"words[at + {number} * step] = U64({field}{'' if kind is U64 else ' + BIAS'})"
        for number, (field, kind) in enumerate(
            zip(flat_fields(state, "s"), kinds_of(state), strict=True)
        )
    ]
    return written("\n    ".join(["def store_state(words, at, step, s):", *lines]))


def written(source: str, *kinds: Any) -> Rule:
    """Return a rule from its source, in which some classes have their names."""
    namespace = {kind.__name__: kind for kind in (*kinds, Sizes)}
    namespace |= {"__name__": __name__, "U64": U64, "BIAS": rules.BIAS}
    exec(source, namespace)
    made: Any = namespace[source[4 : source.index("(")]]
    return rule(made)


@cache
def kinds_of(state: Any) -> tuple[Any, ...]:
    """Return the types of all fields, and of those within them: each is a word."""
    kinds: list[Any] = []
    for kind in field_types(state).values():
        kinds += (kind,) if kind in (U64, int) else kinds_of(kind)
    return tuple(kinds)


def to_words(module: ModuleType, states: Iterable[Any]) -> npt.NDArray[np.uint64]:
    """Pack states in plain Python: (states, words)."""
    store = batch_binder(module)(rules.store_state)
    rows = []
    for state in states:
        row = [0] * len(kinds_of(module.State))
        store(row, 0, 1, state)
        rows.append(row)
    return np.array(rows, np.uint64)


def from_words(module: ModuleType, rows: npt.NDArray[np.uint64]) -> list[Any]:
    """Unpack states in plain Python."""
    load = batch_binder(module)(rules.load_state)
    return [load(row, 0, 1) for row in rows.tolist()]
