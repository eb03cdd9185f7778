"""What people can ask for at a table, and the answers that are no events.

Messages of browsers are these commands as JSON: `type` tells which, the other fields are its own.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from steinreich.core.position import Position
from steinreich.rules.language import Words
from steinreich.session.schema.limits import (
    Actions,
    ActionsSoFar,
    Cells,
    CommandId,
    HintStage,
    PersonName,
    Played,
    QuestionNumber,
    SeatNumber,
)
from steinreich.session.table import Event

OfferKind: TypeAlias = Literal["draw", "undo", "rematch"]

# What people ask for.  `id` is the client's own: what was carried out is not carried out again.
# `n` is the client's own, too: the answer to a question bears it.


@dataclass(frozen=True)
class Act:
    """Play a turn."""

    id: CommandId
    at: Played  # how many actions were played before
    actions: Actions
    type: Literal["act"] = "act"


@dataclass(frozen=True)
class Draft:
    """Show what the board would look like; do not play."""

    n: QuestionNumber
    at: Played
    actions: Actions
    type: Literal["draft"] = "draft"


@dataclass(frozen=True)
class Why:
    """Why can these cells not be used, after these actions?"""

    n: QuestionNumber
    at: Played
    actions: ActionsSoFar
    cells: Cells
    type: Literal["why"] = "why"


@dataclass(frozen=True)
class Hint:
    """What could be done after these actions, where hints are allowed?"""

    n: QuestionNumber
    at: Played
    actions: ActionsSoFar
    stage: HintStage  # 1: what to look for; 2: what to do; 3: and why
    type: Literal["hint"] = "hint"


@dataclass(frozen=True)
class Explain:
    """Why did the computer play its action after so many others?"""

    n: QuestionNumber
    at: Played
    type: Literal["explain"] = "explain"


@dataclass(frozen=True)
class Offer:
    """Offer a draw, undo or rematch, or agree to what another offers."""

    id: CommandId
    what: OfferKind
    seat: SeatNumber | None = None
    type: Literal["offer"] = "offer"


@dataclass(frozen=True)
class Decline:
    """Decline what another offers, or take the own offer back."""

    id: CommandId
    what: OfferKind
    seat: SeatNumber | None = None
    type: Literal["decline"] = "decline"


@dataclass(frozen=True)
class Resign:
    """Give the game up; call it off as long as somebody is missing."""

    id: CommandId
    seat: SeatNumber | None = None
    type: Literal["resign"] = "resign"


@dataclass(frozen=True)
class Claim:
    """End the game: the player to move has been away for too long."""

    id: CommandId
    seat: SeatNumber | None = None
    type: Literal["claim"] = "claim"


@dataclass(frozen=True)
class Rename:
    """Be called otherwise."""

    id: CommandId
    seat: SeatNumber
    name: PersonName
    type: Literal["name"] = "name"


class Join(NamedTuple):
    """Take a friend's seat.  Whether one is invited has been checked before."""

    id: str
    seat: int
    name: str
    lot: int = 0  # any number: decides about sides, where lots do and nobody is missing any more


Question: TypeAlias = Draft | Why | Hint | Explain  # changes nothing
Message: TypeAlias = Act | Question | Offer | Decline | Resign | Claim | Rename
Command: TypeAlias = Message | Join


# What it leads to, if not to an event


class Drafted(NamedTuple):
    """A turn that is not played, or not complete."""

    path: tuple[Position, ...]  # from before it to after its last action
    complete: bool

    @property
    def position(self) -> Position:
        """The position to which it leads."""
        return self.path[-1]


class Thinkable(NamedTuple):
    """A question that may be asked, and that somebody who thinks has to answer."""

    question: Hint | Explain
    position: Position
    actions: tuple[str, ...]  # that led to it, from the start of the game
    action: str = ""  # that was played then, where that is asked about


class Done(NamedTuple):
    """Nothing is left to do since this event."""

    seq: int


class Refusal(NamedTuple):
    why: Words


Outcome: TypeAlias = Event | Drafted | Thinkable | Done | Refusal
