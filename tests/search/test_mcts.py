"""Monte-Carlo tree search: what it finds, what it proves, and that it keeps its limits."""

import time
from threading import Event, Timer

import pytest

from steinreich import Position, load
from steinreich.compile.binder import Compiler
from steinreich.rules.bits import rule
from steinreich.rules.contract import DRAW, State
from steinreich.search.knowledge import prior
from steinreich.search.mcts.tree_search import Judgement, Mcts
from tests.conftest import ALL_NAMES

FOUR = "examples/connect_four.py"


def after(id: str, moves: str) -> Position:
    position = load(id).start(seed=1)
    for move in moves.split():
        position = position.play(move)
    return position


@pytest.mark.parametrize("id", [*ALL_NAMES, "six_in_line(players=1)", "vier3d(players=3)"])
def test_a_search_finds_a_legal_action(id: str) -> None:
    position = load(id).start(seed=1)
    found = Mcts(position, nodes=20_000).run(simulations=300)
    assert sorted(choice.action for choice in found.choices) == position.actions()
    assert found.best in position.actions()
    assert found.simulations == 300
    assert all(-1 <= value <= 1 for choice in found.choices for value in choice.values)


def test_a_win_in_one_is_proven() -> None:
    position = after(FOUR, "d c d c d c")
    found = Mcts(position).run(simulations=1000)
    assert (position.name(found.best), found.proven) == ("d", 0)
    assert found.simulations < 1000


def test_a_win_in_two_turns_is_proven() -> None:
    """Three in the lowest row with both ends open."""
    position = after(FOUR, "d d c c")
    found = Mcts(position).run(simulations=200_000)
    assert found.proven == 0
    assert position.name(found.best) in ("b", "e")


def test_a_loss_is_proven_and_told() -> None:
    position = after(FOUR, "d d c c e")
    found = Mcts(position).run(simulations=200_000)
    assert found.proven == 0
    assert all(choice.proven == 0 for choice in found.choices)


def test_small_games_are_solved() -> None:
    """Chain Reaxis on 4x4 is a draw; from its middle the tree proves it to the end."""
    position = after("chain_reaxis(size=4x4)", "b2b3 c3c2 d2d1 c1b1")
    found = Mcts(position, nodes=2_000_000).run(simulations=2_000_000)
    assert found.proven in (0, 1, DRAW)


def test_alone() -> None:
    """One stone to go, and a way to place it without filling a line."""
    text = "ooo1oo/ooooo1/oo1ooo/o1oooo/oooo1o/2oooo 1 0 s"
    found = Mcts(load("six_in_line(players=1)").position(text)).run(simulations=100_000)
    assert found.proven == 0


def test_one_thread_repeats_itself() -> None:
    position = load("vier3d").start()
    first, second = (Mcts(position, seed=3).run(simulations=5000).choices for _ in range(2))
    assert first == second
    assert first != Mcts(position, seed=4).run(simulations=5000).choices


def test_threads_share_the_work() -> None:
    position = load("vier3d").start()
    found = Mcts(position, threads=2).run(simulations=5001)
    assert found.simulations == 5001
    assert sum(choice.visits for choice in found.choices) >= 4900


def test_the_tree_is_kept() -> None:
    search = Mcts(load("vier3d").start())
    found = search.run(simulations=20_000)
    visits = found.choices[0].visits
    search.move_to(load("vier3d").start().after(found.best))
    assert search.visits() == visits
    assert search.position == load("vier3d").start().after(found.best)
    again = search.run(simulations=1000)
    assert sum(choice.visits for choice in again.choices) > visits * 0.9


def test_time_is_kept() -> None:
    search = Mcts(load("inner_square").start())
    search.run(simulations=10)
    began = time.perf_counter()
    search.run(seconds=0.3)
    assert 0.3 <= time.perf_counter() - began < 1.0


def test_a_search_can_be_stopped() -> None:
    search = Mcts(load("inner_square").start())
    search.run(simulations=10)
    stop = Event()
    Timer(0.2, stop.set).start()
    began = time.perf_counter()
    search.run(stop=stop)
    assert time.perf_counter() - began < 1.0


def test_a_full_tree_goes_on() -> None:
    search = Mcts(load("vier3d").start(), nodes=100)
    found = search.run(simulations=2000)
    assert found.simulations == 2000
    assert search.trees[0].used[0] <= 100


def test_a_finished_game_has_nothing_to_search() -> None:
    with pytest.raises(ValueError, match="the game is over"):
        Mcts(after(FOUR, "d c d c d c d")).run(simulations=1)


def test_a_judge_takes_the_place_of_random_play() -> None:
    """A judge who believes in the middle column, and hopes for nothing."""
    seen: list[int] = []

    def judge(positions: list[Position]) -> list[Judgement]:
        seen.append(len(positions))
        return [
            Judgement((0.0, 0.0), [1.0 if a == 3 else 0.0 for a in range(7)]) for _ in positions
        ]

    search = Mcts(load(FOUR).start(), nodes=10_000)
    found = search.run_judged(judge, simulations=200, batch=8)
    assert max(seen) <= 8
    assert found.simulations == 200
    assert found.choices[0].visits > 150
    assert search.position.name(found.best) == "d"
    assert max(map(abs, found.values)) < 0.1


def test_a_judge_does_not_hide_a_win() -> None:
    position = after(FOUR, "d c d c d c")

    def judge(positions: list[Position]) -> list[Judgement]:
        return [Judgement((-0.5, 0.5), [1 / 7] * 7) for _ in positions]

    found = Mcts(position).run_judged(judge, simulations=500)
    assert (position.name(found.best), found.proven) == ("d", 0)


@rule
def likes_the_edge(s: State, action: int) -> float:
    return 50.0 if action == 0 else 0.0


def test_a_game_can_say_what_looks_good() -> None:
    game = load(FOUR)
    compiler = Compiler(game.module, {prior: likes_the_edge})
    found = Mcts(game.start(), compiler=compiler).run(simulations=200)
    visits = {choice.action: choice.visits for choice in found.choices}
    plain = {c.action: c.visits for c in Mcts(game.start()).run(simulations=200).choices}
    assert visits[0] > 2 * plain[0]
