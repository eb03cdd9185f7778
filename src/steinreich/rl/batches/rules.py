"""One step of many games at once: generic rules over the contract.

Games come in blocks of 64.  The numbers of a game (its state, its random stream, its clock) lie in
words of 64 bits, and in a block first all games' first words lie side by side, then their second
ones: so threads of a GPU read neighbouring words, and a processor reads few lines of memory.

Observations and masks are made as bits.  The rows of a block, b bits each, are b words together: so
rows of any length become bytes by whole words.
"""

from typing import Any, NamedTuple

from steinreich.rules.bits import ALL, U64, borrowed, lowest, put_bytes, rest, rule
from steinreich.rules.contract import (
    DRAW,
    ONGOING,
    State,
    candidates,
    legal,
    legal_ways,
    outcome,
    play,
    player,
)
from steinreich.rules.playout import advance, below, pick, stream

BLOCK = 64  # games
BIAS = 1 << 32  # is added to numbers of a state, so that they are not negative
STEPS = U64(0xFFFF_FFFF)  # of a clock: the actions of this game so far
TERMINATED, TRUNCATED = U64(1 << 32), U64(1 << 33)  # of a clock: the game is over
OVER = U64(3 << 32)
ILLEGAL = -4  # outcome of a game whose mover did what is not allowed
LOOK, STEP, BEGIN = 0, 1, 2  # what is done

Words = Any  # (words,) uint64


class Settings(NamedTuple):
    """What is done with which games."""

    work: int  # LOOK, STEP or BEGIN
    row: int  # of the words at which the state begins that is looked at
    batch: int
    players: int
    starts: int  # first positions to choose from
    resets: int  # 1 if a new game follows a finished one at once
    most: int  # actions after which a game is broken off; 0: never
    seed: U64


class Sizes(NamedTuple):
    """What is always the same with a game, so that machine code knows it."""

    actions: int
    bits: int  # of an observation
    packed: int  # words that those take
    fields: int  # words of a state


class Batch(NamedTuple):
    """All that is known of a batch after a step."""

    words: Words  # (blocks * rows * 64,) uint64: state, stream, clock, state before a reset
    observation: Words  # (blocks * 8 * bits,) uint64: bytes of 0 and 1, eight a word
    mask: Words  # (blocks * 8 * actions,) uint64: the same
    rewards: Any  # (games * players,) float32
    ended: Any  # (2 * games,) uint8: terminated, then truncated
    player: Any  # (games,) int32


@rule
def sizes() -> Sizes:
    """The sizes of a game: made for each one (`packing`)."""
    raise NotImplementedError


@rule
def load_state(words: Words, at: int, step: int) -> State:
    """The state in the words at, at + step and so on: made for each game (`packing`)."""
    raise NotImplementedError


@rule
def store_state(words: Words, at: int, step: int, s: State) -> None:
    """The other way round."""
    raise NotImplementedError


@rule
def pack(s: State, out: Words, at: int, step: int) -> None:
    """All bits of an observation: made for each game (`core.observation`)."""
    raise NotImplementedError


# One game


@rule
def is_legal(s: State, action: int) -> bool:
    """Whether any number at all is a legal action of a live state."""
    c = candidates(s)
    cell = (action - c.first) // c.ways
    if action < c.first or cell > 127:
        return False
    cells = c.low if cell < 64 else c.high
    return cells >> U64(cell & 63) & U64(1) != U64(0) and legal(s, c, action)


@rule
def reward(result: int, who: int, mover: int, players: int) -> int:
    """What an outcome is worth to a player: 1, 0 or -1.  Between two, who does what is not allowed
    loses to the other; of several, only the one who did it loses."""
    if result in (ONGOING, DRAW):
        return 0
    if result == ILLEGAL:
        return -1 if who == mover else int(players == 2)
    return 1 if result == who else -1


@rule
def place(game: int) -> int:
    """Where the words of a game begin, one for each of the block's games."""
    rows = 2 * sizes().fields + 2
    return game // BLOCK * rows * BLOCK + game % BLOCK


@rule
def begin(n: Settings, starts: Words, random: U64) -> State:
    """A first state, by chance where there are several."""
    return load_state(starts, below(random, n.starts) * sizes().fields, 1)


@rule
def step_game(
    n: Settings, before: Words, actions: Any, starts: Words, after: Batch, game: int
) -> tuple[State, bool]:
    """One action of one game: its state now, and whether it is live."""
    at = place(game)
    s = load_state(before, at, BLOCK)
    random, clock = before[at + sizes().fields * BLOCK], before[at + (sizes().fields + 1) * BLOCK]
    mover, result = player(s), ONGOING
    # 1. The action; none in a finished game that has not been begun anew.
    if clock & OVER == U64(0):
        action = int(actions[game]) + BIAS - BIAS  # as wide as rules have it, whatever was given
        if is_legal(s, action):
            s = play(s, action)
            result = outcome(s)
        else:
            result = ILLEGAL
        clock += U64(1)
        if result != ONGOING:
            clock |= TERMINATED
        elif n.most and int(clock & STEPS) >= n.most:
            clock |= TRUNCATED
    # 2. How it went.
    for who in range(n.players):
        after.rewards[game * n.players + who] = reward(result, who, mover, n.players)
    tell_end(after, game, clock)
    store_state(after.words, at + (sizes().fields + 2) * BLOCK, BLOCK, s)
    # 3. The next game.
    if n.resets and clock & OVER != U64(0):
        random, clock = advance(random), U64(0)
        s = begin(n, starts, random)
    keep(after, game, s, random, clock)
    return s, clock & OVER == U64(0)


@rule
def begin_game(n: Settings, starts: Words, after: Batch, game: int) -> tuple[State, bool]:
    """The first game in a place."""
    random = stream(n.seed, game)
    s = begin(n, starts, random)
    for who in range(n.players):
        after.rewards[game * n.players + who] = 0
    tell_end(after, game, U64(0))
    store_state(after.words, place(game) + (sizes().fields + 2) * BLOCK, BLOCK, s)
    keep(after, game, s, random, U64(0))
    return s, True


@rule
def look_at_game(n: Settings, before: Words, after: Batch, game: int) -> tuple[State, bool]:
    """A game as it stands, or as it stood before it was begun anew."""
    at = place(game)
    s = load_state(before, at + n.row * BLOCK, BLOCK)
    clock = before[at + (sizes().fields + 1) * BLOCK]
    tell_end(after, game, clock)
    after.player[game] = player(s)
    return s, clock & OVER == U64(0)


@rule
def keep(after: Batch, game: int, s: State, random: U64, clock: U64) -> None:
    """Write down what the next step needs."""
    at = place(game)
    store_state(after.words, at, BLOCK, s)
    after.words[at + sizes().fields * BLOCK] = random
    after.words[at + (sizes().fields + 1) * BLOCK] = clock
    after.player[game] = player(s)


@rule
def tell_end(after: Batch, game: int, clock: U64) -> None:
    """Write down whether the game is over."""
    after.ended[game] = clock & TERMINATED != U64(0)
    after.ended[len(after.ended) // 2 + game] = clock & TRUNCATED != U64(0)


@rule
def turn(
    n: Settings, before: Words, actions: Any, starts: Words, after: Batch, game: int
) -> tuple[State, bool]:
    """Whatever is to be done with a game."""
    if n.work == STEP:
        return step_game(n, before, actions, starts, after, game)
    if n.work == BEGIN:
        return begin_game(n, starts, after, game)
    return look_at_game(n, before, after, game)


# Rows of bits


@rule
def put(bits: Words, at: int, word: U64, first: int, step: int) -> None:
    """Put a word in at a bit of a row, which lies in the words first, first + step and so on.

    Whether it reaches into the next word is not asked: wrong guesses cost more than writing there.
    """
    place, shift = first + (at >> 6) * step, U64(at & 63)
    bits[place] |= word << shift & ALL
    bits[place + step] |= word >> U64(1) >> (U64(63) - shift)


@rule
def mark_legal(s: State, bits: Words, first: int, step: int) -> None:
    """Mark all legal actions of a live state in an empty row."""
    c = candidates(s)
    for half in range(2):
        cells = c.high if half else c.low
        while cells != U64(0):
            cell = 64 * half + lowest(cells)
            put(bits, c.first + cell * c.ways, legal_ways(s, c, cell), first, step)
            cells = rest(cells)


@rule
def mark_candidates(s: State, bits: Words, first: int, step: int) -> None:
    """The same for games in which all candidates are legal."""
    c = candidates(s)
    for half in range(2):
        cells, number = c.high if half else c.low, 64 * half
        if c.ways == 1 and cells != U64(0):
            put(bits, c.first + number, cells, first, step)
            cells = U64(0)
        while cells != U64(0):
            place = c.first + (number + lowest(cells)) * c.ways
            put(bits, place, ALL >> U64(64 - c.ways), first, step)
            cells = rest(cells)


@rule
def mark_all(bits: Words, first: int, step: int) -> None:
    """Mark all actions of a finished game, which takes none: who draws by the mask finds one."""
    actions = sizes().actions
    for action in range(0, actions, 64):
        put(bits, action, ALL >> U64(64 - min(actions - action, 64)), first, step)


@rule
def mark(s: State, is_live: bool, bits: Words, first: int, step: int) -> None:
    """The row of a game's mask."""
    for i in range(mask_words()):
        bits[first + i * step] = U64(0)
    if is_live:
        mark_legal(s, bits, first, step)
    else:
        mark_all(bits, first, step)


@rule
def mask_words() -> int:
    """Words of a row that has a bit for each action; one more behind them is written to."""
    return (sizes().actions + 63) // 64


# A block of games by a processor


@rule
def all_borrowed(batch: Batch) -> Batch:
    """The same arrays without an owner."""
    return Batch(
        borrowed(batch.words),
        borrowed(batch.observation),
        borrowed(batch.mask),
        borrowed(batch.rewards),
        borrowed(batch.ended),
        borrowed(batch.player),
    )


@rule
def turn_blocks(
    n: Settings,
    before: Words,
    actions: Any,
    starts: Words,
    after: Batch,
    scratch: Words,
    first: int,
    last: int,
) -> None:
    """Turn all games of some blocks.  The scratch has room for one game's observation and mask.

    Each game's bytes are written at once: memory takes them while the next game is worked out.
    """
    before, actions, starts = borrowed(before), borrowed(actions), borrowed(starts)
    after, scratch = all_borrowed(after), borrowed(scratch)
    z = sizes()
    for block in range(first, last):
        seen, marked = U64(0), U64(0)  # the bits of a word that is not full yet
        see_at, mark_at = 8 * block * z.bits, 8 * block * z.actions
        lanes = min(BLOCK, n.batch - block * BLOCK)
        for lane in range(lanes):
            s, is_live = turn(n, before, actions, starts, after, block * BLOCK + lane)
            pack(s, scratch, 0, 1)
            mark(s, is_live, scratch, z.packed, 1)
            seen = write_row(scratch, 0, z.bits, lane, seen, after.observation, see_at)
            marked = write_row(scratch, z.packed, z.actions, lane, marked, after.mask, mark_at)
        if lanes < BLOCK:
            put_bytes(after.observation, see_at + 8 * (lanes * z.bits >> 6), seen)
            put_bytes(after.mask, mark_at + 8 * (lanes * z.actions >> 6), marked)


@rule
def write_row(
    row: Words, first: int, length: int, lane: int, begun: U64, out: Words, at: int
) -> U64:
    """Write a row of so many bits as bytes, behind the rows of the block's games before it.

    The word in which they ended is begun already; gives the one in which this row ends.
    """
    place, shift = at + 8 * (lane * length >> 6), U64(lane * length & 63)
    whole = (length - 1) >> 6
    for i in range(whole):
        word = row[first + i]
        put_bytes(out, place + 8 * i, begun | word << shift & ALL)
        begun = word >> U64(1) >> (U64(63) - shift)
    word = row[first + whole]
    begun |= word << shift & ALL
    put_bytes(out, place + 8 * whole, begun)
    is_full = int(shift) + length - 64 * whole >= 64
    return word >> U64(1) >> (U64(63) - shift) if is_full else begun


@rule
def sample_blocks(n: Settings, words: Words, out: Any, first: int, last: int) -> None:
    """A random legal action of each live game in some blocks, each as likely as any other."""
    words, out = borrowed(words), borrowed(out)
    for game in range(first * BLOCK, min(last * BLOCK, n.batch)):
        out[game] = sample(n, words, game)


@rule
def sample(n: Settings, words: Words, game: int) -> int:
    """A random legal action; 0 in a finished game."""
    at = place(game)
    if words[at + (sizes().fields + 1) * BLOCK] & OVER != U64(0):
        return 0
    action, _ = pick(load_state(words, at, BLOCK), stream(n.seed, game))
    return action
