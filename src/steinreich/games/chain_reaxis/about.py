"""What Chain Reaxis is: its title, its players and its options."""

from itertools import product

from steinreich.rules import *

SIZES = ["6x6", "8x8"]
SIZES += [f"{w}x{h}" for w, h in product(range(4, 9), repeat=2) if f"{w}x{h}" not in SIZES]

USUAL_ACTIONS = 16

ABOUT = About(
    title=Words("Chain Reaxis", "Chain Reaxis"),
    players=(Words("Blank", "Blank"), Words("Perforated", "Gelocht")),
    summary=Words(
        "Place tile against tile and line up four halves of your own kind.",
        "Lege Stein an Stein und bringe vier Hälften deiner Art in eine Linie.",
    ),
    rules=rules_beside(__file__, "rules"),
    options=(
        Option(
            "size",
            tuple(SIZES),
            Words("Number of columns and rows.", "Zahl der Spalten und Reihen."),
            Words("Board", "Brett"),
            tuple(Words(size.replace("x", " by "), size.replace("x", " mal ")) for size in SIZES),
            tuple(Words(size.replace("x", " × "), size.replace("x", " × ")) for size in SIZES),
        ),
        Option(
            "diagonals",
            ("on", "off"),
            Words("Whether diagonal fours count.", "Ob diagonale Vierer zählen."),
            Words("Diagonal fours", "Diagonale Vierer"),
            (Words("count", "zählen"), Words("do not count", "zählen nicht")),
            (NO_WORDS, Words("without diagonals", "ohne Diagonalen")),
        ),
        Option(
            "contact",
            ("edge", "corner"),
            Words(
                "Whether a tile must touch the last one along an edge, or a corner is enough.",
                "Ob ein Stein den letzten mit einer Kante berühren muss oder eine Ecke genügt.",
            ),
            Words("Tiles touch", "Steine berühren sich"),
            (
                Words("along an edge", "an einer Kante"),
                Words("at a corner as well", "auch an einer Ecke"),
            ),
            (NO_WORDS, Words("corner contact is enough", "eine Ecke genügt")),
        ),
    ),
    looks=(Look("wood", "plain"), Look("wood", "holes")),
)
