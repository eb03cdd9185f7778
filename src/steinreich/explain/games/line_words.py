"""Lines that one more piece completes, for the games in which lines win."""

from collections.abc import Iterable


def lacking(lines: Iterable[int], own: int) -> int:
    """The cells, empty or not, that these pieces lack as the only one of some line."""
    cells = 0
    for line in lines:
        rest = line & ~own
        if rest & rest - 1 == 0:
            cells |= rest
    return cells
