"""A game before one screen, as both clients of the terminal play it: line by line or on the screen.

`LocalTable` is the table: like the hall a front of `session`, so that what people and computer
players do becomes events by the same decisions.  `TerminalGame` adds the players, the file in which
the game is kept, and all that people are told.  The clients only read and show.
"""

import os
import time
from collections.abc import Callable, Sequence
from datetime import date
from shlex import join

from steinreich.cli.inputs import form_for, write_text
from steinreich.cli.language import Say
from steinreich.cli.terminal.computers import Computers, NewPlayer, Turn
from steinreich.cli.terminal.result_text import MAX_REASONS, reasons_text
from steinreich.cli.terminal.seats import HUMAN, listed, note_seats, usual_seats
from steinreich.core.position import Position
from steinreich.engines.by_name import player
from steinreich.records import Record, write
from steinreich.rules.errors import IllegalMove, SteinreichError
from steinreich.rules.language import NO_WORDS, Text, preferred_language
from steinreich.session import records, texts
from steinreich.session.decisions import Command, DraftOutcome, Refusal, decide
from steinreich.session.schema.messages import Act, Offer, Resign
from steinreich.session.table import Event, Table


class Refused(SteinreichError):
    """A command is not possible at the table."""


class LocalTable:
    """A table, its incomplete turn, and the record that it continues."""

    def __init__(self, record: Record, people: frozenset[int]) -> None:
        self.continued = record
        self.people = people  # their seats
        self.table = Table("local", opened(record, people))
        self.draft: tuple[str, ...] = ()  # the actions of a turn that is not complete
        self.drafted: tuple[Position, ...] = ()  # the position after each of them
        self.changes = 0  # number of changes since the record ended
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
        """Whether the game has not ended."""
        return self.table.status == "playing"

    @property
    def ending(self) -> Text:
        """How the game ended and why; nothing while it goes on."""
        result = self.table.result
        return texts.ending(self.table, result) if result else NO_WORDS

    def moves(self) -> list[str]:
        """Return the names of all actions that stand on the board."""
        played = (action for turn in self.table.turns for action in turn.actions)
        return [*played, *self.draft]

    # What can be done

    def play(self, action: str) -> None:
        """Play an action; the last of a turn completes it."""
        draft = (*self.draft, action)
        outcome = self.ask(Act(self.next_id, self.table.actions, draft), {self.position.player})
        if isinstance(outcome, DraftOutcome):
            self.draft, self.drafted = draft, outcome.path[1:]
            self.changes += 1
        else:
            self.draft, self.drafted = (), ()

    def undo(self) -> list[str]:
        """Go back to the last moment when a person had to decide; gives what was taken back."""
        moves = self.moves()
        if self.draft:
            *left, _last = self.draft
            records.append_actions([self.continued.root], moves)  # no event knows of it
            self.draft, self.drafted = tuple(left), self.drafted[:-1]
            self.changes += 1
        else:
            turns = list(self.table.turns)
            self.ask(Offer(self.next_id, "undo"), self.people)
            for action in turns[len(self.table.turns)].actions[:-1]:
                self.play(action)
        return moves[len(self.moves()) :]

    def resign(self) -> None:
        """The player to move resigns."""
        seat = self.position.player
        self.ask(Resign(self.next_id, seat), {seat})

    def agree_on_draw(self) -> None:
        """End the game as a draw; raise `Refused` if there are computer players."""
        self.ask(Offer(self.next_id, "draw"), self.people)

    @property
    def next_id(self) -> str:
        return str(self.table.seq)

    def ask(self, command: Command, seats: set[int] | frozenset[int]) -> Event | DraftOutcome:
        """Execute a command; apply and return its event."""
        outcome = decide(self.table, command, frozenset(seats), now())
        if isinstance(outcome, Refusal):
            raise Refused(outcome.why)
        assert isinstance(outcome, Event | DraftOutcome), "every command has an id of its own"
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
    """Return the event that opens a table."""
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
    """Return the time in milliseconds."""
    return time.time_ns() // 1_000_000


class TerminalGame:
    """People and computer players at a table before one screen.

    `report` is told what goes wrong while the game goes on; `bold` marks what matters in texts.
    """

    def __init__(
        self,
        record: Record,
        seats: Sequence[str],
        say: Say,
        language: str,
        *,
        report: Callable[[str], None],
        seed: int | None = None,
        file: str | None = None,
        bold: Callable[[str], str] = str,
        new_player: NewPlayer = player,
    ) -> None:
        note_seats(record, seats)
        people = frozenset(number for number, seat in enumerate(seats) if seat == HUMAN)
        self.table = LocalTable(record, people)
        self.game = record.game
        self.seats = seats  # the name of each player: HUMAN, level3, ...
        self.computers = Computers(record.game, say, seats, seed, new_player)
        self.say = say
        self.language = language
        self.report = report
        self.bold = bold
        self.file = file  # in which the game is kept
        self.saved: int | None = None  # the number of changes of the table that are in the file
        self.first_actions = len(self.table.moves())

    @property
    def position(self) -> Position:
        return self.table.position

    @property
    def is_persons_turn(self) -> bool:
        """Whether the game goes on and a person is to play."""
        return self.table.is_playing and self.seats[self.position.player] == HUMAN

    # What people do; each tells what has happened

    def play(self, action: str) -> str:
        """Play an action."""
        before = self.position
        self.table.play(action)
        self.save_changes()
        return before.narrated(action).within(self.language)

    def undo(self) -> str:
        """Go back to the last moment when a person had to decide; the record forgets nothing."""
        taken = self.table.undo()
        self.save_changes()
        return self.say("Taken back: {}.").format(", ".join(taken))

    def resign(self) -> str:
        """The player to move resigns.  Among three or four it would not be clear who has won."""
        if self.game.players > 2:
            raise IllegalMove(
                self.say("only one of two can resign; quit ends the game without a result")
            )
        loser = self.position.player
        self.table.resign()
        self.save_changes()
        return self.say("{} resigns.").format(self.bold(self.computers.name(loser)))

    def draw(self) -> str:
        """People agree on a draw.  Computer players cannot be asked here."""
        if self.game.definition.has_draws and self.game.players > len(self.table.people):
            raise IllegalMove(self.say("people can agree on a draw, computer players do not"))
        self.table.agree_on_draw()
        self.save_changes()
        return self.bold(self.say.shown(self.table.ending) + ".")

    # What computers do

    def play_turn(self, turn: Turn) -> str:
        """Play the turn of a computer player."""
        mover = self.computers.name(self.position.player)
        for _, action in turn:
            self.table.play(action)
        self.save_changes()
        names = ", ".join(position.notation(action) for position, action in turn)
        plays = self.say("{} plays {}.")
        return plays.format(self.bold(mover), self.bold(names))

    def last_turn(self) -> Turn:
        """Return the actions of the last turn, and the position before each."""
        played = list(zip(self.table.positions, self.table.moves(), strict=False))
        if not played:
            raise IllegalMove(self.say("nothing was played yet"))
        first = len(played) - 1
        while first and not played[first][0].starts_turn:
            first -= 1
        return played[first:]

    def last_reasons(self, limit: int = MAX_REASONS) -> list[str]:
        """Return the reasons for or against each action of the last turn."""
        return [
            reasons_text(position, position.parse_move(name), self.language, limit)
            for position, name in self.last_turn()
        ]

    # The file

    def save(self) -> None:
        """Save the record, if there is a file to save it in."""
        if self.file:
            write_text(self.file, write(self.table.record(), form_for(self.file)))
        self.saved = self.table.changes

    def save_changes(self) -> None:
        """Save changes; report errors instead of raising them."""
        if self.table.changes == self.saved:
            return
        try:
            self.save()
        except SteinreichError as error:
            self.report(self.say.shown(error.words))

    def save_as(self, name: str) -> str:
        """Save in a file, now and after every action."""
        name = name or self.file or ""
        if not name:
            needs = self.say("save needs a file: save game.txt")
            raise IllegalMove(needs)
        path = os.path.expanduser(name)
        if path != self.file and os.path.exists(path):
            raise IllegalMove(self.say("{} is there already").format(name))
        before, self.file = self.file, path
        try:
            self.save()
        except SteinreichError:
            self.file = before
            raise
        saved = self.say("Saved in {}, from now on after every action.")
        return saved.format(path)

    # The end

    def last_words(self, command: str, *more: str) -> str:
        """Return where the game is saved, or the command that continues it, or nothing."""
        moves = self.table.moves()
        if self.file and not moves and (taken_back := self.table.record().moves()):
            still = self.say("The game is in {}, still with what you took back: {}.")
            return still.format(self.file, ", ".join(taken_back))
        if self.file:
            return self.say("The game is in {}.").format(self.file)
        if not self.table.is_playing or len(moves) <= self.first_actions:
            return ""
        again = ["steinreich", command, self.game.id, "--position", str(self.position)]
        if list(self.seats) != usual_seats(len(self.seats)):
            again += ["--seats", listed(self.seats)]
        if self.language != preferred_language(os.environ):
            again += ["--lang", self.language]
        return f"{self.say('To go on later:')} {join([*again, *more])}"


def new_record(position: Position) -> Record:
    """Return the record of a game that begins now."""
    record = Record.of(position)
    record.headers["Date"] = date.today().isoformat()
    return record
