"""The file of a match: one JSON record per line, flushed to disk after every game."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from steinreich.arena.plan import GameKey, Match
from steinreich.compile.locks import lock_file
from steinreich.core.game import Game
from steinreich.records import Record
from steinreich.records.json_form import json_line, parse_json
from steinreich.records.reading import locate_errors
from steinreich.rules.errors import BadRecord, SteinreichError


class MatchFileError(SteinreichError):
    """A file of records cannot be read or written, or belongs to another match."""


def get_game_key(record: Record) -> GameKey:
    """Return the key of a recorded game within its match."""
    try:
        round, pair, seating = (int(record.headers[name]) for name in ("Round", "Pair", "Seating"))
    except (KeyError, ValueError):
        raise BadRecord("no Round, Pair and Seating say which game of the match it is") from None
    return round, pair, seating


def read_lines(data: bytes, name: str, game: Game | None = None) -> tuple[list[Record], int]:
    """Parse the content of a file; return the records and the offset where the last one ends.

    An incomplete last line, left by a process that was killed, is ignored.  `game` is needed only
    for a game from an external file.
    """
    records, end = [], 0
    for number, line in enumerate(data.splitlines(keepends=True), 1):
        try:
            if line.strip():
                with locate_errors(f"{name}, line {number}"):
                    records += parse_json(decode_line(line), game)
        except BadRecord:
            if line.endswith(b"\n"):
                raise
            break
        end += len(line)
    return records, end


def decode_line(line: bytes) -> str:
    """Decode a line; raise `BadRecord` if it is not UTF-8."""
    try:
        return line.decode()
    except UnicodeDecodeError:
        raise BadRecord("this is not UTF-8 text") from None


def read_file(name: str, game: Game | None = None) -> list[Record]:
    """Return the records in a file."""
    with convert_file_errors("read", name):
        data = Path(name).read_bytes()
    return read_lines(data, name, game)[0]


@contextmanager
def convert_file_errors(verb: str, name: str) -> Iterator[None]:
    """Convert operating system errors to `MatchFileError` with the name of the file."""
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: an invalid file name
        reason = error.strerror if isinstance(error, OSError) else error
        raise MatchFileError(f"cannot {verb} {name!r}: {reason}") from None


class MatchFile:
    """The file of a match, open for appending; `recorded_games` are those it had when opened."""

    def __init__(self, name: str, match: Match) -> None:
        self.name = name
        with convert_file_errors("write", name):
            self.file = open(name, "a+b")  # noqa: SIM115  # closed by __exit__
        try:
            self.lock()
            self.recorded_games = self.read(match)
        except BaseException:
            self.file.close()
            raise

    def lock(self) -> None:
        """Lock the file, so that no other process plays the same match."""
        with convert_file_errors("write", self.name):
            try:
                lock_file(self.file.fileno())
            except BlockingIOError:
                raise MatchFileError(f"{self.name!r} is being written by another arena") from None

    def read(self, match: Match) -> dict[GameKey, Record]:
        """Return the games in the file by key; truncate an incomplete last line."""
        with convert_file_errors("read", self.name):
            self.file.seek(0)
            data = self.file.read()
        records, end = read_lines(data, self.name, match.game)
        for record in records:
            other = record.headers.get("Match", "none")
            if other != str(match):
                raise MatchFileError(
                    f"{self.name!r} is of another match ({other}), not of this {match}"
                )
        with convert_file_errors("write", self.name):
            self.file.truncate(end)
            if end and not data[:end].endswith(b"\n"):
                self.write(b"\n")
        with locate_errors(self.name):
            return {get_game_key(record): record for record in records}

    def append(self, record: Record) -> None:
        """Append a record and sync it to disk."""
        with convert_file_errors("write", self.name):
            self.write(json_line(record).encode())

    def write(self, data: bytes) -> None:
        self.file.write(data)
        self.file.flush()
        os.fsync(self.file.fileno())

    def __enter__(self) -> "MatchFile":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.file.close()
