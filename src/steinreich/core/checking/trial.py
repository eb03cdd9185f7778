"""A trial: random games of one game, whose positions are examined by all checks."""

import random
from functools import cached_property

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.rules.about import Piece
from steinreich.rules.errors import BrokenContract
from steinreich.rules.language import Joined, Text

SEEDS = range(4)


def broken(fault: Text, position: Position | None = None) -> BrokenContract:
    """Return an error for a fault, and the position that shows it."""
    return BrokenContract(fault if position is None else Joined(" ", (fault, f"[{position}]")))


def check_translation(what: str, text: Text, position: Position | None = None) -> None:
    """Raise `BrokenContract` where a text is empty in a language."""
    if missing := missing_translation(what, text):
        raise broken(missing, position)


def missing_translation(what: str, text: Text) -> Text | None:
    """Return that a text is empty in a language, if it is."""
    empty = [language for language, shown in text.in_all_languages().items() if not shown.strip()]
    if not empty:
        return None
    return Text("{what} has no text in the language {language}", what=what, language=empty[0])


class Moment:
    """A position of a random game, with values shared by several checks."""

    def __init__(self, position: Position, led_here: int | None = None) -> None:
        self.position = position
        self.led_here = led_here  # the number of the action

    @cached_property
    def actions(self) -> list[int]:
        """The legal actions of a live position, never empty."""
        found = self.position.actions()
        if not found:
            raise broken(Text("the game is not over, but there is no legal action"), self.position)
        return found

    @cached_property
    def names(self) -> list[str]:
        """The names of the legal actions, in their order."""
        return [self.position.name(action) for action in self.actions]

    @cached_property
    def standing(self) -> list[Piece]:
        """The pieces on the board."""
        return self.position.pieces()


class Trial:
    """A game with its options chosen, and some random games of it, first position to last."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.dice = random.Random(5)
        self.played: dict[int, list[Moment]] = {}  # by seed

    def line(self, seed: int) -> list[Moment]:
        """Return all positions of a random game, played on first use."""
        if seed not in self.played:
            dice = random.Random(seed)
            line = self.played[seed] = [Moment(self.game.start(seed))]
            while not line[-1].position.is_over:
                action = dice.choice(line[-1].actions)
                line.append(Moment(line[-1].position.after_legal(action), action))
        return self.played[seed]

    def lines(self) -> list[list[Moment]]:
        """Return all random games of the trial."""
        return [self.line(seed) for seed in SEEDS]

    def some(self, seed: int, most: int) -> list[Moment]:
        """Return at most `number` random live positions of a game."""
        live = self.line(seed)[:-1]
        return self.dice.sample(live, min(most, len(live)))
