"""Batches on an NVIDIA GPU: one thread per game, and arrays in its memory (needs `numba-cuda`).

A thread block processes a block of games.  Each thread packs the observation and the mask of its
game into bits; then all threads expand them to bytes with coalesced writes.
"""

import warnings
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from steinreich.compile.cuda import CudaCompiler, Kernel  # before numba.cuda
from steinreich.rl.batches.dlpack import CudaArray
from steinreich.rl.batches.packing import generate_rules, get_sizes
from steinreich.rl.batches.processor import (
    allocate_batch,
    check_integers,
    count_blocks,
    scratch_words,
    to_integer_array,
)
from steinreich.rl.batches.rules import (
    BLOCK,
    Batch,
    Settings,
    Words,
    game_sizes,
    pack,
    process,
    sample,
    write_mask,
)
from steinreich.rules.bits import U64, bits_to_bytes, rule

from numba import cuda, uint64  # isort: skip

# Small batches are allowed.  (Numba adds terminal escape codes to the warning, hence ".*".)
warnings.filterwarnings("ignore", ".*Grid size .* under-utilization")
WORD_BYTES = 8
MAX_SHARED_BYTES = 48 << 10  # shared memory of a thread block


@rule
def process_kernel(
    settings: Settings,
    before: Words,
    actions: Any,
    starts: Words,
    words: Words,
    observation: Words,
    mask: Words,
    rewards: Any,
    ended: Any,
    player: Any,
) -> None:
    """Do the same as `process_blocks` with one thread per game."""
    sizes = game_sizes()
    bits = cuda.shared.array(0, uint64)  # (packed + mask words + 1, BLOCK)
    lane, block = cuda.threadIdx.x, cuda.blockIdx.x
    game, mask_start = block * BLOCK + lane, sizes.packed * BLOCK
    if game < settings.batch:
        after = Batch(words, observation, mask, rewards, ended, player)
        s, is_live = process(settings, before, actions, starts, after, game)
        pack(s, bits, lane, BLOCK)
        write_mask(s, is_live, bits, mask_start + lane, BLOCK)
    cuda.syncthreads()
    spread_rows(bits, 0, sizes.bits, observation, 8 * block * sizes.bits, lane)
    spread_rows(bits, mask_start, sizes.actions, mask, 8 * block * sizes.actions, lane)


@rule
def spread_rows(bits: Words, first: int, length: int, out: Words, offset: int, lane: int) -> None:
    """Expand the rows of a block, `length` bits each, to bytes; each thread writes some words.

    A word of the output has eight bytes for eight bits, which may belong to several rows.
    """
    for word in range(lane, 8 * length, BLOCK):
        row, bit_offset = 8 * word // length, 8 * word % length
        octet = read_octet(bits, first + row, bit_offset, length)
        bits_read = length - bit_offset
        while bits_read < 8:  # continue with the bits of the next row
            row += 1
            octet |= bits[first + row] << U64(bits_read)
            bits_read += length
        out[offset + word] = bits_to_bytes(octet)


@rule
def read_octet(bits: Words, first: int, bit_offset: int, length: int) -> U64:
    """Return at least eight bits of a row from a bit offset on, or all that are left."""
    bit_in_word = bit_offset & 63
    octet: U64 = bits[first + (bit_offset >> 6) * BLOCK] >> U64(bit_in_word)
    if bit_in_word > 56 and (bit_offset >> 6) + 1 < (length + 63) // 64:
        octet |= bits[first + ((bit_offset >> 6) + 1) * BLOCK] << U64(64 - bit_in_word)
    return octet


@rule
def sample_kernel(settings: Settings, words: Words, out: Any) -> None:
    """Do the same as `sample_blocks` with one thread per game."""
    game = cuda.grid(1)
    if game < settings.batch:
        out[game] = sample(settings, words, game)


@cache
def kernels(module: ModuleType) -> tuple[Kernel, Kernel]:
    """Return the kernels of a game: `process_kernel` and `sample_kernel`."""
    compiler = CudaCompiler(module, generate_rules(module))
    return compiler.kernel(process_kernel), compiler.kernel(sample_kernel)


class Gpu:
    """A device: the rules as CUDA kernels."""

    name = "cuda"
    array_type = CudaArray

    def __init__(self, module: ModuleType) -> None:
        self.game_sizes = get_sizes(module)
        self.memory_type = type(cuda.device_array(1, np.int32))
        self.process_kernel, self.sample_kernel = kernels(module)
        self.shared_bytes = scratch_words(self.game_sizes) * BLOCK * WORD_BYTES
        if self.shared_bytes > MAX_SHARED_BYTES:
            raise ValueError(f"{module.__name__} has too many actions or planes for a GPU")

    def batch(self, settings: Settings) -> Batch:
        """Return uninitialized memory for a batch."""
        return allocate_batch(settings, self.game_sizes, cuda.device_array)

    def process(
        self, settings: Settings, before: Any, actions: Any, starts: Any, after: Batch
    ) -> None:
        """Process all games by the operation in the settings, asynchronously."""
        array_like = cuda.device_array(0, np.int32) if actions is None else actions
        num_blocks, arrays = count_blocks(settings), (before, array_like, starts, *after)
        self.process_kernel.launch(num_blocks, BLOCK, settings, *arrays, shared=self.shared_bytes)

    def sample(self, settings: Settings, words: Any, out: CudaArray | None) -> CudaArray:
        """Return random legal actions."""
        sampled = CudaArray(cuda.device_array(settings.batch, np.int32)) if out is None else out
        self.sample_kernel.launch(count_blocks(settings), BLOCK, settings, words, sampled.array)
        return sampled

    def array(self, values: npt.NDArray[Any]) -> Any:
        """Return a copy on the GPU."""
        return cuda.to_device(values)

    def actions(self, array_like: Any) -> Any:
        """Convert actions to an integer array on the GPU, without a copy if possible."""
        if hasattr(array_like, "block_until_ready"):  # JAX computes asynchronously
            array_like.block_until_ready()
        if isinstance(array_like, CudaArray):
            array = array_like.array
        elif hasattr(array_like, "__cuda_array_interface__"):
            array = cuda.as_cuda_array(array_like)
        else:
            array = cuda.to_device(to_integer_array(array_like))
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

    def view(self, array: Any, dtype: Any, shape: tuple[int, ...], first: int) -> CudaArray:
        """Return a view of an array from element `first` on."""
        values = array.view(dtype)[first : first + int(np.prod(shape))]
        return CudaArray(values.reshape(shape))

    def to_host(self, array: Any) -> npt.NDArray[Any]:
        """Return a copy in host memory."""
        return np.asarray(array.numpy() if isinstance(array, CudaArray) else array.copy_to_host())
