"""What values in messages may be.

A limit says so beside the type and does nothing by itself: whoever reads messages of strangers
(the hall, with pydantic) finds it there and checks it.  Nothing here needs more than Python.
"""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypeAlias, get_args, get_type_hints

from steinreich.session import names

try:  # before Python 3.12 pydantic reads no other one
    from typing_extensions import TypedDict as TypedDict
except ImportError:  # nor is pydantic here
    from typing import TypedDict as TypedDict

LONGEST_TURN = 64  # actions: of games that go on as long as something is closed or taken
MOST_SEATS = 4
LARGEST_NUMBER = 2**53  # that a browser can count to
MOST_PLAYED = 100_000  # actions of a game that are counted
MOST_LINES = 5  # of the study
MAX_SEARCH_DEPTH = 100  # actions
MOST_STUDIED = 1_000  # actions from the position that is named
LONGEST_POSITION = 500  # characters of a position string


class Limits:
    """Least and greatest values, lengths and patterns, called as pydantic's core calls them: `ge`,
    `le`, `lt`, `min_length`, `max_length`, `pattern`."""

    def __init__(self, **limits: int | str) -> None:
        self.limits = limits

    def __get_pydantic_core_schema__(
        self, source: Any, handler: Callable[[Any], dict[str, Any]]
    ) -> dict[str, Any]:
        """How pydantic asks for them."""
        schema = handler(source)
        if schema["type"] == "json-or-python":  # a Sequence, which is read from JSON
            return {**schema, "json_schema": {**schema["json_schema"], **self.limits}}
        return {**schema, **self.limits}


class ToldApart:
    """Of a union of TypedDicts: which field tells them apart, by a text of its own in each."""

    def __init__(self, field: str) -> None:
        self.field = field

    def __get_pydantic_core_schema__(
        self, source: Any, handler: Callable[[Any], dict[str, Any]]
    ) -> dict[str, Any]:
        """How pydantic asks for it."""
        texts = [get_args(get_type_hints(one)[self.field])[0] for one in get_args(source)]
        choices = dict(zip(texts, handler(source)["choices"], strict=True))
        return {"type": "tagged-union", "discriminator": self.field, "choices": choices}


CommandId: TypeAlias = Annotated[
    str, Limits(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")
]
Secret: TypeAlias = Annotated[
    str, Limits(min_length=20, max_length=80, pattern=r"^[A-Za-z0-9_-]+$")
]
GameId: TypeAlias = Annotated[str, Limits(max_length=200)]
PersonName: TypeAlias = Annotated[str, Limits(max_length=names.LONGEST)]
ActionName: TypeAlias = Annotated[str, Limits(min_length=1, max_length=20)]
Actions: TypeAlias = Annotated[Sequence[ActionName], Limits(min_length=1, max_length=LONGEST_TURN)]
ActionsSoFar: TypeAlias = Annotated[Sequence[ActionName], Limits(max_length=LONGEST_TURN)]
ActionsTried: TypeAlias = Annotated[list[ActionName], Limits(max_length=MOST_STUDIED)]
PositionText: TypeAlias = Annotated[str, Limits(min_length=1, max_length=LONGEST_POSITION)]
CellNumber: TypeAlias = Annotated[int, Limits(ge=0, lt=1000)]
Cells: TypeAlias = Annotated[Sequence[CellNumber], Limits(max_length=4)]
CellsTouched: TypeAlias = Annotated[list[CellNumber], Limits(max_length=4)]
PieceLetter: TypeAlias = Annotated[str, Limits(min_length=1, max_length=1)]
StackHeight: TypeAlias = Annotated[int, Limits(ge=1, lt=100)]
DetailText: TypeAlias = Annotated[str, Limits(max_length=20)]
DetailsSaid: TypeAlias = Annotated[dict[DetailText, DetailText], Limits(max_length=20)]
SeatNumber: TypeAlias = Annotated[int, Limits(ge=0, lt=MOST_SEATS)]
EventNumber: TypeAlias = Annotated[int, Limits(ge=0, le=LARGEST_NUMBER)]
Played: TypeAlias = Annotated[int, Limits(ge=0, le=MOST_PLAYED)]
QuestionNumber: TypeAlias = Annotated[int, Limits(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]
Level: TypeAlias = Annotated[int, Limits(ge=1, le=10)]
HintStage: TypeAlias = Annotated[int, Limits(ge=1, le=3)]
TableId: TypeAlias = Annotated[
    str, Limits(min_length=1, max_length=60, pattern=r"^[A-Za-z0-9_-]+$")
]
StudiedActions: TypeAlias = Annotated[Sequence[ActionName], Limits(max_length=MOST_STUDIED)]
LineCount: TypeAlias = Annotated[int, Limits(ge=1, le=MOST_LINES)]
SearchDepth: TypeAlias = Annotated[int, Limits(ge=1, le=MAX_SEARCH_DEPTH)]
