"""Who sits at the table: people and computer players, as `--seats` or a record names them."""

import csv
import io
import re
from collections.abc import Sequence

from steinreich.cli.parser import UsageError
from steinreich.cli.spoken_language import Say
from steinreich.core.game import Game
from steinreich.records import Record
from steinreich.rules.language import Words
from steinreich.rules.text.did_you_mean import suggesting

HUMAN, RANDOM = "human", "random"
ENGINE = "engine"
PROGRAM = "ugi:"  # before the command that starts a program of somebody else
USUAL_OPPONENT = "level3"

SEATS = (HUMAN, *(f"level{number}" for number in range(1, 11)), ENGINE, RANDOM)
LEVEL = re.compile("(?:level)?([1-9]|10)")  # a plain number is a level, too


def usual_seats(players: int) -> list[str]:
    """A person first, and a computer player whom beginners can beat elsewhere."""
    return [HUMAN, *[USUAL_OPPONENT] * (players - 1)]


def seat_called(name: str) -> str | None:
    """The seat that goes by this name, as the program writes it; None if there is none."""
    name = name.strip()
    if name.startswith(PROGRAM):
        return name if name != PROGRAM else None
    name = name.lower()
    if level := LEVEL.fullmatch(name):
        return f"level{level[1]}"
    return name if name in (HUMAN, RANDOM, ENGINE) else None


def seats_in(text: str, game: Game, say: Say) -> list[str]:
    """Who sits where, as `--seats` says; a command with a comma in it stands in quotes."""
    [names] = csv.reader([" ".join(text.splitlines())], skipinitialspace=True)
    seats: list[str] = []
    for name in names:
        seat = seat_called(name)
        if seat is None:
            nobody = Words(
                f"--seats: unknown player {name!r}; choose from human, level1 to level10 (or just "
                "1 to 10), engine, random and ugi:COMMAND",
                f"--seats: unbekannter Spieler {name!r}; möglich sind human, level1 bis level10 "
                "(oder nur 1 bis 10), engine, random und ugi:BEFEHL",
            )
            raise UsageError(suggesting(nobody, name, SEATS))
        seats.append(seat)
    if len(seats) != game.players:
        message = say("--seats: {} has {} players, not {}", "--seats: {} hat {} Spieler, nicht {}")
        raise UsageError(message.format(game.id, game.players, len(seats)))
    return seats


def listed(seats: Sequence[str]) -> str:
    """The seats as `--seats` takes them."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(seats)
    return line.getvalue()


def recorded_seats(record: Record, say: Say) -> list[str]:
    """Who sits where, as far as the record says so: whoever is no computer player is a person."""
    seats = usual_seats(record.game.players)
    for number in range(len(seats)):
        if name := record.headers.get(f"Player{number + 1}"):
            seats[number] = recorded_seat(name) or HUMAN
        if seats[number].startswith(PROGRAM):  # a record cannot make us run a program
            message = say(
                "player {} of this game is a program, which is started only if --seats names it",
                "Spieler {} dieser Partie ist ein Programm, das nur startet, wenn --seats es nennt",
            )
            raise UsageError(message.format(number + 1))
    return seats


def recorded_seat(name: str) -> str | None:
    """The seat that a record means; there a number is what a person is called."""
    return None if name.strip().isdecimal() else seat_called(name)


def note_seats(record: Record, seats: Sequence[str]) -> None:
    """Write down who plays, for the next time; the names of people stay."""
    for number, seat in enumerate(seats, 1):
        name = record.headers.get(f"Player{number}", "")
        if not name or recorded_seat(name) not in (None, seat):
            record.headers[f"Player{number}"] = seat
