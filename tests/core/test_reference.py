"""The games against slow references that were written from the rules alone."""

import importlib
import random

import pytest

from steinreich import games, load
from steinreich.core.checking import variants
from steinreich.hall.compiled_lister import CompiledLister, compiled_lister

GAMES = {
    "chain_reaxis": 2000,
    "inner_square": 150,
    "six_in_line": 800,
    "tzaar": 800,
    "vier3d": 2000,
}
PLAIN = 10  # one round in so many lists by plain Python, too: every variant at least once


def test_all_games_have_a_reference() -> None:
    assert set(GAMES) == set(games())


@pytest.mark.parametrize("name", games())
def test_reference(name: str) -> None:
    """Action by action: the same strings, players, legal actions and results."""
    reference = importlib.import_module(f"tests.reference.{name}")
    ids, listed = variants(name), CompiledLister()
    listed.ready[load(name).module] = compiled_lister(load(name))
    for number in range(GAMES[name]):
        game, is_plain = load(ids[number % len(ids)]), number // len(ids) % PLAIN == 0
        dice = random.Random(number)
        position = game.start(seed=number)
        other = reference.from_text(str(position), **game.options)
        while True:
            assert reference.to_text(other) == str(position)
            assert reference.player(other) == position.player
            moves = sorted(map(position.name, listed(position)))
            assert reference.legal(other) == moves, str(position)
            assert not is_plain or position.legal_moves() == moves, str(position)
            if position.is_over:
                break
            assert reference.returns(other) is None
            move = dice.choice(moves)
            position, other = position.play(move), reference.play(other, move)
        assert reference.returns(other) == position.returns, str(position)
