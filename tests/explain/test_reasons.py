"""Reasons word for word, each in a position made for it."""

import sys
from pathlib import Path
from subprocess import run

import pytest

from steinreich import IllegalMove, Position, games, load
from steinreich.explain import explain, reasons
from steinreich.explain.own_reasons import find_own_reasons
from tests.conftest import CONNECT_FOUR

PEBBLES = "tests/players/pebbles.py"
EMPTY_FROM_C = "......./......../......../......../......./....../....."
# White's only single piece is sheltered by two stacks: if Black cannot reach it, Black cannot
# capture.
SHELTER = "z..../.z..../....t../......../tZ2TR2..../......r./......./.r..../....."
SIX = "1o4/3o2/3o2/3o2/3o2/3o2"
BLOCK = "6/ooooo1/ooooo1/oo1oo1/ooooo1/ooooo1"

SENTENCES = [  # game, position string or actions from the start, action, English, German
    # All games: the end
    (PEBBLES, "e 1", "e",
     "leaves the opponent without a legal move and wins; is the only legal move; "
     "takes one black piece off the board",
     "lässt dem Gegner keinen Zug mehr und gewinnt; ist die einzige Möglichkeit; nimmt einen "
     "schwarzen Stein vom Brett"),
    (PEBBLES, "d 2", "d",
     "ends the game in a draw; is the only legal move; takes one black piece off the board",
     "beendet das Spiel remis; ist die einzige Möglichkeit; "
     "nimmt einen schwarzen Stein vom Brett"),
    (PEBBLES, "abcde 1", "b",
     "loses at once; takes one black piece off the board",
     "verliert sofort; nimmt einen schwarzen Stein vom Brett"),
    # All games: turns
    (PEBBLES, "abcde 1", "a",
     "takes one black piece off the board; earns another turn",
     "nimmt einen schwarzen Stein vom Brett; bringt noch einen Zug"),
    (PEBBLES, "ae 1", "a",
     "makes e possible, which wins at once; takes one black piece off the board; "
     "earns another turn",
     "ermöglicht sofort den Sieg mit e; nimmt einen schwarzen Stein vom Brett; "
     "bringt noch einen Zug"),
    (PEBBLES, "abe 1", "e",
     "lets the opponent win with a,b; takes one black piece off the board",
     "lässt den Gegner mit a,b gewinnen; nimmt einen schwarzen Stein vom Brett"),
    (PEBBLES, "bc 1", "c",
     "is the only move that does not lose at once; lets the opponent win with b; "
     "takes one black piece off the board",
     "ist die einzige Möglichkeit, nicht sofort zu verlieren; lässt den Gegner mit b gewinnen; "
     "nimmt einen schwarzen Stein vom Brett"),
    (PEBBLES, "abcde 1", "c",
     "takes one black piece off the board; gives the opponent another task: “take a pebble, b "
     "without harm”",
     "nimmt einen schwarzen Stein vom Brett; stellt dem Gegner eine andere Aufgabe: „take a "
     "pebble, b without harm“"),
    # Any game: threats
    (CONNECT_FOUR, "7/7/7/7/7/rrr1yyy r", "d",
     "completes a.1-b.1-c.1-d.1 and wins", "vollendet a.1-b.1-c.1-d.1 und gewinnt"),
    (CONNECT_FOUR, "7/7/7/7/7/rrr1yyy r", "a",
     "lets the opponent win with d; misses the win with d",
     "lässt den Gegner mit d gewinnen; verpasst den Sieg mit d"),
    (CONNECT_FOUR, "7/7/7/7/r6/r1ryyy1 r", "g",
     "is the only move that stops the opponent from winning with g",
     "verhindert als Einziges, dass der Gegner mit g gewinnt"),
    (CONNECT_FOUR, "7/7/7/7/2rr3/r1yyy2 r", "b",
     "lets the opponent win with f, and no other move would help",
     "lässt den Gegner mit f gewinnen, und nichts anderes würde helfen"),
    (CONNECT_FOUR, "7/7/7/7/2yy3/2rr3 r", "e",
     "opens a double threat: b and f win, and the opponent can stop only one",
     "öffnet eine Doppeldrohung: b und f gewinnen, und der Gegner kann nur eines verhindern"),
    (CONNECT_FOUR, "7/7/7/7/7/y1rr2y r", "b",
     "threatens to win with e, and only e stops it",
     "droht, mit e zu gewinnen, und nur e verhindert das"),
    (CONNECT_FOUR, "7/7/7/7/7/7 r", "d",
     "does not let the opponent win at once", "lässt den Gegner nicht sofort gewinnen"),
    # Four in a Row 3D
    ("vier3d", "a1 a2 b1 b2 c1 d2", "d1",
     "completes the four a1.1-b1.1-c1.1-d1.1 and wins",
     "vollendet den Vierer a1.1-b1.1-c1.1-d1.1 und gewinnt"),
    ("vier3d", "a1 b1 a1 b1 a1", "a1",
     "blocks the opponent's four on a1.4; lies on six open lines",
     "sperrt den Vierer des Gegners auf a1.4; liegt auf sechs offenen Linien"),
    ("vier3d", "a1 a2 b1 b3 c2 d4 c3 d2", "c1",
     "opens a double threat: d1 and c4 win, and the opponent can stop only one",
     "öffnet eine Doppeldrohung: d1 und c4 gewinnen, und der Gegner kann nur eines verhindern"),
    ("vier3d", "a1 a1 b1 b1 d4 c1 d3 c1", "d1",
     "lets the opponent reach d1.2 and complete a four there",
     "lässt den Gegner auf d1.2 kommen und dort einen Vierer vollenden"),
    ("vier3d", "c1 a1 a1 b1 b1 d3", "c1",
     "denies the opponent rod d1: directly above, on d1.2, it would allow a four",
     "verbietet dem Gegner d1, weil genau darüber, auf d1.2, ein Vierer folgt"),
    ("vier3d", "a1 b2 b2 c3 d1 c3", "c3",
     "prepares a four on d4.4", "bereitet einen Vierer auf d4.4 vor"),
    ("vier3d(players=3)", "a1 b1 c1 a1 b2 c2 a1", "a1",
     "blocks Red's four on a1.4; lies on six open lines",
     "sperrt den Vierer von Rot auf a1.4; liegt auf sechs offenen Linien"),
    ("vier3d(variant=most_fours)", "a1 b1 a1 b1 a1 c1", "a1",
     "completes a four; lies on seven open lines",
     "vollendet einen Vierer; liegt auf sieben offenen Linien"),
    ("vier3d(variant=most_fours)", "a1 a1 b1 b1 d4 c1 d3 c1", "d1",
     "threatens a four on d2.1; lets the opponent complete a four directly above, on d1.2",
     "droht mit einem Vierer auf d2.1; "
     "lässt den Gegner genau darüber, auf d1.2, einen Vierer vollenden"),
    # Chain Reaxis
    ("chain_reaxis", "a3a4 b3b4 c3c4", "d3d4",
     "completes the four a4-b4-c4-d4 and wins", "vollendet den Vierer a4-b4-c4-d4 und gewinnt"),
    ("chain_reaxis", "a3a4 b3b4 c3c4", "d3e3",
     "completes the opponent's four a3-b3-c3-d3 and loses; misses the win with d3d4",
     "vollendet für den Gegner den Vierer a3-b3-c3-d3 und verliert; verpasst den Sieg mit d3d4"),
    ("chain_reaxis", "c1c2 b2a2", "a1b1",
     "encloses the tile, so that the opponent may place a tile anywhere; puts its half into "
     "one open line",
     "schließt den Stein ein, sodass der Gegner überall legen darf; "
     "legt die eigene Hälfte in eine offene Linie"),
    ("chain_reaxis", "c3c4 d3d4", "e3e4",
     "lets the opponent win with f3f4; lines up three perforated halves; b4 or f4 would "
     "complete the four; lines up three blank halves; b3 or f3 would complete the four",
     "lässt den Gegner mit f3f4 gewinnen; "
     "bringt drei gelochte Hälften in eine Linie, sodass zum Vierer b4 oder f4 fehlt; "
     "bringt drei blanke Hälften in eine Linie, sodass zum Vierer b3 oder f3 fehlt"),
    # Inner Square
    ("inner_square", "yyyyy2/7/2r1r2/7/2r4/7/r3r2 r 3", "e1-e3",
     "occupies the fourth inner corner and wins", "besetzt die vierte innere Ecke und gewinnt"),
    ("inner_square", "yyyyy2/7/2r1r2/7/2r3y/7/r3r2 y 3", "g3-e3",
     "keeps the opponent from e3, the fourth inner corner; "
     "occupies the inner corner e3, the first of four",
     "hält den Gegner von e3 fern, der vierten inneren Ecke; "
     "besetzt die innere Ecke e3, die erste von vier"),
    ("inner_square", "yyyyy2/7/2r1r2/7/2r4/7/r3r2 r 3", "e5-e6",
     "misses the win with e1-e3; gives up the inner corner e5",
     "verpasst den Sieg mit e1-e3; gibt die innere Ecke e5 auf"),
    ("inner_square", "yyyyy2/4r2/4y2/2ry3/7/7/rrrrr2 r 3", "e1-e4",
     "takes two stones (d4 and e5); leaves the opponent nothing to take",
     "schlägt zwei Steine (d4 und e5); lässt dem Gegner nichts zu schlagen"),
    ("inner_square", "yyyy3/7/7/2ry3/7/7/rrrrr2 r 3", "e1-e4",
     "leaves the opponent only four stones and wins; takes the stone on d4",
     "lässt dem Gegner nur vier Steine und gewinnt; schlägt den Stein auf d4"),
    ("inner_square", "yyyyy2/7/7/2ry3/7/7/rrrrr2 r 3", "c4-c5",
     "lets the opponent take the stone on c5 with a7-b6; "
     "occupies the inner corner c5, the first of four",
     "lässt den Gegner mit a7-b6 den Stein auf c5 schlagen; "
     "besetzt die innere Ecke c5, die erste von vier"),
    ("inner_square", "yyyyy2/7/7/7/2y4/7/rrrrr2 r 99", "a1-a2",
     "is the hundredth move without a capture: a draw",
     "ist der hundertste Zug ohne Schlagen: remis"),
    ("inner_square(quiet=corners)", "yyyyy2/7/2r4/7/2y4/7/rrrrr2 r 99", "e1-e3",
     "is the hundredth move without a capture and wins with more inner corners, 2 to 1",
     "ist der hundertste Zug ohne Schlagen und gewinnt mit mehr inneren Ecken, 2 zu 1"),
    ("inner_square(quiet=corners)", "yyyyyy1/7/2r4/7/2y4/7/rrrrr2 r 99", "a1-a2",
     "is the hundredth move without a capture and loses with fewer stones, 6 to 7; "
     "misses the win with e1-e3",
     "ist der hundertste Zug ohne Schlagen und verliert mit weniger Steinen, 6 zu 7; "
     "verpasst den Sieg mit e1-e3"),
    ("inner_square", "yyyr3/yyr4/rrr4/7/7/3r3/7 r 3", "d2-d6",
     "leaves the opponent without a legal move and wins",
     "lässt dem Gegner keinen Zug mehr und gewinnt"),
    ("inner_square", "yyyr3/yyr4/rrr4/7/7/3r3/7 r 3", "d2-d1",
     "misses the win with d2-d5; wins next turn with d1-d5, whatever the reply; "
     "leaves the opponent only one reply: c7-d6",
     "verpasst den Sieg mit d2-d5; gewinnt im nächsten Zug mit d1-d5, "
     "was auch immer die Antwort ist; lässt dem Gegner nur eine Antwort: c7-d6"),
    # Six in Line
    ("six_in_line", f"{SIX} 1 1-1 a6-b6", "+d6",
     "fills column d for a coin; leaves the opponent no line to fill",
     "füllt Spalte d und bringt eine Münze; lässt dem Gegner keine Linie zum Füllen"),
    ("six_in_line", f"{SIX} 1 2-2 a6-b6", "+d6",
     "fills column d and wins with three coins", "füllt Spalte d und gewinnt mit drei Münzen"),
    ("six_in_line", f"{SIX} 1 1-1 a6-b6", "+c6",
     "lets the opponent fill a line with b6-a6+d6",
     "lässt den Gegner mit b6-a6+d6 eine Linie füllen"),
    ("six_in_line", "o5/3o2/3o2/3o2/3o2/3o2 1 1-1 s", "a6-b6",
     "makes +d6 possible, which fills a line; "
     "leaves the opponent no line to fill, if followed by +d6",
     "ermöglicht es, mit +d6 eine Linie zu füllen; "
     "lässt dem Gegner keine Linie zum Füllen, wenn +d6 folgt"),
    ("six_in_line", "c1 d5 c1-c4 +c2 d5-a5", "+b5",
     "leaves an even number of stones (4) and no line to fill: good by the parity rule of thumb",
     "hinterlässt eine gerade Zahl von Steinen (4) und keine Linie zum Füllen: "
     "nach der Faustregel der Parität gut"),
    ("six_in_line", f"{BLOCK} 1 1-1 f3-e3", "+c3",
     "makes any slide impossible, and the game is a draw; is the only legal move",
     "macht jedes Schieben unmöglich und das Spiel endet remis; "
     "ist die einzige Möglichkeit"),
    ("six_in_line(coins=turn)", "oo3o/oo4/oo4/1o4/oo4/oo4 1 1-1 c3-b3", "+a3",
     "fills column a and column b for a coin; leaves the opponent no line to fill",
     "füllt Spalte a und Spalte b und bringt eine Münze; lässt dem Gegner keine Linie zum Füllen"),
    ("six_in_line(players=3)", f"{SIX} 1 1-1-0 a6-b6", "+c6",
     "lets the next player win with b6-a6+d6; misses the win with +d6",
     "lässt den nächsten Spieler mit b6-a6+d6 gewinnen; verpasst den Sieg mit +d6"),
    ("six_in_line(players=1)", f"{SIX} 1 0 a6-b6", "+d6",
     "fills column d and loses", "füllt Spalte d und verliert"),
    ("six_in_line(players=1)", "o5/3o2/3o2/3o2/3o2/3o2 1 0 s", "a6-b6",
     "does not lose if followed by +c6, +e6 or +f6",
     "verliert nicht, wenn +c6, +e6 oder +f6 folgt"),
    ("six_in_line(players=1)", "o5/6/3o2/6/6/6 1 0 s", "a6-b6",
     "does not lose, wherever the stone is placed", "verliert nicht, wo auch gesetzt wird"),
    # TZAAR
    ("tzaar", f"ZRTzr/t...../{EMPTY_FROM_C} w 1", "A1xB1",
     "captures the opponent's last Tott and wins",
     "schlägt den letzten Tott des Gegners und gewinnt"),
    ("tzaar", f"Z2R2T2zr/t...../{EMPTY_FROM_C} w 2", "pass",
     "leaves the opponent without a capture and wins; gives up the second move",
     "lässt dem Gegner nichts mehr zu schlagen und gewinnt; verzichtet auf die zweite Aktion"),
    ("tzaar", f"ZRTzr/z.t.../{EMPTY_FROM_C} w 1", "A3xA4",
     "makes A1xB1 possible, which wins at once; "
     "captures a Tzaar, leaving the opponent only one Tzaar",
     "ermöglicht sofort den Sieg mit A1xB1; "
     "schlägt einen Tzaar, sodass dem Gegner nur ein Tzaar bleibt"),
    ("tzaar", f"ZRTzr/z.t.../{EMPTY_FROM_C} w 2", "A3+A2",
     "covers the player's own last Tzarra and loses; misses the win with A2xB3; builds a stack "
     "of two with a Tott on top, taller than any enemy",
     "deckt die letzte eigene Tzarra zu und verliert; verpasst den Sieg mit A2xB3; "
     "baut einen Turm der Höhe zwei mit einem Tott obenauf, höher als jeder gegnerische"),
    ("tzaar", f"ZRTzr/z.t.../{EMPTY_FROM_C} w 2", "pass",
     "lets the opponent win with A4xA3; misses the win with A2xB3; "
     "threatens the opponent's last two Tzaars; threatens the opponent's last Tott",
     "lässt den Gegner mit A4xA3 gewinnen; verpasst den Sieg mit A2xB3; "
     "bedroht die letzten zwei Tzaars des Gegners; bedroht den letzten Tott des Gegners"),
    ("tzaar", f"{SHELTER} w 2", "E2xH2",
     "lets the opponent win with E1xE3; misses the win with E2xE1; "
     "captures a Tzarra, leaving the opponent only one Tzarra; "
     "leaves the opponent only one reply: E1xE3",
     "lässt den Gegner mit E1xE3 gewinnen; verpasst den Sieg mit E2xE1; "
     "schlägt eine Tzarra, sodass dem Gegner nur eine Tzarra bleibt; "
     "lässt dem Gegner nur eine Antwort: E1xE3"),
    ("tzaar(setup=tournament)", "", "Z@A1",
     "places a Tzaar, keeping five in hand", "setzt einen Tzaar und behält fünf auf der Hand"),
]  # fmt: skip


def make_position(id: str, text: str) -> Position:
    """Return the position of a position string, or after named actions from the start."""
    game = load(id)
    if "/" in text or id == PEBBLES:
        return game.position(text)
    position = game.start()
    for name in text.split():
        position = position.play(name)
    return position


@pytest.mark.parametrize(("id", "text", "move", "en", "de"), SENTENCES)
def test_explanation_in_words(id: str, text: str, move: str, en: str, de: str) -> None:
    position = make_position(id, text)
    action = position.parse_move(move)
    assert explain(position, action, "en") == f"{move} {en}."
    assert explain(position, action, "de") == f"{move} {de}."


def test_every_built_in_game_has_own_reasons() -> None:
    assert all(find_own_reasons(load(name)) for name in games())
    assert find_own_reasons(load(CONNECT_FOUR)) is None


def test_rejects_an_illegal_action() -> None:
    with pytest.raises(IllegalMove, match="99: no action with this number is legal here"):
        reasons(load("vier3d").start(), 99)


def test_reasons_do_not_need_numba() -> None:
    code = """
import sys
from steinreich import load
from steinreich.explain import reasons
for name in ("vier3d", "tzaar"):
    position = load(name).start(seed=1)
    reasons(position, position.actions()[0])
assert "numba" not in sys.modules
"""
    run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[2])
