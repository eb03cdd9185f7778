"""Layout of boards in the plane, seen from any side.

A flat board is one plank. A board with height becomes one plank per level, two in a row, from the
lowest at the bottom left, each with all labels. A board seen from another side is rotated around
its centre, with letters upright.
"""

from collections.abc import Iterable, Sequence
from math import cos, hypot, radians, sin
from typing import NamedTuple

from steinreich.rules.about import Board, Cell
from steinreich.rules.arguments import format_value
from steinreich.rules.errors import BadArgument
from steinreich.rules.language import Text

Point = tuple[float, float]
LABEL_MARGIN = 0.36  # from the middle of a label to the edge of the plank
# By `Board.squares`: around squares, and around points, where stones extend farther
MIN_MARGINS = {True: 0.2, False: 0.72}
PLANK_GAP = 0.45  # between planks
PANEL_MARGIN = 0.5  # from the outermost points: more than a stone, less than a label


class Plank(NamedTuple):
    """The wood below a flat board or below one level of a board with height."""

    outline: tuple[Point, ...]
    level: int


class Layout(NamedTuple):
    """A board with the final coordinates of cells and labels, and the planks below them."""

    board: Board
    planks: tuple[Plank, ...]


def layout(board: Board) -> Layout:
    """Return the layout of a board."""
    if not board.scene:
        return Layout(board, (make_plank(board, range(len(board.cells))),))
    floor = stack_levels(board)
    level_offsets = get_level_offsets(floor)
    levels = [z for _, _, z in board.scene]  # of the cells
    cells = tuple(
        cell._replace(x=cell.x + level_offsets[z][0], y=cell.y + level_offsets[z][1])
        for cell, z in zip(floor.cells, levels, strict=True)
    )
    labels = tuple(
        (text, x + right, y + up) for right, up in level_offsets for text, x, y in floor.labels
    )
    board_with_levels = board._replace(cells=cells, labels=labels)
    planks = tuple(
        make_plank(board_with_levels, get_cells_at_height(board, z), z + 1)
        for z in sorted(set(levels))
    )
    return Layout(board_with_levels, planks)


def stack_levels(board: Board) -> Board:
    """Return a board with height whose levels coincide, with their lower left cell at (0, 0).

    Labels of all levels coincide, too, so that each label occurs once.
    """
    corners = [get_lower_left(board, z) for z in sorted({z for _, _, z in board.scene})]
    levels = [z for _, _, z in board.scene]  # of the cells
    cells = tuple(
        cell._replace(x=cell.x - corners[z][0], y=cell.y - corners[z][1])
        for cell, z in zip(board.cells, levels, strict=True)
    )
    labels = set()
    for text, x, y in board.labels:
        left, low = corners[levels[find_nearest_cell(board.cells, x, y)]]
        labels.add((text, round(x - left, 4), round(y - low, 4)))
    return board._replace(cells=cells, labels=tuple(sorted(labels)))


def make_panel(board: Board) -> tuple[Point, ...]:
    """Return the outline of the lighter wood below a board of points."""
    points = [(cell.x, cell.y) for cell in board.cells]
    return tuple(widen(hull(points + line_ends(board)), PANEL_MARGIN))


def make_plank(board: Board, cells: Sequence[int], level: int = 0) -> Plank:
    """Return the plank below some cells, with room for their labels."""
    ground = [point for cell in cells for point in extent(board, board.cells[cell])]
    outline = hull(ground + line_ends(board))
    distances = [distance_outside(outline, (x, y)) for _, x, y in board.labels]
    # Labels at a distance of 1 or more belong to other planks.
    label_margin = max(
        (distance + LABEL_MARGIN for distance in distances if distance < 1), default=0.0
    )
    margin = max(MIN_MARGINS[board.squares], label_margin)
    return Plank(tuple(widen(outline, margin)), level)


def line_ends(board: Board) -> list[Point]:
    """Return the ends of lines of a flat board, where there may be no cell."""
    flat = [] if board.scene else board.lines
    return [point for x, y, to_x, to_y in flat for point in ((x, y), (to_x, to_y))]


def extent(board: Board, cell: Cell) -> list[Point]:
    """Return the corners of a square cell, or a point."""
    return cell_corners(cell) if board.squares else [(cell.x, cell.y)]


def get_cells_at_height(board: Board, z: int) -> list[int]:
    """Return the cells at a height."""
    return [cell for cell, point in enumerate(board.scene) if point[2] == z]


def get_level_offsets(floor: Board) -> list[Point]:
    """Return the offset of each level; there are two levels per row."""
    first = make_plank(floor, get_cells_at_height(floor, 0))
    width, height = (
        max(point[axis] for point in first.outline) - min(point[axis] for point in first.outline)
        for axis in (0, 1)
    )
    return [
        (z % 2 * (width + PLANK_GAP), z // 2 * (height + PLANK_GAP))
        for z in range(1 + max(z for _, _, z in floor.scene))
    ]


def get_lower_left(board: Board, z: int) -> Point:
    """Return the lower left of a level in the coordinates of the board."""
    ground = [board.cells[cell] for cell in get_cells_at_height(board, z)]
    return min(cell.x for cell in ground), min(cell.y for cell in ground)


def find_nearest_cell(cells: Sequence[Cell], x: float, y: float) -> int:
    """Return the cell nearest to a point."""
    return min(range(len(cells)), key=lambda i: (cells[i].x - x) ** 2 + (cells[i].y - y) ** 2)


# Rotation


ROTATION_STEPS = (60, 90, 120)  # degrees; for hexagons, squares and triangles
MAX_ROUNDING_ERROR = 0.05  # of a square: games round the coordinates of their cells
Spot = tuple[int, int, int]


def get_rotations(board: Board) -> tuple[int, ...]:
    """Return the angles in degrees by which a board can be rotated.

    An upright board, on which pieces fall down, is fixed; any other can be seen from the opposite
    side.
    """
    if board.pillars and not board.scene:
        return (0,)
    ground = flatten_levels(board)
    step = next(
        (degrees for degrees in ROTATION_STEPS if is_rotation_symmetric(ground, degrees)), 180
    )
    return tuple(range(0, 360, step))


def flatten_levels(board: Board) -> Board:
    """Return a flat board unchanged, and a board with height with coinciding levels."""
    return stack_levels(board) if board.scene else board


def is_rotation_symmetric(board: Board, degrees: int) -> bool:
    """Return whether a rotation around the centre maps each cell to a cell."""
    middle_x = sum(cell.x for cell in board.cells) / len(board.cells)
    middle_y = sum(cell.y for cell in board.cells) / len(board.cells)
    spots = [(cell.x - middle_x, cell.y - middle_y) for cell in board.cells]
    return all(
        any(hypot(x - other_x, y - other_y) < MAX_ROUNDING_ERROR for other_x, other_y in spots)
        for x, y in (rotate_point(spot, degrees) for spot in spots)
    )


def rotate_board(board: Board, degrees: int) -> Board:
    """Return the board rotated clockwise; `BadArgument` for an impossible angle."""
    if degrees == 0:
        return board
    if degrees not in (rotations := get_rotations(board)):
        raise BadArgument(
            Text(
                "this board cannot be turned by {degrees} degrees, only by {listed}",
                degrees=format_value(degrees),
                listed=", ".join(map(str, rotations)),
            )
        )
    board = flatten_levels(board)
    turned = board._replace(
        cells=tuple(Cell(name, *rotate_point((x, y), degrees)) for name, x, y in board.cells),
        lines=tuple(
            (*rotate_point((x, y), degrees), *rotate_point((to_x, to_y), degrees))
            for x, y, to_x, to_y in board.lines
        ),
        labels=tuple((text, *rotate_point((x, y), degrees)) for text, x, y in board.labels),
        scene=rotate_scene(board.scene, degrees),
    )
    return move_labels_below(turned) if board.scene else turned


def move_labels_below(board: Board) -> Board:
    """Move labels above the board to below it, and those on the right to the left.

    The names of levels are above.
    """
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


def rotate_scene(scene: tuple[Spot, ...], degrees: int) -> tuple[Spot, ...]:
    """Return the coordinates of a board with height rotated around the vertical axis, counted from
    0."""
    points = [rotate_point((x, y), degrees) for x, y, _ in scene]
    left, near = (min((point[axis] for point in points), default=0) for axis in (0, 1))
    return tuple(
        (round(x - left), round(y - near), z)
        for (x, y), (_, _, z) in zip(points, scene, strict=True)
    )


def rotate_point(point: Point, degrees: int) -> Point:
    """Return a point rotated clockwise around the origin, without rounding errors."""
    (x, y), angle = point, radians(degrees)
    right, up = x * cos(angle) + y * sin(angle), y * cos(angle) - x * sin(angle)
    return round(right, 6) + 0.0, round(up, 6) + 0.0  # adding 0.0 turns -0.0 into 0.0


# Plane geometry: hulls and margins


def hull(points: Iterable[Point]) -> list[Point]:
    """Return the corners of the convex hull, anticlockwise (Andrew's monotone chain)."""
    ordered = sorted(set(points))
    return half_hull(ordered)[:-1] + half_hull(ordered[::-1])[:-1]


def half_hull(ordered: Sequence[Point]) -> list[Point]:
    """Return the corners to the right of the line from the first sorted point to the last."""
    corners: list[Point] = []
    for point in ordered:
        while len(corners) > 1 and cross_product(corners[-2], corners[-1], point) <= 1e-9:
            corners.pop()
        corners.append(point)
    return corners


def cross_product(a: Point, b: Point, c: Point) -> float:
    """Return the cross product of a-b and b-c: positive if the path turns left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def distance_outside(outline: Sequence[Point], point: Point) -> float:
    """Return the distance of a point beyond the edges of a convex outline; negative inside."""
    return max(
        -cross_product(a, b, point) / hypot(b[0] - a[0], b[1] - a[1])
        for a, b in zip(outline, [*outline[1:], outline[0]], strict=True)
    )


def widen(outline: Sequence[Point], margin: float) -> list[Point]:
    """Return a convex outline with every edge moved outward."""
    corners = []
    for before, corner, after in zip(
        [outline[-1], *outline[:-1]], outline, [*outline[1:], outline[0]], strict=True
    ):
        (ax, ay), (bx, by) = outward_normal(before, corner), outward_normal(corner, after)
        # The new corner lies in the direction of the sum of both normals.
        factor = margin / (1 + ax * bx + ay * by)
        corners.append((corner[0] + factor * (ax + bx), corner[1] + factor * (ay + by)))
    return corners


def outward_normal(a: Point, b: Point) -> Point:
    """Return the outward unit normal of an edge of an anticlockwise outline."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    return (b[1] - a[1]) / length, (a[0] - b[0]) / length


def cell_corners(cell: Cell) -> list[Point]:
    """Return the corners of the square around a cell."""
    return [(cell.x + dx, cell.y + dy) for dx in (-0.5, 0.5) for dy in (-0.5, 0.5)]
