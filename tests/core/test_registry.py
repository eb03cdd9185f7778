"""External games: by path or from installed packages, with their heuristics."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from steinreich import UnknownGame, games, load
from steinreich.core import registry
from steinreich.explain.own_reasons import find_own_reasons
from steinreich.players.knowledge import find_heuristics
from steinreich.players.solved_openings import get_solved_outcomes
from tests.conftest import BREAKTHROUGH, CONNECT_FOUR


@pytest.fixture(autouse=True)
def no_extra_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.GAMES_VARIABLE, "")


def test_registered_file_is_a_game() -> None:
    registry.register_game_files([CONNECT_FOUR, BREAKTHROUGH])
    assert {"breakthrough", "connect_four"} <= set(games())
    assert load("breakthrough(size=6)").id == "breakthrough(size=6)"
    assert load("connect_four").start().play("d").player == 1


def test_processes_inherit_registered_games() -> None:
    registry.register_game_files([CONNECT_FOUR])
    code = "from steinreich import games; print(*games())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "connect_four" in done.stdout.split()


def test_names_are_unique(tmp_path: Path) -> None:
    for name, other in (("vier3d.py", CONNECT_FOUR), ("connect_four.py", CONNECT_FOUR)):
        shutil.copy(other, tmp_path / name)
    with pytest.raises(UnknownGame, match="a game called 'vier3d' already exists"):
        registry.register_game_files([str(tmp_path / "vier3d.py")])
    with pytest.raises(UnknownGame, match="a game called 'connect_four' already exists"):
        registry.register_game_files([CONNECT_FOUR, str(tmp_path / "connect_four.py")])
    assert os.environ[registry.GAMES_VARIABLE] == ""


def test_register_reports_errors_in_a_file(tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("1 / 0\n")
    with pytest.raises(UnknownGame, match=r"'broken.py' .* ZeroDivisionError"):
        registry.register_game_files([str(broken)])
    invalid_name = tmp_path / "a-b.py"
    shutil.copy(CONNECT_FOUR, invalid_name)
    with pytest.raises(UnknownGame, match="is not a valid name of a game file"):
        registry.register_game_files([str(invalid_name)])


def test_heuristics_are_found_beside_the_file(tmp_path: Path) -> None:
    heuristics = find_heuristics(load(BREAKTHROUGH))
    assert heuristics is not None
    start = load(BREAKTHROUGH).start()
    assert heuristics.evaluate(start.state) == 10
    shutil.copy(CONNECT_FOUR, tmp_path / "columns.py")
    game = load(tmp_path / "columns.py")
    assert find_heuristics(game) is None
    assert find_own_reasons(game) is None
    assert get_solved_outcomes(game) == {}
    (tmp_path / "columns_reasons.py").write_text("def remarks(context):\n    return []\n")
    path = (tmp_path / "columns.py").as_posix()
    (tmp_path / "columns_solved_openings.json").write_text(f'{{"{path}": {{"d": "1-0"}}}}')
    get_solved_outcomes.cache_clear()
    assert find_own_reasons(game) is not None
    assert get_solved_outcomes(game)[str(game.start())] == 0


def test_packages_can_provide_games(tmp_path: Path) -> None:
    """The files are those that pip installs: a package, and a folder with its metadata."""
    package = tmp_path / "more_games"
    package.mkdir()
    (package / "__init__.py").touch()
    shutil.copy(CONNECT_FOUR, package / "columns.py")
    deep = package / "deep"  # a game that is a package itself, with its heuristics
    deep.mkdir()
    shutil.copy(CONNECT_FOUR, deep / "rules.py")
    (deep / "__init__.py").write_text("from .rules import *\n")
    (deep / "reasons.py").write_text("from .rules import State\ndef remarks(c): return [State]\n")
    (package / "nonsense.py").touch()
    about = tmp_path / "more_games-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: more-games\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(
        "[steinreich.games]\ncolumns = more_games.columns\nnonsense = more_games.nonsense\n"
        "deep = more_games.deep\n"
    )
    code = """
from steinreich import UnknownGame, games, load
from steinreich.explain.own_reasons import find_own_reasons
assert {"columns", "deep"} <= set(games())
assert load("columns").start().play("d").player == 1
assert load("deep").start().play("d").player == 1
assert find_own_reasons(load("columns")) is None
assert find_own_reasons(load("deep")).remarks(None) == [load("deep").definition.state]
try:
    load("nonsense")
except UnknownGame as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("'more_games.nonsense' is not a game: it has no ABOUT")
