"""Connect Four, spoiled in one way after the other, and what is said of it."""

from typing import NamedTuple

EMPTY, WON = "7/7/7/7/7/7 r", "7/3r2r/2rr2r/1yyyr1y/yyyyr1r/ryyyr1r r"


class Broken(NamedTuple):
    """What is changed in Connect Four, what is put behind it, and what is then said."""

    en: str
    de: str
    where: str = ""  # the position that is told, if one is
    changes: tuple[tuple[str, str], ...] = ()
    more: str = ""


# A game that tells more than Connect Four does, and all of it right
MEANT = """
def meant(s: State, name: str) -> Action | Words:
    return described(s, "abcdefg".index(name))
def action(s: State, wanted: Action) -> int | None:
    return wanted.cells[0] % 7
def why_not(s: State, wanted: Action) -> Words | None:
    return Words("the column is full", "die Spalte ist voll")
"""
TURNED = """
def symmetries(options: Options) -> list[dict[str, str]]:
    return [dict(zip("abcdefg", to)) for to in ("abcdefg", "gfedcba")]
def turned(s: State, to: Mapping[str, str]) -> State:
    cells = [8 * row + column for row in range(6) for column in range(7)]
    moved = {cell: cell // 8 * 8 + "abcdefg".index(to["abcdefg"[cell % 8]]) for cell in cells}
    return s._replace(
        mine=bitboard(moved[cell] for cell in each(s.mine)),
        theirs=bitboard(moved[cell] for cell in each(s.theirs)),
    )
"""
ENDING = """
def ending(s: State, outcome: int, last: Action | None) -> Ending:
    cells = tuple(dict.fromkeys(cell for line in winning(s, outcome) for cell in line))
    if outcome == DRAW:
        return Ending(None, Words("the board is full", "das Brett ist voll"))
    return Ending(outcome, Words(f"{{{outcome}}} has four", f"{{{outcome}}} hat vier"), cells)
"""
EFFECTS = """
def effects(s: State, column: int) -> Effects:
    return Effects()
"""
COUNTS = """
def counts(s: State) -> list[Count]:
    return [Count(0, Words("discs", "Scheiben"), *ABOUT.looks[0], count(s.mine))]
"""
VARIETY = """
@rule
def variety(s: State, action: int) -> int:
    below = (s.mine | s.theirs) >> U64(action) & U64(0x0001_0101_0101_0101)
    return 2 * count(below) + s.turn
"""
PASSED = """
def passed(s: State) -> State | None:
    return State(s.theirs, s.mine, 1 - s.turn)
"""
GOOD = MEANT + TURNED + ENDING + EFFECTS + COUNTS + VARIETY + PASSED

BROKEN = [
    Broken(
        "the name 'g' does not fit ACTION",
        "der Name 'g' passt nicht zu ACTION",
        EMPTY,
        (('"[a-g]"', '"[a-f]"'),),
    ),
    Broken(
        "two legal actions have the name 'a'",
        "zwei erlaubte Aktionen heißen 'a'",
        EMPTY,
        (('"abcdefg"[column]', '"aacdefg"[column]'),),
    ),
    Broken(
        "outcome is 2, neither a player's number nor ONGOING, DRAW or, alone, LOST",
        "outcome ist 2, weder ein Spieler noch ONGOING, DRAW oder, allein, LOST",
        WON,
        (("return 1 - s.turn\n", "return 2 - s.turn\n"),),
    ),
    Broken(
        "parse refuses what text has written: '7/7/7/7/7/1r5 y' is to be written '7/7/7/7/7/1y5 y'",
        "parse lehnt ab, was text geschrieben hat: '7/7/7/7/7/1r5 y' schreibt man "
        "'7/7/7/7/7/1y5 y'",
        "7/7/7/7/7/1r5 y",
        (("State(yellow, red, turn) if turn else", "State(red, yellow, turn) if turn else"),),
    ),
    Broken(
        "parse refuses what text has written: discs lie on discs, and Red and Yellow take turns",
        "parse lehnt ab, was text geschrieben hat: Scheiben liegen auf Scheiben, und "
        "Rot und Gelb wechseln sich ab",
        "7/7/7/7/7/1r5 y",
        (("if count(red) - count(yellow) != turn or", "if count(red) != count(yellow) or"),),
    ),
    Broken(
        "parse reads another state than text has written",
        "parse liest einen anderen Zustand, als text geschrieben hat",
        "7/7/7/7/7/1r5 y",
        (
            ("    turn: int\n", "    turn: int\n    moves: int = 0\n"),
            (
                "1 - s.turn)\n\n\n@rule\ndef outcome",
                "1 - s.turn, s.moves + 1)\n\n\n@rule\ndef outcome",
            ),
        ),
    ),
    Broken(
        "the piece 'r': 'green' is not one of the colours white, black, red, blue, yellow, wood",
        "der Stein 'r': 'green' ist keine der Farben white, black, red, blue, yellow, wood",
        "",
        (('*ABOUT.looks[owner], "ry"', '"green", "dot", "ry"'),),
    ),
    Broken(
        "the piece 'r': 'star' is not one of the marks plain, dot, ring, crown, holes",
        "der Stein 'r': 'star' ist keines der Zeichen plain, dot, ring, crown, holes",
        "",
        (('*ABOUT.looks[owner], "ry"', '"red", "star", "ry"'),),
    ),
    Broken(
        "the piece 'r' has not one letter and the colour of its owner in ABOUT.looks",
        "der Stein 'r' hat nicht einen Buchstaben und die Farbe seines Besitzers in ABOUT.looks",
        "7/7/7/7/7/1r2y1r y",
        (('"ry"[owner], owner=owner)', '"ry"[owner], owner=1 - owner)'),),
    ),
    Broken(
        "the owner of the piece 'r' is 2, no player",
        "der Besitzer des Steins 'r' ist 2, kein Spieler",
        "7/7/7/7/7/1r2y1r y",
        (('"ry"[owner], owner=owner)', '"ry"[owner], owner=2)'),),
    ),
    Broken(
        "parse refuses what text has written: discs lie on discs, and Red and Yellow take turns",
        "parse lehnt ab, was text geschrieben hat: Scheiben liegen auf Scheiben, und "
        "Rot und Gelb wechseln sich ab",
        "7/7/7/7/7/1r2y1y r",
        (("Piece(cell % 8 + 7 * (cell // 8),", "Piece(cell % 8,"),),
    ),
    Broken(
        "described('a'): 'drop' is not one of place, tile, move, capture, stack, take, pass",
        "described('a'): 'drop' ist keines von place, tile, move, capture, stack, take, pass",
        EMPTY,
        (('Action("place", (put.cell,)', 'Action("drop", (put.cell,)'),),
    ),
    Broken(
        "outcome is DRAW, but DRAWS is false",
        "outcome ist DRAW, aber DRAWS ist falsch",
        WON,
        (("return 1 - s.turn\n", "return DRAW\n"),),
        "DRAWS = False\n",
    ),
    Broken(
        "described('a'): TILES is true exactly where actions are tiles",
        "described('a'): TILES ist genau dort wahr, wo tile ist",
        EMPTY,
        (('Action("place", (put.cell,)', 'Action("tile", (put.cell,)'),),
    ),
    Broken(
        "described('a'): its cells are (0, 0), not different ones of the board",
        "described('a'): ihre Felder sind (0, 0), keine verschiedenen des Bretts",
        EMPTY,
        (('Action("place", (put.cell,)', 'Action("place", (put.cell, put.cell)'),),
    ),
    Broken(
        "described('a'): 1 is not a number of cells for move",
        "described('a'): 1 ist keine Zahl von Feldern für move",
        EMPTY,
        (('Action("place", (put.cell,)', 'Action("move", (put.cell,)'),),
    ),
    Broken(
        "described('a'): puts are the pieces that come onto its cells, in order",
        "described('a'): puts sind die Steine, die auf ihre Felder kommen, der Reihe nach",
        EMPTY,
        (('Action("place", (put.cell,), (put,))', 'Action("place", (put.cell,))'),),
    ),
    Broken(
        "described('a'): what it puts is not what then stands there",
        "described('a'): was sie setzt, steht danach nicht da",
        EMPTY,
        (
            (
                'Action("place", (put.cell,), (put,))',
                'Action("place", (put.cell,), (put._replace(letter="x"),))',
            ),
        ),
    ),
    Broken(
        "described('a'): what is on its last cell does not fit take",
        "described('a'): was auf dem letzten Feld ist, passt nicht zu take",
        EMPTY,
        (('Action("place", (put.cell,), (put,))', 'Action("take", (put.cell,))'),),
    ),
    Broken(
        "described('a'): no own piece is on its first cell",
        "described('a'): auf dem ersten Feld steht kein eigener",
        EMPTY,
        (
            (
                'Action("place", (put.cell,), (put,))',
                'Action("move", (put.cell, (put.cell + 1) % 42))',
            ),
        ),
    ),
    Broken(
        "ABOUT.title has no text in one of the languages",
        "ABOUT.title hat in einer der Sprachen keinen Text",
        "",
        (('Words("Connect Four", "Vier gewinnt")', 'Words("Connect Four", "")'),),
    ),
    Broken(
        "the game is not over, but there is no legal action",
        "das Spiel ist nicht zu Ende, aber keine Aktion ist erlaubt",
        "yryryyy/yyrryrr/yrrrrrr/ryyyryy/yyyyrrr/ryyyrrr r",
        (
            (
                (
                    "if fours != U64(0):\n        return 1 - s.turn\n    return DRAW if "
                    "s.mine | s.theirs == BOARD else"
                ),
                "return",
            ),
        ),
    ),
    Broken(
        "a paragraph of the rules is not a whole sentence, or has {}[]# left in it: "
        "'Wer zuerst vier Scheiben in einer Reihe hat, senkrecht, waag'",
        "ein Absatz der Regeln ist kein ganzer Satz, oder {}[]# steht noch darin: "
        "'Wer zuerst vier Scheiben in einer Reihe hat, senkrecht, waag'",
        "",
        (
            (
                'gewinnt. Ist das Brett vorher voll, endet das Spiel remis."',
                'gewinnt. Ist das Brett vorher voll, remis"',
            ),
        ),
    ),
    Broken(
        "two kinds of pieces are called alike, or one has no name in KINDS",
        "zwei Arten von Steinen heißen gleich, oder eine hat in KINDS keinen Namen",
        "7/7/7/7/y5y/r5r r",
        (('"yellow disc", "gelbe Scheibe"', '"red disc", "rote Scheibe"'),),
    ),
    Broken(
        "two cells of the board have the same name or place, or there are none",
        "zwei Felder des Bretts haben denselben Namen oder Platz, oder es gibt keine",
        "",
        (('{y + 1}", x, y)', '{y + 1}", x, 0)'),),
    ),
    Broken(
        "the board's scene has 1 places for 42 cells",
        "scene hat 1 Plätze für 42 Felder",
        "",
        (("tuple(cells), squares=True,", "tuple(cells), squares=True, scene=((0, 0, 0),),"),),
    ),
    Broken(
        "starts_turn is not true at the start",
        "starts_turn ist am Anfang nicht wahr",
        EMPTY,
        more="def starts_turn(s: State) -> bool:\n    return False\n",
    ),
    Broken(
        "another player is to move, but starts_turn is not true",
        "ein anderer Spieler ist am Zug, aber starts_turn ist nicht wahr",
        "7/7/7/7/7/6r y",
        more="def starts_turn(s: State) -> bool:\n    return not s.turn\n",
    ),
    Broken(
        "passed leaves the same player to act, or begins no turn",
        "nach passed ist derselbe Spieler dran, oder es beginnt kein Zug",
        EMPTY,
        more=PASSED.replace("1 - s.turn", "s.turn"),
    ),
    Broken(
        "passed changes the board",
        "passed ändert das Brett",
        "7/7/7/7/6y/r5r y",
        more=PASSED.replace("s.theirs, s.mine", "s.mine, s.theirs"),
    ),
    Broken(
        "meant and action do not find the action of the name 'a'",
        "meant und action finden die Aktion mit dem Namen 'a' nicht",
        EMPTY,
        more=MEANT.replace("wanted.cells[0] % 7", "None"),
    ),
    Broken(
        "meant does not read 'a' as described tells it",
        "meant liest 'a' nicht so, wie described es sagt",
        EMPTY,
        more=MEANT.replace(
            'described(s, "abcdefg".index(name))',
            'described(s, "abcdefg".index(name))._replace(puts=())',
        ),
    ),
    Broken(
        "symmetries is not a group: one is there twice, or missing (the identity, or "
        "what two of them make together)",
        "symmetries ist keine Gruppe: Eine ist doppelt oder fehlt (die Identität, "
        "oder was zwei von ihnen zusammen ergeben)",
        "",
        more=TURNED.replace('("abcdefg", "gfedcba")', '("gfedcba",)'),
    ),
    Broken(
        "turned to 4y2/4r2/1y1rr2/1r1yyy1/yyryrrr/yrrryyr y it has other actions "
        "than its own, turned",
        "nach 4y2/4r2/1y1rr2/1r1yyy1/yyryrrr/yrrryyr y gedreht hat sie andere "
        "Aktionen als die eigenen, gedreht",
        "4y2/4r2/1y1rr2/1r1yyy1/yyryrrr/yrrryyr y",
        more=TURNED.replace("return s._replace(\n", "return s\n    return s._replace(\n"),
    ),
    Broken(
        "'d' and 'd' lead to different positions, turned to "
        "2y4/2r4/2rr1y1/1yyy1r1/rrryryy/ryyrrry y",
        "'d' und 'd' führen nach 2y4/2r4/2rr1y1/1yyy1r1/rrryryy/ryyrrry y gedreht zu Verschiedenem",
        "4y2/4r2/1y1rr2/1r1yyy1/yyryrrr/yrrryyr y",
        more=TURNED.replace(
            "return s._replace(\n",
            "if count(s.mine | s.theirs) % 2 == 0:\n        return s\n    return s._replace(\n",
        ),
    ),
    Broken(
        "two actions are spoken alike, or one not at all",
        "zwei Aktionen klingen gleich, oder eine nach nichts",
        EMPTY,
        more="def spoken(s: State, at: int) -> Words:\n    return Words(name(s, at), 'Spalte')\n",
    ),
    Broken(
        "info speaks one language only",
        "info spricht nur eine Sprache",
        EMPTY,
        more="def info(s: State) -> Words:\n    return Words('seven columns', '')\n",
    ),
    Broken(
        "ending names the winner 0, outcome 1; or it gives no reason",
        "ending nennt 0 als Sieger, outcome 1; oder keinen Grund",
        WON,
        more=ENDING.replace("return Ending(outcome,", "return Ending(1 - outcome,"),
    ),
    Broken(
        "the reason 'vier in einer Reihe' names nobody: {0}, {1}, ... stand for the players",
        "der Grund 'vier in einer Reihe' nennt niemanden: {0}, {1}, ... stehen für die Spieler",
        WON,
        more=ENDING.replace('f"{{{outcome}}} hat vier"', '"vier in einer Reihe"'),
    ),
    Broken(
        "ending points to cells that there are not, or to one twice",
        "ending zeigt auf Felder, die es nicht gibt, oder auf eines zweimal",
        WON,
        more=ENDING.replace("), cells)", "), (42,))"),
    ),
    Broken(
        "the cells [7, 8, 9, 10] win, but ending does not point to them, or they are empty",
        "die Felder [7, 8, 9, 10] gewinnen, aber ending zeigt nicht darauf, oder sie sind leer",
        WON,
        more=ENDING.replace("), cells)", "))"),
    ),
    Broken(
        "effects('g'): taken has a piece 'y' on cell 0, where it did not stand",
        "effects('g'): taken enthält einen Stein 'y' auf Feld 0, wo er nicht stand",
        EMPTY,
        more=EFFECTS.replace("Effects()", "Effects(taken=(disc(0, 1),))"),
    ),
    Broken(
        "effects('g'): taken has the piece 'r' on cell 6, but it is still there",
        "effects('g'): taken enthält den Stein 'r' auf Feld 6, aber er steht noch da",
        "7/7/7/7/7/6r y",
        more=EFFECTS.replace("Effects()", "Effects(taken=tuple(pieces(s)[:1]))"),
    ),
    Broken(
        "effects('g'): the line (0, 1, 2, 3) is not complete, not new or not of one kind",
        "effects('g'): die Reihe (0, 1, 2, 3) ist nicht vollständig, nicht neu oder "
        "nicht von einer Art",
        EMPTY,
        more=EFFECTS.replace("Effects()", "Effects(lines=((0, 1, 2, 3),))"),
    ),
    Broken(
        "effects('g'): what it takes or completes is not said in both languages",
        "effects('g'): was sie schlägt oder vollendet, wird nicht in beiden Sprachen gesagt",
        EMPTY,
        more=EFFECTS.replace("Effects()", "Effects(said=Words('falls', ''))"),
    ),
    Broken(
        "counts: 'discs' is of no player, negative, or without a name",
        "counts: 'Scheiben' ist von keinem Spieler, negativ oder ohne Namen",
        EMPTY,
        more=COUNTS.replace("Count(0,", "Count(2,"),
    ),
    Broken(
        "counts: 'star' is not one of the marks plain, dot, ring, crown, holes",
        "counts: 'star' ist keines der Zeichen plain, dot, ring, crown, holes",
        "",
        more=COUNTS.replace("*ABOUT.looks[0]", "'red', 'star'"),
    ),
    Broken(
        "variety of 'a' is 0 as elsewhere, where its name or data differ",
        "variety von 'a' ist 0 wie auch bei anderem Namen oder Inhalt",
        "7/7/7/7/7/4r2 y",
        more="@rule\ndef variety(s: State, action: int) -> int:\n    return 0\n",
    ),
    Broken(
        "described('a'): last(s) tells of another one",
        "described('a'): last(s) erzählt von einer anderen",
        EMPTY,
        more="def last(s: State) -> int | None:\n    return 0 if s.mine | s.theirs else None\n",
    ),
]
