"""Boards seen from another side."""

import re
from collections import Counter
from itertools import pairwise

import pytest

from steinreich import games, load, svg
from steinreich.draw.layout import layout
from steinreich.draw.turn import turned_board, turns_of
from steinreich.rules.about import Board
from tests.draw.conftest import MIDDLE, played

HALF, QUARTERS, SIXTHS = (0, 180), (0, 90, 180, 270), (0, 60, 120, 180, 240, 300)
TURNS = {
    "chain_reaxis": QUARTERS,
    "inner_square": QUARTERS,
    "six_in_line": QUARTERS,
    "tzaar": SIXTHS,
    "vier3d": QUARTERS,
    "chain_reaxis(size=6x4)": HALF,
    "examples/connect_four.py": (0,),  # it stands upright
}


def spots(board: Board) -> list[tuple[float, float]]:
    return [(round(x, 2), round(y, 2)) for _, x, y in layout(board).board.cells]


@pytest.mark.parametrize(("game", "turns"), TURNS.items())
def test_boards_turn_as_their_shape_allows(game: str, turns: tuple[int, ...]) -> None:
    assert turns_of(load(game).board) == turns


@pytest.mark.parametrize("name", games())
def test_all_turns_together_are_none(name: str) -> None:
    """On the way every cell lies beside those that it lay beside, and as many labels are seen."""
    board = load(name).board
    turns = turns_of(board)
    seen = board
    for _ in turns:
        seen = turned_board(seen, turns[1])
        assert Counter(text for text, _, _ in layout(seen).board.labels) == Counter(
            text for text, _, _ in layout(board).board.labels
        )
    first, last = spots(board), spots(seen)
    moved = {(round(x - a, 2), round(y - b, 2)) for (x, y), (a, b) in zip(first, last, strict=True)}
    assert len(moved) == 1  # at most moved as a whole


def test_the_opposite_side_sees_the_far_row_near() -> None:
    board = load("inner_square").board
    at = dict(
        zip(board.names(range(len(board.cells))), spots(turned_board(board, 180)), strict=True)
    )
    assert at["a1"][1] > at["a7"][1]
    assert at["a1"][0] > at["g1"][0]


@pytest.mark.parametrize("name", games())
def test_turned_pictures_show_the_same(name: str) -> None:
    position = played(name, MIDDLE)
    pictures = [svg(position, turned=degrees) for degrees in turns_of(position.game.board)]
    words = [Counter(re.findall(r"<text[^>]*>([^<]+)</text>", picture)) for picture in pictures]
    uses = [picture.count("<use ") for picture in pictures]
    assert len(set(pictures)) == len(pictures) > 1
    assert all(one == other for one, other in pairwise(words))
    assert all(one == other for one, other in pairwise(uses))


def test_a_turn_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="turned by 60 degrees, only by 0, 90, 180, 270"):
        svg(load("vier3d").start(), turned=60)
