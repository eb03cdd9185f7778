"""The beginner takes immediate wins and prevents immediate losses, and otherwise plays randomly."""

import pytest

from steinreich import Position, load
from steinreich.engines.named_players import UnknownPlayer, player
from steinreich.players.beginner import Beginner
from steinreich.players.player import Limit
from tests.conftest import ALL_NAMES, CONNECT_FOUR, random_game


def play_moves(id: str, moves: str) -> Position:
    position = load(id).start(seed=1)
    for move in moves.split():
        position = position.play(move)
    return position


def sample_actions(position: Position) -> set[str]:
    """Return the actions that the beginner plays in many trials."""
    beginner = Beginner(position.game, seed=1)
    return {position.name(beginner.think(position, Limit()).best) for _ in range(40)}


def test_prefers_a_win_to_preventing_a_loss() -> None:
    assert sample_actions(play_moves("vier3d", "a1 b1 a2 b2 a3 b3")) == {"a4"}


def test_prevents_an_immediate_loss() -> None:
    assert sample_actions(play_moves("vier3d", "a1 d4 a2 c2 a3")) == {"a4"}
    assert sample_actions(play_moves(CONNECT_FOUR, "d a d a d")) == {"d"}


def test_otherwise_plays_at_random() -> None:
    assert len(sample_actions(play_moves("vier3d", "a1 d4"))) > 10


@pytest.mark.parametrize("id", ["tzaar", "six_in_line"])
def test_wins_with_a_turn_of_several_actions(id: str) -> None:
    """In positions at the last turn of random games."""
    num_wins = 0
    for seed in range(40):
        line = random_game(load(id), seed)
        last = max(i for i, position in enumerate(line[:-1]) if position.starts_turn)
        position = line[last]
        if line[-1].outcome != position.player or len(line) - last < 3:
            continue
        num_wins += 1
        beginner = Beginner(position.game, seed=seed)
        while not position.is_over:
            assert position.player == line[-1].outcome
            position = position.after(beginner.think(position, Limit()).best)
        assert position.outcome == line[-1].outcome
        if num_wins == 3:
            break
    assert num_wins == 3


@pytest.mark.parametrize("id", ALL_NAMES)
def test_beginner_has_a_name(id: str) -> None:
    assert player("beginner", load(id), 1).name == "beginner"


def test_beginner_requires_two_players() -> None:
    with pytest.raises(UnknownPlayer, match="two players"):
        player("beginner", load("vier3d(players=3)"))
