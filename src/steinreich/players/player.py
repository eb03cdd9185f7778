"""What a player is: it is shown a position and gives its opinion, best action first.

An opinion says of every line whether its value is *proven* or *estimated*, and never mixes the
two: a proven verdict names the outcome, an estimated one has `outcome == ONGOING`.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from threading import Event
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypedDict, Unpack

from steinreich.core.game import Game
from steinreich.core.position import Position, expect_live
from steinreich.rules import arguments
from steinreich.rules.contract import DRAW, LOST, ONGOING
from steinreich.rules.errors import BadType, SteinreichError
from steinreich.rules.language import Words
from steinreich.rules.text.did_you_mean import suggesting

if TYPE_CHECKING:
    from steinreich.players.analysis import Analysis

MAX_NODES = 1 << 62
MAX_MEMORY_MB = 65_536


class PlayerFailed(SteinreichError):
    """A player crashed, hung or answered with what is no legal action; the message says how.

    >>> from steinreich import player
    >>> player("ugi:/no/such/engine", "vier3d")
    Traceback (most recent call last):
    steinreich.players.player.PlayerFailed: '/no/such/engine' cannot be started: No such file or \
directory
    """


class PlayerClosed(SteinreichError):
    """A player that has been closed is asked to think.

    >>> from steinreich import load, player
    >>> with player("random", "vier3d") as closed:
    ...     pass
    >>> closed.play(load("vier3d").start())
    Traceback (most recent call last):
    steinreich.players.player.PlayerClosed: the player random has been closed
    """


class Limit(NamedTuple):
    """How long a player may think about one action: whatever is reached first ends it.

    `play`, `analyse` and so on make one of their arguments `seconds=`, `nodes=` and `depth=`;
    `think` and a player's own `answer` take it.

    >>> from steinreich import Engine, Limit, load
    >>> position = load("vier3d").position("rrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- r")
    >>> Engine("vier3d").think(position, Limit(nodes=100)).verdict.is_proven
    True
    """

    seconds: float | None = None  #: of thinking
    nodes: int | None = None  #: positions looked at, or simulations
    depth: int | None = None  #: actions ahead, where a search counts them


class Limits(TypedDict, total=False):
    """The same as arguments with names."""

    seconds: float | None
    nodes: int | None
    depth: int | None


class Verdict(NamedTuple):
    """What a position is worth to each player, and whether that is certain.

    >>> from steinreich import Verdict
    >>> Verdict((0.25, -0.25)).is_proven, Verdict((1.0, -1.0), outcome=0).is_proven
    (False, True)
    """

    values: tuple[float, ...]  #: for each player, from -1 (lost) to 1 (won)
    outcome: int = ONGOING  #: the certain outcome, or ONGOING where the values are estimates
    turns: int | None = None  #: of the winner until a certain end, at most

    @property
    def is_proven(self) -> bool:
        """Whether the outcome is certain."""
        return self.outcome != ONGOING


class Line(NamedTuple):
    """An action, how the game would go on after it, and where that leads.

    >>> from steinreich import Line, Verdict, load
    >>> Line((0, 1), Verdict((0.0, 0.0))).moves(load("vier3d").start())
    ('a1', 'b1')
    """

    actions: tuple[int, ...]  #: the first is the one to play
    verdict: Verdict  #: what it is worth
    is_stored: bool = False  #: the verdict was looked up in the store of proven facts

    def moves(self, position: Position) -> tuple[str, ...]:
        """The names of the actions, played one after the other from a position."""
        names = []
        for action in self.actions:
            names.append(position.name(action))
            position = position.after_legal(action)
        return tuple(names)


class Opinion(NamedTuple):
    """What a player thinks of a position, in numbers; `Analysis` is the same in names and words.

    >>> from steinreich import Line, Opinion, Verdict
    >>> Opinion((Line((3,), Verdict((0.0, 0.0))),)).best
    3
    """

    lines: tuple[Line, ...]  #: the best first; never empty
    nodes: int = 0  #: positions looked at, or simulations
    depth: int = 0  #: actions ahead, where the search counts them
    seconds: float = 0.0  #: of thinking
    known: Verdict | None = None  #: of the position, where the first line does not speak for it
    is_stored: bool = False  #: it was looked up in the store of proven facts

    @property
    def best(self) -> int:
        """The action to play."""
        return self.lines[0].actions[0]

    @property
    def verdict(self) -> Verdict:
        """What the position is worth."""
        return self.known or self.lines[0].verdict


Progress = Callable[[Opinion], None]  # hears what a player thinks on the way to its opinion


class Question(NamedTuple):
    """A live position, and how a player is to think about it: what `Player.answer` is given.

    >>> from steinreich import Limit, Question, load
    >>> Question(load("vier3d").start(), Limit(nodes=100)).is_stopped
    False
    """

    position: Position  #: live, of the game that the player plays
    limit: Limit = Limit()  #: how long to think
    lines: int = 1  #: at most
    stop: Event | None = None  #: once it is set, what has been found by then is wanted
    progress: Progress | None = None  #: is to be told opinions on the way

    @property
    def is_stopped(self) -> bool:
        """Whether the answer is wanted at once."""
        return self.stop is not None and self.stop.is_set()


class Player:
    """A player of a game: `play` and `analyse` ask it, and `with` closes it.

    A class of your own defines `answer`, a `name`, and a `game` where it plays no other.

    >>> from steinreich import load, player
    >>> with player("level1", "vier3d", seed=1) as opponent:
    ...     opponent.play(load("vier3d").start()) in load("vier3d").start().legal_moves()
    True
    """

    name: str  #: of the player, in records and tables
    game: Game | None = None  #: the only one it plays; None: any
    usual: Limit = Limit()  #: of `play` and `analyse` where they are given none
    is_closed: bool = False  #: whether `close` has been called

    def think(
        self,
        position: Position,
        limit: Limit,
        *,
        lines: int = 1,
        stop: Event | None = None,
        progress: Progress | None = None,
    ) -> Opinion:
        """An opinion on a live position; its first line is what the player plays.

        It has up to `lines` lines.  `progress` hears the opinions on the way to it, of players who
        have any.  Setting `stop` ends the thinking at once, with what has been found by then.
        """
        return self.answer(self.question(position, limit, lines, stop, progress))

    def question(
        self,
        position: Position,
        limit: Limit,
        lines: int,
        stop: Event | None = None,
        progress: Progress | None = None,
    ) -> Question:
        """The question that arguments make, if this player can answer it; `BadArgument` if not."""
        self.check_open()
        expect_live(position, self.game)
        if stop is not None and not isinstance(stop, Event):
            raise arguments.bad_type("stop", "a threading.Event", stop)
        if progress is not None:
            check_function("progress", progress)
        lines = arguments.integer("lines", lines, 1)
        return Question(position, checked_limit(limit), lines, stop, progress)

    def check_open(self) -> None:
        """Raise `PlayerClosed` after `close`."""
        if self.is_closed:
            raise PlayerClosed(
                Words(
                    f"the player {self.name} has been closed",
                    f"der Spieler {self.name} ist geschlossen worden",
                )
            )

    def limited(self, limits: Limits) -> Limit:
        """The limit that arguments with names set, or the usual one."""
        return limit_in(limits) if limits else self.usual

    def answer(self, question: Question) -> Opinion:
        """What a player thinks, in the way that is its own: see `think`."""
        raise NotImplementedError

    def play(
        self, position: Position, *, stop: Event | None = None, **limits: Unpack[Limits]
    ) -> str:
        """The name of the action to play; `seconds=`, `nodes=` or `depth=` limit the thinking."""
        opinion = self.think(position, self.limited(limits), stop=stop)
        return position.name(opinion.best)

    def analyse(
        self,
        position: Position,
        *,
        lines: int = 1,
        stop: Event | None = None,
        progress: "Callable[[Analysis], None] | None" = None,
        **limits: Unpack[Limits],
    ) -> "Analysis":
        """What the player thinks of a position, in names and words: up to so many lines.

        `seconds=`, `nodes=` or `depth=` limit the thinking; `stop` and `progress` as in `think`.
        """
        from steinreich.players.analysis import analysed  # it is made of what is defined here

        limit, tell = self.limited(limits), None
        if progress is not None:
            check_function("progress", progress)
            tell = lambda heard: progress(analysed(position, heard))  # noqa: E731
        return analysed(
            position, self.think(position, limit, lines=lines, stop=stop, progress=tell)
        )

    def analyses(
        self, position: Position, *, lines: int = 1, **limits: Unpack[Limits]
    ) -> "Iterator[Analysis]":
        """What the player thinks, as it thinks; without a limit, until the loop is left.

        Each is better founded than the one before; `AsyncEngine.analyses` is the same for event
        loops.

        >>> from steinreich import Engine, load
        >>> with Engine("vier3d") as engine:
        ...     for analysis in engine.analyses(load("vier3d").start(), lines=2):
        ...         if analysis.depth >= 3:
        ...             break
        >>> len(analysis.lines)
        2
        """
        # Mistakes are told at once, and not at the first step of a loop.
        return self.heard(self.question(position, limit_in(limits), lines))

    def heard(self, question: Question) -> "Iterator[Analysis]":
        """The opinions on the way to an answer, and the answer."""
        from steinreich.players.analysis import analysed  # it is made of what is defined here

        opinions, stop = SimpleQueue[Opinion | None](), Event()
        told = question._replace(stop=stop, progress=opinions.put)
        with ThreadPoolExecutor(1, "steinreich-engine") as thread:
            thinking = thread.submit(self.answer, told)
            thinking.add_done_callback(lambda _: opinions.put(None))
            try:
                while opinion := opinions.get():
                    yield analysed(question.position, opinion)
                yield analysed(question.position, thinking.result())
            finally:
                stop.set()

    def new_game(self) -> None:
        """Another game begins: forget the last one."""

    def close(self) -> None:
        """Stop playing for good: a closed player refuses to think."""
        self.is_closed = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def check_function(name: str, given: object) -> None:
    """Refuse what cannot be called."""
    if not callable(given):
        raise arguments.bad_type(name, Words("a function", "eine Funktion"), given)


def limit_in(given: Limits) -> Limit:
    """The limit that arguments with names set; `BadType` for other names."""
    for name in given:
        if name not in Limit._fields:
            unknown = Words(
                f"there is no limit {name!r}, only seconds, nodes and depth",
                f"eine Grenze {name!r} gibt es nicht, nur seconds, nodes und depth",
            )
            raise BadType(suggesting(unknown, name, Limit._fields))
    return Limit(**given)


def checked_limit(limit: Any) -> Limit:
    """A limit with values in their ranges: the one place where they are looked at."""
    seconds, nodes, depth = arguments.instance("limit", limit, Limit, "a Limit")
    return Limit(
        None if seconds is None else arguments.positive("seconds", seconds),
        None if nodes is None else arguments.integer("nodes", nodes, 1, MAX_NODES),
        None if depth is None else arguments.integer("depth", depth, 1),
    )


def unsettled(verdict: Verdict) -> Verdict:
    """The same hopes, but as an estimate."""
    return Verdict(verdict.values)


def certain(outcome: int, players: int, turns: int | None = None) -> Verdict:
    """The verdict on a position whose outcome is known."""
    if outcome == DRAW:
        values = (0.0,) * players
    elif outcome == LOST:
        values = (-1.0,) * players
    else:
        values = tuple(1.0 if player == outcome else -1.0 for player in range(players))
    return Verdict(values, outcome, turns)
