"""What is known of Chain Reaxis never contradicts its rules."""

import random
from itertools import chain
from statistics import fmean

import pytest

from steinreich import Game, Position, load
from steinreich.compile.binder import Binder, typed
from steinreich.games.chain_reaxis import rules
from steinreich.players.knowledge import chain_reaxis as known
from steinreich.players.knowledge import informed_compiler, knowledge_of
from steinreich.rules.bits import each, rule
from steinreich.rules.contract import DRAW, State
from steinreich.rules.geometry import lines_of
from steinreich.rules.playout import next_legal
from steinreich.search.alphabeta.iterative_deepening import AlphaBeta
from steinreich.search.exact.solver import Solver
from steinreich.search.knowledge import LARGEST, evaluate
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
    """All live positions of random games."""
    return list(chain.from_iterable(random_game(load(id), seed)[:-1] for seed in range(games)))


def narrowed(position: Position) -> set[int]:
    """The actions that are left."""
    listed = Binder(rules)(next_legal)
    c = known.prune(position.state, rules.candidates(position.state))
    found, action = set(), -1
    while (action := listed(position.state, c, action)) >= 0:
        found.add(action)
    return found


def winners(position: Position) -> set[int]:
    """The actions that win at once, by playing them all."""
    mover = position.player
    return {a for a in position.actions() if position.after(a).outcome == mover}


def is_lost(position: Position, action: int) -> bool:
    """Whether the opponent has a four after an action, or can have one after his next."""
    after = position.after(action)
    return after.outcome == after.player or bool(winners(after))


def tense(game: Game, tiles: int, seed: int) -> Position:
    """A position after so many tiles, each random but none that loses at once."""
    dice, position = random.Random(seed), game.start()
    for _ in range(tiles):
        actions = [action for action in position.actions() if not is_lost(position, action)]
        if not actions or winners(position):
            return tense(game, tiles, seed + 1000)
        position = position.after(dice.choice(actions))
    return tense(game, tiles, seed + 1000) if position.is_over else position


def test_knowledge_is_found_by_name() -> None:
    found = knowledge_of(load("chain_reaxis"))
    assert found is not None
    assert found.module is known


@pytest.mark.parametrize("diagonals", ["on", "off"])
def test_threats_are_the_squares_that_complete_a_four(diagonals: str) -> None:
    directions = rules.DIRECTIONS[: 4 if diagonals == "on" else 2]
    lines = lines_of(4, rules.POINTS, directions)
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
def test_a_win_at_once_is_seen_and_nothing_else_is_left(id: str) -> None:
    seen = set()
    for position in live_positions(id):
        expected = winners(position)
        assert known.winning(position.state) == bool(expected)
        if expected:
            assert narrowed(position) == expected
        seen.add(bool(expected))
    assert seen == {True, False}


@EVERY_KIND
def test_what_narrowing_leaves_out_loses_at_once(id: str) -> None:
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
def test_promise_is_nought_for_what_can_be_answered_by_a_win(id: str) -> None:
    for position in live_positions(id, games=4):
        for action in position.actions():
            after = position.after(action)
            if not after.is_over:
                assert (known.move_order(position.state, action) == 0) == bool(winners(after))


@pytest.mark.parametrize("size", ["4x4", "5x4"])
@pytest.mark.parametrize("options", ["", ",diagonals=off", ",contact=corner"])
def test_small_boards_have_the_same_results(size: str, options: str) -> None:
    """To the very end: the same scores, which also tell how long a win takes."""
    game = load(f"chain_reaxis(size={size}{options})")
    plain, wise = AlphaBeta(game.start()), AlphaBeta(game.start(), compiler=informed_compiler(game))
    scores = set()
    for seed in range(40):
        line = random_game(game, seed)[2 if size == "4x4" else 4 : -1]
        position = random.Random(seed).choice(line)
        expected = plain.run(position, depth=10)
        assert expected.is_proven
        assert wise.run(position, depth=10).score == expected.score
        scores.add(expected.score)
    assert len(scores) >= 3


@pytest.mark.parametrize("id", ["chain_reaxis", "chain_reaxis(size=8x8)"])
def test_no_win_in_three_is_missed(id: str) -> None:
    game = load(id)
    plain, wise = AlphaBeta(game.start()), AlphaBeta(game.start(), compiler=informed_compiler(game))
    wins = 0
    for seed in range(16):
        position = tense(game, 7, seed)
        expected = plain.run(position, depth=3)
        if expected.is_proven:
            assert wise.run(position, depth=3).score == expected.score
            wins += expected.actions == 3
    assert wins


@rule
def evaluate_accumulated(s: State) -> int:
    return evaluate(s)


@EVERY_KIND
def test_evaluation(id: str) -> None:
    """Within its bounds, the same however the board is turned, and the same when compiled."""
    game = load(id)
    compiled = informed_compiler(game).entry(evaluate_accumulated)
    for position in live_positions(id, games=3):
        score = known.evaluate(position.state)
        assert abs(score) < LARGEST
        assert compiled(typed(position.state)) == score
        for symmetry in game.symmetries:
            assert known.evaluate(position.turned(symmetry).state) == score


def test_evaluation_tells_won_from_lost() -> None:
    game = load("chain_reaxis")
    solver = Solver(game, informed_compiler(game))
    scores: dict[bool, list[int]] = {True: [], False: []}
    for seed in range(40):
        position = tense(game, 6, seed)
        outcome = solver.values([position])[0].outcome
        if outcome != DRAW:
            scores[outcome == position.player].append(known.evaluate(position.state))
    assert fmean(scores[True]) > fmean(scores[False]) + 100
