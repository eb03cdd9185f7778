"""What an event changes at a table, for who knows the state before it."""

from typing import NotRequired

from steinreich.session.schema.limits import TypedDict
from steinreich.session.schema.protocol import (
    Clocks,
    Count,
    Happened,
    Offers,
    Piece,
    Result,
    Seat,
    Status,
    Target,
    ToPut,
    Words,
)

# Changes: only what is not as it was before.  Fields that are missing have stayed the same.


class FrameChanges(TypedDict):
    """What a frame is from the one before.  Legal actions are never kept: where `targets` and
    `to_put` are missing, there are none."""

    gone: NotRequired[list[int]]  # cells on which nothing stands any more
    pieces: NotRequired[list[Piece]]  # new on their cells, perhaps in the place of others
    targets: NotRequired[dict[str, Target]]
    to_put: NotRequired[dict[str, ToPut]]
    turn: NotRequired[int | None]
    starts_turn: NotRequired[bool]
    due: NotRequired[Words]
    counts: NotRequired[list[Count]]  # all of them, where other things are counted
    numbers: NotRequired[list[tuple[int, int]]]  # else those that differ: which count, its number
    info: NotRequired[Words | None]  # null: there is none any more
    last: NotRequired[list[Happened]]  # another turn
    added: NotRequired[list[Happened]]  # the same turn goes on
    lit: NotRequired[list[list[int]]]
    decided: NotRequired[list[int] | None]  # null: it goes on again


class StateChanges(TypedDict):
    status: NotRequired[Status]
    seats: NotRequired[list[Seat]]
    order: NotRequired[list[int]]
    actions: NotRequired[int]
    frame: NotRequired[FrameChanges]  # from the last of `steps`, if there are any
    clocks: NotRequired[Clocks]
    offers: NotRequired[Offers]
    result: NotRequired[Result | None]
    next: NotRequired[str | None]
