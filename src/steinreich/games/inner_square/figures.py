"""Boards beside the rules of Inner Square: moves, captures, and how it ends.

Stones that do not matter stand at the edge, for who has only four has lost.
"""

from steinreich.rules import *

from .rules import QUIET_LIMIT, side

SOON = 4  # moves since the last capture
LAST = QUIET_LIMIT - 1  # one more, and the game ends


class Stones:
    """Puts stones on a board of some size."""

    def __init__(self, options: Options) -> None:
        self.side = side(options)
        self.aside = " ".join(f"{column}1" for column in "abcefg")  # of red
        self.beyond = " ".join(f"{column}{self.side}" for column in "abcefg")  # of yellow

    def stand(self, red: str, yellow: str, turn: str = "r", quiet: int = SOON) -> str:
        """The position string of these stones."""
        letters = dict.fromkeys(red.split(), "r") | dict.fromkeys(yellow.split(), "y")
        board = board_text(self.side, self.side, lambda x, y: letters.get(square(x, y), ""))
        return f"{board} {turn} {quiet}"

    def figure(
        self, red: str, yellow: str = "", goals: str = "", refused: str = "", quiet: int = SOON
    ) -> Figure:
        """A board with some stones more than those at the edge, on which red is to move; goals and
        what is refused are parted by spaces."""
        position = self.stand(f"{self.aside} {red}", f"{self.beyond} {yellow}", quiet=quiet)
        return Figure(position, (), tuple(goals.split()), tuple(refused.split()))


def figures(options: Options) -> dict[str, Figure]:
    """By name."""
    on = Stones(options)
    return {
        "start": Figure(),
        "far": on.figure("d2", "d6", "d2-d5", "d2-d7 d2-f3"),
        "step": on.figure("d2", "", "d2-c3 d2-e3", "d2-f4"),
        "undrawn": on.figure("c2", "", "*", "c2-d3"),
        "between": on.figure("d2", "c4 e4", "d2-d5 d2-d6", "d2-d4"),
        "taking": on.figure("d2 f4", "c4 e4", "d2-d4"),
        "capture": on.figure("a3 d5", "d4", "a3-d3"),
        "double": on.figure("d1 b3 d5", "c3 d4", "d1-d3"),
        "group": on.figure("a3 d6", "d4 d5", "a3-d3"),
        **endings(on),
    }


def endings(on: Stones) -> dict[str, Figure]:
    """How it ends: corners, few stones, no move, and a hundred moves without a capture."""
    low, high, n = ("ce", "35", "7") if on.side == 7 else ("df", "46", "9")
    held = f"{low[0]}{high[0]} {low[1]}{high[0]} {low[0]}{high[1]}"  # three of the inner corners
    wanted = f"g{high[1]}"
    few = on.stand(f"{on.aside} a3 d5", f"a{n} b{n} f{n} g{n} d4")
    shut_in = on.stand(
        f"d{n} c{int(n) - 1} d{int(n) - 1} " + " ".join(f"{x}{int(n) - 2}" for x in "abc"),
        f"a{n} b{n} c{n} a{int(n) - 1} b{int(n) - 1}",
        "y",
    )
    return {
        "corners": on.figure(f"{held} {wanted}", "", f"{wanted}-{low[1]}{high[1]}"),
        "few": Figure(few, goals=("a3-d3",)),
        "stuck": Figure(shut_in),
        "quiet": on.figure("d2", "d6", "d2-d3", quiet=LAST),
        "more_corners": on.figure(f"{low[0]}{high[0]} b2", "d6", "b2-b3", quiet=LAST),
        "more_stones": on.figure("b2 d2", "d6", "b2-b3", quiet=LAST),
        "level": on.figure("b2", "d6", "b2-b3", quiet=LAST),
    }
