"""The code cache: machine code on disk, compiled by one process and used by all others.

A file is named after a hash of all dependencies of the code, has a checksum, and is locked while
one process compiles it.
"""

import os
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryFile
from types import ModuleType

from steinreich.compile.binder import get_game_path
from steinreich.compile.locks import lock_file

CODE, LOCK = ".code", ".lock"
CHECKSUM_BYTES = 16  # at the beginning of a file
MAX_FILES_PER_ENTRY_POINT = 40
DAY_SECONDS = 86_400.0
MAX_UNUSED_SECONDS = 30 * DAY_SECONDS  # after which a file is removed
MAX_LOCK_WAIT_SECONDS = 300.0  # while another process compiles
LOCK_POLL_SECONDS = 0.05  # between attempts to acquire its lock


class CodeFile:
    """The file with the machine code of one entry point."""

    def __init__(self, folder: Path, name: str, key: str) -> None:
        self.folder = folder
        self.name = name
        self.path = folder / f"{name}-{key}{CODE}"

    def load(self) -> bytes | None:
        """Return the code; None if it is missing or damaged."""
        code = read(self.path)
        if code is not None:
            mark_as_used(self.path)
        return code

    def save(self, code: bytes) -> None:
        """Store code that has just been compiled, and prune old code."""
        try:
            write(self.path, code)
            prune(self.folder, self.name)
        except OSError as error:  # such as a full disk; the code remains in memory
            warnings.warn(f"machine code of {self.name} is not kept: {error}", stacklevel=2)

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Lock the file while the code is compiled; other processes wait, and then load it."""
        lock = self.path.with_suffix(LOCK)
        try:
            file = lock.open("ab")
        except OSError:  # the folder is read-only: compile without a lock
            yield
            return
        with file:
            acquire_lock(file.fileno())
            try:
                yield
            finally:
                lock.unlink(missing_ok=True)


def read(path: Path) -> bytes | None:
    """Return the content of a file; None if it is missing or damaged."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    checksum, content = data[:CHECKSUM_BYTES], data[CHECKSUM_BYTES:]
    return content if checksum == get_checksum(content) else None


def write(path: Path, content: bytes) -> None:
    """Write a file atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)  # the user may have deleted the cache
    with NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as file:
        try:
            file.write(get_checksum(content) + content)
            file.close()
            os.replace(file.name, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(file.name)
            raise


def get_checksum(content: bytes) -> bytes:
    return blake2b(content, digest_size=CHECKSUM_BYTES).digest()


def mark_as_used(path: Path) -> None:
    """Update the modification time of a file, at most once a day, so that it is not pruned."""
    with suppress(OSError):
        if time.time() - path.stat().st_mtime > DAY_SECONDS:
            os.utime(path)


def acquire_lock(descriptor: int) -> None:
    """Acquire the lock of an open file; return without it after a timeout or an error."""
    until = time.monotonic() + MAX_LOCK_WAIT_SECONDS
    while time.monotonic() < until:
        try:
            lock_file(descriptor)
        except BlockingIOError:
            time.sleep(LOCK_POLL_SECONDS)
        except OSError:
            return
        else:
            return


def prune(folder: Path, name: str) -> None:
    """Remove the code of all games that has not been used for a long time, and the oldest files of
    an entry point if it has too many.

    Other processes may prune at the same time.  Empty folders are kept, since another process may
    be about to write to them.
    """
    by_last_use = sorted((last_use(path), path) for path in folder.glob(f"{name}-*{CODE}"))
    for _, path in by_last_use[:-MAX_FILES_PER_ENTRY_POINT]:
        remove(path)
    for game_folder in folder.parent.iterdir():
        for path in game_folder.glob("*"):
            if (
                path.suffix in (CODE, LOCK, ".part")
                and last_use(path) < time.time() - MAX_UNUSED_SECONDS
            ):
                remove(path)


def remove(path: Path) -> None:
    """Remove a file; ignore missing files, and files of other users."""
    with suppress(OSError):
        path.unlink()


def last_use(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:  # another process has pruned it
        return time.time()


def cache_folder(game: ModuleType) -> Path:
    """Return the folder for the machine code of a game."""
    own_cache = os.environ.get("STEINREICH_CACHE")
    user_cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    folder = Path(own_cache) if own_cache else Path(user_cache) / "steinreich"
    return folder / get_game_path(game).stem


def prepare_folder(folder: Path) -> Path | None:
    """Create a folder and return it if it is writable or has machine code; else warn and return
    None.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return folder
    except OSError as error:
        with suppress(OSError):
            if any(folder.glob(f"*{CODE}")):  # read-only, but with code
                return folder
        warnings.warn(f"machine code is compiled anew each time: {error}", stacklevel=2)
        return None
