"""The strongest player of each game: results, proven verdicts, and limits."""

import gc
import random
from threading import Event, Timer

import pytest
from numba.core.dispatcher import Dispatcher

from steinreich import Position, load
from steinreich.players.engine import Engine
from steinreich.players.player import Limit
from steinreich.players.strategies import (
    AlphaBetaStrategy,
    ExactStrategy,
    MctsStrategy,
    SoloStrategy,
)
from steinreich.players.strategies.exact import MIN_SOLVER_NODES
from steinreich.rules.contract import DRAW, LOST, ONGOING
from steinreich.search.result import SearchResult
from tests.conftest import ALL_NAMES, random_game

CONNECT_FOUR = "examples/connect_four.py"
SOLO = "six_in_line(players=1)"
SEVERAL_PLAYERS = ["vier3d(players=3)", "six_in_line(players=3)", "six_in_line(players=4)"]
VARIANTS = [*ALL_NAMES, CONNECT_FOUR, SOLO, *SEVERAL_PLAYERS, "vier3d(variant=most_fours)"]


def play_moves(id: str, moves: str) -> Position:
    position = load(id).start(seed=1)
    for move in moves.split():
        position = position.play(move)
    return position


def check_result(position: Position, result: SearchResult) -> None:
    """Check that the lines of a search result are legal and its verdicts consistent."""
    assert result.lines
    for line in result.lines:
        verdict, end = line.verdict, position
        assert len(verdict.values) == position.game.players
        assert all(-1 <= value <= 1 for value in verdict.values)
        assert verdict.is_proven == (verdict.outcome != ONGOING)
        for action in line.actions:
            assert action in end.actions()
            end = end.after(action)
        if end.is_over and verdict.is_proven:
            assert end.outcome == verdict.outcome


@pytest.mark.parametrize(
    ("id", "strategy"),
    [
        ("vier3d", AlphaBetaStrategy),
        ("tzaar", AlphaBetaStrategy),
        ("chain_reaxis", ExactStrategy),
        ("vier3d(players=3)", MctsStrategy),
        (CONNECT_FOUR, MctsStrategy),
        (SOLO, SoloStrategy),
    ],
)
def test_every_game_uses_its_search_strategy(id: str, strategy: type) -> None:
    assert type(Engine(load(id), memory=2).strategy) is strategy


@pytest.mark.parametrize("id", VARIANTS)
def test_search_results_are_consistent_in_all_games(id: str) -> None:
    """From the start and from the middle, with several lines, and in progress reports."""
    game = load(id)
    engine = Engine(game, memory=4)
    line = random_game(game, 3)[:-1]
    for position in (game.start(seed=3), line[len(line) // 2]):
        reports: list[SearchResult] = []
        result = engine.think(position, Limit(nodes=1500), lines=3, progress=reports.append)
        for report in (*reports, result):
            check_result(position, report)
        assert engine.think(position, Limit(nodes=500)).best in position.actions()


@pytest.mark.parametrize("id", VARIANTS)
def test_same_seed_and_nodes_give_the_same_lines(id: str) -> None:
    position = load(id).start(seed=2)
    first, second = (
        Engine(load(id), memory=4, seed=5).think(position, Limit(nodes=2000)).lines
        for _ in range(2)
    )
    assert first == second


@pytest.mark.parametrize("id", ["vier3d", "chain_reaxis", "vier3d(players=3)"])
def test_search_stops_at_time_limit_and_on_request(id: str) -> None:
    """The test would not end otherwise."""
    game = load(id)
    engine = Engine(game, memory=4)
    engine.think(game.start(), Limit(seconds=0.2))
    stop = Event()
    Timer(0.1, stop.set).start()
    result = engine.think(game.start(), Limit(), stop=stop)
    check_result(game.start(), result)


def test_engine_proves_a_win() -> None:
    position = play_moves("vier3d", "a1 b1 a2 b2 a3 b4")
    result = Engine(load("vier3d"), memory=4).think(position, Limit(nodes=50_000))
    assert result.verdict.outcome == 0
    assert result.verdict.values == (1.0, -1.0)
    assert result.verdict.turns == len(result.lines[0].actions) == 1
    assert position.after(result.best).returns == (1, -1)


def test_engine_proves_a_loss() -> None:
    position = play_moves("vier3d", "a1 d4 b1 d3 c1 d2")  # both Red and Blue have three
    result = Engine(load("vier3d"), memory=4).think(position, Limit(nodes=50_000))
    assert result.verdict.outcome == 0
    lost = position.after(position.parse_move("a4"))
    assert Engine(load("vier3d"), memory=4).think(lost, Limit(nodes=50_000)).verdict.outcome == 1


def test_engine_proves_a_draw() -> None:
    position = load("chain_reaxis(size=4x4)").start()
    engine = Engine(position.game, memory=8)
    result = engine.think(position, Limit(nodes=MIN_SOLVER_NODES))
    assert result.verdict.outcome == DRAW
    assert result.verdict.values == (0.0, 0.0)


def test_engine_solves_a_game_for_one_player_or_reports_a_loss() -> None:
    game = load(SOLO)
    engine = Engine(game, memory=4)
    result = engine.think(game.start(), Limit(nodes=2_000))
    assert result.verdict.outcome == 0
    end = game.start()
    for action in result.lines[0].actions:
        end = end.after(action)
    assert end.returns == (1,)
    hopeless = game.position("oooo2/oooo2/oooo2/oooo2/6/6 1 0 s")
    assert engine.think(hopeless, Limit(nodes=2_000)).verdict.outcome in (0, LOST)


def test_memory_option_limits_the_table() -> None:
    small = Engine(load("vier3d"), memory=1).strategy
    large = Engine(load("vier3d"), memory=32).strategy
    assert isinstance(small, AlphaBetaStrategy)
    assert isinstance(large, AlphaBetaStrategy)
    assert len(small.alphabeta.memory) * 8 < 2_000_000
    assert 16_000_000 < len(large.alphabeta.memory) * 8 < 33_000_000


def test_engine_rejects_positions_of_other_games_and_finished_ones() -> None:
    engine = Engine(load("vier3d"), memory=1)
    with pytest.raises(ValueError, match=r"position is of load\('tzaar'\), not of load"):
        engine.think(load("tzaar").start(1), Limit(nodes=1))
    with pytest.raises(ValueError, match="the game is over"):
        engine.think(random_game(load("vier3d"), 1)[-1], Limit(nodes=1))


@pytest.mark.parametrize("seat", [0, 1])
def test_engine_never_loses_chain_reaxis_from_the_start(seat: int) -> None:
    """The game is a draw on 6x6, and the solver holds at least that against any play."""
    game = load("chain_reaxis")
    engine, rng = Engine(game, memory=16), random.Random(seat)
    for _ in range(3):
        position = game.start()
        while not position.is_over:
            if position.player == seat:
                action = engine.think(position, Limit(nodes=MIN_SOLVER_NODES)).best
            else:
                action = rng.choice(position.actions())
            position = position.after(action)
        assert position.outcome in (seat, DRAW)


def count_compiled_functions() -> int:
    """Return the number of functions with machine code in this process."""
    # By type: asking a proxy of a deleted object for its class would raise.
    return sum(issubclass(type(obj), Dispatcher) for obj in gc.get_objects())


@pytest.mark.parametrize("id", ["chain_reaxis", "vier3d", CONNECT_FOUR])
def test_engines_share_their_machine_code(id: str) -> None:
    """Machine code is never freed, and an engine process creates an engine for every turn."""
    Engine(load(id), memory=1)
    before = count_compiled_functions()
    for _ in range(3):
        Engine(load(id), memory=1)
    assert count_compiled_functions() == before


def test_variants_share_their_machine_code() -> None:
    Engine(load("chain_reaxis"), memory=1)
    before = count_compiled_functions()
    Engine(load("chain_reaxis(size=8x8)"), memory=1)
    assert count_compiled_functions() == before
