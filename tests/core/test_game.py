"""The public interface: games, ids, options, positions."""

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
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
    random_games,
)
from tests.conftest import CONNECT_FOUR, random_game

BUILT_IN_GAMES = ("chain_reaxis", "inner_square", "six_in_line", "tzaar", "vier3d")


def test_loading_a_game_keeps_games_a_function() -> None:
    assert games() == BUILT_IN_GAMES
    load("vier3d")
    assert steinreich.games() == BUILT_IN_GAMES


def test_game_packages_are_importable_modules() -> None:
    """The function `games` and the package `games` have the same name."""
    code = (
        "from steinreich import games; games();"
        "import steinreich.games.vier3d as v; import steinreich.games.tzaar;"
        "from steinreich.games import six_in_line;"
        "import steinreich;"
        "print(v.NUM_ACTIONS, steinreich.games.tzaar.ACTION_SEPARATOR, len(games()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["32", ",", "5"]


def test_documented_example_works() -> None:
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
def test_default_options_are_omitted_from_the_id(id: str, canonical: str) -> None:
    assert load(id).id == canonical


def test_option_values_can_be_numbers() -> None:
    assert load("six_in_line", players=3).players == 3


def test_option_values_can_be_booleans() -> None:
    for value, name in ((True, "on"), (False, "off")):
        assert load("vier3d", players=3, yellow=value) == load(f"vier3d(players=3,yellow={name})")
        assert load("chain_reaxis", diagonals=value).options["diagonals"] == name
    assert load("vier3d", yellow=True) == load("vier3d")


@pytest.mark.parametrize(
    ("id", "error", "reason"),
    [
        ("chess", UnknownGame, "no game is called 'chess'; there are chain_reaxis"),
        ("vier3d(", UnknownGame, "is not the id of a game"),
        ("", UnknownGame, "is not the id of a game"),
        ("../vier3d", UnknownGame, "game file '../vier3d' not found"),
        ("nowhere/game.py", UnknownGame, "game file 'nowhere/game.py' not found"),
        ("tests/conftest.py", UnknownGame, "is not a game file: it has no ABOUT"),
        ("vier3d(colour=red)", BadOption, "no option 'colour'; it has variant, players, yellow"),
        ("vier3d(players=4)", BadOption, "players of vier3d must be one of 2, 3, not '4'"),
        ("vier3d(players)", BadOption, "'players' is not an option"),
        ("vier3d(most_fours)", BadOption, "did you mean 'variant=most_fours'?"),
        ("vier3d(variant=mostfours)", BadOption, "did you mean 'most_fours'?"),
        ("inner square", UnknownGame, "did you mean 'inner_square'?"),
        ("vier3d(players=3,players=2)", BadOption, "duplicate option 'players'"),
        ("chain_reaxis(size=9x9)", BadOption, "not '9x9'"),
    ],
)
def test_rejects_invalid_ids(id: str, error: type[SteinreichError], reason: str) -> None:
    with pytest.raises(error) as caught:
        load(id)
    assert reason in str(caught.value)


def test_positions_are_immutable() -> None:
    position = load("vier3d").start()
    with pytest.raises(IllegalMove):
        position.play("z9")
    with pytest.raises(AttributeError):
        position.colour = "red"
    assert position == load("vier3d").start()
    assert len({position, load("vier3d").start(), position.play("a1")}) == 2


def test_positions_and_games_are_frozen() -> None:
    position = load("vier3d").start()
    with pytest.raises(AttributeError, match="immutable"):
        position.state = None
    with pytest.raises(TypeError):
        position.game.options["players"] = "3"  # type: ignore[index]


@pytest.mark.parametrize("id", ["inner_square(board=alq9)", "tzaar", "examples/connect_four.py"])
def test_positions_support_pickle_and_copy(id: str) -> None:
    """Another process, which has not loaded the game, can unpickle the position."""
    position = load(id).start(seed=1)
    position = position.play(position.legal_moves()[0])
    assert copy.deepcopy(position) == position == pickle.loads(pickle.dumps(position))
    assert pickle.loads(pickle.dumps(position)).last_move == position.last_move
    script = "import sys, pickle; print(pickle.loads(sys.stdin.buffer.read()))"
    other = subprocess.run(
        [sys.executable, "-c", script],
        input=pickle.dumps(position),
        capture_output=True,
        check=True,
    )
    assert other.stdout.decode().strip() == str(position)


def test_rejects_arguments_of_wrong_types() -> None:
    game = load(Path("examples/connect_four.py"))
    with pytest.raises(TypeError, match="a position string must be a str, not None"):
        game.position(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="the name of an action is a str"):
        game.start().play(5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a seed must be a whole number from 0 to"):
        random_games(game.start(), 10, seed=-1)


@pytest.mark.parametrize("id", games())
def test_rejects_numbers_of_illegal_actions(id: str) -> None:
    """Any number is either that of a legal action or rejected with a reason."""
    position = load(id).start(seed=1)
    legal = position.actions()
    numbers = [-(2**70), -1, *range(position.game.definition.num_actions + 3), 2**63, 2**70]
    for number in numbers:
        if number in legal:
            assert position.after(number) == position.after_legal(number)
            continue
        with pytest.raises(IllegalMove, match=f"^{number}: no action with this number is legal"):
            position.after(number)
    assert position.after(int(np.int32(legal[0]))) == position.after(legal[0])
    for other in ("b3", 1.0, None):
        with pytest.raises(TypeError):
            position.after(other)  # type: ignore[arg-type]


def test_rejects_all_numbers_after_the_end() -> None:
    finished = random_game(load("vier3d"), 1)[-1]
    with pytest.raises(IllegalMove, match=r"^5: the game is over$") as caught:
        finished.after(5)
    assert caught.value.why.in_language("de") == "das Spiel ist zu Ende"
    assert caught.value.message.in_language("de") == "5: das Spiel ist zu Ende"


def test_game_under_two_paths_is_the_same_game() -> None:
    assert load("examples/connect_four.py") == load("./examples/connect_four.py")


def test_rejects_very_long_text_at_once() -> None:
    with pytest.raises(BadPosition, match="at most 500 characters"):
        load("tzaar").position("/" * 10_000_000)


def test_loads_a_game_file_from_any_folder(tmp_path: Path) -> None:
    source = Path("examples/connect_four.py").read_text()
    (tmp_path / "mine.py").write_text(source.replace("Connect Four", "My Game"))
    game = load(str(tmp_path / "mine.py"))
    assert game.about.title.in_language("en") == "My Game"
    assert len(game.start().legal_moves()) == 7


def test_game_files_of_the_same_name_are_different_games(tmp_path: Path) -> None:
    """Files in different folders have separate rules and machine code."""
    source = Path("examples/connect_four.py").read_text()
    shorter = source.replace("pairs & pairs >> STEPS[d] >> STEPS[d]", "pairs")  # two in a line win
    mean_lengths = []
    for folder, text in (("a", source), ("b", shorter)):
        (tmp_path / folder).mkdir()
        path = tmp_path / folder / "toy.py"
        path.write_text(text)
        mean_lengths.append(random_games(load(path).start(), 1000).lengths.mean())
    assert mean_lengths[0] > 20 > 6 > mean_lengths[1]


def test_reads_a_changed_or_repaired_file_again(tmp_path: Path) -> None:
    path = tmp_path / "game.py"
    path.write_text("ABOUT = 1 / 0")
    for _ in range(2):
        with pytest.raises(UnknownGame, match=r"cannot be run: ZeroDivisionError.*line 1"):
            load(path)
    source = Path("examples/connect_four.py").read_text()
    path.write_text(source)
    assert load(path).about.title.in_language("en") == "Connect Four"
    path.write_text(source.replace('"Connect Four"', '"Another Game"'))
    assert load(path).about.title.in_language("en") == "Another Game"
    path.write_text(source.replace("    turn: int\n", ""))
    with pytest.raises(UnknownGame, match="no field turn"):
        load(path)


def test_import_loads_no_compiler() -> None:
    """Playing in plain Python does not import Numba or NumPy either."""
    script = (
        "import sys, steinreich; p = steinreich.load('tzaar').start(seed=1);"
        "p.play(p.legal_moves()[0]);"
        "assert not {'numba', 'numpy', 'rich', 'llvmlite'} & set(sys.modules), sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


@pytest.mark.parametrize("id", ["tzaar(setup=fixed)", "six_in_line", CONNECT_FOUR])
def test_actions_are_found_by_their_data(id: str) -> None:
    """This includes games without `find_action`."""
    position = load(id).start()
    for number in position.actions():
        assert position.find_action(position.describe_action(number)) == number
        again = position.after(number)
        assert again.find_action(position.describe_action(number)) is None


@pytest.mark.parametrize("name", [*games(), CONNECT_FOUR])
def test_actions_are_transformed_with_their_positions(name: str) -> None:
    *_, before, _ = random_game(load(name), seed=3)
    for symmetry in before.game.symmetries:
        transformed = before.transform(symmetry)
        for action in before.actions()[::7]:
            image = before.transform_action(action, symmetry)
            assert transformed.name(image) == before.transform_move(before.name(action), symmetry)
            assert transformed.after(image) == before.after(action).transform(symmetry)
            assert transformed.after(image).key == before.after(action).key


def test_canonical_position_is_a_symmetric_image_and_the_same_for_all() -> None:
    for name in games():
        *_, position = random_game(load(name), seed=5)[:6]
        canonical = position.canonical()
        assert canonical in [position.transform(symmetry) for symmetry in position.game.symmetries]
        assert {position.transform(symmetry).key for symmetry in position.game.symmetries} == {
            canonical.key
        }
        assert canonical.canonical() == canonical == load(name).position(str(canonical))


def test_rejects_names_in_place_of_numbers_and_vice_versa() -> None:
    position = load("vier3d").start()
    assert position.describe_action("b3") == position.describe_action(position.parse_move("b3"))
    with pytest.raises(TypeError, match=r"is a str, not int; use after\(5\) for numbers"):
        position.play(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"use play\('b3'\) for names"):
        position.after("b3")  # type: ignore[arg-type]
    with pytest.raises(IllegalMove, match="not the name of an action"):
        position.transform_move("z9", position.game.symmetries[0])


def test_rejects_values_that_are_not_games_or_positions() -> None:
    game = load("vier3d")
    assert load(game) is game
    assert load(game, players=3) == load("vier3d(players=3)")
    with pytest.raises(TypeError, match="a game must be an id, a path or a Game, not load"):
        load(game.start())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"as returned by game\.start\(\) or .*, not 'vier3d'"):
        random_games("vier3d", 1)  # type: ignore[arg-type]
