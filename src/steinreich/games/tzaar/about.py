"""Title, players and options of TZAAR, and the boards beside its rules.

The boards show captures, stacks, and how the game ends.
"""

from steinreich.rules import *

from .rules import NAMES

TYPICAL_ACTIONS = 46

ABOUT = About(
    title=Text("TZAAR"),
    players=(Text("White"), Text("Black")),
    summary=Text("Capture or grow: keep all three kinds of your pieces in sight."),
    rules=read_rules(__file__, "rules"),
    options=(
        Option(
            "setup",
            ("random", "fixed", "tournament"),
            Text("At random, in the known fixed layout, or placed in turn by the players."),
            Text("Set-up"),
            (
                Text("at random"),
                Text("fixed layout"),
                Text("placed in turn"),
            ),
            (
                Text("set up at random"),
                Text("fixed layout"),
                Text("placed in turn"),
            ),
        ),
    ),
    credit=Text("Designed by Kris Burm, part of the GIPF project."),
    looks=(Look("white", "plain"), Look("black", "plain")),
)


# Boards beside the rules

# Additional pieces stand at the edge, since a side without one of the kinds has lost; the black
# stacks are too tall to be captured.
LAST_TOTT = {"A5": "Z", "B1": "R", "I1": "T", "I5": "z3", "A1": "r3"}
EDGE_PIECES = LAST_TOTT | {"G7": "t3"}
NO_CAPTURE = {  # after G1+E1 Black cannot capture any more
    "A4": "R4",
    "B2": "z2",
    "C5": "r2",
    "D3": "t3",
    "E1": "R",
    "G1": "T2",
    "H2": "t",
    "H6": "R3",
    "I3": "Z2",
}
OWN_LAST = {  # with D1+D7 White covers its own last visible Tzaar
    "A1": "t",
    "A3": "z",
    "B6": "t2",
    "C6": "r",
    "D1": "T3",
    "D7": "Z2",
    "E5": "r2",
    "F2": "t4",
    "F3": "R4",
    "H1": "t",
    "H5": "R2",
    "I3": "T",
}


def position_text(pieces: dict[str, str], due: str = "1") -> str:
    """Return the position string of these pieces, White to move."""
    columns: dict[str, str] = {}
    for point in NAMES:
        columns[point[0]] = columns.get(point[0], "") + pieces.get(point, ".")
    return f"{'/'.join(columns.values())} w {due}"


def figures(options: Options) -> dict[str, Figure]:
    """Return the boards beside the rules, by name."""
    enemy_ahead = {"C2": "R", "C5": "t"}
    own_ahead = {"C2": "R", "C5": "T"}
    return {
        "start": Figure(goals=("*",)),
        "capture": Figure(
            position_text(EDGE_PIECES | enemy_ahead),
            goals=("C2xC5 pass",),
            refused=("C2xC3", "pass", "C2xD4"),
        ),
        "taller": Figure(
            position_text(EDGE_PIECES | {"C2": "R", "C5": "t2", "C7": "Z2"}),
            (),
            ("C7xC5 *",),
            ("C2xC5",),
        ),
        "hole": Figure(
            position_text(EDGE_PIECES | {"E4": "Z", "E5": "t", "E2": "t"}),
            (),
            ("E4xE2 *",),
            ("E4xE5",),
        ),
        "reinforce": Figure(position_text(EDGE_PIECES | own_ahead, "2"), goals=("C2+C5",)),
        "pass": Figure(position_text(EDGE_PIECES | own_ahead, "2"), goals=("pass",)),
        "last_kind": Figure(position_text(LAST_TOTT | enemy_ahead), goals=("C2xC5",)),
        "covered": Figure(position_text(OWN_LAST, "2"), ("D1+D7",)),
        "no_capture": Figure(position_text(NO_CAPTURE, "2"), ("G1+E1",)),
    }
