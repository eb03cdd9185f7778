"""Pieces: a body of the colour, and a mark that shows the kind without colour.

Each kind is drawn once around the origin and then referenced for each piece.
"""

from collections.abc import Iterable

from steinreich.draw.elements.markup import Look, element, gradient, group, number, use, words
from steinreich.draw.layout import Point
from steinreich.draw.styles import PIECES
from steinreich.rules.about import Piece

RADIUS = 40
TILE = 47  # half the side of a tile's half
LAYER = 11  # visible part of each lower piece of a stack
MAX_LAYERS = 4  # drawn of a stack; its badge shows the height
CORNER = 7  # of a tile's half, rounded
EDGE = 6  # of a stone, up to the gleam on it
BEVEL = 4  # of a tile
RING = (19, 7)  # radius and width of this mark
DOT = 11
PRONGS = ((-24, -9), (-13, -17), (0, -21), (13, -17), (24, -9))  # of a crown
VALLEYS = ((-13, 2), (-5, -1), (5, -1), (13, 2))
PEARL = 3.6  # on each prong
BAND = {"x": -18, "y": 16, "width": 36, "height": 6, "rx": 2}  # below
CROWN = "M-18 13" + "".join(
    f"L{x} {y}L{to_x} {to_y}"
    for (x, y), (to_x, to_y) in zip(PRONGS, (*VALLEYS, (18, 13)), strict=True)
)
BADGE = {"x": 29, "y": 23, "radius": 20, "letters": 31, "narrow": 27}  # the height of a stack
HOLES = tuple((x, y) for y in (-25, 0, 25) for x in (-25, 0, 25))
HOLE = 7
HOLE_LIGHT = (1.6, 7.6)  # how far below a hole the light on its edge lies, and its radius


def kind(piece: Piece) -> str:
    """Return the id of the shape of a piece; halves of tiles have only the mark, as they share a
    body."""
    whole = f"{tone(piece.colour)}-{piece.mark}"
    return whole if piece.joined is None else f"{whole}-half"


def tone(colour: str) -> str:
    """Return the colour of the material; plain stone if it is unknown."""
    return colour if colour in PIECES else "stone"


def definitions(pieces: Iterable[Piece]) -> list[str]:
    """Return gradients and shapes of the kinds that occur."""
    kinds = {kind(piece): piece for piece in pieces}
    tones = sorted({tone(piece.colour) for piece in kinds.values()})
    shapes = [light(colour) for colour in tones]
    shapes += [group(*body(colour), id=f"~{colour}") for colour in tones]
    for name, piece in sorted(kinds.items()):
        colour = tone(piece.colour)
        own = [] if piece.joined is not None else [use(colour, 0, 0)]
        shapes.append(group(*own, *mark(piece.mark, colour), id=f"~{name}"))
    return [shadow(), tile_light(), *shapes]


def shadow() -> str:
    """Return a soft shadow, dense below the piece and fading out."""
    stops = ((0.0, "shadow", 0.5), (0.78, "shadow", 0.42), (1.0, "shadow", 0.0))
    return gradient("radial", "shade", *stops)


def light(colour: str) -> str:
    """Return the gradient of a colour under light from the upper left."""
    stops = ((0.0, f"{colour}-high", 1.0), (0.55, f"{colour}-body", 1.0))
    where: Look = {"cx": "0.36", "cy": "0.3", "r": "0.78"}
    return gradient("radial", f"{colour}-light", *stops, (1.0, f"{colour}-deep", 1.0), **where)


def body(colour: str) -> list[str]:
    """Return the body of a stone; wooden pieces are flat tiles instead."""
    look: Look = {"fill": f"url(#~{colour}-light)", "stroke": f"@{colour}-rim"}
    if colour != "wood":
        edge = element("circle", r=RADIUS - EDGE, fill="none", stroke=f"@{colour}-high")
        return [
            element("circle", r=RADIUS, stroke_width="@rim", **look),
            group(edge, stroke_width=1.2, opacity=0.45),
        ]
    gleam: Look = {"fill": "none", "stroke": "@wood-high", "stroke_width": 2}
    return [
        element("rect", **square(TILE), rx=CORNER, stroke_width="@rim", **look),
        element("rect", **square(TILE - BEVEL), rx=4, **gleam),
    ]


def square(half: float) -> Look:
    """Return a square around the origin."""
    return {"x": -half, "y": -half, "width": 2 * half, "height": 2 * half}


def tile_light() -> str:
    """Return the light along a whole tile."""
    stops = ((0.0, "wood-high", 1.0), (0.35, "wood-body", 1.0), (1.0, "wood-deep", 1.0))
    return gradient("linear", "tile", *stops, x1="0", y1="0", x2="0.8", y2="1")


def tile(first: Point, second: Point) -> str:
    """Return the body of a tile on two points, with its shadow; a row of notches separates its
    halves."""
    (ax, ay), (bx, by) = first, second
    side, inner = 2 * TILE, 2 * (TILE - BEVEL)
    left, top, wide, high = min(ax, bx), min(ay, by), abs(ax - bx), abs(ay - by)

    def box(less: float, side: float, corner: float, **look: str | float) -> str:
        where: Look = {"x": left - less, "y": top - less, "rx": corner}
        return element("rect", width=wide + side, height=high + side, **where, **look)

    x, y = (ax + bx) / 2, (ay + by) / 2
    across, along = (36, 0) if high else (0, 36)
    notches: Look = {"stroke_width": 1.6, "stroke_dasharray": "2 7", "stroke_linecap": "round"}
    joint = f"M{number(x - across)} {number(y - along)}L{number(x + across)} {number(y + along)}"
    return (
        group(box(TILE, side, 9, fill="@shadow", opacity=0.34), transform="translate(3 6)")
        + box(TILE, side, 8, fill="url(#~tile)", stroke="@wood-rim", stroke_width="@tile-rim")
        + box(TILE - BEVEL, inner, 5, fill="none", stroke="@wood-high", stroke_width=2)
        + element("path", d=joint, stroke="@wood-rim", opacity=0.55, **notches)
    )


def mark(name: str, colour: str) -> list[str]:
    """Return the inlay of a piece; empty for an unknown mark."""
    ink = f"@{colour}-mark"
    if name == "ring":
        return [element("circle", r=RING[0], fill="none", stroke=ink, stroke_width=RING[1])]
    if name == "dot":
        return [element("circle", r=DOT, fill=ink)]
    if name == "crown":
        return crown(ink)
    if name == "holes":
        return holes(colour)
    return []


def crown(ink: str) -> list[str]:
    """Return five prongs with a pearl on each, and a band below."""
    pearls = [element("circle", cx=x, cy=y, r=PEARL) for x, y in PRONGS]
    return [group(element("path", d=CROWN + "Z"), element("rect", **BAND), *pearls, fill=ink)]


def holes(colour: str) -> list[str]:
    """Return rows of holes, each with light on its lower edge."""
    below, radius = HOLE_LIGHT
    lower = [element("circle", cx=x, cy=y + below, r=radius) for x, y in HOLES]
    inner = [element("circle", cx=x, cy=y, r=HOLE) for x, y in HOLES]
    return [group(*lower, fill=f"@{colour}-high"), group(*inner, fill=f"@{colour}-mark")]


def standing(piece: Piece, x: float, y: float) -> str:
    """Return a piece or a stack on a point, with its shadow; half a tile lies on the tile's
    body."""
    if piece.joined is not None:
        return use(kind(piece), x, y)
    layers = min(piece.height, MAX_LAYERS)
    lift = get_lift(piece)
    foot = y + lift / 2  # so that the stack as a whole is centred
    shapes = [cast_shadow(piece.colour == "wood", x, foot, lift)]
    shapes += [use(tone(piece.colour), x, foot - LAYER * layer) for layer in range(layers - 1)]
    shapes.append(use(kind(piece), x, foot - lift))
    return "".join(shapes)


def get_lift(piece: Piece) -> float:
    """Return the height of the topmost piece of a stack above the lowest."""
    return LAYER * (min(piece.height, MAX_LAYERS) - 1)


def cast_shadow(is_tile: bool, x: float, y: float, lift: float) -> str:
    """Return the shadow on the board: to the lower right, longer below a stack."""
    if is_tile:
        side = 2 * TILE
        box: Look = {"x": x - TILE + 3, "y": y - TILE + 5, "width": side, "height": side, "rx": 9}
        return element("rect", fill="@shadow", opacity=0.28, **box)
    longer = lift / 6
    spread: Look = {"rx": RADIUS + 7 + longer, "ry": RADIUS + 6 + longer}
    return element("ellipse", cx=x + 4 + longer, cy=y + 7, fill="url(#~shade)", **spread)


def badge(piece: Piece, x: float, y: float) -> str:
    """Return the height of the stack on a point, in the inverse colours of the piece."""
    colour = tone(piece.colour)
    x, y = x + BADGE["x"], y + get_lift(piece) / 2 + BADGE["y"]
    look: Look = {"fill": f"@{colour}-mark", "stroke": f"@{colour}-body", "stroke_width": 2}
    ink: Look = {"fill": f"@{colour}-body", "font_weight": "bold"}
    disc = element("circle", cx=x, cy=y, r=BADGE["radius"], **look)
    letters = BADGE["letters" if piece.height < 10 else "narrow"]
    return disc + words(str(piece.height), x, y, letters, **ink)
