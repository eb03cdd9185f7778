"""Positions as self-contained SVG: for notebooks, web pages and print."""

from collections.abc import Sequence
from hashlib import blake2s
from html import escape
from textwrap import wrap
from typing import Literal, get_args

from steinreich.core.position import Position, expect_position
from steinreich.draw.elements import flat, space, stones
from steinreich.draw.elements.annotations import annotations
from steinreich.draw.elements.markup import FONT, element, finish, group, number, readable, words
from steinreich.draw.layout import Layout, layout, rotate_board
from steinreich.draw.picture import Drawing, Picture, check_language, description, picture
from steinreich.draw.styles import STYLES, Style
from steinreich.rules import arguments
from steinreich.rules.errors import BadArgument
from steinreich.rules.language import Text

Theme = Literal["light", "dark", "auto"]
Box = tuple[float, float, float, float]  # left, top, right, bottom

PADDING = 42
MIN_BESIDE_WIDTH = (
    600  # pixels: in narrower pictures the 3D view stands above the board, not beside it
)
MAX_LETTER_SIZE = 60  # of the letters of the caption
LETTER = 0.56  # width of a letter relative to its size: enough for any font


def svg(
    position: Position,
    theme: Theme = "light",
    language: str = "en",
    width: float | None = None,
    targets: bool = False,
    style: Style = "wood",
    drawn: Sequence[Drawing] = (),
    turned: int = 0,
) -> str:
    """Return the picture of a position as SVG. The theme `auto` follows the page around the
    picture, if it is a notebook or states its theme, else the preference of the reader's system.

    `width` is in pixels; in narrow pictures a board with height has a taller layout. `targets`
    marks the cells of legal actions; `drawn` are arrows and rings on top. `turned` rotates the
    board clockwise, in degrees: 180 shows it from the opposite side.

    >>> from steinreich import Arrow, Ring, load, svg
    >>> position = load("inner_square").start()
    >>> text = svg(position, theme="dark", drawn=[Arrow("c2", "c5"), Ring("e5")])
    >>> text[:4], text[-6:]
    ('<svg', '</svg>')
    """
    expect_position(position)
    marks = tuple(one.on(position.game.board) for one in check_drawings(drawn))
    targets = arguments.boolean("targets", targets)
    board = rotate_board(position.game.board, turned)
    shown = picture(position)._replace(board=board, drawn=marks)
    return render(shown, theme, language, width, targets, style)


def render(
    picture: Picture,
    theme: Theme = "light",
    language: str = "en",
    width: float | None = None,
    targets: bool = False,
    style: Style = "wood",
) -> str:
    """Return the SVG of a picture."""
    check_choice(style, tuple(STYLES), Text("style"))
    check_choice(theme, get_args(Theme), Text("theme"))
    check_language(language)
    width = None if width is None else arguments.positive("width", width)
    wide = width or (900 if picture.board.scene else 480)
    shapes, box = render_shapes(picture, language, targets, wide < MIN_BESIDE_WIDTH)
    text = element(
        "svg",
        *accessible(picture, language),
        element("defs", *definitions(picture)),
        paper(box),
        *shapes,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, (*box[:2], *size(box)))),
        width=wide,
        height=wide * size(box)[1] / size(box)[0],
        font_family=FONT,
        role="img",
        aria_labelledby="~title ~desc",
        lang=language,
    )
    key = blake2s(repr((picture, theme, language, width, targets, style)).encode(), digest_size=5)
    light, dark = STYLES[style]
    first, other = (dark, None) if theme == "dark" else (light, dark if theme == "auto" else None)
    return finish(text, f"s{key.hexdigest()}-", first, other)


def check_drawings(drawn: Sequence[Drawing]) -> Sequence[Drawing]:
    """Return the drawings; `BadArgument` if they are not arrows and rings."""
    if not isinstance(drawn, list | tuple) or not all(isinstance(one, Drawing) for one in drawn):
        expected = Text("a list of Arrow and Ring")
        raise arguments.bad_type("drawn", expected, drawn)
    return drawn


def check_choice(value: object, names: Sequence[str], what: Text) -> None:
    """Refuse an unknown style or theme."""
    if not isinstance(value, str) or value not in names:
        given, known = arguments.shown(value), ", ".join(names)
        raise BadArgument(
            Text(
                "{given} is not a {what}; choose from {known}", given=given, what=what, known=known
            )
        )


def render_shapes(
    picture: Picture, language: str, targets: bool, narrow: bool
) -> tuple[list[str], Box]:
    """Return the shapes of the whole picture, and its bounding box."""
    laid = layout(picture.board)
    shapes, box = board_shapes(picture, laid, language, targets), board_box(laid)
    if picture.board.scene:
        view, box = above(picture, box) if narrow else beside(picture, box)
        shapes.append(view)
    lines, height = caption(picture.caption.within(language), box)
    left, top, right, bottom = box
    whole = (left - PADDING, top - PADDING, right + PADDING, bottom + PADDING + height)
    return shapes + lines, whole


def size(box: Box) -> tuple[float, float]:
    """Return width and height."""
    return box[2] - box[0], box[3] - box[1]


def paper(box: Box) -> str:
    """Return the background of the picture, which keeps it readable on any page."""
    wide, high = size(box)
    return element("rect", x=box[0], y=box[1], width=wide, height=high, rx=18, fill="@paper")


def definitions(picture: Picture) -> list[str]:
    """Return the definitions of shapes and gradients that are used repeatedly."""
    in_space = space.definitions() if picture.board.scene else []
    return [
        *flat.definitions(picture.board.squares),
        *stones.definitions(picture.pieces),
        *in_space,
    ]


def accessible(picture: Picture, language: str) -> list[str]:
    """Return title and description for screen readers."""
    return [
        element("title", escape(picture.title.within(language)), id="~title"),
        element("desc", escape(description(picture, language)), id="~desc"),
    ]


def board_shapes(picture: Picture, laid: Layout, language: str, targets: bool) -> list[str]:
    """Return the board from above, from the wood up to the highlights."""
    shapes = [
        *flat.board(laid),
        *flat.last_below(picture, laid),
        *flat.pieces(picture, laid),
        *flat.last_above(picture, laid),
        flat.labels(laid, language),
    ]
    if targets:
        shapes += flat.targets(picture, laid)
    for line in picture.lit:
        spots = [flat.place(laid.board, cell) for cell in line]
        # On a board of several planks the winning line is drawn in the 3D view.
        light = flat.lit_places if laid.board.scene else flat.lit
        shapes += light(spots, stones.RADIUS + 2)
    return shapes + annotations(picture.drawn, flat.spots(laid.board, range(len(laid.board.cells))))


def board_box(laid: Layout) -> Box:
    """Return the bounding box of the planks."""
    corners = [flat.at(*corner) for plank in laid.planks for corner in plank.outline]
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def beside(picture: Picture, board: Box) -> tuple[str, Box]:
    """Return the 3D view, as high as the board and to its left, and the bounding box of both."""
    wide, high = size(space.box(picture.board))
    scale = size(board)[1] / high
    edge = board[0] - PADDING - scale * wide
    return view_at(picture, edge, board[1], scale), (edge, *board[1:])


def above(picture: Picture, board: Box) -> tuple[str, Box]:
    """Return the 3D view, as wide as the board and above it, and the bounding box of both."""
    wide, high = size(space.box(picture.board))
    scale = size(board)[0] / wide
    edge = board[1] - PADDING - scale * high
    return view_at(picture, board[0], edge, scale), (board[0], edge, *board[2:])


def view_at(picture: Picture, x: float, y: float, scale: float) -> str:
    """Return the 3D view with its upper left at a point."""
    left, top, _, _ = space.box(picture.board)
    move = f"translate({x - scale * left:.1f} {y - scale * top:.1f}) scale({scale:.4f})"
    return group(*space.view(picture), transform=move)


def caption(text: str, box: Box) -> tuple[list[str], float]:
    """Return the caption below the board, and its height."""
    wide, middle = box[2] - box[0], (box[0] + box[2]) / 2
    letters = min(readable(wide), MAX_LETTER_SIZE)
    lines = [
        (line, "@faint" if part else "@ink")
        for part, text_part in enumerate(text.split("\n"))
        for line in wrap_evenly(text_part, int(wide / (LETTER * letters)))
    ]
    first, step = box[3] + PADDING + 0.8 * letters, 1.4 * letters
    shapes = [
        words(line, middle, first + row * step, letters, fill=ink)
        for row, (line, ink) in enumerate(lines)
    ]
    return shapes, step * len(lines) + 0.5 * letters


def wrap_evenly(text: str, most: int) -> list[str]:
    """Wrap text into as few lines as possible of at most `most` letters, of about equal length."""
    needed = len(wrap(text, most))
    longest = max(map(len, text.split()), default=1)
    fitting = (wrap(text, letters) for letters in range(min(longest, most), most + 1))
    return next(lines for lines in fitting if len(lines) == needed)
