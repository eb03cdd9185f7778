"""The binder: binds generic rules to a game, as plain Python or as machine code.

A rule is a plain function that finds other rules, constants and tables among the
globals of its module.  The binder makes a copy of it from the same code with globals
of its own, in which

- a function of the contract is the game's,
- any other rule is its own copy,
- a bit verb is the machine's, a `U64` is an unsigned 64-bit number and a table an array
  (for machine code only).

Entry points, which are called from Python, are kept on disk (`cache`) in files named after all that
they reach (`fingerprint`).
"""

import os
import sys
from collections import namedtuple
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from random import Random
from threading import RLock
from types import CodeType, FunctionType, ModuleType
from typing import Any, get_type_hints

from steinreich.rules import contract
from steinreich.rules.bits import ALL, U64, LookupTable, rule

Rule = Any  # a function marked with @rule
SETTINGS = {"error_model": "numpy", "nogil": True}
CONTRACT = (
    "candidates",
    "legal",
    "legal_ways",
    "play",
    "outcome",
    "player",
    "variety",
    "observe",
)


class Binder:
    """Binds rules to one game; here they stay plain, and reckon with Python's own integers."""

    def __init__(self, game: ModuleType, more: Mapping[Rule, Rule] | None = None) -> None:
        self.bound: dict[Any, Any] = {
            getattr(contract, name): getattr(game, name) for name in CONTRACT if hasattr(game, name)
        }
        self.bound[contract.key] = key_of(game.State)
        self.bound.setdefault(contract.observe, observe_of(game.State))
        self.bound |= more or {}  # what else is to be put in another rule's place
        self.bound_rules: dict[Any, Any] = {}
        self.lock = RLock()

    def __call__(self, function: Rule) -> Any:
        """The rule, bound."""
        with self.lock:
            function = self.bound.get(function, function)
            if function not in self.bound_rules:
                namespace: dict[str, Any] = {"__builtins__": __builtins__}
                self.bound_rules[function] = bound = self.finish(copied(function, namespace))
                for name in names(function.__code__):
                    if name in function.__globals__:
                        namespace[name] = self.convert(function.__globals__[name])
                return bound
            return self.bound_rules[function]

    def finish(self, bound: FunctionType) -> Any:
        return bound

    def convert(self, value: Any) -> Any:
        """A global of a rule as the bound one sees it.

        To plain Python a U64 is an integer like any other, and those of a class of their own
        would only be slower.
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
        """The rule, bound; the base's where nothing that it reaches is another rule here."""
        if self.base and self.more.isdisjoint(reached(function)):
            return self.base(function)
        return super().__call__(function)

    @cached_property
    def folder(self) -> Path | None:
        """Where machine code of this game is kept; None where nothing can be."""
        from steinreich.compile.cache import usable

        return usable(cache_folder(self.game))

    def finish(self, bound: FunctionType) -> Any:
        import numba

        from steinreich.compile.parts import PartCompiler

        named_uniquely(bound)
        inline = not getattr(bound, "is_seldom", False)
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
        """The bound rule to call from Python: cached on disk with all that it calls."""
        from steinreich.compile.cache import EntryPoint

        with self.lock:
            if function not in self.entries:
                inner = self(function).py_func
                # A function of its own: a rule that calls itself calls the inner one.
                outer = named_uniquely(copied(inner, inner.__globals__))
                self.entries[function] = EntryPoint(outer, SETTINGS, self.code_cache(outer))
            return self.entries[function]

    def code_cache(self, outer: FunctionType) -> Any:
        """The place on disk for an entry point, by all that its machine code depends on."""
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
    """A rule and all others that it calls, directly or through others."""
    found: set[Rule] = set()
    open_ends = [function]
    while open_ends:
        one = open_ends.pop()
        if one not in found:
            found.add(one)
            values = (one.__globals__.get(name) for name in names(one.__code__))
            open_ends += [value for value in values if getattr(value, "is_rule", False)]
    return frozenset(found)


def copied(function: FunctionType, namespace: dict[str, Any]) -> FunctionType:
    """The same code over other globals."""
    bound = FunctionType(
        function.__code__, namespace, function.__name__, function.__defaults__, function.__closure__
    )
    bound.__qualname__, bound.__module__ = function.__qualname__, function.__module__
    bound.__dict__.update(function.__dict__)
    return bound


def named_uniquely(bound: FunctionType) -> FunctionType:
    """Give a bound rule a name that no other has, in any process.

    Machine code is linked by names.  Numba numbers functions in the order in which a process
    compiles them: so code that two processes have kept may bear one name, and in a third, which
    loads both, one of them would call the other's.
    """
    bound.__qualname__ = f"{bound.__name__}_{os.urandom(8).hex()}"
    return bound


def names(code: CodeType) -> Iterator[str]:
    """The names a function looks up, in nested code as well."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names(constant)


@rule
def mixed(total: U64) -> U64:
    """A number in which every bit depends on all of the total's."""
    total = (total ^ total >> U64(32)) * U64(0xD6E8FEB86659FD93) & ALL
    return total ^ total >> U64(32)


@rule
def spread(cells: U64) -> U64:
    """The set with its high cells also among the low ones: a product carries upwards only, so that
    without this two sets that differ in high cells would often have the same key."""
    return cells ^ cells >> U64(32) ^ cells >> U64(48)


def key_of(state: Any) -> Rule:
    """The rule that makes one number out of all fields of a State: each times a number of its own,
    which the processor works out side by side, and the sum well mixed."""
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
    """The rule that shows all fields of a State, bit by bit: for games that state no other."""
    fields = [*flat_fields(state, "s")]
    shown = namedtuple(  # type: ignore[misc]  # its fields are known when it runs
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
    """The declared type of each field."""
    return get_type_hints(state)


def flat_fields(state: Any, path: str) -> Iterator[str]:
    """The fields of a State, and those of sets within it, as they are written in a rule."""
    for field, kind in field_types(state).items():
        if kind in (U64, int):
            yield f"{path}.{field}"
        else:
            yield from flat_fields(kind, f"{path}.{field}")


def typed(state: Any) -> Any:
    """The state with each field of its declared type, ready for compiled code."""
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
    """Where the machine code of this game lies."""
    given = os.environ.get("STEINREICH_CACHE")
    users = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    folder = Path(given) if given else Path(users) / "steinreich"
    return folder / home(game).stem


def home(game: ModuleType) -> Path:
    """The file of a game, or its folder where it is a package."""
    path = Path(str(game.__file__))
    return path.parent if path.stem == "__init__" else path


@cache
def machine_sources() -> tuple[bytes, ...]:
    """How machine code is made: the only sources that no fingerprint of a rule shows."""
    folder, files = Path(__file__).parent, ("binder", "intrinsics", "parts", "cache")
    return tuple((folder / f"{name}.py").read_bytes() for name in files)
