"""What networks see of Six in Line: planes, one's own pieces first."""

from typing import NamedTuple

from steinreich.rules import *

from .rules import LANE_OF, State, coins_of

PLANE = [[column + 6 * row for column in range(6)] for row in range(6)]


class Observation(NamedTuple):
    """The board, what is due, and the coins in the order of the turns."""

    stones: U64
    lane: U64  # of the slide just made: a stone is to be placed in it
    origin: U64  # of that slide: not there
    opening: U64  # everywhere, if the board is to be opened
    again: U64  # everywhere, if one opening stone is left to place
    own_coin: U64  # everywhere, if I have a coin at least
    own_coins: U64  # two of them at least
    next_coin: U64
    next_coins: U64
    third_coin: U64
    third_coins: U64
    fourth_coin: U64
    fourth_coins: U64


@rule
def has_coins(s: State, ahead: int, least: int) -> U64:
    """Whether the player so many turns ahead has so many coins."""
    owner = (s.turn + ahead) % s.players
    return everywhere(ahead < s.players and coins_of(s, owner) >= least)


@rule
def observe(s: State) -> Observation:
    """The stones belong to nobody; the coins do."""
    slides = s.slide >= 0
    return Observation(
        s.stones,
        LANE_OF[s.slide] if slides else U64(0),
        bit(s.slide // 12) if slides else U64(0),
        everywhere(s.opening > 0),
        everywhere(s.opening == 1),
        has_coins(s, 0, 1),
        has_coins(s, 0, 2),
        has_coins(s, 1, 1),
        has_coins(s, 1, 2),
        has_coins(s, 2, 1),
        has_coins(s, 2, 2),
        has_coins(s, 3, 1),
        has_coins(s, 3, 2),
    )
