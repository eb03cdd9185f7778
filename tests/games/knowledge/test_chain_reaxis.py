"""Heuristics of Chain Reaxis agree with its rules."""

import random
from itertools import chain
from statistics import fmean

import pytest

from steinreich import Game, Position, load
from steinreich.compile.binder import Binder
from steinreich.games.chain_reaxis import knowledge, rules
from steinreich.players.knowledge import find_heuristics, get_heuristics_compiler
from steinreich.rules.bits import each, rule
from steinreich.rules.boards import straight_lines
from steinreich.rules.contract import DRAW, State
from steinreich.rules.playout import next_legal
from steinreich.search.alphabeta.iterative_deepening import AlphaBeta
from steinreich.search.exact.solver import Solver
from steinreich.search.knowledge import MAX_EVALUATION, evaluate
from steinreich.search.result import proven_verdict
from tests.conftest import random_game

IDS = [
    "chain_reaxis(size=4x4)",
    "chain_reaxis(size=5x4,diagonals=off)",
    "chain_reaxis",
    "chain_reaxis(size=7x5,contact=corner)",
    "chain_reaxis(size=8x8)",
]
EVERY_ID = pytest.mark.parametrize("id", IDS)


def live_positions(id: str, games: int = 12) -> list[Position]:
    """Return all live positions of random games."""
    return list(chain.from_iterable(random_game(load(id), seed)[:-1] for seed in range(games)))


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


def is_lost(position: Position, action: int) -> bool:
    """Return whether the opponent has a four after an action, or can make one in the next turn."""
    after = position.after(action)
    return after.outcome == after.player or bool(list_winning(after))


def make_tense_position(game: Game, tiles: int, seed: int) -> Position:
    """Return a position after some random tiles, none of which loses at once."""
    rng, position = random.Random(seed), game.start()
    for _ in range(tiles):
        actions = [action for action in position.actions() if not is_lost(position, action)]
        if not actions or list_winning(position):
            return make_tense_position(game, tiles, seed + 1000)
        position = position.after(rng.choice(actions))
    return make_tense_position(game, tiles, seed + 1000) if position.is_over else position


def test_find_heuristics_returns_this_module() -> None:
    found = find_heuristics(load("chain_reaxis"))
    assert found is not None
    assert found.module is knowledge


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
            found = set(each(knowledge.threats(s, halves))) - owned
            assert found == expected & set(each(s.board))


@EVERY_ID
def test_prune_keeps_only_immediate_wins(id: str) -> None:
    has_win = set()
    for position in live_positions(id):
        expected = list_winning(position)
        assert knowledge.winning(position.state) == bool(expected)
        if expected:
            assert list_actions_after_prune(position) == expected
        has_win.add(bool(expected))
    assert has_win == {True, False}


@EVERY_ID
def test_prune_removes_only_actions_that_lose_at_once(id: str) -> None:
    num_removed = 0
    for position in live_positions(id):
        if list_winning(position):
            continue
        kept, all_actions = list_actions_after_prune(position), set(position.actions())
        assert kept
        assert kept <= all_actions
        assert all(is_lost(position, action) for action in all_actions - kept)
        num_removed += len(all_actions - kept)
    assert num_removed


@EVERY_ID
def test_actions_that_let_the_opponent_win_come_last(id: str) -> None:
    for position in live_positions(id, games=4):
        for action in position.actions():
            after = position.after(action)
            if not after.is_over:
                assert (knowledge.move_order(position.state, action) == 0) == bool(
                    list_winning(after)
                )


@pytest.mark.parametrize("size", ["4x4", "5x4"])
@pytest.mark.parametrize("options", ["", ",diagonals=off", ",contact=corner"])
def test_heuristics_do_not_change_verdicts_on_small_boards(size: str, options: str) -> None:
    """Of searches to the end of the game, including the distance to the win."""
    game = load(f"chain_reaxis(size={size}{options})")
    plain, informed = (
        AlphaBeta(game.start()),
        AlphaBeta(game.start(), compiler=get_heuristics_compiler(game)),
    )
    verdicts = set()
    for seed in range(40):
        line = random_game(game, seed)[2 if size == "4x4" else 4 : -1]
        position = random.Random(seed).choice(line)
        expected = plain.run(position, depth=10).verdict
        assert expected.is_proven
        assert informed.run(position, depth=10).verdict == expected
        verdicts.add(expected)
    assert len(verdicts) >= 3


@pytest.mark.parametrize("id", ["chain_reaxis", "chain_reaxis(size=8x8)"])
def test_search_with_heuristics_finds_every_win_in_three_actions(id: str) -> None:
    game = load(id)
    plain, informed = (
        AlphaBeta(game.start()),
        AlphaBeta(game.start(), compiler=get_heuristics_compiler(game)),
    )
    wins = 0
    for seed in range(16):
        position = make_tense_position(game, 7, seed)
        expected = plain.run(position, depth=3).verdict
        if expected.is_proven:
            assert informed.run(position, depth=3).verdict == expected
            wins += expected == proven_verdict(position.player, 2, turns=2)
    assert wins


@rule
def evaluate_entry(s: State) -> int:
    """Evaluate a state: an entry point for Python."""
    return evaluate(s)


@EVERY_ID
def test_evaluation_is_bounded_symmetric_and_the_same_in_machine_code(id: str) -> None:
    game = load(id)
    compiled = get_heuristics_compiler(game).entry(evaluate_entry)
    for position in live_positions(id, games=3):
        score = knowledge.evaluate(position.state)
        assert abs(score) < MAX_EVALUATION
        assert compiled(position.state) == score
        for symmetry in game.symmetries:
            assert knowledge.evaluate(position.transform(symmetry).state) == score


def test_evaluation_is_higher_in_won_positions() -> None:
    game = load("chain_reaxis")
    solver = Solver(game, get_heuristics_compiler(game))
    scores: dict[bool, list[int]] = {True: [], False: []}
    for seed in range(40):
        position = make_tense_position(game, 6, seed)
        outcome = solver.values([position])[0].outcome
        if outcome != DRAW:
            scores[outcome == position.player].append(knowledge.evaluate(position.state))
    assert fmean(scores[True]) > fmean(scores[False]) + 100
