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
    done = run_in_sandbox("play", game)
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert set(told["modules"]) >= MODULES
    assert {"joined", "played", "offered", "declined", "undone", "ended"} <= set(told["events"])
    assert told["result"] == "resigned"
    assert f'[Game "{game}"]' in told["record"]
    assert '[Termination "resignation"]' in told["record"]


@pytest.mark.parametrize("name", ["numpy", "numba", "rich", "pydantic", "orjson", "asyncio"])
def test_sandbox_blocks_other_packages(name: str) -> None:
    """The restriction works: the process above would fail if something else were needed."""
    done = run_in_sandbox("import", name)
    assert done.returncode == 1
    assert f"{name} is not there" in done.stderr


def test_sandbox_blocks_threads() -> None:
    done = run_in_sandbox("thread")
    assert done.returncode == 1
    assert "no threads here" in done.stderr
