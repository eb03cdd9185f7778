"""A fallback player without the compiler: a search of one turn in plain Python, within a second.

It plays while machine code is being compiled.  It plays a winning turn if there is one, else the
turn with the best score that the next player cannot answer with a win.  Low levels overlook turns,
add noise and ignore the answer, according to the profiles of the ten levels.
"""

import random
import time
from collections.abc import Iterator
from math import tanh
from threading import Event
from typing import Any, NamedTuple

from steinreich.core.game import Game
from steinreich.players.knowledge import find_heuristics
from steinreich.players.levels import get_profile
from steinreich.players.player import Player, Question
from steinreich.players.solo_solver import solve
from steinreich.rules.contract import DRAW, ONGOING
from steinreich.search.knowledge import DEFAULT_SCALE, MAX_EVALUATION, move_order
from steinreich.search.result import (
    Line,
    SearchResult,
    Verdict,
    count_own_turns,
    estimated_verdict,
    proven_verdict,
)

MAX_SECONDS = 1.0  # for a turn
LISTING_SHARE = 0.4  # of the time: then turns are no longer listed, but scored
SCORING_SHARE = 0.7  # of the time: then turns are no longer scored, but checked for refutations
LOSS = -2.0 * MAX_EVALUATION  # worse than any estimate


class CompleteTurn(NamedTuple):
    """All actions of a turn, and the state after them."""

    actions: tuple[int, ...]
    after: Any  # the game's State
    outcome: int
    priority: int  # by the move ordering of the game


class Stopwatch:
    """Measures the used share of a time limit; a stop event uses up all of it."""

    def __init__(self, seconds: float, stop: Event | None) -> None:
        self.began = time.perf_counter()
        self.seconds = seconds
        self.stop = stop

    @property
    def elapsed(self) -> float:
        """Elapsed seconds."""
        return time.perf_counter() - self.began

    def is_past(self, share: float) -> bool:
        """Return whether a share of the time is used up."""
        return self.elapsed >= share * self.seconds or (
            self.stop is not None and self.stop.is_set()
        )


class FallbackPlayer(Player):
    """Searches one turn; the line of its result contains all actions of the turn."""

    game: Game

    def __init__(self, game: Game, level: int = 10, seed: int | None = None) -> None:
        self.name = "fallback"
        self.game = game
        self.profile = get_profile(game, level)
        self.rng = random.Random(seed)
        self.heuristics = find_heuristics(game)
        self.move_order = self.heuristics.move_order if self.heuristics else move_order
        self.scale = self.heuristics.scale if self.heuristics else DEFAULT_SCALE
        self.player = game.definition.player
        self.starts_turn = game.definition.starts_turn

    def answer(self, question: Question) -> SearchResult:
        """Return the turn to play, within the limit and at most a second."""
        position, limit = question.position, question.limit
        seconds = MAX_SECONDS if limit.seconds is None else min(limit.seconds, MAX_SECONDS)
        clock = Stopwatch(seconds, question.stop)
        if self.game.players == 1:
            solution = solve(position, seconds * LISTING_SHARE, question.stop)
            if solution.actions:
                max_turns = count_own_turns(position, 0, len(solution.actions))
                line = Line(solution.actions, proven_verdict(0, 1, max_turns))
                return SearchResult((line,), solution.nodes, len(solution.actions), clock.elapsed)
        mover = position.player
        turns = self.list_considered_turns(position.state, clock)
        winning = next((turn for turn in turns if turn.outcome == mover), None)
        if winning:
            verdict = proven_verdict(mover, self.game.players, 1)
            return SearchResult((Line(winning.actions, verdict),), len(turns), 1, clock.elapsed)
        scores = self.score_turns(turns, mover, clock)
        best = self.find_safest_turn(scores, mover, clock)
        line = Line(best.actions, self.estimate(mover, scores[best]))
        return SearchResult((line,), len(turns), 1, clock.elapsed)

    def list_considered_turns(self, state: Any, clock: Stopwatch) -> list[CompleteTurn]:
        """Return the turns that this level considers, at least one; stop at one that wins."""
        mover = self.player(state)
        seen: set[Any] = set()  # several orders of actions can lead to the same state
        considered: list[CompleteTurn] = []
        overlooked: CompleteTurn | None = None
        for turn in self.generate_turns(state):
            if (considered or overlooked) and clock.is_past(LISTING_SHARE):
                break
            if turn.after in seen:
                continue
            seen.add(turn.after)
            if self.rng.random() >= self.profile.action_probability:
                overlooked = overlooked or turn
                continue
            considered.append(turn)
            if turn.outcome == mover:
                break
        if overlooked and not considered:
            considered.append(overlooked)
        return considered

    def generate_turns(
        self, state: Any, actions_before: tuple[int, ...] = (), priority: int = 0
    ) -> Iterator[CompleteTurn]:
        """Yield all turns from a state, by the priority of their first action.

        `actions_before` are earlier actions of the turn, and `priority` their total priority.
        """
        rules = self.game.definition
        actions = self.game.legal_actions(state)
        self.rng.shuffle(actions)  # so that ties are broken at random
        priorities = {action: self.move_order(state, action) for action in actions}
        for action in sorted(actions, key=lambda action: -priorities[action]):
            after = rules.play(state, action)
            outcome = rules.outcome(after)
            line, total = (*actions_before, action), priority + priorities[action]
            if outcome == ONGOING and not self.starts_turn(after):
                yield from self.generate_turns(after, line, total)
            else:
                yield CompleteTurn(line, after, outcome, total)

    def score_turns(
        self, turns: list[CompleteTurn], mover: int, clock: Stopwatch
    ) -> dict[CompleteTurn, float]:
        """Return the scores of turns, in order of priority, as far as time permits."""
        scores: dict[CompleteTurn, float] = {}
        for turn in sorted(turns, key=lambda turn: -turn.priority):
            if scores and clock.is_past(SCORING_SHARE):
                break
            scores[turn] = self.score(turn, mover)
        return scores

    def score(self, turn: CompleteTurn, mover: int) -> float:
        """Return the score of a turn, with the noise of this level."""
        if turn.outcome != ONGOING:
            return 0.0 if turn.outcome == DRAW else LOSS
        if self.game.players != 2 or self.heuristics is None:
            return 0.0
        score = self.heuristics.evaluate(turn.after)
        noise = self.rng.gauss(0, self.profile.noise) * self.scale
        return float(score if self.player(turn.after) == mover else -score) + noise

    def find_safest_turn(
        self, scores: dict[CompleteTurn, float], mover: int, clock: Stopwatch
    ) -> CompleteTurn:
        """Return the best turn that cannot be answered with a win, as far as time permits."""
        ranked = sorted(scores, key=lambda turn: -scores[turn])
        for turn in ranked:
            considers_reply = self.rng.random() < self.profile.reply_probability
            if not considers_reply or not self.is_refuted(turn, mover, clock):
                return turn
            scores[turn] = LOSS
        return ranked[0]

    def is_refuted(self, turn: CompleteTurn, mover: int, clock: Stopwatch) -> bool:
        """Return whether the next player can win at once; False if time runs out."""
        if turn.outcome != ONGOING:
            return turn.outcome not in (mover, DRAW)
        replier = self.player(turn.after)
        for reply in self.generate_turns(turn.after):
            if reply.outcome == replier != mover:
                return True
            if clock.is_past(1.0):
                return False
        return False

    def estimate(self, mover: int, score: float) -> Verdict:
        """Return a score as an estimated verdict."""
        return estimated_verdict(tanh(score / self.scale / 2), mover, self.game.players)
