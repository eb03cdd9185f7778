"""The games against slow references that were written from the rules alone."""

import importlib
import random

import pytest

from steinreich import games, load
from steinreich.core.checking import variants

GAMES = {
    "chain_reaxis": 2000,
    "inner_square": 150,
    "six_in_line": 800,
    "tzaar": 800,
    "vier3d": 2000,
}
PARTS = 4  # so that several processes share the work


def test_all_games_have_a_reference() -> None:
    assert set(GAMES) == set(games())


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", games())
def test_reference(name: str, part: int) -> None:
    """Action by action: the same strings, players, legal actions and results."""
    reference = importlib.import_module(f"tests.reference.{name}")
    ids = variants(name)
    for number in range(part, GAMES[name], PARTS):
        game = load(ids[number % len(ids)])
        dice = random.Random(number)
        position = game.start(seed=number)
        other = reference.from_text(str(position), **game.options)
        while True:
            assert reference.to_text(other) == str(position)
            assert reference.player(other) == position.player
            moves = position.legal_moves()
            assert reference.legal(other) == moves, str(position)
            if position.is_over:
                break
            assert reference.returns(other) is None
            move = dice.choice(moves)
            position, other = position.play(move), reference.play(other, move)
        assert reference.returns(other) == position.returns, str(position)
