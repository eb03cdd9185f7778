"""Arrays are shared by DLPack without a copy, and their memory lives as long as it is used."""

import gc
import weakref
from typing import Any

import numpy as np
import pytest

from steinreich.rl.batches.dlpack import exported_tensors, make_capsule

PROCESSOR = 1, 0  # the CPU device of DLPack


class Exporter:
    """An array that NumPy can import by DLPack."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __dlpack_device__(self) -> tuple[int, int]:
        return PROCESSOR

    def __dlpack__(self, **_: Any) -> Any:
        array = self.array
        return make_capsule(array.ctypes.data, PROCESSOR, array.shape, array.dtype, self)


@pytest.mark.parametrize("dtype", [np.bool_, np.uint8, np.int32, np.int64, np.float32])
def test_exported_array_shares_memory(dtype: Any) -> None:
    array = np.arange(24).reshape(2, 3, 4).astype(dtype)
    imported = np.from_dlpack(Exporter(array))
    assert imported.dtype == array.dtype
    assert np.array_equal(imported, array)
    array[1, 2, 3] = 0
    assert imported[1, 2, 3] == 0


def test_owner_lives_as_long_as_it_is_needed() -> None:
    before = len(exported_tensors)
    exporter = Exporter(np.arange(5))
    owner = weakref.ref(exporter)
    imported: Any = np.from_dlpack(exporter)
    unused: Any = exporter.__dlpack__()
    del exporter
    gc.collect()
    assert owner() is not None
    assert len(exported_tensors) == before + 2
    del imported, unused
    gc.collect()
    assert owner() is None
    assert len(exported_tensors) == before
