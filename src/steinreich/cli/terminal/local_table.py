"""A table in memory, for everybody before one screen, that goes on with a record.

What people and computer players do becomes events by the same rulings as in a hall; what is special
here is that people may play a turn action by action: its beginning is a draft, which is shown,
saved and taken back like anything else.
"""

import time

from steinreich.core.position import Position
from steinreich.records import Record
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import NO_WORDS, Words
from steinreich.session import records, texts
from steinreich.session.rulings import rule_on
from steinreich.session.schema.commands import Act, Command, Drafted, Offer, Refusal, Resign
from steinreich.session.table import Event, Table


class Refused(SteinreichError):
    """What somebody wants cannot be done at the table."""


class LocalTable:
    """A table, the turn that has begun there, and the record that it goes on with."""

    def __init__(self, record: Record, people: frozenset[int]) -> None:
        self.continued = record
        self.people = people  # their seats
        self.table = Table("local", opened(record, people))
        self.draft: tuple[str, ...] = ()  # the actions of a turn that is not complete
        self.drafted: tuple[Position, ...] = ()  # the position after each of them
        self.changes = 0  # so many times something has happened since the record ended
        for action in record.moves():
            self.play(action)
        self.changes = 0

    @property
    def position(self) -> Position:
        return self.drafted[-1] if self.drafted else self.table.position

    @property
    def positions(self) -> list[Position]:
        """The start, and the position after each action."""
        return [*self.table.positions, *self.drafted]

    @property
    def is_playing(self) -> bool:
        """Whether the game goes on."""
        return self.table.status == "playing"

    @property
    def ending(self) -> Words:
        """How the game ended and why; nothing while it goes on."""
        result = self.table.result
        return texts.ending(self.table, result) if result else NO_WORDS

    def moves(self) -> list[str]:
        """The names of all actions that stand on the board."""
        played = (action for turn in self.table.turns for action in turn.actions)
        return [*played, *self.draft]

    # What can be done

    def play(self, action: str) -> None:
        """Play an action; the last of a turn completes it."""
        draft = (*self.draft, action)
        outcome = self.ask(Act(self.next_id, self.table.actions, draft), {self.position.player})
        if isinstance(outcome, Drafted):
            self.draft, self.drafted = draft, outcome.path[1:]
            self.changes += 1
        else:
            self.draft, self.drafted = (), ()

    def undo(self) -> list[str]:
        """Go back to the last moment when a person had to decide; gives what was taken back."""
        moves = self.moves()
        if self.draft:
            *left, _last = self.draft
            records.play_on([self.continued.root], moves)  # no event knows of it
            self.draft, self.drafted = tuple(left), self.drafted[:-1]
            self.changes += 1
        else:
            turns = list(self.table.turns)
            self.ask(Offer(self.next_id, "undo"), self.people)
            for action in turns[len(self.table.turns)].actions[:-1]:
                self.play(action)
        return moves[len(self.moves()) :]

    def resign(self) -> None:
        """Whose turn it is gives up."""
        seat = self.position.player
        self.ask(Resign(self.next_id, seat), {seat})

    def agree_on_draw(self) -> None:
        """All people agree on a draw; Refused where others would have to be asked."""
        self.ask(Offer(self.next_id, "draw"), self.people)

    @property
    def next_id(self) -> str:
        return str(self.table.seq)

    def ask(self, command: Command, seats: set[int] | frozenset[int]) -> Event | Drafted:
        """What a command leads to; the table takes in the event."""
        outcome = rule_on(self.table, command, frozenset(seats), now())
        if isinstance(outcome, Refusal):
            raise Refused(outcome.why)
        assert isinstance(outcome, Event | Drafted), "every command has an id of its own"
        if isinstance(outcome, Event):
            self.table.apply(outcome)
            self.changes += 1
        return outcome

    # What is kept

    def record(self) -> Record:
        """The game so far with all lines that were ever played.  A result that the record had
        before stays until something happens."""
        record = records.record(self.table, self.draft, self.continued.root)
        headers = dict(self.continued.headers)
        if self.changes:
            headers.pop("Termination", None)
            if termination := record.headers.get("Termination"):
                headers["Termination"] = termination
        else:
            record.result = self.continued.result
        record.headers = headers
        return record


def opened(record: Record, people: frozenset[int]) -> Event:
    """The event with which a table begins."""
    kinds = ("here" if seat in people else "computer" for seat in range(record.game.players))
    data = {
        "game": record.game.id,
        "start": str(record.start),
        "seats": [{"kind": kind} for kind in kinds],
        "clock": {"kind": "none"},
        "listed": False,
    }
    return Event(1, now(), "opened", data, None)


def now() -> int:
    """The time in milliseconds."""
    return time.time_ns() // 1_000_000
