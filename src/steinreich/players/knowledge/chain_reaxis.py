"""What is known of Chain Reaxis: it is a game of threats that nobody may come near.

A *threat* is an empty square that would complete a four.  Who lays a half of the opponent's there
loses at once, and so does who lays a tile against it: then the opponent may fill it.  So a threat
closes its surroundings to one side, until that side has no other tile to lay.

    . . n . .     The threat w of the opponent has empty neighbours n.  A tile that leaves w
    . n w n .     empty and covers an n, or touches one from outside, can be answered on w and
    . . n . .     another n, or this n.
"""

from steinreich.compile.binder import mixed
from steinreich.games.chain_reaxis.rules import (
    FIRSTS,
    STEPS,
    State,
    Tiles,
    around,
    duty,
    free,
    play,
)
from steinreich.players.knowledge.line_patterns import fourth_places
from steinreich.players.profile import Profile
from steinreich.rules import ALL, U64, bit, count, lowest, rest, rule

SOLVABLE = True  # small boards to the end, larger ones late in the game
SCALE = 500
LEVELS = {1: Profile(depth=1, notice=0.25, reading=0.0, doubt=2.0)}
NOTHING = U64(0)


@rule
def mine(s: State) -> U64:
    """The halves of the player to move."""
    return s.perforated if s.turn else s.blank


@rule
def theirs(s: State) -> U64:
    """The halves of the other player."""
    return s.blank if s.turn else s.perforated


@rule
def directions(s: State) -> int:
    """How many of the directions count: the diagonals are the last two."""
    return 4 if s.diagonals else 2


@rule
def threats(s: State, halves: U64) -> U64:
    """The squares, empty or not, that have the three others of a line in these halves."""
    found = NOTHING
    for d in range(directions(s)):
        found |= fourth_places(halves, STEPS[d], FIRSTS[d])
    return found & s.board


@rule
def coverable(empty: U64, required: U64) -> U64:
    """The empty squares that a tile can cover which also covers a square of duty."""
    return empty & (required & around(empty) | around(required))


@rule
def winning(s: State) -> bool:
    """Whether the player to move can complete a four now."""
    return threats(s, mine(s)) & coverable(free(s), duty(s)) != NOTHING


@rule
def fits(own: U64, other: U64, required: U64) -> bool:
    """Whether a tile of duty has one half in either set."""
    return (own & required & around(other) | own & around(other & required)) != NOTHING


@rule
def tiles(s: State, c: Tiles, own: U64, other: U64) -> Tiles:
    """Those of the candidates with my half in one set and the opponent's in the other."""
    blank = other if s.turn else own
    perforated = own if s.turn else other
    return Tiles(c.low & blank, NOTHING, c.ways, c.first, perforated, c.duty)


@rule
def prune(s: State, c: Tiles) -> Tiles:
    """A win at once; else whatever does not let the opponent win at once."""
    winning = threats(s, mine(s)) & coverable(c.empty, c.duty)
    if winning != NOTHING:
        return tiles(s, c, winning, c.empty)
    against = threats(s, theirs(s)) & c.empty
    own, other = c.empty, c.empty & ~against
    while against != NOTHING:
        threat = bit(lowest(against))
        against = rest(against)
        near = around(threat) & c.empty
        if count(near) > 1:  # no tile covers two of them, so one is left for the answer
            far = c.empty & ~(near | around(near))
            own &= far | threat
            other &= far | near  # beside my half on the threat
    return tiles(s, c, own, other) if fits(own, other, c.duty) else c


@rule
def move_order(s: State, action: int) -> int:
    """Threats of my own, few squares for the answer, and nothing that loses at once."""
    after = play(s, action)
    if winning(after):
        return 0
    empty = free(after)
    fillable = empty & around(empty)
    gained = 12 * count(threats(s, theirs(after)) & fillable)
    lost = 6 * count(threats(s, mine(after)) & fillable)
    return max(1, 100 + gained - lost - count(coverable(empty, duty(after))))


@rule
def open_lines(s: State, halves: U64, usable: U64) -> tuple[int, int]:
    """How many lines within usable squares hold one of these halves, and how many hold two."""
    ones, twos = 0, 0
    for d in range(directions(s)):
        k = STEPS[d]
        pairs = usable & usable >> k
        whole = pairs & pairs >> k >> k & FIRSTS[d]
        a, b, c = halves >> k, halves >> k >> k, halves >> k >> k >> k
        odd = halves ^ a ^ b ^ c
        two_or_three = halves & a ^ b & c ^ (halves ^ a) & (b ^ c)
        ones += count(whole & odd & ~two_or_three)
        twos += count(whole & ~odd & two_or_three)
    return ones, twos


@rule
def evaluate(s: State) -> int:
    """Threats and open lines, weighed as in positions whose result is known."""
    empty = free(s)
    fillable = empty & around(empty)
    own, other = mine(s), theirs(s)
    my_ones, my_twos = open_lines(s, own, own | fillable)
    their_ones, their_twos = open_lines(s, other, other | fillable)
    score = 330 * count(threats(s, own) & fillable) - 450 * count(threats(s, other) & fillable)
    score += 90 * my_twos - 80 * their_twos + 33 * my_ones - 32 * their_ones
    return score + 40 * count(coverable(empty, duty(s))) - 60


# For exact values: what else is certain of a position


@rule
def usable(s: State, who: int) -> U64:
    """The squares of all lines that a player can still fill."""
    empty = free(s)
    fillable = empty & around(empty)
    squares = fillable | (s.perforated if who else s.blank)
    found = NOTHING
    for d in range(directions(s)):
        k = STEPS[d]
        pairs = squares & squares >> k
        whole = pairs & pairs >> k >> k & FIRSTS[d]
        found |= whole | whole << k | whole << k << k | whole << k << k << k
    return found & s.board


@rule
def may_win(s: State, who: int) -> bool:
    """Whether a player can still fill a line."""
    return usable(s, who) != NOTHING


@rule
def essence(s: State) -> tuple[U64, U64]:
    """Halves count only where a line can still be filled, and empty squares in pairs."""
    empty = free(s)
    fillable = empty & around(empty)
    required = duty(s) & fillable
    own, other = mine(s) & usable(s, s.turn), theirs(s) & usable(s, 1 - s.turn)
    first, second = U64(0x9E3779B97F4A7C15), U64(0xD1B54A32D192ED03)
    for squares in (own, other, fillable, required):
        first = mixed((first ^ squares) * U64(0xA24BAED4963EE407) & ALL)
        second = mixed((second ^ squares) * U64(0x9FB21C651E98DF25) & ALL)
    return first, second
