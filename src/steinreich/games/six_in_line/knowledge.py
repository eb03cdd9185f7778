"""Heuristics of Six in Line: for two players, it is a game of parity.

Let k be the number of stones and t the maximum number of lines that the mover can complete in one
turn.  The rule of parity: with equal coins the mover wins if k is odd or t >= 1; ahead, always;
one coin behind, if t >= 2, or t = 1 and k is odd; two coins behind, if t >= 3.  No exception is
known up to nine stones; with more stones there are a few, which the search has to find.

If a turn earns at most one coin, two lines are still better than one: if they cross, eleven stones
leave the board, which changes the parity for the opponent.  So the rule remains a good one, except
that a player two coins behind has lost.

In the solo game, the solver uses the distance of a board from those with thirty stones and no full
line.
"""

from functools import cache
from itertools import permutations

from steinreich.players.knowledge.definition import Profile
from steinreich.rules import U64, count, rule
from steinreich.rules.bits import bitboard, words

from .rules import LINES, State, get_coins

LEVELS = {  # a turn has two actions; only strong noise outweighs `WIN_BY_PARITY`
    1: Profile(
        depth=1, action_probability=0.3, reply_probability=0.0, noise=4.0, blunder_probability=0.8
    ),
    2: Profile(depth=1, action_probability=0.4, reply_probability=0.0, noise=6.0),
    3: Profile(depth=1, action_probability=0.55, reply_probability=0.0, noise=3.5),
    4: Profile(depth=2, action_probability=0.8, reply_probability=0.7, noise=2.0),
    5: Profile(depth=3, action_probability=0.97, reply_probability=0.95, noise=0.5),
    6: Profile(1_000),
    7: Profile(6_000),
    8: Profile(30_000),
}
NOTHING = U64(0)
ROWS = words(bitboard(range(6 * i, 6 * i + 6)) for i in range(6))
COLUMNS = words(bitboard(range(i, 36, 6)) for i in range(6))
DIAGONALS = words(LINES[12:])
WIN_BY_PARITY = 2_000  # value of a position that the rule of parity calls won
UNFINISHED = -9_000  # value within a turn: low, so that turns are searched to their end


@rule
def missing_square(stones: U64, line: U64) -> U64:
    """Return the square that a line lacks, if it lacks exactly one."""
    return line & ~stones if count(stones & line) == 5 else NOTHING


@rule
def max_lines_in_lane(stones: U64, lane: U64, ones: U64, twos: U64, single_step: int) -> int:
    """Return the maximum number of lines that a turn in a row or column completes.

    The turn slides a stone in this row or column and places another in it; the completed lines
    cross it.  A stone on a square of `ones` completes at least one of them, of `twos` two.
    """
    own = count(stones & lane)
    if own == 0 or own > 4 or ones & lane == NOTHING:
        return 0
    double, squares = count(twos & lane), count(ones & lane)
    first = 2 if double else 1
    if squares == 1 or (single_step and not can_step(stones, lane, ones)):
        return first
    if double > 1 and (not single_step or can_step(stones, lane, twos)):
        return 4
    return first + 1  # the slide fills any square of `ones`, the placement one of `twos`


@rule
def can_step(stones: U64, lane: U64, squares: U64) -> bool:
    """Return whether a stone of a row or column is next to one of these squares in it."""
    own, goal = stones & lane, squares & lane
    across = lane & (lane >> U64(1)) != NOTHING  # a row
    k = U64(1) if across else U64(6)
    return (own << k | own >> k) & goal & lane != NOTHING


@rule
def max_lines(s: State) -> int:
    """Return the maximum number of lines that the mover can complete in this turn."""
    missing_in_rows, missing_in_columns, missing_in_diagonals = NOTHING, NOTHING, NOTHING
    for i in range(6):
        missing_in_rows |= missing_square(s.stones, ROWS[i])
        missing_in_columns |= missing_square(s.stones, COLUMNS[i])
    for i in range(2):
        missing_in_diagonals |= missing_square(s.stones, DIAGONALS[i])
    if missing_in_rows | missing_in_columns | missing_in_diagonals == NOTHING:
        return 0
    max_count = 0
    down, across = missing_in_columns | missing_in_diagonals, missing_in_rows | missing_in_diagonals
    for i in range(6):
        in_row = max_lines_in_lane(
            s.stones, ROWS[i], down, missing_in_columns & missing_in_diagonals, s.single_step
        )
        in_column = max_lines_in_lane(
            s.stones, COLUMNS[i], across, missing_in_rows & missing_in_diagonals, s.single_step
        )
        max_count = max(max_count, max(in_row, in_column))
    return max_count


@rule
def is_won_by_parity(stones: int, lines: int, lead: int, coin_per_turn: int) -> bool:
    """Return whether the rule of parity predicts a win of the mover, whose lead is in coins."""
    odd = stones % 2 == 1
    if lead > 0:
        return True
    if lead == 0:
        return odd or lines >= 1
    if lead == -1:
        return lines >= 2 or (odd and lines == 1)
    return lines >= 3 and not coin_per_turn


@rule
def evaluate(s: State) -> int:
    """Return the value of the predicted winner by the rule of parity, plus that of the coins."""
    if s.players != 2:
        return 0
    lead = get_coins(s, s.turn) - get_coins(s, 1 - s.turn)
    if s.opening:  # afterwards the opponent moves with two stones on the board
        won = not is_won_by_parity(2, 0, -lead, s.coin_per_turn)
    elif s.slide >= 0:
        return UNFINISHED
    else:
        won = is_won_by_parity(count(s.stones), max_lines(s), lead, s.coin_per_turn)
    return (WIN_BY_PARITY if won else -WIN_BY_PARITY) + 100 * lead


def distance(s: State) -> int:
    """Return the number of stones on squares that are empty on the closest solved board."""
    return min(count(s.stones & holes) for holes in solved_boards())


@cache
def solved_boards() -> tuple[int, ...]:
    """Return the holes of each board of thirty stones without a full line.

    Six holes break fourteen lines only if every row, every column and both diagonals have one.
    """
    boards = (
        bitboard(6 * row + column for row, column in enumerate(columns))
        for columns in permutations(range(6))
    )
    return tuple(holes for holes in boards if all(holes & line for line in LINES))


@rule
def is_quiet(s: State) -> bool:
    """Return whether a turn begins: a search never stops within a turn."""
    return s.slide < 0


@rule
def is_noisy(s: State, action: int) -> bool:
    """Return whether an action is a placement after a slide, which completes the turn."""
    return s.slide >= 0
