"""Exact values compared with an exhaustive search, with and without heuristics."""

import random
from threading import Event, Timer

import pytest

from steinreich import Game, Position, load
from steinreich.games.six_in_line.notation import parse_coins
from steinreich.games.six_in_line.rules import LINES
from steinreich.players.knowledge import get_heuristics_compiler
from steinreich.rules.bits import count
from steinreich.rules.contract import DRAW, ONGOING
from steinreich.search.exact.solver import Solver
from tests.conftest import random_game

CONNECT_FOUR = "examples/connect_four.py"


def make_solver_with_heuristics(game: Game) -> Solver:
    """Return a solver that uses heuristics of the game."""
    return Solver(game, get_heuristics_compiler(game))


def exhaustive_outcome(position: Position, outcomes_by_position: dict[Position, int]) -> int:
    """Return the outcome of best play by an exhaustive search."""
    if position.is_over:
        return position.outcome
    if position not in outcomes_by_position:
        outcomes = {
            exhaustive_outcome(position.after(a), outcomes_by_position) for a in position.actions()
        }
        best_first = [position.player, DRAW, 1 - position.player]
        outcomes_by_position[position] = min(outcomes, key=best_first.index)
    return outcomes_by_position[position]


def random_tiles(game: Game, tiles: int, seed: int) -> Position:
    """Return a live position of Chain Reaxis after a number of random tiles."""
    line = random_game(game, seed)
    return line[tiles] if len(line) > tiles + 1 else random_tiles(game, tiles, seed + 1000)


def make_nearly_full_position(seed: int) -> Position:
    """Return a position of Six in Line with two coins each and 26 stones: the next line decides."""
    rng, stones = random.Random(seed), 0
    for cell in rng.sample(range(36), 36):
        more = stones | 1 << cell
        if count(stones) < 26 and not any(more & line == line for line in LINES):
            stones = more
    if count(stones) < 26:
        return make_nearly_full_position(seed + 1000)
    game = load("six_in_line")
    coins = parse_coins("2-2", 2)
    state = game.start().state._replace(
        stones=stones, turn=rng.randrange(2), coins=coins, opening=0
    )
    return Position(game, state)


def test_solves_turns_of_two_actions() -> None:
    solver = Solver(load("six_in_line"))
    outcomes = set()
    for seed in range(12):
        position = make_nearly_full_position(seed)
        value = solver.values([position])[0]
        assert value.outcome == exhaustive_outcome(position, {})
        outcomes.add(value.outcome)
    assert len(outcomes) > 1


def test_solves_the_end_of_connect_four() -> None:
    game = load(CONNECT_FOUR)
    solver = Solver(game)
    lines = [line for seed in range(400) if len(line := random_game(game, seed)) > 36]
    assert len(lines) > 5
    for line in lines[:20]:
        assert solver.values([line[33]])[0].outcome == exhaustive_outcome(line[33], {})


@pytest.mark.parametrize("with_heuristics", [False, True])
@pytest.mark.parametrize("options", ["", ",diagonals=off", ",contact=corner"])
def test_solves_the_middle_of_chain_reaxis(with_heuristics: bool, options: str) -> None:
    game = load(f"chain_reaxis(size=5x4{options})")
    compiler = get_heuristics_compiler(game) if with_heuristics else None
    solver = Solver(game, compiler, table=1 << 12)  # too small: entries get lost
    outcomes = set()
    for seed in range(12):
        position = random_tiles(game, 6, seed)
        outcome = solver.values([position])[0].outcome
        assert outcome == exhaustive_outcome(position, {})
        outcomes.add(outcome)
    assert len(outcomes) > 1


@pytest.mark.parametrize("id", ["chain_reaxis(size=4x4)", "chain_reaxis(size=4x4,diagonals=off)"])
def test_heuristics_change_only_the_work(id: str) -> None:
    start = load(id).start()
    plain, with_heuristics = (
        Solver(start.game).values([start])[0],
        make_solver_with_heuristics(start.game).values([start])[0],
    )
    assert plain.outcome == with_heuristics.outcome == DRAW
    assert with_heuristics.nodes < plain.nodes / 3


def test_solves_many_positions_in_threads() -> None:
    game = load("chain_reaxis(size=5x5)")
    openings = [game.start().after(action) for action in game.start().actions()]
    reported = []
    values = make_solver_with_heuristics(game).values(
        openings,
        threads=4,
        progress=lambda position, value: reported.append((str(position), value)),
    )
    assert sorted(reported) == sorted(
        (str(position), value) for position, value in zip(openings, values, strict=True)
    )
    lost = {
        position.last_move for position, v in zip(openings, values, strict=True) if v.outcome == 1
    }
    assert lost == {"a3b3", "c1c2", "c5c4", "e3d3"}
    assert {value.outcome for value in values} == {DRAW, 1}


def test_solves_finished_and_decided_positions_without_search() -> None:
    game = load("chain_reaxis")
    solver = make_solver_with_heuristics(game)
    position = game.start()
    for move in ("a3a4", "b3b4", "c3c4"):
        position = position.play(move)
    assert solver.values([position])[0][:2] == (1, 0)  # d3d4 wins at once
    assert solver.values([position.play("d3d4")])[0][:2] == (1, 0)


def test_solver_stops_at_time_limit_and_on_request() -> None:
    start = load("chain_reaxis(size=8x8)").start()
    solver = make_solver_with_heuristics(start.game)
    assert solver.values([start], seconds=0.2)[0].outcome == ONGOING
    stop = Event()
    Timer(0.2, stop.set).start()
    assert solver.values([start], stop=stop)[0].outcome == ONGOING


def test_rejects_three_players() -> None:
    with pytest.raises(ValueError, match="two players"):
        Solver(load("vier3d(players=3)"))
