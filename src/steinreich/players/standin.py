"""A player that needs no compiler: it looks one turn ahead, in plain Python, within a second.

It plays where nobody may be kept waiting while machine code is made.  A turn that wins is played
at once; else the turn that looks best, unless the next player could answer it with a win.  Low
levels overlook, waver and do not ask for the answer, by the profiles of the ten levels.
"""

import random
import time
from collections.abc import Iterator
from math import tanh
from threading import Event
from typing import Any, NamedTuple

from steinreich.core.game import Game
from steinreich.players.knowledge import knowledge_of
from steinreich.players.knowledge.definition import USUAL_SCALE
from steinreich.players.levels import profile_of
from steinreich.players.player import Line, Opinion, Player, Question, Verdict, certain
from steinreich.players.solo_solver import solve
from steinreich.players.turn_count import own_turns
from steinreich.rules.contract import DRAW, ONGOING
from steinreich.search.knowledge import LARGEST, move_order

SECONDS = 1.0  # at most for a turn
FOR_LISTING, FOR_SCORES = 0.4, 0.7  # parts of the time after which the next step must begin
LOSS = -2.0 * LARGEST  # worse than any estimate


class TurnAhead(NamedTuple):
    """All actions of a player until somebody else's turn, and where they lead."""

    actions: tuple[int, ...]
    after: Any  # the game's State
    outcome: int
    move_order: int  # how good it looks without a look at the board after it


class Stopwatch:
    """How much of the time is left; a stop sign ends it at once."""

    def __init__(self, seconds: float, stop: Event | None) -> None:
        self.began = time.perf_counter()
        self.seconds = seconds
        self.stop = stop

    @property
    def spent(self) -> float:
        """The seconds that have gone by."""
        return time.perf_counter() - self.began

    def is_past(self, part: float) -> bool:
        """Whether a part of the time is over."""
        return self.spent >= part * self.seconds or (self.stop is not None and self.stop.is_set())


class StandIn(Player):
    """Looks one turn ahead; the line of its opinion holds all actions of the turn."""

    game: Game

    def __init__(self, game: Game, level: int = 10, seed: int | None = None) -> None:
        self.name = "stand-in"
        self.game = game
        self.profile = profile_of(game, level)
        self.dice = random.Random(seed)
        self.knowledge = knowledge_of(game)
        self.move_order = self.knowledge.move_order if self.knowledge else move_order
        self.scale = self.knowledge.scale if self.knowledge else USUAL_SCALE
        self.player = game.definition.player
        self.starts_turn = game.definition.starts_turn

    def answer(self, question: Question) -> Opinion:
        """The turn to play, within the limit and never more than a second."""
        position, limit = question.position, question.limit
        seconds = SECONDS if limit.seconds is None else min(limit.seconds, SECONDS)
        clock = Stopwatch(seconds, question.stop)
        if self.game.players == 1:
            found = solve(position, seconds * FOR_LISTING, question.stop)
            if found.actions:
                most = own_turns(position, 0, len(found.actions))
                line = Line(found.actions, certain(0, 1, most))
                return Opinion((line,), found.nodes, len(found.actions), clock.spent)
        me = position.player
        turns = self.noticed(position.state, clock)
        won = next((turn for turn in turns if turn.outcome == me), None)
        if won:
            verdict = certain(me, self.game.players, 1)
            return Opinion((Line(won.actions, verdict),), len(turns), 1, clock.spent)
        scores = self.scores(turns, me, clock)
        best = self.safest(scores, me, clock)
        line = Line(best.actions, self.verdict(me, scores[best]))
        return Opinion((line,), len(turns), 1, clock.spent)

    def noticed(self, state: Any, clock: Stopwatch) -> list[TurnAhead]:
        """The turns that come to mind, up to one that wins; at least one."""
        me = self.player(state)
        seen: set[Any] = set()  # some actions of a turn may be made in any order
        found: list[TurnAhead] = []
        overlooked: TurnAhead | None = None
        for turn in self.turns(state):
            if (found or overlooked) and clock.is_past(FOR_LISTING):
                break
            if turn.after in seen:
                continue
            seen.add(turn.after)
            if self.dice.random() >= self.profile.notice:
                overlooked = overlooked or turn
                continue
            found.append(turn)
            if turn.outcome == me:
                break
        if overlooked and not found:
            found.append(overlooked)
        return found

    def turns(self, state: Any, before: tuple[int, ...] = (), hope: int = 0) -> Iterator[TurnAhead]:
        """All turns from a state on, the most promising first action first."""
        rules = self.game.definition
        actions = self.game.legal_actions(state)
        self.dice.shuffle(actions)  # so that no corner of the board is preferred
        move_orders = {action: self.move_order(state, action) for action in actions}
        for action in sorted(actions, key=lambda action: -move_orders[action]):
            after = rules.play(state, action)
            outcome = rules.outcome(after)
            line, hopes = (*before, action), hope + move_orders[action]
            if outcome == ONGOING and not self.starts_turn(after):
                yield from self.turns(after, line, hopes)
            else:
                yield TurnAhead(line, after, outcome, hopes)

    def scores(self, turns: list[TurnAhead], me: int, clock: Stopwatch) -> dict[TurnAhead, float]:
        """What turns are worth, the most promising first, as far as the time goes."""
        found: dict[TurnAhead, float] = {}
        for turn in sorted(turns, key=lambda turn: -turn.move_order):
            if found and clock.is_past(FOR_SCORES):
                break
            found[turn] = self.score(turn, me)
        return found

    def score(self, turn: TurnAhead, me: int) -> float:
        """What a turn is worth, as far as this level sees it."""
        if turn.outcome != ONGOING:
            return 0.0 if turn.outcome == DRAW else LOSS
        if self.game.players != 2 or self.knowledge is None:
            return 0.0
        score = self.knowledge.evaluate(turn.after)
        doubt = self.dice.gauss(0, self.profile.doubt) * self.scale
        return float(score if self.player(turn.after) == me else -score) + doubt

    def safest(self, scores: dict[TurnAhead, float], me: int, clock: Stopwatch) -> TurnAhead:
        """The best turn that cannot be answered with a win, as far as the time goes."""
        ranked = sorted(scores, key=lambda turn: -scores[turn])
        for turn in ranked:
            reads = self.dice.random() < self.profile.reading
            if not reads or not self.is_refuted(turn, me, clock):
                return turn
            scores[turn] = LOSS
        return ranked[0]

    def is_refuted(self, turn: TurnAhead, me: int, clock: Stopwatch) -> bool:
        """Whether the next player can win at once; no, if there is no time to find out."""
        if turn.outcome != ONGOING:
            return turn.outcome not in (me, DRAW)
        mover = self.player(turn.after)
        for answer in self.turns(turn.after):
            if answer.outcome == mover != me:
                return True
            if clock.is_past(1.0):
                return False
        return False

    def verdict(self, me: int, score: float) -> Verdict:
        """What a score lets the players hope for: never more than an estimate."""
        value = tanh(score / self.scale / 2)
        values = [-value / max(1, self.game.players - 1)] * self.game.players
        values[me] = value
        return Verdict(tuple(values))
