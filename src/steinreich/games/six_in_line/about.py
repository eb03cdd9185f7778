"""What Six in Line is: its title, its players and its options."""

from steinreich.rules import *

USUAL_ACTIONS = 80

ABOUT = About(
    title=Words("Six in Line", "Sechserreihe"),
    players=tuple(Words(f"Player {number}", f"Spieler {number}") for number in range(1, 5)),
    summary=Words(
        "Slide a stone, place a stone and fill lines; alone, never fill one.",
        "Schiebe einen Stein, setze einen Stein und fülle Linien; allein darf keine voll werden.",
    ),
    rules=rules_beside(__file__, "rules"),
    options=(
        Option(
            "players",
            ("2", "1", "3", "4"),
            Words(
                "Number of players; for one it is a puzzle.",
                "Zahl der Spieler; allein ist es ein Rätsel.",
            ),
            Words("Players", "Spieler"),
            (
                Words("two", "zwei"),
                Words("alone", "allein"),
                Words("three", "drei"),
                Words("four", "vier"),
            ),
            (
                Words("two players", "zu zweit"),
                Words("alone", "allein"),
                Words("three players", "zu dritt"),
                Words("four players", "zu viert"),
            ),
        ),
        Option(
            "slide",
            ("rook", "step"),
            Words(
                "How far a stone slides: as far as you like, or one square only.",
                "Wie weit ein Stein geschoben wird: beliebig weit oder nur ein Feld.",
            ),
            Words("A stone slides", "Ein Stein gleitet"),
            (Words("any distance", "beliebig weit"), Words("one square only", "nur ein Feld weit")),
            (NO_WORDS, Words("sliding one square only", "nur ein Feld weit schieben")),
        ),
        Option(
            "coins",
            ("line", "turn"),
            Words(
                "Whether several lines filled in one turn earn a coin each or one coin "
                "together; no effect when playing alone.",
                "Ob mehrere Linien, die in einem Zug voll werden, je eine Münze bringen oder "
                "zusammen eine; ohne Wirkung, wenn man allein spielt.",
            ),
            Words("A coin for", "Eine Münze gibt es"),
            (
                Words("each full line", "für jede volle Linie"),
                Words("each turn that fills a line", "für jeden Zug, der eine Linie füllt"),
            ),
            (NO_WORDS, Words("one coin per turn", "eine Münze pro Zug")),
            where={"players": ("2", "3", "4")},
        ),
    ),
)
