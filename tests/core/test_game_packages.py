"""Games that are packages are loaded, checked and reported like files."""

import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from steinreich import UnknownGame, games, load
from steinreich.compile.binder import get_game_path
from steinreich.compile.cache import cache_folder
from steinreich.core import registry
from steinreich.explain.own_reasons import find_own_reasons
from steinreich.players.knowledge import find_heuristics
from steinreich.players.solved_openings import get_solved_outcomes
from steinreich.puzzles.definition import get_puzzle_definition
from steinreich.rules.errors import BrokenContract
from tests.conftest import BREAKTHROUGH, CONNECT_FOUR


@pytest.fixture(autouse=True)
def no_extra_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.GAMES_VARIABLE, "")


@pytest.fixture
def columns(tmp_path: Path) -> Path:
    """Return Connect Four as a package: its file, and an `__init__` that exports its contents."""
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
def test_included_games_work_in_any_folder(tmp_path: Path, name: str) -> None:
    """Their packages contain all their files, and import their modules relatively only."""
    folder = shutil.copytree(get_game_path(load(name).module), tmp_path / "elsewhere")
    game = load(folder)
    assert find_heuristics(game)
    assert find_own_reasons(game)
    puzzles = get_puzzle_definition(load(name))
    assert get_puzzle_definition(game)._replace(theme=puzzles.theme) == puzzles
    start = game.start(seed=1)
    assert start.state == load(name).start(seed=1).state
    assert type(start.state).__module__.startswith(game.module.__name__)
    assert start.legal_moves() == load(name).start(seed=1).legal_moves()
    assert game.rules == load(name).rules


def test_package_is_loaded_by_its_path(columns: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load(columns)
    init_file = columns / "__init__.py"
    assert load(f"{columns}/").module is load(init_file).module is load(f"{columns}").module
    assert game.start().play("d").player == 1
    monkeypatch.chdir(columns.parent)
    assert load("columns/") == load("./columns") == game
    with pytest.raises(UnknownGame, match="no game is called 'columns'"):
        load("columns")
    assert cache_folder(game.module).name == "columns"


def test_registered_package_is_a_game(columns: Path) -> None:
    registry.register_game_files([str(columns)])
    assert "columns" in games()
    assert load("columns").start().play("d").player == 1


def test_states_of_a_package_are_found_by_other_processes(columns: Path) -> None:
    """Cached machine code refers to the class of the state by name."""
    state = load(columns).start().play("d").state
    code = (
        "import pickle, steinreich, sys; steinreich.load(sys.argv[1]); pickle.load(open(0, 'rb'))"
    )
    command = [sys.executable, "-c", code, str(columns)]
    subprocess.run(command, input=pickle.dumps(state), check=True)


def test_reloads_after_a_change_in_any_module(columns: Path) -> None:
    (columns / "names.py").write_text('LETTERS = "abcdefg"\n')
    edit(columns / "rules.py", '"abcdefg"[column]', "LETTERS[column]")
    edit(columns / "rules.py", "ABOUT = ", "from .names import LETTERS\n\nABOUT = ")
    assert load(columns).start().legal_moves()[0] == "a"
    before = load(columns)
    (columns / "names.py").write_text(
        'LETTERS = "gfedcba"\n'
    )  # of the same length at the same time
    assert load(columns).start().name(0) == "g"
    assert before.start().name(0) == "a"
    (columns / "names.py").write_text('LETTERS = "abcdefg"\n')
    assert load(columns) == before


@pytest.mark.parametrize(
    ("body", "use", "expected"),
    [
        (
            "def resting(n): return n\n",
            "helpers.resting(column)",
            "play calls helpers.resting (helpers.py:1), which is not marked with @rule",
        ),
        (
            "from steinreich.rules import *\n\n\n@rule\ndef resting(n): return n\n",
            "helpers.resting(column)",
            "play uses helpers.resting; rules can use only names of their own module: write "
            "'from ... import resting'",
        ),
        (
            "from steinreich.rules import *\n\nFIRST = U64(1)\n",
            "(helpers.FIRST << U64(column))",
            "play uses helpers.FIRST; rules can use only names of their own module: write "
            "'from ... import FIRST'",
        ),
    ],
)
def test_rejects_rules_that_use_attributes_of_modules(
    columns: Path, body: str, use: str, expected: str
) -> None:
    (columns / "helpers.py").write_text(body)
    edit(columns / "rules.py", "ABOUT = ", "from . import helpers\n\nABOUT = ")
    edit(columns / "rules.py", "COLUMN_A << U64(column), 1", f"COLUMN_A << U64({use}), 1")
    with pytest.raises(UnknownGame) as caught:
        load(columns)
    assert str(caught.value) == f"'columns' is not a game file: {expected}"


def test_checks_helpers_in_other_modules(columns: Path) -> None:
    """The rules that heuristics import from another module of the package are checked, too."""
    (columns / "lines.py").write_text(
        "from steinreich.rules import *\n\n\ndef row(n): return n\n\n\n"
        "@rule\ndef rows(n): return row(n)\n"
    )
    (columns / "knowledge.py").write_text(
        "from steinreich.rules import *\n\nfrom .lines import rows\n\n\n"
        "@rule\ndef evaluate(s) -> int:\n    return count(rows(s.mine))\n"
    )
    with pytest.raises(BrokenContract, match=r"rows calls row \(lines.py:4\)"):
        find_heuristics(load(columns))


def test_heuristics_are_found_inside_the_package(columns: Path) -> None:
    assert find_heuristics(load(columns)) is None
    assert find_own_reasons(load(columns)) is None
    (columns / "knowledge.py").write_text(
        "from steinreich.rules import *\n\nfrom .rules import BOARD, State\n\n\n"
        "@rule\ndef evaluate(s: State) -> int:\n    return count(s.mine & BOARD)\n"
    )
    (columns / "reasons.py").write_text("def remarks(context):\n    return []\n")
    (columns / "solved_openings.json").write_text(f'{{"{columns.as_posix()}": {{"d": "1-0"}}}}')
    game = load(columns)
    heuristics = find_heuristics(game)
    assert heuristics is not None
    assert heuristics.evaluate(game.start().play("d").play("d").state) == 1
    assert vars(heuristics.module)["State"] is game.definition.state
    assert find_own_reasons(game) is not None
    assert get_solved_outcomes(game)[str(game.start())] == 0
    (columns / "reasons.py").write_text("1 / 0\n")
    with pytest.raises(UnknownGame, match=r"'reasons.py' .* ZeroDivisionError: .* \(line 1\)"):
        find_own_reasons(load(columns))


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("rules.py", "\n\n1 / 0\n", r"ZeroDivisionError: division by zero \(rules.py, line {}\)"),
        ("rules.py", "\n\ndef (\n", r"SyntaxError: .* \(rules.py, line {}\)"),
        ("__init__.py", "\n\n1 / 0\n", r"ZeroDivisionError: .* \(__init__.py, line {}\)"),
    ],
)
def test_reports_an_error_with_its_file(columns: Path, file: str, text: str, message: str) -> None:
    whole, modules = (columns / file).read_text(), set(sys.modules)
    (columns / file).write_text(whole + text)
    message = "'columns' cannot be run: " + message.format(whole.count("\n") + 3)
    with pytest.raises(UnknownGame, match=message):
        load(columns)
    assert not [name for name in set(sys.modules) - modules if "_columns_" in name]


def test_reports_parts_missing_in_init(columns: Path) -> None:
    (columns / "more.py").write_text("def prompt(s):\n    return None\n")
    edit(columns / "__init__.py", "\n", "\nfrom . import more\n")
    with pytest.raises(
        UnknownGame, match=r"more.py has prompt, but __init__.py does not import it"
    ):
        load(columns)


def test_reports_faults_of_rules_in_submodules(columns: Path) -> None:
    edit(
        columns / "rules.py",
        "NUM_ACTIONS, ACTION_PATTERN = ",
        "LARGE = 1 << 40\nNUM_ACTIONS, ACTION_PATTERN = ",
    )
    edit(columns / "rules.py", "lowest_empty = ~discs &", "lowest_empty = LARGE & ~discs &")
    with pytest.raises(UnknownGame, match="play uses LARGE, which is not a U64"):
        load(columns)


def test_folder_without_init_is_not_a_game(tmp_path: Path) -> None:
    with pytest.raises(UnknownGame, match=r"is not a game: a game folder needs an __init__.py"):
        load(tmp_path)
    with pytest.raises(UnknownGame, match=r"game file .* not found"):
        load(tmp_path / "nothing")
    shutil.copy(BREAKTHROUGH, tmp_path / "a-b.py")
    with pytest.raises(UnknownGame, match="is not a valid name of a game file"):
        registry.register_game_files([str(tmp_path / "a-b.py")])
    assert os.environ[registry.GAMES_VARIABLE] == ""
