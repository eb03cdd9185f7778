"""The strongest player there is of a game: everything that is known of it, and all the time."""

from steinreich.core.game import Game
from steinreich.players.player import Limit, Opinion, Player, Question
from steinreich.players.strategies import Strategy, strategy_for

USUAL = Limit(seconds=1.0)  # where nothing limits the thinking
USUAL_MEMORY = 64  # megabytes


class Engine(Player):
    """Thinks with the search that suits the game.

    With one thread, the same seed and a limit in nodes give the same action on every machine.
    """

    def __init__(
        self,
        game: Game,
        *,
        threads: int = 1,
        memory: int = USUAL_MEMORY,
        seed: int = 0,
        strategy: Strategy | None = None,
    ) -> None:
        if threads < 1 or memory < 1:
            raise ValueError("an engine needs at least one thread and one megabyte")
        self.name = "engine"
        self.game = game
        self.strategy = strategy or strategy_for(game, threads, memory, seed)

    def new_game(self) -> None:
        """Another game begins: forget the last one."""
        self.strategy.forget()

    def answer(self, question: Question) -> Opinion:
        """What the search finds; where nothing limits the thinking, within a second."""
        position = question.position
        if position.game != self.game:
            raise ValueError(f"this engine plays {self.game.id}, not {position.game.id}")
        if position.is_over:
            raise ValueError("the game is over: there is nothing to think about")
        if question.limit == Limit() and question.stop is None:
            question = question._replace(limit=USUAL)
        return self.strategy.answer(question)
