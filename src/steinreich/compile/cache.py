"""The code cache: machine code on disk, compiled by one process and used by all others.

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

from steinreich.compile.failures import describe_failure, report_failures
from steinreich.compile.locks import lock_file
from steinreich.rules.errors import BrokenContract

CODE, LOCK = ".code", ".lock"
CHECKSUM_BYTES = 16  # at the beginning of a file
MAX_FILES_PER_ENTRY_POINT = 40
DAY_SECONDS = 86_400.0
MAX_UNUSED_SECONDS = 30 * DAY_SECONDS  # after which a file is removed
MAX_LOCK_WAIT_SECONDS = 300.0  # while another process compiles
LOCK_POLL_SECONDS = 0.05  # between attempts to acquire its lock


class CodeCache:
    """The cached machine code of one entry point, with a file for each signature.

    Numba calls `load_overload` and `save_overload`.
    """

    def __init__(self, folder: Path, name: str, source_hash: str) -> None:
        self.folder = folder
        self.name = name
        self.source_hash = source_hash  # the fingerprint, which excludes argument types

    @property
    def cache_path(self) -> str:
        return str(self.folder)

    def file(self, arguments: Any, target: Any) -> Path:
        """Return the path of the file for these argument types on this processor."""
        types = list(map(describe_type, arguments))
        description = repr((self.source_hash, types, target.magic_tuple()))
        key = blake2b(description.encode(), digest_size=12).hexdigest()
        return self.folder / f"{self.name}-{key}{CODE}"

    def load_overload(self, arguments: Any, context: Any) -> Any:
        """Return the code, or None if it is missing or damaged.

        This initializes only Numba's runtime.  Its registry of types and functions, which takes
        half a second, is loaded only when something is compiled.
        """
        rtsys.initialize(context)
        path = self.file(arguments, context.codegen())
        data = read(path)
        if data is None:
            return None
        code = CompileResult._rebuild(context, *pickle.loads(data))
        if code.signature.args != tuple(arguments):
            return None  # classes of the same names that are not equal: Numba would not find it
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
        except OSError as error:  # such as a full disk; the code remains in memory
            warnings.warn(f"machine code of {self.name} is not kept: {error}", stacklevel=2)

    @contextmanager
    def exclusive(self, arguments: Any, target: Any) -> Iterator[None]:
        """Lock an entry point while it is compiled, unless it is cached already.

        Other processes wait, and then load the code from disk.
        """
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
            acquire_lock(file.fileno())
            try:
                yield
            finally:
                lock.unlink(missing_ok=True)


class EntryPoint(CPUDispatcher):  # type: ignore[misc]  # Numba is untyped
    """A rule as machine code that Python can call; compiled or loaded at its first call."""

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
        with lock, report_failures(self.py_func):
            return super().compile(arguments)


# Inner rules, which only other machine code calls.  Numba optimizes and finalizes every function
# separately, although its code is then linked into that of its callers and optimized again.
# Omitting this saves a third or more of the time to compile a game.


class InnerRuleLibrary(JITCodeLibrary):  # type: ignore[misc]  # Numba is untyped
    """The code of an inner rule, which is only linked into other code; overrides Numba's hooks."""

    def _optimize_final_module(self) -> None:
        pass  # the code of its callers is optimized as a whole

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class InnerRuleCompiler(Compiler):  # type: ignore[misc]  # Numba is untyped
    """Compiles inner rules, without entry points."""

    def compile_extra(self, func: Any) -> Any:
        target = self.state.targetctx
        self.state.library = InnerRuleLibrary(target.codegen(), func.__qualname__)
        self.state.flags.no_compile = True
        try:
            result = super().compile_extra(func)
        except UnsupportedBytecodeError as error:  # its message does not name the function
            raise BrokenContract(describe_failure(str(error), func)) from error
        # Callers look up a function by its entry point; this one has no address.
        placeholder = make_function(
            result.fndesc.lookup_module(), func.__name__, "", 0, result.environment, ()
        )
        target.insert_user_function(placeholder, result.fndesc, [result.library])
        return result._replace(entry_point=placeholder)


def describe_type(kind: Any) -> str:
    """Return the name of a Numba type, including the fields and the module of its class.

    Cached code imports the class from this module.  That of a game file contains a hash of it.
    """
    inner = ", ".join(map(describe_type, getattr(kind, "types", ())))
    module = getattr(getattr(kind, "instance_class", None), "__module__", "")
    return f"{module} {kind}{getattr(kind, 'fields', '')}[{inner}]"


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
    for sub in folder.parent.iterdir():
        for path in sub.glob("*"):
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
