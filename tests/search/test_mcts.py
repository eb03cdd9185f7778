"""Monte-Carlo tree search: results, proofs, limits."""

import time
from itertools import count
from threading import Event, Timer

import pytest

from steinreich import Position, load
from steinreich.compile.machine_code import Compiler
from steinreich.rules.bits import rule
from steinreich.rules.contract import DRAW, State
from steinreich.search.knowledge import prior
from steinreich.search.mcts.tree_search import Judgement, Mcts
from tests.conftest import ALL_NAMES

CONNECT_FOUR = "examples/connect_four.py"


def play_moves(id: str, moves: str) -> Position:
    position = load(id).start(seed=1)
    for move in moves.split():
        position = position.play(move)
    return position


@pytest.mark.parametrize("id", [*ALL_NAMES, "six_in_line(players=1)", "vier3d(players=3)"])
def test_search_finds_a_legal_action(id: str) -> None:
    position = load(id).start(seed=1)
    result = Mcts(position, nodes=20_000).run(simulations=300)
    assert sorted(line.actions[0] for line in result.lines) == position.actions()
    assert result.best in position.actions()
    assert result.nodes == 300
    assert all(-1 <= value <= 1 for line in result.lines for value in line.verdict.values)


def test_search_proves_a_win_in_one() -> None:
    position = play_moves(CONNECT_FOUR, "d c d c d c")
    result = Mcts(position).run(simulations=1000)
    assert (position.name(result.best), result.verdict.outcome) == ("d", 0)
    assert result.nodes < 1000


def test_search_proves_a_win_in_two_turns() -> None:
    """Three in the lowest row with both ends open."""
    position = play_moves(CONNECT_FOUR, "d d c c")
    result = Mcts(position).run(simulations=200_000)
    assert result.verdict.outcome == 0
    assert position.name(result.best) in ("b", "e")


def test_search_proves_a_loss() -> None:
    position = play_moves(CONNECT_FOUR, "d d c c e")
    result = Mcts(position).run(simulations=200_000)
    assert result.verdict.outcome == 0
    assert all(line.verdict.outcome == 0 for line in result.lines)


def test_search_solves_a_small_game() -> None:
    """Chain Reaxis on 4x4 is a draw; from its middle the tree proves it to the end."""
    position = play_moves("chain_reaxis(size=4x4)", "b2b3 c3c2 d2d1 c1b1")
    result = Mcts(position, nodes=2_000_000).run(simulations=2_000_000)
    assert result.verdict.outcome in (0, 1, DRAW)


def test_search_solves_a_single_player_game() -> None:
    """One stone to place, and a way to place it without filling a line."""
    text = "ooo1oo/ooooo1/oo1ooo/o1oooo/oooo1o/2oooo 1 0 s"
    result = Mcts(load("six_in_line(players=1)").position(text)).run(simulations=100_000)
    assert result.verdict.outcome == 0


def test_single_thread_is_deterministic() -> None:
    position = load("vier3d").start()
    first, second = (Mcts(position, seed=3).run(simulations=5000).lines for _ in range(2))
    assert first == second
    assert first != Mcts(position, seed=4).run(simulations=5000).lines


def test_threads_share_the_work() -> None:
    position = load("vier3d").start()
    result = Mcts(position, threads=2).run(simulations=5001)
    assert result.nodes == 5001
    assert sum(line.visits for line in result.lines) >= 4900


def test_move_to_keeps_the_subtree() -> None:
    search = Mcts(load("vier3d").start())
    result = search.run(simulations=20_000)
    visits = result.lines[0].visits
    search.move_to(load("vier3d").start().after(result.best))
    assert search.visits() == visits
    assert search.position == load("vier3d").start().after(result.best)
    again = search.run(simulations=1000)
    assert sum(line.visits for line in again.lines) > visits * 0.9


def test_search_ends_at_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    search = Mcts(load("inner_square").start())
    search.run(simulations=10)
    now = count(step=0.125)  # each reading of the clock is later
    monkeypatch.setattr(time, "perf_counter", now.__next__)
    result = search.run(seconds=2.0)
    assert result.nodes > 0
    assert 2.0 <= result.seconds <= 2.5


def test_search_ends_when_stop_is_set() -> None:
    search = Mcts(load("inner_square").start())
    search.run(simulations=10)
    stop = Event()
    Timer(0.2, stop.set).start()
    assert search.run(stop=stop).lines


def test_full_tree_continues() -> None:
    search = Mcts(load("vier3d").start(), nodes=100)
    result = search.run(simulations=2000)
    assert result.nodes == 2000
    assert search.trees[0].used[0] <= 100


def test_finished_game_has_nothing_to_search() -> None:
    with pytest.raises(ValueError, match="the game is over"):
        Mcts(play_moves(CONNECT_FOUR, "d c d c d c d")).run(simulations=1)


def test_network_replaces_random_playouts() -> None:
    """A network with a prior for the middle column and value zero."""
    batch_sizes: list[int] = []

    def network(positions: list[Position]) -> list[Judgement]:
        batch_sizes.append(len(positions))
        return [
            Judgement((0.0, 0.0), [1.0 if a == 3 else 0.0 for a in range(7)]) for _ in positions
        ]

    search = Mcts(load(CONNECT_FOUR).start(), nodes=10_000)
    result = search.run_with_judge(network, simulations=200, batch=8)
    assert max(batch_sizes) <= 8
    assert result.nodes == 200
    assert result.lines[0].visits > 150
    assert search.position.name(result.best) == "d"
    assert max(map(abs, result.verdict.values)) < 0.1


def test_network_does_not_hide_a_win() -> None:
    position = play_moves(CONNECT_FOUR, "d c d c d c")

    def network(positions: list[Position]) -> list[Judgement]:
        return [Judgement((-0.5, 0.5), [1 / 7] * 7) for _ in positions]

    result = Mcts(position).run_with_judge(network, simulations=500)
    assert (position.name(result.best), result.verdict.outcome) == ("d", 0)


@rule
def prefer_the_edge(s: State, action: int) -> float:
    return 50.0 if action == 0 else 0.0


def test_game_can_state_action_priorities() -> None:
    game = load(CONNECT_FOUR)
    compiler = Compiler(game.module, {prior: prefer_the_edge})
    result = Mcts(game.start(), compiler=compiler).run(simulations=200)
    visits = {line.actions[0]: line.visits for line in result.lines}
    plain = {line.actions[0]: line.visits for line in Mcts(game.start()).run(simulations=200).lines}
    assert visits[0] > 2 * plain[0]
