"""Positions of every game, and constructed pictures."""

import random
from typing import Any

import pytest

from steinreich import Position, games, load
from steinreich.draw import Picture
from steinreich.rules.about import Board, Cell, Piece
from tests.translated import Translated

MORE_IDS = (  # options that change the picture
    "chain_reaxis(size=8x4)",
    "inner_square(board=full7)",
    "inner_square(board=alq9)",
    "six_in_line(players=1)",
    "six_in_line(players=4)",
    "tzaar(setup=fixed)",
    "tzaar(setup=tournament)",
    "vier3d(variant=most_fours)",
    "vier3d(players=3)",
)
MIDDLE_ACTIONS = 13  # of a position in the middle of a game
END_ACTIONS = 400  # enough to end every game


def play_random_game(id: str, actions: int) -> Position:
    """Return a random game up to this number of actions."""
    rng = random.Random(id)
    position = load(id).start(seed=1)
    for _ in range(actions):
        if position.is_over:
            break
        position = position.after(rng.choice(position.actions()))
    return position


def ids() -> list[str]:
    return [*games(), *(id for id in MORE_IDS if id.partition("(")[0] in games())]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests with a `position` on the start, middle and end of every game."""
    if "position" in metafunc.fixturenames:
        cases = [(id, n) for id in ids() for n in (0, MIDDLE_ACTIONS)] + [
            (id, END_ACTIONS) for id in games()
        ]
        names = [f"{id}-{n}" for id, n in cases]
        metafunc.parametrize("position", cases, ids=names, indirect=True)


@pytest.fixture(scope="session")
def position(request: pytest.FixtureRequest) -> Position:
    return play_random_game(*request.param)


def hexagon(side: int) -> Board:
    """Points in columns A, B, ... with lines in three directions and a hole in the middle. Each
    column has labels at its ends.
    """
    columns = range(1 - side, side)
    heights = {c: 2 * side - 1 - abs(c) for c in columns}
    points = [(c, 2 * r - heights[c] + 1) for c in columns for r in range(heights[c])]
    points.remove((0, 0))
    where = {point: (point[0] * 0.75**0.5, point[1] / 2) for point in points}
    count: dict[str, int] = {}
    cells = []
    for point in points:
        letter = chr(65 + point[0] + side - 1)
        count[letter] = count.get(letter, 0) + 1
        cells.append(Cell(f"{letter}{count[letter]}", *where[point]))
    lines = tuple(
        (*where[c, half], *where[c + dc, half + dy])
        for c, half in points
        for dc, dy in ((0, 2), (1, 1), (1, -1))
        if (c + dc, half + dy) in where
    )
    labels = []
    for letter in sorted(count):
        ends = [cell for cell in cells if cell.name[0] == letter]
        labels += [(ends[0].name, ends[0].x, ends[0].y - 0.85)]
        labels += [(ends[-1].name, ends[-1].x, ends[-1].y + 0.85)]
    return Board(tuple(cells), squares=False, lines=lines, labels=tuple(labels))


def make_picture(board: Board, pieces: tuple[Piece, ...] = (), **fields: Any) -> Picture:
    """Return a picture without a game."""
    empty = Picture(
        title=Translated("Stones", "Steine"),
        caption=Translated("White: move", "Weiß: ziehen"),
        board=board,
        pieces=pieces,
        targets={},
        last_action="",
        last_kind=None,
        last=(),
        winning_lines=(),
        over=False,
    )
    return empty._replace(**fields)


@pytest.fixture
def stacks() -> Picture:
    """Pieces of every kind on a small hexagon: cells A1 to E3 with a hole, 18 in all."""
    pieces = (
        Piece(0, "white", "plain", "T"),
        Piece(2, "white", "ring", "R", 2),
        Piece(4, "white", "crown", "Z", 3),
        Piece(8, "black", "plain", "t", 12),
        Piece(9, "black", "ring", "r"),
        Piece(17, "black", "crown", "z", 4),
    )
    return make_picture(hexagon(3), pieces, last_action="C1xC3", last_kind="capture", last=(7, 9))


@pytest.fixture
def tiles() -> Picture:
    """Two tiles on a board of 4 by 3 squares, the second just placed on c2 and c3."""
    cells = tuple(Cell("abcd"[x] + "123"[y], x, y) for y in range(3) for x in range(4))
    labels = tuple(("abcd"[x], float(x), -0.85) for x in range(4))
    labels += tuple(("123"[y], -0.85, float(y)) for y in range(3))
    pieces = (
        Piece(0, "wood", "plain", "o"),
        Piece(1, "wood", "holes", "x"),
        Piece(6, "wood", "plain", "o"),
        Piece(10, "wood", "holes", "x"),
    )
    board = Board(cells, squares=True, labels=labels)
    last: dict[str, Any] = {"last_action": "c2c3", "last_kind": "tile", "last": (6, 10)}
    return make_picture(board, pieces, **last, targets={"d1d2": (3, 7)})


@pytest.fixture
def crossing() -> Picture:
    """Nine points with lines, two of the points marked."""
    cells = tuple(Cell("abc"[x] + "123"[y], x, y) for y in range(3) for x in range(3))
    lines = tuple((0.0, float(i), 2.0, float(i)) for i in range(3))
    lines += tuple((float(i), 0.0, float(i), 2.0) for i in range(3))
    lines += ((0.0, 0.0, 2.0, 2.0), (0.0, 1.0, 1.0, 0.0), (1.0, 0.0, 0.0, 1.0))
    labels = tuple(("abc"[x], float(x), -0.85) for x in range(3))
    labels += tuple(("123"[y], -0.85, float(y)) for y in range(3))
    pieces = (Piece(0, "red", "plain", "r"), Piece(8, "yellow", "dot", "y"))
    return make_picture(Board(cells, False, lines, marked=(4, 8), labels=labels), pieces)
