"""A position as a self-contained SVG: for notebooks, web pages and print."""

from collections.abc import Sequence
from hashlib import blake2s
from html import escape
from textwrap import wrap
from typing import Literal, get_args

from steinreich.core.position import Position, expect_position
from steinreich.draw.describe import description
from steinreich.draw.elements import flat, space, stones
from steinreich.draw.elements.annotations import annotations
from steinreich.draw.elements.markup import FONT, element, finish, group, number, readable, words
from steinreich.draw.layout import Layout, layout
from steinreich.draw.picture import Drawing, Picture, check_language, picture
from steinreich.draw.styles import STYLES, Style
from steinreich.draw.turn import turned_board
from steinreich.rules import arguments
from steinreich.rules.errors import BadArgument
from steinreich.rules.language import Words

Theme = Literal["light", "dark", "auto"]
Box = tuple[float, float, float, float]  # left, top, right, bottom

PADDING = 42
NARROW = 600  # pixels: below this a view of space stands above the board, not beside it
LARGEST = 60  # the letters of the caption
LETTER = 0.56  # the width of a letter in widths of its size: enough in any font


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
    """The picture of a position as SVG; `auto` follows the page around it, where that is a notebook
    or says its theme, and else what the reader's system prefers.

    `width` is in pixels; where it is small, a board with height is drawn in a taller shape.
    `targets` marks what the legal actions touch; `drawn` are arrows and rings on top.  The board is
    turned clockwise by so many degrees: 180 shows it from the opposite side.

    >>> from steinreich import Arrow, Ring, load, svg
    >>> position = load("inner_square").start()
    >>> text = svg(position, theme="dark", drawn=[Arrow("c2", "c5"), Ring("e5")])
    >>> text[:4], text[-6:]
    ('<svg', '</svg>')
    """
    expect_position(position)
    marks = tuple(one.on(position.game.board) for one in checked_drawings(drawn))
    targets = arguments.boolean("targets", targets)
    board = turned_board(position.game.board, turned)
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
    """The SVG of a picture."""
    check_choice(style, tuple(STYLES), Words("style", "Stil"))
    check_choice(theme, get_args(Theme), Words("theme", "Farbschema"))
    check_language(language)
    width = None if width is None else arguments.positive("width", width)
    wide = width or (900 if picture.board.scene else 480)
    shapes, box = everything(picture, language, targets, wide < NARROW)
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


def checked_drawings(drawn: Sequence[Drawing]) -> Sequence[Drawing]:
    """What is drawn on a picture, if it is arrows and rings."""
    if not isinstance(drawn, list | tuple) or not all(isinstance(one, Drawing) for one in drawn):
        expected = Words("a list of Arrow and Ring", "eine Liste von Arrow und Ring")
        raise arguments.bad_type("drawn", expected, drawn)
    return drawn


def check_choice(value: object, names: Sequence[str], what: Words) -> None:
    """Refuse what is no name of a style or theme."""
    if not isinstance(value, str) or value not in names:
        given, known = arguments.shown(value), ", ".join(names)
        raise BadArgument(
            Words(
                f"{given} is not a {what.en}; choose from {known}",
                f"{given} gibt es nicht als {what.de}, nur {known}",
            )
        )


def everything(
    picture: Picture, language: str, targets: bool, narrow: bool
) -> tuple[list[str], Box]:
    """The shapes of the whole picture, and the paper they need."""
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
    """Width and height."""
    return box[2] - box[0], box[3] - box[1]


def paper(box: Box) -> str:
    """The ground of the picture, so that it can be read on any page."""
    wide, high = size(box)
    return element("rect", x=box[0], y=box[1], width=wide, height=high, rx=18, fill="@paper")


def definitions(picture: Picture) -> list[str]:
    """Everything that is used several times."""
    in_space = space.definitions() if picture.board.scene else []
    return [
        *flat.definitions(picture.board.squares),
        *stones.definitions(picture.pieces),
        *in_space,
    ]


def accessible(picture: Picture, language: str) -> list[str]:
    """Title and description for those who listen to the page."""
    return [
        element("title", escape(picture.title.within(language)), id="~title"),
        element("desc", escape(description(picture, language)), id="~desc"),
    ]


def board_shapes(picture: Picture, laid: Layout, language: str, targets: bool) -> list[str]:
    """The board from above, from the wood up to the highlights."""
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
        # On a board of several planks the thread is drawn in the view of space.
        light = flat.lit_places if laid.board.scene else flat.lit
        shapes += light(spots, stones.RADIUS + 2)
    return shapes + annotations(picture.drawn, flat.spots(laid.board, range(len(laid.board.cells))))


def board_box(laid: Layout) -> Box:
    """What the planks cover."""
    corners = [flat.at(*corner) for plank in laid.planks for corner in plank.outline]
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def beside(picture: Picture, board: Box) -> tuple[str, Box]:
    """The view of space, as high as the board and to the left of it; and what both cover."""
    wide, high = size(space.box(picture.board))
    scale = size(board)[1] / high
    edge = board[0] - PADDING - scale * wide
    return view_at(picture, edge, board[1], scale), (edge, *board[1:])


def above(picture: Picture, board: Box) -> tuple[str, Box]:
    """The view of space, as wide as the board and on top of it; and what both cover."""
    wide, high = size(space.box(picture.board))
    scale = size(board)[0] / wide
    edge = board[1] - PADDING - scale * high
    return view_at(picture, board[0], edge, scale), (board[0], edge, *board[2:])


def view_at(picture: Picture, x: float, y: float, scale: float) -> str:
    """The view of space with its upper left at a point."""
    left, top, _, _ = space.box(picture.board)
    move = f"translate({x - scale * left:.1f} {y - scale * top:.1f}) scale({scale:.4f})"
    return group(*space.view(picture), transform=move)


def caption(text: str, box: Box) -> tuple[list[str], float]:
    """The caption below the board, and the height it needs."""
    wide, middle = box[2] - box[0], (box[0] + box[2]) / 2
    letters = min(readable(wide), LARGEST)
    lines = [
        (line, "@faint" if part else "@ink")
        for part, text_part in enumerate(text.split("\n"))
        for line in balanced(text_part, int(wide / (LETTER * letters)))
    ]
    first, step = box[3] + PADDING + 0.8 * letters, 1.4 * letters
    shapes = [
        words(line, middle, first + row * step, letters, fill=ink)
        for row, (line, ink) in enumerate(lines)
    ]
    return shapes, step * len(lines) + 0.5 * letters


def balanced(text: str, most: int) -> list[str]:
    """As few lines of at most so many letters as will do, about equally long."""
    needed = len(wrap(text, most))
    longest = max(map(len, text.split()), default=1)
    fitting = (wrap(text, letters) for letters in range(min(longest, most), most + 1))
    return next(lines for lines in fitting if len(lines) == needed)
