"""Boards beside the rules of Four in a Row 3D: balls to put, fours to complete, how it ends."""

from itertools import product

from steinreich.rules import *

RODS = [f"{column}{row}" for row, column in product("1234", "abcd")]  # as positions list them

# Three balls of a red four, red to move: what lies on some rods, from the bottom up, for two and
# for three players; and the rod that completes it.
FOURS = {
    "upright": ("a1:rrr b1:b c1:b d2:b", "a1:rrr b1:b c1:b d2:b a3:y b4:y c4:y", "a1"),
    "level": (
        "a1:r b1:r c1:r a3:b c4:b d3:b",
        "a1:r b1:r c1:r a3:b c4:b d3:b a4:y b3:y d2:y",
        "d1",
    ),
    "slanting": (
        "a1:r b2:r c3:r a2:b b1:b d1:b",
        "a1:r b2:r c3:r a2:b b1:b d1:b a3:y b4:y d2:y",
        "d4",
    ),
    "stairs": ("a1:r b1:br c1:rbr d1:brb a4:b", "a1:r b1:br c1:byr d1:yby", "d1"),
    "through": ("a1:r b2:br c3:rbr d4:brb a4:b", "a1:r b2:br c3:byr d4:yby", "d4"),
}


def balls(listed: str, player: str = "r") -> str:
    """The position string of balls on some rods."""
    rods = dict(one.split(":") for one in listed.split())
    return f"{'/'.join(rods.get(rod, '-') for rod in RODS)} {player}"


def filled(across: str, along: str, upward: str) -> str:
    """All 64 places, red and blue by the sum of three numbers: no two of these patterns agree, so
    few lines are of one colour."""
    rods = [
        "".join("rb"[(int(x) + int(y) + int(z)) % 2] for z in upward)
        for y, x in product(along, across)
    ]
    return f"{'/'.join(rods)} r"


def figures(options: Options) -> dict[str, Figure]:
    """By name."""
    three = options["players"] == "3"
    found = {
        "drop": Figure(actions=("b2",), goals=("b2",)),
        "full": Figure(actions=("a1",) * 4, goals=("*",), refused=("a1",)),
        "neutral": Figure(balls("a1:r b1:r c1:r a4:b c4:b", "b"), goals=("d1y",)),
        "no_four": Figure(filled("0110", "0011", "0001")),
    }
    for name, (for_two, for_three, goal) in FOURS.items():
        found[name] = Figure(balls(for_three if three else for_two), goals=(goal,))
    return found | (ends_of_three() if three else ends_of_two())


def ends_of_two() -> dict[str, Figure]:
    """Full boards of two players."""
    return {
        "equal": Figure(filled("0110", "0011", "0101")),
        "more": Figure(
            "rbrb/brbr/brbr/rbrb/rbrb/brbr/brbr/rbrb/brbr/rbrb/rbrb/brbr/brbr/rbrb/rrrb/brbb r"
        ),
    }


def ends_of_three() -> dict[str, Figure]:
    """All balls of three players."""
    no_four = "ybrb/yrrr/rbyy/ybbb/yrbb/ryrr/ryry/rryy/yyyr/bbrb/yyrr/bybb/rrby/bbyb/ryrb/bb y"
    equal = "yy/yrry/ybrb/ybry/bbbb/yryr/rryb/ryrb/rrby/bbry/rrby/brrb/yybb/rbyb/ryby/rrby y"
    more = "byy/yrry/ybrb/ybry/bbbb/yryr/rryb/ryrb/rrby/bbry/rrby/brrb/yyyb/rbyb/ryby/rrby r"
    return {
        "no_four": Figure(no_four, ("d4",)),
        "equal": Figure(equal, ("a1",)),
        "more": Figure(more),
    }
