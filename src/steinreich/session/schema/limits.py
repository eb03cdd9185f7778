"""Limits of values in messages.

A limit is stated beside the type and has no effect by itself: the hall, which validates messages
from clients with pydantic, checks it.  This module needs the standard library only.
"""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypeAlias, get_args, get_type_hints

try:  # required by pydantic before Python 3.12
    from typing_extensions import TypedDict as TypedDict
except ImportError:  # then pydantic is not installed, either
    from typing import TypedDict as TypedDict

MAX_TURN_ACTIONS = 64  # of one player in a row; in some games captures extend a turn
MAX_SEATS = 4
MAX_NAME_LENGTH = 40  # characters of a player's name
MAX_SAFE_INTEGER = 2**53  # of JavaScript
MAX_ACTIONS = 100_000  # of a game
MAX_LINES = 5  # of one search result in the study
MAX_SEARCH_DEPTH = 100  # actions
MAX_STUDIED_ACTIONS = 1_000  # played from the given start position
MAX_POSITION_LENGTH = 500  # characters of a position string


class Limits:
    """Minimum and maximum values, lengths and patterns, named as in pydantic's core: `ge`, `le`,
    `lt`, `min_length`, `max_length`, `pattern`."""

    def __init__(self, **limits: int | str) -> None:
        self.limits = limits

    def __get_pydantic_core_schema__(
        self, source: Any, handler: Callable[[Any], dict[str, Any]]
    ) -> dict[str, Any]:
        """Add the limits to the schema."""
        schema = handler(source)
        if schema["type"] == "json-or-python":  # a Sequence, which is read from JSON
            return {**schema, "json_schema": {**schema["json_schema"], **self.limits}}
        return {**schema, **self.limits}


class Discriminator:
    """The field that discriminates a union of TypedDicts by a different literal in each."""

    def __init__(self, field: str) -> None:
        self.field = field

    def __get_pydantic_core_schema__(
        self, source: Any, handler: Callable[[Any], dict[str, Any]]
    ) -> dict[str, Any]:
        """Return the schema of a tagged union."""
        members = get_args(source)
        literals = [get_args(get_type_hints(member)[self.field])[0] for member in members]
        choices = dict(zip(literals, handler(source)["choices"], strict=True))
        return {"type": "tagged-union", "discriminator": self.field, "choices": choices}


CommandId: TypeAlias = Annotated[
    str, Limits(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")
]
Secret: TypeAlias = Annotated[
    str, Limits(min_length=20, max_length=80, pattern=r"^[A-Za-z0-9_-]+$")
]
GameId: TypeAlias = Annotated[str, Limits(max_length=200)]
PersonName: TypeAlias = Annotated[str, Limits(max_length=MAX_NAME_LENGTH)]
ActionName: TypeAlias = Annotated[str, Limits(min_length=1, max_length=20)]
Actions: TypeAlias = Annotated[
    Sequence[ActionName], Limits(min_length=1, max_length=MAX_TURN_ACTIONS)
]
DraftActions: TypeAlias = Annotated[Sequence[ActionName], Limits(max_length=MAX_TURN_ACTIONS)]
PlayedActionNames: TypeAlias = Annotated[list[ActionName], Limits(max_length=MAX_STUDIED_ACTIONS)]
PositionText: TypeAlias = Annotated[str, Limits(min_length=1, max_length=MAX_POSITION_LENGTH)]
CellNumber: TypeAlias = Annotated[int, Limits(ge=0, lt=1000)]
Cells: TypeAlias = Annotated[Sequence[CellNumber], Limits(max_length=4)]
TouchedCells: TypeAlias = Annotated[list[CellNumber], Limits(max_length=4)]
PieceLetter: TypeAlias = Annotated[str, Limits(min_length=1, max_length=1)]
StackHeight: TypeAlias = Annotated[int, Limits(ge=1, lt=100)]
DetailText: TypeAlias = Annotated[str, Limits(max_length=20)]
Details: TypeAlias = Annotated[dict[DetailText, DetailText], Limits(max_length=20)]
SeatNumber: TypeAlias = Annotated[int, Limits(ge=0, lt=MAX_SEATS)]
EventNumber: TypeAlias = Annotated[int, Limits(ge=0, le=MAX_SAFE_INTEGER)]
ActionCount: TypeAlias = Annotated[int, Limits(ge=0, le=MAX_ACTIONS)]
QuestionNumber: TypeAlias = Annotated[int, Limits(ge=-MAX_SAFE_INTEGER, le=MAX_SAFE_INTEGER)]
Level: TypeAlias = Annotated[int, Limits(ge=1, le=10)]
HintStage: TypeAlias = Annotated[int, Limits(ge=1, le=3)]
TableId: TypeAlias = Annotated[
    str, Limits(min_length=1, max_length=60, pattern=r"^[A-Za-z0-9_-]+$")
]
StudiedActions: TypeAlias = Annotated[Sequence[ActionName], Limits(max_length=MAX_STUDIED_ACTIONS)]
LineCount: TypeAlias = Annotated[int, Limits(ge=1, le=MAX_LINES)]
SearchDepth: TypeAlias = Annotated[int, Limits(ge=1, le=MAX_SEARCH_DEPTH)]
