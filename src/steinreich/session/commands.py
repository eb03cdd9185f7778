"""What people wish for at a table, and the answers that are no events."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from steinreich.core.position import Position
from steinreich.rules.language import Words
from steinreich.session.table import Event

What: TypeAlias = Literal["draw", "undo", "rematch"]

# What people wish for.  `id` is the client's own: what was carried out is not carried out again.


class Act(NamedTuple):
    """Play a turn that begins after `at` actions."""

    id: str
    at: int
    actions: Sequence[str]


class Draft(NamedTuple):
    """Show what the board would look like."""

    at: int
    actions: Sequence[str]


class Why(NamedTuple):
    """Why can these cells not be used, after these actions?"""

    at: int
    actions: Sequence[str]
    cells: Sequence[int]


class Offer(NamedTuple):
    """Offer a draw, undo or rematch, or agree to what another offers."""

    id: str
    what: What
    seat: int | None = None


class Decline(NamedTuple):
    """Decline what another offers, or take the own offer back."""

    id: str
    what: What
    seat: int | None = None


class Resign(NamedTuple):
    id: str
    seat: int | None = None


class Rename(NamedTuple):
    id: str
    seat: int
    name: str


class Join(NamedTuple):
    """Take a friend's seat.  Whether one is invited has been checked before."""

    id: str
    seat: int
    name: str
    lot: int = 0  # any number: decides about sides, where lots do and nobody is missing any more


Command: TypeAlias = Act | Draft | Why | Offer | Decline | Resign | Rename | Join


# What it leads to, if not to an event


class Drafted(NamedTuple):
    """A turn that is not played, or not complete."""

    path: tuple[Position, ...]  # from before it to after its last action
    complete: bool

    @property
    def position(self) -> Position:
        """The position to which it leads."""
        return self.path[-1]


class Done(NamedTuple):
    """Nothing is left to do since this event."""

    seq: int


class Refusal(NamedTuple):
    why: Words


Outcome: TypeAlias = Event | Drafted | Done | Refusal
