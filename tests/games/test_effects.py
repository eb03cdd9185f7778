"""Effects of actions, game by game: as data, as spoken text and as notation."""

import pytest

from steinreich import load
from tests.translated import Translated

TWO_LINES = "o3oo/oo1ooo/ooo3/ooooo1/1oo1oo/ooo1oo 1"
CASES = [  # game, position, action; numbers of captures and completed lines; spoken, written
    (
        "inner_square",
        "2yy1yy/yy1y3/1y1ry1y/1rrr2r/y1r1y2/y1rr3/rrrrrr1 y 4",
        "b6-c5",
        (3, 0),
        Translated("b6 to c5, takes b4, d4 and d5", "b6 nach c5, schlägt b4, d4 und d5"),
        "b6-c5 ×b4 ×d4 ×d5",
    ),
    (
        "inner_square(groups=on)",
        "y1y3y/yy1y2y/r1r4/3r2y/4r2/rr1ry2/3r2y y 2",
        "e2-f2",
        (3, 0),
        Translated("e2 to f2, takes c5, d4 and e3", "e2 nach f2, schlägt c5, d4 und e3"),
        "e2-f2 ×c5 ×d4 ×e3",
    ),
    (
        "inner_square",
        "yyyyyyy/yyyyyyy/7/7/7/rrrrrrr/rrrrrrr r 0",
        "c2-c5",
        (0, 0),
        Translated("c2 to c5", "c2 nach c5"),
        "c2-c5",
    ),
    (
        "six_in_line",
        "oo1ooo/o1ooo1/oo2oo/ooooo1/3ooo/1ooo1o 1 0-0 f5-f6",
        "+f3",
        (6, 1),
        Translated(
            "new stone on f3, fills row 3: one coin",
            "neuer Stein auf f3, füllt Reihe 3: eine Münze",
        ),
        "+f3 ◎",
    ),
    (
        "six_in_line",
        f"{TWO_LINES} 0-0 d2-e2",
        "+a2",
        (11, 2),
        Translated(
            "new stone on a2, fills column a and diagonal f1–a6: 2 coins",
            "neuer Stein auf a2, füllt Spalte a und Diagonale f1–a6: 2 Münzen",
        ),
        "+a2 ◎◎",
    ),
    (
        "six_in_line(coins=turn)",
        f"{TWO_LINES} 0-0 d2-e2",
        "+a2",
        (11, 2),
        Translated(
            "new stone on a2, fills column a and diagonal f1–a6: one coin",
            "neuer Stein auf a2, füllt Spalte a und Diagonale f1–a6: eine Münze",
        ),
        "+a2 ◎◎",
    ),
    (
        "six_in_line(players=1)",
        f"{TWO_LINES} 0 d2-e2",
        "+a2",
        (11, 2),
        Translated(
            "new stone on a2, fills column a and diagonal f1–a6",
            "neuer Stein auf a2, füllt Spalte a und Diagonale f1–a6",
        ),
        "+a2 ◎◎",
    ),
    (
        "chain_reaxis",
        "1xo1xo/2x2x/1xo2o/xo1oox/oxoxox/6 o f6e6",
        "d5e5",
        (0, 1),
        Translated(
            "tile on d5 and e5, blank half on d5, completes a four for Blank",
            "Stein auf d5 und e5, blanke Hälfte auf d5, vollendet einen Vierer für Blank",
        ),
        "d5e5 ◎",
    ),
    (
        "chain_reaxis(size=4x4)",
        "1ox1/xxx1/ooo1/1ox1 x a2a3",
        "d2d3",
        (0, 2),
        Translated(
            "tile on d2 and d3, blank half on d2, completes a four for Blank and Perforated",
            "Stein auf d2 und d3, blanke Hälfte auf d2, "
            "vollendet einen Vierer für Blank und Gelocht",
        ),
        "d2d3 ◎◎",
    ),
    (
        "tzaar",
        "...../.R3..../......./.......z/......../t3.Z2...../.T2...../....../.r3... w 1",
        "B2xF1",
        (1, 0),
        Translated(
            "B2 captures F1, a black Tott of height 3",
            "B2 schlägt F1, einen schwarzen Tott der Höhe 3",
        ),
        "B2xF1",
    ),
    (
        "tzaar",
        "...Tt/TT3.T2../R....../T2z...tz2t5/....Z2..T/t2..T2..../......./...r../t...T b 2",
        "D2xC1",
        (1, 0),
        Translated("D2 captures C1, a white Tzarra", "D2 schlägt C1, eine weiße Tzarra"),
        "D2xC1",
    ),
    (
        "tzaar",
        "t.z../.....t2/.....r./T3.....Z2./....r2.../.t4R4...../......./t...R2./..T.. w 2",
        "D1+D7",
        (0, 0),
        Translated("D1 reinforces D7, now of height 5", "D1 verstärkt D7, jetzt Höhe 5"),
        "D1+D7",
    ),
    (
        "vier3d",
        "-/r/r/bbb/rrb/-/b/-/br/rbr/br/rr/rb/bb/-/rbr b",
        "c2",
        (0, 1),
        Translated(
            "ball on c2, level 2, completes a four", "Kugel auf c2, Ebene 2, vollendet einen Vierer"
        ),
        "c2 ◎",
    ),
]


@pytest.mark.parametrize(("id", "position", "action", "numbers", "spoken", "written"), CASES)
def test_effects_as_data_speech_and_notation(
    id: str, position: str, action: str, numbers: tuple[int, int], spoken: Translated, written: str
) -> None:
    now = load(id).position(position)
    found = now.effects(action)
    assert (len(found.taken), len(found.lines)) == numbers
    assert now.narrate(action) == spoken
    assert now.notation(action) == written
