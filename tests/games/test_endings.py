"""Every ending of every game has a reason in words and the cells that show it."""

import pytest

from steinreich import Position, load
from steinreich.core import narration
from tests.translated import Translated, both

NAMES = ("Ada", "Bo", "Cy", "Di")
FOUR_FOR_BOTH_DE = "er zählt für den, der gelegt hat"
ALL_BALLS = (
    "all balls are on the rods, and no player has a four",
    "alle Kugeln stecken, und niemand hat einen Vierer",
)
NO_SLIDE, NO_SLIDE_DE = "no stone can slide any more", "kein Stein lässt sich mehr schieben"
ALL_PLACED = (
    "ooooo1/ooo1oo/oo1ooo/o1oooo/oooo1o/1ooooo"  # thirty stones, each row and column has five
)
BLOCKED = "1ooooo/1ooooo/1ooooo/1ooooo/1ooooo/6"

# Game, position, last action if any: winner, reasons, and some of the cells that show it
CASES = [
    (
        "chain_reaxis",
        "1xo1xo/2x2x/1xo2o/xo1oox/oxoxox/6 o f6e6",
        "d5e5",
        (0, "Ada completed a four", "Ada hat einen Vierer vollendet"),
        "a2 b3 c4 d5",
    ),
    (
        "chain_reaxis(size=4x4)",
        "xo2/oxox/xooo/oxxx x a3a4",
        "d4c4",
        (0, "Bo completed a four for Ada", "Bo hat einen Vierer für Ada vollendet"),
        "a1 b2 c3 d4",
    ),
    (
        "chain_reaxis(size=4x4)",
        "1ox1/xxx1/ooo1/1ox1 x a2a3",
        "d2d3",
        (
            1,
            "Bo completed a four for both, which counts for the player who placed the tile",
            f"Bo hat einen Vierer für beide vollendet; {FOUR_FOR_BOTH_DE}",
        ),
        "a3 b3 c3 d3",
    ),
    (
        "chain_reaxis(size=4x4)",
        "3x/ooxo/x1ox/oxxo o a3a2",
        "b4a4",
        (None, "no tile fits on the board any more", "kein Stein passt mehr auf das Brett"),
        "b2 c4",
    ),
    (
        "chain_reaxis(size=4x4)",
        "oxxo/oxox/xooo/2xx x b2a2",
        "b1a1",
        (None, "the board is full", "das Brett ist voll"),
        "",
    ),
    (
        "tzaar",
        "...../.R3..../......./.......z/......../t3.Z2...../.T2...../....../.r3... w 1",
        "B2xF1",
        (0, "Ada captured Bo's last Tott", "Ada hat den letzten Tott von Bo geschlagen"),
        "F1",
    ),
    (
        "tzaar",
        "...Tt/TT3.T2../R....../T2z...tz2t5/....Z2..T/t2..T2..../......./...r../t...T b 2",
        "D2xC1",
        (
            1,
            "Bo captured Ada's last Tzarra",
            "Bo hat die letzte Tzarra von Ada geschlagen",
        ),
        "C1",
    ),
    (
        "tzaar",
        ".zr2../...T3../....t../t.t...t2./R...T5.../...t..../......t2/.Z3..../...tt b 2",
        "A2+A3",
        (0, "Bo covered their own last Tzarra", "Bo hat die eigene letzte Tzarra zugedeckt"),
        "A3",
    ),
    (
        "tzaar",
        "t.z../.....t2/.....r./T3.....Z2./....r2.../.t4R4...../......./t...R2./..T.. w 2",
        "D1+D7",
        (1, "Ada covered their own last Tzaar", "Ada hat den eigenen letzten Tzaar zugedeckt"),
        "D7",
    ),
    (
        "tzaar",
        "...R4./.z2..../....r2../..t3...../R......./......../T2....../.t...R3/..Z2.. w 2",
        "G1+E1",
        (0, "Bo cannot capture any more", "Bo kann nicht mehr schlagen"),
        "B2 C5 D3 H2",
    ),
    (
        "six_in_line(players=3)",
        "o2ooo/o1ooo1/1oo1oo/o1o1oo/o1o1o1/o1ooo1 2 1-1-0 d2-e2",
        "+f2",
        (1, "Bo has 2 coins (1 : 2 : 0)", "Bo hat 2 Münzen (1 : 2 : 0)"),
        "",
    ),
    (
        "six_in_line",
        f"{BLOCKED} 1 1-2 s",
        "",
        (
            1,
            f"{NO_SLIDE}, and Bo has the most coins (1 : 2)",
            f"{NO_SLIDE_DE}, und Bo hat die meisten Münzen (1 : 2)",
        ),
        "b2 f6",
    ),
    (
        "six_in_line(players=3)",
        f"{BLOCKED} 1 1-0-1 s",
        "",
        (
            None,
            f"{NO_SLIDE}, and Ada and Cy have the same number of coins (1 : 0 : 1)",
            f"{NO_SLIDE_DE}, und Ada und Cy teilen sich die meisten Münzen (1 : 0 : 1)",
        ),
        "b2 f6",
    ),
    (
        "six_in_line(players=1)",
        "1oo1oo/1o1ooo/o1oooo/1o2oo/o1o2o/o1o1o1 1 0 b1-c1",
        "+f1",
        (None, "a line is full", "eine Linie ist voll"),
        "",
    ),
    (
        "six_in_line(players=1)",
        f"{BLOCKED} 1 0 s",
        "",
        (None, f"{NO_SLIDE} (25 stones placed)", f"{NO_SLIDE_DE} (25 Steine gesetzt)"),
        "b2 f6",
    ),
    (
        "six_in_line(players=1)",
        f"{ALL_PLACED} 1 0 s",
        "",
        (
            0,
            "all thirty stones are on the board, and no line is full",
            "alle dreißig Steine liegen auf dem Brett, und keine Linie ist voll",
        ),
        "b1 a6",
    ),
    (
        "inner_square",
        "1r4y/1y5/y1rrr2/3r3/4r1y/ry2r2/1rrrr2 r 3",
        "c1-c3",
        (0, "Ada holds all four inner corners", "Ada hält alle vier inneren Ecken"),
        "c3 e3 c5 e5",
    ),
    (
        "inner_square",
        "1y4r/7/y3r1r/7/2r3y/1y5/4yr1 y 25",
        "g3-g1",
        (1, "Ada has only 4 stones left (4 : 5)", "Ada hat nur noch 4 Steine (4 : 5)"),
        "g7 e5 g5 c3",
    ),
    (
        "inner_square",
        "2yy2y/yy1yyyr/2y1y1r/yy2yr1/1r4r/rrr1r1r/rr1r1y1 y 99",
        "a4-a5",
        (
            None,
            "a hundred moves in a row without a capture",
            "hundert Züge hintereinander, ohne dass ein Stein geschlagen wurde",
        ),
        "",
    ),
    (
        "inner_square(quiet=corners)",
        "y6/7/2r1y2/7/2r4/7/yyyyrrr y 99",
        "a7-b7",
        (
            0,
            "a hundred moves in a row without a capture, and Ada has more inner corners (2 : 1)",
            "hundert Züge hintereinander, ohne dass ein Stein geschlagen wurde, "
            "und Ada hat mehr innere Ecken (2 : 1)",
        ),
        "c3 c5",
    ),
    (
        "inner_square(quiet=corners)",
        "yy5/7/2r1y2/7/7/6y/yyyrrrr y 99",
        "a7-a6",
        (
            1,
            "a hundred moves in a row without a capture, and Bo has more stones (7 : 5)",
            "hundert Züge hintereinander, ohne dass ein Stein geschlagen wurde, "
            "und Bo hat mehr Steine (7 : 5)",
        ),
        "a6 b7 e5 g2 a1",
    ),
    (
        "inner_square(quiet=corners)",
        "y6/7/2r1y2/7/7/7/yyyrrrr y 99",
        "a7-b7",
        (
            None,
            "a hundred moves in a row without a capture, and corners and stones are level",
            "hundert Züge hintereinander, ohne dass ein Stein geschlagen wurde, "
            "und Ecken und Steine sind gleich verteilt",
        ),
        "",
    ),
    (
        "inner_square",
        "yyyr3/yyrr3/rrr4/7/7/7/7 y 5",
        "",
        (0, "Bo cannot move", "Bo kann nicht mehr ziehen"),
        "a7 b7 c7 a6 b6",
    ),
    (
        "vier3d",
        "-/r/r/bbb/rrb/-/b/-/br/rbr/br/rr/rb/bb/-/rbr b",
        "c2",
        (1, "Bo completed a four", "Bo hat einen Vierer vollendet"),
        "d1.2 c2.2 b3.2 a4.2",
    ),
    (
        "vier3d(players=3)",
        "ybrb/yrrr/rbyy/ybbb/yrbb/ryrr/ryry/rryy/yyyr/bbrb/yyrr/bybb/rrby/bbyb/ryrb/bb y",
        "d4",
        (None, *ALL_BALLS),
        "",
    ),
    (
        "vier3d(variant=most_fours)",
        "byyr/bbr/yyyb/brrr/rrbr/yyyr/rybb/ybbb/brrb/yyyb/rbbb/yrrr/bbyy/ryyr/yyry/rbbr b",
        "b1",
        (None, *ALL_BALLS),
        "",
    ),
    (
        "vier3d(variant=most_fours)",
        "yyyb/ybbb/ryyr/yybr/rybb/yybr/ybbb/rbrr/yrrr/ybrr/ybrb/rybr/rrb/byrr/yybr/yybb b",
        "a4",
        (1, "Bo has the most fours (0 : 1)", "Bo hat die meisten Vierer (0 : 1)"),
        "b4.1 b3.2 b2.3 b1.4",
    ),
    (
        "vier3d(variant=most_fours)",
        "ybr/yrrr/rbyy/ryrb/yryy/brby/ybbr/yyyb/ybbr/yybb/rbrr/yybb/yyrr/bybb/bbbr/rrrr b",
        "a1",
        (
            None,
            "Ada and Bo have the same number of fours (1 : 1)",
            "Ada und Bo teilen sich die meisten Vierer (1 : 1)",
        ),
        "d4.1 c1.2",
    ),
    (
        "vier3d(variant=most_fours,players=3)",
        "yy/yrry/ybrb/ybry/bbbb/yryr/rryb/ryrb/rrby/bbry/rrby/brrb/yybb/rbyb/ryby/rrby y",
        "a1",
        (
            None,
            "Bo and Cy have the same number of fours (0 : 1 : 1)",
            "Bo und Cy teilen sich die meisten Vierer (0 : 1 : 1)",
        ),
        "a1.1 d1.1",
    ),
]


def make_final_position(id: str, text: str, action: str) -> Position:
    """Return the position of a string, or after an action there if one is given."""
    position = load(id).position(text)
    return position.play(action) if action else position


@pytest.mark.parametrize(("id", "position", "action", "expected", "cells"), CASES)
def test_endings_have_reasons_and_cells(
    id: str, position: str, action: str, expected: tuple[int | None, str, str], cells: str
) -> None:
    final = make_final_position(id, position, action)
    ending = final.ending
    assert ending is not None
    named = narration.get_ending(final).get_reason([Translated(name, name) for name in NAMES])
    assert ending.reason == narration.get_ending(final).get_reason(final.game.about.players)
    assert (ending.winner, *both(named)) == expected
    shown = {load(id).board.cells[cell].name for cell in ending.cells}
    assert set(cells.split()) <= shown
    assert bool(cells) == bool(shown)
