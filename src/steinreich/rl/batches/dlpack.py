"""Zero-copy exchange of GPU arrays, by DLPack and the CUDA array interface."""

import ctypes
from typing import Any

import numpy as np
import numpy.typing as npt

CUDA = 2  # a kind of device
KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}  # of elements, by NumPy's letters
LEGACY_STREAMS = (None, 0, 1)  # these are synchronized with each other
NO_WAITING = -1
UNUSED = b"dltensor"  # the name of a capsule before its tensor is consumed


class Device(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_int32), ("number", ctypes.c_int32))


class DataType(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", Device),
        ("dimensions", ctypes.c_int32),
        ("dtype", DataType),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),  # none: row by row without gaps
        ("offset", ctypes.c_uint64),
    )


class ManagedTensor(ctypes.Structure):
    """A tensor with the function that its consumer calls to release it."""


Deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
ManagedTensor._fields_ = (
    ("tensor", Tensor),
    ("context", ctypes.c_void_p),
    ("deleter", Deleter),
)

lent: dict[int, tuple[Any, ...]] = {}  # by the address of a tensor: objects to keep alive
new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
is_unused = ctypes.pythonapi.PyCapsule_IsValid
is_unused.argtypes = (ctypes.c_void_p, ctypes.c_char_p)
pointer_in = ctypes.pythonapi.PyCapsule_GetPointer
pointer_in.restype = ctypes.c_void_p
pointer_in.argtypes = (ctypes.c_void_p, ctypes.c_char_p)


def give_back(address: int) -> None:
    """Release a tensor (DLPack deleter)."""
    lent.pop(address, None)


def drop_unused(capsule: int) -> None:
    """Release the tensor of a destroyed capsule, unless it was consumed."""
    if is_unused(capsule, UNUSED):
        lent.pop(pointer_in(capsule, UNUSED), None)


GIVE_BACK, DROP_UNUSED = Deleter(give_back), Deleter(drop_unused)  # as C calls them


def capsule_of(
    data: int, device: tuple[int, int], shape: tuple[int, ...], dtype: np.dtype[Any], owner: Any
) -> Any:
    """Return a capsule with the tensor at an address; it keeps the owner alive."""
    lengths = (ctypes.c_int64 * len(shape))(*shape)
    managed = ManagedTensor()
    managed.tensor.data = data
    managed.tensor.device = Device(*device)
    managed.tensor.dimensions = len(shape)
    managed.tensor.dtype = DataType(KINDS[dtype.kind], 8 * dtype.itemsize, 1)
    managed.tensor.shape = ctypes.cast(lengths, ctypes.POINTER(ctypes.c_int64))
    managed.deleter = GIVE_BACK
    address = ctypes.addressof(managed)
    lent[address] = managed, lengths, owner
    return new_capsule(address, UNUSED, ctypes.cast(DROP_UNUSED, ctypes.c_void_p))


class CudaArray:
    """An array on the GPU, row by row without gaps.

    `torch.from_dlpack`, `jax.numpy.from_dlpack` and `cupy.from_dlpack` take it without a copy, and
    so does whatever knows the CUDA array interface (`torch.as_tensor`, `cupy.asarray`).
    """

    def __init__(self, array: Any) -> None:
        self.array = array  # of Numba's

    @property
    def shape(self) -> tuple[int, ...]:
        """The length of each dimension."""
        return tuple(self.array.shape)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the elements, as NumPy's."""
        dtype: np.dtype[Any] = np.dtype(self.array.dtype)
        return dtype

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return dict(self.array.__cuda_array_interface__)

    def __dlpack_device__(self) -> tuple[int, int]:
        from numba import cuda

        return CUDA, int(cuda.get_current_device().id)

    def __dlpack__(self, *, stream: Any = None, **_: Any) -> Any:
        """Export the array after all steps so far."""
        if stream not in LEGACY_STREAMS and stream != NO_WAITING:
            from numba import cuda

            cuda.default_stream().synchronize()
        data, device = self.__cuda_array_interface__["data"][0], self.__dlpack_device__()
        return capsule_of(data, device, self.shape, self.dtype, self.array)

    def numpy(self) -> npt.NDArray[Any]:
        """Return a copy in the memory of the processor."""
        return np.asarray(self.array.copy_to_host())

    def __repr__(self) -> str:
        return f"CudaArray({self.numpy()!r})"
