"""Which of several server processes one is."""

from pathlib import Path
from typing import NamedTuple
from zlib import crc32


class Place(NamedTuple):
    """The place of a process among those of one hall on one machine."""

    number: int  # from 0
    among: int  # so many
    folder: Path  # which they share as long as the hall is open

    def is_home_of(self, table: str) -> bool:
        """Whether people at this table are led here."""
        return home_of(table.encode(), self.among) == self.number


def home_of(table: bytes, count: int) -> int:
    """The process to which all people at a table are led: two at one table meet in one."""
    return crc32(table) % count
