"""Pieces: a body in the piece's colour, and a mark that shows its kind.

Each kind is defined once, centred on the origin, and then referenced for each piece.
"""

from collections.abc import Iterable

from steinreich.draw.elements.markup import (
    Attributes,
    element,
    gradient,
    group,
    number,
    text_element,
    use,
)
from steinreich.draw.layout import Point
from steinreich.draw.styles import PIECES
from steinreich.rules.about import Piece

RADIUS = 40  # of a stone, in SVG units
TILE_RADIUS = 47  # half the side of a half of a tile, which is a square
LAYER_HEIGHT = 11  # visible part of each lower piece of a stack
MAX_LAYERS = 4  # drawn of a stack; its badge shows the height
TILE_CORNER = 7  # radius of the corners of half a tile
EDGE = 6  # from the edge of a stone to the line of light on it
TILE_BEVEL = 4  # width of a tile's bevelled edge
RING = (19, 7)  # radius and line width of the mark `ring`
DOT_RADIUS = 11
PRONGS = ((-24, -9), (-13, -17), (0, -21), (13, -17), (24, -9))  # of a crown
VALLEYS = ((-13, 2), (-5, -1), (5, -1), (13, 2))  # between the prongs
PEARL_RADIUS = 3.6  # on each prong
BAND = {"x": -18, "y": 16, "width": 36, "height": 6, "rx": 2}  # below the prongs
CROWN = "M-18 13" + "".join(
    f"L{x} {y}L{to_x} {to_y}"
    for (x, y), (to_x, to_y) in zip(PRONGS, (*VALLEYS, (18, 13)), strict=True)
)
BADGE = {
    "x": 29,
    "y": 23,
    "radius": 20,
    "letters": 31,
    "narrow": 27,
}  # shows the height of a stack; font sizes for one digit and for several
HOLES = tuple((x, y) for y in (-25, 0, 25) for x in (-25, 0, 25))
HOLE_RADIUS = 7
HOLE_LIGHT = (1.6, 7.6)  # how far below a hole the light on its edge lies, and its radius


def get_shape_id(piece: Piece) -> str:
    """Return the id of the shape of a piece; halves of tiles have only the mark, as they share a
    body."""
    whole = f"{get_material(piece.colour)}-{piece.mark}"
    return whole if piece.joined is None else f"{whole}-half"


def get_material(colour: str) -> str:
    """Return the colour of the material; plain stone if it is unknown."""
    return colour if colour in PIECES else "stone"


def definitions(pieces: Iterable[Piece]) -> list[str]:
    """Return gradients and shapes of the kinds that occur."""
    kinds = {get_shape_id(piece): piece for piece in pieces}
    tones = sorted({get_material(piece.colour) for piece in kinds.values()})
    shapes = [define_light(colour) for colour in tones]
    shapes += [group(*draw_body(colour), id=f"~{colour}") for colour in tones]
    for name, piece in sorted(kinds.items()):
        colour = get_material(piece.colour)
        body_use = [] if piece.joined is not None else [use(colour, 0, 0)]
        shapes.append(group(*body_use, *draw_mark(piece.mark, colour), id=f"~{name}"))
    return [define_shadow(), define_tile_light(), *shapes]


def define_shadow() -> str:
    """Return a soft shadow, dense below the piece and fading out."""
    stops = ((0.0, "shadow", 0.5), (0.78, "shadow", 0.42), (1.0, "shadow", 0.0))
    return gradient("radial", "shade", *stops)


def define_light(colour: str) -> str:
    """Return the gradient of a colour under light from the upper left."""
    stops = ((0.0, f"{colour}-high", 1.0), (0.55, f"{colour}-body", 1.0))
    where: Attributes = {"cx": "0.36", "cy": "0.3", "r": "0.78"}
    return gradient("radial", f"{colour}-light", *stops, (1.0, f"{colour}-deep", 1.0), **where)


def draw_body(colour: str) -> list[str]:
    """Return the body of a stone; wooden pieces are flat tiles instead."""
    attributes: Attributes = {"fill": f"url(#~{colour}-light)", "stroke": f"@{colour}-rim"}
    if colour != "wood":
        edge = element("circle", r=RADIUS - EDGE, fill="none", stroke=f"@{colour}-high")
        return [
            element("circle", r=RADIUS, stroke_width="@rim", **attributes),
            group(edge, stroke_width=1.2, opacity=0.45),
        ]
    gleam: Attributes = {"fill": "none", "stroke": "@wood-high", "stroke_width": 2}
    return [
        element(
            "rect", **make_square(TILE_RADIUS), rx=TILE_CORNER, stroke_width="@rim", **attributes
        ),
        element("rect", **make_square(TILE_RADIUS - TILE_BEVEL), rx=4, **gleam),
    ]


def make_square(half: float) -> Attributes:
    """Return a square around the origin."""
    return {"x": -half, "y": -half, "width": 2 * half, "height": 2 * half}


def define_tile_light() -> str:
    """Return the light along a whole tile."""
    stops = ((0.0, "wood-high", 1.0), (0.35, "wood-body", 1.0), (1.0, "wood-deep", 1.0))
    return gradient("linear", "tile", *stops, x1="0", y1="0", x2="0.8", y2="1")


def draw_tile(first: Point, second: Point) -> str:
    """Return the body of a tile on two points, with its shadow; a row of notches separates its
    halves."""
    (ax, ay), (bx, by) = first, second
    side, inner = 2 * TILE_RADIUS, 2 * (TILE_RADIUS - TILE_BEVEL)
    left, top, width, height = min(ax, bx), min(ay, by), abs(ax - bx), abs(ay - by)

    def box(margin: float, side: float, corner: float, **attributes: str | float) -> str:
        where: Attributes = {"x": left - margin, "y": top - margin, "rx": corner}
        return element("rect", width=width + side, height=height + side, **where, **attributes)

    x, y = (ax + bx) / 2, (ay + by) / 2
    across, along = (36, 0) if height else (0, 36)
    notches: Attributes = {
        "stroke_width": 1.6,
        "stroke_dasharray": "2 7",
        "stroke_linecap": "round",
    }
    notch_line = (
        f"M{number(x - across)} {number(y - along)}L{number(x + across)} {number(y + along)}"
    )
    return (
        group(box(TILE_RADIUS, side, 9, fill="@shadow", opacity=0.34), transform="translate(3 6)")
        + box(
            TILE_RADIUS, side, 8, fill="url(#~tile)", stroke="@wood-rim", stroke_width="@tile-rim"
        )
        + box(TILE_RADIUS - TILE_BEVEL, inner, 5, fill="none", stroke="@wood-high", stroke_width=2)
        + element("path", d=notch_line, stroke="@wood-rim", opacity=0.55, **notches)
    )


def draw_mark(name: str, colour: str) -> list[str]:
    """Return the inlay of a piece; empty for an unknown mark."""
    ink = f"@{colour}-mark"
    if name == "ring":
        return [element("circle", r=RING[0], fill="none", stroke=ink, stroke_width=RING[1])]
    if name == "dot":
        return [element("circle", r=DOT_RADIUS, fill=ink)]
    if name == "crown":
        return draw_crown(ink)
    if name == "holes":
        return draw_holes(colour)
    return []


def draw_crown(ink: str) -> list[str]:
    """Return five prongs with a pearl on each, and a band below."""
    pearls = [element("circle", cx=x, cy=y, r=PEARL_RADIUS) for x, y in PRONGS]
    return [group(element("path", d=CROWN + "Z"), element("rect", **BAND), *pearls, fill=ink)]


def draw_holes(colour: str) -> list[str]:
    """Return rows of holes, each with light on its lower edge."""
    below, radius = HOLE_LIGHT
    lower = [element("circle", cx=x, cy=y + below, r=radius) for x, y in HOLES]
    inner = [element("circle", cx=x, cy=y, r=HOLE_RADIUS) for x, y in HOLES]
    return [group(*lower, fill=f"@{colour}-high"), group(*inner, fill=f"@{colour}-mark")]


def draw_piece(piece: Piece, x: float, y: float) -> str:
    """Return a piece or a stack on a point, with its shadow; half a tile lies on the tile's
    body."""
    if piece.joined is not None:
        return use(get_shape_id(piece), x, y)
    layers = min(piece.height, MAX_LAYERS)
    lift = get_lift(piece)
    foot = y + lift / 2  # so that the stack as a whole is centred
    shapes = [draw_cast_shadow(piece.colour == "wood", x, foot, lift)]
    shapes += [
        use(get_material(piece.colour), x, foot - LAYER_HEIGHT * layer)
        for layer in range(layers - 1)
    ]
    shapes.append(use(get_shape_id(piece), x, foot - lift))
    return "".join(shapes)


def get_lift(piece: Piece) -> float:
    """Return the height of the topmost piece of a stack above the lowest."""
    return LAYER_HEIGHT * (min(piece.height, MAX_LAYERS) - 1)


def draw_cast_shadow(is_tile: bool, x: float, y: float, lift: float) -> str:
    """Return the shadow on the board: to the lower right, longer below a stack."""
    if is_tile:
        side = 2 * TILE_RADIUS
        box: Attributes = {
            "x": x - TILE_RADIUS + 3,
            "y": y - TILE_RADIUS + 5,
            "width": side,
            "height": side,
            "rx": 9,
        }
        return element("rect", fill="@shadow", opacity=0.28, **box)
    stretch = lift / 6
    spread: Attributes = {"rx": RADIUS + 7 + stretch, "ry": RADIUS + 6 + stretch}
    return element("ellipse", cx=x + 4 + stretch, cy=y + 7, fill="url(#~shade)", **spread)


def draw_badge(piece: Piece, x: float, y: float) -> str:
    """Return the height of the stack on a point, in the inverse colours of the piece."""
    colour = get_material(piece.colour)
    x, y = x + BADGE["x"], y + get_lift(piece) / 2 + BADGE["y"]
    attributes: Attributes = {
        "fill": f"@{colour}-mark",
        "stroke": f"@{colour}-body",
        "stroke_width": 2,
    }
    ink: Attributes = {"fill": f"@{colour}-body", "font_weight": "bold"}
    disc = element("circle", cx=x, cy=y, r=BADGE["radius"], **attributes)
    letters = BADGE["letters" if piece.height < 10 else "narrow"]
    return disc + text_element(str(piece.height), x, y, letters, **ink)
