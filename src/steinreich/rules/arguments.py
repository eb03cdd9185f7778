"""Validation of arguments at the public interface: functions return the value or raise
`BadArgument`."""

from collections.abc import Sequence
from math import inf, isfinite
from numbers import Real
from operator import index
from threading import Event
from typing import Any

from steinreich.rules.errors import BadArgument, BadType
from steinreich.rules.language import Text, alternatives
from steinreich.rules.untrusted import one_line, with_suggestion

MAX_SHOWN_CHARACTERS = 60  # of an invalid value in a message
MAX_INT64 = (1 << 63) - 1
MAX_SEED = (1 << 64) - 1
MAX_THREADS = 256
MAX_TABLE = 1 << 40  # entries of a transposition table
POWERS = {MAX_INT64: "2**63 - 1", MAX_SEED: "2**64 - 1"}  # limits and their readable form


def integer(name: Text | str, value: Any, least: int, most: int = MAX_INT64) -> int:
    """Return an integer in a range as a plain `int`; booleans are refused."""
    try:
        number = None if isinstance(value, bool) else index(value)
    except TypeError:
        number = None
    if number is not None and least <= number <= most:
        return number
    last = POWERS.get(most, str(most))
    expected = (
        Text("a whole number of at least {least}", least=least)
        if most == MAX_INT64
        else Text("a whole number from {least} to {last}", least=least, last=last)
    )
    raise (BadType if number is None else BadArgument)(is_not(name, expected, value))


def seed(value: Any) -> int:
    """Return the seed of a random stream, an unsigned 64-bit integer."""
    return integer(Text("a seed"), value, 0, MAX_SEED)


def threads(value: Any) -> int:
    """Return a number of threads."""
    return integer("threads", value, 1, MAX_THREADS)


def positive(name: Text | str, value: Any) -> float:
    """Return a finite number above 0 as a `float`."""
    number = finite(name, Text("a finite number above 0"), value)
    if number <= 0:
        raise BadArgument(is_not(name, Text("above 0"), value))
    return number


def not_negative(name: Text | str, value: Any) -> float:
    """Return a finite number of at least 0 as a `float`."""
    number = finite(name, Text("a finite number from 0 on"), value)
    if number < 0:
        raise BadArgument(is_not(name, Text("at least 0"), value))
    return number


def finite(name: Text | str, expected: Text, value: Any) -> float:
    """Return a number except infinity and NaN; booleans and strings are refused."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise bad_type(name, expected, value)
    try:
        number = float(value)
    except OverflowError:
        number = inf
    if not isfinite(number):
        raise BadArgument(is_not(name, expected, value))
    return number


def boolean(name: Text | str, value: Any) -> bool:
    """Return `True` or `False`."""
    if not isinstance(value, bool):
        raise bad_type(name, Text("True or False"), value)
    return value


def instance(name: Text | str, value: Any, kind: Any, expected: Text | str) -> Any:
    """Return a value of a type, which `expected` describes."""
    if not isinstance(value, kind):
        raise bad_type(name, expected, value)
    return value


def text(name: Text | str, value: Any) -> str:
    """Return a `str`."""
    found: str = instance(name, value, str, Text("a str"))
    return found


def event(name: str, value: Any) -> Event | None:
    """Return a `threading.Event` or None."""
    if value is not None and not isinstance(value, Event):
        raise bad_type(name, "a threading.Event", value)
    return value


def function(name: str, value: Any) -> Any:
    """Return a callable."""
    if not callable(value):
        raise bad_type(name, Text("a function"), value)
    return value


def one_of(name: Text | str, value: Any, names: Sequence[str]) -> str:
    """Return one of several names."""
    expected = alternatives([repr(one) for one in names])
    if not isinstance(value, str):
        raise bad_type(name, expected, value)
    if value not in names:
        raise BadArgument(with_suggestion(is_not(name, expected, value), value, names))
    return value


def bad_type(name: Text | str, expected: Text | str, value: object) -> BadType:
    """Return the error for a value of a wrong type."""
    return BadType(is_not(name, expected, value))


def is_not(name: Text | str, expected: Text | str, value: object) -> Text:
    """Return the message that an argument is not what is expected."""
    found = shown(value)
    return Text("{name} is {expected}, not {found}", name=name, expected=expected, found=found)


def shown(value: Any) -> str:
    """Return an invalid value for a message; for an array, its type."""
    if hasattr(value, "shape") and hasattr(value, "dtype"):
        return f"{type(value).__name__} {value.shape} {value.dtype}"
    return one_line(repr(value)[: 2 * MAX_SHOWN_CHARACTERS], MAX_SHOWN_CHARACTERS)
