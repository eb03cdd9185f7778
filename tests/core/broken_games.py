"""Variants of Connect Four with one fault each, and the message of the contract test."""

from typing import NamedTuple

EMPTY, WON = "7/7/7/7/7/7 r", "7/3r2r/2rr2r/1yyyr1y/yyyyr1r/ryyyr1r r"


class BrokenGame(NamedTuple):
    """A change in the source of Connect Four, code appended to it, and the expected message."""

    en: str  # the message in English
    de: str  # the message in German
    where: str = ""  # the position in the message, if any
    changes: tuple[tuple[str, str], ...] = ()  # pairs of original and replacement
    code: str = ""


# Correct optional parts, which Connect Four does not define
FIND_ACTION = """
def parse_action(s: State, name: str) -> Action | Text:
    return describe_action(s, "abcdefg".index(name))
def find_action(s: State, description: Action) -> int | None:
    return description.cells[0] % 7
def why_not(s: State, description: Action) -> Text | None:
    return Text("the column is full")
"""
SYMMETRIES = """
def symmetries(options: Options) -> list[dict[str, str]]:
    return [dict(zip("abcdefg", to)) for to in ("abcdefg", "gfedcba")]
def transform(s: State, to: Mapping[str, str]) -> State:
    cells = [8 * row + column for row in range(6) for column in range(7)]
    moved = {cell: cell // 8 * 8 + "abcdefg".index(to["abcdefg"[cell % 8]]) for cell in cells}
    return s._replace(
        mine=bitboard(moved[cell] for cell in each(s.mine)),
        theirs=bitboard(moved[cell] for cell in each(s.theirs)),
    )
"""
ENDING = """
def ending(s: State, outcome: int, last: Action | None) -> Ending:
    cells = tuple(dict.fromkeys(cell for line in winning_lines(s, outcome) for cell in line))
    if outcome == DRAW:
        return Ending(None, Text("the board is full"))
    return Ending(outcome, Text("{player} has four", player=PlayerName(outcome)), cells)
"""
EFFECTS = """
def effects(s: State, column: int) -> Effects:
    return Effects()
"""
COUNTS = """
def counts(s: State) -> list[Count]:
    return [Count(0, Text("discs"), *ABOUT.looks[0], count(s.mine))]
"""
AFTER_PASS = """
def after_pass(s: State) -> State | None:
    return State(s.theirs, s.mine, 1 - s.turn)
"""
ALL_OPTIONAL_PARTS = FIND_ACTION + SYMMETRIES + ENDING + EFFECTS + COUNTS + AFTER_PASS

BROKEN = [
    BrokenGame(
        "the name 'g' does not match ACTION_PATTERN",
        "der Name 'g' passt nicht zu ACTION_PATTERN",
        EMPTY,
        (('"[a-g]"', '"[a-f]"'),),
    ),
    BrokenGame(
        "two legal actions have the name 'a'",
        "zwei erlaubte Aktionen heißen 'a'",
        EMPTY,
        (('"abcdefg"[column]', '"aacdefg"[column]'),),
    ),
    BrokenGame(
        "outcome is 2, but must be a player's number, ONGOING, DRAW or, with one player, LOST",
        "outcome ist 2, muss aber ein Spieler, ONGOING, DRAW oder, bei einem Spieler, LOST sein",
        WON,
        (("return 1 - s.turn\n", "return 2 - s.turn\n"),),
    ),
    BrokenGame(
        "parse rejects the output of text: '7/7/7/7/7/1r5 y' must be written as '7/7/7/7/7/1y5 y'",
        "parse lehnt die Ausgabe von text ab: '7/7/7/7/7/1r5 y' muss '7/7/7/7/7/1y5 y' "
        "geschrieben werden",
        "7/7/7/7/7/1r5 y",
        (("State(yellow, red, turn) if turn else", "State(red, yellow, turn) if turn else"),),
    ),
    BrokenGame(
        "parse rejects the output of text: discs must rest on discs, and "
        "Red and Yellow must alternate",
        "parse lehnt die Ausgabe von text ab: Scheiben müssen aufeinanderliegen, und Rot und "
        "Gelb müssen sich abwechseln",
        "7/7/7/7/7/1r5 y",
        (("if count(red) - count(yellow) != turn or", "if count(red) != count(yellow) or"),),
    ),
    BrokenGame(
        "parse does not return the state that text was given",
        "parse ergibt nicht den Zustand, aus dem text entstand",
        "7/7/7/7/7/1r5 y",
        (
            ("    turn: int\n", "    turn: int\n    moves: int = 0\n"),
            (
                "1 - s.turn)\n\n\n@rule\ndef outcome",
                "1 - s.turn, s.moves + 1)\n\n\n@rule\ndef outcome",
            ),
        ),
    ),
    BrokenGame(
        "the piece 'r': 'green' is not one of the colours white, black, red, blue, yellow, wood",
        "der Stein 'r': 'green' ist keine der Farben white, black, red, blue, yellow, wood",
        "",
        (('*ABOUT.looks[owner], "ry"', '"green", "dot", "ry"'),),
    ),
    BrokenGame(
        "the piece 'r': 'star' is not one of the marks plain, dot, ring, crown, holes",
        "der Stein 'r': 'star' ist keines der Zeichen plain, dot, ring, crown, holes",
        "",
        (('*ABOUT.looks[owner], "ry"', '"red", "star", "ry"'),),
    ),
    BrokenGame(
        "the piece 'r' must have one letter and the colour of its owner in ABOUT.looks",
        "der Stein 'r' muss einen Buchstaben und die Farbe seines Besitzers in ABOUT.looks haben",
        "7/7/7/7/7/1r2y1r y",
        (('"ry"[owner], owner=owner)', '"ry"[owner], owner=1 - owner)'),),
    ),
    BrokenGame(
        "the owner of the piece 'r' is 2, which is not a player",
        "der Besitzer des Steins 'r' ist 2, kein Spieler",
        "7/7/7/7/7/1r2y1r y",
        (('"ry"[owner], owner=owner)', '"ry"[owner], owner=2)'),),
    ),
    BrokenGame(
        "parse rejects the output of text: discs must rest on discs, and "
        "Red and Yellow must alternate",
        "parse lehnt die Ausgabe von text ab: Scheiben müssen aufeinanderliegen, und Rot und "
        "Gelb müssen sich abwechseln",
        "7/7/7/7/7/1r2y1y r",
        (("Piece(cell % 8 + 7 * (cell // 8),", "Piece(cell % 8,"),),
    ),
    BrokenGame(
        "describe_action('a'): 'drop' is not one of place, tile, move, capture, stack, take, pass",
        "describe_action('a'): 'drop' ist keines von place, tile, move, capture, stack, take, pass",
        EMPTY,
        (('Action("place", (put.cell,)', 'Action("drop", (put.cell,)'),),
    ),
    BrokenGame(
        "outcome is DRAW, but HAS_DRAWS is false",
        "outcome ist DRAW, aber HAS_DRAWS ist falsch",
        WON,
        (("return 1 - s.turn\n", "return DRAW\n"),),
        "HAS_DRAWS = False\n",
    ),
    BrokenGame(
        "describe_action('a'): HAS_TILES must be true if actions place tiles, and false otherwise",
        "describe_action('a'): HAS_TILES muss wahr sein, wenn Aktionen Plättchen legen, sonst "
        "falsch",
        EMPTY,
        (('Action("place", (put.cell,)', 'Action("tile", (put.cell,)'),),
    ),
    BrokenGame(
        "describe_action('a'): its cells (0, 0) are not distinct cells of the board",
        "describe_action('a'): (0, 0) sind keine verschiedenen Felder des Bretts",
        EMPTY,
        (('Action("place", (put.cell,)', 'Action("place", (put.cell, put.cell)'),),
    ),
    BrokenGame(
        "describe_action('a'): an action of kind move cannot have 1 cells",
        "describe_action('a'): eine Aktion der Art move kann nicht 1 Felder haben",
        EMPTY,
        (('Action("place", (put.cell,)', 'Action("move", (put.cell,)'),),
    ),
    BrokenGame(
        "describe_action('a'): puts must be the pieces placed on its cells, in order",
        "describe_action('a'): puts muss die Steine enthalten, die auf ihre Felder kommen, der "
        "Reihe nach",
        EMPTY,
        (('Action("place", (put.cell,), (put,))', 'Action("place", (put.cell,))'),),
    ),
    BrokenGame(
        "describe_action('a'): puts differs from the pieces on the board after the action",
        "describe_action('a'): puts weicht von den Steinen ab, die nach der Aktion auf dem "
        "Brett stehen",
        EMPTY,
        (
            (
                'Action("place", (put.cell,), (put,))',
                'Action("place", (put.cell,), (put._replace(letter="x"),))',
            ),
        ),
    ),
    BrokenGame(
        "describe_action('a'): the piece on its last cell, or its absence, does not match take",
        "describe_action('a'): der Stein auf dem letzten Feld, oder dass keiner da ist, passt "
        "nicht zu take",
        EMPTY,
        (('Action("place", (put.cell,), (put,))', 'Action("take", (put.cell,))'),),
    ),
    BrokenGame(
        "describe_action('a'): its first cell has no piece of the player to move",
        "describe_action('a'): auf dem ersten Feld steht kein Stein dessen, der am Zug ist",
        EMPTY,
        (
            (
                'Action("place", (put.cell,), (put,))',
                'Action("move", (put.cell, (put.cell + 1) % 42))',
            ),
        ),
    ),
    BrokenGame(
        "KINDS['y'] has no text in the language en",
        "KINDS['y'] hat keinen Text in der Sprache en",
        "",
        (('Text("yellow disc")', 'Text("")'),),
    ),
    BrokenGame(
        "spoken_name('a') has no text in the language en",
        "spoken_name('a') hat keinen Text in der Sprache en",
        EMPTY,
        code="def spoken_name(s: State, at: int) -> Text:\n    return Text('')\n",
    ),
    BrokenGame(
        "ABOUT.title has no text in the language en",
        "ABOUT.title hat keinen Text in der Sprache en",
        "",
        (('Text("Connect Four")', 'Text("")'),),
    ),
    BrokenGame(
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
    BrokenGame(
        "a paragraph of the rules is not a complete sentence, or contains one of {}[]#: "
        "'Whoever first has four discs in a row, upright, level or dia'",
        "ein Absatz der Regeln ist kein vollständiger Satz oder enthält eines von {}[]#: "
        "'Whoever first has four discs in a row, upright, level or dia'",
        "",
        (
            (
                '"fills up without that, the game is a draw."',
                '"fills up without that, a draw"',
            ),
        ),
    ),
    BrokenGame(
        "two kinds of pieces have the same name",
        "zwei Arten von Steinen heißen gleich",
        "7/7/7/7/y5y/r5r r",
        (('"yellow disc"', '"red disc"'),),
    ),
    BrokenGame(
        "the board has no cells, or two with the same name or location",
        "das Brett hat keine Felder, oder zwei mit demselben Namen oder Ort",
        "",
        (('{y + 1}", x, y)', '{y + 1}", x, 0)'),),
    ),
    BrokenGame(
        "the board's scene has 1 locations for 42 cells",
        "scene hat 1 Orte für 42 Felder",
        "",
        (("tuple(cells), squares=True,", "tuple(cells), squares=True, scene=((0, 0, 0),),"),),
    ),
    BrokenGame(
        "starts_turn is not true at the start",
        "starts_turn ist am Anfang nicht wahr",
        EMPTY,
        code="def starts_turn(s: State) -> bool:\n    return False\n",
    ),
    BrokenGame(
        "another player is to move, but starts_turn is not true",
        "ein anderer Spieler ist am Zug, aber starts_turn ist nicht wahr",
        "7/7/7/7/7/6r y",
        code="def starts_turn(s: State) -> bool:\n    return not s.turn\n",
    ),
    BrokenGame(
        "after_pass must change the player to move and begin a turn",
        "nach after_pass muss ein anderer am Zug sein und ein Zug beginnen",
        EMPTY,
        code=AFTER_PASS.replace("1 - s.turn", "s.turn"),
    ),
    BrokenGame(
        "after_pass changes the board",
        "after_pass ändert das Brett",
        "7/7/7/7/6y/r5r y",
        code=AFTER_PASS.replace("s.theirs, s.mine", "s.mine, s.theirs"),
    ),
    BrokenGame(
        "parse_action and find_action do not find the action 'a'",
        "parse_action und find_action finden die Aktion 'a' nicht",
        EMPTY,
        code=FIND_ACTION.replace("description.cells[0] % 7", "None"),
    ),
    BrokenGame(
        "parse_action and describe_action disagree on 'a'",
        "parse_action und describe_action beschreiben 'a' verschieden",
        EMPTY,
        code=FIND_ACTION.replace(
            'describe_action(s, "abcdefg".index(name))',
            'describe_action(s, "abcdefg".index(name))._replace(puts=())',
        ),
    ),
    BrokenGame(
        "symmetries is not a group: it has a duplicate, or lacks the identity or a composition "
        "of two of its elements",
        "symmetries ist keine Gruppe: Eine Symmetrie ist doppelt, oder die Identität oder eine "
        "Verknüpfung fehlt",
        "",
        code=SYMMETRIES.replace('("abcdefg", "gfedcba")', '("gfedcba",)'),
    ),
    BrokenGame(
        "the actions of the transformed position 4y2/4r2/1y1rr2/1r1yyy1/yyryrrr/yrrryyr y are "
        "not the transformed actions of this one",
        "die Aktionen der gedrehten Stellung 4y2/4r2/1y1rr2/1r1yyy1/yyryrrr/yrrryyr y sind "
        "nicht die gedrehten Aktionen dieser Stellung",
        "4y2/4r2/1y1rr2/1r1yyy1/yyryrrr/yrrryyr y",
        code=SYMMETRIES.replace("return s._replace(\n", "return s\n    return s._replace(\n"),
    ),
    BrokenGame(
        "'d' and its image 'd' in the transformed position "
        "2y4/2r4/2rr1y1/1yyy1r1/rrryryy/ryyrrry y lead to different positions",
        "'d' und sein Bild 'd' in der gedrehten Stellung "
        "2y4/2r4/2rr1y1/1yyy1r1/rrryryy/ryyrrry y führen zu Verschiedenem",
        "4y2/4r2/1y1rr2/1r1yyy1/yyryrrr/yrrryyr y",
        code=SYMMETRIES.replace(
            "return s._replace(\n",
            "if count(s.mine | s.theirs) % 2 == 0:\n        return s\n    return s._replace(\n",
        ),
    ),
    BrokenGame(
        "two actions have the same spoken name",
        "zwei Aktionen haben denselben gesprochenen Namen",
        EMPTY,
        code="def spoken_name(s: State, at: int) -> Text:\n    return Text('column')\n",
    ),
    BrokenGame(
        "ending names the winner 0, but outcome 1; or it gives no reason",
        "ending nennt 0 als Sieger, outcome aber 1; oder der Grund fehlt",
        WON,
        code=ENDING.replace("return Ending(outcome,", "return Ending(1 - outcome,"),
    ),
    BrokenGame(
        "the reason 'four in a row' mentions no player: pass PlayerName(0), PlayerName(1), ... "
        "as values",
        "die Begründung 'four in a row' nennt keinen Spieler: Übergib PlayerName(0), "
        "PlayerName(1), ... als Werte",
        WON,
        code=ENDING.replace('"{player} has four", player=PlayerName(outcome)', '"four in a row"'),
    ),
    BrokenGame(
        "ending has cells that do not exist, or a cell twice",
        "ending enthält Felder, die es nicht gibt, oder eines doppelt",
        WON,
        code=ENDING.replace("), cells)", "), (42,))"),
    ),
    BrokenGame(
        "the cells [7, 8, 9, 10] win, but are missing in ending, or are empty",
        "die Felder [7, 8, 9, 10] gewinnen, fehlen aber in ending oder sind leer",
        WON,
        code=ENDING.replace("), cells)", "))"),
    ),
    BrokenGame(
        "effects('g'): taken has a piece 'y' on cell 0, which was not there",
        "effects('g'): taken enthält einen Stein 'y' auf Feld 0, der dort nicht stand",
        EMPTY,
        code=EFFECTS.replace("Effects()", "Effects(taken=(disc(0, 1),))"),
    ),
    BrokenGame(
        "effects('g'): taken has the piece 'r' on cell 6, but it is still there",
        "effects('g'): taken enthält den Stein 'r' auf Feld 6, aber er steht noch da",
        "7/7/7/7/7/6r y",
        code=EFFECTS.replace("Effects()", "Effects(taken=tuple(pieces(s)[:1]))"),
    ),
    BrokenGame(
        "effects('g'): the line (0, 1, 2, 3) is not complete, not new or not of one kind",
        "effects('g'): die Reihe (0, 1, 2, 3) ist nicht vollständig, nicht neu oder "
        "nicht von einer Art",
        EMPTY,
        code=EFFECTS.replace("Effects()", "Effects(lines=((0, 1, 2, 3),))"),
    ),
    BrokenGame(
        "counts: 'discs' is negative or belongs to no player",
        "counts: 'discs' ist negativ oder gehört zu keinem Spieler",
        EMPTY,
        code=COUNTS.replace("Count(0,", "Count(2,"),
    ),
    BrokenGame(
        "counts: 'star' is not one of the marks plain, dot, ring, crown, holes",
        "counts: 'star' ist keines der Zeichen plain, dot, ring, crown, holes",
        "",
        code=COUNTS.replace("*ABOUT.looks[0]", "'red', 'star'"),
    ),
    BrokenGame(
        "describe_action('a'): last_action(s) returns a different action",
        "describe_action('a'): last_action(s) ergibt eine andere Aktion",
        EMPTY,
        code="def last_action(s: State) -> int | None:\n"
        "    return 0 if s.mine | s.theirs else None\n",
    ),
]
