"""Proof-number search: the same wins as alpha-beta, with lines that lead to them."""

import pytest

from steinreich import load
from steinreich.players.knowledge import get_heuristics_compiler
from steinreich.search.alphabeta.iterative_deepening import AlphaBeta
from steinreich.search.proof.prover import Prover
from tests.conftest import random_game

CONNECT_FOUR = "examples/connect_four.py"


@pytest.mark.parametrize(
    ("id", "plies_before_end"),
    [
        (CONNECT_FOUR, 9),
        ("vier3d", 7),
        ("chain_reaxis(size=4x4)", 6),
        ("six_in_line", 4),
        ("tzaar", 4),
    ],
)
def test_proven_wins_agree_with_alpha_beta(id: str, plies_before_end: int) -> None:
    game = load(id)
    proven = 0
    for seed in range(8):
        line = random_game(game, seed)
        position = line[max(0, len(line) - 1 - plies_before_end)]
        attacker = line[-1].outcome
        if attacker < 0:
            continue
        result = Prover(position, attacker, table=1 << 14).run(position, nodes=20_000)
        alphabeta_result = AlphaBeta(position, table=1 << 14).run(position, nodes=200_000)
        if result.is_won is None or not alphabeta_result.verdict.is_proven:
            continue
        assert result.is_won == (alphabeta_result.verdict.outcome == attacker)
        proven += 1
        for action in result.line:
            position = position.after(action)
        assert not result.is_won or position.outcome == attacker
    assert proven >= 1


def test_search_finds_a_long_forced_win() -> None:
    """Connect Four in the middle of the lowest row: the first player can force a win."""
    position = load(CONNECT_FOUR).start()
    for move in "ddcc":
        position = position.play(move)
    result = Prover(position, 0).run(position, nodes=100_000)
    assert result.is_won
    assert len(result.line) % 2 == 1


def test_search_respects_the_node_limit() -> None:
    game = load("vier3d")
    prover = Prover(game.start(), 0, table=1 << 12, compiler=get_heuristics_compiler(game))
    result = prover.run(game.start(), nodes=1000)
    assert result.is_won is None
    assert result.nodes <= 1010
    assert result.line == []


def test_finished_game_has_nothing_to_prove() -> None:
    end = random_game(load("vier3d"), 1)[-1]
    with pytest.raises(ValueError, match="the game is over"):
        Prover(load("vier3d").start(), 0, table=1 << 10).run(end)
