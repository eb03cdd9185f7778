"""Rules inside CUDA kernels: the same sources, bound for the GPU (needs `numba-cuda`).

Every rule becomes a device function.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # numba-cuda 0.30 asks for a name that NumPy 2.5 dropped

from numba import cuda

from steinreich.compile.binder import Compiler, Rule, home
from steinreich.compile.notice import compiling_for_gpu
from steinreich.rules import bits


def count(board: int) -> Any:
    """How many cells are in the set."""
    return cuda.popc(board)


def lowest(board: int) -> Any:
    """The lowest cell of a set that is not empty."""
    return cuda.ffs(board) - 1


def highest(board: int) -> Any:
    """The highest cell of a set that is not empty."""
    return 63 - cuda.clz(board)


@contextmanager
def tables_in_global_memory() -> Iterator[None]:
    """Compile with tables in global instead of constant memory.

    Constant memory serves one address at a time, and here every thread looks up another: on an
    H200 this makes inner_square seven times and six_in_line twice as fast.  numba-cuda has no
    setting for it, so the number it takes for the address space is exchanged meanwhile.
    """
    from numba.cuda import target

    before = target.nvvm.ADDRSPACE_CONSTANT
    target.nvvm.ADDRSPACE_CONSTANT = target.nvvm.ADDRSPACE_GLOBAL
    try:
        yield
    finally:
        target.nvvm.ADDRSPACE_CONSTANT = before


class Kernel:
    """A rule as a kernel.  Its first launch compiles it, and whoever waits is told."""

    def __init__(self, dispatcher: Any, game: str) -> None:
        self.dispatcher, self.game = dispatcher, game
        self.is_compiled = False

    def launch(self, blocks: int, threads: int, *given: Any, shared: int = 0) -> None:
        """Start it, with so many bytes shared in each block; does not wait until it is done."""
        launch = self.dispatcher[blocks, threads, 0, shared]
        notice = nullcontext() if self.is_compiled else compiling_for_gpu(self.game)
        with tables_in_global_memory(), notice:
            launch(*given)
        self.is_compiled = True


class CudaCompiler(Compiler):
    """Binds rules as device functions."""

    def __init__(self, game: ModuleType, more: Mapping[Rule, Rule] | None = None) -> None:
        super().__init__(game, more)
        self.verbs = {bits.count: count, bits.lowest: lowest, bits.highest: highest}

    def finish(self, bound: FunctionType) -> Any:
        return cuda.jit(device=True)(bound)

    def kernel(self, function: Any) -> Kernel:
        """The bound rule as a kernel."""
        return Kernel(cuda.jit(self(function).py_func), home(self.game).stem)
