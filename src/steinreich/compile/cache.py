"""The code cache: machine code on disk, compiled once by one process until its sources change.

Numba's own cache depends on one source file only, breaks on damaged files and lets processes
compile the same code concurrently.  Here a file is named after a hash of all its dependencies,
has a checksum, and is locked while one process compiles it.
"""

import os
import pickle
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from hashlib import blake2b
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryFile
from types import FunctionType
from typing import Any

from numba._dynfunc import make_function
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.errors import UnsupportedBytecodeError
from numba.core.registry import CPUDispatcher
from numba.core.runtime.nrt import rtsys
from numba.core.serialize import dumps

from steinreich.compile.failures import broken_rule, failures_reported
from steinreich.compile.locks import lock_file
from steinreich.rules.errors import BrokenContract

CODE, LOCK = ".code", ".lock"
CHECKSUM_BYTES = 16  # at the beginning of a file
MAX_VERSIONS = 40  # of one entry point
DAY_SECONDS = 86_400.0
MAX_IDLE_SECONDS = 30 * DAY_SECONDS  # after which an unused file is removed
MAX_WAIT_SECONDS = 300.0  # for another process to compile
POLL_SECONDS = 0.05  # between attempts to get its lock


class CodeCache:
    """The cached machine code of one entry point, a file for each signature.

    `load_overload` and `save_overload` are called by Numba.
    """

    def __init__(self, folder: Path, name: str, source_hash: str) -> None:
        self.folder = folder
        self.name = name
        self.source_hash = source_hash  # of all dependencies of the code except argument types

    @property
    def cache_path(self) -> str:
        return str(self.folder)

    def file(self, arguments: Any, target: Any) -> Path:
        """Return the file for these argument types on this processor."""
        kinds = list(map(describe_type, arguments))
        what = repr((self.source_hash, kinds, target.magic_tuple()))
        key = blake2b(what.encode(), digest_size=12).hexdigest()
        return self.folder / f"{self.name}-{key}{CODE}"

    def load_overload(self, arguments: Any, context: Any) -> Any:
        """Return the code, or None if it is missing or damaged.

        This initializes only Numba's runtime: its registry of types and functions, which takes half
        a second, is loaded when something is compiled.
        """
        rtsys.initialize(context)
        path = self.file(arguments, context.codegen())
        data = read(path)
        if data is None:
            return None
        code = CompileResult._rebuild(context, *pickle.loads(data))
        if code.signature.args != tuple(arguments):
            return None  # other classes of the same names: it would be loaded at every call
        mark_as_used(path)
        return code

    def save_overload(self, arguments: Any, code: Any) -> None:
        """Store code that has just been compiled, and prune old code."""
        if code.library.has_dynamic_globals:
            warnings.warn(f"{self.name} cannot be kept: its tables are too large", stacklevel=2)
            return
        try:
            write(self.file(arguments, code.codegen), dumps(code._reduce()))
            prune(self.folder, self.name)
        except OSError as error:  # such as a full disk: continue, the code is in memory
            warnings.warn(f"machine code of {self.name} is not kept: {error}", stacklevel=2)

    @contextmanager
    def exclusive(self, arguments: Any, target: Any) -> Iterator[None]:
        """Lock an entry point: one process compiles it, the others then load it from disk."""
        path = self.file(arguments, target)
        lock = path.with_suffix(LOCK)
        if read(path) is not None:
            yield
            return
        try:
            file = lock.open("ab")
        except OSError:  # the folder is read-only: compile without a lock
            yield
            return
        with file:
            wait_for(file.fileno())
            try:
                yield
            finally:
                lock.unlink(missing_ok=True)


class EntryPoint(CPUDispatcher):  # type: ignore[misc]  # Numba's own
    """A rule as machine code, callable from Python; compiled or loaded at its first call."""

    def __init__(
        self, rule: FunctionType, options: dict[str, Any], code_cache: CodeCache | None
    ) -> None:
        super().__init__(rule, targetoptions={"nopython": True, "boundscheck": None, **options})
        self.code_cache = code_cache
        if code_cache:
            self._cache = code_cache

    def compile(self, arguments: Any) -> Any:
        cache = self.code_cache
        lock = cache.exclusive(arguments, self.targetctx.codegen()) if cache else nullcontext()
        with lock, failures_reported(self.py_func):
            return super().compile(arguments)


# Rules that only other machine code calls.  Numba optimises and finalizes every function with all
# that it calls, although its code is then linked into that of its callers and optimised again.
# Omitting that saves a third or more of the time to compile a game.


class PartLibrary(JITCodeLibrary):  # type: ignore[misc]  # Numba's own
    """Code that is only linked into other code; overrides hooks of Numba."""

    def _optimize_final_module(self) -> None:
        pass  # its callers' code is optimised as a whole

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class PartCompiler(Compiler):  # type: ignore[misc]  # Numba's own
    """Compiles rules that only other machine code calls."""

    def compile_extra(self, func: Any) -> Any:
        target = self.state.targetctx
        self.state.library = PartLibrary(target.codegen(), func.__qualname__)
        self.state.flags.no_compile = True
        try:
            part = super().compile_extra(func)
        except UnsupportedBytecodeError as error:  # does not name the function
            raise BrokenContract(broken_rule(str(error), func)) from error
        # Callers look it up by an entry point; this one has no address.
        placeholder = make_function(
            part.fndesc.lookup_module(), func.__name__, "", 0, part.environment, ()
        )
        target.insert_user_function(placeholder, part.fndesc, [part.library])
        return part._replace(entry_point=placeholder)


def describe_type(kind: Any) -> str:
    """Return a name of a Numba type, including the fields and the module of its class.

    Cached code imports the class from there; the module of a game file is named after a hash of it.
    """
    inner = ", ".join(map(describe_type, getattr(kind, "types", ())))
    home = getattr(getattr(kind, "instance_class", None), "__module__", "")
    return f"{home} {kind}{getattr(kind, 'fields', '')}[{inner}]"


# Files


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
    path.parent.mkdir(parents=True, exist_ok=True)  # the user may have cleared the cache
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
    """Update the time of a file once a day, so that it is not pruned; ignore read-only folders."""
    with suppress(OSError):
        if time.time() - path.stat().st_mtime > DAY_SECONDS:
            os.utime(path)


def wait_for(descriptor: int) -> None:
    """Acquire a lock; continue without it after a timeout, or if the system has no locks."""
    until = time.monotonic() + MAX_WAIT_SECONDS
    while time.monotonic() < until:
        try:
            lock_file(descriptor)
        except BlockingIOError:
            time.sleep(POLL_SECONDS)
        except OSError:
            return
        else:
            return


def prune(folder: Path, name: str) -> None:
    """Remove code that has not been used for a long time, and the oldest of too many versions.

    Other processes may prune at the same time.  Empty folders of games are kept, because another
    process may be about to write to them.
    """
    used = sorted((last_use(path), path) for path in folder.glob(f"{name}-*{CODE}"))
    for _, path in used[:-MAX_VERSIONS]:
        remove(path)
    for sub in folder.parent.iterdir():
        for path in sub.glob("*"):
            if (
                path.suffix in (CODE, LOCK, ".part")
                and last_use(path) < time.time() - MAX_IDLE_SECONDS
            ):
                remove(path)


def remove(path: Path) -> None:
    """Remove a file; ignore missing files and those of other users."""
    with suppress(OSError):
        path.unlink()


def last_use(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:  # another process has pruned it
        return time.time()


def usable(folder: Path) -> Path | None:
    """Return the folder if it is writable or already has machine code; else warn."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return folder
    except OSError as error:
        with suppress(OSError):
            if any(folder.glob(f"*{CODE}")):  # read-only, but filled
                return folder
        warnings.warn(f"machine code is compiled anew each time: {error}", stacklevel=2)
        return None
