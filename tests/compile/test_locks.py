"""A lock is held by one program, on every system."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from steinreich.compile.locks import FAR, lock_file


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[int, int]]:
    """Return one file, opened twice."""
    opened = [os.open(tmp_path / "file", os.O_RDWR | os.O_CREAT) for _ in range(2)]
    yield opened[0], opened[1]
    for descriptor in opened:
        os.close(descriptor)


def test_lock_is_exclusive(two: tuple[int, int]) -> None:
    lock_file(two[0])
    with pytest.raises(BlockingIOError):
        lock_file(two[1])


def test_windows_locks_do_not_depend_on_the_file_position(
    two: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """There a lock covers bytes from the file position, which it must not move."""
    held: list[int] = []

    def locking(descriptor: int, mode: int, length: int) -> None:
        assert (mode, length) == (2, 1)
        place = os.lseek(descriptor, 0, os.SEEK_CUR)
        if place in held:
            raise PermissionError(13, "Permission denied")
        held.append(place)

    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=locking, LK_NBLCK=2))
    lock_file(two[0])
    assert held == [FAR]
    with pytest.raises(BlockingIOError):
        lock_file(two[1])
    assert [os.lseek(one, 0, os.SEEK_CUR) for one in two] == [0, 0]


def test_system_without_locks_is_supported(
    two: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("fcntl", "msvcrt"):
        monkeypatch.setitem(sys.modules, module, None)
    for descriptor in two:
        lock_file(descriptor)
