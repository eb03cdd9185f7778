"""Lists of rod numbers for vier3d, as other programs use them: `0 5 3, 12` or `[0, 5, 3, 12]`.

A number is column + 4 * row, seen from above: a1 is 0, b1 is 1, a2 is 4, d4 is 15.  The game
numbers its actions alike.  Rods may be given by their names, too: `a1 b2 c3` or `["a1", "b2"]`.
"""

import re

from steinreich.core.game import Game
from steinreich.records.reading import admitted, found_game, is_usual
from steinreich.records.record import Record
from steinreich.rules.errors import BadRecord
from steinreich.rules.language import Words
from steinreich.rules.text.safe import quoted

NUMBER_OF_RODS = 16
# Letters and digits alone: what is no rod among them is told of as such.
ROD_NAMES = re.compile(
    r"""\ufeff?\s*+\[?+\s*+["']?+[a-d][1-4]["']?+(?:[\s,]++["']?+[a-z][0-9]{1,2}["']?+)*+\s*+\]?+\s*+""",
    re.IGNORECASE,
)


def has_rod_names(text: str) -> bool:
    """Whether a text is a list of rods by their names."""
    return ROD_NAMES.fullmatch(text) is not None


def parse_rods(text: str, game: Game | None = None) -> Record:
    """The record of a list of rods, separated by spaces, line ends or commas, replayed."""
    game = game or found_game("vier3d", None)
    if game.name != "vier3d":
        raise BadRecord(
            Words(
                f"a list of rods is of a game of vier3d, not of {game.id}",
                f"eine Liste von Stäben gehört zu vier3d, nicht zu {game.id}",
            )
        )
    record = Record.new(game)
    read_rods(record, text)
    end = record.end
    record.result = end.returns if end.is_over else None
    return record


def read_rods(record: Record, text: str) -> None:
    """Continue a record by all rods of a list."""
    names = rod_names(record.game)
    last = record.root
    for number, rod in enumerate(re.findall(r"[^\s,]+", unbracketed(admitted(text))), 1):
        name = rod.strip("\"'").lower()
        if re.fullmatch("[0-9]{1,2}", name) and int(name) < len(names):
            name = names[int(name)]
        if name not in names:
            ends, bis = f"{names[0]} to {names[-1]}", f"{names[0]} bis {names[-1]}"
            most = len(names) - 1
            raise BadRecord(
                Words(
                    f"action {number}: {quoted(rod)} is not a rod from 0 to {most} or {ends}",
                    f"Aktion {number}: {quoted(rod)} ist kein Stab von 0 bis {most} oder {bis}",
                )
            )
        last = last.add(name)


def to_rods(record: Record) -> str:
    """The main line as a list of rods.  The list does not tell variants apart: it has one."""
    if record.game.id != "vier3d":
        raise BadRecord(
            Words(
                f"a list of rods can hold a game of plain vier3d, not of {record.game.id}",
                "eine Liste von Stäben fasst eine Partie vier3d ohne Optionen, "
                f"nicht {record.game.id}",
            )
        )
    if not is_usual(record.start):
        raise BadRecord(
            Words(
                "a list of rods begins with empty rods, but the record does not",
                "eine Liste von Stäben beginnt mit leeren Stäben, die Partie aber nicht",
            )
        )
    names = rod_names(record.game)
    rods = []
    for number, action in enumerate(record.moves(), 1):
        if action not in names:
            raise BadRecord(
                Words(
                    f"action {number}: {quoted(action)} is not a rod",
                    f"Aktion {number}: {quoted(action)} ist kein Stab",
                )
            )
        rods.append(str(names.index(action)))
    return " ".join(rods) + "\n" if rods else "[]\n"  # an empty text would be no record at all


def rod_names(game: Game) -> list[str]:
    """The names of the rods in the order of their numbers."""
    start = game.start()
    return [start.name(rod) for rod in range(NUMBER_OF_RODS)]


def unbracketed(text: str) -> str:
    """What stands inside the brackets of a JSON list."""
    match = re.fullmatch(r"\s*\[(.*)\]\s*", text, re.DOTALL)
    return match[1] if match else text
