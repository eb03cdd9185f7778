"""What actions bring about, game by game: in data, read aloud and written."""

import pytest

from steinreich import load
from steinreich.core.about import Words

TWO_LINES = "o3oo/oo1ooo/ooo3/ooooo1/1oo1oo/ooo1oo 1"
CASES = [  # game, position, action; how many are taken and lines completed; read aloud, written
    (
        "inner_square",
        "2yy1yy/yy1y3/1y1ry1y/1rrr2r/y1r1y2/y1rr3/rrrrrr1 y 4",
        "b6-c5",
        (3, 0),
        Words("b6 to c5, takes b4, d4 and d5", "b6 nach c5, schlägt b4, d4 und d5"),
        "b6-c5 ×b4 ×d4 ×d5",
    ),
    (
        "inner_square(groups=on)",
        "y1y3y/yy1y2y/r1r4/3r2y/4r2/rr1ry2/3r2y y 2",
        "e2-f2",
        (3, 0),
        Words("e2 to f2, takes c5, d4 and e3", "e2 nach f2, schlägt c5, d4 und e3"),
        "e2-f2 ×c5 ×d4 ×e3",
    ),
    (
        "inner_square",
        "yyyyyyy/yyyyyyy/7/7/7/rrrrrrr/rrrrrrr r 0",
        "c2-c5",
        (0, 0),
        Words("c2 to c5", "c2 nach c5"),
        "c2-c5",
    ),
    (
        "six_in_line",
        "oo1ooo/o1ooo1/oo2oo/ooooo1/3ooo/1ooo1o 1 0-0 f5-f6",
        "+f3",
        (6, 1),
        Words(
            "new stone on f3, completes row 3: one coin",
            "neuer Stein auf f3, vollendet Reihe 3: eine Münze",
        ),
        "+f3 ◎",
    ),
    (
        "six_in_line",
        f"{TWO_LINES} 0-0 d2-e2",
        "+a2",
        (11, 2),
        Words(
            "new stone on a2, completes column a and diagonal f1–a6: 2 coins",
            "neuer Stein auf a2, vollendet Spalte a und Diagonale f1–a6: 2 Münzen",
        ),
        "+a2 ◎◎",
    ),
    (
        "six_in_line(players=1)",
        f"{TWO_LINES} 0 d2-e2",
        "+a2",
        (11, 2),
        Words(
            "new stone on a2, completes column a and diagonal f1–a6",
            "neuer Stein auf a2, vollendet Spalte a und Diagonale f1–a6",
        ),
        "+a2 ◎◎",
    ),
]


@pytest.mark.parametrize(("id", "position", "action", "numbers", "told", "written"), CASES)
def test_effects(
    id: str, position: str, action: str, numbers: tuple[int, int], told: Words, written: str
) -> None:
    now = load(id).position(position)
    found = now.effects(action)
    assert (len(found.taken), len(found.lines)) == numbers
    assert now.told(action) == told
    assert now.notation(action) == written
