"""The binder: binds generic rules to a game, as plain Python or as machine code.

A rule is a plain function that refers to other rules, constants and tables by the globals of its
module.  The binder copies it with the same code and new globals, in which

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

from steinreich.compile.code_names import global_names
from steinreich.rules import contract
from steinreich.rules.bits import ALL, U64, LookupTable, rule

Rule = Any  # a function marked with @rule
SETTINGS = {"error_model": "numpy", "nogil": True}


class Binder:
    """Binds rules to one game, as plain Python with Python's integers."""

    def __init__(self, game: ModuleType, more: Mapping[Rule, Rule] | None = None) -> None:
        self.bound: dict[Any, Any] = {
            getattr(contract, name): getattr(game, name)
            for name in contract.RULES
            if hasattr(game, name)
        }
        self.bound[contract.key] = key_of(game.State)
        self.bound.setdefault(contract.observe, observe_of(game.State))
        self.bound |= more or {}  # further replacements of rules
        self.bound_rules: dict[Any, Any] = {}
        self.lock = RLock()

    def __call__(self, function: Rule) -> Any:
        """Return a bound rule."""
        with self.lock:
            function = self.bound.get(function, function)
            if function not in self.bound_rules:
                namespace: dict[str, Any] = {"__builtins__": __builtins__}
                self.bound_rules[function] = bound = self.finish(copied(function, namespace))
                for name in global_names(function.__code__):
                    if name in function.__globals__:
                        namespace[name] = self.convert(function.__globals__[name])
                return bound
            return self.bound_rules[function]

    def finish(self, bound: FunctionType) -> Any:
        return bound

    def convert(self, value: Any) -> Any:
        """Return the value of a rule's global for the bound copy.

        In plain Python a U64 becomes an int, since instances of a subclass are slower.
        """
        if value is U64:
            return int
        if isinstance(value, U64):
            return int(value)
        return self(value) if getattr(value, "is_rule", False) else value


class Compiler(Binder):
    """Binds rules as machine code, compiled by Numba at their first call."""

    def __init__(
        self,
        game: ModuleType,
        more: Mapping[Rule, Rule] | None = None,
        base: "Compiler | None" = None,
    ) -> None:
        super().__init__(game, more)
        from steinreich.compile import intrinsics

        self.verbs = intrinsics.HOST
        self.game = game
        self.more = frozenset(more or ())
        self.base = base
        self.entries: dict[Any, Any] = {}

    def __call__(self, function: Rule) -> Any:
        """Return a bound rule; that of the base if it reaches none of the replaced rules."""
        if self.base and self.more.isdisjoint(reached(function)):
            return self.base(function)
        return super().__call__(function)

    @cached_property
    def folder(self) -> Path | None:
        """The cache folder of this game; None if it is not usable."""
        from steinreich.compile.cache import usable

        return usable(cache_folder(self.game))

    def finish(self, bound: FunctionType) -> Any:
        import numba

        from steinreich.compile.cache import PartCompiler

        rename_uniquely(bound)
        inline = not getattr(bound, "is_noinline", False)
        return numba.njit(
            pipeline_class=PartCompiler,
            no_cpython_wrapper=True,
            no_cfunc_wrapper=True,
            forceinline=inline,
            **SETTINGS,
        )(bound)

    def convert(self, value: Any) -> Any:
        import numpy

        if value is U64:
            return numpy.uint64
        if isinstance(value, U64):
            return numpy.uint64(value)
        if isinstance(value, LookupTable):
            return numpy.array(value, dtype=numpy.uint64 if value.wide else numpy.int16)
        if getattr(value, "is_rule", False) and value in self.verbs:
            verb = self.verbs[value]
            if isinstance(verb, FunctionType):
                return self.finish(copied(verb, verb.__globals__))
            return verb
        return super().convert(value)

    def entry(self, function: Rule) -> Any:
        """Return a bound rule as an entry point: callable from Python, cached on disk."""
        from steinreich.compile.cache import EntryPoint

        with self.lock:
            if function not in self.entries:
                inner = self(function).py_func
                # A separate function: a recursive rule calls the inner one.
                outer = rename_uniquely(copied(inner, inner.__globals__))
                self.entries[function] = EntryPoint(outer, SETTINGS, self.code_cache(outer))
            return self.entries[function]

    def code_cache(self, outer: FunctionType) -> Any:
        """Return the cache of an entry point, by a hash of all that its machine code depends on."""
        import llvmlite
        import numba

        from steinreich.compile.cache import CodeCache
        from steinreich.compile.fingerprint import fingerprint

        if self.folder is None:
            return None
        verbs = {id(verb): plain.__name__ for plain, verb in self.verbs.items()}
        tools = (sys.version, numba.__version__, llvmlite.__version__, machine_sources())
        settings = sorted(SETTINGS.items())
        return CodeCache(self.folder, outer.__name__, fingerprint(outer, verbs, tools, settings))


@cache
def reached(function: Rule) -> frozenset[Rule]:
    """Return a rule and all rules that it calls, directly or indirectly."""
    found: set[Rule] = set()
    open_ends = [function]
    while open_ends:
        one = open_ends.pop()
        if one not in found:
            found.add(one)
            values = (one.__globals__.get(name) for name in global_names(one.__code__))
            open_ends += [value for value in values if getattr(value, "is_rule", False)]
    return frozenset(found)


def copied(function: FunctionType, namespace: dict[str, Any]) -> FunctionType:
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
    compiles them, so cached code of two processes could have the same name, and in a third process
    that loads both, one of them would call functions of the other.
    """
    bound.__qualname__ = f"{bound.__name__}_{os.urandom(8).hex()}"
    return bound


@rule
def mixed(total: U64) -> U64:
    """Mix a hash, so that every bit depends on all bits of the total."""
    total = (total ^ total >> U64(32)) * U64(0xD6E8FEB86659FD93) & ALL
    return total ^ total >> U64(32)


@rule
def spread(cells: U64) -> U64:
    """Return a set with its high cells also folded into the low ones.

    A product carries upwards only, so without this, sets that differ only in high cells would often
    have the same key.
    """
    return cells ^ cells >> U64(32) ^ cells >> U64(48)


def key_of(state: Any) -> Rule:
    """Return a rule that hashes all fields of a State.

    Each field is multiplied by a random constant, which the processor does in parallel, and the
    combination is mixed.
    """
    dice = Random(1)
    terms = [
        f"spread(U64({field}) & ALL) * U64({dice.getrandbits(64) | 1}) & ALL"
        for field in flat_fields(state, "s")
    ]
    total = " ^ ".join(f"({term})" for term in terms)
    namespace = {"U64": U64, "ALL": ALL, "mixed": mixed, "spread": spread}
    exec(f"def key(s): return mixed({total})", namespace)
    return rule(namespace["key"])  # type: ignore[type-var]


@cache
def observe_of(state: Any) -> Rule:
    """Return the default `observe`: a rule with all fields of a State as planes of bits."""
    fields = [*flat_fields(state, "s")]
    shown = namedtuple(  # type: ignore[misc]  # its fields are known at run time
        "Observation", [field.removeprefix("s.").replace(".", "_") for field in fields]
    )
    shown.__annotations__ = dict.fromkeys(shown._fields, U64)
    values = ", ".join(f"U64({field}) & ALL" for field in fields)
    namespace = {"U64": U64, "ALL": ALL, "Observation": shown}
    exec(f"def observe(s): return Observation({values})", namespace)
    observe: Any = namespace["observe"]
    observe.__annotations__ = {"return": shown}
    return rule(observe)


@cache
def field_types(state: Any) -> dict[str, Any]:
    """Return the declared type of each field."""
    return get_type_hints(state)


def flat_fields(state: Any, path: str) -> Iterator[str]:
    """Yield the fields of a State, including those of nested sets, as expressions of a rule."""
    for field, kind in field_types(state).items():
        if kind in (U64, int):
            yield f"{path}.{field}"
        else:
            yield from flat_fields(kind, f"{path}.{field}")


def typed(state: Any) -> Any:
    """Return the state with each field of its declared type, ready for compiled code."""
    import numpy

    kind_of_state: Any = type(state)
    kinds = field_types(kind_of_state).values()
    return kind_of_state(
        *(
            numpy.uint64(value) if kind is U64 else int(value) if kind is int else typed(value)
            for kind, value in zip(kinds, state, strict=True)
        )
    )


def cache_folder(game: ModuleType) -> Path:
    """Return the folder for the machine code of a game."""
    given = os.environ.get("STEINREICH_CACHE")
    users = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    folder = Path(given) if given else Path(users) / "steinreich"
    return folder / home(game).stem


def home(game: ModuleType) -> Path:
    """Return the file of a game, or the folder of a package."""
    path = Path(str(game.__file__))
    return path.parent if path.stem == "__init__" else path


@cache
def machine_sources() -> tuple[bytes, ...]:
    """Return the sources of the compiler, which the fingerprint of a rule does not include."""
    folder, files = Path(__file__).parent, ("binder", "intrinsics", "cache")
    return tuple((folder / f"{name}.py").read_bytes() for name in files)
