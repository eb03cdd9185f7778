"""A game may as well be a package: found, checked and told of like a file."""

import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from steinreich import UnknownGame, games, load
from steinreich.compile.binder import cache_folder, home
from steinreich.core import registry
from steinreich.explain.own_reasons import own_reasons
from steinreich.players.knowledge import knowledge_of
from steinreich.players.solved_openings import certain_outcomes
from tests.conftest import BREAKTHROUGH, CONNECT_FOUR


@pytest.fixture(autouse=True)
def nothing_brought(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.VARIABLE, "")


@pytest.fixture
def columns(tmp_path: Path) -> Path:
    """Connect Four as a package: its file, and a face that shows what is in it."""
    package = tmp_path / "columns"
    package.mkdir()
    shutil.copy(CONNECT_FOUR, package / "rules.py")
    (package / "__init__.py").write_text("from .rules import *\n")
    return package


def edit(file: Path, before: str, after: str) -> None:
    text = file.read_text()
    assert before in text
    file.write_text(text.replace(before, after))


@pytest.mark.parametrize("name", games())
def test_our_own_games_can_lie_anywhere(tmp_path: Path, name: str) -> None:
    """They import nothing of their own by its full name."""
    folder = shutil.copytree(home(load(name).module), tmp_path / "elsewhere")
    game = load(folder)
    start = game.start(seed=1)
    assert start.state == load(name).start(seed=1).state
    assert type(start.state).__module__.startswith(game.module.__name__)
    assert start.legal_moves() == load(name).start(seed=1).legal_moves()
    assert game.rules == load(name).rules


def test_a_package_is_named_by_its_path(columns: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load(columns)
    face = columns / "__init__.py"
    assert load(f"{columns}/").module is load(face).module is load(f"{columns}").module
    assert game.start().play("d").player == 1
    monkeypatch.chdir(columns.parent)
    assert load("columns/") == load("./columns") == game
    with pytest.raises(UnknownGame, match="no game is called 'columns'"):
        load("columns")
    assert cache_folder(game.module).name == "columns"


def test_a_package_that_is_brought_is_a_game(columns: Path) -> None:
    registry.bring([str(columns)])
    assert "columns" in games()
    assert load("columns").start().play("d").player == 1


def test_its_states_are_found_again_by_other_processes(columns: Path) -> None:
    """Machine code that is kept names their class."""
    state = load(columns).start().play("d").state
    code = (
        "import pickle, steinreich, sys; steinreich.load(sys.argv[1]); pickle.load(open(0, 'rb'))"
    )
    command = [sys.executable, "-c", code, str(columns)]
    subprocess.run(command, input=pickle.dumps(state), check=True)


def test_an_edit_anywhere_in_it_is_seen(columns: Path) -> None:
    (columns / "names.py").write_text('LETTERS = "abcdefg"\n')
    edit(columns / "rules.py", '"abcdefg"[column]', "LETTERS[column]")
    edit(columns / "rules.py", "ABOUT = ", "from .names import LETTERS\n\nABOUT = ")
    assert load(columns).start().legal_moves()[0] == "a"
    before = load(columns)
    (columns / "names.py").write_text('LETTERS = "gfedcba"\n')  # of the same length at once
    assert load(columns).start().name(0) == "g"
    assert before.start().name(0) == "a"
    (columns / "names.py").write_text('LETTERS = "abcdefg"\n')
    assert load(columns) == before


def test_what_is_known_lies_inside(columns: Path) -> None:
    assert knowledge_of(load(columns)) is None
    assert own_reasons(load(columns)) is None
    (columns / "knowledge.py").write_text(
        "from steinreich.rules import *\n\nfrom .rules import BOARD, State\n\n\n"
        "@rule\ndef evaluate(s: State) -> int:\n    return count(s.mine & BOARD)\n"
    )
    (columns / "reasons.py").write_text("def remarks(context):\n    return []\n")
    (columns / "solved_openings.json").write_text(f'{{"{columns.as_posix()}": {{"d": "1-0"}}}}')
    game = load(columns)
    known = knowledge_of(game)
    assert known is not None
    assert known.evaluate(game.start().play("d").play("d").state) == 1
    assert vars(known.module)["State"] is game.definition.state
    assert own_reasons(game) is not None
    assert certain_outcomes(game)[str(game.start())] == 0
    (columns / "reasons.py").write_text("1 / 0\n")
    with pytest.raises(UnknownGame, match=r"'reasons.py' .* ZeroDivisionError: .* \(line 1\)"):
        own_reasons(load(columns))


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("rules.py", "\n\n1 / 0\n", r"ZeroDivisionError: division by zero \(rules.py, line {}\)"),
        ("rules.py", "\n\ndef (\n", r"SyntaxError: .* \(rules.py, line {}\)"),
        ("__init__.py", "\n\n1 / 0\n", r"ZeroDivisionError: .* \(__init__.py, line {}\)"),
    ],
)
def test_an_error_is_told_with_its_file(columns: Path, file: str, text: str, said: str) -> None:
    whole, modules = (columns / file).read_text(), set(sys.modules)
    (columns / file).write_text(whole + text)
    said = "'columns' does not run: " + said.format(whole.count("\n") + 3)
    with pytest.raises(UnknownGame, match=said):
        load(columns)
    assert not [name for name in set(sys.modules) - modules if "_columns_" in name]


def test_what_a_face_does_not_show_is_told(columns: Path) -> None:
    (columns / "more.py").write_text("def due(s):\n    return None\n")
    edit(columns / "__init__.py", "\n", "\nfrom . import more\n")
    with pytest.raises(UnknownGame, match=r"more.py has due, but __init__.py does not import it"):
        load(columns)


def test_rules_inside_are_looked_at(columns: Path) -> None:
    edit(columns / "rules.py", "ACTIONS, ACTION = ", "LARGE = 1 << 40\nACTIONS, ACTION = ")
    edit(columns / "rules.py", "resting = ~discs &", "resting = LARGE & ~discs &")
    with pytest.raises(UnknownGame, match="play computes with LARGE, which is not a U64"):
        load(columns)


def test_a_folder_without_a_face_is_no_game(tmp_path: Path) -> None:
    with pytest.raises(UnknownGame, match=r"is not a game: a game folder has an __init__.py"):
        load(tmp_path)
    with pytest.raises(UnknownGame, match="there is not a game file"):
        load(tmp_path / "nothing")
    shutil.copy(BREAKTHROUGH, tmp_path / "a-b.py")
    with pytest.raises(UnknownGame, match="cannot be the file of a game"):
        registry.bring([str(tmp_path / "a-b.py")])
    assert os.environ[registry.VARIABLE] == ""
