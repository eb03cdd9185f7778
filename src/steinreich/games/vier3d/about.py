"""Title, players and options of Four in a Row 3D, and the boards beside its rules.

The boards show balls to drop, fours to complete, and how the game ends.
"""

from itertools import product

from steinreich.rules import *

TYPICAL_ACTIONS = 57

ABOUT = About(
    title=Text("Four in a Row 3D"),
    players=(Text("Red"), Text("Blue"), Text("Yellow")),
    summary=Text("Drop balls on sixteen rods and line up four of your colour in space."),
    rules=read_rules(__file__, "rules"),
    options=(
        Option(
            "variant",
            ("first_four", "most_fours"),
            Text("What wins: the first four, or the most fours on the full board."),
            Text("What wins"),
            (
                Text("the first four"),
                Text("most fours"),
            ),
            (
                Text("the first four wins"),
                Text("the most fours win"),
            ),
        ),
        Option(
            "players",
            ("2", "3"),
            Text("Two players, or three with 21 balls each."),
            Text("Players"),
            (Text("two"), Text("three")),
            (NO_TEXT, Text("three players")),
        ),
        Option(
            "yellow",
            ("on", "off"),
            Text(
                "Whether, for two players and most fours, neutral yellow balls may be dropped as "
                "well."
            ),
            Text("Neutral balls"),
            (Text("with"), Text("without")),
            (NO_TEXT, Text("without neutral balls")),
            where={"variant": ("most_fours",), "players": ("2",)},
        ),
    ),
    looks=(Look("red", "plain"), Look("blue", "ring"), Look("yellow", "dot")),
)


# Boards beside the rules

RODS = [f"{column}{row}" for row, column in product("1234", "abcd")]  # in order of position strings

# Three balls of a red four, red to move: the balls on some rods, from the bottom up, for two and
# for three players; and the rod that completes the four.
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


def position_text(listed: str, player: str = "r") -> str:
    """Return the position string with balls on the listed rods."""
    rods = dict(rod.split(":") for rod in listed.split())
    return f"{'/'.join(rods.get(rod, '-') for rod in RODS)} {player}"


def checkered_board(across: str, along: str, upward: str) -> str:
    """Return a full board whose cells are red or blue by the parity of three numbers.

    No two of these patterns agree, so that few lines are of one colour.
    """
    rods = [
        "".join("rb"[(int(x) + int(y) + int(z)) % 2] for z in upward)
        for y, x in product(along, across)
    ]
    return f"{'/'.join(rods)} r"


def figures(options: Options) -> dict[str, Figure]:
    """Return the boards beside the rules, by name."""
    three = options["players"] == "3"
    found = {
        "drop": Figure(actions=("b2",), goals=("b2",)),
        "full": Figure(actions=("a1",) * 4, goals=("*",), refused=("a1",)),
        "neutral": Figure(position_text("a1:r b1:r c1:r a4:b c4:b", "b"), goals=("d1y",)),
        "no_four": Figure(checkered_board("0110", "0011", "0001")),
    }
    for name, (for_two, for_three, goal) in FOURS.items():
        found[name] = Figure(position_text(for_three if three else for_two), goals=(goal,))
    return found | (three_player_endings() if three else two_player_endings())


def two_player_endings() -> dict[str, Figure]:
    """Return full boards of two players."""
    return {
        "equal": Figure(checkered_board("0110", "0011", "0101")),
        "more": Figure(
            "rbrb/brbr/brbr/rbrb/rbrb/brbr/brbr/rbrb/brbr/rbrb/rbrb/brbr/brbr/rbrb/rrrb/brbb r"
        ),
    }


def three_player_endings() -> dict[str, Figure]:
    """Return boards of three players with all balls, or all but one."""
    no_four = "ybrb/yrrr/rbyy/ybbb/yrbb/ryrr/ryry/rryy/yyyr/bbrb/yyrr/bybb/rrby/bbyb/ryrb/bb y"
    equal = "yy/yrry/ybrb/ybry/bbbb/yryr/rryb/ryrb/rrby/bbry/rrby/brrb/yybb/rbyb/ryby/rrby y"
    more = "byy/yrry/ybrb/ybry/bbbb/yryr/rryb/ryrb/rrby/bbry/rrby/brrb/yyyb/rbyb/ryby/rrby r"
    return {
        "no_four": Figure(no_four, ("d4",)),
        "equal": Figure(equal, ("a1",)),
        "more": Figure(more),
    }
