"""Games between fallible players, whose mistakes make puzzles: played by machine code.

A player tries every action, evaluates it by alpha-beta to a small depth with random noise, and
plays the best one, or sometimes a random one. The depth, the noise (*doubt*) and the rate of random
actions (*slips*) are the player's *habits*.
"""

import random
from typing import Any, NamedTuple

from steinreich.compile.binder import typed
from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.players.knowledge import find_knowledge, informed_compiler
from steinreich.puzzles.definition import STATIC, puzzle_definition
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
from steinreich.search.knowledge import DEFAULT_SCALE, evaluate

MAX_NODES_PER_ACTION = 300  # to evaluate an action; beyond that it is only estimated
MAX_GAME_ACTIONS = 300  # of a game
TABLE_ENTRIES = 1 << 14  # of the transposition table
SLIPS_PER_MILLE = (0, 50, 150, 400)  # random actions per thousand
DOUBTS = (0.1, 0.3, 0.6)  # relative to the value of a decided game
DEPTH, SLIP, DOUBT, HABITS = range(4)  # indexes of a player's habits, and their number
Numbers = Any  # an array of int64


class Choice(NamedTuple):
    """An action, and the state of the random stream after its choice."""

    action: int
    dice: U64


@rule
def worth(s: State, who: int, m: Memory, depth: int, least: int, win: int, ply: int) -> int:
    """Return the value of a position for a player, which is only a bound below `least`."""
    m[NODES] = 0
    acts = player(s) == who
    low, high = (least, win) if acts else (-win, -least)
    score = STOPPED
    if depth > STATIC or outcome(s) != ONGOING:
        score = score_of(s, m, depth, low, high, ply)
    if score == STOPPED:
        score = evaluate(s)
    return score if acts else -score


@rule
def seeming_best(
    s: State, m: Memory, dice: U64, depth: int, doubt: int, win: int, ply: int
) -> Choice:
    """Return the action with the best value, with noise added to each."""
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
    """Play a game, write its actions and return their number; it is cut off when `out` is full."""
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
    """Plays reproducible random games of one kind."""

    def __init__(self, game: Game) -> None:
        import numpy as np

        self.game = game
        known = find_knowledge(game)
        self.scale = known.scale if known else DEFAULT_SCALE
        self.depths = puzzle_definition(game).depths
        self.spar = informed_compiler(game).entry(spar)
        self.memory = empty_memory(game.definition.num_actions, TABLE_ENTRIES)
        self.memory[LIMIT] = MAX_NODES_PER_ACTION
        self.out = np.zeros(MAX_GAME_ACTIONS, np.int64)

    def play_game(self, dice: random.Random) -> list[Position]:
        """Return the positions of a game, from the first to the last."""
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
        """Return random values for a player's depth, slips and doubt."""
        doubt = round(dice.choice(DOUBTS) * self.scale)
        return dice.choice(self.depths), dice.choice(SLIPS_PER_MILLE), doubt
