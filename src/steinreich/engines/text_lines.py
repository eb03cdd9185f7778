"""Limits for input from untrusted clients of UGI and Analysis: line lengths, and no game files."""

from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from steinreich.core.game import Game, load, split_id
from steinreich.core.game_files import is_path
from steinreich.records.reading import is_same_file, load_cached
from steinreich.rules.errors import UnknownGame
from steinreich.rules.untrusted import quote

MAX_LINE_CHARACTERS = 100_000  # ten times the longest game with its start position
MAX_MESSAGE_CHARACTERS = 300  # of an error message in an answer
MAX_GAME_ID_CHARACTERS = 200


def read_bounded_lines(stream: TextIO) -> Iterator[str | None]:
    """Yield the lines of a stream, with None for each line that is too long."""
    while line := stream.readline(MAX_LINE_CHARACTERS + 1):
        if len(line) <= MAX_LINE_CHARACTERS or line.endswith("\n"):
            yield line
            continue
        while line and not line.endswith("\n"):
            line = stream.readline(MAX_LINE_CHARACTERS)
        yield None


def load_requested_game(id: str, default_game: Game | None) -> Game:
    """Return the game of an id from an untrusted client, which must not load game files.

    It is a registered game, or the game file of `default_game`, with any options.
    """
    if len(id) > MAX_GAME_ID_CHARACTERS:
        raise UnknownGame(f"the id of a game has at most {MAX_GAME_ID_CHARACTERS} characters")
    if default_game and id == default_game.id:
        return default_game
    if not is_path(id):
        return load_cached(id)
    name, options = split_id(id)
    if (
        not default_game
        or not is_path(default_game.name)
        or not is_same_file(Path(name), Path(default_game.name))
    ):
        raise UnknownGame(f"{quote(id)} is a file; only one named at the start can be a game")
    return load(f"{default_game.name}({options})")
