"""Games between fallible players, whose mistakes make puzzles: played by machine code.

A player tries every action, evaluates it by alpha-beta to a small depth with random noise, and
plays the best one, or sometimes a random one. The depth, the noise and the rate of random actions
are the player's *settings*, drawn at random for each game.
"""

import random
from array import array
from typing import NamedTuple

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.players.knowledge import find_heuristics, get_heuristics_compiler
from steinreich.puzzles.definition import STATIC, get_puzzle_definition
from steinreich.rules.arrays import Int64Array, fill, zeros
from steinreich.rules.bits import U64, rule
from steinreich.rules.contract import ONGOING, State, candidates, outcome, play, player
from steinreich.rules.playout import advance, next_legal, pick_action, random_below
from steinreich.search.alphabeta.iterative_deepening import make_memory
from steinreich.search.alphabeta.rules import (
    ACTIONS,
    HISTORY,
    KILLERS,
    LIMIT,
    NODES,
    STOPPED,
    WIN,
    Memory,
    search_position,
)
from steinreich.search.knowledge import DEFAULT_SCALE, evaluate

MAX_NODES_PER_ACTION = 300  # to evaluate an action; beyond that it is only estimated
MAX_GAME_ACTIONS = 300  # longer games are cut off
TABLE_ENTRIES = 1 << 14  # of the transposition table
RANDOM_ACTIONS_PER_MILLE = (0, 50, 150, 400)  # rates of random actions, per thousand
NOISE_LEVELS = (0.1, 0.3, 0.6)  # relative to the scale of the evaluation
DEPTH, RANDOM_RATE, NOISE, NUM_SETTINGS = range(4)  # indexes of a player's settings, their number


class Choice(NamedTuple):
    """An action, and the state of the random stream after its choice."""

    action: int
    stream: U64


@rule
def value_for(
    s: State, owner: int, m: Memory, depth: int, min_value: int, win: int, ply: int
) -> int:
    """Return the value of a position for a player; only an upper bound if below `min_value`."""
    m[NODES] = 0
    is_mover = player(s) == owner
    low, high = (min_value, win) if is_mover else (-win, -min_value)
    score = STOPPED
    if depth > STATIC or outcome(s) != ONGOING:
        score = search_position(s, m, depth, low, high, ply)
    if score == STOPPED:
        score = evaluate(s)
    return score if is_mover else -score


@rule
def pick_noisy_best(
    s: State, m: Memory, stream: U64, depth: int, noise: int, win: int, ply: int
) -> Choice:
    """Return the action with the best value, with noise added to each."""
    c, mover = candidates(s), player(s)
    best, best_action, action = -2 * win, -1, -1
    while True:
        action = next_legal(s, c, action)
        if not 0 <= action < m[ACTIONS]:
            return Choice(best_action, stream)
        after = play(s, action)
        stream = advance(stream)
        error = random_below(stream, 2 * noise + 1) - noise
        score = error + value_for(after, mover, m, depth, max(-win, best - error), win, ply)
        if score > best:
            best, best_action = score, action


@rule
def play_sparring_game(
    s: State, m: Memory, stream: U64, settings: Int64Array, win: int, ply: int, out: Int64Array
) -> int:
    """Play a game, write its actions to `out` and return their number.

    The game is cut off when `out` is full.  `settings` has those of each player in turn.
    """
    length = 0
    while length < len(out) and outcome(s) == ONGOING:
        own = NUM_SETTINGS * player(s)  # index of the mover's settings
        stream = advance(stream)
        if random_below(stream, 1000) < settings[own + RANDOM_RATE]:
            action, stream = pick_action(s, stream)
        else:
            action, stream = pick_noisy_best(
                s, m, stream, settings[own + DEPTH], settings[own + NOISE], win, ply
            )
        out[length] = action
        length += 1
        s = play(s, action)
    return length


class Sparring:
    """Plays reproducible games between fallible players, of one game with its options."""

    def __init__(self, game: Game) -> None:
        self.game = game
        heuristics = find_heuristics(game)
        self.scale = heuristics.scale if heuristics else DEFAULT_SCALE
        self.depths = get_puzzle_definition(game).depths
        self.play = get_heuristics_compiler(game).entry(play_sparring_game)
        self.memory = make_memory(game.definition.num_actions, TABLE_ENTRIES)
        self.memory[LIMIT] = MAX_NODES_PER_ACTION
        self.out = zeros("int64", MAX_GAME_ACTIONS)

    def play_game(self, rng: random.Random) -> list[Position]:
        """Return the positions of a game, from the first to the last."""
        position = self.game.start(rng.getrandbits(32))
        settings = [value for _ in range(self.game.players) for value in self.draw_settings(rng)]
        fill(self.memory, -1, KILLERS, HISTORY)
        fill(self.memory, 0, HISTORY)
        stream = rng.getrandbits(64)
        length = self.play(
            position.state,
            self.memory,
            stream,
            array("q", settings),
            WIN,
            0,
            self.out,
        )
        positions = [position]
        for action in self.out[:length]:
            positions.append(positions[-1].after_legal(int(action)))
        return positions

    def draw_settings(self, rng: random.Random) -> tuple[int, int, int]:
        """Return random values for a player's depth, rate of random actions and noise."""
        noise = round(rng.choice(NOISE_LEVELS) * self.scale)
        return rng.choice(self.depths), rng.choice(RANDOM_ACTIONS_PER_MILLE), noise
