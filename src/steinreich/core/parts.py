"""The parts of a module that others ask for by name, and what is wrong with them, in one line.

A game, and what is known of it, state their parts as functions and constants of fixed names.  A
misspelt name would go unnoticed: nobody would ask for it.
"""

import inspect
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from steinreich.rules.errors import BrokenContract
from steinreich.rules.language import Words, plural

Stated = Mapping[str, Any]  # the names of a module and what they stand for
ALIKE = 0.8  # how alike two names are of which one may be meant to be the other


class Parts(NamedTuple):
    """What a module may state."""

    rules: Mapping[str, str]  # functions that are marked with @rule, each with its arguments
    functions: Mapping[str, str]  # others
    data: Mapping[str, type]
    needed: tuple[str, ...] = ()

    @property
    def arguments(self) -> dict[str, str]:
        """All functions with their arguments."""
        return {**self.rules, **self.functions}

    def faults(self, stated: Stated) -> Iterator[Words]:
        """What is missing, misspelt or of another form."""
        yield from self.missing(stated)
        yield from self.misspelt(stated)
        yield from self.malformed(stated)

    def own_names(self, stated: Stated) -> list[str]:
        """The names that a module itself defines and nobody asks for."""
        known = {*self.arguments, *self.data}
        return [
            name
            for name, value in stated.items()
            if not name.startswith("_")
            and name not in known
            and not isinstance(value, ModuleType)
            and is_own(value, stated)
        ]

    def missing(self, stated: Stated) -> Iterator[Words]:
        """Parts that must be there."""
        lacking = [part for part in self.needed if part not in stated]
        if lacking:
            parts = ", ".join(lacking)
            like = get_close_matches(lacking[0], self.own_names(stated), 1, ALIKE)
            en = f"; is {like[0]} meant to be {lacking[0]}?" if like else ""
            de = f"; soll {like[0]} {lacking[0]} sein?" if like else ""
            yield Words(f"it has no {parts}{en}", f"es fehlt {parts}{de}")

    def misspelt(self, stated: Stated) -> Iterator[Words]:
        """Parts under a name that nobody asks for."""
        wanted = self.arguments
        left_out = [part for part in (*wanted, *self.data) if part not in stated]
        for name in self.own_names(stated):
            value = stated[name]
            for part in get_close_matches(name, left_out, 1, ALIKE):
                if isinstance(value, FunctionType):
                    is_meant = part in wanted and arguments(value) == len(wanted[part].split(", "))
                else:
                    is_meant = type(value) is self.data.get(part)
                if is_meant:
                    yield Words(
                        f"{name} is unknown; did you mean {part}?",
                        f"{name} ist unbekannt; war {part} gemeint?",
                    )

    def malformed(self, stated: Stated) -> Iterator[Words]:
        """Functions are functions of so many arguments, rules are marked, data is of its type."""
        for name, wanted in self.arguments.items():
            if name in stated:
                yield from malformed_function(name, stated[name], wanted)
                if name in self.rules and not getattr(stated[name], "is_rule", False):
                    yield Words(f"{name} is not marked with @rule", f"vor {name} fehlt @rule")
        for name, kind in self.data.items():
            if name in stated and not isinstance(stated[name], kind):
                shown, given = kind.__name__, type(stated[name]).__name__
                yield Words(
                    f"{name} is of the type {given}, not {shown}",
                    f"{name} ist vom Typ {given}, nicht {shown}",
                )


def check_parts(module: ModuleType, faults: Iterable[Words]) -> None:
    """Say what is wrong with somebody's file, if anything is."""
    for fault in faults:
        file = repr(Path(str(module.__file__)).name)
        raise BrokenContract(fault.after(Words(file, file)))


def malformed_function(name: str, value: Any, wanted: str) -> Iterator[Words]:
    """What is no function of these arguments."""
    if not callable(value):
        yield Words(f"{name} is not a function", f"{name} ist keine Funktion")
        return
    given = arguments(value)
    if given != len(wanted.split(", ")):
        number = plural(given, Words("argument", "Argument"), Words("arguments", "Argumente"))
        yield Words(
            f"{name} takes {number.en}; it is to be {name}({wanted})",
            f"{name} hat {number.de}; gefragt ist {name}({wanted})",
        )


def arguments(function: Any) -> int:
    """How many arguments a function takes."""
    return len(inspect.signature(function).parameters)


def is_own(value: Any, stated: Stated) -> bool:
    """Whether a value comes from a module, or from inside its package."""
    module = getattr(value, "__module__", stated["__name__"])
    return f"{module}.".startswith(f"{stated['__name__']}.")


def own_rules(part: Stated, stated: Stated) -> list[Any]:
    """The rules in a module that come from another, or from inside its package."""
    return [
        value
        for value in part.values()
        if getattr(value, "is_rule", False) and is_own(value, stated)
    ]
