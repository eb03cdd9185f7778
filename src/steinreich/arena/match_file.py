"""The file of a match: one record a line, in JSON, each on disk before the next is waited for."""

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
from steinreich.records.reading import located
from steinreich.rules.errors import BadRecord, SteinreichError


class FileTrouble(SteinreichError):
    """A file of records cannot be read or written, or is not for this match."""


def key_of(record: Record) -> Key:
    """Which game of its match a record is."""
    try:
        round, pair, seating = (int(record.headers[name]) for name in ("Round", "Pair", "Seating"))
    except (KeyError, ValueError):
        raise BadRecord("no Round, Pair and Seating say which game of the match it is") from None
    return round, pair, seating


def read_lines(data: bytes, name: str, game: Game | None = None) -> tuple[list[Record], int]:
    """The records in a file's data, and where the last one ends.

    A last line without a line end that cannot be read is the half of a record whose writer was
    killed: it does not count.  `game` is needed only for a game file of one's own.
    """
    records, end = [], 0
    for number, line in enumerate(data.splitlines(keepends=True), 1):
        try:
            if line.strip():
                with located(f"{name}, line {number}"):
                    records += parse_json(decoded(line), game)
        except BadRecord:
            if line.endswith(b"\n"):
                raise
            break
        end += len(line)
    return records, end


def decoded(line: bytes) -> str:
    """A line as text."""
    try:
        return line.decode()
    except UnicodeDecodeError:
        raise BadRecord("this is not UTF-8 text") from None


def read_file(name: str, game: Game | None = None) -> list[Record]:
    """The records in a file."""
    with explained("read", name):
        data = Path(name).read_bytes()
    return read_lines(data, name, game)[0]


@contextmanager
def explained(verb: str, name: str) -> Iterator[None]:
    """Say which file the system's complaint is about."""
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: no file has such a name
        reason = error.strerror if isinstance(error, OSError) else error
        raise FileTrouble(f"cannot {verb} {name!r}: {reason}") from None


class MatchFile:
    """The file of a match, open for more; `earlier` are the games that are in it already."""

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
        """Two arenas that write one file would play every game twice."""
        with explained("write", self.name):
            try:
                lock_file(self.file.fileno())
            except BlockingIOError:
                raise FileTrouble(f"{self.name!r} is being written by another arena") from None

    def read(self, match: Match) -> dict[Key, Record]:
        """The games that have been played before; a half line at the end is cut off."""
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
        with located(self.name):
            return {key_of(record): record for record in records}

    def append(self, record: Record) -> None:
        """Keep a record: when this returns, a loss of power does it no harm."""
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
