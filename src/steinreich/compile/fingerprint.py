"""Fingerprints of rules: hashes of all code, constants and tables that they reach.

They are computed from functions instead of source files.  So a fingerprint changes only if an edit
affects the rule, even an edit of a helper in another file or of a data file.
"""

from collections.abc import Mapping
from hashlib import blake2b
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

from steinreich.compile.code_names import find_global_names

SCALARS = (int, float, bool, str, bytes, type(None), type(Ellipsis))


def fingerprint(rule: FunctionType, replacements: Mapping[Any, Any], *extras: object) -> str:
    """Return the fingerprint of a rule, the same in any process.

    `replacements` has the rules that are bound in place of others; `extras` are hashed, too.
    """
    hasher = Hasher(replacements)
    hasher.add(extras)
    hasher.add(rule)
    return hasher.hash.hexdigest()


class Hasher:
    """Hashes objects recursively; an object that occurs again is replaced by its index."""

    def __init__(self, replacements: Mapping[Any, Any]) -> None:
        self.hash = blake2b(digest_size=16)
        self.replacements = replacements
        self.index_by_id: dict[int, int] = {}
        self.alive: list[object] = []  # all hashed objects, so that their ids stay unique

    def update(self, *values: object) -> None:
        """Update the hash with plain values, by their `repr`."""
        self.hash.update(repr(values).encode())

    def add(self, value: Any) -> None:
        """Hash any value to which a rule refers."""
        if getattr(value, "is_rule", False):
            value = self.replacements.get(value, value)
        if isinstance(value, SCALARS):
            self.update(type(value).__name__, repr(value))
        elif id(value) in self.index_by_id:
            self.update("repeated", self.index_by_id[id(value)])
        else:
            self.index_by_id[id(value)] = len(self.index_by_id)
            self.alive.append(value)
            self.add_object(value)

    def add_object(self, value: Any) -> None:
        if isinstance(value, FunctionType):
            self.add_function(value)
        elif isinstance(value, CodeType):
            self.add_code(value)
        elif isinstance(value, tuple | list):
            self.add_class(type(value))
            self.update(getattr(value, "is_wide", None))  # of lookup tables
            self.add_all(value)
        elif isinstance(value, frozenset):
            self.update("set", sorted(map(repr, value)))
        elif isinstance(value, type):
            self.add_class(value)
        elif isinstance(value, ModuleType):
            self.update("module", value.__name__, getattr(value, "__version__", ""))
        elif isinstance(value, BuiltinFunctionType) or hasattr(value, "__qualname__"):
            self.update("named", value.__module__, value.__qualname__)
        else:
            raise TypeError(f"a rule cannot refer to {value!r}")

    def add_all(self, values: Any) -> None:
        self.update(len(values))
        for value in values:
            self.add(value)

    def add_function(self, function: FunctionType) -> None:
        """Hash a function's code, and the globals and closure values that it uses."""
        self.update("rule", function.__name__)
        self.update(getattr(function, "is_noinline", False))
        self.add(function.__code__)
        self.add(function.__defaults__)
        self.add_all([cell.cell_contents for cell in function.__closure__ or ()])
        for name in sorted(set(find_global_names(function.__code__))):
            if name in function.__globals__:
                self.update("global", name)
                self.add(function.__globals__[name])

    def add_code(self, code: CodeType) -> None:
        """Hash the instructions of code, without its file and line numbers."""
        self.update(
            code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
        )
        self.update(code.co_argcount, code.co_kwonlyargcount, code.co_flags)
        self.add_all(code.co_consts)

    def add_class(self, cls: type) -> None:
        """Hash the name of a class, and the fields of a named tuple."""
        self.update("class", cls.__qualname__, getattr(cls, "_fields", ()))
