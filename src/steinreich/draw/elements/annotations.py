"""Annotations on a board: arrows from cell to cell, and rings around cells.

Kinds differ in line style and in colour, so that they are distinguishable without colour. All are
bright with a dark edge, so that they are visible on wood and on any piece.
"""

from collections.abc import Sequence
from math import hypot

from steinreich.draw.elements.markup import Attributes, element, group, number
from steinreich.draw.layout import Point
from steinreich.draw.picture import Annotation, AnnotationKind

# All sizes are in SVG units.
LINE_WIDTH = 13  # of a line without its edge
EDGE_WIDTH = 5
RING_RADIUS = 44
HEAD = {"long": 34, "wide": 25}  # length and half of the width of an arrow head
TIP_DISTANCE = 10  # distance of the tip of an arrow from the centre of a cell
START_DISTANCE = 22  # distance of the start of an arrow from the centre of its first cell
DASHES: dict[AnnotationKind, Attributes] = {
    "solid": {},
    "dashed": {"stroke_dasharray": "26 17"},
    "double": {},
    "dotted": {"stroke_dasharray": "0.1 21", "stroke_linecap": "round"},
    "planned": {"stroke_dasharray": "8 6"},
}


def annotations(drawn: Sequence[Annotation], spots: Sequence[Point]) -> list[str]:
    """Return the shapes of all annotations; `spots` are the centres of cells."""
    return [
        draw_shape(annotation.kind, *path_and_head(spots[annotation.start], spots[annotation.end]))
        for annotation in drawn
    ]


def path_and_head(start: Point, end: Point) -> tuple[str, str]:
    """Return the line of an arrow and its head as attributes `d`; a ring has no head."""
    (ax, ay), (bx, by) = start, end
    length = hypot(bx - ax, by - ay)
    if not length:
        return draw_ring_path(ax, ay), ""
    dx, dy = (bx - ax) / length, (by - ay) / length

    def point_along(distance: float, aside: float = 0) -> str:
        x, y = ax + dx * distance - dy * aside, ay + dy * distance + dx * aside
        return f"{number(x)} {number(y)}"

    tip, neck = length - TIP_DISTANCE, length - TIP_DISTANCE - HEAD["long"]
    head_corners = point_along(neck, HEAD["wide"]), point_along(neck, -HEAD["wide"])
    shaft_start = min(START_DISTANCE, neck / 2)
    return (
        f"M{point_along(shaft_start)}L{point_along(neck)}",
        f"M{point_along(tip)}L{head_corners[0]}L{head_corners[1]}Z",
    )


def draw_ring_path(x: float, y: float) -> str:
    """Return a circle as a path, from the top."""
    arc = f"{RING_RADIUS} {RING_RADIUS} 0 1 1"
    top, bottom = f"{number(x)} {number(y - RING_RADIUS)}", f"{number(x)} {number(y + RING_RADIUS)}"
    return f"M{top}A{arc} {bottom}A{arc} {top}"


def draw_shape(kind: AnnotationKind, line: str, head: str) -> str:
    """Return an arrow or ring with its edges; a `double` line has a gap along its middle."""
    colour = f"@drawn-{kind}"
    edge_attributes: Attributes = {
        "fill": "none",
        "stroke": "@drawn-edge",
        "stroke_linejoin": "round",
    }
    line_attributes: Attributes = {
        "fill": "none",
        "stroke": colour,
        "stroke_width": LINE_WIDTH,
        **DASHES[kind],
    }
    shapes = [
        element("path", d=line, stroke_width=LINE_WIDTH + 2 * EDGE_WIDTH, **edge_attributes),
        element("path", d=head, stroke_width=2 * EDGE_WIDTH, **edge_attributes),
        element("path", d=line, **line_attributes),
    ]
    if kind == "double":
        shapes.append(element("path", d=line, stroke_width=LINE_WIDTH / 3, **edge_attributes))
    return group(*shapes, element("path", d=head, fill=colour))
