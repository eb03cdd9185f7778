"""The public face: games, ids, options, positions."""

import subprocess
import sys
from pathlib import Path

import pytest

import steinreich
from steinreich import (
    BadOption,
    BadPosition,
    IllegalMove,
    SteinreichError,
    UnknownGame,
    games,
    load,
)

FIVE = ("chain_reaxis", "inner_square", "six_in_line", "tzaar", "vier3d")


def test_games_are_found_and_stay_a_function() -> None:
    assert games() == FIVE
    load("vier3d")
    assert steinreich.games() == FIVE


def test_the_box_of_the_design() -> None:
    game = load("vier3d", variant="most_fours")
    assert game == load("vier3d(variant=most_fours)")
    position = game.start()
    assert position.player == 0
    assert position.legal_moves() == sorted(position.legal_moves())
    after = position.play("b3")
    assert (after.player, after.is_over, after.returns) == (1, False, (0, 0))
    assert str(position) == "-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/- r"
    assert game.position(str(after)) == after
    assert repr(after) == f"load('vier3d(variant=most_fours)').position({str(after)!r})"


@pytest.mark.parametrize(
    ("id", "canonical"),
    [
        ("chain_reaxis(size=6x6)", "chain_reaxis"),
        (" chain_reaxis( contact=corner , size=8x8 ) ", "chain_reaxis(size=8x8,contact=corner)"),
        ("vier3d()", "vier3d"),
        ("six_in_line(players=2,slide=step)", "six_in_line(slide=step)"),
    ],
)
def test_defaults_are_left_out_of_the_id(id: str, canonical: str) -> None:
    assert load(id).id == canonical


def test_option_values_may_be_numbers() -> None:
    assert load("six_in_line", players=3).players == 3


@pytest.mark.parametrize(
    ("id", "error", "reason"),
    [
        ("chess", UnknownGame, "no game is called 'chess'; there are chain_reaxis"),
        ("vier3d(", UnknownGame, "is no id of a game"),
        ("", UnknownGame, "is no id of a game"),
        ("../vier3d", UnknownGame, "no game is called '../vier3d'"),
        ("nowhere/game.py", UnknownGame, "there is no game file 'nowhere/game.py'"),
        ("tests/conftest.py", UnknownGame, "is no game file: it has no ABOUT"),
        ("vier3d(colour=red)", BadOption, "no option 'colour'; it has variant, players, yellow"),
        ("vier3d(players=4)", BadOption, "players of vier3d is one of 2, 3; not '4'"),
        ("vier3d(players)", BadOption, "'players' is no option"),
        ("chain_reaxis(size=9x9)", BadOption, "not '9x9'"),
    ],
)
def test_bad_ids(id: str, error: type[SteinreichError], reason: str) -> None:
    with pytest.raises(error) as caught:
        load(id)
    assert reason in str(caught.value)


def test_positions_do_not_change() -> None:
    position = load("vier3d").start()
    with pytest.raises(IllegalMove):
        position.play("z9")
    with pytest.raises(AttributeError):
        position.colour = "red"  # type: ignore[attr-defined]
    assert position == load("vier3d").start()
    assert len({position, load("vier3d").start(), position.play("a1")}) == 2


def test_endless_text_is_refused_at_once() -> None:
    with pytest.raises(BadPosition, match="at most 500 characters"):
        load("tzaar").position("/" * 10_000_000)


def test_a_game_file_elsewhere(tmp_path: Path) -> None:
    """A game file is loaded by its path, wherever it lies."""
    source = Path("examples/connect_four.py").read_text()
    (tmp_path / "mine.py").write_text(source.replace("Connect Four", "My Game"))
    game = load(str(tmp_path / "mine.py"))
    assert game.about.title.en == "My Game"
    assert len(game.start().legal_moves()) == 7


def test_starting_is_light() -> None:
    """Importing the package and playing plainly loads no compiler."""
    script = (
        "import sys, steinreich; p = steinreich.load('tzaar').start(seed=1);"
        "p.play(p.legal_moves()[0]);"
        "assert not {'numba', 'numpy', 'rich', 'llvmlite'} & set(sys.modules), sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
