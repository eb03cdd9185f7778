"""Data from outside: JSON as the standard has it, and what pydantic finds wrong with its form.

All faults are told in both languages and with their place.
"""

import json
import re
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import Words
from steinreich.rules.text.safe import quoted

if TYPE_CHECKING:
    from pydantic import ValidationError  # only where data are validated: it takes time to import

STRING = Words("a string", "ein Text")
INTEGER = Words("an integer", "eine ganze Zahl")
NUMBER = Words("a number", "eine Zahl")
OBJECT = Words("an object", "ein Objekt")
NOT_EMPTY = Words("something that is not empty", "etwas, das nicht leer ist")
WANTED = {  # by the kind of fault
    "string_type": STRING,
    "int_type": INTEGER,
    "int_parsing": INTEGER,
    "int_from_float": INTEGER,
    "float_type": NUMBER,
    "float_parsing": NUMBER,
    "finite_number": NUMBER,
    "bool_type": Words("true or false", "true oder false"),
    "list_type": Words("an array", "ein Array"),
    "dict_type": OBJECT,
    "model_type": OBJECT,
    "greater_than_equal": Words("a number from {ge} on", "eine Zahl ab {ge}"),
    "less_than_equal": Words("a number up to {le}", "eine Zahl bis {le}"),
    "string_too_long": Words(
        "a string of at most {max_length} characters", "ein Text von höchstens {max_length} Zeichen"
    ),
    "string_too_short": NOT_EMPTY,
    "too_short": NOT_EMPTY,
    "literal_error": Words("one of {expected}", "eines von {expected}"),
}
MISSING = Words("the key {} is missing", "der Schlüssel {} fehlt")
UNKNOWN = Words("there is no key {}", "einen Schlüssel {} gibt es nicht")
HALF_CHARACTER = Words("half a Unicode character", "ein halbes Unicode-Zeichen")


class BadJson(SteinreichError):
    """A text that is no JSON, or would lose something as such."""


def read_json(text: str) -> Any:
    """The data in a JSON text; no numbers that are none, and no key twice in one object."""
    try:
        return json.loads(text, parse_constant=no_number, object_pairs_hook=object_of)
    except json.JSONDecodeError as error:
        at = f"{error.lineno}", f"{error.colno}"
        raise BadJson(
            Words(
                "line {}, column {}: this is not JSON: ".format(*at) + error.msg,
                "Zeile {}, Spalte {}: das ist kein JSON: ".format(*at) + error.msg,
            )
        ) from None
    except BadJson:
        raise
    except (ValueError, RecursionError):
        raise BadJson(
            Words(
                "a number in this JSON is too long, or something is nested too deep",
                "eine Zahl in diesem JSON ist zu lang oder etwas zu tief geschachtelt",
            )
        ) from None


def no_number(text: str) -> NoReturn:
    raise BadJson(Words(f"{text} is not a number in JSON", f"{text} ist in JSON keine Zahl"))


def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; the same key twice would lose what one of them says."""
    data = dict(pairs)
    if len(data) < len(pairs):
        twice = quoted(Counter(key for key, _ in pairs).most_common(1)[0][0])
        raise BadJson(
            Words(
                f"the key {twice} is there twice in one object",
                f"der Schlüssel {twice} steht zweimal in einem Objekt",
            )
        )
    return data


class Fault(NamedTuple):
    """One thing that is wrong."""

    kind: str  # as pydantic names it
    path: tuple[str | int, ...]  # keys and indices that lead to it
    words: Words  # what is wrong there
    given: object
    key: str = ""  # the one that is missing or unknown there

    @property
    def place(self) -> str:
        """Where it is: `line[1].variations[0]`."""
        parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in self.path)
        return "".join(parts).removeprefix(".")

    @property
    def located(self) -> Words:
        """What is wrong, and where."""
        return self.words.after(self.place) if self.path else self.words


def first_fault(error: "ValidationError") -> Fault:
    """What a person should put right first."""
    found = error.errors()[0]
    kind, path, given = found["type"], found["loc"], found["input"]
    if kind in ("missing", "extra_forbidden"):
        key = str(path[-1])
        said = MISSING if kind == "missing" else UNKNOWN
        words = Words(said.en.format(quoted(key)), said.de.format(quoted(key)))
        return Fault(kind, path[:-1], words, given, key)
    if kind == "string_unicode":
        return Fault(kind, path, HALF_CHARACTER, given)
    details = found.get("ctx", {})
    if isinstance(own := details.get("error"), SteinreichError):  # raised by a check of ours
        return Fault(kind, path, own.words, given)
    if kind not in WANTED:
        return Fault(kind, path, Words(found["msg"], found["msg"]), given)
    return Fault(kind, path, wanted(WANTED[kind], details, given), given)


def wanted(what: Words, details: Mapping[str, Any], given: object) -> Words:
    """What belongs here in place of what was given."""
    if "expected" in details:  # "'text', 'json' or 'quiet'"
        details = {"expected": ", ".join(re.findall("'([^']*)'", details["expected"]))}
    found = quoted(str(given))
    return Words(
        f"{what.en.format(**details)} belongs here, not {found}",
        f"hierhin gehört {what.de.format(**details)}, nicht {found}",
    )
