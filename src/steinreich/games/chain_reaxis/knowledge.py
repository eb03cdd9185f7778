"""Heuristics of Chain Reaxis: a game of threats, near which the other side must not play.

A *threat* is an empty square that would complete a four.  A player loses at once by placing a half
of the opponent's there, or by placing a tile next to it, since the opponent may then fill it.  So
a threat closes its surroundings to the other side, until that side has no other tile to place.

    . . n . .     The threat w of the opponent has empty neighbours n.  If a tile leaves w empty
    . n w n .     and covers an n, the opponent answers on w and another n.  If it only touches
    . . n . .     an n from outside, the opponent answers on w and this n.
"""

from steinreich.compile.binder import mix_hash
from steinreich.players.knowledge.definition import Profile
from steinreich.rules import ALL, U64, bit, clear_lowest, count, lowest, rule
from steinreich.rules.boards import fourth_cells

from .rules import (
    LINE_STARTS,
    STEPS,
    State,
    Tiles,
    around,
    contact_squares,
    empty_squares,
    play,
)

SOLVABLE = True  # exact values: small boards from the start, larger ones late in the game
SCALE = 500
LEVELS = {1: Profile(depth=1, action_probability=0.25, reply_probability=0.0, noise=2.0)}
NOTHING = U64(0)


@rule
def mine(s: State) -> U64:
    """Return the halves of the player to move."""
    return s.perforated if s.turn else s.blank


@rule
def theirs(s: State) -> U64:
    """Return the halves of the other player."""
    return s.blank if s.turn else s.perforated


@rule
def directions(s: State) -> int:
    """Return the number of directions that count; the diagonals are the last two."""
    return 4 if s.diagonals else 2


@rule
def threats(s: State, halves: U64) -> U64:
    """Return the squares, empty or not, whose line of four is otherwise filled by these halves."""
    found = NOTHING
    for d in range(directions(s)):
        found |= fourth_cells(halves, STEPS[d], LINE_STARTS[d])
    return found & s.board


@rule
def coverable(empty: U64, required: U64) -> U64:
    """Return the empty squares that some tile on a required square can cover."""
    return empty & (required & around(empty) | around(required))


@rule
def winning(s: State) -> bool:
    """Return whether the player to move can complete a four in this turn."""
    return threats(s, mine(s)) & coverable(empty_squares(s), contact_squares(s)) != NOTHING


@rule
def has_fitting_tile(own: U64, other: U64, required: U64) -> bool:
    """Return whether a tile on a required square has one half in each of the two sets."""
    return (own & required & around(other) | own & around(other & required)) != NOTHING


@rule
def filter_tiles(s: State, c: Tiles, own: U64, other: U64) -> Tiles:
    """Return the candidates with the mover's half in `own` and the opponent's in `other`."""
    blank = other if s.turn else own
    perforated = own if s.turn else other
    return Tiles(c.low & blank, NOTHING, c.ways, c.first, perforated, c.required)


@rule
def prune(s: State, c: Tiles) -> Tiles:
    """Keep tiles that win at once, or else tiles that do not let the opponent win at once."""
    winning = threats(s, mine(s)) & coverable(c.empty, c.required)
    if winning != NOTHING:
        return filter_tiles(s, c, winning, c.empty)
    against = threats(s, theirs(s)) & c.empty
    own, other = c.empty, c.empty & ~against
    while against != NOTHING:
        threat = bit(lowest(against))
        against = clear_lowest(against)
        near = around(threat) & c.empty
        if count(near) > 1:  # no tile covers two of them, so one is left for the reply
            far = c.empty & ~(near | around(near))
            own &= far | threat
            other &= far | near  # next to the mover's half on the threat
    return filter_tiles(s, c, own, other) if has_fitting_tile(own, other, c.required) else c


@rule
def move_order(s: State, action: int) -> int:
    """Order tiles by threats gained and lost and squares for the reply; losing tiles come last."""
    after = play(s, action)
    if winning(after):
        return 0
    empty = empty_squares(after)
    fillable = empty & around(empty)
    gained = 12 * count(threats(s, theirs(after)) & fillable)
    lost = 6 * count(threats(s, mine(after)) & fillable)
    return max(1, 100 + gained - lost - count(coverable(empty, contact_squares(after))))


@rule
def open_lines(s: State, halves: U64, usable: U64) -> tuple[int, int]:
    """Return the number of lines within usable squares with one of these halves, and with two."""
    ones, twos = 0, 0
    for d in range(directions(s)):
        k = STEPS[d]
        pairs = usable & usable >> k
        whole = pairs & pairs >> k >> k & LINE_STARTS[d]
        a, b, c = halves >> k, halves >> k >> k, halves >> k >> k >> k
        # The number of halves on each line, in binary: its lowest digit, and the next one.
        odd = halves ^ a ^ b ^ c
        two_or_three = halves & a ^ b & c ^ (halves ^ a) & (b ^ c)
        ones += count(whole & odd & ~two_or_three)
        twos += count(whole & ~odd & two_or_three)
    return ones, twos


@rule
def evaluate(s: State) -> int:
    """Return a weighted sum of threats, open lines and squares for the next tile.

    The weights were fitted to positions with known results.
    """
    empty = empty_squares(s)
    fillable = empty & around(empty)
    own, other = mine(s), theirs(s)
    my_ones, my_twos = open_lines(s, own, own | fillable)
    their_ones, their_twos = open_lines(s, other, other | fillable)
    score = 330 * count(threats(s, own) & fillable) - 450 * count(threats(s, other) & fillable)
    score += 90 * my_twos - 80 * their_twos + 33 * my_ones - 32 * their_ones
    return score + 40 * count(coverable(empty, contact_squares(s))) - 60


# For exact values: proven facts about a position


@rule
def usable(s: State, side: int) -> U64:
    """Return the squares of all lines that a player can still fill."""
    empty = empty_squares(s)
    fillable = empty & around(empty)
    squares = fillable | (s.perforated if side else s.blank)
    found = NOTHING
    for d in range(directions(s)):
        k = STEPS[d]
        pairs = squares & squares >> k
        whole = pairs & pairs >> k >> k & LINE_STARTS[d]
        found |= whole | whole << k | whole << k << k | whole << k << k << k
    return found & s.board


@rule
def may_win(s: State, side: int) -> bool:
    """Return whether a player can still fill a line."""
    return usable(s, side) != NOTHING


@rule
def equivalence_key(s: State) -> tuple[U64, U64]:
    """Hash the parts of a position that can still matter.

    Halves matter only in lines that can still be filled, empty squares only beside another empty
    square.
    """
    empty = empty_squares(s)
    fillable = empty & around(empty)
    required = contact_squares(s) & fillable
    own, other = mine(s) & usable(s, s.turn), theirs(s) & usable(s, 1 - s.turn)
    first, second = U64(0x9E3779B97F4A7C15), U64(0xD1B54A32D192ED03)
    for squares in (own, other, fillable, required):
        first = mix_hash((first ^ squares) * U64(0xA24BAED4963EE407) & ALL)
        second = mix_hash((second ^ squares) * U64(0x9FB21C651E98DF25) & ALL)
    return first, second
