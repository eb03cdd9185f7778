"""What Inner Square is: its title, its players and its options."""

from steinreich.rules import *

USUAL_ACTIONS = 100

ABOUT = About(
    title=Words("Inner Square", "Inneres Quadrat"),
    players=(Words("Red", "Rot"), Words("Yellow", "Gelb")),
    summary=Words(
        "Trap enemy stones between two of your own, or hold the four corners of the inner square.",
        "Nimm gegnerische Steine in die Zange oder besetze die vier Ecken des inneren Quadrats.",
    ),
    rules=rules_beside(__file__, "rules"),
    options=(
        Option(
            "board",
            ("alq7", "full7", "alq9"),
            Words(
                "7 by 7 points with every second diagonal or with all of them, or 9 by 9 points.",
                "7 mal 7 Punkte mit jeder zweiten oder mit jeder Diagonale, oder 9 mal 9 Punkte.",
            ),
            Words("Board", "Brett"),
            (
                Words("7 by 7", "7 mal 7"),
                Words("7 by 7, all diagonals", "7 mal 7, alle Diagonalen"),
                Words("9 by 9", "9 mal 9"),
            ),
            (
                Words("7 × 7", "7 × 7"),
                Words("7 × 7 with all diagonals", "7 × 7 mit allen Diagonalen"),
                Words("9 × 9", "9 × 9"),
            ),
        ),
        Option(
            "groups",
            ("off", "on"),
            Words(
                "Whether unbroken rows of several enemy stones are taken as well.",
                "Ob auch lückenlose Reihen mehrerer gegnerischer Steine geschlagen werden.",
            ),
            Words("What is taken", "Geschlagen werden"),
            (Words("single stones", "einzelne Steine"), Words("groups as well", "auch Gruppen")),
            (NO_WORDS, Words("groups are taken as well", "auch Gruppen werden geschlagen")),
        ),
        Option(
            "between",
            ("off", "on"),
            Words(
                "Whether a stone may stop between two enemy stones if it takes one of them.",
                "Ob ein Stein zwischen zwei gegnerischen halten darf, wenn er einen davon schlägt.",
            ),
            Words("Stopping between two enemies", "Zwischen zwei Gegnern halten"),
            (Words("never", "nie"), Words("if it takes one", "wenn einer geschlagen wird")),
            (
                NO_WORDS,
                Words(
                    "stopping between two enemies if one is taken",
                    "zwischen zwei Gegnern halten, wenn einer geschlagen wird",
                ),
            ),
        ),
        Option(
            "quiet",
            ("draw", "corners"),
            Words(
                "After a hundred moves without a capture: a draw, or the player with more inner "
                "corners wins; if these are level, more stones. This is our addition.",
                "Nach hundert Zügen ohne Schlagen: remis, oder wer mehr innere Ecken hat, gewinnt, "
                "bei Gleichstand wer mehr Steine hat. Das ist unsere Ergänzung.",
            ),
            Words("After a hundred moves without a capture", "Nach hundert Zügen ohne Schlagen"),
            (
                Words("a draw", "remis"),
                Words("corners, then stones decide", "Ecken, dann Steine entscheiden"),
            ),
            (
                NO_WORDS,
                Words(
                    "corners decide after a hundred quiet moves",
                    "nach hundert Zügen ohne Schlagen entscheiden die Ecken",
                ),
            ),
        ),
    ),
    credit=Words("Designed by Christiane Frankenstein.", "Von Christiane Frankenstein."),
    looks=(Look("red", "plain"), Look("yellow", "dot")),
)


def colour(player: int) -> Words:
    """The name of a side within an English or German sentence."""
    return Words(ABOUT.players[player].en.lower(), ABOUT.players[player].de)
