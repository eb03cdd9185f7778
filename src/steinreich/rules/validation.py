"""Validation of external data: strict JSON, and readable messages for pydantic's errors.

Messages contain the path of the invalid value.
"""

import json
import re
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import Text, Verbatim
from steinreich.rules.untrusted import quote

if TYPE_CHECKING:
    from pydantic import ValidationError  # its import is slow

STRING = Text("a string")
INTEGER = Text("an integer")
NUMBER = Text("a number")
OBJECT = Text("an object")
NOT_EMPTY = Text("a non-empty value")
EXPECTED_VALUES = {  # by the error type of pydantic
    "string_type": STRING,
    "int_type": INTEGER,
    "int_parsing": INTEGER,
    "int_from_float": INTEGER,
    "float_type": NUMBER,
    "float_parsing": NUMBER,
    "finite_number": NUMBER,
    "bool_type": Text("true or false"),
    "list_type": Text("an array"),
    "dict_type": OBJECT,
    "model_type": OBJECT,
    "greater_than_equal": Text("a number of at least {ge}"),
    "less_than_equal": Text("a number of at most {le}"),
    "string_too_long": Text("a string of at most {max_length} characters"),
    "string_too_short": NOT_EMPTY,
    "too_short": NOT_EMPTY,
    "literal_error": Text("one of {expected}"),
}
MISSING_KEY = Text("the key {key} is missing")
UNKNOWN_KEY = Text("unknown key {key}")
LONE_SURROGATE = Text("an unpaired surrogate, half of a Unicode character")


class BadJson(SteinreichError):
    """A text is not JSON, or JSON that cannot be parsed without loss."""


def read_json(text: str) -> Any:
    """Parse JSON; raise `BadJson` for NaN, infinity and duplicate keys as well."""
    try:
        return json.loads(text, parse_constant=reject_constant, object_pairs_hook=make_object)
    except json.JSONDecodeError as error:
        raise BadJson(
            Text(
                "line {line}, column {column}: invalid JSON: {fault}",
                line=error.lineno,
                column=error.colno,
                fault=error.msg,
            )
        ) from None
    except BadJson:
        raise
    except (ValueError, RecursionError):
        raise BadJson(
            Text("a number in this JSON is too long, or it is nested too deeply")
        ) from None


def reject_constant(text: str) -> NoReturn:
    raise BadJson(Text("{given} is not a valid number in JSON", given=text))


def make_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object as a dict; refuse duplicate keys, since a value would be lost."""
    data = dict(pairs)
    if len(data) < len(pairs):
        twice = quote(Counter(key for key, _ in pairs).most_common(1)[0][0])
        raise BadJson(Text("duplicate key {twice} in an object", twice=twice))
    return data


class Fault(NamedTuple):
    """An error in validated data."""

    kind: str  # error type of pydantic
    path: tuple[str | int, ...]  # keys and indexes that lead to the value
    message: Text
    given: object  # the invalid value
    key: str = ""  # the missing or unknown key

    @property
    def path_text(self) -> str:
        """The path as text: `line[1].variations[0]`."""
        parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in self.path)
        return "".join(parts).removeprefix(".")

    @property
    def message_with_path(self) -> Text:
        """The message with its path."""
        return self.message.after(self.path_text) if self.path else self.message


def get_first_fault(error: "ValidationError") -> Fault:
    """Return the first error of a validation."""
    first = error.errors()[0]
    kind, path, given = first["type"], first["loc"], first["input"]
    if kind in ("missing", "extra_forbidden"):
        key = str(path[-1])
        template = MISSING_KEY if kind == "missing" else UNKNOWN_KEY
        message = template.with_values(key=quote(key))
        return Fault(kind, path[:-1], message, given, key)
    if kind == "string_unicode":
        return Fault(kind, path, LONE_SURROGATE, given)
    details = first.get("ctx", {})
    cause = details.get("error")
    if isinstance(cause, SteinreichError):  # raised by a validator of this package
        return Fault(kind, path, cause.message, given)
    if kind not in EXPECTED_VALUES:
        return Fault(kind, path, Verbatim(first["msg"]), given)
    message = describe_expected_value(EXPECTED_VALUES[kind], details, given)
    return Fault(kind, path, message, given)


def describe_expected_value(expected: Text, details: Mapping[str, Any], given: object) -> Text:
    """Return the message that states which value is expected."""
    if "expected" in details:  # "'text', 'json' or 'quiet'"
        details = {"expected": ", ".join(re.findall("'([^']*)'", details["expected"]))}
    return Text(
        "expected {what}, not {given}",
        what=expected.with_values(**details),
        given=quote(str(given)),
    )
