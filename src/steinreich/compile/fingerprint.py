"""Fingerprints of compiled rules: hashes of all code, constants and tables that they reach.

They are taken of the bound functions, not of source files.  So they change exactly if an edit
affects a rule, such as that of a helper in any file, or of a data file.
"""

import re
from collections.abc import Mapping
from hashlib import blake2b
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy

from steinreich.compile.code_names import global_names

ADDRESS = re.compile(r" at 0x[0-9a-f]+")  # differs from process to process
PLAIN = (int, float, bool, str, bytes, type(None), type(Ellipsis), numpy.generic)


def fingerprint(rule: FunctionType, verbs: Mapping[int, str], *more: object) -> str:
    """Return the fingerprint of a rule, the same in any process; `verbs` are intrinsics by id."""
    hasher = Hasher(verbs)
    hasher.take(more)
    hasher.take(rule)
    return hasher.hash.hexdigest()


class Hasher:
    """Hashes objects recursively; repeated ones by their index."""

    def __init__(self, verbs: Mapping[int, str]) -> None:
        self.hash = blake2b(digest_size=16)
        self.verbs = verbs
        self.seen: dict[int, int] = {}
        self.kept: list[object] = []  # keeps objects alive, so that ids stay unique

    def note(self, *words: object) -> None:
        self.hash.update(repr(words).encode())

    def take(self, value: Any) -> None:
        """Hash a value that a rule refers to."""
        value = getattr(value, "py_func", value)  # a compiled rule
        if id(value) in self.verbs:
            self.note("verb", self.verbs[id(value)])
        elif isinstance(value, PLAIN):
            self.note(type(value).__name__, repr(value))
        elif isinstance(value, numpy.ndarray):
            self.note("array", value.dtype.str, value.shape, value.tobytes())
        elif id(value) in self.seen:
            self.note("as before", self.seen[id(value)])
        else:
            self.seen[id(value)] = len(self.seen)
            self.kept.append(value)
            self.take_object(value)

    def take_object(self, value: Any) -> None:
        if isinstance(value, FunctionType):
            self.take_function(value)
        elif isinstance(value, CodeType):
            self.take_code(value)
        elif isinstance(value, tuple | list):
            self.take_class(type(value))
            self.take_all(value)
        elif isinstance(value, frozenset):
            self.note("set", sorted(map(repr, value)))
        elif isinstance(value, type):
            self.take_class(value)
        elif isinstance(value, ModuleType):
            self.note("module", value.__name__, getattr(value, "__version__", ""))
        elif isinstance(value, BuiltinFunctionType) or hasattr(value, "__qualname__"):
            self.note("named", value.__module__, value.__qualname__)
        else:  # a type of Numba, or an intrinsic that only verbs use
            self.note("other", type(value).__qualname__, ADDRESS.sub("", repr(value)))

    def take_all(self, values: Any) -> None:
        self.note(len(values))
        for value in values:
            self.take(value)

    def take_function(self, function: FunctionType) -> None:
        """Hash a function's code, and the globals and closure values that it uses.

        The module is included because cached code refers to it, and cannot be loaded without it.
        """
        self.note("rule", function.__module__, function.__name__)
        self.note(getattr(function, "is_noinline", False))
        self.take(function.__code__)
        self.take(function.__defaults__)
        self.take_all([cell.cell_contents for cell in function.__closure__ or ()])
        for name in sorted(set(global_names(function.__code__))):
            if name in function.__globals__:
                self.note("global", name)
                self.take(function.__globals__[name])

    def take_code(self, code: CodeType) -> None:
        """Hash the instructions of code, without its file and line numbers."""
        self.note(code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
        self.note(code.co_argcount, code.co_kwonlyargcount, code.co_flags)
        self.take_all(code.co_consts)

    def take_class(self, kind: type) -> None:
        """Hash the name of a class, and the fields of a named tuple."""
        self.note("class", kind.__module__, kind.__qualname__, getattr(kind, "_fields", ()))
