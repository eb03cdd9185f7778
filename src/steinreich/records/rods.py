"""Lists of rod numbers for vier3d, as other programs use them: `0 5 3, 12`.

A number is column + 4 * row, seen from above: a1 is 0, b1 is 1, a2 is 4, d4 is 15.
"""

import re

from steinreich.core.errors import BadRecord
from steinreich.core.game import Game
from steinreich.records.door import admitted, found_game, is_usual, shown
from steinreich.records.record import Record

RODS = [column + row for row in "1234" for column in "abcd"]


def parse_rods(text: str, game: Game | None = None) -> Record:
    """The record of a list of rods, separated by spaces, line ends or commas, replayed."""
    game = game or found_game("vier3d", None)
    check_game(game)
    record = Record.new(game)
    last = record.root
    for number, rod in enumerate(re.findall(r"[^\s,]+", admitted(text)), 1):
        if not re.fullmatch("[0-9]{1,2}", rod) or int(rod) >= len(RODS):
            raise BadRecord(f"action {number}: {shown(rod)} is no rod from 0 to {len(RODS) - 1}")
        last = last.add(RODS[int(rod)])
    end = record.end
    record.result = end.returns if end.is_over else None
    return record


def to_rods(record: Record) -> str:
    """The main line as a list of rods."""
    check_game(record.game)
    if not is_usual(record.start):
        raise BadRecord("a list of rods begins with empty rods, but the record does not")
    rods = []
    for number, action in enumerate(record.moves(), 1):
        if action not in RODS:
            why = "a list of rods has no place for a neutral ball"
            raise BadRecord(f"action {number}, {shown(action)}: {why}")
        rods.append(str(RODS.index(action)))
    return " ".join(rods) + "\n"


def check_game(game: Game) -> None:
    """Refuse all games but vier3d."""
    if game.name != "vier3d":
        raise BadRecord(f"a list of rods can hold a game of vier3d, not of {game.id}")
