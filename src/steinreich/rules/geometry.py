"""Geometry that several boards share: straight lines on a grid, and symmetries of a rectangle."""

from collections.abc import Iterable, Sequence

from steinreich.rules.about import Cell


def lines_of(
    length: int, points: Sequence[tuple[int, ...]], steps: Iterable[tuple[int, ...]]
) -> list[list[int]]:
    """All straight lines of so many points, in any of the given steps, as indexes of points."""
    index = {point: i for i, point in enumerate(points)}
    found = []
    for step in steps:
        for point in points:
            line = [
                index.get(tuple(p + i * d for p, d in zip(point, step, strict=True)), -1)
                for i in range(length)
            ]
            if -1 not in line:
                found.append(line)
    return found


def dihedral(cells: Sequence[Cell]) -> list[dict[str, str]]:
    """The turns and mirrorings of a rectangular board, as a new name for each cell's name."""
    width, height = max(cell.x for cell in cells), max(cell.y for cell in cells)
    named = {(cell.x, cell.y): cell.name for cell in cells}
    maps = []
    for flip_x in (False, True):
        for flip_y in (False, True):
            for swap in (False, True) if width == height else (False,):
                image = {}
                for name, x, y in cells:
                    u = width - x if flip_x else x
                    v = height - y if flip_y else y
                    image[name] = named[(v, u) if swap else (u, v)]
                maps.append(image)
    return maps
