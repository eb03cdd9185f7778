"""Iteration over sets of cells (bitboards) in plain Python."""

from random import Random

import pytest

from steinreich.rules.bits import each
from steinreich.rules.wide import each_wide, wide

MAX_CELLS = 128  # of the largest board


@pytest.mark.parametrize("cells", [1, 8, 9, 63, 64, 65, MAX_CELLS])
def test_iteration_is_ascending(cells: int) -> None:
    rng = Random(cells)
    boards = [0, 1, 1 << cells - 1, (1 << cells) - 1]
    boards += [rng.getrandbits(cells) & rng.getrandbits(cells) for _ in range(100)]
    for board in boards:
        found = [cell for cell in range(cells) if board >> cell & 1]
        assert list(each(board)) == found
        assert each_wide(wide(found)) == found


def test_set_has_at_most_the_cells_of_the_largest_board() -> None:
    with pytest.raises(OverflowError):
        each(1 << MAX_CELLS)
