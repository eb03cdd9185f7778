"""Title, players and options of Inner Square, and the boards beside its rules.

The boards show moves, captures, and how the game ends.  Additional stones stand
at the edge, because a side with only four stones has lost.
"""

from steinreich.rules import *

from .rules import QUIET_LIMIT, board_side

TYPICAL_ACTIONS = 100

ABOUT = About(
    title=Text("Inner Square"),
    players=(Text("Red"), Text("Yellow")),
    summary=Text(
        "Trap enemy stones between two of your own, or hold the four corners of the inner square."
    ),
    rules=read_rules(__file__, "rules"),
    options=(
        Option(
            "board",
            ("alq7", "full7", "alq9"),
            Text("7 by 7 points with every second diagonal or with all of them, or 9 by 9 points."),
            Text("Board"),
            (
                Text("7 by 7"),
                Text("7 by 7, all diagonals"),
                Text("9 by 9"),
            ),
            (
                Text("7 × 7"),
                Text("7 × 7 with all diagonals"),
                Text("9 × 9"),
            ),
        ),
        Option(
            "groups",
            ("off", "on"),
            Text("Whether unbroken rows of several enemy stones are taken as well."),
            Text("What is taken"),
            (Text("single stones"), Text("groups as well")),
            (NO_TEXT, Text("groups are taken as well")),
        ),
        Option(
            "between",
            ("off", "on"),
            Text("Whether a stone may stop between two enemy stones if it takes one of them."),
            Text("Stopping between two enemies"),
            (Text("never"), Text("if it takes one")),
            (
                NO_TEXT,
                Text("stopping between two enemies if one is taken"),
            ),
        ),
        Option(
            "quiet",
            ("draw", "corners"),
            Text(
                "After a hundred moves without a capture: a draw, or the player with more inner "
                "corners wins; if these are level, more stones. This is our addition."
            ),
            Text("After a hundred moves without a capture"),
            (
                Text("a draw"),
                Text("corners, then stones decide"),
            ),
            (
                NO_TEXT,
                Text("corners decide after a hundred quiet moves"),
            ),
        ),
    ),
    credit=Text("Designed by Christiane Frankenstein."),
    looks=(Look("red", "plain"), Look("yellow", "dot")),
)


def colour(player: int) -> Text:
    """Return the name of a side within a sentence."""
    return Text("yellow", "side") if player else Text("red", "side")


# Boards beside the rules

FEW_QUIET_MOVES = 4  # since the last capture
MAX_QUIET_MOVES = QUIET_LIMIT - 1  # since the last capture: one more ends the game


class BoardBuilder:
    """Builds boards beside the rules, with additional stones at the edge."""

    def __init__(self, options: Options) -> None:
        self.side = board_side(options)
        self.red_edge = " ".join(f"{column}1" for column in "abcefg")
        self.yellow_edge = " ".join(f"{column}{self.side}" for column in "abcefg")

    def position_text(
        self, red: str, yellow: str, turn: str = "r", quiet: int = FEW_QUIET_MOVES
    ) -> str:
        """Return the position string of these stones."""
        letters = dict.fromkeys(red.split(), "r") | dict.fromkeys(yellow.split(), "y")
        board = board_text(self.side, self.side, lambda x, y: letters.get(square(x, y), ""))
        return f"{board} {turn} {quiet}"

    def figure(
        self,
        red: str,
        yellow: str = "",
        goals: str = "",
        refused: str = "",
        quiet: int = FEW_QUIET_MOVES,
    ) -> Figure:
        """Return a board with stones in addition to those at the edge, red to move.

        Goals and refused actions are separated by spaces.
        """
        position = self.position_text(
            f"{self.red_edge} {red}", f"{self.yellow_edge} {yellow}", quiet=quiet
        )
        return Figure(position, (), tuple(goals.split()), tuple(refused.split()))


def figures(options: Options) -> dict[str, Figure]:
    """Return the boards beside the rules, by name."""
    builder = BoardBuilder(options)
    return {
        "start": Figure(),
        "far": builder.figure("d2", "d6", "d2-d5", "d2-d7 d2-f3"),
        "step": builder.figure("d2", "", "d2-c3 d2-e3", "d2-f4"),
        "undrawn": builder.figure("c2", "", "*", "c2-d3"),
        "between": builder.figure("d2", "c4 e4", "d2-d5 d2-d6", "d2-d4"),
        "taking": builder.figure("d2 f4", "c4 e4", "d2-d4"),
        "capture": builder.figure("a3 d5", "d4", "a3-d3"),
        "double": builder.figure("d1 b3 d5", "c3 d4", "d1-d3"),
        "group": builder.figure("a3 d6", "d4 d5", "a3-d3"),
        **endings(builder),
    }


def endings(builder: BoardBuilder) -> dict[str, Figure]:
    """Return boards that show how games end: corners, few stones, no move, the quiet limit."""
    # The columns and rows of the inner corners, and the last row of the board
    columns, rows, n = ("ce", "35", "7") if builder.side == 7 else ("df", "46", "9")
    # Three of the inner corners, and the origin of a stone that can move to the fourth
    held = f"{columns[0]}{rows[0]} {columns[1]}{rows[0]} {columns[0]}{rows[1]}"
    origin = f"g{rows[1]}"
    few = builder.position_text(f"{builder.red_edge} a3 d5", f"a{n} b{n} f{n} g{n} d4")
    shut_in = builder.position_text(
        f"d{n} c{int(n) - 1} d{int(n) - 1} " + " ".join(f"{x}{int(n) - 2}" for x in "abc"),
        f"a{n} b{n} c{n} a{int(n) - 1} b{int(n) - 1}",
        "y",
    )
    return {
        "corners": builder.figure(f"{held} {origin}", "", f"{origin}-{columns[1]}{rows[1]}"),
        "few": Figure(few, goals=("a3-d3",)),
        "stuck": Figure(shut_in),
        "quiet": builder.figure("d2", "d6", "d2-d3", quiet=MAX_QUIET_MOVES),
        "more_corners": builder.figure(
            f"{columns[0]}{rows[0]} b2", "d6", "b2-b3", quiet=MAX_QUIET_MOVES
        ),
        "more_stones": builder.figure("b2 d2", "d6", "b2-b3", quiet=MAX_QUIET_MOVES),
        "level": builder.figure("b2", "d6", "b2-b3", quiet=MAX_QUIET_MOVES),
    }
