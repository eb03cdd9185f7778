"""Searches reject arguments with which machine code would read out of bounds or misread data."""

from collections.abc import Callable
from typing import Any

import pytest

from steinreich import BadArgument, Position, load
from steinreich.search.alphabeta.iterative_deepening import AlphaBeta
from steinreich.search.exact.solver import Solver
from steinreich.search.forced.searcher import ForcedWins
from steinreich.search.mcts.tree_search import Judgement, Mcts
from steinreich.search.proof.prover import Prover
from tests.conftest import CONNECT_FOUR

GAME = load(CONNECT_FOUR)
START = GAME.start()
THREE_PLAYERS = load("vier3d(players=3)").start()


def finished_position() -> Position:
    """Return a position in which the game has ended."""
    position = START
    while not position.is_over:
        position = position.after(position.actions()[0])
    return position


def make_searches() -> dict[str, Callable[[Any], object]]:
    """Return all searches as functions of a position."""
    mcts, alphabeta, forced = (
        Mcts(START, nodes=1000),
        AlphaBeta(START, table=1024),
        ForcedWins(GAME),
    )
    solver, prover = Solver(GAME, table=1024), Prover(START, 0, table=1024)
    return {
        "Mcts": mcts.move_to,
        "Mcts.set": mcts.set,
        "AlphaBeta": lambda position: alphabeta.run(position, depth=1),
        "AlphaBeta.score": lambda position: alphabeta.score(position, 1),
        "ForcedWins": lambda position: forced.wins(position, 0, 1),
        "ForcedWins.actions": lambda position: forced.actions(
            position, 0, 1, winning=True, max_actions=1
        ),
        "Prover": prover.run,
        "Solver": lambda position: solver.values([position]),
    }


@pytest.mark.parametrize(
    "position", [THREE_PLAYERS, load("vier3d").start(), str(START), None, START.state]
)
def test_rejects_positions_of_other_games(position: Any) -> None:
    for search in make_searches().values():
        with pytest.raises(BadArgument, match=r"position(s\[0\])? (is of|must be a Position)"):
            search(position)


def test_other_options_are_another_game() -> None:
    mcts = Mcts(load("vier3d").start(), nodes=1000)
    with pytest.raises(BadArgument, match=r"position is of load\('vier3d\(players=3\)'\), not of"):
        mcts.move_to(THREE_PLAYERS)


def test_rejects_finished_games() -> None:
    mcts = Mcts(finished_position(), nodes=1000)
    for search in (
        mcts.run,
        lambda: Prover(START, 0).run(finished_position()),
        lambda: AlphaBeta(START).run(finished_position()),
    ):
        with pytest.raises(BadArgument, match="the game is over"):
            search()


def make_judge(values: Any, priors: Any) -> Callable[[list[Position]], list[Judgement]]:
    return lambda positions: [Judgement(values, priors) for _ in positions]


VALID_JUDGEMENT = (0.0, 0.0), [1 / 7] * 7


@pytest.mark.parametrize(
    ("judge", "message"),
    [
        (make_judge((0.0, 0.0), [1 / 6] * 6), "priors of a judgement must be 7 finite numbers"),
        (make_judge((0.0, 0.0), [[1 / 7] * 7]), "priors of a judgement must be 7 finite numbers"),
        (
            make_judge((0.0, 0.0), [float("nan")] * 7),
            "priors of a judgement must be 7 finite numbers",
        ),
        (make_judge((0.0, 0.0), ["likely"] * 7), "priors of a judgement: could not convert"),
        (make_judge((0.0,), [1 / 7] * 7), "values of a judgement must be 2 finite numbers"),
        (make_judge((0.0,) * 3, [1 / 7] * 7), "values of a judgement must be 2 finite numbers"),
        (make_judge(0.5, [1 / 7] * 7), "values of a judgement must be 2 finite numbers"),
        (lambda positions: [], "the judge gave 0 judgements of 1 positions"),
    ],
)
def test_rejects_invalid_outputs_of_a_network(judge: Any, message: str) -> None:
    with pytest.raises(BadArgument, match=message):
        Mcts(START, nodes=1000).run_with_judge(judge, simulations=50, batch=1)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"nodes": 0}, "nodes must be a whole number from 1 to"),
        ({"nodes": 1 << 31}, "nodes must be a whole number from 1 to"),
        ({"threads": 0}, "threads must be a whole number from 1 to 256"),
        ({"seed": -1}, "a seed must be a whole number from 0 to"),
        ({"explore": float("nan")}, "explore must be a finite number"),
    ],
)
def test_trees_check_their_arguments(given: dict[str, Any], message: str) -> None:
    with pytest.raises(BadArgument, match=message):
        Mcts(START, **given)


def test_rejects_invalid_budgets() -> None:
    mcts, judge = Mcts(START, nodes=1000), make_judge(*VALID_JUDGEMENT)
    wrong: list[tuple[Callable[[], object], str]] = [
        (lambda: mcts.run(simulations=-1), "simulations must be a whole number"),
        (lambda: mcts.run(seconds=float("inf")), "seconds must be a finite number"),
        (
            lambda: mcts.run_with_judge(judge, simulations=8, batch=0),
            "batch must be a whole number",
        ),
        (lambda: Prover(START, attacker=2), "attacker must be a whole number from 0 to 1"),
        (lambda: Prover(START, 0, table=0), "table must be a whole number"),
        (lambda: Solver(GAME).values(START), "positions must be a sequence of positions"),  # type: ignore[arg-type]
        (lambda: Solver(GAME).values([START], threads=0), "threads must be a whole number"),
        (lambda: Solver("vier3d(players=3)"), "exact values are for two players"),
    ]
    for search, message in wrong:
        with pytest.raises(BadArgument, match=message):
            search()
