"""Arrays of rules: their types, for annotations, and their memory.

Plain Python accepts any sequence.  Machine code needs to know the elements: an entry point accepts
any object with such a buffer, for example a NumPy array or a memoryview.
"""

from array import array as typed_array
from math import prod
from struct import calcsize
from typing import Annotated, Any, NamedTuple


class ArrayType(NamedTuple):
    """A contiguous array: the type of its elements, by NumPy's name, and its dimensions."""

    dtype: str
    dimensions: int = 1


Int8Array = Annotated[Any, ArrayType("int8")]
Int32Array = Annotated[Any, ArrayType("int32")]
Int64Array = Annotated[Any, ArrayType("int64")]
UInt8Array = Annotated[Any, ArrayType("uint8")]
UInt64Array = Annotated[Any, ArrayType("uint64")]
Float32Array = Annotated[Any, ArrayType("float32")]
Float32Matrix = Annotated[Any, ArrayType("float32", 2)]
UInt64Matrix = Annotated[Any, ArrayType("uint64", 2)]

FORMATS = {  # of buffers
    "int8": "b",
    "uint8": "B",
    "int32": "i",
    "int64": "q",
    "uint64": "Q",
    "float32": "f",
}
MAX_FILL_ITEMS = 1 << 16  # that are written at once


def zeros(dtype: str, *shape: int) -> memoryview:
    """Return a cleared array."""
    format = FORMATS[dtype]
    return memoryview(bytearray(prod(shape) * calcsize(format))).cast(format, shape)  # type: ignore[call-overload, no-any-return]


def fill(array: memoryview, value: int, first: int = 0, last: int | None = None) -> None:
    """Set the items of a one-dimensional array from index `first` to before `last`."""
    last = len(array) if last is None else last
    block = memoryview(typed_array(array.format, [value]) * min(last - first, MAX_FILL_ITEMS))
    for start in range(first, last, MAX_FILL_ITEMS):
        end = min(start + MAX_FILL_ITEMS, last)
        array[start:end] = block[: end - start]
