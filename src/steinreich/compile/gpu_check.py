"""Whether rules can run on a GPU here, and what is missing if they cannot."""

from importlib.util import find_spec

from steinreich.rules.errors import GpuUnavailable
from steinreich.rules.language import Words, listed

PACKAGES = Words("the package numba-cuda", "das Paket numba-cuda")
DRIVER = Words("NVIDIA's CUDA driver", "der CUDA-Treiber von NVIDIA")
TOOLKIT = Words("the CUDA toolkit", "das CUDA-Toolkit")
GPU = Words("an NVIDIA GPU", "eine NVIDIA-GPU")
EXTRA = "pip install 'steinreich[gpu]'"


def require_gpu() -> None:
    """Raise `GpuUnavailable`, naming what is missing, where no kernel can run."""
    missing = missing_for_gpu()
    if missing:
        what = listed(missing)
        raise GpuUnavailable(
            Words(
                f"no GPU can be used here: {what.en} could not be found; "
                f"the packages come with  {EXTRA}  and need NVIDIA's driver",
                f"hier lässt sich keine GPU benutzen: {what.de} war nicht zu finden; "
                f"die Pakete kommen mit  {EXTRA}  und brauchen den Treiber von NVIDIA",
            )
        )


def missing_for_gpu() -> list[Words]:
    """What could not be found of packages, driver, toolkit and GPU; nothing where kernels run."""
    packages = [] if find_spec("numba_cuda") else [PACKAGES]
    try:
        from numba import cuda
        from numba.cuda.cudadrv import driver
    except ModuleNotFoundError:
        return [PACKAGES]
    if cuda.is_available():
        return [] if len(cuda.gpus) else [GPU]
    if not driver.driver.is_available:
        return [*packages, DRIVER]
    return packages or [TOOLKIT]
