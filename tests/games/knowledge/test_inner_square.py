"""Heuristics of Inner Square: symmetric, and captures are always noisy."""

from itertools import chain

import pytest

from steinreich import Game, Position, load
from steinreich.core.checking import variants
from steinreich.games.inner_square import knowledge, rules
from steinreich.games.inner_square.rules import State
from steinreich.rules.wide import Wide, contains, each_wide, size, wide
from tests.conftest import random_game

EVERY_VARIANT = pytest.mark.parametrize("id", variants("inner_square"))
EVERY_QUIET_RULE = pytest.mark.parametrize("quiet", ["draw", "corners"])
EVERY_BOARD = pytest.mark.parametrize("board", ["alq7", "full7", "alq9"])


def sample_positions(game: Game, games: int = 2) -> list[Position]:
    """Return every third live position of random games."""
    lines = (random_game(game, seed)[:-1] for seed in range(games))
    return list(chain.from_iterable(lines))[::3]


def mirror_stones(stones: Wide, side: int, mirrored: bool, flipped: bool) -> Wide:
    """Return stones on a mirrored board: left to right, upside down, or both."""
    cells = []
    for cell in each_wide(stones):
        x, y = cell % rules.SIDE, cell // rules.SIDE
        cells.append(rules.index(side - 1 - x if mirrored else x, side - 1 - y if flipped else y))
    return wide(cells)


def transform(s: State, side: int, mirrored: bool, colours_swapped: bool) -> State:
    """Return the same position mirrored, or with seats and colours exchanged."""
    red = mirror_stones(s.red, side, mirrored, colours_swapped)
    yellow = mirror_stones(s.yellow, side, mirrored, colours_swapped)
    if colours_swapped:
        return s._replace(red=yellow, yellow=red, turn=1 - s.turn)
    return s._replace(red=red, yellow=yellow)


@EVERY_QUIET_RULE
@EVERY_BOARD
def test_evaluation_is_symmetric_in_seats_and_mirrors(board: str, quiet: str) -> None:
    game = load("inner_square", board=board, quiet=quiet)
    side = rules.board_side(game.options)
    scores = set()
    for position in sample_positions(game, games=4):
        score = knowledge.evaluate(position.state)
        for mirrored in (False, True):
            for swapped in (False, True):
                other = transform(position.state, side, mirrored, swapped)
                assert knowledge.evaluate(other) == score
        scores.add(score)
    assert len(scores) > 10


@pytest.mark.parametrize(
    ("text", "red_leads"),
    [
        ("1yyyyyy/y6/2r1r2/7/2y4/rrrrr2/6r", 1),  # two corners to one
        ("1yyyyyy/y6/2y1y2/7/2r4/rrrrrr1/rrr3r", -1),  # one to two, though with more stones
        ("1yyyyyy/y6/2r4/7/2y4/rrrrr2/r4rr", 1),  # corners level: nine stones to eight
        ("1yyyyyy/y6/2r4/7/2y4/rrrrr2/5rr", 0),  # both level
    ],
)
def test_lead_gains_weight_towards_the_quiet_limit(text: str, red_leads: int) -> None:
    for side, sign in (("r", 1), ("y", -1)):  # scores are those of the player to move
        gains = []
        for quiet in range(3, 100):
            without_tiebreak, with_tiebreak = (
                load("inner_square", quiet=kind).position(f"{text} {side} {quiet}").state
                for kind in ("draw", "corners")
            )
            gain = knowledge.evaluate(with_tiebreak) - knowledge.evaluate(without_tiebreak)
            gains.append(gain * sign * (red_leads or 1))
        assert gains[0] == 0
        assert gains == sorted(gains)
        assert (gains[-1] > 0) == (red_leads != 0)


@EVERY_VARIANT
def test_noisy_actions_are_the_captures(id: str) -> None:
    kinds = set()
    for position in sample_positions(load(id))[::2]:
        s = position.state
        assert not knowledge.is_quiet(s)
        for action in position.actions():
            after = rules.play(s, action)
            num_captured = size(rules.theirs(s)) - size(rules.mine(after))
            assert knowledge.is_noisy(s, action) == (num_captured > 0)
            corner = contains(s.corners, rules.TARGETS[action])
            assert knowledge.move_order(s, action) == 10 * num_captured + 3 * corner
            kinds.add((num_captured > 0, corner))
    assert kinds == {(False, False), (False, True), (True, False), (True, True)}


@EVERY_BOARD
def test_more_stones_are_better(board: str) -> None:
    """On average over the stones that can be removed."""
    worse = total = 0
    for position in sample_positions(load("inner_square", board=board))[::4]:
        s = position.state
        own = each_wide(rules.mine(s))
        for cell in own:
            left = wide(other for other in own if other != cell)
            fewer = s._replace(yellow=left) if s.turn else s._replace(red=left)
            worse += knowledge.evaluate(fewer) < knowledge.evaluate(s)
            total += 1
    assert worse > 0.9 * total
