"""Batches on an NVIDIA GPU: one thread a game, and arrays that stay there (needs `numba-cuda`).

A thread block steps a block of games.  Each thread packs its observation and its mask into bits;
then all threads write them as bytes, with coalesced accesses.
"""

import warnings
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from steinreich.compile.cuda import CudaCompiler, Kernel  # before numba.cuda
from steinreich.rl.batches.dlpack import CudaArray
from steinreich.rl.batches.packing import own_rules, sizes_of
from steinreich.rl.batches.processor import (
    batch_of,
    blocks_of,
    check_integers,
    integers,
    scratch_words,
)
from steinreich.rl.batches.rules import (
    BLOCK,
    Batch,
    Settings,
    Text,
    mark,
    pack,
    sample,
    sizes,
    turn,
)
from steinreich.rules.bits import U64, rule, spread

from numba import cuda, uint64  # isort: skip

# Small batches are welcome.  (Numba puts marks for terminals around what it says.)
warnings.filterwarnings("ignore", ".*Grid size .* under-utilization")
WORD_BYTES = 8
MAX_SHARED_BYTES = 48 << 10  # shared memory of a thread block


@rule
def turn_kernel(
    n: Settings,
    before: Text,
    actions: Any,
    starts: Text,
    words: Text,
    observation: Text,
    mask: Text,
    rewards: Any,
    ended: Any,
    player: Any,
) -> None:
    """Do the same as `turn_blocks` with one thread per game."""
    z = sizes()
    bits = cuda.shared.array(0, uint64)  # (packed + mask words + 1, BLOCK)
    lane, block = cuda.threadIdx.x, cuda.blockIdx.x
    game, marked = block * BLOCK + lane, z.packed * BLOCK
    if game < n.batch:
        after = Batch(words, observation, mask, rewards, ended, player)
        s, is_live = turn(n, before, actions, starts, after, game)
        pack(s, bits, lane, BLOCK)
        mark(s, is_live, bits, marked + lane, BLOCK)
    cuda.syncthreads()
    spread_rows(bits, 0, z.bits, observation, 8 * block * z.bits, lane)
    spread_rows(bits, marked, z.actions, mask, 8 * block * z.actions, lane)


@rule
def spread_rows(bits: Text, first: int, length: int, out: Text, at: int, lane: int) -> None:
    """Write the rows of a block, so many bits each, as bytes; every thread some words of them."""
    for word in range(lane, 8 * length, BLOCK):
        row, place = 8 * word // length, 8 * word % length
        octet = octet_of(bits, first + row, place, length)
        taken = length - place
        while taken < 8:  # the next row begins in the midst of a word
            row += 1
            octet |= bits[first + row] << U64(taken)
            taken += length
        out[at + word] = spread(octet)


@rule
def octet_of(bits: Text, first: int, place: int, length: int) -> U64:
    """At least eight bits of a row from a place on, or what is left of it."""
    inner = place & 63
    octet: U64 = bits[first + (place >> 6) * BLOCK] >> U64(inner)
    if inner > 56 and (place >> 6) + 1 < (length + 63) // 64:
        octet |= bits[first + ((place >> 6) + 1) * BLOCK] << U64(64 - inner)
    return octet


@rule
def sample_kernel(n: Settings, words: Text, out: Any) -> None:
    """Do the same as `sample_blocks` with one thread per game."""
    game = cuda.grid(1)
    if game < n.batch:
        out[game] = sample(n, words, game)


@cache
def kernels(module: ModuleType) -> tuple[Kernel, Kernel]:
    """Return the two kernels of a game, which are compiled once."""
    compiler = CudaCompiler(module, own_rules(module))
    return compiler.kernel(turn_kernel), compiler.kernel(sample_kernel)


class Gpu:
    """A device: the rules as CUDA kernels."""

    name = "cuda"
    array_type = CudaArray

    def __init__(self, module: ModuleType) -> None:
        self.sizes = sizes_of(module)
        self.memory_type = type(cuda.device_array(1, np.int32))
        self.turn_kernel, self.sample_kernel = kernels(module)
        self.shared = scratch_words(self.sizes) * BLOCK * WORD_BYTES
        if self.shared > MAX_SHARED_BYTES:
            raise ValueError(f"{module.__name__} has too many actions or planes for a GPU")

    def batch(self, n: Settings) -> Batch:
        """Return uninitialized memory for a batch."""
        return batch_of(n, self.sizes, cuda.device_array)

    def turn(self, n: Settings, before: Any, actions: Any, starts: Any, after: Batch) -> None:
        """Process all games as the settings say, asynchronously."""
        given = cuda.device_array(0, np.int32) if actions is None else actions
        blocks, arrays = blocks_of(n), (before, given, starts, *after)
        self.turn_kernel.launch(blocks, BLOCK, n, *arrays, shared=self.shared)

    def sample(self, n: Settings, words: Any, out: CudaArray | None) -> CudaArray:
        """Return random legal actions."""
        drawn = CudaArray(cuda.device_array(n.batch, np.int32)) if out is None else out
        self.sample_kernel.launch(blocks_of(n), BLOCK, n, words, drawn.array)
        return drawn

    def array(self, values: npt.NDArray[Any]) -> Any:
        """Return a copy on the GPU."""
        return cuda.to_device(values)

    def actions(self, given: Any) -> Any:
        """Convert actions to an integer array on the GPU, without a copy if possible."""
        if hasattr(given, "block_until_ready"):  # JAX goes ahead of its GPU
            given.block_until_ready()
        if isinstance(given, CudaArray):
            array = given.array
        elif hasattr(given, "__cuda_array_interface__"):
            array = cuda.as_cuda_array(given)
        else:
            array = cuda.to_device(integers(given))
        check_integers(array.dtype)
        return array

    def has_layout(self, array: Any, size: int, dtype: np.dtype[Any]) -> bool:
        """Return whether an array is on the GPU and contiguous."""
        return bool(
            isinstance(array, self.memory_type)
            and array.shape == (size,)
            and array.dtype == dtype
            and array.is_c_contiguous()
        )

    def shown(self, array: Any, dtype: Any, shape: tuple[int, ...], first: int) -> CudaArray:
        """Return a view of an array from element `first` on."""
        values = array.view(dtype)[first : first + int(np.prod(shape))]
        return CudaArray(values.reshape(shape))

    def fetched(self, array: Any) -> npt.NDArray[Any]:
        """Return a copy in host memory."""
        return np.asarray(array.numpy() if isinstance(array, CudaArray) else array.copy_to_host())
