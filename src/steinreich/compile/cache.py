"""Machine code that is kept on disk: compiled once, by one process, for as long as nothing changes.

Numba has a cache of its own, which looks at one source file only, breaks on damaged files and lets
every process compile the same code side by side.  Here a file is named after all that its code was
made from, carries a checksum, and is waited for by others while somebody compiles it.
"""

import os
import pickle
import re
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryFile
from types import FunctionType
from typing import Any

from numba.core.compiler import CompileResult
from numba.core.registry import CPUDispatcher
from numba.core.runtime.nrt import rtsys
from numba.core.serialize import dumps

from steinreich.compile.locks import lock_file

CODE, LOCK = ".code", ".lock"
CHECKSUM = 16  # bytes at the beginning of a file
MOST = 40  # versions of one entry point that are kept
DAY = 86_400.0
UNUSED = 30 * DAY  # seconds after which a file goes
WAIT = 300.0  # seconds for which somebody else may compile
LOOK = 0.05  # seconds between looks at whether they have done so
FORMER = re.compile(r".+-[0-9a-f]{16}")  # folders as they were once named, with Numba's own files


class CodeCache:
    """The place of one entry point's machine code; a file for each kind of arguments.

    Numba calls the methods whose names it has chosen.
    """

    def __init__(self, folder: Path, name: str, made_from: str) -> None:
        self.folder = folder
        self.name = name
        self.made_from = made_from  # a hash of all that the code depends on, but the arguments

    @property
    def cache_path(self) -> str:
        return str(self.folder)

    def file(self, arguments: Any, target: Any) -> Path:
        """Where the code for these types of arguments on this processor lies."""
        kinds = list(map(described, arguments))
        what = repr((self.made_from, kinds, target.magic_tuple()))
        key = blake2b(what.encode(), digest_size=12).hexdigest()
        return self.folder / f"{self.name}-{key}{CODE}"

    def load_overload(self, arguments: Any, context: Any) -> Any:
        """The code, or None if it is not there or not what was written once.

        Only Numba's runtime has to be there for it: what Numba knows of types and functions is
        loaded when something is compiled, for half a second.
        """
        rtsys.initialize(context)
        path = self.file(arguments, context.codegen())
        data = read(path)
        if data is None:
            return None
        code = CompileResult._rebuild(context, *pickle.loads(data))
        if code.signature.args != tuple(arguments):
            return (
                None  # of classes that only have the same names: it would be loaded at every call
            )
        mark_as_used(path)
        return code

    def save_overload(self, arguments: Any, code: Any) -> None:
        """Keep code that has just been compiled, and throw out what nobody has used for long."""
        if code.library.has_dynamic_globals:
            warnings.warn(f"{self.name} cannot be kept: its tables are too large", stacklevel=2)
            return
        try:
            write(self.file(arguments, code.codegen), dumps(code._reduce()))
            prune(self.folder, self.name)
        except OSError as error:  # a full disk is no reason to stop: the code is there
            warnings.warn(f"machine code of {self.name} is not kept: {error}", stacklevel=2)

    @contextmanager
    def turn(self, arguments: Any, target: Any) -> Iterator[None]:
        """In here nobody else compiles the same code; who comes second finds it on disk."""
        path = self.file(arguments, target)
        lock = path.with_suffix(LOCK)
        if read(path) is not None:
            yield
            return
        try:
            file = lock.open("ab")
        except OSError:  # nothing can be written here: everybody compiles
            yield
            return
        with file:
            wait_for(file.fileno())
            try:
                yield
            finally:
                lock.unlink(missing_ok=True)


class EntryPoint(CPUDispatcher):  # type: ignore[misc]  # Numba's own
    """A rule as machine code to be called from Python, compiled or fetched at its first call."""

    def __init__(
        self, rule: FunctionType, options: dict[str, Any], code_cache: CodeCache | None
    ) -> None:
        super().__init__(rule, targetoptions={"nopython": True, "boundscheck": None, **options})
        self.code_cache = code_cache
        if code_cache:
            self._cache = code_cache

    def compile(self, arguments: Any) -> Any:
        if not self.code_cache:
            return super().compile(arguments)
        with self.code_cache.turn(arguments, self.targetctx.codegen()):
            return super().compile(arguments)

    def files(self) -> list[Path]:
        """Where the code of all that has been compiled so far is kept."""
        if not self.code_cache:
            return []
        return [self.code_cache.file(one, self.targetctx.codegen()) for one in self.overloads]


def described(kind: Any) -> str:
    """A type of Numba with what its own name leaves out: its fields, and where its class stands.

    Code that was kept looks for the class there; the module of a game file is named after its text.
    """
    inner = ", ".join(map(described, getattr(kind, "types", ())))
    home = getattr(getattr(kind, "instance_class", None), "__module__", "")
    return f"{home} {kind}{getattr(kind, 'fields', '')}[{inner}]"


# Files


def read(path: Path) -> bytes | None:
    """What was written, if it is there and has not been damaged."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    checksum, content = data[:CHECKSUM], data[CHECKSUM:]
    return content if checksum == summed(content) else None


def write(path: Path, content: bytes) -> None:
    """Put a whole file in place at once: readers see the one before it or this one."""
    path.parent.mkdir(parents=True, exist_ok=True)  # the user may have cleared the cache
    with NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as file:
        try:
            file.write(summed(content) + content)
            file.close()
            os.replace(file.name, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(file.name)
            raise


def summed(content: bytes) -> bytes:
    return blake2b(content, digest_size=CHECKSUM).digest()


def mark_as_used(path: Path) -> None:
    """Note the day, so that what is in use is not pruned; a folder may be for reading only."""
    with suppress(OSError):
        if time.time() - path.stat().st_mtime > DAY:
            os.utime(path)


def wait_for(descriptor: int) -> None:
    """Take a lock; do without where the system has none, or after a long time."""
    until = time.monotonic() + WAIT
    while time.monotonic() < until:
        try:
            lock_file(descriptor)
        except BlockingIOError:
            time.sleep(LOOK)
        except OSError:
            return
        else:
            return


def prune(folder: Path, name: str) -> None:
    """Remove code that has not been used for long, and the oldest of very many versions.

    Other processes do the same at the same time, and folders of games stay, even empty ones:
    another process may have made one just now, to write into it.
    """
    used = sorted((last_use(path), path) for path in folder.glob(f"{name}-*{CODE}"))
    for _, path in used[:-MOST]:
        remove(path)
    for sub in folder.parent.iterdir():
        former = FORMER.fullmatch(sub.name) is not None
        kinds = (".nbi", ".nbc") if former else (CODE, LOCK, ".part")
        for path in sub.glob("*"):
            if path.suffix in kinds and last_use(path) < time.time() - UNUSED:
                remove(path)
        if former:
            with suppress(OSError):  # unless there is something in it
                sub.rmdir()


def remove(path: Path) -> None:
    """Remove a file; one that another user owns, or that is gone already, is no fault."""
    with suppress(OSError):
        path.unlink()


def last_use(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:  # somebody else has pruned it
        return time.time()


def usable(folder: Path) -> Path | None:
    """The folder, if machine code can be kept there or is there already."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return folder
    except OSError as error:
        with suppress(OSError):
            if any(folder.glob(f"*{CODE}")):  # for reading only, and somebody has filled it
                return folder
        warnings.warn(f"machine code is compiled anew each time: {error}", stacklevel=2)
        return None
