"""The board seen from another side: everything turned around its middle, letters upright."""

from math import cos, hypot, radians, sin

from steinreich.draw.layout import stacked
from steinreich.draw.shape import Point
from steinreich.rules.about import Board, Cell
from steinreich.rules.arguments import shown
from steinreich.rules.errors import BadArgument
from steinreich.rules.language import Words

STEPS = (60, 90, 120)  # degrees: on hexagons, squares and triangles every cell meets another
NEAR = 0.05  # of a square: games round where their cells lie
Spot = tuple[int, int, int]


def turns_of(board: Board) -> tuple[int, ...]:
    """By how many degrees a board can be turned.

    A board that stands upright, so that pieces fall down on it, stays as it is; any other can be
    seen from the opposite side.
    """
    if board.pillars and not board.scene:
        return (0,)
    ground = grounded(board)
    step = next((degrees for degrees in STEPS if covers_itself(ground, degrees)), 180)
    return tuple(range(0, 360, step))


def grounded(board: Board) -> Board:
    """The board as one that can be turned: levels lie one upon the other."""
    return stacked(board) if board.scene else board


def covers_itself(board: Board, degrees: int) -> bool:
    """Whether each cell comes to lie where a cell was."""
    middle_x = sum(cell.x for cell in board.cells) / len(board.cells)
    middle_y = sum(cell.y for cell in board.cells) / len(board.cells)
    spots = [(cell.x - middle_x, cell.y - middle_y) for cell in board.cells]
    return all(
        any(hypot(x - other_x, y - other_y) < NEAR for other_x, other_y in spots)
        for x, y in (turned_point(spot, degrees) for spot in spots)
    )


def turned_board(board: Board, degrees: int) -> Board:
    """The board turned clockwise; `BadArgument` where it cannot be seen from there."""
    if degrees == 0:
        return board
    if degrees not in (turns := turns_of(board)):
        listed = ", ".join(map(str, turns))
        raise BadArgument(
            Words(
                f"this board cannot be turned by {shown(degrees)} degrees, only by {listed}",
                f"dieses Brett lässt sich nicht um {shown(degrees)} Grad drehen, nur um {listed}",
            )
        )
    board = grounded(board)
    turned = board._replace(
        cells=tuple(Cell(name, *turned_point((x, y), degrees)) for name, x, y in board.cells),
        lines=tuple(
            (*turned_point((x, y), degrees), *turned_point((to_x, to_y), degrees))
            for x, y, to_x, to_y in board.lines
        ),
        labels=tuple((text, *turned_point((x, y), degrees)) for text, x, y in board.labels),
        scene=turned_scene(board.scene, degrees),
    )
    return labelled_below(turned) if board.scene else turned


def labelled_below(board: Board) -> Board:
    """Labels above and to the right come to lie below and to the left: levels have their names
    above."""
    (low_x, high_x), (low_y, high_y) = (
        (min(values), max(values))
        for values in zip(*(cell[1:] for cell in board.cells), strict=True)
    )
    return board._replace(
        labels=tuple(
            (text, low_x + high_x - x if x > high_x else x, low_y + high_y - y if y > high_y else y)
            for text, x, y in board.labels
        )
    )


def turned_scene(scene: tuple[Spot, ...], degrees: int) -> tuple[Spot, ...]:
    """The places of a board with height turned around the upright, counted from 0 again."""
    points = [turned_point((x, y), degrees) for x, y, _ in scene]
    left, near = (min((point[axis] for point in points), default=0) for axis in (0, 1))
    return tuple(
        (round(x - left), round(y - near), z)
        for (x, y), (_, _, z) in zip(points, scene, strict=True)
    )


def turned_point(point: Point, degrees: int) -> Point:
    """A point turned clockwise around the origin, without what computing with angles leaves."""
    (x, y), angle = point, radians(degrees)
    right, up = x * cos(angle) + y * sin(angle), y * cos(angle) - x * sin(angle)
    return round(right, 6) + 0.0, round(up, 6) + 0.0
