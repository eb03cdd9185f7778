"""The picture of a position with places that can be touched."""

from collections.abc import Collection
from typing import NamedTuple

from steinreich.core.position import Position
from steinreich.draw.elements.flat import place
from steinreich.draw.elements.markup import Look, element
from steinreich.draw.layout import layout
from steinreich.draw.picture import Annotation, Picture, picture
from steinreich.draw.svg import render
from steinreich.draw.turn import turned_board

REACH = 46  # from the middle of a cell, in units of the picture
END = "</svg>"


class Seen(NamedTuple):
    """How a board is seen."""

    turned: int  # degrees clockwise
    language: str
    width: float | None  # pixels; None: as usual


def touchable(
    position: Position, seen: Seen, cells: Collection[int] = (), held: int | None = None
) -> str:
    """A picture in which some cells can be touched, and which shows them.  Another one may be held:
    then there is a ring around it."""
    shown = picture(position)
    shown = shown._replace(board=turned_board(shown.board, seen.turned))
    if held is not None:
        shown = while_held(shown, held)
    text = render(shown, "auto", seen.language, seen.width, targets=bool(cells))
    board = layout(shown.board).board
    places = []
    for cell in sorted({*cells, *(() if held is None else (held,))}):
        x, y = place(board, cell)
        name = board.cells[cell].name
        look: Look = {"fill": "transparent", "role": "button", "aria_label": name, "tabindex": -1}
        places.append(element("circle", cx=x, cy=y, r=REACH, data_cell=cell, **look))
    if places:  # an image has no parts for those who listen
        text = text.replace('role="img"', 'role="group"', 1)
    return text.replace(END, "".join(places) + END)


def while_held(shown: Picture, held: int) -> Picture:
    """What is seen while a cell is held: a ring, and where what is on it may go, if anywhere."""
    ends = {
        name: cells[-1:]
        for name, cells in shown.targets.items()
        if len(cells) > 1 and cells[0] == held
    }
    return shown._replace(targets=ends or shown.targets, drawn=(Annotation("solid", held, held),))
