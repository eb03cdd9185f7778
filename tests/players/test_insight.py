"""What players know of a game must never contradict its rules."""

import random

import pytest

from steinreich import Position, games, load
from steinreich.core.bits import each
from steinreich.games import vier3d
from steinreich.players.insight import insight_into, seasoned
from steinreich.players.insight import vier3d as known
from steinreich.search.alphabeta import AlphaBeta
from steinreich.search.insight import LARGEST
from tests.conftest import random_game


def middle(seed: int) -> Position:
    """A live position from the middle of a random game."""
    line = random_game(load("vier3d"), seed)[:-1]
    return random.Random(seed).choice(line[len(line) // 2 :])


def test_insight_is_found_by_name() -> None:
    assert insight_into("vier3d") is known
    assert insight_into("examples/connect_four.py") is None
    assert {name for name in games() if insight_into(name)} <= set(games())


def test_threats_are_the_places_that_complete_a_four() -> None:
    for seed in range(50):
        balls = middle(seed).state.red
        expected = {
            cell
            for line in vier3d.LINES
            for cell in each(line)
            if line & ~balls in (1 << cell, 0) and (balls | 1 << cell) & line == line
        }
        missing = {cell for cell in expected if not balls >> cell & 1}
        assert {cell for cell in each(known.threats(balls)) if not balls >> cell & 1} == missing


@pytest.mark.parametrize("seed", range(12))
def test_narrowing_keeps_the_result(seed: int) -> None:
    """With and without it, the same positions are won and lost."""
    position = middle(seed)
    plain = AlphaBeta(position, table=1 << 16).run(position, depth=7)
    narrow = AlphaBeta(position, table=1 << 16, compiler=seasoned(position.game))
    answer = narrow.run(position, depth=7)
    assert answer.is_proven == plain.is_proven
    if plain.is_proven:
        assert answer.score == plain.score
    assert abs(known.evaluate(position.state)) < LARGEST
