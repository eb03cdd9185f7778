"""Alpha-beta search: against plain minimax, and on positions with a known answer."""

import random
import time
from dataclasses import replace
from threading import Event, Timer

import pytest

from steinreich import Position, load
from steinreich.compile.binder import typed
from steinreich.rules.bits import rule
from steinreich.rules.contract import DRAW, State, key
from steinreich.search.alphabeta.iterative_deepening import AlphaBeta
from steinreich.search.alphabeta.rules import WIN
from steinreich.search.exact.solver import Solver
from tests.conftest import ALL_NAMES, random_game

FOUR = "examples/connect_four.py"


def minimax(position: Position, depth: int, ply: int = 0) -> int:
    """The same score by looking at everything."""
    if position.is_over:
        if position.outcome == DRAW:
            return 0
        return WIN - ply if position.outcome == position.player else ply - WIN
    if depth == 0:
        return 0
    scores = []
    for action in position.actions():
        after = position.after(action)
        score = minimax(after, depth - 1, ply + 1)
        scores.append(score if after.player == position.player else -score)
    return max(scores)


@pytest.mark.parametrize(
    ("id", "depth"),
    [(FOUR, 5), ("vier3d", 3), ("chain_reaxis", 3), ("six_in_line", 2), ("tzaar", 2)],
)
def test_minimax_agrees(id: str, depth: int) -> None:
    """Late positions, where the end is near."""
    for seed in range(4):
        line = random_game(load(id), seed)
        position = line[max(0, len(line) - 1 - depth)]
        assert AlphaBeta(position, table=1 << 12).run(position, depth).score == minimax(
            position, depth
        )


def test_the_shortest_win_and_its_line() -> None:
    position = load(FOUR).start()
    for move in "ddcc":
        position = position.play(move)
    answer = AlphaBeta(position).run(position, depth=12)
    assert (answer.is_proven, answer.actions) == (True, 3)
    for action in answer.line:
        position = position.after(action)
    assert position.returns == (1, -1)


def test_a_loss_is_delayed() -> None:
    position = load(FOUR).start()
    for move in "ddcce":
        position = position.play(move)
    answer = AlphaBeta(position).run(position, depth=12)
    assert (answer.score, answer.actions) == (2 - WIN, 2)


def test_chain_reaxis_on_the_smallest_board_is_a_draw() -> None:
    position = load("chain_reaxis(size=4x4)").start()
    answer = AlphaBeta(position, table=1 << 22).run(position, depth=8)
    assert (answer.score, answer.depth) == (0, 8)  # eight tiles fill the board


@rule
def key_of(s: State) -> int:
    return key(s)


@pytest.mark.parametrize("id", ALL_NAMES)
def test_keys(id: str) -> None:
    """The compiled key is the plain one, and positions of a game have keys of their own."""
    game = load(id)
    states = {position.state for seed in range(3) for position in random_game(game, seed)}
    plain = game.plain(key_of)
    assert len({plain(state) for state in states}) == len(states)
    sample = random.Random(1).sample(sorted(states), 5)
    compiled = game.compiled.entry(key_of)
    assert [compiled(typed(state)) for state in sample] == [plain(state) for state in sample]


def test_time_and_stop_are_kept() -> None:
    position = load("vier3d").start()
    search = AlphaBeta(position)
    began = time.perf_counter()
    answer = search.run(position, seconds=0.3)
    assert time.perf_counter() - began < 1.0
    assert answer.best in position.actions()
    stop = Event()
    Timer(0.2, stop.set).start()
    search.run(position, stop=stop)
    assert time.perf_counter() - began < 2.0


def test_three_players_are_refused() -> None:
    with pytest.raises(ValueError, match="one or two players"):
        AlphaBeta(load("vier3d(players=3)").start())


def test_the_best_of_the_others_is_found_when_the_best_falls() -> None:
    """Every budget up to the whole proof: an action that is known to lose is never preferred."""
    position = load(FOUR).start()
    for move in "ddccf":  # who does not answer at b or e loses
        position = position.play(move)
    saving = {position.parse_move(name) for name in "be"}
    for nodes in range(1, 400, 3):
        answer = AlphaBeta(position, table=1 << 10).run(position, depth=4, nodes=nodes)
        lost = answer.is_proven and answer.score < 0
        assert not lost
        if answer.depth >= 3:
            assert answer.best in saving


def test_a_game_of_too_many_actions_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    position = load(FOUR).start()
    stated = replace(position.game.definition, actions=4097)
    monkeypatch.setattr(position.game, "definition", stated)
    with pytest.raises(ValueError, match=r"has 4097 action numbers; .* at most 4096"):
        AlphaBeta(position)
    with pytest.raises(ValueError, match=r"has 4097 action numbers; .* at most 4096"):
        Solver(position.game)
