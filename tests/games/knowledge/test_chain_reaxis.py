"""Heuristics of Chain Reaxis agree with its rules."""

import random
from itertools import chain
from statistics import fmean

import pytest

from steinreich import Game, Position, load
from steinreich.compile.binder import Binder, typed
from steinreich.games.chain_reaxis import knowledge as known
from steinreich.games.chain_reaxis import rules
from steinreich.players.knowledge import find_knowledge, informed_compiler
from steinreich.rules.bits import each, rule
from steinreich.rules.boards import straight_lines
from steinreich.rules.contract import DRAW, State
from steinreich.rules.playout import next_legal
from steinreich.search.alphabeta.iterative_deepening import AlphaBeta
from steinreich.search.exact.solver import Solver
from steinreich.search.knowledge import MAX_EVALUATION, evaluate
from steinreich.search.result import certain
from tests.conftest import random_game

IDS = [
    "chain_reaxis(size=4x4)",
    "chain_reaxis(size=5x4,diagonals=off)",
    "chain_reaxis",
    "chain_reaxis(size=7x5,contact=corner)",
    "chain_reaxis(size=8x8)",
]
EVERY_KIND = pytest.mark.parametrize("id", IDS)


def live_positions(id: str, games: int = 12) -> list[Position]:
    """Return all live positions of random games."""
    return list(chain.from_iterable(random_game(load(id), seed)[:-1] for seed in range(games)))


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


def is_lost(position: Position, action: int) -> bool:
    """Return whether the opponent has a four after an action, or can make one in the next turn."""
    after = position.after(action)
    return after.outcome == after.player or bool(winners(after))


def tense_position(game: Game, tiles: int, seed: int) -> Position:
    """Return a position after some random tiles, none of which loses at once."""
    dice, position = random.Random(seed), game.start()
    for _ in range(tiles):
        actions = [action for action in position.actions() if not is_lost(position, action)]
        if not actions or winners(position):
            return tense_position(game, tiles, seed + 1000)
        position = position.after(dice.choice(actions))
    return tense_position(game, tiles, seed + 1000) if position.is_over else position


def test_heuristics_are_found_by_name() -> None:
    found = find_knowledge(load("chain_reaxis"))
    assert found is not None
    assert found.module is known


@pytest.mark.parametrize("diagonals", ["on", "off"])
def test_threats_are_the_squares_that_complete_a_four(diagonals: str) -> None:
    directions = rules.DIRECTIONS[: 4 if diagonals == "on" else 2]
    lines = straight_lines(4, rules.POINTS, directions)
    for position in live_positions(f"chain_reaxis(size=7x6,diagonals={diagonals})"):
        s = position.state
        for halves in (s.blank, s.perforated):
            owned = set(each(halves))
            expected = {
                cell
                for line in lines
                for cell in line
                if cell not in owned and owned.issuperset(set(line) - {cell})
            }
            found = set(each(known.threats(s, halves))) - owned
            assert found == expected & set(each(s.board))


@EVERY_KIND
def test_only_an_immediate_win_is_left_by_narrowing(id: str) -> None:
    seen = set()
    for position in live_positions(id):
        expected = winners(position)
        assert known.winning(position.state) == bool(expected)
        if expected:
            assert narrowed(position) == expected
        seen.add(bool(expected))
    assert seen == {True, False}


@EVERY_KIND
def test_actions_removed_by_narrowing_lose_at_once(id: str) -> None:
    left_out = 0
    for position in live_positions(id):
        if winners(position):
            continue
        kept, all_actions = narrowed(position), set(position.actions())
        assert kept
        assert kept <= all_actions
        assert all(is_lost(position, action) for action in all_actions - kept)
        left_out += len(all_actions - kept)
    assert left_out


@EVERY_KIND
def test_threat_is_worthless_if_the_answer_wins(id: str) -> None:
    for position in live_positions(id, games=4):
        for action in position.actions():
            after = position.after(action)
            if not after.is_over:
                assert (known.move_order(position.state, action) == 0) == bool(winners(after))


@pytest.mark.parametrize("size", ["4x4", "5x4"])
@pytest.mark.parametrize("options", ["", ",diagonals=off", ",contact=corner"])
def test_small_boards_have_the_same_results(size: str, options: str) -> None:
    """Searched to the end: the same verdicts, including the distance to the win."""
    game = load(f"chain_reaxis(size={size}{options})")
    plain, wise = AlphaBeta(game.start()), AlphaBeta(game.start(), compiler=informed_compiler(game))
    verdicts = set()
    for seed in range(40):
        line = random_game(game, seed)[2 if size == "4x4" else 4 : -1]
        position = random.Random(seed).choice(line)
        expected = plain.run(position, depth=10).verdict
        assert expected.is_proven
        assert wise.run(position, depth=10).verdict == expected
        verdicts.add(expected)
    assert len(verdicts) >= 3


@pytest.mark.parametrize("id", ["chain_reaxis", "chain_reaxis(size=8x8)"])
def test_no_win_in_three_is_missed(id: str) -> None:
    game = load(id)
    plain, wise = AlphaBeta(game.start()), AlphaBeta(game.start(), compiler=informed_compiler(game))
    wins = 0
    for seed in range(16):
        position = tense_position(game, 7, seed)
        expected = plain.run(position, depth=3).verdict
        if expected.is_proven:
            assert wise.run(position, depth=3).verdict == expected
            wins += expected == certain(position.player, 2, turns=2)
    assert wins


@rule
def evaluate_accumulated(s: State) -> int:
    return evaluate(s)


@EVERY_KIND
def test_evaluation_is_bounded_and_symmetric(id: str) -> None:
    """It is the same on all symmetric boards, and when compiled."""
    game = load(id)
    compiled = informed_compiler(game).entry(evaluate_accumulated)
    for position in live_positions(id, games=3):
        score = known.evaluate(position.state)
        assert abs(score) < MAX_EVALUATION
        assert compiled(typed(position.state)) == score
        for symmetry in game.symmetries:
            assert known.evaluate(position.transform(symmetry).state) == score


def test_evaluation_distinguishes_won_from_lost() -> None:
    game = load("chain_reaxis")
    solver = Solver(game, informed_compiler(game))
    scores: dict[bool, list[int]] = {True: [], False: []}
    for seed in range(40):
        position = tense_position(game, 6, seed)
        outcome = solver.values([position])[0].outcome
        if outcome != DRAW:
            scores[outcome == position.player].append(known.evaluate(position.state))
    assert fmean(scores[True]) > fmean(scores[False]) + 100
