"""Boards beside the rules of Six in Line: slides, placements, full lines, how it ends."""

from steinreich.rules import *

BLOCKED = (
    "1ooooo/1ooooo/1ooooo/1ooooo/1ooooo/6"  # every stone but five is shut in, and so are these
)
ALL_PLACED = "ooooo1/ooo1oo/oo1ooo/o1oooo/oooo1o/1ooooo"  # thirty, and no line is full
ONE_LEFT = "o1ooo1/ooo1oo/oo1ooo/o1oooo/oooo1o/1ooooo"  # the same before the last one
NEARLY_FULL = "3o2/3o2/3o2/1o4/3o2/3o2"  # column d lacks d3
TWICE_FULL = "2oo2/2oo2/2oo2/1o4/2oo2/2oo2"  # columns c and d lack c3 and d3


def figures(options: Options) -> dict[str, Figure]:
    """By name."""
    players = int(options["players"])
    far = "b3-f3" if options["slide"] == "rook" else "b3-d3"
    found = {
        "open": Figure(goals=("* *",)),
        "turn": Figure(
            moment("6/1o4/6/1o2o1/6/6", players), goals=("b3-c3 *",), refused=(far, "b3-c4")
        ),
        "left": Figure(
            moment("6/1o4/6/2o1o1/6/6", players, "b3-c3"), goals=("*",), refused=("+b3", "+c1")
        ),
        "crowded": Figure(moment("6/6/6/6/ooooo1/6", players), goals=("* *",), refused=("e2-f2",)),
        "full": Figure(moment(NEARLY_FULL, players), goals=("b3-c3 +d3",)),
        "two": Figure(moment(TWICE_FULL, players), goals=("b3-c3 +d3",)),
    }
    if players == 1:
        return found | {
            "stuck": Figure(moment(BLOCKED, 1)),
            "thirtieth": Figure(moment(ONE_LEFT, 1), goals=("a6-b6 +a6", "c6-b6 +c6", "b5-b6 +b5")),
            "solved": Figure(moment(ALL_PLACED, 1)),
        }
    one_short = (2, 1) if players == 2 else (1, 1)
    return found | {
        "won": Figure(moment(NEARLY_FULL, players, coins=one_short), goals=("b3-c3 +d3",)),
        "most": Figure(moment(BLOCKED, players, coins=(1, 0))),
        "tie": Figure(moment(BLOCKED, players, coins=(1, 1))),
    }


def moment(stones: str, players: int, due: str = "s", coins: tuple[int, ...] = (0,)) -> str:
    """The position string: each turn has placed one stone, the first two, and each coin cost six.

    `coins` are those of the player to move, and of the next ones.
    """
    turns = stones.count("o") + 6 * sum(coins) - 1
    won = [0] * players
    for number, coin in enumerate(coins):
        won[(turns + number) % players] = coin
    return f"{stones} {turns % players + 1} {'-'.join(map(str, won))} {due}"
