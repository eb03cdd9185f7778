"""Checks of arguments at the public interface: each returns the value or raises `BadArgument`."""

from collections.abc import Sequence
from math import inf, isfinite
from numbers import Real
from operator import index
from typing import Any

from steinreich.rules.errors import BadArgument, BadType
from steinreich.rules.language import Words, listed
from steinreich.rules.text.did_you_mean import suggesting
from steinreich.rules.text.safe import one_line

SHOWN_CHARACTERS = 60  # of a wrong value
MAX_INT64 = (1 << 63) - 1
MAX_SEED = (1 << 64) - 1
MAX_THREADS = 256
MAX_TABLE = 1 << 40  # entries of a search's memory
POWERS = {MAX_INT64: "2**63 - 1", MAX_SEED: "2**64 - 1"}  # limits as people know them


def integer(name: Words | str, value: Any, least: int, most: int = MAX_INT64) -> int:
    """A whole number from `least` to `most` as a plain `int`; booleans are refused."""
    try:
        number = None if isinstance(value, bool) else index(value)
    except TypeError:
        number = None
    if number is not None and least <= number <= most:
        return number
    last = POWERS.get(most, str(most))
    expected = (
        Words(f"a whole number of at least {least}", f"eine ganze Zahl ab {least}")
        if most == MAX_INT64
        else Words(
            f"a whole number from {least} to {last}", f"eine ganze Zahl von {least} bis {last}"
        )
    )
    raise (BadType if number is None else BadArgument)(is_not(name, expected, value))


def seed(value: Any) -> int:
    """A seed of a random stream: 64 bits without a sign."""
    return integer(Words("a seed", "ein Startwert"), value, 0, MAX_SEED)


def threads(value: Any) -> int:
    """How many threads share some work."""
    return integer("threads", value, 1, MAX_THREADS)


def positive(name: Words | str, value: Any) -> float:
    """A finite number above 0 as a `float`."""
    number = finite(name, Words("a finite number above 0", "eine endliche Zahl über 0"), value)
    if number <= 0:
        raise BadArgument(is_not(name, Words("above 0", "größer als 0"), value))
    return number


def not_negative(name: Words | str, value: Any) -> float:
    """A finite number of at least 0 as a `float`."""
    number = finite(name, Words("a finite number from 0 on", "eine endliche Zahl ab 0"), value)
    if number < 0:
        raise BadArgument(is_not(name, Words("at least 0", "mindestens 0"), value))
    return number


def finite(name: Words | str, expected: Words, value: Any) -> float:
    """Any number but infinity and NaN; booleans and texts are refused."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise bad_type(name, expected, value)
    try:
        number = float(value)
    except OverflowError:
        number = inf
    if not isfinite(number):
        raise BadArgument(is_not(name, expected, value))
    return number


def boolean(name: Words | str, value: Any) -> bool:
    """`True` or `False`."""
    if not isinstance(value, bool):
        raise bad_type(name, Words("True or False", "True oder False"), value)
    return value


def instance(name: Words | str, value: Any, kind: Any, expected: Words | str) -> Any:
    """A value of a type, which `expected` describes."""
    if not isinstance(value, kind):
        raise bad_type(name, expected, value)
    return value


def text(name: Words | str, value: Any) -> str:
    """A `str`."""
    found: str = instance(name, value, str, Words("a str", "ein str"))
    return found


def one_of(name: Words | str, value: Any, names: Sequence[str]) -> str:
    """One of some names."""
    expected = listed([repr(one) for one in names], "or", "oder")
    if not isinstance(value, str):
        raise bad_type(name, expected, value)
    if value not in names:
        raise BadArgument(suggesting(is_not(name, expected, value), value, names))
    return value


def bad_type(name: Words | str, expected: Words | str, value: object) -> BadType:
    """The error for a value of a wrong type."""
    return BadType(is_not(name, expected, value))


def is_not(name: Words | str, expected: Words | str, value: object) -> Words:
    """That an argument is expected to be something else than a value."""
    name = name if isinstance(name, Words) else Words(name, name)
    expected = expected if isinstance(expected, Words) else Words(expected, expected)
    found = shown(value)
    return Words(
        f"{name.en} is {expected.en}, not {found}", f"{name.de} ist {expected.de}, nicht {found}"
    )


def shown(value: Any) -> str:
    """A wrong value for a message; of an array its kind."""
    if hasattr(value, "shape") and hasattr(value, "dtype"):
        return f"{type(value).__name__} {value.shape} {value.dtype}"
    return one_line(repr(value)[: 2 * SHOWN_CHARACTERS], SHOWN_CHARACTERS)
