"""The strongest player there is of a game: everything that is known of it, and all the time."""

from os import PathLike

from steinreich.core.game import Game, load
from steinreich.players.facts import ProvenFacts, informed, is_refuted
from steinreich.players.player import MAX_MEMORY_MB, Limit, Opinion, Player, Question
from steinreich.players.strategies import Strategy, strategy_for
from steinreich.rules import arguments

USUAL = Limit(seconds=1.0)  # where nothing limits the thinking
USUAL_MEMORY = 64  # megabytes


class Engine(Player):
    """The strongest player of a game; it thinks with the search that suits the game.

    It is asked by `play` for a move, and by `analyse` for several lines with their worth.  Where
    neither is given a limit, it thinks for a second.  With one thread, the same seed and a limit in
    nodes give the same action on every machine.

    >>> from steinreich import Engine, load
    >>> position = load("vier3d").position("rrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- r")
    >>> with Engine("vier3d") as engine:
    ...     engine.play(position, nodes=100)
    ...     print(engine.analyse(position, nodes=100))
    'a1'
    a1: wins this turn (proven)
    """

    game: Game
    usual = USUAL

    def __init__(
        self,
        game: Game | str | PathLike[str],
        *,
        threads: int = 1,
        memory: int = USUAL_MEMORY,
        seed: int = 0,
        strategy: Strategy | None = None,
        facts: ProvenFacts | None = None,
    ) -> None:
        """`facts` are consulted first, and take in what is proven; without, they are its own."""
        self.name = "engine"
        self.game = load(game)
        threads, seed = arguments.threads(threads), arguments.seed(seed)
        memory = arguments.integer("memory", memory, 1, MAX_MEMORY_MB)
        self.strategy = strategy or strategy_for(self.game, threads, memory, seed)
        self.facts = facts or ProvenFacts()

    def new_game(self) -> None:
        """Another game begins: forget the last one."""
        self.strategy.forget()
        self.facts.clear()

    def answer(self, question: Question) -> Opinion:
        """What the search finds; where nothing limits the thinking, within a second."""
        if question.limit == Limit() and question.stop is None:
            question = question._replace(limit=self.usual)
        position, opinion = question.position, self.search(question)
        wanted, actions = question.lines, len(position.actions())
        while is_refuted(position, opinion) and question.lines < actions:
            question = question._replace(lines=min(actions, 2 * question.lines + 1))
            opinion = self.search(question)
        return opinion._replace(lines=opinion.lines[:wanted])

    def search(self, question: Question) -> Opinion:
        """Search, record what is proven, and correct what facts know better."""
        position, tell = question.position, question.progress

        def tell_informed(opinion: Opinion) -> None:
            assert tell is not None
            tell(informed(self.facts, position, opinion))

        asked = question._replace(progress=tell and tell_informed)
        opinion = self.strategy.answer(asked)
        self.facts.record_opinion(position, opinion)
        return informed(self.facts, position, opinion)
