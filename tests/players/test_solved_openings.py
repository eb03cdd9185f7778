"""Solved openings: they agree with the solver and apply to symmetric positions."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from steinreich import load
from steinreich.players.solved_openings import (
    FOLDER,
    get_solved_outcomes,
    list_openings,
    list_solved_ids,
    solve_openings,
)
from steinreich.rules.contract import DRAW

OPENINGS: dict[str, dict[str, str]] = json.loads((FOLDER / "chain_reaxis.json").read_text())


@pytest.mark.parametrize(
    "id",
    [
        "chain_reaxis",
        "chain_reaxis(size=4x4)",
        "chain_reaxis(size=4x4,diagonals=off)",
        "chain_reaxis(size=5x4)",
        "chain_reaxis(size=5x5)",
        "chain_reaxis(size=6x5)",
    ],
)
def test_solver_agrees_with_the_stored_openings(id: str) -> None:
    assert solve_openings(load(id), table=1 << 22) == OPENINGS[id]


@pytest.mark.parametrize("id", OPENINGS)
def test_file_contains_every_first_action(id: str) -> None:
    game = load(id)
    assert game.id == id
    assert list(OPENINGS[id]) == [position.last_move for position in list_openings(game)]
    outcomes = get_solved_outcomes(game)
    assert all(str(game.start().after(action)) in outcomes for action in game.start().actions())
    assert len(outcomes) == 1 + len(game.start().actions())


def test_solved_ids_are_those_of_the_file() -> None:
    assert list_solved_ids() == list(OPENINGS)


def test_first_tiles_on_six_by_six_draw_or_lose() -> None:
    outcomes = get_solved_outcomes(load("chain_reaxis"))
    start = load("chain_reaxis").start()
    assert outcomes[str(start)] == DRAW
    lost = {name for name in start.actions_by_name() if outcomes[str(start.play(name))] == 1}
    assert lost == {
        *("a3b3", "a4b4", "f3e3", "f4e4", "c1c2", "d1d2", "c6c5", "d6d5"),
        *("b2b3", "b2c2", "e2e3", "e2d2", "b5b4", "b5c5", "e5e4", "e5d5"),
    }
    assert {outcomes[str(start.play(name))] for name in start.actions_by_name()} == {DRAW, 1}


def test_games_without_a_file_have_no_solved_openings() -> None:
    assert get_solved_outcomes(load("chain_reaxis(size=8x8)")) == {}
    assert get_solved_outcomes(load("vier3d")) == {}
    assert get_solved_outcomes(load("examples/connect_four.py")) == {}


def test_command_reproduces_the_file() -> None:
    module = [
        "-m",
        "steinreich.players.solved_openings",
        "chain_reaxis(size=4x4)",
        "--threads",
        "2",
    ]
    done = subprocess.run([sys.executable, *module], capture_output=True, text=True, check=True)
    id = "chain_reaxis(size=4x4)"
    assert json.loads(done.stdout) == {id: OPENINGS[id]}
    assert done.stderr.startswith(f"{id}\n")


def test_file_of_an_external_game_may_contain_lines(tmp_path: Path) -> None:
    """The start is solved only if all actions are solved, or one wins."""
    file = tmp_path / "rows.py"
    file.write_text(Path("examples/connect_four.py").read_text())
    table = {"d": "1/2-1/2", "d c d": "1-0"}
    (tmp_path / "rows_solved_openings.json").write_text(json.dumps({load(file).id: table}))
    start = load(file).start()
    outcomes = get_solved_outcomes(start.game)
    assert outcomes[str(start.play("d"))] == DRAW
    assert outcomes[str(start.play("d").play("c").play("d"))] == 0
    assert str(start) not in outcomes
