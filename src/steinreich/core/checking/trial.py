"""A trial: some random games of a game, whose positions all checks examine."""

import random
from functools import cached_property

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.rules.about import Piece
from steinreich.rules.errors import BrokenContract
from steinreich.rules.language import Joined, Text

SEEDS = range(4)


def contract_error(fault: Text, position: Position | None = None) -> BrokenContract:
    """Return the error for a fault, with the position that shows it, if any."""
    return BrokenContract(fault if position is None else Joined(" ", (fault, f"[{position}]")))


def check_translation(what: str, text: Text, position: Position | None = None) -> None:
    """Raise `BrokenContract` if a text is empty in a language; `what` names the text."""
    if missing := find_missing_translation(what, text):
        raise contract_error(missing, position)


def find_missing_translation(what: str, text: Text) -> Text | None:
    """Return the fault that a text is empty in a language, if it is."""
    translations = text.in_all_languages()
    empty = [language for language, translated in translations.items() if not translated.strip()]
    if not empty:
        return None
    return Text("{what} has no text in the language {language}", what=what, language=empty[0])


class SampledPosition:
    """A position of a random game, with cached values that several checks use."""

    def __init__(self, position: Position, last_action: int | None = None) -> None:
        self.position = position
        self.last_action = last_action  # the number of the action that led here

    @cached_property
    def actions(self) -> list[int]:
        """The legal actions of a live position, never empty."""
        actions = self.position.actions()
        if not actions:
            raise contract_error(
                Text("the game is not over, but there is no legal action"), self.position
            )
        return actions

    @cached_property
    def names(self) -> list[str]:
        """The names of the legal actions, in the same order."""
        return [self.position.name(action) for action in self.actions]

    @cached_property
    def pieces(self) -> list[Piece]:
        """The pieces on the board."""
        return self.position.pieces()


class Trial:
    """A game with its options chosen, and some random games of it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rng = random.Random(5)
        self.games: dict[int, list[SampledPosition]] = {}  # by seed

    def positions(self, seed: int) -> list[SampledPosition]:
        """Return the positions of a random game from start to end; it is played on first use."""
        if seed not in self.games:
            rng = random.Random(seed)
            positions = self.games[seed] = [SampledPosition(self.game.start(seed))]
            while not positions[-1].position.is_over:
                action = rng.choice(positions[-1].actions)
                positions.append(
                    SampledPosition(positions[-1].position.after_legal(action), action)
                )
        return self.games[seed]

    def get_games(self) -> list[list[SampledPosition]]:
        """Return all random games of the trial."""
        return [self.positions(seed) for seed in SEEDS]

    def sample(self, seed: int, max_count: int) -> list[SampledPosition]:
        """Return at most `max_count` random positions of a random game, without the last one."""
        live = self.positions(seed)[:-1]
        return self.rng.sample(live, min(max_count, len(live)))
