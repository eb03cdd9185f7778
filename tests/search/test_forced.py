"""Forced wins within a number of turns, compared with an exhaustive search."""

import pytest

from steinreich import Position, load
from steinreich.players.knowledge import get_heuristics_compiler
from steinreich.search.forced.rules import MAX_TURNS
from steinreich.search.forced.searcher import ForcedWins, OutOfNodes
from tests.conftest import random_game


def wins_by_definition(position: Position, attacker: int, turns: int) -> bool:
    """Return whether a player has a forced win, by an exhaustive search."""
    if position.is_over:
        return position.outcome == attacker
    if turns == 0:
        return False
    children = map(position.after_legal, position.actions())
    answers = (
        wins_by_definition(child, attacker, turns - (child.player != position.player))
        for child in children
    )
    return any(answers) if position.player == attacker else all(answers)


@pytest.mark.parametrize(
    ("id", "plies_before_end", "turns"),
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
def test_answers_agree_with_an_exhaustive_search(
    id: str, plies_before_end: int, turns: int
) -> None:
    game = load(id)
    search = ForcedWins(game, get_heuristics_compiler(game), table=1 << 12)
    answers = set()
    for seed in range(2):
        line = random_game(game, seed)
        for position in line[max(0, len(line) - 1 - plies_before_end) :]:
            for attacker in range(game.players):
                for n in range(turns + 1):
                    expected = wins_by_definition(position, attacker, n)
                    assert search.wins(position, attacker, n) == expected, (str(position), n)
                    answers.add(expected)
    assert answers == {True, False}


@pytest.mark.parametrize("id", ["vier3d", "tzaar"])
def test_actions_are_distinguished_by_their_result(id: str) -> None:
    game = load(id)
    search = ForcedWins(game, get_heuristics_compiler(game), table=1 << 12)
    outcomes = set()
    for position in random_game(game, 1)[-4:-1]:
        for attacker in range(2):
            for winning in (True, False):
                expected = [
                    action
                    for action in position.actions()
                    if wins_by_definition(
                        child := position.after_legal(action),
                        attacker,
                        remaining_turns(position, child),
                    )
                    == winning
                ]
                found = search.actions(position, attacker, 1, winning=winning, max_actions=1000)
                assert found == expected
                first_two = search.actions(position, attacker, 1, winning=winning, max_actions=2)
                assert first_two == expected[:2]
                outcomes.add(bool(found))
    assert outcomes == {True, False}


def remaining_turns(position: Position, after: Position) -> int:
    """Return the number of turns that are left after an action."""
    return 1 - (after.player != position.player)


def test_repeated_question_has_the_same_cost() -> None:
    game = load("vier3d")
    search = ForcedWins(game, get_heuristics_compiler(game), table=1 << 12)
    position = random_game(game, 3)[-8]
    costs = []
    for _ in range(2):
        search.forget()
        search.begin()
        search.wins(position, position.player, 5)
        costs.append(search.nodes)
    assert costs[0] == costs[1] > 0
    search.begin()
    search.wins(position, position.player, 5)
    assert search.nodes == 0  # the answer is cached


def test_node_limit_ends_the_search() -> None:
    game = load("vier3d")
    search = ForcedWins(game, get_heuristics_compiler(game), table=1 << 12)
    search.begin(100)
    with pytest.raises(OutOfNodes):
        search.wins(game.start(), 0, 15)
    assert search.nodes == 100
    with pytest.raises(OutOfNodes):
        search.actions(game.start(), 0, 15, winning=True, max_actions=1)


@pytest.mark.parametrize("turns", [-1, MAX_TURNS])
def test_rejects_invalid_numbers_of_turns(turns: int) -> None:
    game = load("vier3d")
    with pytest.raises(ValueError, match=f"not {turns}"):
        ForcedWins(game, get_heuristics_compiler(game), table=1 << 4).wins(game.start(), 0, turns)
