"""Heuristics of Four in a Row 3D agree with its rules."""

import random
from itertools import chain

import pytest

from steinreich import Position, load
from steinreich.compile.binder import Binder
from steinreich.games.vier3d import knowledge as known
from steinreich.games.vier3d import rules
from steinreich.players.knowledge import informed_compiler
from steinreich.rules.bits import each
from steinreich.rules.contract import DRAW, ONGOING
from steinreich.rules.playout import next_legal
from steinreich.search.alphabeta.iterative_deepening import AlphaBeta
from tests.conftest import random_game


def live_positions(id: str = "vier3d", games: int = 12) -> list[Position]:
    """Return all live positions of random games."""
    return list(chain.from_iterable(random_game(load(id), seed)[:-1] for seed in range(games)))


def middle_position(seed: int) -> Position:
    """Return a live position from the middle of a random game."""
    line = random_game(load("vier3d"), seed)[:-1]
    return random.Random(seed).choice(line[len(line) // 2 :])


def narrowed(position: Position) -> set[int]:
    """Return the actions that are left after narrowing."""
    listed = Binder(rules)(next_legal)
    c = known.prune(position.state, rules.candidates(position.state))
    found, action = set(), -1
    while (action := listed(position.state, c, action)) >= 0:
        found.add(action)
    return found


def winners(position: Position) -> set[int]:
    """Return the actions that win at once, by playing them all."""
    mover = position.player
    return {a for a in position.actions() if position.after(a).outcome == mover}


def other_to_move(position: Position) -> Position:
    return Position(position.game, position.state._replace(turn=1 - position.player))


def test_threats_are_the_cells_that_complete_a_four() -> None:
    for seed in range(50):
        balls = middle_position(seed).state.red
        expected = {
            cell
            for line in rules.LINES
            for cell in each(line & ~balls)
            if (balls | 1 << cell) & line == line
        }
        assert set(each(known.threats(balls) & ~balls)) == expected


def test_landing_cells_are_those_of_the_legal_actions() -> None:
    for position in live_positions(games=3):
        s = position.state
        balls = s.red | s.blue
        afters = [position.after(action).state for action in position.actions()]
        places = {(after.red | after.blue) & ~balls for after in afters}
        assert {1 << cell for cell in each(rules.landing_cells(s))} == places
        assert set(each(known.to_rods(rules.landing_cells(s)))) == set(position.actions())


def test_actions_removed_by_narrowing_are_no_better() -> None:
    """They do not win where another action does, or they let the opponent win at once."""
    wins = left_out = 0
    for position in live_positions():
        kept, all_actions = narrowed(position), set(position.actions())
        assert kept
        assert kept <= all_actions
        if best := winners(position):
            assert kept == best
            wins += 1
        else:
            assert all(winners(position.after(action)) for action in all_actions - kept)
            left_out += len(all_actions - kept)
    assert wins
    assert left_out


@pytest.mark.parametrize("seed", range(12))
def test_narrowing_keeps_the_result(seed: int) -> None:
    """The same positions are won and lost with and without it."""
    position = middle_position(seed)
    plain = AlphaBeta(position, table=1 << 16).run(position, depth=7)
    prune = AlphaBeta(position, table=1 << 16, compiler=informed_compiler(position.game))
    answer = prune.run(position, depth=7)
    assert answer.verdict.is_proven == plain.verdict.is_proven
    if plain.verdict.is_proven:
        assert answer.verdict == plain.verdict


def exact_value(s: rules.State, rods: int, known_values: dict[rules.State, int]) -> int:
    """Return the value for the mover, 1, 0 or -1, with actions of this set only."""
    result = rules.outcome(s)
    if result != ONGOING:
        return 0 if result == DRAW else 1 if result == s.turn else -1
    if s not in known_values:
        actions = each(rules.candidates(s).low & rods)
        known_values[s] = max(-exact_value(rules.play(s, a), rods, known_values) for a in actions)
    return known_values[s]


def test_narrowing_keeps_the_result_where_most_fours_win() -> None:
    """To the end of the game, with and without neutral balls."""
    game = load("vier3d(variant=most_fours)")
    left_out, results = 0, set()
    for seed in range(40):
        position = random_game(game, seed)[-7]
        kept = narrowed(position)
        assert kept == {action for action in position.actions() if action < 16}
        left_out += len(position.actions()) - len(kept)
        expected = exact_value(position.state, 0xFFFF_FFFF, {})
        assert exact_value(position.state, 0xFFFF, {}) == expected
        results.add(expected)
    assert left_out
    assert results == {-1, 0, 1}


def test_narrowing_is_off_for_three_players() -> None:
    for position in live_positions("vier3d(players=3)", games=2):
        assert narrowed(position) == set(position.actions())
        assert known.evaluate(position.state) == 0
        assert known.is_quiet(position.state)


@pytest.mark.parametrize("id", ["vier3d", "vier3d(variant=most_fours)"])
def test_evaluation_is_the_same_on_symmetric_boards(id: str) -> None:
    scores = set()
    for position in live_positions(id, games=5)[::3]:
        score = known.evaluate(position.state)
        assert len(position.game.symmetries) == 8
        for symmetry in position.game.symmetries:
            assert known.evaluate(position.transform(symmetry).state) == score
        scores.add(score)
    assert len(scores) > 5


def test_patterns_share_a_weight_if_they_are_symmetric() -> None:
    assert len(set(known.FEATURES)) == max(known.FEATURES) + 1
    for pattern in (0b0001, 0b0111, 0b0010_0001):
        upright = [known.FEATURES[256 * i + pattern] for i in upright_lines()]
        assert len(set(upright)) == 3  # rods in a corner, at an edge and in the middle
    impossible = {known.FEATURES[256 * i + 0b0001_0001] for i in range(76)}
    assert impossible == {0}


def upright_lines() -> list[int]:
    rods = [sum(1 << rod + 16 * z for z in range(4)) for rod in range(16)]
    return [i for i, line in enumerate(known.ROWS + known.OTHERS) if line in rods]


def test_score_is_antisymmetric_except_for_the_move() -> None:
    """The scores of both sides add up to the value of the move."""
    worth = known.VALUES[known.MOVER]
    for position in live_positions(games=3):
        s = position.state
        assert known.evaluate(s) + known.evaluate(other_to_move(position).state) == 2 * worth


@pytest.mark.parametrize(
    "id", ["vier3d", "vier3d(variant=most_fours)", "vier3d(players=3)", "vier3d(yellow=off)"]
)
def test_incremental_accumulator_equals_a_new_one(id: str) -> None:
    for position in live_positions(id, games=3):
        accumulator = known.accumulator(position.state)
        for action in position.actions():
            after = position.after(action).state
            assert known.accumulator_after(
                position.state, action, accumulator
            ) == known.accumulator(after)
            assert known.evaluate_accumulated(after, known.accumulator(after)) == known.evaluate(
                after
            )


def test_quiet_positions_have_no_immediate_four() -> None:
    seen = set()
    for position in live_positions():
        expected = not winners(position) and not winners(other_to_move(position))
        assert known.is_quiet(position.state) == expected
        assert known.is_noisy(position.state, 0) != expected
        seen.add(expected)
    assert seen == {True, False}


def test_more_fours_are_better() -> None:
    """At the end of a game the evaluation has the sign of its result."""
    for seed in range(30):
        end = random_game(load("vier3d(variant=most_fours)"), seed)[-1]
        score = known.evaluate(end.state)
        winner = DRAW if score == 0 else end.player if score > 0 else 1 - end.player
        assert winner == end.outcome
