"""If no kernel can run, the error names the missing requirements and how to install them."""

from types import SimpleNamespace

import pytest
from numba import cuda
from numba.cuda.cudadrv import driver

from steinreich import GpuGames, GpuUnavailable
from steinreich.core import gpu
from steinreich.core.gpu import DRIVER, GPU, PACKAGES, TOOLKIT, find_missing_requirements
from steinreich.rl import make
from tests.translated import Translated, both


@pytest.mark.parametrize(
    ("has_packages", "is_available", "has_driver", "gpus", "missing"),
    [
        (False, False, False, 0, [PACKAGES, DRIVER]),
        (True, False, False, 0, [DRIVER]),
        (False, False, True, 1, [PACKAGES]),
        (True, False, True, 1, [TOOLKIT]),
        (True, True, True, 0, [GPU]),
        (True, True, True, 1, []),
    ],
)
def test_finds_missing_requirements(
    has_packages: bool,
    is_available: bool,
    has_driver: bool,
    gpus: int,
    missing: list[Translated],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gpu, "find_spec", lambda _: has_packages or None)
    monkeypatch.setattr(cuda, "is_available", lambda: is_available)
    monkeypatch.setattr(cuda, "gpus", range(gpus))
    monkeypatch.setattr(driver, "driver", SimpleNamespace(is_available=has_driver))
    assert find_missing_requirements() == missing


def test_error_names_missing_requirements(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu, "find_missing_requirements", lambda: [PACKAGES, DRIVER])
    for create in (lambda: GpuGames("vier3d"), lambda: make("vier3d", batch=2, device="cuda")):
        with pytest.raises(GpuUnavailable) as raised:
            create()
        english, german = both(raised.value.message)
        assert english == (
            "no GPU is available: the package numba-cuda and NVIDIA's CUDA driver could not be "
            "found; install the packages with  pip install 'steinreich[gpu]'  and NVIDIA's "
            "driver"
        )
        assert "pip install 'steinreich[gpu]'" in german
        assert "der CUDA-Treiber von NVIDIA" in german
