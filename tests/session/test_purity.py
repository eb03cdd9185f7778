"""A session needs only the standard library: no packages, no threads, no processes, so it can run
in a browser. A whole game is played in a process in which all other imports fail.
"""

import json
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import steinreich
from steinreich import games, session

SANDBOX_SCRIPT = Path(__file__).parent / "standard_library_only.py"
SOURCES = Path(steinreich.__file__).parents[1]
MODULES = {m.name for m in pkgutil.walk_packages(session.__path__, "steinreich.session.")}


def run_in_sandbox(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", str(SANDBOX_SCRIPT), str(SOURCES), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize("game", games())
def test_whole_game_needs_the_standard_library_only(game: str) -> None:
    process = run_in_sandbox("play", game)
    assert (process.returncode, process.stderr) == (0, "")
    output = json.loads(process.stdout)
    assert set(output["modules"]) >= MODULES
    assert {"joined", "played", "offered", "declined", "undone", "ended"} <= set(output["events"])
    assert output["result"] == "resigned"
    assert f'[Game "{game}"]' in output["record"]
    assert '[Termination "resignation"]' in output["record"]


@pytest.mark.parametrize("name", ["numpy", "numba", "rich", "pydantic", "orjson", "asyncio"])
def test_sandbox_blocks_other_packages(name: str) -> None:
    """A game that needed another package would fail in the sandbox."""
    process = run_in_sandbox("import", name)
    assert process.returncode == 1
    assert f"{name} is not there" in process.stderr


def test_sandbox_blocks_threads() -> None:
    process = run_in_sandbox("thread")
    assert process.returncode == 1
    assert "no threads here" in process.stderr
