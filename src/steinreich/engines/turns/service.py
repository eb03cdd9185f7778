"""The computer's turns, thought out in a worker process: whole turns, draws, machine code.

Nothing is kept from one question to the next but machine code.  So an answer depends on the
question alone, and memory is bounded by what one player may remember.
"""

import random
import time
from collections.abc import Callable
from threading import Event
from typing import Literal, NamedTuple

from steinreich.core.game import load
from steinreich.core.position import Position
from steinreich.engines.seating import warm_up
from steinreich.players.knowledge import informed_compiler
from steinreich.players.levels import FULL_MEMORY, Level
from steinreich.players.player import Limit, Opinion, Player, Verdict
from steinreich.players.standin import StandIn

MOMENT = 0.1  # seconds for an action when the computer shall move now
LEAST_SECONDS = 0.02  # for an action when hardly any time is left
BETWEEN_REPORTS = 0.1  # seconds at least between two reports
LONGEST_LINE = 8  # actions in a report
FOR_DRAWS = 1.0  # seconds to think about an offer
CLEARLY_WORSE = -0.2  # estimated value at which a draw is accepted
WARM_UP_LEVEL = 6  # any that searches compiles everything

Kind = Literal["turn", "draw", "warm"]


class TableQuestion(NamedTuple):
    """What a table wants to know; or that machine code be made or loaded."""

    kind: Kind
    game: str  # an id with options
    position: str = ""
    level: int = 1
    seed: int = 0
    seat: int = 0  # whose opinion on a draw is asked
    seconds: float | None = None  # for all actions of the turn, if less than the level would take
    stands_in: bool = False  # without the compiler


class TurnProgress(NamedTuple):
    """What the computer thinks on the way to its turn."""

    depth: int
    nodes: int
    seconds: float
    line: list[str]  # names of actions, the turn first


Tell = Callable[[TurnProgress], None]
Reply = list[str] | bool


class TurnService:
    """Answers in a process."""

    def __init__(self, memory: int) -> None:
        self.memory = memory

    def answer(self, question: TableQuestion, progress: Tell, stop: Event) -> Reply:
        """The reply to a question."""
        return reply_to(question, progress, stop, self.memory)

    def close(self) -> None:
        """There is nothing to say goodbye to."""


def reply_to(question: TableQuestion, tell: Tell, stop: Event, memory: int = FULL_MEMORY) -> Reply:
    """The actions of a turn, whether to take a draw, or whether machine code is kept on disk."""
    game = load(question.game)
    if question.kind == "warm":
        warm_up(Level(game, WARM_UP_LEVEL, seed=0), game.start(seed=0))
        return informed_compiler(game).folder is not None
    turn = ComputerTurn(question, game.position(question.position), stop, tell, memory)
    return turn.actions() if question.kind == "turn" else turn.takes_draw()


def accepts_draw(verdict: Verdict, seat: int) -> bool:
    """Whether a seat takes a draw: it is proven that there is no more, or it is clearly worse."""
    return verdict.values[seat] <= (0.0 if verdict.is_proven else CLEARLY_WORSE)


class ComputerTurn:
    """One player and one turn of it."""

    def __init__(
        self, question: TableQuestion, position: Position, stop: Event, tell: Tell, memory: int
    ) -> None:
        self.question = question
        self.position = position  # where the turn has come to
        self.stop = stop
        self.tell = tell
        self.names: list[str] = []  # of the actions that are decided
        self.nodes = 0  # that these took
        self.began = self.told_at = time.monotonic()
        # Another stream for every position, or a level would err in the same place in each.
        seed = random.Random(f"{question.seed} {question.position}").getrandbits(62)
        self.player: Player
        if question.stands_in:
            self.player = StandIn(position.game, question.level, seed)
        else:
            self.player = Level(position.game, question.level, seed, memory=memory)

    def actions(self) -> list[str]:
        """The names of all actions of the turn."""
        while True:
            opinion = self.opinion()
            actions = opinion.lines[0].actions
            for action in actions if self.question.stands_in else actions[:1]:
                self.names.append(self.position.name(action))
                self.position = self.position.after(action)
                if self.position.is_over or self.position.starts_turn:
                    return self.names
            self.nodes += opinion.nodes

    def opinion(self) -> Opinion:
        """What to do next.  Who is hurried before the first look at the board still takes one."""
        moment = Limit(seconds=min(MOMENT, self.seconds() or MOMENT))
        if self.stop.is_set():
            return self.player.think(self.position, moment)
        limit = Limit(seconds=self.seconds())
        opinion = self.player.think(self.position, limit, stop=self.stop, progress=self.hear)
        if self.stop.is_set() and opinion.depth == 0:
            opinion = self.player.think(self.position, moment)
        return opinion

    def seconds(self) -> float | None:
        """The time for the next action: half of what is left if another will follow."""
        if self.question.seconds is None:
            return None
        left = self.question.seconds - (time.monotonic() - self.began)
        after = self.position.after_legal(self.position.actions()[0])
        is_last = self.question.stands_in or after.is_over or after.starts_turn
        return max(LEAST_SECONDS, left if is_last else left / 2)

    def takes_draw(self) -> bool:
        """Whether a draw is all that a seat can reach, or more than it expects."""
        opinion = self.player.think(self.position, Limit(seconds=FOR_DRAWS), stop=self.stop)
        return accepts_draw(opinion.verdict, self.question.seat)

    def hear(self, opinion: Opinion) -> None:
        """Pass on what the player thinks, but not too often."""
        now = time.monotonic()
        if now - self.told_at < BETWEEN_REPORTS:
            return
        self.told_at = now
        nodes, seconds = self.nodes + opinion.nodes, round(now - self.began, 2)
        self.tell(TurnProgress(opinion.depth, nodes, seconds, self.line(opinion)))

    def line(self, opinion: Opinion) -> list[str]:
        """What is decided, and how it would go on."""
        names, position = list(self.names), self.position
        for action in opinion.lines[0].actions[: LONGEST_LINE - len(names)]:
            names.append(position.name(action))
            position = position.after_legal(action)
        return names
