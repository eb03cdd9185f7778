"""Generated rules that pack states into 64-bit words, and the rules of batches bound to a game."""

from collections.abc import Iterable, Mapping
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from steinreich.compile.binder import Binder, Rule, field_types, flat_fields
from steinreich.compile.machine_code import Compiler
from steinreich.core.game import get_compiler
from steinreich.core.observation import get_planes
from steinreich.rl.batches import rules
from steinreich.rl.batches.rules import Sizes
from steinreich.rules.bits import U64, rule


@cache
def batch_compiler(module: ModuleType) -> Compiler:
    """Return the rules of batches bound to a game, as machine code."""
    return Compiler(module, generate_rules(module), get_compiler(module))


@cache
def batch_binder(module: ModuleType) -> Binder:
    """Return the rules of batches bound to a game, as plain Python."""
    return Binder(module, generate_rules(module))


@cache
def generate_rules(module: ModuleType) -> Mapping[Rule, Rule]:
    """Generate rules for a game; return them by the generic rules that they replace."""
    state = module.State
    generated = {
        rules.game_sizes: compile_rule(f"def game_sizes(): return Sizes{tuple(get_sizes(module))}"),
        rules.load_state: generate_load_state(state),
        rules.store_state: generate_store_state(state),
        rules.pack: get_planes(module).pack,
    }
    if not hasattr(module, "is_legal"):
        generated[rules.mark_legal] = rules.mark_candidates
    return generated


@cache
def get_sizes(module: ModuleType) -> Sizes:
    """Return the constant sizes of a game."""
    planes = get_planes(module)
    return Sizes(module.NUM_ACTIONS, planes.bits, planes.words, len(get_field_types(module.State)))


def generate_load_state(state: Any) -> Rule:
    """Generate the rule that reads a state from words."""
    numbers = iter(range(len(get_field_types(state))))

    def read(field_type: Any) -> str:
        if field_type not in (U64, int):
            nested = ", ".join(map(read, field_types(field_type).values()))
            return f"{field_type.__name__}({nested})"
        word = f"words[offset + {next(numbers)} * stride]"
        return f"U64({word})" if field_type is U64 else f"int({word}) - BIAS"

    nested = [
        field_type for field_type in field_types(state).values() if field_type not in (U64, int)
    ]
    return compile_rule(
        f"def load_state(words, offset, stride): return {read(state)}", state, *nested
    )


def generate_store_state(state: Any) -> Rule:
    """Generate the rule that writes a state into words."""
    lines = [
        f"words[offset + {number} * stride] = U64({field}{'' if field_type is U64 else ' + BIAS'})"
        for number, (field, field_type) in enumerate(
            zip(flat_fields(state, "s"), get_field_types(state), strict=True)
        )
    ]
    return compile_rule("\n    ".join(["def store_state(words, offset, stride, s):", *lines]))


def compile_rule(source: str, *classes: Any) -> Rule:
    """Compile the source of a rule; `classes` are available in it by name."""
    namespace: dict[str, Any] = {cls.__name__: cls for cls in (*classes, Sizes)}
    namespace |= {"__name__": __name__, "U64": U64, "BIAS": rules.BIAS}
    exec(source, namespace)
    name = source.removeprefix("def ").partition("(")[0]
    generated: Any = namespace[name]
    return rule(generated)


@cache
def get_field_types(state: Any) -> tuple[Any, ...]:
    """Return the types of all integer fields of a state, including those of nested tuples."""
    types: list[Any] = []
    for field_type in field_types(state).values():
        types += (field_type,) if field_type in (U64, int) else get_field_types(field_type)
    return tuple(types)


def to_words(module: ModuleType, states: Iterable[Any]) -> npt.NDArray[np.uint64]:
    """Pack states in plain Python: (states, words)."""
    store = batch_binder(module)(rules.store_state)
    rows = []
    for state in states:
        row = [0] * len(get_field_types(module.State))
        store(row, 0, 1, state)
        rows.append(row)
    return np.array(rows, np.uint64)


def from_words(module: ModuleType, rows: npt.NDArray[np.uint64]) -> list[Any]:
    """Unpack states in plain Python."""
    load = batch_binder(module)(rules.load_state)
    return [load(row, 0, 1) for row in rows.tolist()]
