"""Mining and checking puzzles from the command line."""

import json
from pathlib import Path

import pytest

from steinreich.puzzles import finder
from steinreich.puzzles.files import read_puzzles, shipped, to_text
from steinreich.puzzles.puzzle import Puzzle
from tests.cli.conftest import Run


@pytest.fixture
def from_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """The miner finds a puzzle that ships in every game."""

    def found(name: str, seed: int, number: int) -> list[Puzzle]:
        return [shipped(name)[number]._replace(source=f"{seed}/{number}")]

    monkeypatch.setattr(finder, "mined", found)


@pytest.mark.usefixtures("from_the_shelf")
def test_mining_goes_on_in_the_same_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "new" / "vier3d.jsonl"
    mine = ("puzzles", "mine", "--game", "vier3d", "--output", file.parent, "--seed", 4)
    done = run(*mine, "--count", 8)
    assert (done.code, done.out) == (0, f"{file}: 8\n")
    first = read_puzzles(file.read_text(), "vier3d")
    assert len(first) == 8
    assert {puzzle.source.partition("/")[0] for puzzle in first} == {"4"}
    assert run(*mine, "--count", 12).code == 0
    more = read_puzzles(file.read_text(), "vier3d")
    assert len(more) == 12
    assert {one.id for one in first} < {one.id for one in more}
    assert file.read_text() == to_text(more)


@pytest.mark.usefixtures("from_the_shelf")
def test_what_was_found_is_kept_when_mining_is_interrupted(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = finder.mined

    def interrupted(name: str, seed: int, number: int) -> list[Puzzle]:
        if number == 3:
            raise KeyboardInterrupt
        return find(name, seed, number)

    monkeypatch.setattr(finder, "mined", interrupted)
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


def some(tmp_path: Path, **changes: object) -> Path:
    """A folder with a file of two puzzles; one may be changed."""
    lines = [json.dumps({**RIGHT, **changes}), json.dumps(RIGHT)]
    (tmp_path / "vier3d.jsonl").write_text("\n".join(lines) + "\n")
    return tmp_path


def test_what_is_right_passes(run: Run, tmp_path: Path) -> None:
    done = run("puzzles", "check", "--game", "vier3d", "--input", some(tmp_path))
    assert (done.code, done.out, done.err) == (0, "vier3d: 2\n", "")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"solution": ["a1"]}, "the solution is "),
        ({"turns": 2}, "it can be won sooner"),
        ({"goal": "hold"}, "reach the goal"),
        ({"goal": "save"}, "it is not proven that the action saves the game"),
        ({"theme": "quiet"}, "the theme is finish"),
        ({"refutations": [{"a1": "(d3)"}]}, "other actions are refuted otherwise"),
        ({"position": "rrrr"}, "rods"),
        ({"position": "-/-/-/b/-/-/-/-/-/-/-/-/-/-/-/r r"}, "comes earlier"),
    ],
)
def test_what_is_wrong_is_named(
    run: Run, tmp_path: Path, changes: dict[str, object], said: str
) -> None:
    folder = some(tmp_path, **changes)
    done = run("puzzles", "check", "--game", "vier3d", "--input", folder)
    assert done.code == 1
    assert said in done.out.splitlines()[0]
    assert done.out.endswith("vier3d: 2\n")


def test_broken_files_and_unknown_games(run: Run, tmp_path: Path) -> None:
    folder = some(tmp_path, rating="hard")
    done = run("puzzles", "check", "--game", "vier3d", "--input", folder)
    assert done.code == 2
    assert "vier3d.jsonl, line 1: rating: an integer belongs here" in done.err
    assert run("puzzles", "check", "--game", "tzaar", "--input", folder).code == 2
    done = run("puzzles", "mine", "--game", "chess", "--output", tmp_path)
    assert done.code == 2
    assert "'chess' is not one of chain_reaxis" in done.err
    assert run("puzzles", "mine", "--count", 0).code == 2
