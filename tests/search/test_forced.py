"""Forced wins within a number of turns, compared with an exhaustive search."""

import pytest

from steinreich import Position, load
from steinreich.players.knowledge import get_heuristics_compiler
from steinreich.search.forced.rules import MAX_TURNS
from steinreich.search.forced.searcher import ForcedWins, OutOfNodes
from tests.conftest import random_game


def exhaustive(position: Position, attacker: int, turns: int) -> bool:
    """Return the result by the definition."""
    if position.is_over:
        return position.outcome == attacker
    if turns == 0:
        return False
    children = map(position.after_legal, position.actions())
    answers = (
        exhaustive(child, attacker, turns - (child.player != position.player)) for child in children
    )
    return any(answers) if position.player == attacker else all(answers)


@pytest.mark.parametrize(
    ("id", "back", "turns"),
    [
        ("vier3d", 3, 3),
        ("vier3d(players=3)", 3, 3),
        ("chain_reaxis(size=4x4)", 5, 5),
        ("inner_square", 2, 1),
        ("six_in_line", 2, 2),
        ("six_in_line(players=1)", 5, 1),
        ("tzaar", 2, 1),
    ],
)
def test_answers_agree_with_an_exhaustive_search(id: str, back: int, turns: int) -> None:
    game = load(id)
    wins = ForcedWins(game, get_heuristics_compiler(game), table=1 << 12)
    answers = set()
    for seed in range(2):
        line = random_game(game, seed)
        for position in line[max(0, len(line) - 1 - back) :]:
            for attacker in range(game.players):
                for n in range(turns + 1):
                    expected = exhaustive(position, attacker, n)
                    assert wins.wins(position, attacker, n) == expected, (str(position), n)
                    answers.add(expected)
    assert answers == {True, False}


@pytest.mark.parametrize("id", ["vier3d", "tzaar"])
def test_actions_are_distinguished_by_their_result(id: str) -> None:
    game = load(id)
    wins = ForcedWins(game, get_heuristics_compiler(game), table=1 << 12)
    told = set()
    for position in random_game(game, 1)[-4:-1]:
        for attacker in range(2):
            for winning in (True, False):
                expected = [
                    action
                    for action in position.actions()
                    if exhaustive(
                        child := position.after_legal(action),
                        attacker,
                        remaining_turns(position, child),
                    )
                    == winning
                ]
                found = wins.actions(position, attacker, 1, winning=winning, max_actions=1000)
                assert found == expected
                most = wins.actions(position, attacker, 1, winning=winning, max_actions=2)
                assert most == expected[:2]
                told.add(bool(found))
    assert told == {True, False}


def remaining_turns(position: Position, after: Position) -> int:
    """Return the number of turns that are left after an action."""
    return 1 - (after.player != position.player)


def test_repeated_question_has_the_same_cost() -> None:
    game = load("vier3d")
    wins = ForcedWins(game, get_heuristics_compiler(game), table=1 << 12)
    position = random_game(game, 3)[-8]
    costs = []
    for _ in range(2):
        wins.forget()
        wins.begin()
        wins.wins(position, position.player, 5)
        costs.append(wins.nodes)
    assert costs[0] == costs[1] > 0
    wins.begin()
    wins.wins(position, position.player, 5)
    assert wins.nodes == 0  # the answer is cached


def test_node_limit_ends_the_search() -> None:
    game = load("vier3d")
    wins = ForcedWins(game, get_heuristics_compiler(game), table=1 << 12)
    wins.begin(100)
    with pytest.raises(OutOfNodes):
        wins.wins(game.start(), 0, 15)
    assert wins.nodes == 100
    with pytest.raises(OutOfNodes):
        wins.actions(game.start(), 0, 15, winning=True, max_actions=1)


@pytest.mark.parametrize("turns", [-1, MAX_TURNS])
def test_turns_that_cannot_be_counted_are_refused(turns: int) -> None:
    game = load("vier3d")
    with pytest.raises(ValueError, match=f"not {turns}"):
        ForcedWins(game, get_heuristics_compiler(game), table=1 << 4).wins(game.start(), 0, turns)
