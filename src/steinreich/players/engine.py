"""The strongest player of a game, with all heuristics and proven facts."""

from os import PathLike

from steinreich.core.game import Game, load
from steinreich.players.facts import ProvenFacts, apply_facts, is_refuted
from steinreich.players.player import MAX_MEMORY_MB, Limit, Player, Question
from steinreich.players.strategies import Strategy, make_strategy
from steinreich.rules import arguments
from steinreich.search.result import SearchResult

DEFAULT_LIMIT = Limit(seconds=1.0)
DEFAULT_MEMORY_MB = 64


class Engine(Player):
    """The strongest player of a game; it uses the search algorithm that suits the game.

    `play` returns a move, and `analyse` several lines with their verdicts.  Without a limit both
    search for a second.  The same seed and a limit in nodes give the same action on every machine.

    >>> from steinreich import Engine, load
    >>> position = load("vier3d").position("rrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- r")
    >>> with Engine("vier3d") as engine:
    ...     engine.play(position, nodes=100)
    ...     print(engine.analyse(position, nodes=100))
    'a1'
    a1: wins this turn (proven)
    """

    game: Game
    default_limit = DEFAULT_LIMIT

    def __init__(
        self,
        game: Game | str | PathLike[str],
        *,
        memory: int = DEFAULT_MEMORY_MB,
        seed: int = 0,
        strategy: Strategy | None = None,
        facts: ProvenFacts | None = None,
    ) -> None:
        """`facts` correct search results and record proofs; by default the engine has its own."""
        self.name = "engine"
        self.game = load(game)
        seed = arguments.check_seed(seed)
        memory = arguments.check_integer("memory", memory, 1, MAX_MEMORY_MB)
        self.strategy = strategy or make_strategy(self.game, memory, seed)
        self.facts = facts or ProvenFacts()

    def new_game(self) -> None:
        """Start a new game: clear the tables."""
        self.strategy.forget()
        self.facts.clear()

    def answer(self, question: Question) -> SearchResult:
        """Return the result of a search, within a second if there is no limit."""
        if question.limit == Limit() and question.stop is None:
            question = question._replace(limit=self.default_limit)
        position, result = question.position, self.search(question)
        max_lines, actions = question.lines, len(position.actions())
        # Search more lines while the best line is known to lose and other actions may not.
        while is_refuted(position, result) and question.lines < actions:
            question = question._replace(lines=min(actions, 2 * question.lines + 1))
            result = self.search(question)
        return result._replace(lines=result.lines[:max_lines])

    def search(self, question: Question) -> SearchResult:
        """Search, record proofs, and correct the result by proven facts."""
        position, progress = question.position, question.progress

        def report_with_facts(result: SearchResult) -> None:
            assert progress is not None
            progress(apply_facts(self.facts, position, result))

        result = self.strategy.answer(question._replace(progress=progress and report_with_facts))
        self.facts.record_result(position, result)
        return apply_facts(self.facts, position, result)
