"""Reading of records: locations, limits, and protection against game files."""

import shutil
from pathlib import Path

import pytest

from steinreich import BadRecord, load
from steinreich.compile.binder import get_game_path
from steinreich.records import read
from steinreich.records.reading import (
    MAX_RECORD_CHARACTERS,
    UnexpectedFile,
    describe_location,
    has_random_setup,
    is_default_start,
)
from tests.translated import Translated


def test_lines_and_columns_are_counted_from_one() -> None:
    assert describe_location("ab\ncd", 0) == Translated("line 1, column 1", "Zeile 1, Spalte 1")
    assert describe_location("ab\ncd", 4) == Translated("line 2, column 2", "Zeile 2, Spalte 2")


@pytest.mark.parametrize("form", ["text", "json", "little_golem", "rods"])
def test_rejects_too_long_text(form: str) -> None:
    with pytest.raises(BadRecord, match="1000001 characters"):
        read(" " * (MAX_RECORD_CHARACTERS + 1), form)


@pytest.mark.parametrize("form", ["text", "json", "little_golem", "rods"])
def test_rejects_lone_surrogates(form: str) -> None:
    with pytest.raises(
        BadRecord, match="line 2, column 3: an unpaired surrogate, half of a Unicode character"
    ):
        read("\n..\ud800", form)


def test_detects_a_random_setup() -> None:
    assert has_random_setup(load("tzaar"))
    assert not has_random_setup(load("tzaar(setup=fixed)"))
    assert not is_default_start(load("tzaar").start(seed=1))
    assert is_default_start(load("vier3d").start())
    assert not is_default_start(load("vier3d").start().play("a1"))


def test_record_cannot_execute_a_file(tmp_path: Path) -> None:
    """Only a caller who loaded a game file can read records of it."""
    forbidden_file = tmp_path / "trap.py"
    forbidden_file.write_text("raise SystemExit('the file was run')")
    package = tmp_path / "package"
    package.mkdir()
    (package / "__init__.py").write_text("raise SystemExit('the package was run')")
    for id in (
        str(forbidden_file),
        f" {forbidden_file}(a=b)",
        str(package),
        f"{package}/",
        f"{package}(a=b)",
    ):
        with pytest.raises(BadRecord, match="is a game file"):
            read(f'[Game "{id}"] *')


def test_accepts_the_expected_game_file() -> None:
    path = load("vier3d").module.__file__
    game = load(str(path))
    [record] = read(f'[Game "{path}"] 1. a1 *', game=game)
    assert record.game is game


def test_rejects_long_ids() -> None:
    with pytest.raises(BadRecord, match="at most 200 characters"):
        read(f'[Game "{"x" * 201}"] *')


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A temporary working folder with two game files and two packages."""
    for name in ("mine", "yours"):
        shutil.copy("examples/breakthrough.py", tmp_path / f"{name}.py")
        shutil.copytree(get_game_path(load("vier3d").module), tmp_path / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_game_file_can_be_given_by_different_paths(folder: Path) -> None:
    game = load("./mine.py")
    for path in ("mine.py", "./mine.py", f"{folder}/mine.py", "gone/mine.py", "/gone/mine.py"):
        [record] = read(f'[Game "{path}"] 1. a2-a3 *', game=game)
        assert record.game is game
    [record] = read('[Game "gone/mine.py(size=6)"] 1. a2-a3 *', game=game)
    assert record.game.id == "./mine.py(size=6)"
    [record] = read('[Game "mine.py"] 1. a2-a3 *', game=load("mine.py(size=6)"))
    assert record.game.id == "mine.py"


def test_package_can_be_given_by_different_paths(folder: Path) -> None:
    game = load("./mine")
    for path in ("mine/", "./mine", f"{folder}/mine", "gone/mine/", "/gone/mine"):
        [record] = read(f'[Game "{path}"] 1. a1 *', game=game)
        assert record.game is game
    [record] = read('[Game "gone/mine/(players=3)"] 1. a1 *', game=game)
    assert record.game.id == "./mine(players=3)"


@pytest.mark.parametrize("path", ["yours.py", "gone/yours.py", "yours.py(size=6)"])
def test_rejects_another_game_file(folder: Path, path: str) -> None:
    with pytest.raises(BadRecord, match=r"yours.py', which is a different file from 'mine.py'$"):
        read(f'[Game "{path}"] 1. a1 *', game=load("mine.py"))
    with pytest.raises(BadRecord, match=r"yours.py', not of vier3d$"):
        read(f'[Game "{path}"] 1. a1 *', game=load("vier3d"))


@pytest.mark.parametrize("path", ["yours/", "./yours", "gone/yours(players=3)"])
def test_rejects_another_package(folder: Path, path: str) -> None:
    with pytest.raises(BadRecord, match=r"yours/?', which is a different file from './mine'$"):
        read(f'[Game "{path}"] 1. a1 *', game=load("./mine"))


def test_unexpected_file_has_its_own_error(folder: Path) -> None:
    """The caller can then tell the user to name the file as the game."""
    for text in ('[Game "mine.py"] *', '{"version": 1, "game": "mine.py", "line": []}'):
        with pytest.raises(UnexpectedFile, match=r"'mine.py' is a game file"):
            read(text)


def test_file_with_brackets_in_its_path_is_not_executed_either(tmp_path: Path) -> None:
    """The id looks like a game with options, but is the path of a file."""
    forbidden_file = tmp_path / "trap(x=1).py"
    forbidden_file.write_text("raise SystemExit('this file was run')")
    with pytest.raises(UnexpectedFile, match="is a game file"):
        read(f'[Game "{forbidden_file}"]\n\n*\n', "text")
