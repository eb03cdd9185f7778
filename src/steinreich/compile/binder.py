"""The binder: binds generic rules to a game, as plain Python or as machine code.

A rule is a plain function that refers to other rules, constants and tables by the globals of its
module.  The *bound* rule is a copy with the same code and new globals, in which

- a function of the game contract is replaced by the game's implementation,
- any other rule is replaced by its bound copy,
- for machine code, a bit operation is replaced by an intrinsic, a `U64` by an unsigned 64-bit
  integer, and a table by an array.

Entry points, which are called from Python, are cached on disk (`cache`) in files named after a hash
of everything they reach (`fingerprint`).
"""

import os
import sys
from collections import namedtuple
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from random import Random
from threading import RLock
from types import FunctionType, ModuleType
from typing import Any, get_type_hints

from steinreich.compile.code_names import find_global_names
from steinreich.rules import contract
from steinreich.rules.bits import ALL, U64, LookupTable, rule

Rule = Any  # a function marked with @rule
NUMBA_OPTIONS = {"error_model": "numpy", "nogil": True}


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


class Compiler(Binder):
    """Binds rules as machine code, compiled by Numba at their first call.

    `base` is a compiler for the same game without replacements, whose rules are shared.
    """

    def __init__(
        self,
        game: ModuleType,
        replacements: Mapping[Rule, Rule] | None = None,
        base: "Compiler | None" = None,
    ) -> None:
        super().__init__(game, replacements)
        from steinreich.compile import intrinsics

        self.intrinsics = intrinsics.HOST_INTRINSICS
        self.game = game
        self.replaced_rules = frozenset(replacements or ())
        self.base = base
        self.entries: dict[Any, Any] = {}

    def __call__(self, function: Rule) -> Any:
        """Return the bound copy of a rule; that of `base` if it reaches no replaced rule."""
        if self.base and self.replaced_rules.isdisjoint(find_reachable_rules(function)):
            return self.base(function)
        return super().__call__(function)

    @cached_property
    def folder(self) -> Path | None:
        """The folder of the code cache of this game; None if it is not usable."""
        from steinreich.compile.cache import prepare_folder

        return prepare_folder(cache_folder(self.game))

    def finish(self, bound: FunctionType) -> Any:
        import numba

        from steinreich.compile.cache import InnerRuleCompiler

        rename_uniquely(bound)
        inline = not getattr(bound, "is_noinline", False)
        return numba.njit(
            pipeline_class=InnerRuleCompiler,
            no_cpython_wrapper=True,
            no_cfunc_wrapper=True,
            forceinline=inline,
            **NUMBA_OPTIONS,
        )(bound)

    def convert(self, value: Any) -> Any:
        import numpy

        if value is U64:
            return numpy.uint64
        if isinstance(value, U64):
            return numpy.uint64(value)
        if isinstance(value, LookupTable):
            return numpy.array(value, dtype=numpy.uint64 if value.is_wide else numpy.int16)
        if getattr(value, "is_rule", False) and value in self.intrinsics:
            intrinsic = self.intrinsics[value]
            if isinstance(intrinsic, FunctionType):
                return self.finish(copy_function(intrinsic, intrinsic.__globals__))
            return intrinsic
        return super().convert(value)

    def entry(self, function: Rule) -> Any:
        """Return a bound rule as an entry point: callable from Python, cached on disk."""
        from steinreich.compile.cache import EntryPoint

        with self.lock:
            if function not in self.entries:
                inner = self(function).py_func
                # The entry point is a separate function: recursive rules call the inner one.
                outer = rename_uniquely(copy_function(inner, inner.__globals__))
                self.entries[function] = EntryPoint(
                    outer, NUMBA_OPTIONS, self.get_code_cache(outer)
                )
            return self.entries[function]

    def get_code_cache(self, outer: FunctionType) -> Any:
        """Return the code cache of an entry point, or None if its folder is not usable."""
        import llvmlite
        import numba

        from steinreich.compile.cache import CodeCache
        from steinreich.compile.fingerprint import fingerprint

        if self.folder is None:
            return None
        intrinsic_names = {
            id(intrinsic): plain.__name__ for plain, intrinsic in self.intrinsics.items()
        }
        tools = (sys.version, numba.__version__, llvmlite.__version__, read_compiler_sources())
        options = sorted(NUMBA_OPTIONS.items())
        source_hash = fingerprint(outer, intrinsic_names, tools, options)
        return CodeCache(self.folder, outer.__name__, source_hash)


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


def rename_uniquely(bound: FunctionType) -> FunctionType:
    """Give a bound rule a globally unique name, and return it.

    Machine code is linked by name.  Numba numbers functions in the order in which a process
    compiles them, so code cached by two processes could have the same names, and a third process
    that loads both would link one to functions of the other.
    """
    bound.__qualname__ = f"{bound.__name__}_{os.urandom(8).hex()}"
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


def to_machine_state(state: Any) -> Any:
    """Return a state for machine code: each field has its declared type."""
    import numpy

    state_type: Any = type(state)
    types = field_types(state_type).values()
    return state_type(
        *(
            numpy.uint64(value)
            if kind is U64
            else int(value)
            if kind is int
            else to_machine_state(value)
            for kind, value in zip(types, state, strict=True)
        )
    )


def cache_folder(game: ModuleType) -> Path:
    """Return the folder for the machine code of a game."""
    own_cache = os.environ.get("STEINREICH_CACHE")
    user_cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    folder = Path(own_cache) if own_cache else Path(user_cache) / "steinreich"
    return folder / get_game_path(game).stem


def get_game_path(game: ModuleType) -> Path:
    """Return the file of a game, or the folder of a package."""
    path = Path(str(game.__file__))
    return path.parent if path.stem == "__init__" else path


@cache
def read_compiler_sources() -> tuple[bytes, ...]:
    """Return the sources of the compiler, which affect machine code but are no rules."""
    folder, files = Path(__file__).parent, ("binder", "intrinsics", "cache")
    return tuple((folder / f"{name}.py").read_bytes() for name in files)
