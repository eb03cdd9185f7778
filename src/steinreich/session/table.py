"""A table: one game between some seats, as the sum of what has happened at it.

Everything that happens is an event, and events are numbered 1, 2, 3 ...  The state of a table
is what its events add up to, today and after any restart.  Which event a command of a player
leads to is decided in `rulings`; a table takes in what was decided.  The events and their data:

    opened    game, start, seats, clock, listed, lots, hints, teaching, set_up (the start is no
                                   usual one, but a position somebody chose), perhaps rematch_of
    joined    seat, name           a friend takes a seat
    named     seat, name
    played    seat, actions        a whole turn
    undone    seat, to             back to so many actions
    offered   seat, seats, what    draw, undo (with `to`) or rematch, by who holds `seats`;
                                   an undo has `asks`, the seats that have to agree: those whose
                                   turn is taken back; they agree by `offered`, the last by `undone`
    declined  seat, seats, what    or taken back, by who had offered it
    ended     seat, reason, returns   by resignation, time, agreement, or called off; by the claim
                                   of a seat that another one has `left`
    rematch   next                 the game goes on at another table

Where lots decide about sides, the event that completes the table, `opened` or `joined`, has
`order`: which place each seat falls to.  A *place* is where one sat when the table was opened or
joined, and tokens are kept for places; from the draw on everybody is spoken of by seat.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple
from zlib import crc32

from steinreich.core.position import Position
from steinreich.rules.errors import IllegalMove
from steinreich.session import clocks
from steinreich.session.clocks import Clocks
from steinreich.session.legal_actions import after, game_of, start_of
from steinreich.session.schema.protocol import Clock, Reason, SeatKind, Status


class BadLog(ValueError):
    """These events do not follow each other."""


class Event(NamedTuple):
    """Something that happened at a table."""

    seq: int
    at: int  # milliseconds
    kind: str
    data: dict[str, Any]  # ready for JSON
    command: str | None  # what led to it: the seat, and the client's id of the command


class Seat(NamedTuple):
    """Who sits there."""

    kind: SeatKind
    name: str
    level: int | None
    taken: bool  # somebody sits there: always, unless a friend has not come yet

    @property
    def is_person(self) -> bool:
        return self.kind != "computer"


class Turn(NamedTuple):
    """What one seat did when it was its turn."""

    seat: int
    actions: tuple[str, ...]


HistoryEntry = Turn | int  # what was played, or taken back: to so many actions


class UndoOffer(NamedTuple):
    """Somebody would like to go back to so many actions."""

    seat: int
    to: int
    asks: frozenset[int] = frozenset()  # seats whose people have yet to agree; none: anybody may


class Offers(NamedTuple):
    """What is offered and not yet answered."""

    draws: tuple[frozenset[int], ...] = ()  # the seats of each person who offers a draw
    undo: UndoOffer | None = None
    rematch: frozenset[int] = frozenset()

    @property
    def draw(self) -> frozenset[int]:
        """All seats that offer a draw."""
        return frozenset().union(*self.draws)

    def by(self, what: str) -> frozenset[int]:
        """The seats that offer something."""
        if what == "undo":
            return frozenset() if self.undo is None else frozenset({self.undo.seat})
        return self.draw if what == "draw" else self.rematch

    def without(self, what: str, seats: frozenset[int]) -> "Offers":
        """What remains when these seats offer something no more."""
        if what == "undo":
            return self._replace(undo=None)
        if what == "draw":
            return self._replace(draws=tuple(draw for draw in self.draws if not draw & seats))
        return self._replace(rematch=self.rematch - seats)


def seats_at(order: Sequence[int], places: frozenset[int]) -> frozenset[int]:
    """The seats that these places have become, where `order` has the place of each seat."""
    return frozenset(seat for seat, place in enumerate(order) if place in places)


def places_of(order: Sequence[int], seats: frozenset[int]) -> frozenset[int]:
    """The places that became these seats."""
    return frozenset(order[seat] for seat in seats)


class Result(NamedTuple):
    """How the game ended."""

    returns: tuple[int, ...]  # +1, 0 or -1 for each seat
    reason: Reason
    seat: int | None = None  # who resigned or left, or whose time is up

    @property
    def winner(self) -> int | None:
        return self.returns.index(1) if 1 in self.returns else None


class Table:
    """The state of a table after some events."""

    def __init__(self, id: str, opened: Event) -> None:
        if opened.kind != "opened" or opened.seq != 1:
            raise BadLog(f"table {id} does not begin with being opened")
        data = opened.data
        self.id = id
        self.game = game_of(data["game"])
        self.positions = [start_of(self.game, data["start"])]  # and after each action
        self.is_set_up: bool = data.get("set_up", False)  # the start is a position of their choice
        self.turns: list[Turn] = []
        self.history: list[HistoryEntry] = []
        self.seats = [seat_of(one) for one in data["seats"]]
        self.lots: bool = data.get("lots", False)
        self.order = list(range(len(self.seats)))  # the place of each seat
        self.is_drawn = False  # whether the lots, if there are any, have fallen
        self.draw_lots(data)
        self.is_complete = all(seat.taken for seat in self.seats)
        self.clock: Clock = data["clock"]
        self.listed: bool = data["listed"]
        self.hints: bool = data.get("hints", False)
        self.teaching: bool = data.get("teaching", False)
        self.rematch_of: str | None = data.get("rematch_of")
        self.opened = self.last_at = opened.at
        self.clocks: Clocks = clocks.fresh(self.clock, len(self.seats), opened.at)
        self.offers = Offers()
        self.rejections: dict[tuple[str, int], int] = {}  # by offer and seat: after which action
        self.result: Result | None = None
        self.next: str | None = None  # the table of the rematch
        self.seq = 1
        self.refused: list[str] = []  # actions that the rules of today do not allow any more
        self.commands: dict[str, int] = {}  # what each seat's commands led to: the event
        self.go_on(opened.at)

    @classmethod
    def of(cls, id: str, events: Sequence[Event]) -> "Table":
        """The table that these events, the first of all included, add up to.  If the rules have
        changed and refuse what was played, it is over where they do."""
        if not events:
            raise BadLog(f"table {id} has no events")
        table = cls(id, events[0])
        for number, event in enumerate(events):
            try:
                if number:
                    table.apply(event)
            except IllegalMove:
                table.supersede(events[number:])
                break
        return table

    def still(self) -> "Table":
        """The table as it is now: a copy that stays so, to be looked at elsewhere meanwhile."""
        other = copy(self)
        other.positions, other.turns = list(self.positions), list(self.turns)
        other.seats, other.history = list(self.seats), list(self.history)
        return other

    @property
    def position(self) -> Position:
        """The position now."""
        return self.positions[-1]

    @property
    def actions(self) -> int:
        """How many have been played."""
        return len(self.positions) - 1

    @property
    def status(self) -> Status:
        """`waiting` until every seat is taken, then `playing`, then `over`."""
        if self.result:
            return "over"
        return "playing" if self.is_complete else "waiting"

    @property
    def people(self) -> frozenset[int]:
        """The seats at which people sit."""
        return frozenset(n for n, seat in enumerate(self.seats) if seat.is_person and seat.taken)

    @property
    def rematch_agreed(self) -> bool:
        """Whether all people want to play again."""
        return self.result is not None and bool(self.people) and self.people <= self.offers.rematch

    @property
    def seed(self) -> int:
        """A number of this table's own, for whoever needs chance that can be repeated."""
        return crc32(self.id.encode())

    def before_turn_of(self, seats: frozenset[int]) -> int | None:
        """How many actions had been played before the last turn of one of these seats."""
        actions = self.actions
        for turn in reversed(self.turns):
            actions -= len(turn.actions)
            if turn.seat in seats:
                return actions
        return None

    @property
    def awaits_lots(self) -> bool:
        """Whether it is open who will play which side."""
        return self.lots and not self.is_drawn

    def seats_since(self, actions: int) -> frozenset[int]:
        """Whose turns lie behind so many actions; the turn that is due is one of them."""
        count, seats = self.actions, set()
        if self.status == "playing":
            seats.add(self.position.player)
        for turn in reversed(self.turns):
            if count <= actions:
                break
            count -= len(turn.actions)
            seats.add(turn.seat)
        return frozenset(seats)

    def apply(self, event: Event) -> None:
        """Take in what has happened; BadLog, and no change, if that cannot be."""
        if event.seq != self.seq + 1:
            raise BadLog(f"after event {self.seq} of table {self.id} comes {event.seq}")
        if event.kind not in HAPPENINGS:
            raise BadLog(f"event {event.seq} of table {self.id} is of no known kind: {event.kind}")
        HAPPENINGS[event.kind](self, event)
        self.seq, self.last_at = event.seq, event.at
        if event.command is not None:
            self.commands[event.command] = event.seq

    def supersede(self, events: Sequence[Event]) -> None:
        """Leave these events, the first of which the rules refuse, as they are: nothing follows."""
        for event in events:
            self.refused += event.data["actions"] if event.kind == "played" else []
            self.seq, self.last_at = event.seq, event.at
            if event.command is not None:
                self.commands[event.command] = event.seq
        self.end(Result((0,) * len(self.seats), "superseded"), self.last_at)

    # What can happen

    def joined(self, event: Event) -> None:
        seat, name = event.data["seat"], event.data["name"]
        self.seats[seat] = self.seats[seat]._replace(name=name, taken=True)
        self.draw_lots(event.data)
        self.is_complete = all(seat.taken for seat in self.seats)
        self.go_on(event.at)

    def draw_lots(self, data: Mapping[str, Any]) -> None:
        """Everybody moves to the seat that fell to them, if this is the moment."""
        if "order" in data:
            self.order = list(data["order"])
            self.seats = [self.seats[place] for place in self.order]
            self.is_drawn = True

    def named(self, event: Event) -> None:
        seat = event.data["seat"]
        self.seats[seat] = self.seats[seat]._replace(name=event.data["name"])

    def played(self, event: Event) -> None:
        """A turn.  Offers of a draw stand until somebody else plays, offers to undo until anybody
        does."""
        turn = Turn(event.data["seat"], tuple(event.data["actions"]))
        positions = list(self.positions[-1:])
        for action in turn.actions:
            positions.append(after(positions[-1], action))
        self.positions += positions[1:]
        self.turns.append(turn)
        self.history.append(turn)
        own = tuple(seats for seats in self.offers.draws if turn.seat in seats)
        self.offers = Offers(draws=own)
        self.clocks = clocks.turn_played(
            self.clocks, self.clock, self.position.player, len(self.turns), event.at
        )
        self.end_by_rules(event.at)

    def undone(self, event: Event) -> None:
        """Back to the beginning of some turn; the game goes on even if it was over."""
        to, actions, turns = event.data["to"], self.actions, len(self.turns)
        while actions > to:
            turns -= 1
            actions -= len(self.turns[turns].actions)
        if actions != to:
            raise BadLog(f"no turn of table {self.id} begins after {to} actions")
        del self.positions[to + 1 :], self.turns[turns:]
        self.history.append(to)
        self.offers, self.rejections, self.result = Offers(), {}, None
        self.go_on(event.at)

    def offered(self, event: Event) -> None:
        seats, what = frozenset(event.data["seats"]), event.data["what"]
        if what == "draw":
            self.offers = self.offers._replace(draws=(*self.offers.draws, seats))
        elif what == "undo":
            self.offers = self.offers._replace(undo=self.undo_with(event.data))
        else:
            self.offers = self.offers._replace(rematch=self.offers.rematch | seats)

    def undo_with(self, data: Mapping[str, Any]) -> UndoOffer:
        """The offer to undo, when somebody makes it or another one agrees to it."""
        standing = self.offers.undo
        if standing and standing.seat not in data["seats"]:
            return standing._replace(asks=standing.asks - frozenset(data["seats"]))
        return UndoOffer(data["seat"], data["to"], frozenset(data.get("asks", ())))

    def declined(self, event: Event) -> None:
        """The others' offer is declined, or the own one is taken back."""
        seats, what = frozenset(event.data["seats"]), event.data["what"]
        offering = self.offers.by(what)
        own = offering & seats
        if not own:
            self.rejections |= {(what, seat): self.actions for seat in offering}
        self.offers = self.offers.without(what, own or offering)

    def ended(self, event: Event) -> None:
        returns, reason = tuple(event.data["returns"]), event.data["reason"]
        seat = event.data.get("left", event.data["seat"])
        self.end(Result(returns, reason, seat), event.at)

    def rematch(self, event: Event) -> None:
        self.next = event.data["next"]

    # What follows

    def go_on(self, now: int) -> None:
        """If everybody is here, the time of the seat to play runs, unless the game is over."""
        if self.status == "playing":
            self.clocks = clocks.awaiting(
                self.clocks, self.clock, self.position.player, len(self.turns), now
            )
            self.end_by_rules(now)

    def end_by_rules(self, now: int) -> None:
        if self.position.is_over:
            self.end(Result(self.position.returns, "rules"), now)

    def end(self, result: Result, now: int) -> None:
        self.result = result
        self.offers = Offers()
        self.clocks = self.clocks.stopped(now)


HAPPENINGS = {
    "joined": Table.joined,
    "named": Table.named,
    "played": Table.played,
    "undone": Table.undone,
    "offered": Table.offered,
    "declined": Table.declined,
    "ended": Table.ended,
    "rematch": Table.rematch,
}


def seat_of(data: Mapping[str, Any]) -> Seat:
    """A seat of a new table.  At a rematch friends sit there from the beginning."""
    taken = data.get("taken", data["kind"] != "friend")
    return Seat(data["kind"], data.get("name", ""), data.get("level"), taken)
