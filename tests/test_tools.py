"""The scripts that `make` uses."""

import os
import subprocess
from pathlib import Path

import pytest

VARIABLES = {
    name: value for name, value in os.environ.items() if name not in ("VIRTUAL_ENV", "CONDA_PREFIX")
}


def write_interpreter(path: Path, is_new_enough: bool, is_optimised: bool) -> Path:
    """Write a program that answers questions about its version and build like Python."""
    path.write_text(f"""#!/bin/sh
case $2 in
  *enable-optimizations*) exit {int(not is_optimised)} ;;
  *version_info*) exit {int(not is_new_enough)} ;;
esac
exit 2
""")
    path.chmod(0o755)
    return path


def choose_python(own: Path, system: Path, **variables: str) -> str:
    result = subprocess.run(
        ["tools/python", own, system],
        env=VARIABLES | variables,
        capture_output=True,
        text=True,
        check=True,
    )
    return Path(result.stdout.strip()).name


@pytest.mark.parametrize(
    ("is_own_optimised", "is_system_new_enough", "expected"),
    [(True, True, "own"), (False, True, "system"), (False, False, "own")],
)
def test_fastest_python_is_chosen(
    tmp_path: Path, is_own_optimised: bool, is_system_new_enough: bool, expected: str
) -> None:
    own = write_interpreter(tmp_path / "own", True, is_own_optimised)
    assert (
        choose_python(own, write_interpreter(tmp_path / "system", is_system_new_enough, False))
        == expected
    )


@pytest.mark.parametrize("variable", ["VIRTUAL_ENV", "CONDA_PREFIX"])
def test_chosen_environment_is_kept(tmp_path: Path, variable: str) -> None:
    own = write_interpreter(tmp_path / "own", True, False)
    system = write_interpreter(tmp_path / "system", True, False)
    assert choose_python(own, system, **{variable: str(tmp_path)}) == "own"


def test_keeps_own_python_without_a_system_python(tmp_path: Path) -> None:
    own = write_interpreter(tmp_path / "own", True, False)
    assert choose_python(own, tmp_path / "nothing") == "own"
