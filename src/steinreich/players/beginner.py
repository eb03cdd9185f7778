"""A simple player, with which weak levels are compared.

It wins at once if possible, prevents an immediate win of the opponent, and otherwise plays at
random.
"""

import random

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.players.player import Player, Question
from steinreich.search.alphabeta.iterative_deepening import AlphaBeta
from steinreich.search.alphabeta.rules import PROVEN
from steinreich.search.result import Line, SearchResult, Verdict

MAX_NODES_PER_ACTION = 5_000
TABLE_ENTRIES = 1 << 14


class Beginner(Player):
    """Plays a win in this turn, prevents one in the opponent's next turn, else plays at random."""

    def __init__(self, game: Game, seed: int | None = None) -> None:
        self.name = "beginner"
        self.game = game
        self.rng = random.Random(seed)
        self.search = AlphaBeta(game.start(seed=0), table=TABLE_ENTRIES)

    def answer(self, question: Question) -> SearchResult:
        """Return one of the best actions within a horizon of two turns."""
        position = question.position
        own = count_turn_actions(position)
        depth = own + count_turn_actions(play_any_actions(position, own))  # to the end of two turns
        scores = {action: self.score(position, action, depth - 1) for action in position.actions()}
        best = max(scores.values())
        action = self.rng.choice([action for action, score in scores.items() if score == best])
        return SearchResult((Line((action,), Verdict((0.0,) * position.game.players)),))

    def score(self, position: Position, action: int, depth: int) -> int:
        """Return 1 if an action wins within a search depth, -1 if it loses within it, else 0."""
        after = position.after(action)
        score = self.search.score(after, depth, MAX_NODES_PER_ACTION)
        score = score if after.player == position.player else -score
        return 1 if score > PROVEN else -1 if score < -PROVEN else 0


def count_turn_actions(position: Position) -> int:
    """Return the number of actions left in the turn of the player to move, at least one."""
    actions = 1
    while not position.is_over:
        position = position.after(position.actions()[0])
        if position.is_over or position.starts_turn:
            break
        actions += 1
    return actions


def play_any_actions(position: Position, count: int) -> Position:
    """Return the position after playing the first legal action `count` times, or at the end."""
    for _ in range(count):
        if not position.is_over:
            position = position.after(position.actions()[0])
    return position
