"""Boards beside the rules of TZAAR: captures, stacks, and how it ends."""

from steinreich.rules import *

from .rules import NAMES

# Pieces that do not matter stand at the edge, for who lacks a kind has lost; black ones are too
# tall to be captured there.
LAST_TOTT = {"A5": "Z", "B1": "R", "I1": "T", "I5": "z3", "A1": "r3"}
ASIDE = LAST_TOTT | {"G7": "t3"}
NO_CAPTURE = {
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
OWN_LAST = {
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


def stand(pieces: dict[str, str], due: str = "1") -> str:
    """The position string of these pieces; white is to move."""
    columns: dict[str, str] = {}
    for point in NAMES:
        columns[point[0]] = columns.get(point[0], "") + pieces.get(point, ".")
    return f"{'/'.join(columns.values())} w {due}"


def figures(options: Options) -> dict[str, Figure]:
    """By name."""
    met = {"C2": "R", "C5": "t"}
    own = {"C2": "R", "C5": "T"}
    return {
        "start": Figure(goals=("*",)),
        "capture": Figure(
            stand(ASIDE | met), goals=("C2xC5 pass",), refused=("C2xC3", "pass", "C2xD4")
        ),
        "taller": Figure(
            stand(ASIDE | {"C2": "R", "C5": "t2", "C7": "Z2"}), (), ("C7xC5 *",), ("C2xC5",)
        ),
        "hole": Figure(
            stand(ASIDE | {"E4": "Z", "E5": "t", "E2": "t"}), (), ("E4xE2 *",), ("E4xE5",)
        ),
        "reinforce": Figure(stand(ASIDE | own, "2"), goals=("C2+C5",)),
        "pass": Figure(stand(ASIDE | own, "2"), goals=("pass",)),
        "last_kind": Figure(stand(LAST_TOTT | met), goals=("C2xC5",)),
        "covered": Figure(stand(OWN_LAST, "2"), ("D1+D7",)),
        "no_capture": Figure(stand(NO_CAPTURE, "2"), ("G1+E1",)),
    }
