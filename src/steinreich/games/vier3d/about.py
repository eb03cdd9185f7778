"""What Four in a Row 3D is: its title, its players and its options."""

from steinreich.rules import *

USUAL_ACTIONS = 57

ABOUT = About(
    title=Words("Four in a Row 3D", "Vier gewinnt 3D"),
    players=(Words("Red", "Rot"), Words("Blue", "Blau"), Words("Yellow", "Gelb")),
    summary=Words(
        "Drop balls on sixteen rods and line up four of your colour in space.",
        "Stecke Kugeln auf sechzehn Stäbe und bringe im Raum vier deiner Farbe in eine Linie.",
    ),
    rules=rules_beside(__file__, "rules"),
    options=(
        Option(
            "variant",
            ("first_four", "most_fours"),
            Words(
                "What wins: the first four, or the most fours on the full board.",
                "Was gewinnt: der erste Vierer oder die meisten Vierer auf dem vollen Brett.",
            ),
            Words("What wins", "Es gewinnt"),
            (
                Words("the first four", "der erste Vierer"),
                Words("most fours", "die meisten Vierer"),
            ),
            (
                Words("the first four wins", "der erste Vierer gewinnt"),
                Words("the most fours win", "wer die meisten Vierer hat, gewinnt"),
            ),
        ),
        Option(
            "players",
            ("2", "3"),
            Words(
                "Two players, or three with 21 balls each.",
                "Zwei Spieler oder drei mit je 21 Kugeln.",
            ),
            Words("Players", "Spieler"),
            (Words("two", "zwei"), Words("three", "drei")),
            (NO_WORDS, Words("three players", "zu dritt")),
        ),
        Option(
            "yellow",
            ("on", "off"),
            Words(
                "Whether, for two players and most fours, neutral yellow balls may be "
                "dropped as well.",
                "Ob es zu zweit im Spiel um die meisten Vierer auch neutrale gelbe Kugeln gibt.",
            ),
            Words("Neutral balls", "Neutrale Kugeln"),
            (Words("with", "mit"), Words("without", "ohne")),
            (NO_WORDS, Words("without neutral balls", "ohne neutrale Kugeln")),
            where={"variant": ("most_fours",), "players": ("2",)},
        ),
    ),
    looks=(Look("red", "plain"), Look("blue", "ring"), Look("yellow", "dot")),
)
