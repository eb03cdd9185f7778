"""Arrays are shared by DLPack without a copy, and their memory lives as long as it is used."""

import gc
import weakref
from typing import Any

import numpy as np
import pytest

from steinreich.rl.batches.dlpack import capsule_of, lent

PROCESSOR = 1, 0  # the CPU device of DLPack


class Exporter:
    """An array that NumPy can import by DLPack."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __dlpack_device__(self) -> tuple[int, int]:
        return PROCESSOR

    def __dlpack__(self, **_: Any) -> Any:
        array = self.array
        return capsule_of(array.ctypes.data, PROCESSOR, array.shape, array.dtype, self)


@pytest.mark.parametrize("dtype", [np.bool_, np.uint8, np.int32, np.int64, np.float32])
def test_memory_is_shared(dtype: Any) -> None:
    array = np.arange(24).reshape(2, 3, 4).astype(dtype)
    taken = np.from_dlpack(Exporter(array))
    assert taken.dtype == array.dtype
    assert np.array_equal(taken, array)
    array[1, 2, 3] = 0
    assert taken[1, 2, 3] == 0


def test_owner_lives_as_long_as_it_is_needed() -> None:
    before = len(lent)
    lender = Exporter(np.arange(5))
    owner = weakref.ref(lender)
    taken: Any = np.from_dlpack(lender)
    unused: Any = lender.__dlpack__()
    del lender
    gc.collect()
    assert owner() is not None
    assert len(lent) == before + 2
    del taken, unused
    gc.collect()
    assert owner() is None
    assert len(lent) == before
