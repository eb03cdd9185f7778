"""The CUDA compiler: binds rules for the GPU, as device functions and kernels.

It needs `numba-cuda`.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import cached_property
from types import FunctionType
from typing import Any

import numpy as np

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # numba-cuda 0.30 uses a name that NumPy 2.5 removed

from numba import cuda

from steinreich.compile.binder import Rule, field_types, get_game_path
from steinreich.compile.failures import report_failures
from steinreich.compile.machine_code import Compiler
from steinreich.compile.notice import gpu_compilation_notice
from steinreich.rules import bits
from steinreich.rules.bits import U64


def count(board: int) -> Any:
    """Return the number of cells in a set."""
    return cuda.popc(board)


def lowest(board: int) -> Any:
    """Return the lowest cell of a nonempty set."""
    return cuda.ffs(board) - 1


def highest(board: int) -> Any:
    """Return the highest cell of a nonempty set."""
    return 63 - cuda.clz(board)


def nth(board: int, n: int) -> Any:
    """Return the n-th cell of a set: a binary search, since reading a table takes longer here."""
    cell = 0  # the part of the set from here on is searched for the n-th cell
    for width in (32, 16, 8, 4, 2, 1):
        lower = cuda.popc(
            board >> np.uint64(cell) & (np.uint64(1) << np.uint64(width)) - np.uint64(1)
        )
        skip = n >= lower
        n -= lower * skip
        cell += width * skip
    return cell


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

    @cached_property
    def intrinsics(self) -> Mapping[Rule, Any]:
        return {bits.count: count, bits.lowest: lowest, bits.highest: highest, bits.nth: nth}

    def finish(self, bound: FunctionType) -> Any:
        return cuda.jit(device=True)(bound)

    def kernel(self, function: Any) -> Kernel:
        """Return the bound copy of a rule as a kernel."""
        return Kernel(self(function).py_func, get_game_path(self.game).stem)


def to_machine_state(state: Any) -> Any:
    """Return a state as an argument of a kernel: each field has its declared type."""
    state_type: Any = type(state)
    types = field_types(state_type).values()
    return state_type(
        *(
            np.uint64(value)
            if kind is U64
            else int(value)
            if kind is int
            else to_machine_state(value)
            for kind, value in zip(types, state, strict=True)
        )
    )
