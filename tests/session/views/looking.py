"""What clients are shown, looked at by tests."""

import importlib
from random import Random
from typing import Any

import orjson
from pydantic import TypeAdapter

from steinreich.core.position import Position
from steinreich.session.schema import protocol


def is_declared(shape: Any, data: Any) -> bool:
    """Whether data are as declared, with nothing missing and nothing more, and come through the
    wire as they were."""
    importlib.import_module("steinreich.hall.api")  # where it is said how strictly things are read
    return bool(TypeAdapter(shape).validate_json(orjson.dumps(data)) == data)


def words_in(data: Any) -> list[dict[str, str]]:
    """All texts in two languages, anywhere in some data."""
    if isinstance(data, dict):
        if data.keys() == {"en", "de"}:
            return [data]
        return [found for value in data.values() for found in words_in(value)]
    return [found for value in data for found in words_in(value)] if isinstance(data, list) else []


def actions(frame: protocol.Frame) -> list[str]:
    """The turn that led to a frame."""
    return [one["action"] for one in frame["last"]]


def random_turn(position: Position, dice: Random) -> list[str]:
    """A whole turn."""
    turn: list[str] = []
    while not turn or not (position.starts_turn or position.is_over):
        turn.append(dice.choice(position.legal_moves()))
        position = position.play(turn[-1])
    return turn
