"""Positions as self-contained SVG: for notebooks, web pages and print."""

from collections.abc import Sequence
from hashlib import blake2s
from html import escape
from textwrap import wrap
from typing import Literal, get_args

from steinreich.core.position import Position, expect_position
from steinreich.draw.elements import flat, space, stones
from steinreich.draw.elements.annotations import annotations
from steinreich.draw.elements.markup import (
    FONT,
    element,
    finish,
    group,
    number,
    readable_font_size,
    text_element,
)
from steinreich.draw.layout import Layout, layout, rotate_board
from steinreich.draw.picture import Drawing, Picture, check_language, description, picture
from steinreich.draw.styles import STYLES, Style
from steinreich.rules import arguments
from steinreich.rules.errors import BadArgument
from steinreich.rules.language import Text

Theme = Literal["light", "dark", "auto"]
Box = tuple[float, float, float, float]  # left, top, right, bottom

PADDING = 42
# Pixels: in narrower pictures the 3D view stands above the board, not beside it
MIN_BESIDE_WIDTH = 600
MAX_FONT_SIZE = 60  # of the letters of the caption
CHARACTER_WIDTH = 0.56  # width of a letter relative to its size: enough for any font


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
    annotation_list = tuple(drawing.on(position.game.board) for drawing in check_drawings(drawn))
    targets = arguments.check_boolean("targets", targets)
    board = rotate_board(position.game.board, turned)
    rotated_picture = picture(position)._replace(board=board, drawn=annotation_list)
    return render(rotated_picture, theme, language, width, targets, style)


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
    width = None if width is None else arguments.check_positive("width", width)
    pixel_width = width or (900 if picture.board.scene else 480)
    shapes, box = render_shapes(picture, language, targets, pixel_width < MIN_BESIDE_WIDTH)
    text = element(
        "svg",
        *make_accessible_elements(picture, language),
        element("defs", *definitions(picture)),
        draw_background(box),
        *shapes,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, (*box[:2], *size(box)))),
        width=pixel_width,
        height=pixel_width * size(box)[1] / size(box)[0],
        font_family=FONT,
        role="img",
        aria_labelledby="~title ~desc",
        lang=language,
    )
    key = blake2s(repr((picture, theme, language, width, targets, style)).encode(), digest_size=5)
    light, dark = STYLES[style]
    base, dark_palette = (
        (dark, None) if theme == "dark" else (light, dark if theme == "auto" else None)
    )
    return finish(text, f"s{key.hexdigest()}-", base, dark_palette)


def check_drawings(drawn: Sequence[Drawing]) -> Sequence[Drawing]:
    """Validate a list of arrows and rings; raise `BadType` for other values."""
    if not isinstance(drawn, list | tuple) or not all(
        isinstance(drawing, Drawing) for drawing in drawn
    ):
        expected = Text("a list of Arrow and Ring")
        raise arguments.bad_type("drawn", expected, drawn)
    return drawn


def check_choice(value: object, names: Sequence[str], kind: Text) -> None:
    """Raise an error for an unknown style or theme."""
    if not isinstance(value, str) or value not in names:
        value_text, known = arguments.format_value(value), ", ".join(names)
        raise BadArgument(
            Text(
                "{given} is not a {what}; choose from {known}",
                given=value_text,
                what=kind,
                known=known,
            )
        )


def render_shapes(
    picture: Picture, language: str, targets: bool, narrow: bool
) -> tuple[list[str], Box]:
    """Return the shapes of the whole picture, and its bounding box."""
    board_layout = layout(picture.board)
    shapes, box = board_shapes(picture, board_layout, language, targets), board_box(board_layout)
    if picture.board.scene:
        view, box = put_view_above(picture, box) if narrow else put_view_beside(picture, box)
        shapes.append(view)
    lines, height = draw_caption(picture.caption.in_language(language), box)
    left, top, right, bottom = box
    padded_box = (left - PADDING, top - PADDING, right + PADDING, bottom + PADDING + height)
    return shapes + lines, padded_box


def size(box: Box) -> tuple[float, float]:
    """Return width and height."""
    return box[2] - box[0], box[3] - box[1]


def draw_background(box: Box) -> str:
    """Return the background of the picture, which keeps it readable on any page."""
    width, height = size(box)
    return element("rect", x=box[0], y=box[1], width=width, height=height, rx=18, fill="@paper")


def definitions(picture: Picture) -> list[str]:
    """Return the definitions of shapes and gradients that are used repeatedly."""
    in_space = space.definitions() if picture.board.scene else []
    return [
        *flat.definitions(picture.board.squares),
        *stones.definitions(picture.pieces),
        *in_space,
    ]


def make_accessible_elements(picture: Picture, language: str) -> list[str]:
    """Return title and description for screen readers."""
    return [
        element("title", escape(picture.title.in_language(language)), id="~title"),
        element("desc", escape(description(picture, language)), id="~desc"),
    ]


def board_shapes(picture: Picture, board_layout: Layout, language: str, targets: bool) -> list[str]:
    """Return the shapes of the board from above, the lowest first."""
    shapes = [
        *flat.draw_board(board_layout),
        *flat.draw_last_action_below(picture, board_layout),
        *flat.draw_pieces(picture, board_layout),
        *flat.draw_last_action_above(picture, board_layout),
        flat.draw_labels(board_layout, language),
    ]
    if targets:
        shapes += flat.draw_targets(picture, board_layout)
    for line in picture.winning_lines:
        spots = [flat.get_cell_centre(board_layout.board, cell) for cell in line]
        # On a board of several planks the winning line is drawn in the 3D view.
        draw = flat.draw_light_rings if board_layout.board.scene else flat.draw_winning_line
        shapes += draw(spots, stones.RADIUS + 2)
    return shapes + annotations(
        picture.drawn,
        flat.get_cell_centres(board_layout.board, range(len(board_layout.board.cells))),
    )


def board_box(board_layout: Layout) -> Box:
    """Return the bounding box of the planks."""
    corners = [flat.to_svg(*corner) for plank in board_layout.planks for corner in plank.outline]
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def put_view_beside(picture: Picture, board: Box) -> tuple[str, Box]:
    """Return the 3D view, as high as the board and to its left, and the bounding box of both."""
    width, height = size(space.get_bounding_box(picture.board))
    scale = size(board)[1] / height
    view_edge = board[0] - PADDING - scale * width
    return place_view(picture, view_edge, board[1], scale), (view_edge, *board[1:])


def put_view_above(picture: Picture, board: Box) -> tuple[str, Box]:
    """Return the 3D view, as wide as the board and above it, and the bounding box of both."""
    width, height = size(space.get_bounding_box(picture.board))
    scale = size(board)[0] / width
    view_edge = board[1] - PADDING - scale * height
    return place_view(picture, board[0], view_edge, scale), (board[0], view_edge, *board[2:])


def place_view(picture: Picture, x: float, y: float, scale: float) -> str:
    """Return the 3D view, scaled, with its upper left corner at a point."""
    left, top, _, _ = space.get_bounding_box(picture.board)
    move = f"translate({x - scale * left:.1f} {y - scale * top:.1f}) scale({scale:.4f})"
    return group(*space.draw_view(picture), transform=move)


def draw_caption(text: str, box: Box) -> tuple[list[str], float]:
    """Return the caption below the board, and its height."""
    width, middle = box[2] - box[0], (box[0] + box[2]) / 2
    font_size = min(readable_font_size(width), MAX_FONT_SIZE)
    lines = [
        (line, "@faint" if part else "@ink")
        for part, text_part in enumerate(text.split("\n"))
        for line in wrap_evenly(text_part, int(width / (CHARACTER_WIDTH * font_size)))
    ]
    first, step = box[3] + PADDING + 0.8 * font_size, 1.4 * font_size
    shapes = [
        text_element(line, middle, first + row * step, font_size, fill=ink)
        for row, (line, ink) in enumerate(lines)
    ]
    return shapes, step * len(lines) + 0.5 * font_size


def wrap_evenly(text: str, max_characters: int) -> list[str]:
    """Wrap text into as few lines as possible, of about equal length."""
    num_lines = len(wrap(text, max_characters))
    longest_word = max(map(len, text.split()), default=1)
    wrappings = (
        wrap(text, line_length)
        for line_length in range(min(longest_word, max_characters), max_characters + 1)
    )
    return next(lines for lines in wrappings if len(lines) == num_lines)
