"""What is known of Six in Line for two: it is a game of parity.

Let k be the number of stones and t the most lines that the mover can complete in one turn.  With
level coins the mover wins if k is odd or t >= 1; ahead in coins always; one coin behind if
t >= 2, or t = 1 and k is odd; two coins behind if t >= 3.  No exception is known up to nine stones,
and few with more, where a search sees to it.

Where a turn earns one coin at most, two lines are worth something still: if they cross, eleven
stones leave, and the opponent finds the other parity.  So the rule stays a good one, but whoever is
two coins behind has lost.
"""

from steinreich.games.six_in_line.rules import LINES, State, coins_of
from steinreich.players.profile import Profile
from steinreich.rules import U64, count, rule
from steinreich.rules.bits import bitboard, words

LEVELS = {  # a turn takes two actions; and doubt must be large to doubt the rule of parity
    1: Profile(depth=1, notice=0.3, reading=0.0, doubt=4.0, blunder=0.8),
    2: Profile(depth=1, notice=0.4, reading=0.0, doubt=6.0),
    3: Profile(depth=1, notice=0.55, reading=0.0, doubt=3.5),
    4: Profile(depth=2, notice=0.8, reading=0.7, doubt=2.0),
    5: Profile(depth=3, notice=0.97, reading=0.95, doubt=0.5),
    6: Profile(1_000),
    7: Profile(6_000),
    8: Profile(30_000),
}
NOTHING = U64(0)
ROWS = words(bitboard(range(6 * i, 6 * i + 6)) for i in range(6))
COLUMNS = words(bitboard(range(i, 36, 6)) for i in range(6))
DIAGONALS = words(LINES[12:])
SURE = 2_000  # a position that the rule calls won
UNFINISHED = -9_000  # no estimate in the middle of a turn: it is always played to its end


@rule
def missing_in(stones: U64, line: U64) -> U64:
    """The square that a line lacks, if it lacks just one."""
    return line & ~stones if count(stones & line) == 5 else NOTHING


@rule
def most_in(stones: U64, lane: U64, ones: U64, twos: U64, step: int) -> int:
    """The most lines that a slide and a placement in a row or column complete across it.

    Of the squares in `ones` each completes a line, of those in `twos` two.
    """
    own = count(stones & lane)
    if own == 0 or own > 4 or ones & lane == NOTHING:
        return 0
    double, all_of_them = count(twos & lane), count(ones & lane)
    first = 2 if double else 1
    if all_of_them == 1 or (step and not can_step(stones, lane, ones)):
        return first
    if double > 1 and (not step or can_step(stones, lane, twos)):
        return 4
    return first + 1  # one of the two is entered by a slide, and that need not be a double one


@rule
def can_step(stones: U64, lane: U64, squares: U64) -> bool:
    """Whether a stone of a row or column stands beside one of these squares in it."""
    own, goal = stones & lane, squares & lane
    across = lane & (lane >> U64(1)) != NOTHING  # a row
    k = U64(1) if across else U64(6)
    return (own << k | own >> k) & goal & lane != NOTHING


@rule
def most_lines(s: State) -> int:
    """The most lines that the mover can complete in this turn."""
    of_rows, of_columns, of_diagonals = NOTHING, NOTHING, NOTHING
    for i in range(6):
        of_rows |= missing_in(s.stones, ROWS[i])
        of_columns |= missing_in(s.stones, COLUMNS[i])
    for i in range(2):
        of_diagonals |= missing_in(s.stones, DIAGONALS[i])
    if of_rows | of_columns | of_diagonals == NOTHING:
        return 0
    most = 0
    down, across = of_columns | of_diagonals, of_rows | of_diagonals
    for i in range(6):
        in_row = most_in(s.stones, ROWS[i], down, of_columns & of_diagonals, s.step)
        in_column = most_in(s.stones, COLUMNS[i], across, of_rows & of_diagonals, s.step)
        most = max(most, max(in_row, in_column))
    return most


@rule
def wins(stones: int, lines: int, lead: int, once: int) -> bool:
    """Whether the rule of parity calls the mover, who leads by so many coins, the winner."""
    odd = stones % 2 == 1
    if lead > 0:
        return True
    if lead == 0:
        return odd or lines >= 1
    if lead == -1:
        return lines >= 2 or (odd and lines == 1)
    return lines >= 3 and not once


@rule
def evaluate(s: State) -> int:
    """What the rule of parity says, and the coins."""
    if s.players != 2:
        return 0
    lead = coins_of(s, s.turn) - coins_of(s, 1 - s.turn)
    if s.opening:  # then the opponent moves with two stones on the board
        won = not wins(2, 0, -lead, s.once)
    elif s.slide >= 0:
        return UNFINISHED
    else:
        won = wins(count(s.stones), most_lines(s), lead, s.once)
    return (SURE if won else -SURE) + 100 * lead


@rule
def is_quiet(s: State) -> bool:
    """A turn is played to its end."""
    return s.slide < 0


@rule
def is_noisy(s: State, action: int) -> bool:
    """So each placement counts after a slide."""
    return s.slide >= 0
