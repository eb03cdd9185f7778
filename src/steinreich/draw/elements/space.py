"""Boards with height in an oblique view: rods on a plate with balls, drawn from back to front."""

from steinreich.draw.elements import flat
from steinreich.draw.elements.annotations import annotations
from steinreich.draw.elements.markup import (
    Attributes,
    element,
    gradient,
    group,
    path,
    text_element,
    use,
)
from steinreich.draw.elements.stones import RADIUS, get_shape_id
from steinreich.draw.layout import Point, stack_levels
from steinreich.draw.picture import Picture
from steinreich.rules.about import Board, Piece

# The axes of space in SVG units; they slant so that near rods do not cover far ones
X_AXIS = (196.0, 14.0)
Y_AXIS = (92.0, -150.0)
Z_AXIS_HEIGHT = 84.0
# The axes of the small pictures on the start page of the hall
SMALL_AXES = {"across": {"x": 150, "y": 22}, "deep": {"x": 52, "y": -104}, "up": 76}
ROD_TOP = 0.35  # height of a rod above the centre of its highest cell, in units of z
PLATE_MARGIN = 0.62  # from the outer rods to the edges of the plate, in units of x and y
PLATE_THICKNESS = 34  # in SVG units, like the following two sizes
PLATE_SHADOW_OFFSET = {"x": 8, "y": PLATE_THICKNESS + 10}
ROD_WIDTH = 11
# Height above the centre of a ball at which its rod reappears, in units of z
ROD_EXIT_HEIGHT = 0.34
LABEL_FONT_SIZE = 38


def project(x: float, y: float, z: float) -> Point:
    """Project a point to the plane; z = 0 is the centre of a ball, and z = -0.5 the plate below."""
    return (
        X_AXIS[0] * x + Y_AXIS[0] * y,
        X_AXIS[1] * x + Y_AXIS[1] * y - Z_AXIS_HEIGHT * z,
    )


def definitions() -> list[str]:
    """Return the gradient of a rod."""
    stops = ((0.0, "rod", 1.0), (0.35, "rod-high", 1.0), (1.0, "rod-deep", 1.0))
    return [gradient("linear", "rod", *stops)]


def get_bounding_box(board: Board) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of the view."""
    width, depth, height = get_extent(board)
    margin = PLATE_MARGIN
    left, _ = project(-margin, -margin, 0)
    _, bottom = project(width + margin, -margin, -0.5)
    right, _ = project(width + margin, depth + margin, 0)
    _, top = project(0, depth, height + ROD_TOP)
    return left - 50, top - 20, right + 10, bottom + PLATE_THICKNESS + 10


def get_extent(board: Board) -> tuple[int, int, int]:
    """Return the maximum x, y and z."""
    xs, ys, zs = zip(*board.scene, strict=True)
    return max(xs), max(ys), max(zs)


def draw_view(picture: Picture) -> list[str]:
    """Return the shapes of the oblique view: plate, rods and balls."""
    board = picture.board
    shapes = draw_plate(board)
    rods = sorted({(x, y) for x, y, _ in board.scene}, key=lambda rod: (-rod[1], rod[0]))
    height = get_extent(board)[2]
    pieces_by_cell = picture.pieces_by_cell
    cell_at = {point: cell for cell, point in enumerate(board.scene)}
    for x, y in rods:
        cells = [cell_at[x, y, z] for z in range(height + 1)]
        balls = [pieces_by_cell[cell] for cell in cells if cell in pieces_by_cell]
        shapes += draw_rod(x, y, height, balls)
        for z, ball in enumerate(balls):
            shapes += draw_ball(ball, project(x, y, z), ball.cell in picture.last)
        if balls and len(balls) <= height:
            shapes.append(draw_rod_above(x, y, len(balls), height))
    for line in picture.winning_lines:
        shapes += flat.draw_winning_line([project(*board.scene[cell]) for cell in line], RADIUS + 2)
    return shapes + annotations(picture.drawn, [project(*point) for point in board.scene])


def draw_plate(board: Board) -> list[str]:
    """Return the wooden plate with the names of the rods' rows and columns."""
    width, depth, _ = get_extent(board)
    margin = PLATE_MARGIN
    corners = [
        (-margin, -margin),
        (width + margin, -margin),
        (width + margin, depth + margin),
        (-margin, depth + margin),
    ]
    top = [project(x, y, -0.5) for x, y in corners]
    front = [
        *top[:2],
        (top[1][0], top[1][1] + PLATE_THICKNESS),
        (top[0][0], top[0][1] + PLATE_THICKNESS),
    ]
    side = [
        *top[1:3],
        (top[2][0], top[2][1] + PLATE_THICKNESS),
        (top[1][0], top[1][1] + PLATE_THICKNESS),
    ]
    shadow = [(x + PLATE_SHADOW_OFFSET["x"], y + PLATE_SHADOW_OFFSET["y"]) for x, y in top]
    outlines = [path(points) for points in (top, front, side, shadow)]
    return [*draw_slab(*outlines), group(*draw_labels(board), fill="@label")]


def draw_slab(top: str, front: str, side: str, shadow: str) -> list[str]:
    """Return a wooden plate from its visible outlines and its shadow."""
    return [
        element("path", d=shadow, fill="@shadow", opacity=0.3),
        *flat.draw_soft_shadow(shadow, 2),
        element("path", d=front, fill="@frame-deep"),
        element("path", d=side, fill="@frame-edge"),
        element("path", d=top, fill="url(#~frame)"),
        element("path", d=top, fill="url(#~grain)"),
        element("path", d=top, fill="none", stroke="@gleam", stroke_width=2, opacity=0.4),
    ]


def draw_labels(board: Board) -> list[str]:
    """Return the labels along the front edge and along the right one, where rods do not hide
    them."""
    width, depth, _ = get_extent(board)
    floor = stack_levels(board)
    columns = {x: text for text, x, y in floor.labels if not 0 <= y <= depth}
    rows = {y: text for text, x, y in floor.labels if not 0 <= x <= width}
    labels = []
    for (x, y, z), cell in zip(board.scene, floor.cells, strict=True):
        if y == 0 and z == 0 and cell.x in columns:
            labels.append(
                text_element(columns[cell.x], *project(x - 0.04, -0.44, -0.5), LABEL_FONT_SIZE)
            )
        if x == width and z == 0 and cell.y in rows:
            labels.append(
                text_element(rows[cell.y], *project(width + 0.42, y, -0.5), LABEL_FONT_SIZE)
            )
    return labels


def draw_rod(x: int, y: int, height: int, balls: list[Piece]) -> list[str]:
    """Return a rod with the shadow at its foot."""
    return [
        draw_foot_shadow(*project(x, y, -0.5), bool(balls)),
        draw_rod_part(x, y, -0.5, height + ROD_TOP),
    ]


def draw_foot_shadow(x: float, y: float, has_balls: bool) -> str:
    """Return the shadow at the foot of a rod, or of the balls on it."""
    radius = 40 if has_balls else 13
    attributes: Attributes = {
        "rx": radius + 8,
        "ry": radius * 0.62,
        "fill": "url(#~shade)",
        "opacity": 0.8,
    }
    return element("ellipse", cx=x + radius * 0.35, cy=y + 3, **attributes)


def draw_rod_part(x: int, y: int, low: float, high: float) -> str:
    """Return a part of a rod between two heights."""
    (middle, bottom), (_, top) = project(x, y, low), project(x, y, high)
    attributes: Attributes = {
        "rx": 5,
        "fill": "url(#~rod)",
        "stroke": "@rod-deep",
        "stroke_width": 1,
    }
    return element(
        "rect",
        x=middle - ROD_WIDTH / 2,
        y=top,
        width=ROD_WIDTH,
        height=bottom - top + 3,
        **attributes,
    )


def draw_rod_above(x: int, y: int, balls: int, height: int) -> str:
    """Return the rod above the topmost ball."""
    low = balls - 1 + ROD_EXIT_HEIGHT
    return draw_hole(*project(x, y, low)) + draw_rod_part(x, y, low, height + ROD_TOP)


def draw_hole(x: float, y: float) -> str:
    """Return the hole of a ball."""
    return element("ellipse", cx=x, cy=y, rx=9, ry=4.5, fill="@shadow", opacity=0.55)


def draw_ball(ball: Piece, spot: Point, is_last: bool) -> list[str]:
    """Return a ball on its rod, with a ring around it if it was put there last."""
    return [use(get_shape_id(ball), *spot), *([draw_last_ball_ring(*spot)] if is_last else [])]


def draw_last_ball_ring(x: float, y: float) -> str:
    """Return a ring around the ball that was put last."""
    ring: Attributes = {"fill": "none", "stroke": "@accent", "stroke_width": 7}
    return element("circle", cx=x, cy=y, r=RADIUS + 4, **ring)
