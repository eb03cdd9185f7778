"""Batches in the memory of the processor, as NumPy arrays; stepped by several threads."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from steinreich.rl.batches import rules
from steinreich.rl.batches.packing import batch_compiler, sizes_of
from steinreich.rl.batches.rules import BLOCK, Batch, Settings, Sizes
from steinreich.rules.errors import BadType
from steinreich.rules.language import Text

MIN_GAMES_PER_THREAD = 2048  # starting a thread costs about as much as these
NO_ACTIONS = np.zeros(0, np.int64)


def cores() -> int:
    """Return the number of processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def batch_of(n: Settings, z: Sizes, empty: Callable[[int, Any], Any]) -> Batch:
    """Return memory for whole blocks of games; `empty(size, dtype)` allocates arrays."""
    blocks = blocks_of(n)
    games = blocks * BLOCK
    return Batch(
        words=empty((2 * z.fields + 2) * games, np.uint64),
        observation=empty(blocks * z.bits * 8, np.uint64),
        mask=empty(blocks * z.actions * 8, np.uint64),
        rewards=empty(games * n.players, np.float32),
        ended=empty(2 * games, np.uint8),
        player=empty(games, np.int32),
    )


def integers(given: Any) -> npt.NDArray[Any]:
    """Return what a caller gave as a NumPy array of integers."""
    try:
        array = np.asarray(given)
    except (TypeError, ValueError) as error:  # ragged lists, tensors of a GPU
        raise BadType(Text("actions are no array: {error}", error=error)) from None
    check_integers(array.dtype)
    return array


def check_integers(dtype: Any) -> None:
    """Raise `BadType` for other types than integers."""
    if np.dtype(dtype).kind not in "iu":
        raise BadType(Text("actions are integers, not {dtype}", dtype=dtype))


def blocks_of(n: Settings) -> int:
    """Return the number of blocks; the last one may be partial."""
    return -(-n.batch // BLOCK)


def scratch_words(z: Sizes) -> int:
    """Return the number of words for observation and mask of one game as bits, plus one."""
    return z.packed + -(-z.actions // 64) + 1


class Processor:
    """A device: the rules as machine code, which runs without the global interpreter lock."""

    name = "cpu"
    array_type = np.ndarray

    def __init__(self, module: ModuleType, threads: int | None) -> None:
        self.module, self.sizes = module, sizes_of(module)
        self.threads = threads or cores()

    @cached_property
    def turn_blocks(self) -> Any:
        return batch_compiler(self.module).entry(rules.turn_blocks)

    @cached_property
    def sample_blocks(self) -> Any:
        return batch_compiler(self.module).entry(rules.sample_blocks)

    @cached_property
    def pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads, thread_name_prefix="batch")

    def batch(self, n: Settings) -> Batch:
        """Return uninitialized memory for a batch."""
        return batch_of(n, self.sizes, np.empty)

    def turn(self, n: Settings, before: Any, actions: Any, starts: Any, after: Batch) -> None:
        """Process all games as the settings say."""
        given = NO_ACTIONS if actions is None else actions

        def turn_some(first: int, last: int) -> None:
            scratch = np.empty(scratch_words(self.sizes), np.uint64)
            self.turn_blocks(n, before, given, starts, after, scratch, first, last)

        self.shared_out(n, turn_some)

    def sample(
        self, n: Settings, words: Any, out: npt.NDArray[np.int32] | None
    ) -> npt.NDArray[np.int32]:
        """Return random legal actions."""
        drawn = np.empty(n.batch, np.int32) if out is None else out
        self.shared_out(n, lambda first, last: self.sample_blocks(n, words, drawn, first, last))
        return drawn

    def shared_out(self, n: Settings, work: Callable[[int, int], None]) -> None:
        """Distribute the blocks of a batch over threads, if there are enough games."""
        blocks = blocks_of(n)
        parts = min(self.threads, max(n.batch // MIN_GAMES_PER_THREAD, 1))
        if parts == 1:
            work(0, blocks)
            return
        ends = [blocks * part // parts for part in range(parts + 1)]
        others = [self.pool.submit(work, *ends[i : i + 2]) for i in range(1, parts)]
        work(*ends[:2])
        for other in others:
            other.result()

    def array(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return the values as they are."""
        return values

    def actions(self, given: Any) -> npt.NDArray[np.int64]:
        """Convert actions to an integer array; raise `BadType` if impossible."""
        return np.ascontiguousarray(integers(given), np.int64)

    def has_layout(self, array: Any, size: int, dtype: np.dtype[Any]) -> bool:
        """Return whether an array is in host memory, contiguous and writable."""
        return (
            isinstance(array, np.ndarray)
            and array.shape == (size,)
            and array.dtype == dtype
            and array.flags.carray
        )

    def shown(self, array: Any, dtype: Any, shape: tuple[int, ...], first: int) -> Any:
        """Return a view of an array from element `first` on."""
        values = array.view(dtype)[first : first + int(np.prod(shape))]
        return values.reshape(shape)

    def fetched(self, array: Any) -> npt.NDArray[Any]:
        """Return the array itself."""
        return np.asarray(array)
