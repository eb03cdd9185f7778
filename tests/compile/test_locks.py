"""File locks are exclusive, on every system that has locks."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from steinreich.compile.locks import LOCK_OFFSET_BYTES, lock_file


@pytest.fixture
def opened_twice(tmp_path: Path) -> Iterator[tuple[int, int]]:
    """Return two descriptors of the same file."""
    opened = [os.open(tmp_path / "file", os.O_RDWR | os.O_CREAT) for _ in range(2)]
    yield opened[0], opened[1]
    for descriptor in opened:
        os.close(descriptor)


def test_lock_is_exclusive(opened_twice: tuple[int, int]) -> None:
    lock_file(opened_twice[0])
    with pytest.raises(BlockingIOError):
        lock_file(opened_twice[1])


def test_windows_locks_do_not_depend_on_the_file_position(
    opened_twice: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Windows a lock covers bytes from the file position, which must be restored."""
    locked_positions: list[int] = []

    def locking(descriptor: int, mode: int, length: int) -> None:
        assert (mode, length) == (2, 1)
        position = os.lseek(descriptor, 0, os.SEEK_CUR)
        if position in locked_positions:
            raise PermissionError(13, "Permission denied")
        locked_positions.append(position)

    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=locking, LK_NBLCK=2))
    lock_file(opened_twice[0])
    assert locked_positions == [LOCK_OFFSET_BYTES]
    with pytest.raises(BlockingIOError):
        lock_file(opened_twice[1])
    assert [os.lseek(descriptor, 0, os.SEEK_CUR) for descriptor in opened_twice] == [0, 0]


def test_does_nothing_on_systems_without_locks(
    opened_twice: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("fcntl", "msvcrt"):
        monkeypatch.setitem(sys.modules, module, None)
    for descriptor in opened_twice:
        lock_file(descriptor)
