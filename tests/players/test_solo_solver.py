"""The solver of games for one player: its solutions and its proofs that there is none."""

import random
from threading import Event

import pytest

from steinreich import Position, load
from steinreich.games.six_in_line.knowledge import distance, solved_boards
from steinreich.games.six_in_line.rules import LINES
from steinreich.players.solo_solver import solve
from steinreich.rules.bits import count
from tests.reference import six_in_line as reference

ROOK = "six_in_line(players=1)"
STEP = "six_in_line(players=1,slide=step)"
BOTH_VARIANTS = pytest.mark.parametrize("id", [ROOK, STEP])


def play_careful_game(id: str, seed: int) -> list[Position]:
    """Return the live positions of a random game in which lines are avoided as long as possible."""
    rng = random.Random(seed)
    line = [load(id).start()]
    while True:
        position = line[-1]
        children = [position.after(action) for action in position.actions()]
        ongoing = [child for child in children if not child.is_over]
        if not ongoing:
            return line
        line.append(rng.choice(ongoing))


def is_solvable(p: reference.Position, known: dict[reference.Position, bool]) -> bool:
    """Return whether an exhaustive search with the reference rules finds a solution."""
    if p not in known:
        result = reference.returns(p)
        names = reference.legal(p) if result is None else []
        known[p] = result == (1,) or any(
            is_solvable(reference.play(p, name), known) for name in names
        )
    return known[p]


def check_solution(position: Position, actions: tuple[int, ...]) -> None:
    """Check that the actions are legal and end in success."""
    for action in actions:
        assert action in position.actions()
        position = position.after(action)
    assert position.returns == (1,)


@BOTH_VARIANTS
def test_solver_solves_the_empty_board(id: str) -> None:
    solution = solve(load(id).start())
    assert (solution.status, len(solution.actions)) == (
        "solvable",
        2 + 2 * 28,  # the opening stones, then a slide and a placement for each other stone
    )
    check_solution(load(id).start(), solution.actions)


def test_solver_solves_a_known_opening() -> None:
    position = load(ROOK).start().play("e3").play("e4")
    check_solution(position, solve(position).actions)


@BOTH_VARIANTS
def test_solver_decides_every_position(id: str) -> None:
    """Early and late, before slides and before placements."""
    for position in play_careful_game(id, seed=2)[::3]:
        solution = solve(position)
        assert solution.status != "unknown"
        if solution.status == "solvable":
            check_solution(position, solution.actions)


def random_board(id: str, stones: int, rng: random.Random) -> Position:
    """Return a random board with a number of stones and no full line."""
    board = 0
    for cell in rng.sample(range(36), 36):
        extended = board | 1 << cell
        if count(board) < stones and not any(extended & line == line for line in LINES):
            board = extended
    if count(board) < stones:
        return random_board(id, stones, rng)
    return Position(load(id), load(id).start().state._replace(stones=board, opening=0))


@BOTH_VARIANTS
@pytest.mark.parametrize("stones", [26, 27, 28, 29])
def test_late_positions_agree_with_an_exhaustive_search(id: str, stones: int) -> None:
    options = {"players": "1", "slide": "step" if id == STEP else "rook"}
    found = []
    for seed in range(15):
        position = random_board(id, stones, random.Random(seed))
        expected = is_solvable(reference.from_text(str(position), **options), {})
        solution = solve(position)
        assert solution.status == ("solvable" if expected else "unsolvable")
        if expected:
            check_solution(position, solution.actions)
        found.append(expected)
    assert set(found) == {True, False}


def test_solver_decides_finished_games() -> None:
    position = load(ROOK).start()
    solution = solve(position)
    for action in solution.actions:
        position = position.after(action)
    assert solve(position)[:3] == ("solvable", (), 0)
    lost = load(ROOK).position("6/6/6/6/6/o5 1 1 s")
    assert solve(lost)[:3] == ("unsolvable", (), 0)


def test_solver_stops_at_the_time_limit_and_on_request() -> None:
    position = load(ROOK).start()
    assert solve(position, seconds=0).status == "unknown"
    stop = Event()
    stop.set()
    assert solve(position, stop=stop)[:2] == ("unknown", ())


def test_solver_rejects_games_for_several_players() -> None:
    with pytest.raises(ValueError, match="one player"):
        solve(load("six_in_line").start())


def test_solved_boards_have_distance_zero() -> None:
    assert len(solved_boards()) == 270
    full = (1 << 36) - 1
    solved = load(ROOK).start().state._replace(stones=full & ~solved_boards()[0], opening=0)
    assert distance(solved) == 0
    assert Position(load(ROOK), solved).returns == (1,)
    assert distance(solved._replace(stones=full)) == 6
