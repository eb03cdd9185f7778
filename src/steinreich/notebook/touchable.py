"""The picture of a position with places that can be touched."""

from collections.abc import Collection

from steinreich.core.position import Position
from steinreich.draw.elements.flat import place
from steinreich.draw.elements.markup import Look, element
from steinreich.draw.layout import layout
from steinreich.draw.picture import Ring
from steinreich.draw.svg import svg

REACH = 46  # from the middle of a cell, in units of the picture
END = "</svg>"


def touchable(position: Position, cells: Collection[int], picked: Collection[int]) -> str:
    """A picture in which some cells can be touched.  Rings are around those that have been, and
    then around those that can be next."""
    rings = [Ring(cell, "planned") for cell in picked]
    if picked:
        rings += [Ring(cell, "dotted") for cell in cells]
    board = layout(position.game.board).board
    places = []
    for cell in sorted({*cells, *picked}):
        x, y = place(board, cell)
        name = board.cells[cell].name
        look: Look = {"fill": "transparent", "role": "button", "aria_label": name, "tabindex": -1}
        places.append(element("circle", cx=x, cy=y, r=REACH, data_cell=cell, **look))
    marks = bool(cells) and not picked
    picture = svg(position, theme="auto", targets=marks, drawn=rings)
    return picture.replace(END, "".join(places) + END)
