"""A fallback player without the compiler: a search of one turn in plain Python, within a second.

It plays while machine code is being compiled.  It plays a winning turn at once, else the turn with
the best score that the next player cannot answer with a win.  Low levels overlook turns, add noise
and ignore the answer, by the profiles of the ten levels.
"""

import random
import time
from collections.abc import Iterator
from math import tanh
from threading import Event
from typing import Any, NamedTuple

from steinreich.core.game import Game
from steinreich.players.knowledge import find_knowledge
from steinreich.players.levels import get_profile
from steinreich.players.player import Player, Question
from steinreich.players.solo_solver import solve
from steinreich.rules.contract import DRAW, ONGOING
from steinreich.search.knowledge import DEFAULT_SCALE, MAX_EVALUATION, move_order
from steinreich.search.result import Line, SearchResult, Verdict, certain, estimated, own_turns

MAX_SECONDS = 1.0  # for a turn
FOR_LISTING, FOR_SCORES = 0.4, 0.7  # shares of the time after which the next step must begin
LOSS = -2.0 * MAX_EVALUATION  # worse than any estimate


class TurnAhead(NamedTuple):
    """All actions of a turn, and the state after them."""

    actions: tuple[int, ...]
    after: Any  # the game's State
    outcome: int
    move_order: int  # priority before evaluation


class Stopwatch:
    """Measures the used share of a time limit; a stop event uses up all of it."""

    def __init__(self, seconds: float, stop: Event | None) -> None:
        self.began = time.perf_counter()
        self.seconds = seconds
        self.stop = stop

    @property
    def spent(self) -> float:
        """Elapsed seconds."""
        return time.perf_counter() - self.began

    def is_past(self, part: float) -> bool:
        """Return whether a share of the time is used up."""
        return self.spent >= part * self.seconds or (self.stop is not None and self.stop.is_set())


class FallbackPlayer(Player):
    """Searches one turn; the line of its result contains all actions of the turn."""

    game: Game

    def __init__(self, game: Game, level: int = 10, seed: int | None = None) -> None:
        self.name = "fallback"
        self.game = game
        self.profile = get_profile(game, level)
        self.dice = random.Random(seed)
        self.knowledge = find_knowledge(game)
        self.move_order = self.knowledge.move_order if self.knowledge else move_order
        self.scale = self.knowledge.scale if self.knowledge else DEFAULT_SCALE
        self.player = game.definition.player
        self.starts_turn = game.definition.starts_turn

    def answer(self, question: Question) -> SearchResult:
        """Return the turn to play, within the limit and at most a second."""
        position, limit = question.position, question.limit
        seconds = MAX_SECONDS if limit.seconds is None else min(limit.seconds, MAX_SECONDS)
        clock = Stopwatch(seconds, question.stop)
        if self.game.players == 1:
            found = solve(position, seconds * FOR_LISTING, question.stop)
            if found.actions:
                most = own_turns(position, 0, len(found.actions))
                line = Line(found.actions, certain(0, 1, most))
                return SearchResult((line,), found.nodes, len(found.actions), clock.spent)
        me = position.player
        turns = self.considered_turns(position.state, clock)
        won = next((turn for turn in turns if turn.outcome == me), None)
        if won:
            verdict = certain(me, self.game.players, 1)
            return SearchResult((Line(won.actions, verdict),), len(turns), 1, clock.spent)
        scores = self.scores(turns, me, clock)
        best = self.safest(scores, me, clock)
        line = Line(best.actions, self.verdict(me, scores[best]))
        return SearchResult((line,), len(turns), 1, clock.spent)

    def considered_turns(self, state: Any, clock: Stopwatch) -> list[TurnAhead]:
        """Return the turns that this level considers, up to one that wins; at least one."""
        me = self.player(state)
        seen: set[Any] = set()  # several orders of actions can lead to the same state
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
        """Yield all turns from a state, by the priority of their first action."""
        rules = self.game.definition
        actions = self.game.legal_actions(state)
        self.dice.shuffle(actions)  # so that ties are broken at random
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
        """Return the scores of turns, as far as time permits."""
        found: dict[TurnAhead, float] = {}
        for turn in sorted(turns, key=lambda turn: -turn.move_order):
            if found and clock.is_past(FOR_SCORES):
                break
            found[turn] = self.score(turn, me)
        return found

    def score(self, turn: TurnAhead, me: int) -> float:
        """Return the score of a turn, with the noise of this level."""
        if turn.outcome != ONGOING:
            return 0.0 if turn.outcome == DRAW else LOSS
        if self.game.players != 2 or self.knowledge is None:
            return 0.0
        score = self.knowledge.evaluate(turn.after)
        doubt = self.dice.gauss(0, self.profile.doubt) * self.scale
        return float(score if self.player(turn.after) == me else -score) + doubt

    def safest(self, scores: dict[TurnAhead, float], me: int, clock: Stopwatch) -> TurnAhead:
        """Return the best turn that cannot be answered with a win, as far as time permits."""
        ranked = sorted(scores, key=lambda turn: -scores[turn])
        for turn in ranked:
            reads = self.dice.random() < self.profile.reading
            if not reads or not self.is_refuted(turn, me, clock):
                return turn
            scores[turn] = LOSS
        return ranked[0]

    def is_refuted(self, turn: TurnAhead, me: int, clock: Stopwatch) -> bool:
        """Return whether the next player can win at once; False if time runs out."""
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
        """Return the verdict for a score: always an estimate."""
        return estimated(tanh(score / self.scale / 2), me, self.game.players)
