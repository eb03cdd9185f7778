"""The seats of a table: people and computer players, from `--seats` or a record."""

import csv
import io
import re
from collections.abc import Sequence

from steinreich.cli.language import Say
from steinreich.cli.parser import UsageError
from steinreich.core.game import Game
from steinreich.records import Record
from steinreich.rules.language import Text
from steinreich.rules.untrusted import with_suggestion

HUMAN, RANDOM = "human", "random"
ENGINE = "engine"
PROGRAM = "ugi:"  # prefix of the command of an external engine
DEFAULT_OPPONENT = "level3"

SEATS = (HUMAN, *(f"level{number}" for number in range(1, 11)), ENGINE, RANDOM)
LEVEL = re.compile("(?:level)?([1-9]|10)")  # a plain number is a level, too


def usual_seats(players: int) -> list[str]:
    """Return the default seats: a person first, and weak computer players elsewhere."""
    return [HUMAN, *[DEFAULT_OPPONENT] * (players - 1)]


def seat_called(name: str) -> str | None:
    """Return the canonical name of a seat; None if the name is unknown."""
    name = name.strip()
    if name.startswith(PROGRAM):
        return name if name != PROGRAM else None
    name = name.lower()
    if level := LEVEL.fullmatch(name):
        return f"level{level[1]}"
    return name if name in (HUMAN, RANDOM, ENGINE) else None


def seat_words(seat: str, say: Say) -> str:
    """Return the player of a seat in words."""
    if seat.startswith(PROGRAM):
        return seat.removeprefix(PROGRAM)
    words = {
        HUMAN: say("person"),
        RANDOM: say("by chance"),
        ENGINE: say("full strength"),
    }
    return words.get(seat) or say("level {}").format(seat.removeprefix("level"))


def seats_in(text: str, game: Game, say: Say) -> list[str]:
    """Parse `--seats`; a command that contains a comma is quoted."""
    [names] = csv.reader([" ".join(text.splitlines())], skipinitialspace=True)
    seats: list[str] = []
    for name in names:
        seat = seat_called(name)
        if seat is None:
            nobody = Text(
                "--seats: unknown player {name}; choose from human, level1 to level10 (or just 1 "
                "to 10), engine, random and ugi:COMMAND",
                name=repr(name),
            )
            raise UsageError(with_suggestion(nobody, name, SEATS))
        seats.append(seat)
    if len(seats) != game.players:
        message = say("--seats: {} has {} players, not {}")
        raise UsageError(message.format(game.id, game.players, len(seats)))
    return seats


def listed(seats: Sequence[str]) -> str:
    """Return the seats as `--seats` takes them."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(seats)
    return line.getvalue()


def recorded_seats(record: Record, say: Say) -> list[str]:
    """Return the seats in a record; names that are no computer players are people."""
    seats = usual_seats(record.game.players)
    for number in range(len(seats)):
        if name := record.headers.get(f"Player{number + 1}"):
            seats[number] = recorded_seat(name) or HUMAN
        if seats[number].startswith(PROGRAM):  # a record must not be able to start a program
            message = say(
                "player {} of this game is a program, which is started only if --seats names it"
            )
            raise UsageError(message.format(number + 1))
    return seats


def recorded_seat(name: str) -> str | None:
    """Return the seat for a name in a record, where a plain number is the name of a person."""
    return None if name.strip().isdecimal() else seat_called(name)


def note_seats(record: Record, seats: Sequence[str]) -> None:
    """Store the seats in a record; the names of people stay."""
    for number, seat in enumerate(seats, 1):
        name = record.headers.get(f"Player{number}", "")
        if not name or recorded_seat(name) not in (None, seat):
            record.headers[f"Player{number}"] = seat
