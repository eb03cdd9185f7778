"""Rules as WebAssembly: one shared library for each game, for CPython in the browser.

The assembly that Numba makes of the rules is compiled for the 32-bit processor of WebAssembly, and
linked to a side module of Emscripten, which Pyodide loads with `ctypes`.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from steinreich.compile.binder import Rule
from steinreich.compile.machine_code import Compiler, get_symbol
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import Text

TRIPLE = "wasm32-unknown-emscripten"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
LINKER = "wasm-ld"
LINK_OPTIONS = [
    *("-shared", "--experimental-pic", "--no-entry"),
    *("--allow-undefined", "-O2", "--strip-all"),
]


class LinkerMissing(SteinreichError):
    """No linker for WebAssembly is installed."""


class WasmCompiler(Compiler):
    """Binds rules with portable bit operations only."""

    @cached_property
    def intrinsics(self) -> Mapping[Rule, Any]:
        from steinreich.compile import intrinsics

        return intrinsics.PORTABLE


def build_library(entries: Iterable[tuple[Compiler, Rule]]) -> bytes:
    """Return the library with these entry points of a game."""
    from steinreich.compile.llvm import Target, object_code

    find_linker()  # reports a missing one before anything is compiled
    target = Target(TRIPLE, "generic", FEATURES, vectorizes=False, relocation="pic")
    compilers: dict[Compiler, Compiler] = {}
    assemblies = {}
    for compiler, rule in entries:
        portable = compilers.setdefault(
            compiler, WasmCompiler(compiler.game, compiler.own_replacements)
        )
        assemblies[get_symbol(compiler, rule)] = (portable.assembly(rule), portable.signature(rule))
    return link(object_code(assemblies, target), list(assemblies))


def link(code: bytes, symbols: list[str]) -> bytes:
    """Return the side module of object code that exports these symbols."""
    with TemporaryDirectory() as folder:
        source, library = Path(folder) / "code.o", Path(folder) / "code.so"
        source.write_bytes(code)
        exports = [f"--export={name}" for name in symbols]
        command = [*find_linker(), *LINK_OPTIONS, *exports, str(source), "-o", str(library)]
        subprocess.run(command, check=True, capture_output=True, text=True)
        return library.read_bytes()


def find_linker() -> list[str]:
    """Return the command of the linker: LLVM's, or that of the package ziglang."""
    if path := shutil.which(LINKER):
        return [path]
    if find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "wasm-ld"]
    raise LinkerMissing(Text("no linker for WebAssembly is installed (Debian: lld; PyPI: ziglang)"))
