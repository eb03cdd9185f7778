"""Batches as NumPy arrays on the CPU, processed by several threads."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from steinreich.rl.batches import rules
from steinreich.rl.batches.packing import batch_compiler, get_sizes
from steinreich.rl.batches.rules import BLOCK, Batch, Settings, Sizes
from steinreich.rules.errors import BadType
from steinreich.rules.language import Text

MIN_GAMES_PER_THREAD = 2048  # for fewer games, another thread costs more than it saves
NO_ACTIONS = np.zeros(0, np.int64)


def count_cores() -> int:
    """Return the number of processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def allocate_batch(settings: Settings, sizes: Sizes, empty: Callable[[int, Any], Any]) -> Batch:
    """Return uninitialized arrays for whole blocks of games; `empty(size, dtype)` makes one."""
    blocks = count_blocks(settings)
    games = blocks * BLOCK
    return Batch(
        words=empty((2 * sizes.fields + 2) * games, np.uint64),
        observation=empty(blocks * sizes.bits * 8, np.uint64),
        mask=empty(blocks * sizes.actions * 8, np.uint64),
        rewards=empty(games * settings.players, np.float32),
        ended=empty(2 * games, np.uint8),
        player=empty(games, np.int32),
    )


def to_integer_array(array_like: Any) -> npt.NDArray[Any]:
    """Convert a value to a NumPy array of integers; raise `BadType` if impossible."""
    try:
        array = np.asarray(array_like)
    except (TypeError, ValueError) as error:  # ragged lists, tensors of a GPU
        raise BadType(Text("actions are not an array: {error}", error=error)) from None
    check_integers(array.dtype)
    return array


def check_integers(dtype: Any) -> None:
    """Raise `BadType` unless a type is an integer type."""
    if np.dtype(dtype).kind not in "iu":
        raise BadType(Text("actions must be integers, not {dtype}", dtype=dtype))


def count_blocks(settings: Settings) -> int:
    """Return the number of blocks; the last one may be partial."""
    return -(-settings.batch // BLOCK)


def scratch_words(sizes: Sizes) -> int:
    """Return the number of words for observation and mask of one game as bits, plus one.

    `write_bits` may write to the additional word.
    """
    return sizes.packed + -(-sizes.actions // 64) + 1


class Processor:
    """A device: the rules as machine code, which runs without the global interpreter lock."""

    name = "cpu"
    array_type = np.ndarray

    def __init__(self, module: ModuleType, threads: int | None) -> None:
        self.module, self.sizes = module, get_sizes(module)
        self.threads = threads or count_cores()

    @cached_property
    def process_blocks(self) -> Any:
        return batch_compiler(self.module).entry(rules.process_blocks)

    @cached_property
    def sample_blocks(self) -> Any:
        return batch_compiler(self.module).entry(rules.sample_blocks)

    @cached_property
    def pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads, thread_name_prefix="batch")

    def batch(self, settings: Settings) -> Batch:
        """Return uninitialized memory for a batch."""
        return allocate_batch(settings, self.sizes, np.empty)

    def process(
        self, settings: Settings, before: Any, actions: Any, starts: Any, after: Batch
    ) -> None:
        """Process all games by the operation in the settings."""
        array_like = NO_ACTIONS if actions is None else actions

        def process_range(first: int, last: int) -> None:
            scratch = np.empty(scratch_words(self.sizes), np.uint64)
            self.process_blocks(settings, before, array_like, starts, after, scratch, first, last)

        self.run_in_threads(settings, process_range)

    def sample(
        self, settings: Settings, words: Any, out: npt.NDArray[np.int32] | None
    ) -> npt.NDArray[np.int32]:
        """Return random legal actions."""
        actions = np.empty(settings.batch, np.int32) if out is None else out
        self.run_in_threads(
            settings, lambda first, last: self.sample_blocks(settings, words, actions, first, last)
        )
        return actions

    def run_in_threads(self, settings: Settings, work: Callable[[int, int], None]) -> None:
        """Distribute the blocks of a batch over threads, if there are enough games."""
        blocks = count_blocks(settings)
        num_parts = min(self.threads, max(settings.batch // MIN_GAMES_PER_THREAD, 1))
        if num_parts == 1:
            work(0, blocks)
            return
        boundaries = [blocks * part // num_parts for part in range(num_parts + 1)]
        futures = [self.pool.submit(work, *boundaries[i : i + 2]) for i in range(1, num_parts)]
        work(*boundaries[:2])
        for future in futures:
            future.result()

    def array(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return the values as they are."""
        return values

    def actions(self, array_like: Any) -> npt.NDArray[np.int64]:
        """Convert actions to an integer array; raise `BadType` if impossible."""
        return np.ascontiguousarray(to_integer_array(array_like), np.int64)

    def has_layout(self, array: Any, size: int, dtype: np.dtype[Any]) -> bool:
        """Return whether an array is in host memory, contiguous and writable."""
        return (
            isinstance(array, np.ndarray)
            and array.shape == (size,)
            and array.dtype == dtype
            and array.flags.carray
        )

    def view(self, array: Any, dtype: Any, shape: tuple[int, ...], first: int) -> Any:
        """Return a view of an array from element `first` on."""
        values = array.view(dtype)[first : first + int(np.prod(shape))]
        return values.reshape(shape)

    def to_host(self, array: Any) -> npt.NDArray[Any]:
        """Return the array itself."""
        return np.asarray(array)
