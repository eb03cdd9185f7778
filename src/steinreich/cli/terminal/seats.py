"""Names of the players in the seats of a game: a person or a kind of computer player.

They come from `--seats` or from the headers of a record.
"""

import csv
import io
import re
from collections.abc import Sequence

from steinreich.cli.language import Translator
from steinreich.cli.parser import UsageError
from steinreich.core.game import Game
from steinreich.records import Record
from steinreich.rules.language import Text
from steinreich.rules.untrusted import with_suggestion

HUMAN, RANDOM = "human", "random"
ENGINE = "engine"
EXTERNAL = "ugi:"  # prefix of the command line of an external engine
DEFAULT_OPPONENT = "level3"

SEATS = (HUMAN, *(f"level{number}" for number in range(1, 11)), ENGINE, RANDOM)
LEVEL = re.compile("(?:level)?([1-9]|10)")  # `level3`, or just `3`


def default_seats(players: int) -> list[str]:
    """Return the default seats: a person in the first one, weak computer players in the others."""
    return [HUMAN, *[DEFAULT_OPPONENT] * (players - 1)]


def parse_seat(name: str) -> str | None:
    """Return the canonical name of a seat; None if the name is unknown."""
    name = name.strip()
    if name.startswith(EXTERNAL):
        return name if name != EXTERNAL else None
    name = name.lower()
    if level := LEVEL.fullmatch(name):
        return f"level{level[1]}"
    return name if name in (HUMAN, RANDOM, ENGINE) else None


def describe_seat(seat: str, translate: Translator) -> str:
    """Return a description of the player in a seat, such as "level 3"."""
    if seat.startswith(EXTERNAL):
        return seat.removeprefix(EXTERNAL)
    words = {
        HUMAN: translate("person"),
        RANDOM: translate("by chance"),
        ENGINE: translate("full strength"),
    }
    return words.get(seat) or translate("level {}").format(seat.removeprefix("level"))


def parse_seats(text: str, game: Game, translate: Translator) -> list[str]:
    """Parse the value of `--seats`; quotes enclose a command line that contains a comma."""
    [names] = csv.reader([" ".join(text.splitlines())], skipinitialspace=True)
    seats: list[str] = []
    for name in names:
        seat = parse_seat(name)
        if seat is None:
            unknown = Text(
                "--seats: unknown player {name}; choose from human, level1 to level10 (or just 1 "
                "to 10), engine, random and ugi:COMMAND",
                name=repr(name),
            )
            raise UsageError(with_suggestion(unknown, name, SEATS))
        seats.append(seat)
    if len(seats) != game.players:
        message = translate("--seats: {} has {} players, not {}")
        raise UsageError(message.format(game.id, game.players, len(seats)))
    return seats


def format_seats(seats: Sequence[str]) -> str:
    """Return the value of `--seats` for these seats."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(seats)
    return line.getvalue()


def get_recorded_seats(record: Record, translate: Translator) -> list[str]:
    """Return the seats in a record; unknown names are those of people."""
    seats = default_seats(record.game.players)
    for number in range(len(seats)):
        if name := record.headers.get(f"Player{number + 1}"):
            seats[number] = parse_recorded_seat(name) or HUMAN
        if seats[number].startswith(EXTERNAL):  # a record must not be able to start a program
            message = translate(
                "player {} of this game is a program, which is started only if --seats names it"
            )
            raise UsageError(message.format(number + 1))
    return seats


def parse_recorded_seat(name: str) -> str | None:
    """Parse the name of a player in a record; None for a person, such as one called `5`."""
    return None if name.strip().isdecimal() else parse_seat(name)


def store_seats(record: Record, seats: Sequence[str]) -> None:
    """Store the seats in the headers of a record; names of people are kept."""
    for number, seat in enumerate(seats, 1):
        name = record.headers.get(f"Player{number}", "")
        if not name or parse_recorded_seat(name) not in (None, seat):
            record.headers[f"Player{number}"] = seat
