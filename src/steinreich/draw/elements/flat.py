"""The board from above: planks of wood with squares or lines, pieces, highlights."""

from collections.abc import Iterable

from steinreich.draw.elements import stones
from steinreich.draw.elements.markup import (
    UNIT,
    Attributes,
    element,
    gradient,
    group,
    number,
    path,
    readable_font_size,
    text_element,
    use,
)
from steinreich.draw.layout import Layout, Plank, Point, make_panel
from steinreich.draw.picture import Picture
from steinreich.rules.about import Board

PLANK_THICKNESS = 9  # visible at the lower edge of a plank
SQUARE_SIDE = 96
GROOVE_WIDTH = 3.4
POINT_RADIUS = 5  # of the dots where lines meet
ORIGIN_RADIUS = 24  # of the ring where the last action began
# Of the marks of targets: empty cells, pieces that can move, pieces that can be captured
TARGET_RADII = {"empty": 12, "mover": 43, "met": 46}
TARGET_DASHES = "12 24.13"  # eight dashes and gaps around a ring of radius 46 (`met`)
VEINS = [  # paths of the wood grain, which join where the pattern repeats
    f"M0 {y}c{90 + bend} {bend} {210 - bend} {-bend} 300 0s{210 + bend} {bend} 300 0"
    for y, bend in ((6, 5), (19, -4), (27, 7), (41, 3), (58, -6), (66, 4), (83, -3), (92, 6))
]


def to_svg(x: float, y: float) -> Point:
    """Return a point of the board in SVG coordinates, where y points down."""
    return UNIT * x, -UNIT * y


def get_cell_centre(board: Board, cell: int) -> Point:
    """Return the centre of a cell in SVG coordinates."""
    return to_svg(board.cells[cell].x, board.cells[cell].y)


def definitions(squares: bool) -> list[str]:
    """Return the definitions of gradients, grain and squares."""
    gradient_direction: Attributes = {"x1": "0", "y1": "0", "x2": "0.7", "y2": "1"}
    top = ((0.0, "frame-high", 1.0), (0.5, "frame", 1.0), (1.0, "frame-deep", 1.0))
    shapes = [
        gradient("linear", "frame", *top, **gradient_direction),
        define_grain("grain", 0),
        define_grain("across", 90),
    ]
    for name, role, veins in (("field", "field", "grain"), ("other", "field-other", "across")):
        stops = ((0.0, "field-high", 1.0), (0.8, role, 1.0))
        shapes.append(gradient("linear", f"{name}-light", *stops, **gradient_direction))
        if squares:
            shapes.append(group(*draw_square(f"~{name}-light", f"~{veins}"), id=f"~{name}"))
    return shapes


def define_grain(id: str, degrees: int) -> str:
    """Return the pattern of the wood grain, rotated by an angle."""
    attributes: Attributes = {
        "fill": "none",
        "stroke": "@grain",
        "stroke_width": 1.3,
        "stroke_opacity": "0.13",
    }
    pattern_attributes: Attributes = {"width": 600, "height": 100, "patternUnits": "userSpaceOnUse"}
    return element(
        "pattern",
        element("path", d="".join(VEINS), **attributes),
        id=f"~{id}",
        patternTransform=f"rotate({degrees})",
        **pattern_attributes,
    )


def draw_square(light: str, veins: str) -> list[str]:
    """Return an inset square: shade on its upper edges, light on the lower ones."""
    half = SQUARE_SIDE / 2
    rectangle: Attributes = {
        "x": -half,
        "y": -half,
        "width": SQUARE_SIDE,
        "height": SQUARE_SIDE,
        "rx": 3,
    }
    upper = f"M{-half + 1} {half}V{-half + 1}H{half}"
    lower = f"M{-half} {half}H{half}V{-half}"
    return [
        element("rect", fill=f"url(#{light})", **rectangle),
        element("rect", fill=f"url(#{veins})", **rectangle),
        element("path", d=upper, fill="none", stroke="@groove", stroke_width=2, opacity=0.5),
        element("path", d=lower, fill="none", stroke="@gleam", stroke_width=1.5, opacity=0.45),
    ]


def draw_board(board_layout: Layout) -> list[str]:
    """Return the empty board."""
    shapes = [
        shape
        for plank in board_layout.planks
        for shape in draw_plank(make_outline_path(plank.outline))
    ]
    cells = board_layout.board.cells
    if board_layout.board.squares:
        for cell in cells:
            x, y = to_svg(cell.x, cell.y)
            shapes.append(use("other" if round(cell.x + cell.y) % 2 else "field", x, y))
    else:
        shapes += [
            draw_panel(make_outline_path(make_panel(board_layout.board))),
            *draw_lines(make_line_path(board_layout.board)),
        ]
        dots = (
            element("circle", cx=x, cy=y, r=POINT_RADIUS)
            for x, y in (to_svg(c.x, c.y) for c in cells)
        )
        shapes.append(group(*dots, fill="@groove"))
    return shapes + [
        draw_marked_cell(*get_cell_centre(board_layout.board, cell))
        for cell in board_layout.board.marked
    ]


def draw_plank(outline: str) -> list[str]:
    """Return a plank: soft shadow, lower edge, surface with grain."""
    round_corners: Attributes = {"stroke_linejoin": "round", "d": outline}
    edge: Attributes = {"fill": "@frame-edge", "stroke": "@frame-edge", "stroke_width": 18}
    top: Attributes = {"fill": "url(#~frame)", "stroke": "url(#~frame)", "stroke_width": 16}
    rim: Attributes = {"fill": "none", "stroke": "@gleam", "stroke_width": 2, "opacity": 0.35}
    return [
        group(*draw_soft_shadow(outline, 16), transform=f"translate(4 {PLANK_THICKNESS + 7})"),
        group(
            element("path", **edge, **round_corners), transform=f"translate(0 {PLANK_THICKNESS})"
        ),
        element("path", **top, **round_corners),
        element("path", fill="url(#~grain)", **round_corners),
        element("path", **rim, **round_corners),
    ]


def draw_soft_shadow(outline: str, min_width: float) -> list[str]:
    """Return a blurred shadow: wider and wider outlines of low opacity."""
    attributes: Attributes = {"fill": "none", "stroke": "@shadow", "stroke_linejoin": "round"}
    return [
        element(
            "path",
            d=outline,
            stroke_width=min_width + 5 * step,
            stroke_opacity="0.038",
            **attributes,
        )
        for step in range(8)
    ]


def make_outline_path(corners: Iterable[Point]) -> str:
    """Return an outline in units of the board as the attribute `d`."""
    return path([to_svg(x, y) for x, y in corners])


def draw_panel(outline: str) -> str:
    """Return lighter wood below the lines of a board of points."""
    attributes: Attributes = {"d": outline, "stroke_linejoin": "round", "stroke_width": 6}
    return group(
        element(
            "path", fill="url(#~field-light)", stroke="@groove", stroke_opacity="0.55", **attributes
        ),
        element("path", fill="url(#~across)", stroke="none", d=outline),
    )


def make_line_path(board: Board) -> str:
    """Return the lines between points as the attribute `d`."""
    path_data = ""
    for x1, y1, x2, y2 in board.lines:
        (a, b), (c, d) = to_svg(x1, y1), to_svg(x2, y2)
        path_data += f"M{number(a)} {number(b)}L{number(c)} {number(d)}"
    return path_data


def draw_lines(path_data: str) -> list[str]:
    """Return the lines between points, drawn like grooves."""
    attributes: Attributes = {
        "d": path_data,
        "fill": "none",
        "stroke_linecap": "round",
        "stroke_width": GROOVE_WIDTH,
    }
    light = element("path", stroke="@gleam", opacity=0.4, **attributes)
    return [
        group(light, transform="translate(1.6 2)"),
        element("path", stroke="@groove", **attributes),
    ]


def draw_marked_cell(x: float, y: float) -> str:
    """Return an inlaid ring that is visible around a stone."""
    ring = element("circle", cx=x, cy=y, r=50, fill="none", stroke="@groove", stroke_width=9)
    inlay = element("circle", cx=x, cy=y, r=50, fill="none", stroke="@gleam", stroke_width=5)
    return ring + inlay


def draw_labels(board_layout: Layout, language: str) -> str:
    """Return the names of rows, columns and levels."""
    font_size = get_label_font_size(board_layout)
    names = [
        text_element(text, *to_svg(x, y), font_size) for text, x, y in board_layout.board.labels
    ]
    titles = [
        draw_level_title(plank, font_size, language) for plank in board_layout.planks if plank.level
    ]
    return group(*names, *titles, fill="@label")


def get_label_font_size(board_layout: Layout) -> float:
    """Return the size of labels: larger on wider boards, which are scaled down."""
    xs = [x for plank in board_layout.planks for x, _ in plank.outline]
    return readable_font_size(UNIT * (max(xs) - min(xs)))


def draw_level_title(plank: Plank, font_size: float, language: str) -> str:
    """Return the level's name on the upper edge of its plank."""
    top_edge = max(y for _, y in plank.outline)
    middle = sum(x for x, _ in plank.outline) / len(plank.outline)
    text = f"Ebene {plank.level}" if language == "de" else f"Level {plank.level}"
    return text_element(text, *to_svg(middle, top_edge - 0.34), font_size)


def draw_pieces(picture: Picture, board_layout: Layout) -> list[str]:
    """Return all pieces, the upper ones first, since stacks overlap pieces above them.

    The heights of stacks come last, so that no other piece covers them.
    """
    board_cells = board_layout.board.cells
    ordered = sorted(
        picture.pieces,
        key=lambda piece: (-board_cells[piece.cell].y, board_cells[piece.cell].x),
    )
    stacks = [piece for piece in ordered if piece.height > 1]
    tiles = [(p.cell, p.joined) for p in ordered if p.joined is not None and p.cell < p.joined]
    return [
        *(
            stones.draw_tile(*(get_cell_centre(board_layout.board, cell) for cell in cells))
            for cells in tiles
        ),
        *(
            stones.draw_piece(piece, *get_cell_centre(board_layout.board, piece.cell))
            for piece in ordered
        ),
        *(
            stones.draw_badge(piece, *get_cell_centre(board_layout.board, piece.cell))
            for piece in stacks
        ),
    ]


# Highlights


def draw_last_action_below(picture: Picture, board_layout: Layout) -> list[str]:
    """Return the marks of the last action below the pieces: its path and its last cell."""
    steps = [get_cell_centre(board_layout.board, cell) for cell in picture.last]
    if not steps or picture.last_kind == "tile":
        return []
    shapes = []
    if len(steps) > 1:
        path_data = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in steps)
        shapes += [draw_move_path(path_data), draw_origin_ring(*steps[0])]
    return [*shapes, draw_highlight(*steps[-1], board_layout.board.squares)]


def draw_move_path(path_data: str) -> str:
    """Return the path of a piece."""
    attributes: Attributes = {
        "fill": "none",
        "stroke_width": 7,
        "stroke_linecap": "round",
        "opacity": 0.75,
    }
    return element("path", d=path_data, stroke="@accent", **attributes)


def draw_origin_ring(x: float, y: float) -> str:
    """Return a ring where a piece came from; a dot would look like a target."""
    ring: Attributes = {"fill": "none", "stroke": "@accent", "stroke_width": 5}
    return element("circle", cx=x, cy=y, r=ORIGIN_RADIUS, **ring)


def draw_highlight(x: float, y: float, is_square: bool) -> str:
    """Return a coloured background around a piece."""
    attributes: Attributes = {
        "fill": "@accent",
        "fill_opacity": "0.35",
        "stroke": "@accent",
        "stroke_width": 5,
    }
    if is_square:
        return element("rect", x=x - 45, y=y - 45, width=90, height=90, rx=6, **attributes)
    return element("circle", cx=x, cy=y, r=47, **attributes)


def draw_last_action_above(picture: Picture, board_layout: Layout) -> list[str]:
    """Return the mark of the last action above the pieces: the outline of a placed tile."""
    if picture.last_kind != "tile":
        return []
    return [draw_tile_outline([get_cell_centre(board_layout.board, cell) for cell in picture.last])]


def draw_tile_outline(spots: list[Point]) -> str:
    """Return the outline of a tile that covers these cells."""
    xs, ys = zip(*spots, strict=True)
    left, top = min(xs) - UNIT / 2, min(ys) - UNIT / 2
    rectangle: Attributes = {
        "width": max(xs) - min(xs) + UNIT,
        "height": max(ys) - min(ys) + UNIT,
        "rx": 9,
    }
    attributes: Attributes = {"fill": "none", "stroke": "@accent", "stroke_width": 7}
    return element("rect", x=left, y=top, **rectangle, **attributes)


def draw_winning_line(points: list[Point], radius: float) -> list[str]:
    """Return a winning line: a line of light through its pieces, and a ring around each."""
    path_data = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return [*draw_light_rings(points, radius), *draw_light_line(path_data)]


def draw_light_line(path_data: str) -> list[str]:
    """Return a line of light."""
    light = element("path", d=path_data, stroke_linecap="round")
    return [
        group(light, fill="none", stroke="@lit-edge", stroke_width=8, opacity=0.9),
        group(light, fill="none", stroke="@lit", stroke_width=4),
    ]


def draw_light_rings(spots: list[Point], radius: float) -> list[str]:
    """Return a ring of light around each cell."""
    rings = [element("circle", cx=x, cy=y, r=radius) for x, y in spots]
    return [
        group(*rings, fill="none", stroke="@lit-edge", stroke_width=9),
        group(*rings, fill="none", stroke="@lit", stroke_width=5),
    ]


def draw_targets(picture: Picture, board_layout: Layout) -> list[str]:
    """Return the marks of targets: dots on empty cells, rings around pieces to move or capture."""
    actions = picture.targets.values()
    empty = {cell for cells in actions for cell in cells} - picture.pieces_by_cell.keys()
    movers = {cells[0] for cells in actions if len(cells) > 1} - empty
    captured = {cells[-1] for cells in actions if cells} - empty
    dots, rings, dashes = (
        [
            element("circle", cx=x, cy=y, r=radius)
            for x, y in get_cell_centres(board_layout.board, cells)
        ]
        for cells, radius in zip((empty, movers, captured), TARGET_RADII.values(), strict=True)
    )
    attributes: Attributes = {"fill": "none", "stroke": "@accent-soft"}
    return [
        group(*dots, fill="@accent-soft", opacity=0.85),
        group(*rings, stroke_width=4, **attributes),
        group(*dashes, stroke_width=7, stroke_dasharray=TARGET_DASHES, **attributes),
    ]


def get_cell_centres(board: Board, cells: Iterable[int]) -> list[Point]:
    """Return the centres of cells, in the order of the board."""
    return [get_cell_centre(board, cell) for cell in sorted(cells)]
