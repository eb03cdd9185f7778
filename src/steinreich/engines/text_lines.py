"""Lines from strangers: never longer than we can bear, and no way to make us run a file."""

from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from steinreich.core.game import Game, load, split_id
from steinreich.core.game_files import is_path
from steinreich.records.reading import loaded, same_file
from steinreich.rules.errors import UnknownGame
from steinreich.rules.text.safe import quoted

LONGEST_LINE = 100_000  # characters; the longest game with its start needs a tenth of that
LONGEST_MESSAGE = 300  # characters of what strangers are answered
LONGEST_ID = 200  # characters in the id of a game


def bounded_lines(stream: TextIO) -> Iterator[str | None]:
    """The lines of a stream, of which none fills the memory: one that is too long is None."""
    while line := stream.readline(LONGEST_LINE + 1):
        if len(line) <= LONGEST_LINE or line.endswith("\n"):
            yield line
            continue
        while line and not line.endswith("\n"):
            line = stream.readline(LONGEST_LINE)
        yield None


def game_asked_for(id: str, own: Game | None) -> Game:
    """The game of an id that came over a line, which cannot make us run a file.

    It is a game of the package, or the game file that `own` is, with whatever options.
    """
    if len(id) > LONGEST_ID:
        raise UnknownGame(f"the id of a game has at most {LONGEST_ID} characters")
    if own and id == own.id:
        return own
    if not is_path(id):
        return loaded(id)
    name, options = split_id(id)
    if not own or not is_path(own.name) or not same_file(Path(name), Path(own.name)):
        raise UnknownGame(f"{quoted(id)} is a file; only one named at the start can be a game")
    return load(f"{own.name}({options})")
