"""Title, players and options of Six in Line, and the boards beside its rules.

The boards show slides, placements, full lines, and how the game ends.
"""

from steinreich.rules import *

TYPICAL_ACTIONS = 80

ABOUT = About(
    title=Text("Six in Line"),
    players=tuple(Text("Player {number}", number=number) for number in range(1, 5)),
    summary=Text("Slide a stone, place a stone and fill lines; alone, never fill one."),
    rules=read_rules(__file__, "rules"),
    options=(
        Option(
            "players",
            ("2", "1", "3", "4"),
            Text("Number of players; for one it is a puzzle."),
            Text("Players"),
            (
                Text("two"),
                Text("alone"),
                Text("three"),
                Text("four"),
            ),
            (
                Text("two players"),
                Text("alone"),
                Text("three players"),
                Text("four players"),
            ),
        ),
        Option(
            "slide",
            ("rook", "step"),
            Text("How far a stone slides: as far as you like, or one square only."),
            Text("A stone slides"),
            (Text("any distance"), Text("one square only")),
            (NO_TEXT, Text("sliding one square only")),
        ),
        Option(
            "coins",
            ("line", "turn"),
            Text(
                "Whether several lines filled in one turn earn a coin each or one coin together; "
                "no effect when playing alone."
            ),
            Text("A coin for"),
            (
                Text("each full line"),
                Text("each turn that fills a line"),
            ),
            (NO_TEXT, Text("one coin per turn")),
            where={"players": ("2", "3", "4")},
        ),
    ),
)


# Boards beside the rules

# Five stones in each of five rows: no row or column with stones has room for one more.
BLOCKED = "1ooooo/1ooooo/1ooooo/1ooooo/1ooooo/6"
ALL_PLACED = "ooooo1/ooo1oo/oo1ooo/o1oooo/oooo1o/1ooooo"  # thirty stones, and no line is full
ONE_LEFT = "o1ooo1/ooo1oo/oo1ooo/o1oooo/oooo1o/1ooooo"  # the same without the last stone
NEARLY_FULL = "3o2/3o2/3o2/1o4/3o2/3o2"  # column d lacks d3
TWICE_FULL = "2oo2/2oo2/2oo2/1o4/2oo2/2oo2"  # columns c and d lack c3 and d3


def figures(options: Options) -> dict[str, Figure]:
    """Return the boards beside the rules, by name."""
    players = int(options["players"])
    far = "b3-f3" if options["slide"] == "rook" else "b3-d3"
    found = {
        "open": Figure(goals=("* *",)),
        "turn": Figure(
            position_text("6/1o4/6/1o2o1/6/6", players), goals=("b3-c3 *",), refused=(far, "b3-c4")
        ),
        "left": Figure(
            position_text("6/1o4/6/2o1o1/6/6", players, "b3-c3"),
            goals=("*",),
            refused=("+b3", "+c1"),
        ),
        "crowded": Figure(
            position_text("6/6/6/6/ooooo1/6", players), goals=("* *",), refused=("e2-f2",)
        ),
        "full": Figure(position_text(NEARLY_FULL, players), goals=("b3-c3 +d3",)),
        "two": Figure(position_text(TWICE_FULL, players), goals=("b3-c3 +d3",)),
    }
    if players == 1:
        return found | {
            "stuck": Figure(position_text(BLOCKED, 1)),
            "thirtieth": Figure(
                position_text(ONE_LEFT, 1), goals=("a6-b6 +a6", "c6-b6 +c6", "b5-b6 +b5")
            ),
            "solved": Figure(position_text(ALL_PLACED, 1)),
        }
    one_short = (2, 1) if players == 2 else (1, 1)
    return found | {
        "won": Figure(position_text(NEARLY_FULL, players, coins=one_short), goals=("b3-c3 +d3",)),
        "most": Figure(position_text(BLOCKED, players, coins=(1, 0))),
        "tie": Figure(position_text(BLOCKED, players, coins=(1, 1))),
    }


def position_text(stones: str, players: int, due: str = "s", coins: tuple[int, ...] = (0,)) -> str:
    """Return a position string whose player to move fits the numbers of stones and coins.

    Each turn has placed one stone, the first one two, and each coin has removed six.  `coins` are
    those of the player to move and of the next players.
    """
    turns = stones.count("o") + 6 * sum(coins) - 1
    won = [0] * players
    for number, coin in enumerate(coins):
        won[(turns + number) % players] = coin
    return f"{stones} {turns % players + 1} {'-'.join(map(str, won))} {due}"
