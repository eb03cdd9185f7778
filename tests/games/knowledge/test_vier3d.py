"""Heuristics of Four in a Row 3D agree with its rules."""

import random
from itertools import chain

import pytest

from steinreich import Position, load
from steinreich.compile.binder import Binder
from steinreich.games.vier3d import knowledge, rules
from steinreich.players.knowledge import get_heuristics_compiler
from steinreich.rules.bits import each
from steinreich.rules.contract import DRAW, ONGOING
from steinreich.rules.playout import next_legal
from steinreich.search.alphabeta.iterative_deepening import AlphaBeta
from tests.conftest import random_game


def live_positions(id: str = "vier3d", games: int = 12) -> list[Position]:
    """Return all live positions of random games."""
    return list(chain.from_iterable(random_game(load(id), seed)[:-1] for seed in range(games)))


def make_middle_position(seed: int) -> Position:
    """Return a live position from the middle of a random game."""
    line = random_game(load("vier3d"), seed)[:-1]
    return random.Random(seed).choice(line[len(line) // 2 :])


def list_actions_after_prune(position: Position) -> set[int]:
    """Return the actions that `prune` keeps."""
    get_next = Binder(rules)(next_legal)
    c = knowledge.prune(position.state, rules.candidates(position.state))
    actions, action = set(), -1
    while (action := get_next(position.state, c, action)) >= 0:
        actions.add(action)
    return actions


def list_winning(position: Position) -> set[int]:
    """Return the actions that win at once, found by playing all actions."""
    mover = position.player
    return {a for a in position.actions() if position.after(a).outcome == mover}


def swap_player(position: Position) -> Position:
    """Return the same board with the other player to move."""
    return Position(position.game, position.state._replace(turn=1 - position.player))


def test_threats_are_the_cells_that_complete_a_four() -> None:
    for seed in range(50):
        balls = make_middle_position(seed).state.red
        expected = {
            cell
            for line in rules.LINES
            for cell in each(line & ~balls)
            if (balls | 1 << cell) & line == line
        }
        assert set(each(knowledge.threats(balls) & ~balls)) == expected


def test_landing_cells_are_those_of_the_legal_actions() -> None:
    for position in live_positions(games=3):
        s = position.state
        balls = s.red | s.blue
        afters = [position.after(action).state for action in position.actions()]
        cells = {(after.red | after.blue) & ~balls for after in afters}
        assert {1 << cell for cell in each(rules.landing_cells(s))} == cells
        assert set(each(knowledge.to_rods(rules.landing_cells(s)))) == set(position.actions())


def test_prune_removes_no_better_actions() -> None:
    """They do not win where another action does, or they let the opponent win at once."""
    wins = num_removed = 0
    for position in live_positions():
        kept, all_actions = list_actions_after_prune(position), set(position.actions())
        assert kept
        assert kept <= all_actions
        if best := list_winning(position):
            assert kept == best
            wins += 1
        else:
            assert all(list_winning(position.after(action)) for action in all_actions - kept)
            num_removed += len(all_actions - kept)
    assert wins
    assert num_removed


@pytest.mark.parametrize("seed", range(12))
def test_prune_does_not_change_verdicts(seed: int) -> None:
    position = make_middle_position(seed)
    plain = AlphaBeta(position, table=1 << 16).run(position, depth=7)
    informed = AlphaBeta(position, table=1 << 16, compiler=get_heuristics_compiler(position.game))
    answer = informed.run(position, depth=7)
    assert answer.verdict.is_proven == plain.verdict.is_proven
    if plain.verdict.is_proven:
        assert answer.verdict == plain.verdict


def solve(s: rules.State, rods: int, values: dict[rules.State, int]) -> int:
    """Return the value for the mover, 1, 0 or -1, with actions of this set only."""
    result = rules.outcome(s)
    if result != ONGOING:
        return 0 if result == DRAW else 1 if result == s.turn else -1
    if s not in values:
        actions = each(rules.candidates(s).low & rods)
        values[s] = max(-solve(rules.play(s, a), rods, values) for a in actions)
    return values[s]


def test_prune_keeps_the_value_where_most_fours_win() -> None:
    """Although it removes the neutral balls."""
    game = load("vier3d(variant=most_fours)")
    num_removed, results = 0, set()
    for seed in range(40):
        position = random_game(game, seed)[-7]
        kept = list_actions_after_prune(position)
        assert kept == {action for action in position.actions() if action < 16}
        num_removed += len(position.actions()) - len(kept)
        expected = solve(position.state, 0xFFFF_FFFF, {})
        assert solve(position.state, 0xFFFF, {}) == expected
        results.add(expected)
    assert num_removed
    assert results == {-1, 0, 1}


def test_heuristics_are_off_for_three_players() -> None:
    for position in live_positions("vier3d(players=3)", games=2):
        assert list_actions_after_prune(position) == set(position.actions())
        assert knowledge.evaluate(position.state) == 0
        assert knowledge.is_quiet(position.state)


@pytest.mark.parametrize("id", ["vier3d", "vier3d(variant=most_fours)"])
def test_evaluation_is_symmetric(id: str) -> None:
    scores = set()
    for position in live_positions(id, games=5)[::3]:
        score = knowledge.evaluate(position.state)
        assert len(position.game.symmetries) == 8
        for symmetry in position.game.symmetries:
            assert knowledge.evaluate(position.transform(symmetry).state) == score
        scores.add(score)
    assert len(scores) > 5


def test_symmetric_patterns_share_a_weight() -> None:
    assert len(set(knowledge.WEIGHT_INDICES)) == max(knowledge.WEIGHT_INDICES) + 1
    for pattern in (0b0001, 0b0111, 0b0010_0001):
        upright = [knowledge.WEIGHT_INDICES[256 * i + pattern] for i in upright_lines()]
        assert len(set(upright)) == 3  # rods in a corner, at an edge and in the middle
    # Both players on one cell: the lower four bits are those of one, the upper of the other.
    impossible = {knowledge.WEIGHT_INDICES[256 * i + 0b0001_0001] for i in range(76)}
    assert impossible == {0}


def upright_lines() -> list[int]:
    """Return the indices of the sixteen upright lines."""
    rods = [sum(1 << rod + 16 * z for z in range(4)) for rod in range(16)]
    return [i for i, line in enumerate(knowledge.ORDERED_LINES) if line in rods]


def test_scores_of_both_players_to_move_add_up_to_twice_the_value_of_the_move() -> None:
    move_value = knowledge.VALUES[knowledge.MOVER]
    for position in live_positions(games=3):
        s = position.state
        assert (
            knowledge.evaluate(s) + knowledge.evaluate(swap_player(position).state)
            == 2 * move_value
        )


@pytest.mark.parametrize(
    "id", ["vier3d", "vier3d(variant=most_fours)", "vier3d(players=3)", "vier3d(yellow=off)"]
)
def test_updated_accumulator_equals_a_recomputed_one(id: str) -> None:
    for position in live_positions(id, games=3):
        accumulator = knowledge.accumulator(position.state)
        for action in position.actions():
            after = position.after(action).state
            assert knowledge.accumulator_after(
                position.state, action, accumulator
            ) == knowledge.accumulator(after)
            assert knowledge.evaluate_accumulated(
                after, knowledge.accumulator(after)
            ) == knowledge.evaluate(after)


def test_quiet_positions_have_no_immediate_four() -> None:
    values = set()
    for position in live_positions():
        expected = not list_winning(position) and not list_winning(swap_player(position))
        assert knowledge.is_quiet(position.state) == expected
        assert knowledge.is_noisy(position.state, 0) != expected
        values.add(expected)
    assert values == {True, False}


def test_more_fours_are_better() -> None:
    """At the end of a game the evaluation has the sign of its result."""
    for seed in range(30):
        end = random_game(load("vier3d(variant=most_fours)"), seed)[-1]
        score = knowledge.evaluate(end.state)
        winner = DRAW if score == 0 else end.player if score > 0 else 1 - end.player
        assert winner == end.outcome
