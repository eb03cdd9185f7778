"""Plane geometry for boards: hulls and margins."""

from collections.abc import Iterable, Sequence
from math import hypot

from steinreich.rules.about import Cell

Point = tuple[float, float]


def hull(points: Iterable[Point]) -> list[Point]:
    """The corners of the convex hull, anticlockwise (Andrew's monotone chain)."""
    ordered = sorted(set(points))
    return half_hull(ordered)[:-1] + half_hull(ordered[::-1])[:-1]


def half_hull(ordered: Sequence[Point]) -> list[Point]:
    """The corners met on the right-hand side on the way from the first point to the last."""
    corners: list[Point] = []
    for point in ordered:
        while len(corners) > 1 and turn(corners[-2], corners[-1], point) <= 1e-9:
            corners.pop()
        corners.append(point)
    return corners


def turn(a: Point, b: Point, c: Point) -> float:
    """Positive if the way from a over b to c turns left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def overhang(outline: Sequence[Point], point: Point) -> float:
    """How far a point lies beyond the edges of a convex outline; negative inside."""
    return max(
        -turn(a, b, point) / hypot(b[0] - a[0], b[1] - a[1])
        for a, b in zip(outline, [*outline[1:], outline[0]], strict=True)
    )


def widened(outline: Sequence[Point], margin: float) -> list[Point]:
    """A convex outline with every edge moved outward."""
    corners = []
    for before, corner, after in zip(
        [outline[-1], *outline[:-1]], outline, [*outline[1:], outline[0]], strict=True
    ):
        (ax, ay), (bx, by) = outward(before, corner), outward(corner, after)
        stretch = margin / (1 + ax * bx + ay * by)  # both normals, lengthened to the new corner
        corners.append((corner[0] + stretch * (ax + bx), corner[1] + stretch * (ay + by)))
    return corners


def outward(a: Point, b: Point) -> Point:
    """The direction of length 1 that leaves an anticlockwise outline across this edge."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    return (b[1] - a[1]) / length, (a[0] - b[0]) / length


def corners_of(cell: Cell) -> list[Point]:
    """The corners of the square around a cell."""
    return [(cell.x + dx, cell.y + dy) for dx in (-0.5, 0.5) for dy in (-0.5, 0.5)]
