"""What a puzzle is, and a puzzle as a line of a file."""

import hashlib
import json
from typing import Literal, NamedTuple

from steinreich.core.game import Game, load
from steinreich.core.position import Position
from steinreich.rules.language import Words, plural

Goal = Literal["win", "save", "hold"]
Refutations = dict[str, str]  # by the name of a wrong action; the opponent's names in brackets
LEAST_RATING, MOST_RATING = 800, 2400
MARGIN = 1  # turns more that the right action holds for, where the others do not hold
MINED = {"six_in_line": ("six_in_line", "six_in_line(players=1)")}  # others: as they usually are

TURN, TURNS = Words("turn", "Zug"), Words("turns", "Zügen")


class Puzzle(NamedTuple):
    """A position in which one action, and no other, reaches the goal.

    >>> from steinreich import puzzles
    >>> puzzle = puzzles("vier3d")[0]
    >>> puzzle.start.play(puzzle.lines[0][0]).last in puzzle.choices([])
    True
    """

    game: str  #: its id, with options
    position: str  #: its position string
    goal: Goal  #: what is to be reached
    #: the solver's own, where he wins; otherwise those the opponent needs after others
    turns: int
    theme: str  #: what it is about
    rating: int  #: how hard it is, on the scale of ratings
    solution: tuple[str, ...]  #: all lines to the goal, of names; the opponent's stand in brackets
    source: str  #: `seed/number` of the game it was found in
    refutations: tuple[Refutations, ...] = ()  #: for each action of the solver in the main line

    @property
    def id(self) -> str:
        """Short, and the same for ever: what browsers remember."""
        text = f"{self.game} {self.position} {self.goal}"
        return hashlib.sha256(text.encode()).hexdigest()[:10]

    @property
    def lines(self) -> list[list[str]]:
        """The lines of the solution, the main line first, as lists of names."""
        return [[name.strip("()") for name in line.split()] for line in self.solution]

    def choices(self, played: list[str]) -> list[str]:
        """What the solution goes on with after some actions: all that is accepted, or a reply."""
        n = len(played)
        on = [line[n] for line in self.lines if line[:n] == played and len(line) > n]
        return list(dict.fromkeys(on))

    @property
    def start(self) -> Position:
        """Where it begins."""
        return load(self.game).position(self.position)

    @property
    def order(self) -> tuple[str, int, str]:
        """Its place in a file: by game, the easy ones first."""
        return self.game, self.rating, self.position


def task(puzzle: Puzzle) -> Words:
    """What is asked of the solver, without the theme: that would be a hint."""
    if load(puzzle.game).players == 1:
        return Words(
            "Get all stones onto the board without filling a line.",
            "Bringe alle Steine aufs Brett, ohne eine Linie zu füllen.",
        )
    if puzzle.goal == "win":
        within = plural(puzzle.turns, TURN, TURNS)
        return Words(f"Win in {within.en}.", f"Gewinne in {within.de}.")
    if puzzle.goal == "save":
        return Words(
            "Save the game: only one move does not lose.",
            "Rette die Partie: Nur ein Zug verliert nicht.",
        )
    within = plural(puzzle.turns + MARGIN, TURN, TURNS)
    return Words(
        f"Hold out: only one move keeps your opponent from winning within {within.en}. "
        "Whether it saves the game is open.",
        f"Halte stand: Nur ein Zug verhindert, dass dein Gegner in {within.de} gewinnt. "
        "Ob er die Partie rettet, ist offen.",
    )


def line_of(puzzle: Puzzle) -> str:
    """A puzzle as a line of JSON, which a person can read."""
    return json.dumps(puzzle._asdict(), ensure_ascii=False)


def main_positions(puzzle: Puzzle) -> list[Position]:
    """The positions of the main line, from the start to the end of the solution."""
    positions = [puzzle.start]
    for name in puzzle.lines[0]:
        positions.append(positions[-1].play(name))
    return positions


def games_of(name: str) -> list[Game]:
    """The games, with options, that puzzles of a game are mined from."""
    return [load(id) for id in MINED.get(name, (name,))]
