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
from steinreich.players.knowledge import find_knowledge
from steinreich.players.knowledge.definition import Profile
from steinreich.players.player import MAX_MEMORY_MB, Limit, Player, Question
from steinreich.players.strategies import AlphaBetaStrategy, Strategy, strategy_for
from steinreich.rules import arguments
from steinreich.rules.language import Text
from steinreich.search.result import Line, SearchResult, as_estimate

LEVELS = range(1, 11)
MAX_TURN_SECONDS = 2.8  # for all actions of a turn: users wait at most three
FIRST_SHARE = 0.6  # of the remaining time, for an action that is not the last of a turn
GLANCES = 30_000  # node limit of a level that searches each action separately
FULL_MEMORY, SMALL_MEMORY = 64, 8  # megabytes
STRONG = 9  # levels from this one on use the full memory

ALPHABETA_PROFILES = {  # two players, and the game has heuristics
    1: Profile(depth=1, notice=0.4, reading=0.0, doubt=0.9),
    2: Profile(depth=2, notice=0.55, reading=0.3, doubt=0.5),
    3: Profile(depth=2, notice=0.7, reading=0.6, doubt=0.3),
    4: Profile(depth=2, notice=0.85, reading=0.85, doubt=0.2),
    5: Profile(depth=3, notice=0.97, reading=0.95, doubt=0.1),
    6: Profile(700),
    7: Profile(4_000),
    8: Profile(25_000),
    9: Profile(150_000),
    10: Profile(20_000_000),
}
MCTS_PROFILES = {  # three or four players, or no heuristics
    1: Profile(12, notice=0.6),
    2: Profile(30, notice=0.7),
    3: Profile(60, notice=0.8),
    4: Profile(150, notice=0.9),
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
        self, game: Game, number: int, seed: int | None = None, *, memory: int = FULL_MEMORY
    ) -> None:
        """`memory` in megabytes is the limit of strong levels; others need little."""
        number = arguments.integer(Text("a level"), number, LEVELS[0], LEVELS[-1])
        memory = arguments.integer("memory", memory, 1, MAX_MEMORY_MB)
        self.game = game
        self.name = f"level{number}"
        self.dice = random.Random(seed)
        used = memory if number >= STRONG else SMALL_MEMORY
        self.strategy: Strategy = strategy_for(game, used, self.dice.getrandbits(62))
        self.profile = get_profile(game, number)
        self.due: Position | None = None  # expected next position of this turn
        self.spent = 0.0  # seconds of this turn

    def new_game(self) -> None:
        """Start a new game: clear the tables."""
        self.strategy.forget()
        self.due = None

    def answer(self, question: Question) -> SearchResult:
        """Return the action of this level in one line, within its own budget and the limit."""
        began = time.perf_counter()
        position = question.position
        if position.starts_turn or position != self.due:
            self.spent = 0.0
        result = self.search(question)
        self.due = position.after(result.best)
        self.spent += time.perf_counter() - began
        return result

    def action_seconds(self, position: Position) -> float:
        """Return the seconds of the turn to spend on its next action."""
        left = max(0.0, MAX_TURN_SECONDS - self.spent)
        after = position.after(position.actions()[0])
        return left if after.is_over or after.starts_turn else FIRST_SHARE * left

    def search(self, question: Question) -> SearchResult:
        """Search the actions that this level considers."""
        position, limit = question.position, question.limit
        profile, patience = self.profile, self.action_seconds(position)
        seconds = patience if limit.seconds is None else min(limit.seconds, patience)
        nodes = profile.nodes if limit.nodes is None else min(limit.nodes, profile.nodes)
        own = question._replace(limit=Limit(seconds, nodes, limit.depth), lines=1)
        noticed = [action for action in position.actions() if self.dice.random() < profile.notice]
        if not noticed:
            noticed = [self.dice.choice(position.actions())]
        if profile.depth is not None and isinstance(self.strategy, AlphaBetaStrategy):
            return self.glance(position, noticed, self.strategy)
        if len(noticed) < len(position.actions()):
            return self.best_noticed(own, noticed)
        return self.strategy.answer(own)

    def glance(
        self, position: Position, noticed: list[int], strategy: AlphaBetaStrategy
    ) -> SearchResult:
        """Evaluate each considered action, some without the opponent's answer."""
        profile, depth = self.profile, self.profile.depth or 1
        scores: dict[int, float] = {}
        nodes = GLANCES // len(noticed)
        for action in noticed:
            after = position.after_legal(action)
            reads = self.dice.random() < profile.reading
            score = strategy.alphabeta.score(after, depth - 1 if reads else 0, nodes)
            score = score if after.player == position.player else -score
            scores[action] = score + self.dice.gauss(0, profile.doubt) * strategy.alphabeta.scale
        choose = min if self.dice.random() < profile.blunder else max
        best = choose(scores, key=lambda action: scores[action])
        verdict = strategy.alphabeta.estimate(position.player, scores[best])
        return SearchResult((Line((best,), verdict),), len(scores))

    def best_noticed(self, question: Question, noticed: list[int]) -> SearchResult:
        """Search the considered actions only; their verdict does not hold for all actions."""
        position = question.position
        result = self.strategy.answer(question._replace(lines=len(position.actions())))
        best = result.lines[0]
        line = next((line for line in result.lines if line.actions[0] in noticed), best)
        if line is not best and line.verdict.outcome != position.player:
            line = line._replace(verdict=as_estimate(line.verdict))
        return result._replace(lines=(line,))


def get_profile(game: Game, number: int) -> Profile:
    """Return the profile of a level for a game."""
    if game.players != 2 or not (known := find_knowledge(game)):
        return MCTS_PROFILES[number]
    return known.levels.get(number, ALPHABETA_PROFILES[number])
