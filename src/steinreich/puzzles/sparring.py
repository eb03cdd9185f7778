"""Games between players who err, for the sake of what they overlook: played by machine code.

A player tries every action, asks alpha-beta what it is worth a few actions deep, is in doubt about
the answer, and plays what seems best; now and then he plays anything.  How deep he looks, how much
he doubts and how often he slips are his *habits*.
"""

import random
from typing import Any, NamedTuple

from steinreich.compile.binder import typed
from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.players.knowledge import informed_compiler, knowledge_of
from steinreich.players.knowledge.definition import USUAL_SCALE
from steinreich.rules.bits import U64, rule
from steinreich.rules.contract import ONGOING, State, candidates, outcome, play, player
from steinreich.rules.playout import advance, below, next_legal, pick
from steinreich.search.alphabeta.iterative_deepening import empty_memory
from steinreich.search.alphabeta.rules import (
    ACTIONS,
    HISTORY,
    KILLERS,
    LIMIT,
    NODES,
    STOPPED,
    WIN,
    Memory,
    score_of,
)
from steinreich.search.knowledge import evaluate

A_GLANCE = 300  # positions at most to judge an action by; what takes longer is only estimated
LONGEST = 300  # actions of a game that are looked at
TABLE = 1 << 14  # positions that a game remembers
AT_SIGHT = (
    -1
)  # in place of a depth: an action is only estimated, exchanges are not seen to their end
DEPTHS = (0, 0, 1, 1)  # actions beyond the one that is tried
DEPTHS_OF = {"tzaar": (AT_SIGHT, AT_SIGHT, AT_SIGHT, 0)}  # where exchanges take long to see
SLIPS = (0, 50, 150, 400)  # actions in a thousand that are played without a thought
DOUBTS = (0.1, 0.3, 0.6)  # of what decides a game
DEPTH, SLIP, DOUBT, HABITS = range(4)  # where a player's habits stand, and how many he has
Numbers = Any  # an array of int64


class Choice(NamedTuple):
    """An action, and the random numbers after it was chosen."""

    action: int
    dice: U64


@rule
def worth(s: State, who: int, m: Memory, depth: int, least: int, win: int, ply: int) -> int:
    """What a position is worth to a player; he does not ask how much less than the least it is."""
    m[NODES] = 0
    acts = player(s) == who
    low, high = (least, win) if acts else (-win, -least)
    score = STOPPED
    if depth > AT_SIGHT or outcome(s) != ONGOING:
        score = score_of(s, m, depth, low, high, ply)
    if score == STOPPED:
        score = evaluate(s)
    return score if acts else -score


@rule
def seeming_best(
    s: State, m: Memory, dice: U64, depth: int, doubt: int, win: int, ply: int
) -> Choice:
    """The action that looks best, with doubts about each."""
    c, mover = candidates(s), player(s)
    best, best_action, action = -2 * win, -1, -1
    while True:
        action = next_legal(s, c, action)
        if not 0 <= action < m[ACTIONS]:
            return Choice(best_action, dice)
        after = play(s, action)
        dice = advance(dice)
        hope = below(dice, 2 * doubt + 1) - doubt
        score = hope + worth(after, mover, m, depth, max(-win, best - hope), win, ply)
        if score > best:
            best, best_action = score, action


@rule
def spar(s: State, m: Memory, dice: U64, habits: Numbers, win: int, ply: int, out: Numbers) -> int:
    """Play a game, write its actions and say how many they are; it ends where `out` is full."""
    length = 0
    while length < len(out) and outcome(s) == ONGOING:
        own = HABITS * player(s)
        dice = advance(dice)
        if below(dice, 1000) < habits[own + SLIP]:
            action, dice = pick(s, dice)
        else:
            action, dice = seeming_best(
                s, m, dice, habits[own + DEPTH], habits[own + DOUBT], win, ply
            )
        out[length] = action
        length += 1
        s = play(s, action)
    return length


class Sparring:
    """Plays games of one kind; each is as the dice fall, and the same if they fall so again."""

    def __init__(self, game: Game) -> None:
        import numpy as np

        self.game = game
        known = knowledge_of(game)
        self.scale = known.scale if known else USUAL_SCALE
        self.depths = DEPTHS_OF.get(game.name, DEPTHS)
        self.spar = informed_compiler(game).entry(spar)
        self.memory = empty_memory(game.definition.actions, TABLE)
        self.memory[LIMIT] = A_GLANCE
        self.out = np.zeros(LONGEST, np.int64)

    def game_of(self, dice: random.Random) -> list[Position]:
        """The positions of a game, from the first to the last."""
        import numpy as np

        position = self.game.start(dice.getrandbits(32))
        habits = [number for _ in range(self.game.players) for number in self.habits(dice)]
        self.memory[KILLERS:HISTORY] = -1
        self.memory[HISTORY:] = 0
        stream = np.uint64(dice.getrandbits(64))
        length = self.spar(
            typed(position.state), self.memory, stream, np.array(habits), WIN, 0, self.out
        )
        positions = [position]
        for action in self.out[:length]:
            positions.append(positions[-1].after_legal(int(action)))
        return positions

    def habits(self, dice: random.Random) -> tuple[int, int, int]:
        """A player's depth, slips and doubts."""
        doubt = round(dice.choice(DOUBTS) * self.scale)
        return dice.choice(self.depths), dice.choice(SLIPS), doubt
