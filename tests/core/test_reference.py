"""The games against slow reference implementations, written from the rules alone."""

import importlib
import random

import pytest

from steinreich import games, load
from steinreich.core.checking import variants
from tests.conftest import mark_matrix

GAMES = {
    "chain_reaxis": 2000,
    "inner_square": 150,
    "six_in_line": 800,
    "tzaar": 800,
    "vier3d": 2000,
}
FIRST = {name: count // 10 for name, count in GAMES.items()}  # those of `make test`
CASES = [
    *((name, range(FIRST[name])) for name in GAMES),
    *((name, range(FIRST[name], GAMES[name])) for name in GAMES),
]


def test_all_games_have_a_reference() -> None:
    assert set(GAMES) == set(games())


@pytest.mark.parametrize(("name", "numbers"), mark_matrix(CASES, keep=len(GAMES)))
def test_game_agrees_with_its_reference(name: str, numbers: range) -> None:
    """After each action: the same strings, players, legal actions and results."""
    reference = importlib.import_module(f"tests.reference.{name}")
    ids = variants(name)
    for number in numbers:
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
