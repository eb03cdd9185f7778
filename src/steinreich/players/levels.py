"""Ten levels of every game, from a friendly beginner to everything we have.

Weak levels err as people do.  They do not look far; they do not notice every action; and some that
they notice they only glance at, without asking what the opponent will answer: so threats are
missed.  Strong levels notice everything and read with a budget of nodes, which makes a level as
strong on a slow machine as on a fast one; a cap in seconds, for the whole of a turn, keeps nobody
waiting.
"""

import random
import time

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.players.knowledge import knowledge_of
from steinreich.players.player import (
    MAX_MEMORY_MB,
    Limit,
    Line,
    Opinion,
    Player,
    Question,
    unsettled,
)
from steinreich.players.profile import Profile
from steinreich.players.strategies import AlphaBetaStrategy, Strategy, strategy_for
from steinreich.rules import arguments
from steinreich.rules.language import Words

LEVELS = range(1, 11)
PATIENCE = 2.8  # seconds at most for all actions of a turn: nobody waits longer than three
FIRST_SHARE = 0.6  # of the time that is left goes into an action after which the turn goes on
GLANCES = 30_000  # nodes at most of a level that looks at each action in turn
FULL_MEMORY, SMALL_MEMORY = 64, 8  # megabytes
STRONG = 9  # from this level on a player remembers much

ALPHABETA_PROFILES = {  # two players, and something is known of the game
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
MCTS_PROFILES = {  # three or four players, or nothing but the rules is known
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
        """`memory` in megabytes is what a strong level may use; others need little."""
        number = arguments.integer(Words("a level", "eine Stufe"), number, LEVELS[0], LEVELS[-1])
        memory = arguments.integer("memory", memory, 1, MAX_MEMORY_MB)
        self.game = game
        self.name = f"level{number}"
        self.dice = random.Random(seed)
        used = memory if number >= STRONG else SMALL_MEMORY
        self.strategy: Strategy = strategy_for(game, 1, used, self.dice.getrandbits(62))
        self.profile = profile_of(game, number)
        self.due: Position | None = None  # where our turn goes on
        self.spent = 0.0  # seconds of this turn

    def new_game(self) -> None:
        """Another game begins: forget the last one."""
        self.strategy.forget()
        self.due = None

    def answer(self, question: Question) -> Opinion:
        """What this level plays, in one line; within its own budget and the limit."""
        began = time.perf_counter()
        position = question.position
        if position.starts_turn or position != self.due:
            self.spent = 0.0
        opinion = self.opinion(question)
        self.due = position.after(opinion.best)
        self.spent += time.perf_counter() - began
        return opinion

    def patience(self, position: Position) -> float:
        """How many seconds of the turn to spend on its next action."""
        left = max(0.0, PATIENCE - self.spent)
        after = position.after(position.actions()[0])
        return left if after.is_over or after.starts_turn else FIRST_SHARE * left

    def opinion(self, question: Question) -> Opinion:
        """What comes to its mind, and what it makes of that."""
        position, limit = question.position, question.limit
        profile, patience = self.profile, self.patience(position)
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
    ) -> Opinion:
        """Look at each action that comes to mind, at some of them without the answer to it."""
        profile, depth = self.profile, self.profile.depth or 1
        scores: dict[int, float] = {}
        nodes = GLANCES // len(noticed)
        for action in noticed:
            after = position.after_legal(action)
            reads = self.dice.random() < profile.reading
            score = strategy.alphabeta.score(after, depth - 1 if reads else 0, nodes)
            score = score if after.player == position.player else -score
            scores[action] = score + self.dice.gauss(0, profile.doubt) * strategy.scale
        choose = min if self.dice.random() < profile.blunder else max
        best = choose(scores, key=lambda action: scores[action])
        return Opinion(
            (Line((best,), strategy.estimate(position.player, scores[best])),), len(scores)
        )

    def best_noticed(self, question: Question, noticed: list[int]) -> Opinion:
        """The best of the actions that came to mind; what it leads to says little of the others."""
        position = question.position
        opinion = self.strategy.answer(question._replace(lines=len(position.actions())))
        best = opinion.lines[0]
        line = next((line for line in opinion.lines if line.actions[0] in noticed), best)
        if line is not best and line.verdict.outcome != position.player:
            line = line._replace(verdict=unsettled(line.verdict))
        return opinion._replace(lines=(line,))


def profile_of(game: Game, number: int) -> Profile:
    """How a level looks at the positions of a game."""
    if game.players != 2 or not (known := knowledge_of(game)):
        return MCTS_PROFILES[number]
    return known.levels.get(number, ALPHABETA_PROFILES[number])
