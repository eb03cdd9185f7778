"""The binder: binds generic rules to a game.

A rule is a plain function that refers to other rules, constants and tables by the globals of its
module.  The *bound* rule is a copy with the same code and new globals, in which

- a function of the game contract is replaced by the game's implementation,
- any other rule is replaced by its bound copy.

For machine code (`machine_code`, `cuda`), bit operations are replaced by instructions as well.
"""

from collections import namedtuple
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from threading import RLock
from types import FunctionType, ModuleType
from typing import Any, get_type_hints

from steinreich.compile.code_names import find_global_names
from steinreich.rules import contract
from steinreich.rules.bits import ALL, U64, rule

Rule = Any  # a function marked with @rule


class Binder:
    """Binds rules to one game, as plain Python with Python's integers.

    `replacements` maps generic rules to the functions bound in their place, such as heuristics to
    those of the game.
    """

    def __init__(self, game: ModuleType, replacements: Mapping[Rule, Rule] | None = None) -> None:
        self.replacements: dict[Any, Any] = {
            getattr(contract, name): getattr(game, name)
            for name in contract.RULES
            if hasattr(game, name)
        }
        self.replacements[contract.key] = make_key_rule(game.State)
        self.replacements.setdefault(contract.observe, make_observe_rule(game.State))
        self.replacements |= replacements or {}
        self.bound_rules: dict[Any, Any] = {}
        self.lock = RLock()

    def __call__(self, function: Rule) -> Any:
        """Return the bound copy of a rule."""
        with self.lock:
            function = self.replacements.get(function, function)
            if function not in self.bound_rules:
                namespace: dict[str, Any] = {"__builtins__": __builtins__}
                # Stored before its globals are bound, since rules may be recursive.
                self.bound_rules[function] = bound = self.finish(copy_function(function, namespace))
                for name in find_global_names(function.__code__):
                    if name in function.__globals__:
                        namespace[name] = self.convert(function.__globals__[name])
                return bound
            return self.bound_rules[function]

    def finish(self, bound: FunctionType) -> Any:
        """Return the callable for a bound function; compilers override this."""
        return bound

    def convert(self, value: Any) -> Any:
        """Return the value that a global of a rule has in the bound copy.

        In plain Python a U64 becomes an int, since instances of a subclass are slower.
        """
        if value is U64:
            return int
        if isinstance(value, U64):
            return int(value)
        return self(value) if getattr(value, "is_rule", False) else value


@cache
def find_reachable_rules(function: Rule) -> frozenset[Rule]:
    """Return a rule and all rules that it calls, directly or indirectly."""
    reachable: set[Rule] = set()
    pending = [function]
    while pending:
        called = pending.pop()
        if called not in reachable:
            reachable.add(called)
            values = (called.__globals__.get(name) for name in find_global_names(called.__code__))
            pending += [value for value in values if getattr(value, "is_rule", False)]
    return frozenset(reachable)


def copy_function(function: FunctionType, namespace: dict[str, Any]) -> FunctionType:
    """Return a copy of a function with the same code and other globals."""
    bound = FunctionType(
        function.__code__, namespace, function.__name__, function.__defaults__, function.__closure__
    )
    bound.__qualname__, bound.__module__ = function.__qualname__, function.__module__
    bound.__dict__.update(function.__dict__)
    return bound


@rule
def mix_hash(total: U64) -> U64:
    """Return a 64-bit hash, of which every bit depends on all bits of the argument."""
    total = (total ^ total >> U64(32)) * U64(0xD6E8FEB86659FD93) & ALL
    return total ^ total >> U64(32)


@rule
def fold_high_cells(cells: U64) -> U64:
    """Return a set with its high bits also combined into the low ones.

    In a product, low bits do not depend on high ones.  So without this, sets that differ only in
    high cells would often have the same key.
    """
    return cells ^ cells >> U64(32) ^ cells >> U64(48)


def make_key_rule(state: Any) -> Rule:
    """Return a rule that hashes all fields of a State.

    Fields are multiplied by random constants, which the processor does in parallel, and combined;
    the result is mixed.
    """
    rng = Random(1)
    terms = [
        f"fold_high_cells(U64({field}) & ALL) * U64({rng.getrandbits(64) | 1}) & ALL"
        for field in flat_fields(state, "s")
    ]
    total = " ^ ".join(f"({term})" for term in terms)
    namespace = {"U64": U64, "ALL": ALL, "mix_hash": mix_hash, "fold_high_cells": fold_high_cells}
    exec(f"def key(s): return mix_hash({total})", namespace)
    return rule(namespace["key"])  # type: ignore[type-var]


@cache
def make_observe_rule(state: Any) -> Rule:
    """Return the default `observe`: a rule that returns all fields of a State as planes."""
    fields = [*flat_fields(state, "s")]
    planes = namedtuple(  # type: ignore[misc]  # its fields are known at run time
        "Observation", [field.removeprefix("s.").replace(".", "_") for field in fields]
    )
    planes.__annotations__ = dict.fromkeys(planes._fields, U64)
    values = ", ".join(f"U64({field}) & ALL" for field in fields)
    namespace = {"U64": U64, "ALL": ALL, "Observation": planes}
    exec(f"def observe(s): return Observation({values})", namespace)
    observe: Any = namespace["observe"]
    observe.__annotations__ = {"return": planes}
    return rule(observe)


@cache
def field_types(state: Any) -> dict[str, Any]:
    """Return the declared type of each field of a State."""
    return get_type_hints(state)


def flat_fields(state: Any, path: str) -> Iterator[str]:
    """Yield the fields of a State as expressions, such as `s.turn` and `s.red.low`."""
    for field, kind in field_types(state).items():
        if kind in (U64, int):
            yield f"{path}.{field}"
        else:
            yield from flat_fields(kind, f"{path}.{field}")


def get_game_path(game: ModuleType) -> Path:
    """Return the file of a game, or the folder of a package."""
    path = Path(str(game.__file__))
    return path.parent if path.stem == "__init__" else path
