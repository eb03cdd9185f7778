"""A trial: random games of one game, whose positions all checks look at together."""

import random
from functools import cached_property

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.rules.about import Piece
from steinreich.rules.errors import BrokenContract
from steinreich.rules.language import Words

SEEDS = range(4)


def broken(en: str, de: str, position: Position | None = None) -> BrokenContract:
    """What is wrong, and where."""
    where = "" if position is None else f" [{position}]"
    return BrokenContract(Words(en + where, de + where))


class Moment:
    """A position of a random game, with what more than one check asks of it."""

    def __init__(self, position: Position, led_here: int | None = None) -> None:
        self.position = position
        self.led_here = led_here  # the number of the action

    @cached_property
    def actions(self) -> list[int]:
        """The legal actions of a live position, which are never none."""
        found = self.position.actions()
        if not found:
            raise broken(
                "the game is not over, but there is no legal action",
                "das Spiel ist nicht zu Ende, aber keine Aktion ist erlaubt",
                self.position,
            )
        return found

    @cached_property
    def names(self) -> list[str]:
        """The names of the legal actions, in their order."""
        return [self.position.name(action) for action in self.actions]

    @cached_property
    def standing(self) -> list[Piece]:
        """What stands on the board."""
        return self.position.pieces()


class Trial:
    """A game with its options chosen, and some random games of it, first position to last."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.dice = random.Random(5)
        self.played: dict[int, list[Moment]] = {}  # by seeds

    def line(self, seed: int) -> list[Moment]:
        """All positions of a random game; it is played when it is first asked for."""
        if seed not in self.played:
            dice = random.Random(seed)
            line = self.played[seed] = [Moment(self.game.start(seed))]
            while not line[-1].position.is_over:
                action = dice.choice(line[-1].actions)
                line.append(Moment(line[-1].position.after_legal(action), action))
        return self.played[seed]

    def lines(self) -> list[list[Moment]]:
        """All random games of the trial."""
        return [self.line(seed) for seed in SEEDS]

    def some(self, seed: int, most: int) -> list[Moment]:
        """At most so many live positions of a game, by chance."""
        live = self.line(seed)[:-1]
        return self.dice.sample(live, min(most, len(live)))
