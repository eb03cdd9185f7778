"""Named parts of a module, such as a game or its knowledge, and their faults.

Parts are functions and constants with fixed names. A misspelt name would otherwise be ignored
silently.
"""

import inspect
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from steinreich.rules.contract import Part
from steinreich.rules.errors import BrokenContract
from steinreich.rules.language import Plural, Text

Stated = Mapping[str, Any]  # the namespace of a module
MIN_SIMILARITY = 0.8  # of a name and the part it may be a misspelling of


class Parts:
    """The parts that a module may define, and their validation."""

    def __init__(self, parts: Iterable[Part]) -> None:
        self.by_name = {part.name: part for part in parts}

    def faults(self, stated: Stated) -> Iterator[Text]:
        """Yield missing, misspelt and malformed parts."""
        yield from self.missing(stated)
        yield from self.misspelt(stated)
        yield from self.malformed(stated)
        yield from self.unpaired(stated)

    def is_function_for(self, name: str, value: Any) -> bool:
        """Return whether a function has the arguments of the part of this name."""
        part = self.by_name.get(name)
        wanted = part and part.arguments
        return wanted is not None and count_arguments(value) == len(wanted.split(", "))

    def own_names(self, stated: Stated) -> list[str]:
        """Return the names defined by the module itself that are not parts."""
        return [
            name
            for name, value in stated.items()
            if not name.startswith("_")
            and name not in self.by_name
            and not isinstance(value, ModuleType)
            and is_own(value, stated)
        ]

    def missing(self, stated: Stated) -> Iterator[Text]:
        """Report missing required parts."""
        lacking = [
            part.name
            for part in self.by_name.values()
            if part.is_required and part.name not in stated
        ]
        if lacking:
            parts = ", ".join(lacking)
            fault = Text("it has no {parts}", parts=parts)
            for like in get_close_matches(lacking[0], self.own_names(stated), 1, MIN_SIMILARITY):
                fault = Text(
                    "it has no {parts}; is {like} meant to be {part}?",
                    parts=parts,
                    like=like,
                    part=lacking[0],
                )
            yield fault

    def misspelt(self, stated: Stated) -> Iterator[Text]:
        """Report names that are probably misspelt parts."""
        left_out = [name for name in self.by_name if name not in stated]
        for name in self.own_names(stated):
            value = stated[name]
            for part in get_close_matches(name, left_out, 1, MIN_SIMILARITY):
                if isinstance(value, FunctionType):
                    is_meant = self.is_function_for(part, value)
                else:
                    is_meant = type(value) is self.by_name[part].type
                if is_meant:
                    yield Text("{name} is unknown; did you mean {part}?", name=name, part=part)

    def malformed(self, stated: Stated) -> Iterator[Text]:
        """Report functions with wrong arguments, rules without `@rule` and data of wrong types."""
        for name, part in self.by_name.items():
            if name not in stated:
                continue
            value = stated[name]
            if part.arguments is not None:
                yield from malformed_function(name, value, part.arguments)
                if part.is_rule and not getattr(value, "is_rule", False):
                    yield Text("{name} is not marked with @rule", name=name)
            elif part.type is not None and not isinstance(value, part.type):
                shown, given = part.type.__name__, type(value).__name__
                yield Text(
                    "{name} is of the type {given}, not {shown}",
                    name=name,
                    given=given,
                    shown=shown,
                )

    def unpaired(self, stated: Stated) -> Iterator[Text]:
        """Report parts that have no effect without another one."""
        for name, part in self.by_name.items():
            if name in stated and part.needs and part.needs not in stated:
                yield Text("it has {name}, but no {needs}", name=name, needs=part.needs)


def check_parts(module: ModuleType, faults: Iterable[Text]) -> None:
    """Raise `BrokenContract` for the first fault of a third-party file."""
    for fault in faults:
        file = repr(Path(str(module.__file__)).name)
        raise BrokenContract(fault.after(file))


def malformed_function(name: str, value: Any, wanted: str) -> Iterator[Text]:
    """Report a value that is not a function of these arguments."""
    if not callable(value):
        yield Text("{name} is not a function", name=name)
        return
    given = count_arguments(value)
    if given != len(wanted.split(", ")):
        number = Plural("{n} argument", "{n} arguments", given)
        yield Text(
            "{name} takes {number}; it is to be {name}({wanted})",
            name=name,
            number=number,
            wanted=wanted,
        )


def count_arguments(function: Any) -> int:
    """Return the number of arguments of a function."""
    return len(inspect.signature(function).parameters)


def is_own(value: Any, stated: Stated) -> bool:
    """Return whether a value comes from a module, or from inside its package."""
    module = getattr(value, "__module__", stated["__name__"])
    return f"{module}.".startswith(f"{stated['__name__']}.")


def own_rules(part: Stated, stated: Stated) -> list[Any]:
    """Return the rules in a module that come from another one, or from inside its package."""
    return [
        value
        for value in part.values()
        if getattr(value, "is_rule", False) and is_own(value, stated)
    ]
