"""Locks between processes, on open files."""

import os
from importlib import import_module
from typing import Any

# Beyond the end of all files that are locked: Windows would make locked bytes unreadable
LOCK_OFFSET_BYTES = 1 << 40


def lock_file(descriptor: int) -> None:
    """Acquire an exclusive lock on an open file, which is released when the file is closed.

    Raise `BlockingIOError` if another process has the lock.  Do nothing if the system has no locks.
    """
    if fcntl := import_system_module("fcntl"):
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    elif msvcrt := import_system_module("msvcrt"):
        position = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, LOCK_OFFSET_BYTES, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError(*error.args) from None
        finally:
            os.lseek(descriptor, position, os.SEEK_SET)


def import_system_module(name: str) -> Any:
    """Import a module that exists only on some systems; return None elsewhere."""
    try:
        return import_module(name)
    except ImportError:
        return None
