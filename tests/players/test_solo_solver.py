"""The solver of puzzles: its lines reach the goal, and what it gives up is lost."""

import random
from threading import Event

import pytest

from steinreich import Position, load
from steinreich.games.six_in_line.knowledge import distance, solved_boards
from steinreich.games.six_in_line.rules import LINES
from steinreich.players.solo_solver import solve
from steinreich.rules.bits import count
from tests.reference import six_in_line as slow

ROOK = "six_in_line(players=1)"
STEP = "six_in_line(players=1,slide=step)"
BOTH = pytest.mark.parametrize("id", [ROOK, STEP])


def careful_game(id: str, seed: int) -> list[Position]:
    """Return the live positions of a random game in which lines are avoided as long as possible."""
    dice = random.Random(seed)
    line = [load(id).start()]
    while True:
        position = line[-1]
        afters = [position.after(action) for action in position.actions()]
        alive = [after for after in afters if not after.is_over]
        if not alive:
            return line
        line.append(dice.choice(alive))


def can_be_solved(p: slow.P, seen: dict[slow.P, bool]) -> bool:
    """Return the answer of an exhaustive search with the reference rules."""
    if p not in seen:
        result = slow.returns(p)
        names = slow.legal(p) if result is None else []
        seen[p] = result == (1,) or any(can_be_solved(slow.play(p, name), seen) for name in names)
    return seen[p]


def assert_solved(position: Position, actions: tuple[int, ...]) -> None:
    """Check that the actions are legal and end in success."""
    for action in actions:
        assert action in position.actions()
        position = position.after(action)
    assert position.returns == (1,)


@BOTH
def test_empty_board_is_solved(id: str) -> None:
    solution = solve(load(id).start())
    assert (solution.prospect, len(solution.actions)) == ("solvable", 2 + 2 * 28)
    assert_solved(load(id).start(), solution.actions)


def test_known_opening_is_solved() -> None:
    position = load(ROOK).start().play("e3").play("e4")
    assert_solved(position, solve(position).actions)


@BOTH
def test_every_position_of_a_game_is_decided(id: str) -> None:
    """Early and late, before slides and before placements in turn."""
    for position in careful_game(id, seed=2)[::3]:
        solution = solve(position)
        assert solution.prospect != "unknown"
        if solution.prospect == "solvable":
            assert_solved(position, solution.actions)


def late_board(id: str, stones: int, dice: random.Random) -> Position:
    """Return a random board with a number of stones and no full line."""
    board = 0
    for cell in dice.sample(range(36), 36):
        fuller = board | 1 << cell
        if count(board) < stones and not any(fuller & line == line for line in LINES):
            board = fuller
    if count(board) < stones:
        return late_board(id, stones, dice)
    return Position(load(id), load(id).start().state._replace(stones=board, opening=0))


@BOTH
@pytest.mark.parametrize("stones", [26, 27, 28, 29])
def test_late_positions_agree_with_an_exhaustive_search(id: str, stones: int) -> None:
    options = {"players": "1", "slide": "step" if id == STEP else "rook"}
    found = []
    for seed in range(15):
        position = late_board(id, stones, random.Random(seed))
        expected = can_be_solved(slow.from_text(str(position), **options), {})
        solution = solve(position)
        assert solution.prospect == ("solvable" if expected else "unsolvable")
        if expected:
            assert_solved(position, solution.actions)
        found.append(expected)
    assert set(found) == {True, False}


def test_finished_game_is_decided() -> None:
    position = load(ROOK).start()
    solution = solve(position)
    for action in solution.actions:
        position = position.after(action)
    assert solve(position)[:3] == ("solvable", (), 0)
    lost = load(ROOK).position("6/6/6/6/6/o5 1 1 s")
    assert solve(lost)[:3] == ("unsolvable", (), 0)


def test_time_limit_and_stop_are_respected() -> None:
    position = load(ROOK).start()
    assert solve(position, seconds=0).prospect == "unknown"
    stop = Event()
    stop.set()
    assert solve(position, stop=stop)[:2] == ("unknown", ())


def test_games_of_several_players_are_refused() -> None:
    with pytest.raises(ValueError, match="one player"):
        solve(load("six_in_line").start())


def test_solved_boards() -> None:
    assert len(solved_boards()) == 270
    full = (1 << 36) - 1
    solved = load(ROOK).start().state._replace(stones=full & ~solved_boards()[0], opening=0)
    assert distance(solved) == 0
    assert Position(load(ROOK), solved).returns == (1,)
    assert distance(solved._replace(stones=full)) == 6
