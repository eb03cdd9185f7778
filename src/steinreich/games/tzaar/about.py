"""What TZAAR is: its title, its players and its options."""

from steinreich.rules import *

USUAL_ACTIONS = 46

ABOUT = About(
    title=Words("TZAAR", "TZAAR"),
    players=(Words("White", "Weiß"), Words("Black", "Schwarz")),
    summary=Words(
        "Capture or grow: keep all three kinds of your pieces in sight.",
        "Schlagen oder wachsen: Alle drei Arten deiner Steine müssen sichtbar bleiben.",
    ),
    rules=rules_beside(__file__, "rules"),
    options=(
        Option(
            "setup",
            ("random", "fixed", "tournament"),
            Words(
                "At random, in the known fixed layout, or placed in turn by the players.",
                "Zufällig, in der bekannten festen Aufstellung oder von euch abwechselnd gesetzt.",
            ),
            Words("Set-up", "Aufstellung"),
            (
                Words("at random", "zufällig"),
                Words("fixed layout", "feste Aufstellung"),
                Words("placed in turn", "abwechselnd gesetzt"),
            ),
            (
                Words("set up at random", "zufällig aufgestellt"),
                Words("fixed layout", "feste Aufstellung"),
                Words("placed in turn", "abwechselnd gesetzt"),
            ),
        ),
    ),
    credit=Words(
        "Designed by Kris Burm, part of the GIPF project.",
        "Von Kris Burm, Teil des GIPF-Projekts.",
    ),
    looks=(Look("white", "plain"), Look("black", "plain")),
)
