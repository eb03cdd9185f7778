"""A lock on an open file, by which programs notice each other."""

import os
from importlib import import_module
from typing import Any

FAR = 1 << 40  # beyond the end of our files: Windows locks bytes, and nobody could read them


def lock_file(descriptor: int) -> None:
    """Take the lock, which is gone when the file is closed, also by a crash.

    `BlockingIOError` if another program has it.  Where the system knows no locks, nobody does.
    """
    if fcntl := system("fcntl"):
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    elif msvcrt := system("msvcrt"):
        place = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError(*error.args) from None
        finally:
            os.lseek(descriptor, place, os.SEEK_SET)


def system(name: str) -> Any:
    """A module that only some systems have."""
    try:
        return import_module(name)
    except ImportError:
        return None
