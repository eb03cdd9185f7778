"""JSON encoding for clients: texts are translated into the client's language."""

from collections.abc import Iterable
from functools import partial
from typing import Any

import orjson
from starlette.types import Scope

from steinreich.rules.language import DEFAULT_LANGUAGE, LANGUAGES, Text


def encode(data: Any, language: str = DEFAULT_LANGUAGE) -> bytes:
    """Encode data as JSON, with its texts translated into a language."""
    return orjson.dumps(data, partial(translate, language))


def translate(language: str, value: object) -> str:
    """Translate a text for orjson, which calls this for values that it cannot encode."""
    if isinstance(value, Text):
        return value.in_language(language)
    raise TypeError(f"{type(value).__name__} cannot be encoded")


def get_language(scope: Scope) -> str:
    """Return the language of a request: the first supported one in its Accept-Language header."""
    headers: Iterable[tuple[bytes, bytes]] = scope["headers"]
    accepted = next((value for name, value in headers if name == b"accept-language"), b"")
    codes = (part.strip()[:2].lower() for part in accepted.decode("latin-1").split(","))
    return next((code for code in codes if code in LANGUAGES), DEFAULT_LANGUAGE)
