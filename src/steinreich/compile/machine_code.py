"""Rules as machine code: compiled by Numba and LLVM at the first call, then loaded from disk.

Numba infers the types of a rule and of all rules that it calls, and translates them to the assembly
of LLVM.  From there on only LLVM is needed (`llvm`), and to call code from the cache not even
Numba is imported.
"""

import ctypes
import sys
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from functools import cache, cached_property
from pathlib import Path
from threading import RLock
from types import FunctionType, ModuleType
from typing import Any
from zlib import crc32

from steinreich.compile.binder import (
    Binder,
    Rule,
    copy_function,
    find_reachable_rules,
    get_game_path,
)
from steinreich.compile.cache import CodeFile, cache_folder, prepare_folder
from steinreich.compile.fingerprint import fingerprint
from steinreich.compile.notice import compilation_notice
from steinreich.compile.signature import Signature, get_signature
from steinreich.rules.bits import U64, LookupTable

LIBRARIES = Path(__file__).parent / "libraries"  # for WebAssembly
IN_BROWSER = sys.platform == "emscripten"


class Compiler(Binder):
    """Binds rules as machine code, compiled at their first call.

    `base` is a compiler for the same game without replacements, whose rules are shared.
    """

    def __init__(
        self,
        game: ModuleType,
        replacements: Mapping[Rule, Rule] | None = None,
        base: "Compiler | None" = None,
    ) -> None:
        super().__init__(game, replacements)
        self.game = game
        self.own_replacements = dict(replacements or {})
        self.base = base
        self.entries: dict[Any, EntryPoint] = {}

    def __call__(self, function: Rule) -> Any:
        """Return the bound copy of a rule; that of `base` if it reaches no replaced rule."""
        if self.base and self.own_replacements.keys().isdisjoint(find_reachable_rules(function)):
            return self.base(function)
        return super().__call__(function)

    @cached_property
    def intrinsics(self) -> Mapping[Rule, Any]:
        """Bit operations as instructions of the processor."""
        from steinreich.compile import intrinsics

        return intrinsics.HOST_INTRINSICS

    @cached_property
    def folder(self) -> Path | None:
        """The folder of the code cache of this game; None if it is not usable."""
        return prepare_folder(cache_folder(self.game))

    def finish(self, bound: FunctionType) -> Any:
        from steinreich.compile.translation import make_dispatcher

        return make_dispatcher(bound)

    def convert(self, value: Any) -> Any:
        import numpy

        if value is U64:
            return numpy.uint64
        if isinstance(value, U64):
            return numpy.uint64(value)
        if isinstance(value, LookupTable):
            return numpy.array(value, dtype=numpy.uint64 if value.is_wide else numpy.int16)
        if getattr(value, "is_rule", False) and value in self.intrinsics:
            intrinsic = self.intrinsics[value]
            if isinstance(intrinsic, FunctionType):
                return self.finish(copy_function(intrinsic, intrinsic.__globals__))
            return intrinsic
        return super().convert(value)

    def entry(self, function: Rule) -> "EntryPoint":
        """Return a bound rule as an entry point: callable from Python, cached on disk."""
        with self.lock:
            if function not in self.entries:
                self.entries[function] = EntryPoint(self, function)
            return self.entries[function]

    def signature(self, function: Rule) -> Signature:
        """Return the signature of a rule."""
        return get_signature(self.replacements.get(function, function), self.game.State)

    def assembly(self, function: Rule) -> str:
        """Return the assembly of a rule, and of all rules that it calls, before optimization."""
        from steinreich.compile.translation import translate

        return translate(self(function), self.signature(function))


class EntryPoint:
    """A rule as machine code, callable from Python; compiled or loaded at its first call."""

    def __init__(self, compiler: Compiler, function: Rule) -> None:
        self.compiler, self.function = compiler, function
        self.name = str(function.__name__)
        self.call: Callable[..., Any] | None = None
        self.is_from_cache = False  # known after the first call
        self.lock = RLock()

    def __call__(self, *arguments: Any) -> Any:
        return (self.call or self.load())(*arguments)

    @cached_property
    def file(self) -> CodeFile | None:
        """The file with the code; None if the cache is not usable."""
        folder = self.compiler.folder
        return None if folder is None else CodeFile(folder, self.name, self.key)

    @cached_property
    def key(self) -> str:
        """A hash of all that the machine code depends on."""
        from steinreich.compile.llvm import host

        parameters, result = self.compiler.signature(self.function)
        context = (*parameters.items(), result, host(), *compiler_versions())
        return fingerprint(self.function, self.compiler.replacements, *context)

    def load(self) -> Callable[..., Any]:
        """Load the code, and compile it if it is not on disk."""
        with self.lock:
            if self.call is None:
                self.call = self.load_library() if IN_BROWSER else self.load_code()
            return self.call

    def load_code(self) -> Callable[..., Any]:
        from steinreich.compile.llvm import LoadedCode

        self.code = LoadedCode(self.read_or_compile())
        signature = self.compiler.signature(self.function)
        return signature.native_call(self.code.address(self.name), self.name)

    def load_library(self) -> Callable[..., Any]:
        """Return the function in the game's library; plain Python if it has none."""
        name = get_symbol(self.compiler, self.function)
        path = library_path(self.compiler.game)
        native = getattr(load_library(path), name, None) if path.exists() else None
        if native is None:
            plain = Binder(self.compiler.game, self.compiler.own_replacements)
            function: Callable[..., Any] = plain(self.function)
            return function
        address = ctypes.cast(native, ctypes.c_void_p).value or 0
        return self.compiler.signature(self.function).native_call(address, self.name)

    def read_or_compile(self) -> bytes:
        """Return the code from disk, else compile it, in one process at a time."""
        file = self.file
        if file and (code := file.load()):
            self.is_from_cache = True
            return code
        with file.exclusive() if file else nullcontext():
            if file and (code := file.load()):  # another process has compiled it meanwhile
                self.is_from_cache = True
                return code
            code = self.compile()
            if file:
                file.save(code)
            return code

    def compile(self) -> bytes:
        """Return the object code of the rule."""
        from steinreich.compile.llvm import host, object_code

        with compilation_notice(get_game_path(self.compiler.game).stem):
            assembly = self.compiler.assembly(self.function)
            signature = self.compiler.signature(self.function)
            return object_code({self.name: (assembly, signature)}, host())


def library_path(game: ModuleType) -> Path:
    """Return the file of a game's library for WebAssembly."""
    return LIBRARIES / (get_game_path(game).stem + ".so")


def get_symbol(compiler: Compiler, function: Rule) -> str:
    """Return the name of an entry point in the library of a game.

    It contains a hash of the signature, so that another version of the rule is never called.
    """
    if compiler.base and compiler.own_replacements.keys().isdisjoint(
        find_reachable_rules(function)
    ):
        compiler = compiler.base
    types = " ".join(compiler.signature(function).llvm_types())
    module = function.__module__.removeprefix("steinreich.").replace(".", "_")
    kind = "heuristics" if compiler.own_replacements else "rules"
    return f"{module}_{function.__name__}_{kind}_{crc32(types.encode()):08x}"


@cache
def load_library(path: Path) -> ctypes.CDLL:
    return ctypes.CDLL(str(path))


@cache
def compiler_versions() -> tuple[Any, ...]:
    """Return what machine code depends on beside the rules and the processor."""
    from importlib.metadata import version  # imports more of the standard library than sessions may

    files = ("binder", "intrinsics", "llvm", "machine_code", "signature", "translation")
    sources = tuple((Path(__file__).parent / f"{name}.py").read_bytes() for name in files)
    return (sys.version, version("numba"), version("llvmlite"), *sources)
