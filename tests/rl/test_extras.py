"""What needs packages of its own says so, and nobody else imports them."""

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
def test_a_missing_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, module: str, package: str, extra: str
) -> None:
    for name in (f"steinreich.rl.{module}", "steinreich.rl.environments"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ModuleNotFoundError) as caught:
        import_module(f"steinreich.rl.{module}")
    assert str(caught.value) == (
        f"{package} is not installed; this installs it:  pip install 'steinreich[{extra}]'"
    )


def test_extras_are_not_imported_needlessly() -> None:
    absent = ["gymnasium", "pettingzoo", "pyspiel", "numba", "cairosvg"]
    done = subprocess.run(
        [sys.executable, "-c", IMPORTED, *absent], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []
