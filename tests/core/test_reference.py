"""The games agree with slow reference implementations, which were written from the rules alone."""

import importlib
import random

import pytest

from steinreich import games, load
from steinreich.core.checking import variants
from tests.conftest import mark_matrix

NUM_GAMES = {
    "chain_reaxis": 2000,
    "inner_square": 150,
    "six_in_line": 800,
    "tzaar": 800,
    "vier3d": 2000,
}
# `make test` plays these; `make test-all` plays all games.
NUM_FAST_GAMES = {name: count // 10 for name, count in NUM_GAMES.items()}
CASES = [
    *((name, range(NUM_FAST_GAMES[name])) for name in NUM_GAMES),
    *((name, range(NUM_FAST_GAMES[name], NUM_GAMES[name])) for name in NUM_GAMES),
]


def test_all_games_have_a_reference() -> None:
    assert set(NUM_GAMES) == set(games())


@pytest.mark.parametrize(("name", "numbers"), mark_matrix(CASES, keep=len(NUM_GAMES)))
def test_game_agrees_with_its_reference(name: str, numbers: range) -> None:
    """Position strings, players, legal actions and results are compared after each action."""
    reference = importlib.import_module(f"tests.reference.{name}")
    ids = variants(name)
    for number in numbers:
        game = load(ids[number % len(ids)])
        rng = random.Random(number)
        position = game.start(seed=number)
        reference_position = reference.from_text(str(position), **game.options)
        while True:
            assert reference.to_text(reference_position) == str(position)
            assert reference.player(reference_position) == position.player
            moves = position.legal_moves()
            assert reference.legal(reference_position) == moves, str(position)
            if position.is_over:
                break
            assert reference.returns(reference_position) is None
            move = rng.choice(moves)
            position, reference_position = (
                position.play(move),
                reference.play(reference_position, move),
            )
        assert reference.returns(reference_position) == position.returns, str(position)
