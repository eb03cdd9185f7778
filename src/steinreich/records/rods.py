"""Lists of rod numbers for vier3d, as used by other programs: `0 5 3, 12` or `[0, 5, 3, 12]`.

A number is column + 4 * row, seen from above: a1 is 0, b1 is 1, a2 is 4, d4 is 15. The game numbers
its actions in the same way. Rods may also be given by name: `a1 b2 c3` or `["a1", "b2"]`.
"""

import re

from steinreich.core.game import Game
from steinreich.records.reading import check_game, find_game, is_default_start, normalize_text
from steinreich.records.record import Record, expect_record
from steinreich.rules.errors import BadRecord
from steinreich.rules.language import Text
from steinreich.rules.untrusted import quote

NUM_RODS = 16
# Accepts any letter and number after the first rod, so that an error can name an invalid rod.
ROD_NAMES = re.compile(
    r"""\ufeff?\s*+\[?+\s*+["']?+[a-d][1-4]["']?+(?:[\s,]++["']?+[a-z][0-9]{1,2}["']?+)*+\s*+\]?+\s*+""",
    re.IGNORECASE,
)


def has_rod_names(text: str) -> bool:
    """Return whether a text is a list of rods by name."""
    return ROD_NAMES.fullmatch(text) is not None


def parse_rods(text: str, game: Game | None = None) -> Record:
    """Return the record of a list of rods, separated by spaces, line ends or commas."""
    check_game(game)
    game = game or find_game("vier3d", None)
    if game.name != "vier3d":
        raise BadRecord(Text("a list of rods is of a game of vier3d, not of {id}", id=game.id))
    record = Record.new(game)
    read_rods(record, text)
    end = record.end
    record.result = end.returns if end.is_over else None
    return record


def read_rods(record: Record, text: str) -> None:
    """Append all rods of a list to a record."""
    names = get_rod_names(record.game)
    last_node = record.root
    for number, rod in enumerate(re.findall(r"[^\s,]+", strip_brackets(normalize_text(text))), 1):
        name = rod.strip("\"'").lower()
        if re.fullmatch("[0-9]{1,2}", name) and int(name) < len(names):
            name = names[int(name)]
        if name not in names:
            raise BadRecord(
                Text(
                    "action {number}: {rod} is not a rod from 0 to {last} or {first_name} to "
                    "{last_name}",
                    number=number,
                    rod=quote(rod),
                    last=len(names) - 1,
                    first_name=names[0],
                    last_name=names[-1],
                )
            )
        last_node = last_node.add(name)


def to_rods(record: Record) -> str:
    """Return the main line as a list of rods; only plain `vier3d` can be written."""
    expect_record(record)
    if record.game.id != "vier3d":
        raise BadRecord(
            Text("a list of rods can hold a game of plain vier3d, not of {id}", id=record.game.id)
        )
    if not is_default_start(record.start):
        raise BadRecord(Text("a list of rods begins with empty rods, but the record does not"))
    names = get_rod_names(record.game)
    rods = []
    for number, action in enumerate(record.moves(), 1):
        if action not in names:
            raise BadRecord(
                Text("action {number}: {action} is not a rod", number=number, action=quote(action))
            )
        rods.append(str(names.index(action)))
    return " ".join(rods) + "\n" if rods else "[]\n"  # an empty text would not be a record


def get_rod_names(game: Game) -> list[str]:
    """Return the names of the rods in the order of their numbers."""
    start = game.start()
    return [start.name(rod) for rod in range(NUM_RODS)]


def strip_brackets(text: str) -> str:
    """Return the content of the brackets of a JSON list."""
    match = re.fullmatch(r"\s*\[(.*)\]\s*", text, re.DOTALL)
    return match[1] if match else text
