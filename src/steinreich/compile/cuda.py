"""The CUDA compiler: binds rules for the GPU, as device functions and kernels.

It needs `numba-cuda`.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # numba-cuda 0.30 uses a name that NumPy 2.5 removed

from numba import cuda

from steinreich.compile.binder import Compiler, Rule, get_game_path
from steinreich.compile.failures import report_failures
from steinreich.compile.notice import gpu_compilation_notice
from steinreich.rules import bits


def count(board: int) -> Any:
    """Return the number of cells in a set."""
    return cuda.popc(board)


def lowest(board: int) -> Any:
    """Return the lowest cell of a nonempty set."""
    return cuda.ffs(board) - 1


def highest(board: int) -> Any:
    """Return the highest cell of a nonempty set."""
    return 63 - cuda.clz(board)


@contextmanager
def tables_in_global_memory() -> Iterator[None]:
    """Compile with lookup tables in global instead of constant memory.

    Constant memory serves one address at a time, and here every thread reads another one: on an
    H200 this makes inner_square seven times and six_in_line twice as fast.  numba-cuda has no
    setting for it, so its constant for the address space is patched temporarily.
    """
    from numba.cuda import target

    constant_space = target.nvvm.ADDRSPACE_CONSTANT
    target.nvvm.ADDRSPACE_CONSTANT = target.nvvm.ADDRSPACE_GLOBAL
    try:
        yield
    finally:
        target.nvvm.ADDRSPACE_CONSTANT = constant_space


class Kernel:
    """A rule as a CUDA kernel, compiled at its first launch, with a notice if that takes long."""

    def __init__(self, function: FunctionType, game: str) -> None:
        self.function, self.game = function, game
        self.dispatcher = cuda.jit(function)
        self.is_compiled = False

    def launch(self, blocks: int, threads: int, *arguments: Any, shared: int = 0) -> None:
        """Launch the kernel asynchronously, with `shared` bytes of shared memory per block."""
        launch = self.dispatcher[blocks, threads, 0, shared]
        notice = nullcontext() if self.is_compiled else gpu_compilation_notice(self.game)
        with tables_in_global_memory(), notice, report_failures(self.function):
            launch(*arguments)
        self.is_compiled = True


class CudaCompiler(Compiler):
    """Binds rules as CUDA device functions."""

    def __init__(self, game: ModuleType, replacements: Mapping[Rule, Rule] | None = None) -> None:
        super().__init__(game, replacements)
        self.intrinsics = {bits.count: count, bits.lowest: lowest, bits.highest: highest}

    def finish(self, bound: FunctionType) -> Any:
        return cuda.jit(device=True)(bound)

    def kernel(self, function: Any) -> Kernel:
        """Return the bound copy of a rule as a kernel."""
        return Kernel(self(function).py_func, get_game_path(self.game).stem)
