"""A fingerprint of all that a compiled rule is made from: code, constants and tables it reaches.

It is taken of what the binder has put together, not of source files.  So whatever is edited, a
helper in any file or a number that was read from one, shows if it matters, and only then.
"""

import re
from collections.abc import Mapping
from hashlib import blake2b
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy

from steinreich.compile.binder import names

ADDRESS = re.compile(r" at 0x[0-9a-f]+")  # differs from process to process
PLAIN = (int, float, bool, str, bytes, type(None), type(Ellipsis), numpy.generic)


def fingerprint(rule: FunctionType, verbs: Mapping[int, str], *more: object) -> str:
    """The same for the same rule in any process; `verbs` names the machine's, by their id."""
    hasher = Hasher(verbs)
    hasher.take(more)
    hasher.take(rule)
    return hasher.hash.hexdigest()


class Hasher:
    """Goes through everything once; what has been seen is told by its number."""

    def __init__(self, verbs: Mapping[int, str]) -> None:
        self.hash = blake2b(digest_size=16)
        self.verbs = verbs
        self.seen: dict[int, int] = {}
        self.kept: list[object] = []  # an id stands for an object as long as that lives

    def note(self, *words: object) -> None:
        self.hash.update(repr(words).encode())

    def take(self, value: Any) -> None:
        """Take in a value that a rule finds under some name."""
        value = getattr(value, "py_func", value)  # a rule that is compiled itself
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
        """Its code, and whatever that finds among its globals and in its closure.

        And its module: code that is kept names it, and cannot be loaded where it is gone.
        """
        self.note("rule", function.__module__, function.__name__)
        self.note(getattr(function, "is_seldom", False))
        self.take(function.__code__)
        self.take(function.__defaults__)
        self.take_all([cell.cell_contents for cell in function.__closure__ or ()])
        for name in sorted(set(names(function.__code__))):
            if name in function.__globals__:
                self.note("global", name)
                self.take(function.__globals__[name])

    def take_code(self, code: CodeType) -> None:
        """What it does; not where it stands."""
        self.note(code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
        self.note(code.co_argcount, code.co_kwonlyargcount, code.co_flags)
        self.take_all(code.co_consts)

    def take_class(self, kind: type) -> None:
        """Its name, and the fields that a tuple of this class has."""
        self.note("class", kind.__module__, kind.__qualname__, getattr(kind, "_fields", ()))
