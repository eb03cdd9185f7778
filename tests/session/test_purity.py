"""A session needs the standard library and nothing else: no packages, no threads, no processes.

So it can run where there is nothing else, as in a browser.  A whole game is played that way, in a
process in which every other import fails.
"""

import json
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import steinreich
from steinreich import games, session

ALONE = Path(__file__).parent / "alone.py"
SOURCES = Path(steinreich.__file__).parents[1]
MODULES = {m.name for m in pkgutil.walk_packages(session.__path__, "steinreich.session.")}


def run_alone(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", str(ALONE), str(SOURCES), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize("game", games())
def test_a_whole_game_on_the_standard_library_alone(game: str) -> None:
    done = run_alone("play", game)
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert set(told["modules"]) >= MODULES
    assert {"joined", "played", "offered", "declined", "undone", "ended"} <= set(told["events"])
    assert told["result"] == "resigned"
    assert f'[Game "{game}"]' in told["record"]
    assert '[Termination "resignation"]' in told["record"]


@pytest.mark.parametrize("name", ["numpy", "numba", "rich", "pydantic", "orjson", "asyncio"])
def test_nothing_else_is_there(name: str) -> None:
    """The process above would fail if something of this were needed."""
    done = run_alone("import", name)
    assert done.returncode == 1
    assert f"{name} is not there" in done.stderr


def test_no_thread_starts_there() -> None:
    done = run_alone("thread")
    assert done.returncode == 1
    assert "no threads here" in done.stderr
