"""The computer's turns, computed in a worker process: whole turns, and answers to draw offers.

Only machine code is kept between questions.  So an answer depends on the question alone, and memory
is bounded by the hash tables of one player.
"""

import random
import time
from collections.abc import Callable
from threading import Event
from typing import Literal, NamedTuple

from steinreich.core.game import load
from steinreich.core.position import Position
from steinreich.engines.player_settings import warm_up
from steinreich.players.fallback import FallbackPlayer
from steinreich.players.knowledge import get_heuristics_compiler
from steinreich.players.levels import DEFAULT_MEMORY_MB, Level
from steinreich.players.player import Limit, Player
from steinreich.search.result import SearchResult, Verdict

HURRIED_ACTION_SECONDS = 0.1  # for an action after a client has asked for an immediate move
MIN_ACTION_SECONDS = 0.02  # for an action when hardly any time is left
MIN_REPORT_INTERVAL_SECONDS = 0.1
MAX_LINE_ACTIONS = 8  # actions in a report
DRAW_OFFER_SECONDS = 1.0  # to think about an offer
MAX_DRAW_VALUE = -0.2  # estimated value up to which a draw is accepted
WARM_UP_LEVEL = 6  # any level that searches loads all machine code

QuestionKind = Literal["turn", "draw"]


class TableQuestion(NamedTuple):
    """A question of a table: the computer's turn, or whether it accepts a draw."""

    kind: QuestionKind
    game: str  # an id with options
    position: str
    level: int = 1
    seed: int = 0
    seat: int = 0  # the seat that is offered a draw
    seconds: float | None = None  # for all actions of the turn, if less than the level would take
    uses_fallback: bool = False  # use the fallback player, which needs no compiler


class TurnProgress(NamedTuple):
    """A progress report to a table that waits for the computer."""

    queue_position: int  # 0: the computer is thinking
    depth: int
    nodes: int
    seconds: float
    line: list[str]  # names of actions, the turn first
    is_cold: bool = False  # see EnginePool.is_cold


ReportProgress = Callable[[TurnProgress], None]
Reply = list[str] | bool


def answer_table_question(
    question: TableQuestion, report: ReportProgress, stop: Event, memory_mb: int = DEFAULT_MEMORY_MB
) -> Reply:
    """Return the actions of a turn, or whether to accept a draw."""
    game = load(question.game)
    turn = ComputerTurn(question, game.position(question.position), stop, report, memory_mb)
    return turn.choose_actions() if question.kind == "turn" else turn.accepts_draw()


def compile_levels(id: str) -> bool:
    """Load or compile the machine code of all levels of a game; return whether it is on disk."""
    game = load(id)
    warm_up(Level(game, WARM_UP_LEVEL, seed=0), game.start(seed=0))
    return get_heuristics_compiler(game).folder is not None


def accepts_draw(verdict: Verdict, seat: int) -> bool:
    """Return whether a seat accepts a draw: provably no win is left, or it is clearly worse."""
    return verdict.values[seat] <= (0.0 if verdict.is_proven else MAX_DRAW_VALUE)


class ComputerTurn:
    """The choice of one turn of the computer, action by action."""

    def __init__(
        self,
        question: TableQuestion,
        position: Position,
        stop: Event,
        report: ReportProgress,
        memory_mb: int,
    ) -> None:
        self.question = question
        self.position = position  # after the actions chosen so far
        self.stop = stop
        self.report_progress = report
        self.action_names: list[str] = []  # of the actions chosen so far
        self.nodes = 0  # searched for the actions chosen so far
        self.began_at = self.reported_at = time.monotonic()
        # Each position has its own random stream: else a level would make the same errors in all.
        seed = random.Random(f"{question.seed} {question.position}").getrandbits(62)
        self.player: Player
        if question.uses_fallback:
            self.player = FallbackPlayer(position.game, question.level, seed)
        else:
            self.player = Level(position.game, question.level, seed, memory=memory_mb)

    def choose_actions(self) -> list[str]:
        """Choose all actions of the turn and return their names."""
        while True:
            result = self.search()
            actions = result.lines[0].actions
            for action in actions if self.question.uses_fallback else actions[:1]:
                self.action_names.append(self.position.name(action))
                self.position = self.position.after(action)
                if self.position.is_over or self.position.starts_turn:
                    return self.action_names
            self.nodes += result.nodes

    def search(self) -> SearchResult:
        """Search the next action; if stopped before any depth is complete, search a little more."""
        short_limit = Limit(
            seconds=min(HURRIED_ACTION_SECONDS, self.get_action_seconds() or HURRIED_ACTION_SECONDS)
        )
        if self.stop.is_set():
            return self.player.think(self.position, short_limit)
        limit = Limit(seconds=self.get_action_seconds())
        result = self.player.think(self.position, limit, stop=self.stop, progress=self.report)
        if self.stop.is_set() and result.depth == 0:
            result = self.player.think(self.position, short_limit)
        return result

    def get_action_seconds(self) -> float | None:
        """Return the time for the next action: half of the rest if another action follows."""
        if self.question.seconds is None:
            return None
        remaining = self.question.seconds - (time.monotonic() - self.began_at)
        next_position = self.position.after_legal(self.position.actions()[0])
        is_last = self.question.uses_fallback or next_position.is_over or next_position.starts_turn
        return max(MIN_ACTION_SECONDS, remaining if is_last else remaining / 2)

    def accepts_draw(self) -> bool:
        """Search briefly and return whether to accept a draw."""
        result = self.player.think(self.position, Limit(seconds=DRAW_OFFER_SECONDS), stop=self.stop)
        return accepts_draw(result.verdict, self.question.seat)

    def report(self, result: SearchResult) -> None:
        """Report an interim result, at a limited rate."""
        now = time.monotonic()
        if now - self.reported_at < MIN_REPORT_INTERVAL_SECONDS:
            return
        self.reported_at = now
        nodes, seconds = self.nodes + result.nodes, round(now - self.began_at, 2)
        self.report_progress(TurnProgress(0, result.depth, nodes, seconds, self.get_line(result)))

    def get_line(self, result: SearchResult) -> list[str]:
        """Return the chosen actions, followed by the best line."""
        return [*self.action_names, *result.lines[0].moves(self.position)][:MAX_LINE_ACTIONS]
