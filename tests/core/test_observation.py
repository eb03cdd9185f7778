"""Observations for networks: planes of bits, the player's own first."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from steinreich import Game, Position, UnknownGame, load
from steinreich.core.checking.boards import check_observations
from steinreich.core.checking.trial import Trial
from steinreich.core.observation import get_planes
from steinreich.rl import observation, observation_shape, plane_names
from steinreich.rules.errors import BrokenContract
from tests.conftest import ALL_NAMES, CONNECT_FOUR, DOTS_AND_BOXES, random_game

# A change in Connect Four, and the message
BROKEN = [
    ("-> Observation:", "-> int:", "observe must be annotated with the NamedTuple that it returns"),
    (
        "    theirs: U64\n\n\n@rule\ndef observe",
        "    theirs: int\n\n\n@rule\ndef observe",
        "Observation.theirs is a int; planes are U64 or Wide",
    ),
    (
        "x + 8 * y for x in range(7)]",
        "x + 11 * y for x in range(12)]",
        "PLANE_LAYOUT may contain only cells 0 to 63, and -1 for none",
    ),
    ("x + 8 * y for x in range(7)]", "x for x in range(7)]", "PLANE_LAYOUT has a cell twice"),
    (
        "x + 8 * y for x in range(7)]",
        "x + 8 * y for x in range(7 - y)]",
        "the lists in PLANE_LAYOUT differ in length or depth",
    ),
    ("def observe(", "def observed(", "observed is unknown; did you mean observe?"),
    ("def observe(", "def seen(", "it has PLANE_LAYOUT, but no observe"),
]


BROKEN_IN_PLAY = [  # faults that only random games show
    (
        "Observation(s.mine, s.theirs)",
        "Observation(s.theirs, s.mine)",
        "observe: mine has 2 cells, but there are 1 such pieces [7/7/7/7/7/1r2y1r y]",
    ),
    (
        "Observation(s.mine, s.theirs)",
        "Observation(~s.mine, s.theirs)",
        "observe: mine is not a set of cells; are the results of ~ and << masked with &? "
        "[7/7/7/7/7/7 r]",
    ),
]


def write_changed_game(path: Path, original: str, replacement: str) -> Path:
    """Return Connect Four with a change."""
    source = Path(CONNECT_FOUR).read_text()
    assert original in source
    path.write_text(source.replace(original, replacement))
    return path


def plane(position: Position, name: str) -> Any:
    """Return one plane of an observation."""
    return observation(position)[plane_names(position.game).index(name)]


@pytest.mark.parametrize(("original", "replacement", "message"), BROKEN)
def test_reports_each_fault_when_loading(
    tmp_path: Path, original: str, replacement: str, message: str
) -> None:
    file = write_changed_game(tmp_path / "four.py", original, replacement)
    with pytest.raises(UnknownGame) as caught:
        load(file)
    assert message in str(caught.value)


@pytest.mark.parametrize(("original", "replacement", "message"), BROKEN_IN_PLAY)
def test_reports_faults_found_in_random_games(
    tmp_path: Path, original: str, replacement: str, message: str
) -> None:
    trial = Trial(load(write_changed_game(tmp_path / "four.py", original, replacement)))
    with pytest.raises(BrokenContract) as caught:
        check_observations(trial)
    assert caught.value.message.in_language("en") == message
    assert caught.value.message.in_language("de").startswith("observe: mine ")


@pytest.mark.parametrize("name", ALL_NAMES)
def test_observations_have_one_shape_and_differ(name: str) -> None:
    game = load(name)
    line = random_game(game, 1)
    observations = [observation(position) for position in line]
    assert {observation.shape for observation in observations} == {observation_shape(game)}
    assert observation_shape(game)[0] == len(plane_names(game))
    assert {observation.dtype for observation in observations} == {np.dtype(bool)}
    packed = {observation.tobytes() for observation in observations}
    assert len(packed) == len({position.state for position in line}), "no change is lost"


def test_player_to_move_comes_first() -> None:
    position = load(CONNECT_FOUR).start().play("d").play("d").play("a")
    assert np.argwhere(plane(position, "mine")).tolist() == [[1, 3]]
    assert np.argwhere(plane(position, "theirs")).tolist() == [[0, 0], [0, 3]]


def test_three_players_are_ordered_by_turn() -> None:
    position = load("vier3d(players=3)").start()
    rods = ["a1", "b1", "c1", "d1", "a2"]
    for number, rod in enumerate(rods):
        position = position.play(rod)
        recent = rods[max(number - 2, 0) : number + 1]  # the last player has the last plane
        for name, expected in zip(("others", "theirs", "mine"), reversed(recent), strict=False):
            x, y = "abcd".index(expected[0]), int(expected[1]) - 1
            assert plane(position, name)[0, y, x]


def exchange_colours(position: Position) -> Position:
    """Return the same position with exchanged colours and turn."""
    s = position.state
    pairs = [("red", "blue"), ("red", "yellow"), ("white", "black"), ("mine", "theirs")]
    one, other = next(pair for pair in pairs if {*pair} <= {*s._fields})
    if position.game.name == CONNECT_FOUR:  # the player to move comes first already
        one = other
    exchanged = {one: getattr(s, other), other: getattr(s, one), "turn": 1 - s.turn}
    return Position(position.game, s._replace(**exchanged))


@pytest.mark.parametrize("id", ["vier3d", "inner_square", "tzaar(setup=fixed)", CONNECT_FOUR])
def test_exchanged_colours_give_the_same_observation(id: str) -> None:
    for position in random_game(load(id), 2)[::3]:
        assert np.array_equal(observation(exchange_colours(position)), observation(position))


def test_planes_show_kinds_and_heights_of_stacks() -> None:
    game = load("tzaar(setup=fixed)")
    for position in random_game(game, 3)[-3:]:
        heights = sum(2**digit * plane(position, f"height_{2**digit}") for digit in range(5))
        for piece in position.pieces():
            side = "my" if piece.owner == position.player else "their"
            kind = {"z": "tzaars", "r": "tzarras", "t": "totts"}[piece.letter.lower()]
            place = np.argwhere(np.array(game.module.PLANE_LAYOUT) == piece.cell)[0]
            assert plane(position, f"{side}_{kind}")[*place]
            assert heights[*place] == piece.height - 1
    assert heights.max() > 1


def test_planes_show_binary_digits_of_numbers() -> None:
    position = random_game(load("inner_square"), 1)[-2]
    digits = [plane(position, f"quiet_{2**digit}") for digit in range(7)]
    assert all(digit.all() or not digit.any() for digit in digits)
    assert sum(2**i * int(one.all()) for i, one in enumerate(digits)) == position.state.quiet > 0


def test_default_observation_is_the_state() -> None:
    game: Game = load(DOTS_AND_BOXES)
    assert observation_shape(game) == (9, 64)
    assert get_planes(game.module).names == game.definition.state._fields
    position = random_game(game, 1)[-4]
    for name, field in position.state._asdict().items():
        assert sum(int(bit) << i for i, bit in enumerate(plane(position, name))) == field
