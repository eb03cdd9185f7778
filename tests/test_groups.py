"""Tests that share something costly run in one process: else each starts a browser of its own."""

import subprocess
import sys
from pathlib import Path

MODULE = """
import os, pytest
pytestmark = pytest.mark.xdist_group("together")

@pytest.mark.parametrize("number", range(8))
def test_where(number):
    with open("workers", "a") as file:
        file.write(os.environ["PYTEST_XDIST_WORKER"] + " ")
"""


def test_a_group_stays_together(tmp_path: Path) -> None:
    """As `make test` asks for it; versions of pytest and its plug-in have to fit for this."""
    for name in ("one", "other"):
        (tmp_path / f"test_{name}.py").write_text(MODULE)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    flags = ["-q", "-n", "2", "--dist", "loadgroup", "--disable-plugin-autoload", "-p", "xdist"]
    subprocess.run([sys.executable, "-m", "pytest", *flags], cwd=tmp_path, check=True)
    workers = (tmp_path / "workers").read_text().split()
    assert len(workers) == 16
    assert len(set(workers)) == 1
