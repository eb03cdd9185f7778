"""Where no kernel can run, a line says what is missing and what to install."""

from types import SimpleNamespace

import pytest
from numba import cuda
from numba.cuda.cudadrv import driver

from steinreich import GpuGames, GpuUnavailable
from steinreich.core import gpu
from steinreich.core.gpu import DRIVER, GPU, PACKAGES, TOOLKIT, missing_for_gpu
from steinreich.rl import make
from tests.translated import Translated, both


@pytest.mark.parametrize(
    ("has_packages", "runs", "has_driver", "gpus", "missing"),
    [
        (False, False, False, 0, [PACKAGES, DRIVER]),
        (True, False, False, 0, [DRIVER]),
        (False, False, True, 1, [PACKAGES]),
        (True, False, True, 1, [TOOLKIT]),
        (True, True, True, 0, [GPU]),
        (True, True, True, 1, []),
    ],
)
def test_missing_part_is_determined(
    has_packages: bool,
    runs: bool,
    has_driver: bool,
    gpus: int,
    missing: list[Translated],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gpu, "find_spec", lambda _: has_packages or None)
    monkeypatch.setattr(cuda, "is_available", lambda: runs)
    monkeypatch.setattr(cuda, "gpus", range(gpus))
    monkeypatch.setattr(driver, "driver", SimpleNamespace(is_available=has_driver))
    assert missing_for_gpu() == missing


def test_missing_part_is_reported_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu, "missing_for_gpu", lambda: [PACKAGES, DRIVER])
    for ask in (lambda: GpuGames("vier3d"), lambda: make("vier3d", batch=2, device="cuda")):
        with pytest.raises(GpuUnavailable) as raised:
            ask()
        said, gesagt = both(raised.value.words)
        assert said == (
            "no GPU can be used here: the package numba-cuda and NVIDIA's CUDA driver could not "
            "be found; the packages come with  pip install 'steinreich[gpu]'  and need NVIDIA's "
            "driver"
        )
        assert "pip install 'steinreich[gpu]'" in gesagt
        assert "der CUDA-Treiber von NVIDIA" in gesagt
