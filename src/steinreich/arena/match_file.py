"""The file of a match: one JSON record per line, flushed to disk after every game."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from steinreich.arena.plan import Key, Match
from steinreich.compile.locks import lock_file
from steinreich.core.game import Game
from steinreich.records import Record
from steinreich.records.json_form import json_line, parse_json
from steinreich.records.reading import locate_errors
from steinreich.rules.errors import BadRecord, SteinreichError


class FileTrouble(SteinreichError):
    """A file of records cannot be read or written, or is not for this match."""


def key_of(record: Record) -> Key:
    """Return the key of a recorded game within its match."""
    try:
        round, pair, seating = (int(record.headers[name]) for name in ("Round", "Pair", "Seating"))
    except (KeyError, ValueError):
        raise BadRecord("no Round, Pair and Seating say which game of the match it is") from None
    return round, pair, seating


def read_lines(data: bytes, name: str, game: Game | None = None) -> tuple[list[Record], int]:
    """Return the records in a file's data, and the offset where the last one ends.

    An incomplete last line, left by a process that was killed, is ignored.  `game` is needed only
    for an external game file.
    """
    records, end = [], 0
    for number, line in enumerate(data.splitlines(keepends=True), 1):
        try:
            if line.strip():
                with locate_errors(f"{name}, line {number}"):
                    records += parse_json(decoded(line), game)
        except BadRecord:
            if line.endswith(b"\n"):
                raise
            break
        end += len(line)
    return records, end


def decoded(line: bytes) -> str:
    """Decode a line; raise `BadRecord` if it is not UTF-8."""
    try:
        return line.decode()
    except UnicodeDecodeError:
        raise BadRecord("this is not UTF-8 text") from None


def read_file(name: str, game: Game | None = None) -> list[Record]:
    """Return the records in a file."""
    with explained("read", name):
        data = Path(name).read_bytes()
    return read_lines(data, name, game)[0]


@contextmanager
def explained(verb: str, name: str) -> Iterator[None]:
    """Convert errors of the system to `FileTrouble`, with the name of the file."""
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: no file has such a name
        reason = error.strerror if isinstance(error, OSError) else error
        raise FileTrouble(f"cannot {verb} {name!r}: {reason}") from None


class MatchFile:
    """The file of a match, open for appending; `earlier` are the games already in it."""

    def __init__(self, name: str, match: Match) -> None:
        self.name = name
        with explained("write", name):
            self.file = open(name, "a+b")  # noqa: SIM115  # closed by __exit__
        try:
            self.lock()
            self.earlier = self.read(match)
        except BaseException:
            self.file.close()
            raise

    def lock(self) -> None:
        """Lock the file: two arenas writing to it would play every game twice."""
        with explained("write", self.name):
            try:
                lock_file(self.file.fileno())
            except BlockingIOError:
                raise FileTrouble(f"{self.name!r} is being written by another arena") from None

    def read(self, match: Match) -> dict[Key, Record]:
        """Return the games in the file by key; truncate an incomplete last line."""
        with explained("read", self.name):
            self.file.seek(0)
            data = self.file.read()
        records, end = read_lines(data, self.name, match.game)
        for record in records:
            other = record.headers.get("Match", "none")
            if other != str(match):
                raise FileTrouble(
                    f"{self.name!r} is of another match ({other}), not of this {match}"
                )
        with explained("write", self.name):
            self.file.truncate(end)
            if end and not data[:end].endswith(b"\n"):
                self.write(b"\n")
        with locate_errors(self.name):
            return {key_of(record): record for record in records}

    def append(self, record: Record) -> None:
        """Append a record and sync it to disk."""
        with explained("write", self.name):
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
