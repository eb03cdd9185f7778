"""Ten levels of every game, from a beginner to the engine's strength.

Weak levels err as people do.  They have a short horizon, do not consider every action, and for some
actions ignore the opponent's answer, so that they miss threats.  Strong levels consider everything
and search with a budget of nodes, so that a level is equally strong on slow and fast machines; a
limit in seconds bounds the time of a whole turn.
"""

import random
import time

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.players.knowledge import find_heuristics
from steinreich.players.knowledge.definition import Profile
from steinreich.players.player import MAX_MEMORY_MB, Limit, Player, Question
from steinreich.players.strategies import AlphaBetaStrategy, Strategy, make_strategy
from steinreich.rules import arguments
from steinreich.rules.language import Text
from steinreich.search.result import Line, SearchResult, as_estimate

LEVELS = range(1, 11)
MAX_TURN_SECONDS = 2.8  # for all actions of a turn: users wait at most three
EARLY_ACTION_SHARE = 0.6  # of the remaining time, for an action that is not the last of a turn
MAX_SHALLOW_NODES = 30_000  # of a level with a search depth, for all actions together
DEFAULT_MEMORY_MB, SMALL_MEMORY_MB = 64, 8
FIRST_STRONG_LEVEL = 9  # lower levels use little memory

ALPHABETA_PROFILES = {  # two players, and the game has heuristics
    1: Profile(depth=1, action_probability=0.4, reply_probability=0.0, noise=0.9),
    2: Profile(depth=2, action_probability=0.55, reply_probability=0.3, noise=0.5),
    3: Profile(depth=2, action_probability=0.7, reply_probability=0.6, noise=0.3),
    4: Profile(depth=2, action_probability=0.85, reply_probability=0.85, noise=0.2),
    5: Profile(depth=3, action_probability=0.97, reply_probability=0.95, noise=0.1),
    6: Profile(700),
    7: Profile(4_000),
    8: Profile(25_000),
    9: Profile(150_000),
    10: Profile(20_000_000),
}
MCTS_PROFILES = {  # three or four players, or no heuristics
    1: Profile(12, action_probability=0.6),
    2: Profile(30, action_probability=0.7),
    3: Profile(60, action_probability=0.8),
    4: Profile(150, action_probability=0.9),
    5: Profile(400),
    6: Profile(1_200),
    7: Profile(4_000),
    8: Profile(15_000),
    9: Profile(60_000),
    10: Profile(10_000_000),
}


class Level(Player):
    """One of the ten levels of a game."""

    def __init__(
        self, game: Game, number: int, seed: int | None = None, *, memory: int = DEFAULT_MEMORY_MB
    ) -> None:
        """`memory`, in megabytes, is for strong levels only; the others need little."""
        number = arguments.check_integer(Text("a level"), number, LEVELS[0], LEVELS[-1])
        memory = arguments.check_integer("memory", memory, 1, MAX_MEMORY_MB)
        self.game = game
        self.name = f"level{number}"
        self.rng = random.Random(seed)
        used_memory = memory if number >= FIRST_STRONG_LEVEL else SMALL_MEMORY_MB
        self.strategy: Strategy = make_strategy(game, used_memory, self.rng.getrandbits(62))
        self.profile = get_profile(game, number)
        self.expected: Position | None = None  # position after the last action
        self.turn_seconds = 0.0  # thinking time used in this turn

    def new_game(self) -> None:
        """Start a new game: clear the tables."""
        self.strategy.forget()
        self.expected = None

    def answer(self, question: Question) -> SearchResult:
        """Return one line, with the action to play, within this level's budget and the limit."""
        began = time.perf_counter()
        position = question.position
        if position.starts_turn or position != self.expected:
            self.turn_seconds = 0.0
        result = self.search(question)
        self.expected = position.after(result.best)
        self.turn_seconds += time.perf_counter() - began
        return result

    def action_seconds(self, position: Position) -> float:
        """Return the time limit for the next action of the turn."""
        time_left = max(0.0, MAX_TURN_SECONDS - self.turn_seconds)
        after = position.after(position.actions()[0])
        is_last = after.is_over or after.starts_turn
        return time_left if is_last else EARLY_ACTION_SHARE * time_left

    def search(self, question: Question) -> SearchResult:
        """Search the actions that this level considers."""
        position, limit = question.position, question.limit
        profile, max_seconds = self.profile, self.action_seconds(position)
        seconds = max_seconds if limit.seconds is None else min(limit.seconds, max_seconds)
        nodes = profile.nodes if limit.nodes is None else min(limit.nodes, profile.nodes)
        limited = question._replace(limit=Limit(seconds, nodes, limit.depth), lines=1)
        actions = position.actions()
        considered = [a for a in actions if self.rng.random() < profile.action_probability]
        if not considered:
            considered = [self.rng.choice(actions)]
        if profile.depth is not None and isinstance(self.strategy, AlphaBetaStrategy):
            return self.search_shallowly(position, considered, self.strategy)
        if len(considered) < len(actions):
            return self.search_among(limited, considered)
        return self.strategy.answer(limited)

    def search_shallowly(
        self, position: Position, considered: list[int], strategy: AlphaBetaStrategy
    ) -> SearchResult:
        """Evaluate each considered action, some without the opponent's answer."""
        profile, depth = self.profile, self.profile.depth or 1
        scores: dict[int, float] = {}
        nodes = MAX_SHALLOW_NODES // len(considered)
        for action in considered:
            after = position.after_legal(action)
            considers_reply = self.rng.random() < profile.reply_probability
            score = strategy.alphabeta.score(after, depth - 1 if considers_reply else 0, nodes)
            score = score if after.player == position.player else -score
            scores[action] = score + self.rng.gauss(0, profile.noise) * strategy.alphabeta.scale
        choose = min if self.rng.random() < profile.blunder_probability else max
        best = choose(scores, key=lambda action: scores[action])
        verdict = strategy.alphabeta.estimate(position.player, scores[best])
        return SearchResult((Line((best,), verdict),), len(scores))

    def search_among(self, question: Question, considered: list[int]) -> SearchResult:
        """Return the best line among considered actions.

        Its verdict becomes an estimate unless it is a win, since other actions may be better.
        """
        position = question.position
        result = self.strategy.answer(question._replace(lines=len(position.actions())))
        best = result.lines[0]
        line = next((line for line in result.lines if line.actions[0] in considered), best)
        if line is not best and line.verdict.outcome != position.player:
            line = line._replace(verdict=as_estimate(line.verdict))
        return result._replace(lines=(line,))


def get_profile(game: Game, number: int) -> Profile:
    """Return the profile of a level for a game."""
    if game.players != 2 or not (heuristics := find_heuristics(game)):
        return MCTS_PROFILES[number]
    return heuristics.levels.get(number, ALPHABETA_PROFILES[number])
