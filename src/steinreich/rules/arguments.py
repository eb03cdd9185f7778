"""Validation of arguments at the public interface.

Each `check_…` function returns the valid value or raises `BadArgument`; `name` is the name of the
argument in the message.
"""

from collections.abc import Sequence
from math import inf, isfinite
from numbers import Real
from operator import index
from threading import Event
from typing import Any

from steinreich.rules.errors import BadArgument, BadType
from steinreich.rules.language import Text, join_with_or
from steinreich.rules.untrusted import one_line, with_suggestion

MAX_SHOWN_CHARACTERS = 60  # of an invalid value in a message
MAX_INT64 = (1 << 63) - 1
MAX_SEED = (1 << 64) - 1
MAX_THREADS = 256
MAX_TABLE = 1 << 40  # entries of a transposition table
READABLE_LIMITS = {MAX_INT64: "2**63 - 1", MAX_SEED: "2**64 - 1"}


def check_integer(name: Text | str, value: Any, minimum: int, maximum: int = MAX_INT64) -> int:
    """Return an integer in a range as a plain `int`; refuse booleans."""
    try:
        number = None if isinstance(value, bool) else index(value)
    except TypeError:
        number = None
    if number is not None and minimum <= number <= maximum:
        return number
    last = READABLE_LIMITS.get(maximum, str(maximum))
    expected = (
        Text("a whole number of at least {least}", least=minimum)
        if maximum == MAX_INT64
        else Text("a whole number from {least} to {last}", least=minimum, last=last)
    )
    raise (BadType if number is None else BadArgument)(mismatch_message(name, expected, value))


def check_seed(value: Any) -> int:
    """Return the seed of a random stream: an unsigned 64-bit integer."""
    return check_integer(Text("a seed"), value, 0, MAX_SEED)


def check_threads(value: Any) -> int:
    """Return a number of threads."""
    return check_integer("threads", value, 1, MAX_THREADS)


def check_positive(name: Text | str, value: Any) -> float:
    """Return a finite number above 0 as a `float`."""
    number = check_finite(name, Text("a finite number above 0"), value)
    if number <= 0:
        raise BadArgument(mismatch_message(name, Text("above 0"), value))
    return number


def check_not_negative(name: Text | str, value: Any) -> float:
    """Return a finite number of at least 0 as a `float`."""
    number = check_finite(name, Text("a finite number of at least 0"), value)
    if number < 0:
        raise BadArgument(mismatch_message(name, Text("at least 0"), value))
    return number


def check_finite(name: Text | str, expected: Text, value: Any) -> float:
    """Return a number; refuse infinity, NaN, booleans and strings."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise bad_type(name, expected, value)
    try:
        number = float(value)
    except OverflowError:
        number = inf
    if not isfinite(number):
        raise BadArgument(mismatch_message(name, expected, value))
    return number


def check_boolean(name: Text | str, value: Any) -> bool:
    """Return `True` or `False`."""
    if not isinstance(value, bool):
        raise bad_type(name, Text("True or False"), value)
    return value


def check_instance(name: Text | str, value: Any, type: Any, expected: Text | str) -> Any:
    """Return a value of a type, which `expected` describes in the message."""
    if not isinstance(value, type):
        raise bad_type(name, expected, value)
    return value


def check_text(name: Text | str, value: Any) -> str:
    """Return a `str`."""
    found: str = check_instance(name, value, str, Text("a str"))
    return found


def check_event(name: str, value: Any) -> Event | None:
    """Return a `threading.Event` or None."""
    if value is not None and not isinstance(value, Event):
        raise bad_type(name, "a threading.Event", value)
    return value


def check_function(name: str, value: Any) -> Any:
    """Return a callable."""
    if not callable(value):
        raise bad_type(name, Text("a function"), value)
    return value


def check_one_of(name: Text | str, value: Any, choices: Sequence[str]) -> str:
    """Return one of several strings."""
    expected = join_with_or([repr(choice) for choice in choices])
    if not isinstance(value, str):
        raise bad_type(name, expected, value)
    if value not in choices:
        raise BadArgument(with_suggestion(mismatch_message(name, expected, value), value, choices))
    return value


def bad_type(name: Text | str, expected: Text | str, value: object) -> BadType:
    """Return the error for a value of a wrong type."""
    return BadType(mismatch_message(name, expected, value))


def mismatch_message(name: Text | str, expected: Text | str, value: object) -> Text:
    """Return the message that an argument differs from the expected value."""
    found = format_value(value)
    return Text("{name} must be {expected}, not {found}", name=name, expected=expected, found=found)


def format_value(value: Any) -> str:
    """Return the short form of an invalid value for a message; of arrays, shape and type."""
    if hasattr(value, "shape") and hasattr(value, "dtype"):
        return f"{type(value).__name__} {value.shape} {value.dtype}"
    return one_line(repr(value)[: 2 * MAX_SHOWN_CHARACTERS], MAX_SHOWN_CHARACTERS)
