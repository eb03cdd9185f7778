"""Helpers for tests of what clients receive."""

import importlib
from random import Random
from typing import Any

import orjson
from pydantic import TypeAdapter

from steinreich.core.position import Position
from steinreich.hall.encoding import encode
from steinreich.rules.language import DEFAULT_LANGUAGE, Text
from steinreich.session.schema import protocol


def matches_declaration(declared_type: Any, data: Any) -> bool:
    """Return whether data match a declaration exactly and survive serialization."""
    importlib.import_module("steinreich.hall.api")  # configures strict validation
    return bool(TypeAdapter(declared_type).validate_json(encode(data)) == render_texts(data))


def render_texts(data: Any) -> Any:
    """Return a copy of data with the texts in English."""
    if isinstance(data, Text):
        return str(data)
    if isinstance(data, dict):
        return {key: render_texts(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return type(data)(map(render_texts, data))
    return data


def encode_for_client(data: Any, language: str = DEFAULT_LANGUAGE) -> Any:
    """Return data as a client receives them."""
    return orjson.loads(encode(data, language))


def find_texts(data: Any) -> list[Text]:
    """Return all texts anywhere in some data."""
    if isinstance(data, Text):
        return [data]
    if isinstance(data, dict):
        return [text for value in data.values() for text in find_texts(value)]
    return [text for value in data for text in find_texts(value)] if isinstance(data, list) else []


def get_last_actions(frame: protocol.Frame) -> list[str]:
    """Return the turn that led to a frame."""
    return [played["action"] for played in frame["last"]]


def choose_random_turn(position: Position, rng: Random) -> list[str]:
    """Return a random whole turn."""
    turn: list[str] = []
    while not turn or not (position.starts_turn or position.is_over):
        turn.append(rng.choice(position.legal_moves()))
        position = position.play(turn[-1])
    return turn
