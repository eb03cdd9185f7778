"""The base class of players, which answer a `Question` with a `SearchResult`."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from threading import Event
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypedDict, Unpack

from steinreich.core.game import Game
from steinreich.core.position import Position, expect_live
from steinreich.rules import arguments
from steinreich.rules.errors import BadType, SteinreichError
from steinreich.rules.language import Text
from steinreich.rules.untrusted import with_suggestion
from steinreich.search.result import SearchResult

if TYPE_CHECKING:
    from steinreich.players.analysis import Analysis

MAX_NODES = 1 << 62
MAX_MEMORY_MB = 65_536


class PlayerFailed(SteinreichError):
    """A player crashed, hung or answered with an illegal action; the message says which.

    >>> from steinreich import player
    >>> player("ugi:/no/such/engine", "vier3d")
    Traceback (most recent call last):
    steinreich.players.player.PlayerFailed: '/no/such/engine' cannot be started: No such file or \
directory
    """


class PlayerClosed(SteinreichError):
    """A closed player was asked to think.

    >>> from steinreich import load, player
    >>> with player("random", "vier3d") as closed:
    ...     pass
    >>> closed.play(load("vier3d").start())
    Traceback (most recent call last):
    steinreich.players.player.PlayerClosed: the player random has been closed
    """


class Limit(NamedTuple):
    """The limits of a search for one action; the first that is reached ends it.

    `play`, `analyse` and so on create one from their arguments `seconds=`, `nodes=` and `depth=`;
    `think` and `answer` take one.

    >>> from steinreich import Engine, Limit, load
    >>> position = load("vier3d").position("rrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- r")
    >>> Engine("vier3d").think(position, Limit(nodes=100)).verdict.is_proven
    True
    """

    seconds: float | None = None  #: of search
    nodes: int | None = None  #: visited positions, or simulations
    depth: int | None = None  #: in actions, if the search has a depth


class Limits(TypedDict, total=False):
    """The fields of `Limit` as keyword arguments."""

    seconds: float | None
    nodes: int | None
    depth: int | None


Progress = Callable[[SearchResult], None]  # receives intermediate search results


class Question(NamedTuple):
    """The argument of `Player.answer`: a live position and the settings of the search.

    >>> from steinreich import Limit, Question, load
    >>> Question(load("vier3d").start(), Limit(nodes=100)).is_stopped
    False
    """

    position: Position  #: live, of the game that the player plays
    limit: Limit = Limit()  #: of the search
    lines: int = 1  #: maximum number of lines
    stop: Event | None = None  #: when set, the search ends with its result so far
    progress: Progress | None = None  #: called with intermediate results

    @property
    def is_stopped(self) -> bool:
        """True if the search has to end now, with its result so far."""
        return self.stop is not None and self.stop.is_set()


class Player:
    """A player of a game, with `play` and `analyse`; a `with` statement closes it.

    Subclasses define `answer`, a `name`, and a `game` if they play only one.

    >>> from steinreich import load, player
    >>> with player("level1", "vier3d", seed=1) as opponent:
    ...     opponent.play(load("vier3d").start()) in load("vier3d").start().legal_moves()
    True
    """

    name: str  #: of the player, in records and tables
    game: Game | None = None  #: the only game it plays; None: any
    default_limit: Limit = Limit()  #: of `play` and `analyse` without a limit
    is_closed: bool = False  #: whether `close` has been called

    def think(
        self,
        position: Position,
        limit: Limit,
        *,
        lines: int = 1,
        stop: Event | None = None,
        progress: Progress | None = None,
    ) -> SearchResult:
        """Search a live position; the first line of the result is what the player plays.

        The result has up to `lines` lines.  `progress` is called with intermediate results, if the
        player has any.  Setting `stop` ends the search at once, with what has been found by then.
        """
        return self.answer(self._make_question(position, limit, lines, stop, progress))

    def _make_question(
        self,
        position: Position,
        limit: Limit,
        lines: int,
        stop: Event | None = None,
        progress: Progress | None = None,
    ) -> Question:
        """Return the arguments as a question; raise `BadArgument` if one is invalid."""
        self.check_open()
        expect_live(position, self.game)
        arguments.check_event("stop", stop)
        if progress is not None:
            arguments.check_function("progress", progress)
        lines = arguments.check_integer("lines", lines, 1)
        return Question(position, validate_limit(limit), lines, stop, progress)

    def check_open(self) -> None:
        """Raise `PlayerClosed` after `close`."""
        if self.is_closed:
            raise PlayerClosed(Text("the player {self} has been closed", self=self.name))

    def _get_limit(self, limits: Limits) -> Limit:
        """Return the limit given by keyword arguments, or the default limit without any."""
        return make_limit(limits) if limits else self.default_limit

    def answer(self, question: Question) -> SearchResult:
        """Return the search result for a question; subclasses define it.  See `think`."""
        raise NotImplementedError

    def play(
        self, position: Position, *, stop: Event | None = None, **limits: Unpack[Limits]
    ) -> str:
        """Return the move to play by name; `seconds=`, `nodes=` or `depth=` limit the search."""
        result = self.think(position, self._get_limit(limits), stop=stop)
        return position.name(result.best)

    def analyse(
        self,
        position: Position,
        *,
        lines: int = 1,
        stop: Event | None = None,
        progress: "Callable[[Analysis], None] | None" = None,
        **limits: Unpack[Limits],
    ) -> "Analysis":
        """Analyse a position; return up to `lines` lines, with names of actions and texts.

        `seconds=`, `nodes=` or `depth=` limit the search; `stop` and `progress` as in `think`.
        """
        from steinreich.players.analysis import make_analysis  # imports this module

        limit, report = self._get_limit(limits), None
        if progress is not None:
            arguments.check_function("progress", progress)
            report = lambda result: progress(make_analysis(position, result))  # noqa: E731
        return make_analysis(
            position, self.think(position, limit, lines=lines, stop=stop, progress=report)
        )

    def analyses(
        self, position: Position, *, lines: int = 1, **limits: Unpack[Limits]
    ) -> "Iterator[Analysis]":
        """Return an iterator over intermediate analyses; without a limit it is endless.

        `AsyncEngine.analyses` is the same for event loops.

        >>> from steinreich import Engine, load
        >>> with Engine("vier3d") as engine:
        ...     for analysis in engine.analyses(load("vier3d").start(), lines=2):
        ...         if analysis.depth >= 3:
        ...             break
        >>> len(analysis.lines)
        2
        """
        # Raise errors at once instead of at the first iteration.
        return self._generate_analyses(self._make_question(position, make_limit(limits), lines))

    def _generate_analyses(self, question: Question) -> "Iterator[Analysis]":
        """Search in a thread; yield the intermediate analyses, then the last one."""
        from steinreich.players.analysis import make_analysis  # imports this module

        results, stop = SimpleQueue[SearchResult | None](), Event()
        question = question._replace(stop=stop, progress=results.put)
        with ThreadPoolExecutor(1, "steinreich-engine") as thread:
            search = thread.submit(self.answer, question)
            search.add_done_callback(lambda _: results.put(None))  # None: the search has ended
            try:
                while result := results.get():
                    yield make_analysis(question.position, result)
                yield make_analysis(question.position, search.result())
            finally:
                stop.set()

    def new_game(self) -> None:
        """Start a new game: clear the tables that searches of the last one have filled."""

    def close(self) -> None:
        """Release resources; a closed player raises `PlayerClosed` when asked."""
        self.is_closed = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def make_limit(limits: Limits) -> Limit:
    """Return the limit given by keyword arguments; raise `BadType` for unknown names."""
    for name in limits:
        if name not in Limit._fields:
            unknown = Text(
                "unknown limit {name}; choose from seconds, nodes and depth", name=repr(name)
            )
            raise BadType(with_suggestion(unknown, name, Limit._fields))
    return Limit(**limits)


def validate_limit(limit: Any) -> Limit:
    """Return a limit if its values are valid; else raise `BadArgument`."""
    seconds, nodes, depth = arguments.check_instance("limit", limit, Limit, "a Limit")
    return Limit(
        None if seconds is None else arguments.check_positive("seconds", seconds),
        None if nodes is None else arguments.check_integer("nodes", nodes, 1, MAX_NODES),
        None if depth is None else arguments.check_integer("depth", depth, 1),
    )
