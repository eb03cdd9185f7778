"""A table: one game between seats, as the result of its events.

Events are numbered from 1 without gaps; applying them in order gives the state of the table, also
after a restart.  `decisions` determines the event of a command; the table applies it.  The events
and their data:

    opened    game, start, seats, clock, listed, lots (whether sides are random), hints, teaching,
                                   set_up (whether the start position was chosen), and in
                                   rematches rematch_of
    joined    seat, name           a friend takes a seat
    named     seat, name           a seat is renamed
    played    seat, actions        a whole turn is played
    undone    seat, to             back to the position after this number of actions
    offered   seat, seats, what    a draw, an undo (with `to`) or a rematch, for all `seats` of the
                                   client; an undo has `asks`, the seats whose turns are taken back:
                                   they agree by `offered`, the last one by `undone`
    declined  seat, seats, what    an offer is declined, or withdrawn by its client
    ended     seat, reason, returns   by resignation, timeout, agreement, cancellation or claim,
                                   where `left` is the absent seat
    rematch   next                 the id of the table of the rematch

Where sides are random (`lots`), the event that fills the last seat, `opened` or `joined`, has
`order`: the slot of each seat.  A *slot* is a seat's index before sides are assigned; tokens belong
to slots, everything else refers to seats.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple
from zlib import crc32

from steinreich.core.position import Position
from steinreich.rules.errors import IllegalMove
from steinreich.session import clocks
from steinreich.session.clocks import Clocks
from steinreich.session.legal_actions import get_game
from steinreich.session.schema.protocol import Clock, Reason, SeatKind, Status


class InvalidEventLog(ValueError):
    """The events of a table are not consecutive, or contradict each other."""


class Event(NamedTuple):
    """A change at a table."""

    seq: int
    at: int  # milliseconds since 1970
    kind: str
    data: dict[str, Any]  # ready for JSON
    command: str | None  # its cause: the seat and the client's id of the command


class Seat(NamedTuple):
    """A seat and its player."""

    kind: SeatKind
    name: str
    level: int | None
    taken: bool  # False only for a friend's seat before the friend joins

    @property
    def is_person(self) -> bool:
        return self.kind != "computer"


class Turn(NamedTuple):
    """The actions of one turn of a seat."""

    seat: int
    actions: tuple[str, ...]


HistoryEntry = Turn | int  # a turn, or an undo to a number of actions


class UndoOffer(NamedTuple):
    """An offer to go back to the position after `to` actions."""

    seat: int
    to: int
    pending_seats: frozenset[int] = frozenset()  # seats that have yet to agree; empty: any seat may


class Offers(NamedTuple):
    """Offers that are not answered yet."""

    draws: tuple[frozenset[int], ...] = ()  # the seats of each client that offers a draw
    undo: UndoOffer | None = None
    rematch: frozenset[int] = frozenset()

    @property
    def draw(self) -> frozenset[int]:
        """All seats that offer a draw."""
        return frozenset().union(*self.draws)

    def get_seats(self, what: str) -> frozenset[int]:
        """Return the seats that make an offer of this kind."""
        if what == "undo":
            return frozenset() if self.undo is None else frozenset({self.undo.seat})
        return self.draw if what == "draw" else self.rematch

    def without(self, what: str, seats: frozenset[int]) -> "Offers":
        """Return the offers without those of a kind by these seats."""
        if what == "undo":
            return self._replace(undo=None)
        if what == "draw":
            return self._replace(draws=tuple(draw for draw in self.draws if not draw & seats))
        return self._replace(rematch=self.rematch - seats)


def get_seats(order: Sequence[int], slots: frozenset[int]) -> frozenset[int]:
    """Return the seats of some slots; `order` has the slot of each seat."""
    return frozenset(seat for seat, slot in enumerate(order) if slot in slots)


def get_slots(order: Sequence[int], seats: frozenset[int]) -> frozenset[int]:
    """Return the slots of some seats."""
    return frozenset(order[seat] for seat in seats)


class Result(NamedTuple):
    """How the game ended."""

    returns: tuple[int, ...]  # +1, 0 or -1 for each seat
    reason: Reason
    seat: int | None = None  # that resigned, left or ran out of time

    @property
    def winner(self) -> int | None:
        return self.returns.index(1) if 1 in self.returns else None


class Table:
    """The state of a table after some events."""

    def __init__(self, id: str, opened: Event) -> None:
        if opened.kind != "opened" or opened.seq != 1:
            raise InvalidEventLog(f"table {id} does not begin with an `opened` event")
        data = opened.data
        self.id = id
        self.game = get_game(data["game"])
        self.positions = [self.game.position(data["start"])]  # the start, and after each action
        self.is_set_up: bool = data.get("set_up", False)  # the start position was chosen
        self.turns: list[Turn] = []
        self.history: list[HistoryEntry] = []
        self.seats = [parse_seat(seat) for seat in data["seats"]]
        self.random_sides: bool = data.get("lots", False)  # sides are assigned at random
        self.order = list(range(len(self.seats)))  # the slot of each seat
        self.are_sides_assigned = False
        self.apply_order(data)
        self.is_complete = all(seat.taken for seat in self.seats)
        self.clock: Clock = data["clock"]
        self.listed: bool = data["listed"]
        self.hints: bool = data.get("hints", False)
        self.teaching: bool = data.get("teaching", False)
        self.rematch_of: str | None = data.get("rematch_of")
        self.opened_at = self.last_event_at = opened.at
        self.clocks: Clocks = clocks.make_clocks(self.clock, len(self.seats), opened.at)
        self.offers = Offers()
        # The number of actions at the last rejection of an offer, by its kind and seat
        self.rejections: dict[tuple[str, int], int] = {}
        self.result: Result | None = None
        self.rematch_table: str | None = None  # its id
        self.seq = 1
        self.refused_actions: list[str] = []  # actions that the current rules refuse
        self.commands: dict[str, int] = {}  # the number of the event of each command
        self.continue_game(opened.at)

    @classmethod
    def from_events(cls, id: str, events: Sequence[Event]) -> "Table":
        """Return the table after all of its events.

        If the rules have changed and refuse a stored action, the game is over at that point.
        """
        if not events:
            raise InvalidEventLog(f"table {id} has no events")
        table = cls(id, events[0])
        for number, event in enumerate(events):
            try:
                if number:
                    table.apply(event)
            except IllegalMove:
                table.supersede(events[number:])
                break
        return table

    def copy(self) -> "Table":
        """Return an independent copy, which can be read in another thread."""
        duplicate = copy(self)
        duplicate.positions, duplicate.turns = list(self.positions), list(self.turns)
        duplicate.seats, duplicate.history = list(self.seats), list(self.history)
        return duplicate

    @property
    def position(self) -> Position:
        """The current position."""
        return self.positions[-1]

    @property
    def actions(self) -> int:
        """The number of actions played."""
        return len(self.positions) - 1

    @property
    def status(self) -> Status:
        """`waiting` until every seat is taken, then `playing`, then `over`."""
        if self.result:
            return "over"
        return "playing" if self.is_complete else "waiting"

    @property
    def person_seats(self) -> frozenset[int]:
        """The seats of people."""
        return frozenset(n for n, seat in enumerate(self.seats) if seat.is_person and seat.taken)

    @property
    def has_rematch_agreement(self) -> bool:
        """Return whether all people have offered a rematch."""
        return (
            self.result is not None
            and bool(self.person_seats)
            and self.person_seats <= self.offers.rematch
        )

    @property
    def seed(self) -> int:
        """A seed that depends on the id only, for reproducible random choices."""
        return crc32(self.id.encode())

    def get_start_of_last_turn(self, seats: frozenset[int]) -> int | None:
        """Return the number of actions before the last turn of these seats; None: there is none."""
        actions = self.actions
        for turn in reversed(self.turns):
            actions -= len(turn.actions)
            if turn.seat in seats:
                return actions
        return None

    @property
    def has_unassigned_sides(self) -> bool:
        """Return whether sides will be assigned at random, but are not yet."""
        return self.random_sides and not self.are_sides_assigned

    def get_seats_since(self, actions: int) -> frozenset[int]:
        """Return the seats of the turns after a number of actions, including the turn to play."""
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
        """Apply an event; raise InvalidEventLog, without any change, if it does not follow."""
        if event.seq != self.seq + 1:
            raise InvalidEventLog(f"after event {self.seq} of table {self.id} comes {event.seq}")
        if event.kind not in EVENT_HANDLERS:
            raise InvalidEventLog(
                f"event {event.seq} of table {self.id} has an unknown kind: {event.kind}"
            )
        EVENT_HANDLERS[event.kind](self, event)
        self.seq, self.last_event_at = event.seq, event.at
        if event.command is not None:
            self.commands[event.command] = event.seq

    def supersede(self, events: Sequence[Event]) -> None:
        """End the game before these events, the first of which the rules refuse."""
        for event in events:
            self.refused_actions += event.data["actions"] if event.kind == "played" else []
            self.seq, self.last_event_at = event.seq, event.at
            if event.command is not None:
                self.commands[event.command] = event.seq
        self.end(Result((0,) * len(self.seats), "superseded"), self.last_event_at)

    # Events

    def apply_join(self, event: Event) -> None:
        """Seat a friend; the game starts when all seats are taken."""
        seat, name = event.data["seat"], event.data["name"]
        self.seats[seat] = self.seats[seat]._replace(name=name, taken=True)
        self.apply_order(event.data)
        self.is_complete = all(seat.taken for seat in self.seats)
        self.continue_game(event.at)

    def apply_order(self, data: Mapping[str, Any]) -> None:
        """Reorder the seats if the event assigns the sides."""
        if "order" in data:
            self.order = list(data["order"])
            self.seats = [self.seats[slot] for slot in self.order]
            self.are_sides_assigned = True

    def apply_rename(self, event: Event) -> None:
        """Rename a seat."""
        seat = event.data["seat"]
        self.seats[seat] = self.seats[seat]._replace(name=event.data["name"])

    def apply_turn(self, event: Event) -> None:
        """Play a turn.

        Offers of a draw end when another player plays, offers of an undo with any turn.
        """
        turn = Turn(event.data["seat"], tuple(event.data["actions"]))
        positions = list(self.positions[-1:])
        for action in turn.actions:
            positions.append(positions[-1].play(action))
        self.positions += positions[1:]
        self.turns.append(turn)
        self.history.append(turn)
        own_draws = tuple(seats for seats in self.offers.draws if turn.seat in seats)
        self.offers = Offers(draws=own_draws)
        self.clocks = clocks.end_turn(
            self.clocks, self.clock, self.position.player, len(self.turns), event.at
        )
        self.end_by_rules(event.at)

    def apply_undo(self, event: Event) -> None:
        """Go back to the beginning of a turn; the game goes on even if it was over."""
        to, actions, turns = event.data["to"], self.actions, len(self.turns)
        while actions > to:
            turns -= 1
            actions -= len(self.turns[turns].actions)
        if actions != to:
            raise InvalidEventLog(f"no turn of table {self.id} begins after {to} actions")
        del self.positions[to + 1 :], self.turns[turns:]
        self.history.append(to)
        self.offers, self.rejections, self.result = Offers(), {}, None
        self.continue_game(event.at)

    def apply_offer(self, event: Event) -> None:
        """Add an offer, or the consent to an undo."""
        seats, what = frozenset(event.data["seats"]), event.data["what"]
        if what == "draw":
            self.offers = self.offers._replace(draws=(*self.offers.draws, seats))
        elif what == "undo":
            self.offers = self.offers._replace(undo=self.update_undo_offer(event.data))
        else:
            self.offers = self.offers._replace(rematch=self.offers.rematch | seats)

    def update_undo_offer(self, data: Mapping[str, Any]) -> UndoOffer:
        """Return the undo offer after a seat makes it or agrees to it."""
        offer = self.offers.undo
        if offer and offer.seat not in data["seats"]:
            return offer._replace(pending_seats=offer.pending_seats - frozenset(data["seats"]))
        return UndoOffer(data["seat"], data["to"], frozenset(data.get("asks", ())))

    def apply_decline(self, event: Event) -> None:
        """Remove an offer that is declined, or withdrawn by its own client."""
        seats, what = frozenset(event.data["seats"]), event.data["what"]
        offering = self.offers.get_seats(what)
        withdrawn = offering & seats
        if not withdrawn:
            self.rejections |= {(what, seat): self.actions for seat in offering}
        self.offers = self.offers.without(what, withdrawn or offering)

    def apply_end(self, event: Event) -> None:
        """End the game for a reason other than the rules."""
        returns, reason = tuple(event.data["returns"]), event.data["reason"]
        seat = event.data.get("left", event.data["seat"])
        self.end(Result(returns, reason, seat), event.at)

    def apply_rematch(self, event: Event) -> None:
        """Link the table of the rematch."""
        self.rematch_table = event.data["next"]

    # Consequences

    def continue_game(self, now: int) -> None:
        """Start the clock of the seat to play, if all seats are taken and the game is not over."""
        if self.status == "playing":
            self.clocks = clocks.start_turn(
                self.clocks, self.clock, self.position.player, len(self.turns), now
            )
            self.end_by_rules(now)

    def end_by_rules(self, now: int) -> None:
        """End the game if it is over by the rules."""
        if self.position.is_over:
            self.end(Result(self.position.returns, "rules"), now)

    def end(self, result: Result, now: int) -> None:
        """End the game: drop all offers and stop the clocks."""
        self.result = result
        self.offers = Offers()
        self.clocks = self.clocks.stop(now)


EVENT_HANDLERS = {
    "joined": Table.apply_join,
    "named": Table.apply_rename,
    "played": Table.apply_turn,
    "undone": Table.apply_undo,
    "offered": Table.apply_offer,
    "declined": Table.apply_decline,
    "ended": Table.apply_end,
    "rematch": Table.apply_rematch,
}


def parse_seat(data: Mapping[str, Any]) -> Seat:
    """Return a seat of a new table; in a rematch, friends' seats are taken from the beginning."""
    taken = data.get("taken", data["kind"] != "friend")
    return Seat(data["kind"], data.get("name", ""), data.get("level"), taken)
