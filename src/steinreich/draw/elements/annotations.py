"""Annotations drawn on a board: arrows from cell to cell, and rings around cells.

The kinds differ by line style, and only additionally by colour: solid, dashed, double and dotted;
short dashes mark a planned action. All are bright with a dark edge, so that they are visible on
wood and on any piece.
"""

from collections.abc import Sequence
from math import hypot

from steinreich.draw.elements.markup import Look, element, group, number
from steinreich.draw.layout import Point
from steinreich.draw.picture import Annotation, AnnotationKind

WIDTH = 13  # of a line without its edge
EDGE = 5
RING = 44  # radius
HEAD = {"long": 34, "wide": 25}  # half as wide on either side
BEFORE = 10  # distance of the tip of an arrow from the centre of a cell
AFTER = 22  # distance of its start
DASHES: dict[AnnotationKind, Look] = {
    "solid": {},
    "dashed": {"stroke_dasharray": "26 17"},
    "double": {},
    "dotted": {"stroke_dasharray": "0.1 21", "stroke_linecap": "round"},
    "planned": {"stroke_dasharray": "8 6"},
}


def annotations(drawn: Sequence[Annotation], spots: Sequence[Point]) -> list[str]:
    """Return the shapes of all annotations; `spots` are the centres of cells."""
    return [shape(one.kind, *path_and_head(spots[one.start], spots[one.end])) for one in drawn]


def path_and_head(start: Point, end: Point) -> tuple[str, str]:
    """Return the line of an arrow and its head as attributes `d`; a ring has no head."""
    (ax, ay), (bx, by) = start, end
    length = hypot(bx - ax, by - ay)
    if not length:
        return ring(ax, ay), ""
    dx, dy = (bx - ax) / length, (by - ay) / length

    def along(distance: float, aside: float = 0) -> str:
        x, y = ax + dx * distance - dy * aside, ay + dy * distance + dx * aside
        return f"{number(x)} {number(y)}"

    tip, neck = length - BEFORE, length - BEFORE - HEAD["long"]
    wings = along(neck, HEAD["wide"]), along(neck, -HEAD["wide"])
    begin = min(AFTER, neck / 2)
    return f"M{along(begin)}L{along(neck)}", f"M{along(tip)}L{wings[0]}L{wings[1]}Z"


def ring(x: float, y: float) -> str:
    """Return a circle as a path, from the top."""
    arc = f"{RING} {RING} 0 1 1"
    top, bottom = f"{number(x)} {number(y - RING)}", f"{number(x)} {number(y + RING)}"
    return f"M{top}A{arc} {bottom}A{arc} {top}"


def shape(kind: AnnotationKind, line: str, head: str) -> str:
    """Return lines and head with their edges; a `double` line has a gap along its middle."""
    ink = f"@drawn-{kind}"
    around: Look = {"fill": "none", "stroke": "@drawn-edge", "stroke_linejoin": "round"}
    inner: Look = {"fill": "none", "stroke": ink, "stroke_width": WIDTH, **DASHES[kind]}
    shapes = [
        element("path", d=line, stroke_width=WIDTH + 2 * EDGE, **around),
        element("path", d=head, stroke_width=2 * EDGE, **around),
        element("path", d=line, **inner),
    ]
    if kind == "double":
        shapes.append(element("path", d=line, stroke_width=WIDTH / 3, **around))
    return group(*shapes, element("path", d=head, fill=ink))
