"""Modules with optional packages report missing ones, and no others import them."""

import subprocess
import sys
from importlib import import_module

import pytest

IMPORTED = "import sys, steinreich.rl; print(*sys.modules.keys() & {*sys.argv})"


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("pettingzoo_env", "pettingzoo", "rl"),
        ("gymnasium_env", "gymnasium", "rl"),
        ("open_spiel_game", "pyspiel", "openspiel"),
    ],
)
def test_error_names_the_missing_extra(
    monkeypatch: pytest.MonkeyPatch, module: str, package: str, extra: str
) -> None:
    for name in (f"steinreich.rl.{module}", "steinreich.rl.environments"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, package, None)
    message = rf"\({package} is missing\); install them with  pip install 'steinreich\[{extra}\]'$"
    with pytest.raises(ModuleNotFoundError, match=message):
        import_module(f"steinreich.rl.{module}")


def test_extras_are_not_imported_needlessly() -> None:
    absent = ["gymnasium", "pettingzoo", "pyspiel", "numba", "cairosvg"]
    done = subprocess.run(
        [sys.executable, "-c", IMPORTED, *absent], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []
