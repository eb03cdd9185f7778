"""The model of a game in the terminal, shared by the line-based and the full-screen client.

`LocalTable` holds the table and executes commands by the functions of `session`, as the server
does.  `TerminalGame` adds the players, the file of the record, and the messages to people.
"""

import os
import time
from collections.abc import Callable, Sequence
from datetime import date
from shlex import join

from steinreich.cli.inputs import guess_form, write_text
from steinreich.cli.language import Translator
from steinreich.cli.terminal.computers import Computers, NewPlayer, Turn
from steinreich.cli.terminal.result_text import MAX_REASONS, describe_reasons
from steinreich.cli.terminal.seats import HUMAN, default_seats, format_seats, store_seats
from steinreich.core.position import Position
from steinreich.engines.named_players import player
from steinreich.records import Record, write
from steinreich.rules.errors import IllegalMove, SteinreichError
from steinreich.rules.language import NO_TEXT, Text, preferred_language
from steinreich.session import records, texts
from steinreich.session.decisions import Command, DraftOutcome, Refusal, decide
from steinreich.session.schema.messages import Act, Offer, Resign
from steinreich.session.table import Event, Table


class CommandRefused(SteinreichError):
    """A command is not possible at the table."""


class LocalTable:
    """A table in memory, the draft of an incomplete turn, and the record to continue."""

    def __init__(self, record: Record, human_seats: frozenset[int]) -> None:
        self.continued_record = record
        self.human_seats = human_seats
        self.table = Table("local", make_opened_event(record, human_seats))
        self.draft: tuple[str, ...] = ()  # the actions of an incomplete turn
        self.draft_positions: tuple[Position, ...] = ()  # the position after each action
        self.changes = 0  # number of changes to the continued record
        for action in record.moves():
            self.play(action)
        self.changes = 0

    @property
    def position(self) -> Position:
        return self.draft_positions[-1] if self.draft_positions else self.table.position

    @property
    def positions(self) -> list[Position]:
        """The start, and the position after each action."""
        return [*self.table.positions, *self.draft_positions]

    @property
    def is_playing(self) -> bool:
        """True while the game is in progress."""
        return self.table.status == "playing"

    @property
    def ending(self) -> Text:
        """How the game ended and why; empty while it is in progress."""
        result = self.table.result
        return texts.get_ending(self.table, result) if result else NO_TEXT

    def moves(self) -> list[str]:
        """Return the names of all actions that have not been undone, including the draft."""
        played = (action for turn in self.table.turns for action in turn.actions)
        return [*played, *self.draft]

    # Commands

    def play(self, action: str) -> None:
        """Play an action; it is kept as a draft until the turn is complete."""
        draft = (*self.draft, action)
        outcome = self.execute(Act(self.next_id, self.table.actions, draft), {self.position.player})
        if isinstance(outcome, DraftOutcome):
            self.draft, self.draft_positions = draft, outcome.positions[1:]
            self.changes += 1
        else:
            self.draft, self.draft_positions = (), ()

    def undo(self) -> list[str]:
        """Undo all actions since the last decision of a person, and return their names."""
        moves = self.moves()
        if self.draft:
            *remaining, _undone = self.draft
            # Drafts are not events, so the undone action is added to the record here.
            records.append_actions([self.continued_record.root], moves)
            self.draft, self.draft_positions = tuple(remaining), self.draft_positions[:-1]
            self.changes += 1
        else:
            turns = list(self.table.turns)
            self.execute(Offer(self.next_id, "undo"), self.human_seats)
            # The table undoes whole turns: replay the first one up to its last action, as a draft.
            for action in turns[len(self.table.turns)].actions[:-1]:
                self.play(action)
        return moves[len(self.moves()) :]

    def resign(self) -> None:
        """Resign the game for the player to move."""
        seat = self.position.player
        self.execute(Resign(self.next_id, seat), {seat})

    def agree_on_draw(self) -> None:
        """End the game as a draw; raise `CommandRefused` if that is not possible."""
        self.execute(Offer(self.next_id, "draw"), self.human_seats)

    @property
    def next_id(self) -> str:
        return str(self.table.seq)

    def execute(self, command: Command, seats: set[int] | frozenset[int]) -> Event | DraftOutcome:
        """Execute a command as the players of `seats`, and return its event or draft.

        Raise `CommandRefused` if it is not possible.
        """
        outcome = decide(self.table, command, frozenset(seats), get_time_ms())
        if isinstance(outcome, Refusal):
            raise CommandRefused(outcome.why)
        assert isinstance(outcome, Event | DraftOutcome), "every command has a unique id"
        if isinstance(outcome, Event):
            self.table.apply(outcome)
            self.changes += 1
        return outcome

    # Record

    def record(self) -> Record:
        """Return the game so far, with undone actions as variations.

        The result of the continued record is kept until the game changes.
        """
        record = records.make_record(self.table, self.draft, self.continued_record.root)
        headers = dict(self.continued_record.headers)
        if self.changes:
            headers.pop("Termination", None)
            if termination := record.headers.get("Termination"):
                headers["Termination"] = termination
        else:
            record.result = self.continued_record.result
        record.headers = headers
        return record


def make_opened_event(record: Record, human_seats: frozenset[int]) -> Event:
    """Return the first event of a table, which opens it."""
    seat_kinds = (
        "here" if seat in human_seats else "computer" for seat in range(record.game.players)
    )
    data = {
        "game": record.game.id,
        "start": str(record.start),
        "seats": [{"kind": kind} for kind in seat_kinds],
        "clock": {"kind": "none"},
        "listed": False,
    }
    return Event(1, get_time_ms(), "opened", data, None)


def get_time_ms() -> int:
    """Return the time in milliseconds."""
    return time.time_ns() // 1_000_000


class TerminalGame:
    """A game between people at this terminal and computer players.

    `report` shows an error that does not end the game; `bold` emphasizes a part of a message.
    """

    def __init__(
        self,
        record: Record,
        seats: Sequence[str],
        translate: Translator,
        language: str,
        *,
        report: Callable[[str], None],
        seed: int | None = None,
        file: str | None = None,
        bold: Callable[[str], str] = str,
        new_player: NewPlayer = player,
    ) -> None:
        store_seats(record, seats)
        human_seats = frozenset(number for number, seat in enumerate(seats) if seat == HUMAN)
        self.table = LocalTable(record, human_seats)
        self.game = record.game
        self.seats = seats  # HUMAN, level3, ...
        self.computers = Computers(record.game, translate, seats, seed, new_player)
        self.translate = translate
        self.language = language
        self.report = report
        self.bold = bold
        self.file = file  # where the record is saved
        self.saved_changes: int | None = None  # `table.changes` when the record was last saved
        self.initial_action_count = len(self.table.moves())

    @property
    def position(self) -> Position:
        return self.table.position

    @property
    def is_human_turn(self) -> bool:
        """True if a person is to move."""
        return self.table.is_playing and self.seats[self.position.player] == HUMAN

    # Actions of people; each method returns a message

    def play(self, action: str) -> str:
        """Play an action, and return its description."""
        previous = self.position
        self.table.play(action)
        self.save_changes()
        return previous.narrate(action).in_language(self.language)

    def undo(self) -> str:
        """Undo all actions since the last decision of a person; the record keeps them."""
        undone = self.table.undo()
        self.save_changes()
        return self.translate("Taken back: {}.").format(", ".join(undone))

    def resign(self) -> str:
        """Resign for the player to move; only with two players, so that the other one wins."""
        if self.game.players > 2:
            raise IllegalMove(
                self.translate(
                    "only one of two players can resign; quit ends the game without a result"
                )
            )
        loser = self.position.player
        self.table.resign()
        self.save_changes()
        return self.translate("{} resigns.").format(self.bold(self.computers.name(loser)))

    def draw(self) -> str:
        """End the game in a draw; not against computer players, which cannot agree."""
        if self.game.definition.has_draws and self.game.players > len(self.table.human_seats):
            raise IllegalMove(
                self.translate("only people can agree on a draw, not computer players")
            )
        self.table.agree_on_draw()
        self.save_changes()
        return self.bold(self.translate(self.table.ending) + ".")

    # Turns of computer players

    def play_turn(self, turn: Turn) -> str:
        """Play a turn that a computer player has chosen, and return a message."""
        mover = self.computers.name(self.position.player)
        for _, action in turn:
            self.table.play(action)
        self.save_changes()
        names = ", ".join(position.notation(action) for position, action in turn)
        message = self.translate("{} plays {}.")
        return message.format(self.bold(mover), self.bold(names))

    def last_turn(self) -> Turn:
        """Return the actions of the last turn, and the position before each."""
        played = list(zip(self.table.positions, self.table.moves(), strict=False))
        if not played:
            raise IllegalMove(self.translate("nothing has been played yet"))
        first = len(played) - 1
        while first and not played[first][0].starts_turn:
            first -= 1
        return played[first:]

    def describe_last_turn(self, limit: int = MAX_REASONS) -> list[str]:
        """Return the reasons for or against each action of the last turn."""
        return [
            describe_reasons(position, position.parse_move(name), self.language, limit)
            for position, name in self.last_turn()
        ]

    # File

    def save(self) -> None:
        """Save the record if a file is set."""
        if self.file:
            write_text(self.file, write(self.table.record(), guess_form(self.file)))
        self.saved_changes = self.table.changes

    def save_changes(self) -> None:
        """Save the record if it has changed; report errors instead of raising them."""
        if self.table.changes == self.saved_changes:
            return
        try:
            self.save()
        except SteinreichError as error:
            self.report(self.translate(error.message))

    def save_as(self, name: str) -> str:
        """Set the file, and save the record in it now and after every action."""
        name = name or self.file or ""
        if not name:
            message = self.translate("save needs a file: save game.txt")
            raise IllegalMove(message)
        path = os.path.expanduser(name)
        if path != self.file and os.path.exists(path):
            raise IllegalMove(self.translate("{} already exists").format(name))
        previous, self.file = self.file, path
        try:
            self.save()
        except SteinreichError:
            self.file = previous
            raise
        saved = self.translate("Saved to {}; from now on it is saved after every action.")
        return saved.format(path)

    # End

    def make_closing_message(self, command: str, *flags: str) -> str:
        """Return a message with the file of the game, or with the command line that continues it.

        It is empty if nothing was played.
        """
        moves = self.table.moves()
        if self.file and not moves and (taken_back := self.table.record().moves()):
            message = self.translate("The game is saved in {}, including what you took back: {}.")
            return message.format(self.file, ", ".join(taken_back))
        if self.file:
            return self.translate("The game is saved in {}.").format(self.file)
        if not self.table.is_playing or len(moves) <= self.initial_action_count:
            return ""
        command_line = ["steinreich", command, self.game.id, "--position", str(self.position)]
        if list(self.seats) != default_seats(len(self.seats)):
            command_line += ["--seats", format_seats(self.seats)]
        if self.language != preferred_language(os.environ):
            command_line += ["--lang", self.language]
        return f"{self.translate('To continue later:')} {join([*command_line, *flags])}"


def make_record(position: Position) -> Record:
    """Return a new record with the date of today."""
    record = Record.from_position(position)
    record.headers["Date"] = date.today().isoformat()
    return record
