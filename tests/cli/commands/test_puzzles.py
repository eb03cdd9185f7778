"""`steinreich puzzles`: mine and check puzzles."""

import json
from pathlib import Path

import pytest

from steinreich import load
from steinreich.puzzles import finder
from steinreich.puzzles.definition import get_puzzle_definition
from steinreich.puzzles.puzzle import Puzzle, format_puzzles, load_puzzles, read_puzzles
from tests.cli.conftest import Run
from tests.conftest import BREAKTHROUGH, CONNECT_FOUR


@pytest.fixture
def find_shipped_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the miner find a shipped puzzle in every game."""

    def find_puzzles(name: str, seed: int, number: int) -> list[Puzzle]:
        return [load_puzzles(name)[number]._replace(source=f"{seed}/{number}")]

    monkeypatch.setattr(finder, "mine_game", find_puzzles)


@pytest.mark.usefixtures("find_shipped_puzzle")
def test_mining_continues_in_the_same_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "new" / "vier3d.jsonl"
    arguments = ("puzzles", "mine", "--game", "vier3d", "--output", file.parent, "--seed", 4)
    done = run(*arguments, "--count", 8)
    assert (done.code, done.out) == (0, f"{file}: 8\n")
    first = read_puzzles(file.read_text(), "vier3d")
    assert len(first) == 8
    assert {puzzle.source.partition("/")[0] for puzzle in first} == {"4"}
    assert run(*arguments, "--count", 12).code == 0
    puzzles = read_puzzles(file.read_text(), "vier3d")
    assert len(puzzles) == 12
    assert {puzzle.id for puzzle in first} < {puzzle.id for puzzle in puzzles}
    assert file.read_text() == format_puzzles(puzzles)


@pytest.mark.usefixtures("find_shipped_puzzle")
def test_interrupted_mining_keeps_its_results(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = finder.mine_game

    def mine_until_interrupted(name: str, seed: int, number: int) -> list[Puzzle]:
        if number == 3:
            raise KeyboardInterrupt
        return find(name, seed, number)

    monkeypatch.setattr(finder, "mine_game", mine_until_interrupted)
    done = run("puzzles", "mine", "--game", "vier3d", "--output", tmp_path)
    assert done.code == 130
    assert len(read_puzzles((tmp_path / "vier3d.jsonl").read_text(), "vier3d")) == 3


WRONG = ["a1", "a2", "a3", "b1", "b2", "b4", "c1", "c2", "c3", "c4", "d1", "d2", "d4"]
RIGHT = {
    "game": "vier3d",
    "position": "b/-/b/r/-/-/-/r/r/brbb/-/-/rrrb/-/bb/r r",
    "goal": "win",
    "turns": 1,
    "theme": "finish",
    "rating": 800,
    "solution": ["d3"],
    "source": "1/160",
    "refutations": [dict.fromkeys(WRONG, "(d3)")],
}


def write_puzzles(tmp_path: Path, **changes: object) -> Path:
    """Return a folder with a file of two puzzles, one of them perhaps changed."""
    lines = [json.dumps({**RIGHT, **changes}), json.dumps(RIGHT)]
    (tmp_path / "vier3d.jsonl").write_text("\n".join(lines) + "\n")
    return tmp_path


def test_correct_puzzles_pass(run: Run, tmp_path: Path) -> None:
    done = run("puzzles", "check", "--game", "vier3d", "--input", write_puzzles(tmp_path))
    assert (done.code, done.out, done.err) == (0, "vier3d: 2\n", "")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"solution": ["a1"]}, "the solution is "),
        ({"turns": 2}, "it can be won sooner"),
        ({"goal": "hold"}, "reach the goal"),
        ({"goal": "save"}, "it is not proven that the action saves the game"),
        ({"theme": "quiet"}, "the theme is finish"),
        ({"refutations": [{"a1": "(d3)"}]}, "the refutations differ"),
        ({"position": "rrrr"}, "rods"),
        ({"position": "-/-/-/b/-/-/-/-/-/-/-/-/-/-/-/r r"}, "not the canonical one"),
    ],
)
def test_check_reports_the_error_of_a_puzzle(
    run: Run, tmp_path: Path, changes: dict[str, object], message: str
) -> None:
    folder = write_puzzles(tmp_path, **changes)
    done = run("puzzles", "check", "--game", "vier3d", "--input", folder)
    assert done.code == 1
    assert message in done.out.splitlines()[0]
    assert done.out.endswith("vier3d: 2\n")


def test_reports_broken_files_and_unknown_games(run: Run, tmp_path: Path) -> None:
    folder = write_puzzles(tmp_path, rating="hard")
    done = run("puzzles", "check", "--game", "vier3d", "--input", folder)
    assert done.code == 2
    assert "vier3d.jsonl, line 1: rating: expected an integer" in done.err
    assert run("puzzles", "check", "--game", "tzaar", "--input", folder).code == 2
    done = run("puzzles", "mine", "--game", "chess", "--output", tmp_path)
    assert done.code == 2
    assert "no game is called 'chess'; there are chain_reaxis" in done.err
    assert run("puzzles", "mine", "--count", 0).code == 2
    done = run("puzzles", "mine", "--game", "vier3d(players=3)", "--output", tmp_path)
    assert (done.code, done.err) == (2, "steinreich: --game takes games without options\n")


def test_game_file_can_define_puzzles_and_themes(run: Run, tmp_path: Path) -> None:
    """Mined from `examples/breakthrough.py` with `examples/breakthrough_puzzles.py`."""
    done = run("puzzles", "mine", "--game", BREAKTHROUGH, "--output", tmp_path, "--count", 12)
    file = tmp_path / "breakthrough.jsonl"
    assert (done.code, done.out) == (0, f"{file}: 12\n")
    puzzles = read_puzzles(file.read_text(), BREAKTHROUGH)
    assert {puzzle.game for puzzle in puzzles} == {f"{BREAKTHROUGH}(size={n})" for n in (5, 6)}
    done = run("puzzles", "check", "--game", BREAKTHROUGH, "--input", tmp_path)
    assert (done.code, done.out) == (0, f"{BREAKTHROUGH}: 12\n")
    assert "last_stone" in get_puzzle_definition(load(BREAKTHROUGH)).themes


def test_reports_errors_in_a_puzzle_definition(run: Run, tmp_path: Path) -> None:
    game = tmp_path / "four.py"
    game.write_text(Path(CONNECT_FOUR).read_text())
    game.with_name("four_puzzles.py").write_text("THEMES = ['enclose']\n")
    fault = "'four_puzzles.py': THEMES is of the type list, not dict"
    done = run("check", game)
    assert (done.code, done.out) == (1, f"{game}: {fault}\n")
    done = run("puzzles", "mine", "--output", tmp_path, "--game", game)
    assert (done.code, done.err) == (2, f"steinreich: {fault}\n")
