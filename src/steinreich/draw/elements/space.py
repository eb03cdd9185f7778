"""Boards with height in an oblique view: rods on a plate with balls, drawn from back to front."""

from steinreich.draw.elements import flat
from steinreich.draw.elements.annotations import annotations
from steinreich.draw.elements.markup import Look, element, gradient, group, path, use, words
from steinreich.draw.elements.stones import RADIUS, kind
from steinreich.draw.layout import Point, stack_levels
from steinreich.draw.picture import Picture
from steinreich.rules.about import Board, Piece

# Where the axes of space point to on paper; the slant keeps far rods from hiding behind near ones
ACROSS = (196.0, 14.0)
DEEP = (92.0, -150.0)
UP = 84.0
# The same, closer together: for the small pictures on the front page of the hall
SMALL = {"across": {"x": 150, "y": 22}, "deep": {"x": 52, "y": -104}, "up": 76}
ROD_TOP = 0.35  # how far the rod stands out above the topmost place
PLATE_MARGIN = 0.62
PLATE = 34  # thickness
FALLEN = {"x": 8, "y": PLATE + 10}  # offset of the plate's shadow
ROD = 11  # width
OUT_OF_BALL = 0.34  # height above the centre of a ball at which its rod reappears
LETTERS = 38


def project(x: float, y: float, z: float) -> Point:
    """Project a point to the plane; z = 0 is the centre of a ball on the plate."""
    return (
        ACROSS[0] * x + DEEP[0] * y,
        ACROSS[1] * x + DEEP[1] * y - UP * z,
    )


def definitions() -> list[str]:
    """Return the gradient of a rod."""
    stops = ((0.0, "rod", 1.0), (0.35, "rod-high", 1.0), (1.0, "rod-deep", 1.0))
    return [gradient("linear", "rod", *stops)]


def box(board: Board) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of the view."""
    width, depth, height = extent(board)
    near, far = -PLATE_MARGIN, PLATE_MARGIN
    left, _ = project(near, near, 0)
    _, bottom = project(width + far, near, -0.5)
    right, _ = project(width + far, depth + far, 0)
    _, top = project(0, depth, height + ROD_TOP)
    return left - 50, top - 20, right + 10, bottom + PLATE + 10


def extent(board: Board) -> tuple[int, int, int]:
    """Return the maximum x, y and z."""
    xs, ys, zs = zip(*board.scene, strict=True)
    return max(xs), max(ys), max(zs)


def view(picture: Picture) -> list[str]:
    """Return plate, rods and balls."""
    board = picture.board
    shapes = plate(board)
    rods = sorted({(x, y) for x, y, _ in board.scene}, key=lambda rod: (-rod[1], rod[0]))
    height = extent(board)[2]
    taken = picture.taken
    cell_at = {point: cell for cell, point in enumerate(board.scene)}
    for x, y in rods:
        cells = [cell_at[x, y, z] for z in range(height + 1)]
        balls = [taken[cell] for cell in cells if cell in taken]
        shapes += rod(x, y, height, balls)
        for z, ball in enumerate(balls):
            shapes += standing_ball(ball, project(x, y, z), ball.cell in picture.last)
        if balls and len(balls) <= height:
            shapes.append(rod_above(x, y, len(balls), height))
    for line in picture.lit:
        shapes += flat.lit([project(*board.scene[cell]) for cell in line], RADIUS + 2)
    return shapes + annotations(picture.drawn, [project(*point) for point in board.scene])


def plate(board: Board) -> list[str]:
    """Return the wooden plate with the names of the rods' rows and columns."""
    width, depth, _ = extent(board)
    near, far = -PLATE_MARGIN, PLATE_MARGIN
    ground = [(near, near), (width + far, near), (width + far, depth + far), (near, depth + far)]
    top = [project(x, y, -0.5) for x, y in ground]
    front = [*top[:2], (top[1][0], top[1][1] + PLATE), (top[0][0], top[0][1] + PLATE)]
    side = [*top[1:3], (top[2][0], top[2][1] + PLATE), (top[1][0], top[1][1] + PLATE)]
    fallen = [(x + FALLEN["x"], y + FALLEN["y"]) for x, y in top]
    outlines = [path(corners) for corners in (top, front, side, fallen)]
    return [*slab(*outlines), group(*names(board), fill="@label")]


def slab(top: str, front: str, side: str, fallen: str) -> list[str]:
    """Return a wooden plate from its visible outlines and its shadow."""
    return [
        element("path", d=fallen, fill="@shadow", opacity=0.3),
        *flat.soft_shadow(fallen, 2),
        element("path", d=front, fill="@frame-deep"),
        element("path", d=side, fill="@frame-edge"),
        element("path", d=top, fill="url(#~frame)"),
        element("path", d=top, fill="url(#~grain)"),
        element("path", d=top, fill="none", stroke="@gleam", stroke_width=2, opacity=0.4),
    ]


def names(board: Board) -> list[str]:
    """Return the labels along the front edge and along the right one, where rods do not hide
    them."""
    width, depth, _ = extent(board)
    floor = stack_levels(board)
    columns = {x: text for text, x, y in floor.labels if not 0 <= y <= depth}
    rows = {y: text for text, x, y in floor.labels if not 0 <= x <= width}
    labels = []
    for (x, y, z), cell in zip(board.scene, floor.cells, strict=True):
        if y == 0 and z == 0 and cell.x in columns:
            labels.append(words(columns[cell.x], *project(x - 0.04, -0.44, -0.5), LETTERS))
        if x == width and z == 0 and cell.y in rows:
            labels.append(words(rows[cell.y], *project(width + 0.42, y, -0.5), LETTERS))
    return labels


def rod(x: int, y: int, height: int, balls: list[Piece]) -> list[str]:
    """Return a rod with the shadow at its foot."""
    return [
        foot_shadow(*project(x, y, -0.5), bool(balls)),
        upright(x, y, -0.5, height + ROD_TOP),
    ]


def foot_shadow(x: float, y: float, has_balls: bool) -> str:
    """Return the shadow at the foot of a rod, or of the balls on it."""
    wide = 40 if has_balls else 13
    look: Look = {"rx": wide + 8, "ry": wide * 0.62, "fill": "url(#~shade)", "opacity": 0.8}
    return element("ellipse", cx=x + wide * 0.35, cy=y + 3, **look)


def upright(x: int, y: int, low: float, high: float) -> str:
    """Return a part of a rod between two heights."""
    (middle, bottom), (_, top) = project(x, y, low), project(x, y, high)
    look: Look = {"rx": 5, "fill": "url(#~rod)", "stroke": "@rod-deep", "stroke_width": 1}
    return element("rect", x=middle - ROD / 2, y=top, width=ROD, height=bottom - top + 3, **look)


def rod_above(x: int, y: int, balls: int, height: int) -> str:
    """Return the rod above the topmost ball."""
    low = balls - 1 + OUT_OF_BALL
    return hole(*project(x, y, low)) + upright(x, y, low, height + ROD_TOP)


def hole(x: float, y: float) -> str:
    """Return the hole of a ball."""
    return element("ellipse", cx=x, cy=y, rx=9, ry=4.5, fill="@shadow", opacity=0.55)


def standing_ball(ball: Piece, spot: Point, is_last: bool) -> list[str]:
    """Return a ball on its rod, with a ring around it if it was put there last."""
    return [use(kind(ball), *spot), *([last_ball(*spot)] if is_last else [])]


def last_ball(x: float, y: float) -> str:
    """Return a ring around the ball that was put last."""
    ring: Look = {"fill": "none", "stroke": "@accent", "stroke_width": 7}
    return element("circle", cx=x, cy=y, r=RADIUS + 4, **ring)
