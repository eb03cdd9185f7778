"""What a player is: it is shown a position and gives its opinion, best action first.

An opinion says of every line whether its value is *proven* or *estimated*, and never mixes the
two: a proven verdict names the outcome, an estimated one has `outcome == ONGOING`.
"""

from collections.abc import Callable
from threading import Event
from typing import TYPE_CHECKING, NamedTuple, Self, TypedDict, Unpack

from steinreich.core.position import Position, expect_position
from steinreich.rules.contract import DRAW, LOST, ONGOING
from steinreich.rules.errors import SteinreichError

if TYPE_CHECKING:
    from steinreich.players.analysis import Analysis


class PlayerFailed(SteinreichError):
    """A player crashed, hung or answered with what is no legal action; the message says how."""


class Limit(NamedTuple):
    """How long a player may think about one action: whatever is reached first ends it."""

    seconds: float | None = None
    nodes: int | None = None  # positions looked at, or simulations
    depth: int | None = None  # actions ahead, where a search counts them


class Limits(TypedDict, total=False):
    """The same as arguments with names."""

    seconds: float | None
    nodes: int | None
    depth: int | None


class Verdict(NamedTuple):
    """What a position is worth to each player, and whether that is certain."""

    values: tuple[float, ...]  # for each player, from -1 (lost) to 1 (won)
    outcome: int = ONGOING  # the certain outcome, or ONGOING where the values are estimates
    turns: int | None = None  # of the winner until a certain end, at most

    @property
    def is_proven(self) -> bool:
        """Whether the outcome is certain."""
        return self.outcome != ONGOING


class Line(NamedTuple):
    """An action, how the game would go on after it, and where that leads."""

    actions: tuple[int, ...]  # the first is the one to play
    verdict: Verdict
    is_stored: bool = False  # the verdict was looked up in the store of proven facts

    def moves(self, position: Position) -> tuple[str, ...]:
        """The names of the actions, played one after the other from a position."""
        names = []
        for action in self.actions:
            names.append(position.name(action))
            position = position.after_legal(action)
        return tuple(names)


class Opinion(NamedTuple):
    """What a player thinks of a position."""

    lines: tuple[Line, ...]  # the best first; never empty
    nodes: int = 0
    depth: int = 0
    seconds: float = 0.0
    known: Verdict | None = None  # of the position, where the first line does not speak for it
    is_stored: bool = False  # it was looked up in the store of proven facts

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
    """A live position, and how a player is to think about it."""

    position: Position
    limit: Limit = Limit()
    lines: int = 1  # at most
    stop: Event | None = None  # once it is set, what has been found by then is wanted
    progress: Progress | None = None

    @property
    def is_stopped(self) -> bool:
        """Whether the answer is wanted at once."""
        return self.stop is not None and self.stop.is_set()


class Player:
    """Somebody who takes a seat in a game: `play` and `analyse` ask, and `with` sees it off.

    Who writes a player defines `answer`.

    >>> from steinreich import load, player
    >>> with player("level1", "vier3d", seed=1) as opponent:
    ...     opponent.play(load("vier3d").start()) in load("vier3d").start().legal_moves()
    True
    """

    name: str
    usual: Limit = Limit()  # of `play` and `analyse` where they are given none

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
        expect_position(position)
        if position.is_over:
            raise ValueError("the game is over: there is nothing to think about")
        return self.answer(Question(position, limit, lines, stop, progress))

    def answer(self, question: Question) -> Opinion:
        """What a player thinks, in the way that is its own: see `think`."""
        raise NotImplementedError

    def play(
        self, position: Position, *, stop: Event | None = None, **limits: Unpack[Limits]
    ) -> str:
        """The name of the action to play; `seconds=`, `nodes=` or `depth=` limit the thinking."""
        opinion = self.think(position, Limit(**limits) if limits else self.usual, stop=stop)
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

        limit = Limit(**limits) if limits else self.usual
        tell = None if progress is None else lambda heard: progress(analysed(position, heard))
        return analysed(
            position, self.think(position, limit, lines=lines, stop=stop, progress=tell)
        )

    def new_game(self) -> None:
        """Another game begins: forget the last one."""

    def close(self) -> None:
        """Leave the seat for good."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


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
