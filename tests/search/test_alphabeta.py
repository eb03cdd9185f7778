"""Alpha-beta search compared with plain minimax, and on positions with a known result."""

import random
from dataclasses import replace
from threading import Event, Timer

import pytest

from steinreich import Position, load
from steinreich.rules.bits import U64, rule
from steinreich.rules.contract import DRAW, ONGOING, State, key
from steinreich.search.alphabeta.iterative_deepening import AlphaBeta
from steinreich.search.alphabeta.rules import WIN
from steinreich.search.exact.solver import Solver
from steinreich.search.result import proven_verdict
from tests.conftest import ALL_NAMES, random_game

CONNECT_FOUR = "examples/connect_four.py"


def minimax(position: Position, depth: int, ply: int = 0) -> int:
    """Return the score by an exhaustive search."""
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
    [(CONNECT_FOUR, 5), ("vier3d", 3), ("chain_reaxis", 3), ("six_in_line", 2), ("tzaar", 2)],
)
def test_search_agrees_with_minimax(id: str, depth: int) -> None:
    """In late positions, close to the end."""
    for seed in range(4):
        line = random_game(load(id), seed)
        position = line[max(0, len(line) - 1 - depth)]
        score, search = minimax(position, depth), AlphaBeta(position, table=1 << 12)
        verdict = search.run(position, depth).verdict
        assert verdict == search.verdict(position, score, verdict.outcome == DRAW)
        assert search.score(position, depth) == score


def test_shortest_win_is_found_with_its_line() -> None:
    position = load(CONNECT_FOUR).start()
    for move in "ddcc":
        position = position.play(move)
    result = AlphaBeta(position).run(position, depth=12)
    assert result.verdict == proven_verdict(0, 2, turns=2)
    assert len(result.lines[0].actions) == 3
    for action in result.lines[0].actions:
        position = position.after(action)
    assert position.returns == (1, -1)


def test_search_delays_a_loss() -> None:
    position = load(CONNECT_FOUR).start()
    for move in "ddcce":
        position = position.play(move)
    result = AlphaBeta(position).run(position, depth=12)
    assert result.verdict == proven_verdict(0, 2, turns=1)


def test_chain_reaxis_on_the_smallest_board_is_a_draw() -> None:
    position = load("chain_reaxis(size=4x4)").start()
    result = AlphaBeta(position, table=1 << 22).run(position, depth=8)
    assert (result.verdict, result.depth) == (
        proven_verdict(DRAW, 2),
        8,
    )  # eight tiles fill the board


@rule
def position_key(s: State) -> U64:
    return key(s)


@pytest.mark.parametrize("id", ALL_NAMES)
def test_keys_are_unique_and_equal_in_machine_code(id: str) -> None:
    """The compiled key equals the plain one, and positions of a game have distinct keys."""
    game = load(id)
    states = {position.state for seed in range(3) for position in random_game(game, seed)}
    plain = game.plain(position_key)
    assert len({plain(state) for state in states}) == len(states)
    sample = random.Random(1).sample(sorted(states), 5)
    compiled = game.compiler.entry(position_key)
    assert [compiled(state) for state in sample] == [plain(state) for state in sample]


def test_search_stops_at_time_limit_and_on_request() -> None:
    """Otherwise it would take hours."""
    position = load("vier3d").start()
    search = AlphaBeta(position)
    assert search.run(position, seconds=0.3).best in position.actions()
    stop = Event()
    Timer(0.2, stop.set).start()
    assert search.run(position, stop=stop).best in position.actions()


def test_rejects_three_players() -> None:
    with pytest.raises(ValueError, match="one or two players"):
        AlphaBeta(load("vier3d(players=3)").start())


def test_refuted_best_action_is_replaced_by_the_best_of_the_others() -> None:
    """With every budget up to the full proof, an action known to lose is never preferred."""
    position = load(CONNECT_FOUR).start()
    for move in "ddccf":  # every answer except b and e loses
        position = position.play(move)
    saving_actions = {position.parse_move(name) for name in "be"}
    for nodes in range(1, 400, 3):
        result = AlphaBeta(position, table=1 << 10).run(position, depth=4, nodes=nodes)
        assert result.verdict.outcome in (ONGOING, position.player)
        if result.depth >= 3:
            assert result.best in saving_actions


def test_rejects_a_game_with_too_many_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    position = load(CONNECT_FOUR).start()
    definition = replace(position.game.definition, num_actions=4097)
    monkeypatch.setattr(position.game, "definition", definition)
    with pytest.raises(ValueError, match=r"has 4097 action numbers; .* at most 4096"):
        AlphaBeta(position)
    with pytest.raises(ValueError, match=r"has 4097 action numbers; .* at most 4096"):
        Solver(position.game)
