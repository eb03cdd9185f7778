"""A beginner as a reference for weak levels: wins at once if possible, prevents an immediate win of
the opponent, and otherwise plays at random."""

import random

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.players.player import Player, Question
from steinreich.search.alphabeta.iterative_deepening import AlphaBeta
from steinreich.search.alphabeta.rules import PROVEN
from steinreich.search.result import Line, SearchResult, Verdict

NODES = 5_000  # budget of each action
TABLE = 1 << 14  # entries


class Beginner(Player):
    """Plays a win in this turn, prevents one in the opponent's next turn, else plays at random."""

    def __init__(self, game: Game, seed: int | None = None) -> None:
        self.name = "beginner"
        self.game = game
        self.dice = random.Random(seed)
        self.search = AlphaBeta(game.start(seed=0), table=TABLE)

    def answer(self, question: Question) -> SearchResult:
        """Return one of the best actions within a horizon of two turns."""
        position = question.position
        mine = actions_of_a_turn(position)
        ahead = mine + actions_of_a_turn(after_turns(position, mine))
        scores = {action: self.score(position, action, ahead - 1) for action in position.actions()}
        best = max(scores.values())
        action = self.dice.choice([one for one, score in scores.items() if score == best])
        return SearchResult((Line((action,), Verdict((0.0,) * position.game.players)),))

    def score(self, position: Position, action: int, depth: int) -> int:
        """Return 1 if an action wins soon, -1 if it loses soon, else 0."""
        after = position.after(action)
        score = self.search.score(after, depth, NODES)
        score = score if after.player == position.player else -score
        return 1 if score > PROVEN else -1 if score < -PROVEN else 0


def actions_of_a_turn(position: Position) -> int:
    """Return the number of actions left in a turn, at least one."""
    actions = 1
    while not position.is_over:
        position = position.after(position.actions()[0])
        if position.is_over or position.starts_turn:
            break
        actions += 1
    return actions


def after_turns(position: Position, actions: int) -> Position:
    """Return some position after `actions` actions, or where the game ends before."""
    for _ in range(actions):
        if not position.is_over:
            position = position.after(position.actions()[0])
    return position
