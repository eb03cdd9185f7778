"""Validation of the parts of a module, such as a game or its heuristics.

Parts are functions and constants with fixed names. Without validation, a misspelt name would be
ignored.
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

Namespace = Mapping[str, Any]  # the namespace of a module
MIN_SIMILARITY = 0.8  # of a misspelt name and the name of a part


class Parts:
    """The parts that a module may define, and their validation."""

    def __init__(self, parts: Iterable[Part]) -> None:
        self.by_name = {part.name: part for part in parts}

    def find_faults(self, namespace: Namespace) -> Iterator[Text]:
        """Report missing, misspelt and malformed parts, and parts that require another one."""
        yield from self.find_missing(namespace)
        yield from self.find_misspelt(namespace)
        yield from self.find_malformed(namespace)
        yield from self.find_unpaired(namespace)

    def is_function_for(self, name: str, value: Any) -> bool:
        """Return whether a function has as many arguments as the part of this name."""
        part = self.by_name.get(name)
        arguments = part and part.arguments
        return arguments is not None and count_arguments(value) == len(arguments.split(", "))

    def own_names(self, namespace: Namespace) -> list[str]:
        """Return the names that the module itself defines and that are not parts."""
        return [
            name
            for name, value in namespace.items()
            if not name.startswith("_")
            and name not in self.by_name
            and not isinstance(value, ModuleType)
            and is_own(value, namespace)
        ]

    def find_missing(self, namespace: Namespace) -> Iterator[Text]:
        """Report missing required parts."""
        missing = [
            part.name
            for part in self.by_name.values()
            if part.is_required and part.name not in namespace
        ]
        if missing:
            parts = ", ".join(missing)
            fault = Text("it has no {parts}", parts=parts)
            for similar in get_close_matches(
                missing[0], self.own_names(namespace), 1, MIN_SIMILARITY
            ):
                fault = Text(
                    "it has no {parts}; is {like} meant to be {part}?",
                    parts=parts,
                    like=similar,
                    part=missing[0],
                )
            yield fault

    def find_misspelt(self, namespace: Namespace) -> Iterator[Text]:
        """Report names that are probably misspelt parts."""
        undefined = [name for name in self.by_name if name not in namespace]
        for name in self.own_names(namespace):
            value = namespace[name]
            for part in get_close_matches(name, undefined, 1, MIN_SIMILARITY):
                if isinstance(value, FunctionType):
                    is_misspelt = self.is_function_for(part, value)
                else:
                    is_misspelt = type(value) is self.by_name[part].type
                if is_misspelt:
                    yield Text("{name} is unknown; did you mean {part}?", name=name, part=part)

    def find_malformed(self, namespace: Namespace) -> Iterator[Text]:
        """Report functions with wrong arguments, rules without `@rule` and data of wrong types."""
        for name, part in self.by_name.items():
            if name not in namespace:
                continue
            value = namespace[name]
            if part.arguments is not None:
                yield from find_function_faults(name, value, part.arguments)
                if part.is_rule and not getattr(value, "is_rule", False):
                    yield Text("{name} is not marked with @rule", name=name)
            elif part.type is not None and not isinstance(value, part.type):
                expected, given = part.type.__name__, type(value).__name__
                yield Text(
                    "{name} is of the type {given}, not {shown}",
                    name=name,
                    given=given,
                    shown=expected,
                )

    def find_unpaired(self, namespace: Namespace) -> Iterator[Text]:
        """Report parts that have no effect, because another one is missing."""
        for name, part in self.by_name.items():
            if name in namespace and part.requires and part.requires not in namespace:
                yield Text("it has {name}, but no {needs}", name=name, needs=part.requires)


def check_parts(module: ModuleType, faults: Iterable[Text]) -> None:
    """Raise `BrokenContract` for the first fault of a third-party file."""
    for fault in faults:
        file = repr(Path(str(module.__file__)).name)
        raise BrokenContract(fault.after(file))


def find_function_faults(name: str, value: Any, arguments: str) -> Iterator[Text]:
    """Report a value that is not a function with these arguments, separated by commas."""
    if not callable(value):
        yield Text("{name} is not a function", name=name)
        return
    count = count_arguments(value)
    if count != len(arguments.split(", ")):
        number = Plural("{n} argument", "{n} arguments", count)
        yield Text(
            "{name} takes {number}; it must be {name}({wanted})",
            name=name,
            number=number,
            wanted=arguments,
        )


def count_arguments(function: Any) -> int:
    """Return the number of arguments of a function."""
    return len(inspect.signature(function).parameters)


def is_own(value: Any, namespace: Namespace) -> bool:
    """Return whether a value is defined in a module, or in a submodule of this package."""
    module = getattr(value, "__module__", namespace["__name__"])
    return f"{module}.".startswith(f"{namespace['__name__']}.")


def find_own_rules(submodule: Namespace, namespace: Namespace) -> list[Any]:
    """Return the rules in a submodule that are defined in a package, given by its namespace."""
    return [
        value
        for value in submodule.values()
        if getattr(value, "is_rule", False) and is_own(value, namespace)
    ]
