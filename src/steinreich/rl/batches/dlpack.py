"""Zero-copy exchange of GPU arrays, by DLPack and the CUDA array interface."""

import ctypes
from typing import Any

import numpy as np
import numpy.typing as npt

# Constants of DLPack
CUDA_DEVICE_TYPE = 2
DTYPE_CODES = {"i": 0, "u": 1, "f": 2, "b": 6}  # by NumPy's `dtype.kind`
LEGACY_STREAMS = (None, 0, 1)  # values for the default stream, on which this package computes
NO_SYNCHRONIZATION = -1
UNUSED_CAPSULE_NAME = b"dltensor"  # the name of a capsule before its tensor is consumed


class Device(ctypes.Structure):
    """The device of a tensor (`DLDevice`)."""

    _fields_ = (("kind", ctypes.c_int32), ("number", ctypes.c_int32))


class DataType(ctypes.Structure):
    """The type of the elements of a tensor (`DLDataType`)."""

    _fields_ = (("kind", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class Tensor(ctypes.Structure):
    """A view of an array in memory (`DLTensor`)."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", Device),
        ("dimensions", ctypes.c_int32),
        ("dtype", DataType),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),  # null: row-major and contiguous
        ("offset", ctypes.c_uint64),
    )


class ManagedTensor(ctypes.Structure):
    """A tensor with the function that its consumer calls to release it (`DLManagedTensor`)."""


Deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
ManagedTensor._fields_ = (
    ("tensor", Tensor),
    ("context", ctypes.c_void_p),
    ("deleter", Deleter),
)

exported_tensors: dict[int, tuple[Any, ...]] = {}  # address of a tensor: objects to keep alive
new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
is_capsule_unused = ctypes.pythonapi.PyCapsule_IsValid
is_capsule_unused.argtypes = (ctypes.c_void_p, ctypes.c_char_p)
get_capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
get_capsule_pointer.restype = ctypes.c_void_p
get_capsule_pointer.argtypes = (ctypes.c_void_p, ctypes.c_char_p)


def release_tensor(address: int) -> None:
    """Release a tensor (DLPack deleter)."""
    exported_tensors.pop(address, None)


def release_unused_capsule(capsule: int) -> None:
    """Release the tensor of a destroyed capsule, unless it was consumed."""
    if is_capsule_unused(capsule, UNUSED_CAPSULE_NAME):
        exported_tensors.pop(get_capsule_pointer(capsule, UNUSED_CAPSULE_NAME), None)


RELEASE_TENSOR, RELEASE_UNUSED_CAPSULE = (
    Deleter(release_tensor),
    Deleter(release_unused_capsule),
)  # callable from C


def make_capsule(
    data: int, device: tuple[int, int], shape: tuple[int, ...], dtype: np.dtype[Any], owner: Any
) -> Any:
    """Return a DLPack capsule of the array at an address; it keeps `owner` alive."""
    lengths = (ctypes.c_int64 * len(shape))(*shape)
    managed = ManagedTensor()
    managed.tensor.data = data
    managed.tensor.device = Device(*device)
    managed.tensor.dimensions = len(shape)
    managed.tensor.dtype = DataType(DTYPE_CODES[dtype.kind], 8 * dtype.itemsize, 1)
    managed.tensor.shape = ctypes.cast(lengths, ctypes.POINTER(ctypes.c_int64))
    managed.deleter = RELEASE_TENSOR
    address = ctypes.addressof(managed)
    exported_tensors[address] = managed, lengths, owner
    return new_capsule(
        address, UNUSED_CAPSULE_NAME, ctypes.cast(RELEASE_UNUSED_CAPSULE, ctypes.c_void_p)
    )


class CudaArray:
    """A contiguous, row-major array on the GPU.

    `torch.from_dlpack`, `jax.numpy.from_dlpack` and `cupy.from_dlpack` import it without a copy, as
    do functions that support the CUDA array interface (`torch.as_tensor`, `cupy.asarray`).
    """

    def __init__(self, array: Any) -> None:
        self.array = array  # a device array of Numba

    @property
    def shape(self) -> tuple[int, ...]:
        """The size of each dimension."""
        return tuple(self.array.shape)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the elements."""
        dtype: np.dtype[Any] = np.dtype(self.array.dtype)
        return dtype

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return dict(self.array.__cuda_array_interface__)

    def __dlpack_device__(self) -> tuple[int, int]:
        from numba import cuda

        return CUDA_DEVICE_TYPE, int(cuda.get_current_device().id)

    def __dlpack__(self, *, stream: Any = None, **_: Any) -> Any:
        """Export the array; another stream waits for all steps launched so far."""
        if stream not in LEGACY_STREAMS and stream != NO_SYNCHRONIZATION:
            from numba import cuda

            cuda.default_stream().synchronize()
        data, device = self.__cuda_array_interface__["data"][0], self.__dlpack_device__()
        return make_capsule(data, device, self.shape, self.dtype, self.array)

    def numpy(self) -> npt.NDArray[Any]:
        """Return a copy as a NumPy array."""
        return np.asarray(self.array.copy_to_host())

    def __repr__(self) -> str:
        return f"CudaArray({self.numpy()!r})"
