"""The board from above: planks of wood with squares or lines, pieces, highlights."""

from collections.abc import Iterable

from steinreich.draw.elements import stones
from steinreich.draw.elements.markup import (
    UNIT,
    Look,
    element,
    gradient,
    group,
    number,
    path,
    readable,
    use,
    words,
)
from steinreich.draw.layout import Layout, Plank, Point, panel
from steinreich.draw.picture import Picture
from steinreich.rules.about import Board

THICKNESS = 9  # of a plank, visible at its lower edge
SQUARE = 96
GROOVE = 3.4
POINT = 5  # radius of the dots where lines meet
BEGIN = 24  # radius of the ring where the last action began
TARGETS = {"empty": 12, "mover": 43, "met": 46}  # radius of the marks of targets
DASHES = "12 24.13"  # of the ring around an occupied target
VEINS = [  # of wood; they join where the pattern repeats
    f"M0 {y}c{90 + bend} {bend} {210 - bend} {-bend} 300 0s{210 + bend} {bend} 300 0"
    for y, bend in ((6, 5), (19, -4), (27, 7), (41, 3), (58, -6), (66, 4), (83, -3), (92, 6))
]


def at(x: float, y: float) -> Point:
    """Return a point of the board in SVG coordinates, where y points down."""
    return UNIT * x, -UNIT * y


def place(board: Board, cell: int) -> Point:
    """Return the centre of a cell in SVG coordinates."""
    return at(board.cells[cell].x, board.cells[cell].y)


def definitions(squares: bool) -> list[str]:
    """Return the definitions of gradients, grain and squares."""
    fade: Look = {"x1": "0", "y1": "0", "x2": "0.7", "y2": "1"}
    top = ((0.0, "frame-high", 1.0), (0.5, "frame", 1.0), (1.0, "frame-deep", 1.0))
    shapes = [gradient("linear", "frame", *top, **fade), grain("grain", 0), grain("across", 90)]
    for name, role, veins in (("field", "field", "grain"), ("other", "field-other", "across")):
        stops = ((0.0, "field-high", 1.0), (0.8, role, 1.0))
        shapes.append(gradient("linear", f"{name}-light", *stops, **fade))
        if squares:
            shapes.append(group(*square(f"~{name}-light", f"~{veins}"), id=f"~{name}"))
    return shapes


def grain(id: str, turned: int) -> str:
    """Return veins of wood that join where the pattern repeats."""
    look: Look = {"fill": "none", "stroke": "@grain", "stroke_width": 1.3, "stroke_opacity": "0.13"}
    where: Look = {"width": 600, "height": 100, "patternUnits": "userSpaceOnUse"}
    return element(
        "pattern",
        element("path", d="".join(VEINS), **look),
        id=f"~{id}",
        patternTransform=f"rotate({turned})",
        **where,
    )


def square(light: str, veins: str) -> list[str]:
    """Return a square let into the plank: shade on its upper edges, light on the lower ones."""
    half = SQUARE / 2
    box: Look = {"x": -half, "y": -half, "width": SQUARE, "height": SQUARE, "rx": 3}
    upper = f"M{-half + 1} {half}V{-half + 1}H{half}"
    lower = f"M{-half} {half}H{half}V{-half}"
    return [
        element("rect", fill=f"url(#{light})", **box),
        element("rect", fill=f"url(#{veins})", **box),
        element("path", d=upper, fill="none", stroke="@groove", stroke_width=2, opacity=0.5),
        element("path", d=lower, fill="none", stroke="@gleam", stroke_width=1.5, opacity=0.45),
    ]


def board(laid: Layout) -> list[str]:
    """Return the empty board."""
    shapes = [shape for plank in laid.planks for shape in wood(outline_path(plank.outline))]
    cells = laid.board.cells
    if laid.board.squares:
        for cell in cells:
            x, y = at(cell.x, cell.y)
            shapes.append(use("other" if round(cell.x + cell.y) % 2 else "field", x, y))
    else:
        shapes += [lighter(outline_path(panel(laid.board))), *lines(ways(laid.board))]
        dots = (element("circle", cx=x, cy=y, r=POINT) for x, y in (at(c.x, c.y) for c in cells))
        shapes.append(group(*dots, fill="@groove"))
    return shapes + [marked(*place(laid.board, cell)) for cell in laid.board.marked]


def wood(outline: str) -> list[str]:
    """Return a plank: soft shadow, lower edge, surface with grain."""
    round_corners: Look = {"stroke_linejoin": "round", "d": outline}
    edge: Look = {"fill": "@frame-edge", "stroke": "@frame-edge", "stroke_width": 18}
    top: Look = {"fill": "url(#~frame)", "stroke": "url(#~frame)", "stroke_width": 16}
    rim: Look = {"fill": "none", "stroke": "@gleam", "stroke_width": 2, "opacity": 0.35}
    return [
        group(*soft_shadow(outline, 16), transform=f"translate(4 {THICKNESS + 7})"),
        group(element("path", **edge, **round_corners), transform=f"translate(0 {THICKNESS})"),
        element("path", **top, **round_corners),
        element("path", fill="url(#~grain)", **round_corners),
        element("path", **rim, **round_corners),
    ]


def soft_shadow(outline: str, least: float) -> list[str]:
    """Return a blurred shadow: wider and wider outlines of low opacity."""
    look: Look = {"fill": "none", "stroke": "@shadow", "stroke_linejoin": "round"}
    return [
        element("path", d=outline, stroke_width=least + 5 * step, stroke_opacity="0.038", **look)
        for step in range(8)
    ]


def outline_path(corners: Iterable[Point]) -> str:
    """Return an outline in units of the board as the attribute `d`."""
    return path([at(x, y) for x, y in corners])


def lighter(outline: str) -> str:
    """Return lighter wood below the lines of a board of points."""
    look: Look = {"d": outline, "stroke_linejoin": "round", "stroke_width": 6}
    return group(
        element("path", fill="url(#~field-light)", stroke="@groove", stroke_opacity="0.55", **look),
        element("path", fill="url(#~across)", stroke="none", d=outline),
    )


def ways(board: Board) -> str:
    """Return the lines between points as the attribute `d`."""
    way = ""
    for x1, y1, x2, y2 in board.lines:
        (a, b), (c, d) = at(x1, y1), at(x2, y2)
        way += f"M{number(a)} {number(b)}L{number(c)} {number(d)}"
    return way


def lines(way: str) -> list[str]:
    """Return the lines between points, cut into the wood."""
    look: Look = {"d": way, "fill": "none", "stroke_linecap": "round", "stroke_width": GROOVE}
    light = element("path", stroke="@gleam", opacity=0.4, **look)
    return [
        group(light, transform="translate(1.6 2)"),
        element("path", stroke="@groove", **look),
    ]


def marked(x: float, y: float) -> str:
    """Return an inlaid ring that is visible around a stone."""
    ring = element("circle", cx=x, cy=y, r=50, fill="none", stroke="@groove", stroke_width=9)
    inlay = element("circle", cx=x, cy=y, r=50, fill="none", stroke="@gleam", stroke_width=5)
    return ring + inlay


def labels(laid: Layout, language: str) -> str:
    """Return the names of rows, columns and levels."""
    letters = letter_size(laid)
    names = [words(text, *at(x, y), letters) for text, x, y in laid.board.labels]
    titles = [title(plank, letters, language) for plank in laid.planks if plank.level]
    return group(*names, *titles, fill="@label")


def letter_size(laid: Layout) -> float:
    """Return the size of labels: larger on wider boards, which are scaled down."""
    xs = [x for plank in laid.planks for x, _ in plank.outline]
    return readable(UNIT * (max(xs) - min(xs)))


def title(plank: Plank, letters: float, language: str) -> str:
    """Return the level's name on the upper edge of its plank."""
    ceiling = max(y for _, y in plank.outline)
    middle = sum(x for x, _ in plank.outline) / len(plank.outline)
    text = f"Ebene {plank.level}" if language == "de" else f"Level {plank.level}"
    return words(text, *at(middle, ceiling - 0.34), letters)


def pieces(picture: Picture, laid: Layout) -> list[str]:
    """Return all pieces, the upper ones first, since stacks overlap pieces above them.

    The heights of stacks come last, so that no other piece covers them.
    """
    cells = laid.board.cells
    ordered = sorted(picture.pieces, key=lambda piece: (-cells[piece.cell].y, cells[piece.cell].x))
    stacks = [piece for piece in ordered if piece.height > 1]
    tiles = [(p.cell, p.joined) for p in ordered if p.joined is not None and p.cell < p.joined]
    return [
        *(stones.tile(*(place(laid.board, cell) for cell in cells)) for cells in tiles),
        *(stones.standing(piece, *place(laid.board, piece.cell)) for piece in ordered),
        *(stones.badge(piece, *place(laid.board, piece.cell)) for piece in stacks),
    ]


# Highlights


def last_below(picture: Picture, laid: Layout) -> list[str]:
    """Return the parts of the last action below the pieces: the path, and its end."""
    steps = [place(laid.board, cell) for cell in picture.last]
    if not steps or picture.last_kind == "tile":
        return []
    shapes = []
    if len(steps) > 1:
        way = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in steps)
        shapes += [move_path(way), origin_ring(*steps[0])]
    return [*shapes, ground(*steps[-1], laid.board.squares)]


def move_path(way: str) -> str:
    """Return the path of a piece."""
    look: Look = {"fill": "none", "stroke_width": 7, "stroke_linecap": "round", "opacity": 0.75}
    return element("path", d=way, stroke="@accent", **look)


def origin_ring(x: float, y: float) -> str:
    """Return a ring where a piece came from; a dot would look like a target."""
    ring: Look = {"fill": "none", "stroke": "@accent", "stroke_width": 5}
    return element("circle", cx=x, cy=y, r=BEGIN, **ring)


def ground(x: float, y: float, square: bool) -> str:
    """Return coloured ground around a piece."""
    look: Look = {"fill": "@accent", "fill_opacity": "0.35", "stroke": "@accent", "stroke_width": 5}
    if square:
        return element("rect", x=x - 45, y=y - 45, width=90, height=90, rx=6, **look)
    return element("circle", cx=x, cy=y, r=47, **look)


def last_above(picture: Picture, laid: Layout) -> list[str]:
    """Return the outline of a tile just laid."""
    if picture.last_kind != "tile":
        return []
    return [around([place(laid.board, cell) for cell in picture.last])]


def around(spots: list[Point]) -> str:
    """Return the outline of a tile that covers these cells."""
    xs, ys = zip(*spots, strict=True)
    left, top, reach = min(xs) - 50, min(ys) - 50, 100
    box: Look = {"width": max(xs) - min(xs) + reach, "height": max(ys) - min(ys) + reach, "rx": 9}
    look: Look = {"fill": "none", "stroke": "@accent", "stroke_width": 7}
    return element("rect", x=left, y=top, **box, **look)


def lit(spots: list[Point], radius: float) -> list[str]:
    """Return a winning line: a line of light through its pieces, and a ring around each."""
    way = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in spots)
    return [*lit_places(spots, radius), *thread(way)]


def thread(way: str) -> list[str]:
    """Return a line of light."""
    light = element("path", d=way, stroke_linecap="round")
    return [
        group(light, fill="none", stroke="@lit-edge", stroke_width=8, opacity=0.9),
        group(light, fill="none", stroke="@lit", stroke_width=4),
    ]


def lit_places(spots: list[Point], radius: float) -> list[str]:
    """Return a ring of light around each cell."""
    rings = [element("circle", cx=x, cy=y, r=radius) for x, y in spots]
    return [
        group(*rings, fill="none", stroke="@lit-edge", stroke_width=9),
        group(*rings, fill="none", stroke="@lit", stroke_width=5),
    ]


def targets(picture: Picture, laid: Layout) -> list[str]:
    """Return the marks of targets: dots on empty cells, rings around pieces to move or capture."""
    actions = picture.targets.values()
    empty = {cell for cells in actions for cell in cells} - picture.taken.keys()
    movers = {cells[0] for cells in actions if len(cells) > 1} - empty
    met = {cells[-1] for cells in actions if cells} - empty
    dots, rings, dashes = (
        [element("circle", cx=x, cy=y, r=radius) for x, y in spots(laid.board, cells)]
        for cells, radius in zip((empty, movers, met), TARGETS.values(), strict=True)
    )
    look: Look = {"fill": "none", "stroke": "@accent-soft"}
    return [
        group(*dots, fill="@accent-soft", opacity=0.85),
        group(*rings, stroke_width=4, **look),
        group(*dashes, stroke_width=7, stroke_dasharray=DASHES, **look),
    ]


def spots(board: Board, cells: Iterable[int]) -> list[Point]:
    """Return the centres of cells, in the order of the board."""
    return [place(board, cell) for cell in sorted(cells)]
