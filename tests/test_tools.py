"""The scripts that `make` uses."""

import os
import subprocess
from pathlib import Path

import pytest

VARIABLES = {
    name: value for name, value in os.environ.items() if name not in ("VIRTUAL_ENV", "CONDA_PREFIX")
}


def interpreter(path: Path, fit: bool, optimised: bool) -> Path:
    """Write a program that answers like a new enough, or an optimized, Python."""
    path.write_text(f"""#!/bin/sh
case $2 in
  *enable-optimizations*) exit {int(not optimised)} ;;
  *version_info*) exit {int(not fit)} ;;
esac
exit 2
""")
    path.chmod(0o755)
    return path


def chosen(mine: Path, systems: Path, **more: str) -> str:
    done = subprocess.run(
        ["tools/python", mine, systems],
        env=VARIABLES | more,
        capture_output=True,
        text=True,
        check=True,
    )
    return Path(done.stdout.strip()).name


@pytest.mark.parametrize(
    ("mine_is_optimised", "system_is_fit", "expected"),
    [(True, True, "mine"), (False, True, "system"), (False, False, "mine")],
)
def test_fastest_python_is_chosen(
    tmp_path: Path, mine_is_optimised: bool, system_is_fit: bool, expected: str
) -> None:
    mine = interpreter(tmp_path / "mine", True, mine_is_optimised)
    assert chosen(mine, interpreter(tmp_path / "system", system_is_fit, False)) == expected


@pytest.mark.parametrize("variable", ["VIRTUAL_ENV", "CONDA_PREFIX"])
def test_chosen_environment_is_kept(tmp_path: Path, variable: str) -> None:
    mine = interpreter(tmp_path / "mine", True, False)
    system = interpreter(tmp_path / "system", True, False)
    assert chosen(mine, system, **{variable: str(tmp_path)}) == "mine"


def test_missing_system_python_is_reported(tmp_path: Path) -> None:
    mine = interpreter(tmp_path / "mine", True, False)
    assert chosen(mine, tmp_path / "nothing") == "mine"
