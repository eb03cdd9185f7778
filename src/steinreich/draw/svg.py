"""A position as a self-contained SVG: for notebooks, web pages and print."""

from hashlib import blake2s
from html import escape
from textwrap import wrap
from typing import Literal, get_args

from steinreich.core.game import Position
from steinreich.draw import flat, space, stones
from steinreich.draw.describe import description
from steinreich.draw.layout import Layout, layout
from steinreich.draw.markup import FONT, element, finish, group, number, words
from steinreich.draw.palette import DARK, LIGHT
from steinreich.draw.picture import Picture, picture

Theme = Literal["light", "dark", "auto"]
Box = tuple[float, float, float, float]  # left, top, right, bottom

PADDING = 42
CAPTION = 29  # the size of its letters, on wider boards in proportion
LETTER = 0.56  # the width of a letter in widths of its size: enough in any font


def svg(
    position: Position,
    theme: Theme = "light",
    language: str = "en",
    width: float | None = None,
    targets: bool = False,
) -> str:
    """The picture of a position; `auto` follows what the reader's system prefers.

    `width` is in pixels; `targets` marks what the legal actions touch.
    """
    return render(picture(position), theme, language, width, targets)


def render(
    picture: Picture,
    theme: Theme = "light",
    language: str = "en",
    width: float | None = None,
    targets: bool = False,
) -> str:
    """The SVG of a picture."""
    if theme not in get_args(Theme):
        raise ValueError(f"{theme!r} is no theme; there are {', '.join(get_args(Theme))}")
    shapes, box = everything(picture, language, targets)
    wide = width or (900 if picture.board.scene else 480)
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
        style="max-width:100%;height:auto",
        lang=language,
    )
    key = blake2s(repr((picture, theme, language, width, targets)).encode(), digest_size=5)
    first, dark = (DARK, None) if theme == "dark" else (LIGHT, DARK if theme == "auto" else None)
    return finish(text, f"s{key.hexdigest()}-", first, dark)


def everything(picture: Picture, language: str, targets: bool) -> tuple[list[str], Box]:
    """The shapes of the whole picture, and the paper they need."""
    laid = layout(picture.board)
    shapes, box = board_shapes(picture, laid, language, targets), board_box(laid)
    if picture.board.scene:
        view, box = beside(picture, box)
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
        *flat.board(laid, language),
        *flat.last_below(picture, laid),
        *flat.pieces(picture, laid),
        *flat.last_above(picture, laid),
    ]
    if targets:
        shapes += flat.targets(picture, laid)
    for line in picture.lit:
        shapes += flat.lit_places(flat.spots(laid.board, line), stones.RADIUS + 2)
    return shapes


def board_box(laid: Layout) -> Box:
    """What the planks cover."""
    corners = [flat.at(*corner) for plank in laid.planks for corner in plank.outline]
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def beside(picture: Picture, board: Box) -> tuple[str, Box]:
    """The view of space, as high as the board and to the left of it; and what both cover."""
    left, top, right, bottom = space.box(picture.board)
    scale = (board[3] - board[1]) / (bottom - top)
    edge = board[0] - PADDING - scale * (right - left)
    move = f"translate({edge - scale * left:.1f} {board[1] - scale * top:.1f}) scale({scale:.4f})"
    return group(*space.view(picture), transform=move), (edge, *board[1:])


def caption(text: str, box: Box) -> tuple[list[str], float]:
    """The caption below the board, and the height it needs."""
    wide, middle = box[2] - box[0], (box[0] + box[2]) / 2
    letters = CAPTION * max(1.0, wide / 1300)
    lines = [
        (line, "@faint" if part else "@ink")
        for part, text_part in enumerate(text.split("\n"))
        for line in wrap(text_part, int(wide / (LETTER * letters)))
    ]
    first, step = box[3] + PADDING + 0.8 * letters, 1.4 * letters
    shapes = [
        words(line, middle, first + row * step, letters, fill=ink)
        for row, (line, ink) in enumerate(lines)
    ]
    return shapes, step * len(lines) + 0.5 * letters
