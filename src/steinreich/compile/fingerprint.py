"""Fingerprints of compiled rules: hashes of all code, constants and tables that they reach.

They are computed from the bound functions instead of source files.  So a fingerprint changes if and
only if an edit affects the rule, such as the edit of a helper in another file or of a data file.
"""

import re
from collections.abc import Mapping
from hashlib import blake2b
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy

from steinreich.compile.code_names import find_global_names

ADDRESS = re.compile(r" at 0x[0-9a-f]+")  # differs from process to process
SCALARS = (int, float, bool, str, bytes, type(None), type(Ellipsis), numpy.generic)


def fingerprint(rule: FunctionType, intrinsic_names: Mapping[int, str], *extras: object) -> str:
    """Return the fingerprint of a bound rule, the same in any process.

    `intrinsic_names` has the names of intrinsics by id; `extras` are hashed, too.
    """
    hasher = Hasher(intrinsic_names)
    hasher.add(extras)
    hasher.add(rule)
    return hasher.hash.hexdigest()


class Hasher:
    """Hashes objects recursively; an object that was hashed before by its index."""

    def __init__(self, intrinsic_names: Mapping[int, str]) -> None:
        self.hash = blake2b(digest_size=16)
        self.intrinsic_names = intrinsic_names
        self.index_by_id: dict[int, int] = {}
        self.alive: list[object] = []  # all hashed objects, so that their ids stay unique

    def update(self, *values: object) -> None:
        """Update the hash with plain values, by their `repr`."""
        self.hash.update(repr(values).encode())

    def add(self, value: Any) -> None:
        """Hash any value to which a rule refers."""
        value = getattr(value, "py_func", value)  # a compiled rule
        if id(value) in self.intrinsic_names:
            self.update("intrinsic", self.intrinsic_names[id(value)])
        elif isinstance(value, SCALARS):
            self.update(type(value).__name__, repr(value))
        elif isinstance(value, numpy.ndarray):
            self.update("array", value.dtype.str, value.shape, value.tobytes())
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
            self.add_all(value)
        elif isinstance(value, frozenset):
            self.update("set", sorted(map(repr, value)))
        elif isinstance(value, type):
            self.add_class(value)
        elif isinstance(value, ModuleType):
            self.update("module", value.__name__, getattr(value, "__version__", ""))
        elif isinstance(value, BuiltinFunctionType) or hasattr(value, "__qualname__"):
            self.update("named", value.__module__, value.__qualname__)
        else:  # a type of Numba, or an intrinsic that only other intrinsics use
            self.update("other", type(value).__qualname__, ADDRESS.sub("", repr(value)))

    def add_all(self, values: Any) -> None:
        self.update(len(values))
        for value in values:
            self.add(value)

    def add_function(self, function: FunctionType) -> None:
        """Hash a function's code, and the globals and closure values that it uses.

        The name of its module is included, since cached code can be loaded only if it exists.
        """
        self.update("rule", function.__module__, function.__name__)
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
        self.update("class", cls.__module__, cls.__qualname__, getattr(cls, "_fields", ()))
