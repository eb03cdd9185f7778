"""What a game file has to say: the rules as functions, the rest as data.

The functions below are the contract.  A game file defines functions of the same
names; wherever generic code (playouts, search, perft) calls one of these, the
binder puts the game's own in its place.
"""

from typing import Any, NamedTuple

from steinreich.rules.bits import U64, bit, rule

ONGOING = -1  # outcome of a live position; a finished one has the winner's number or:
DRAW = -2
LOST = -3  # every player has lost: only possible when one plays alone

State = Any  # each game has its own NamedTuple of `U64` and `int` fields
Observation = Any  # each game has its own NamedTuple of sets of cells: `U64` or `Wide`


class Candidates(NamedTuple):
    """The actions `first + cell * ways + way` for each cell of the set and way under `ways`.

    All legal actions are among them; few others should be, since they are tried in turn.
    A game may use a NamedTuple of its own that has these fields first and then whatever
    `legal` wants to know of the position without working it out for every candidate.
    """

    low: U64  # cells 0 to 63
    high: U64  # cells 64 to 127, for boards of more than 64 cells
    ways: int  # at most 64
    first: int


@rule
def candidates(s: State) -> Candidates:
    """The actions that may be legal; never none in a live position."""
    raise NotImplementedError


@rule
def legal(s: State, c: Candidates, action: int) -> bool:
    """Whether one of the candidates really is legal.  Where all are, a game leaves this out."""
    return True


@rule
def legal_ways(s: State, c: Candidates, cell: int) -> U64:
    """The ways that are legal from a cell of the candidates.

    A game may leave this out; whoever wants all legal actions at once is served faster with it.
    """
    ways = U64(0)
    for way in range(c.ways):
        if legal(s, c, c.first + cell * c.ways + way):
            ways |= bit(way)
    return ways


@rule
def play(s: State, action: int) -> State:
    """The state after a legal action."""
    raise NotImplementedError


@rule
def outcome(s: State) -> int:
    """ONGOING, DRAW, LOST or the number of the winner."""
    raise NotImplementedError


@rule
def player(s: State) -> int:
    """Whose action is due, counted from 0."""
    return int(s.turn)


@rule
def variety(s: State, action: int) -> int:
    """Which of several things the number of a legal action stands for in this state, from 0.

    In all states of a game in which this is the same, its name and its data are the same.  A game
    may leave this out; what it says of actions is asked for again in every state then.
    """
    raise NotImplementedError


@rule
def observe(s: State) -> Observation:
    """What a network sees of the state: sets of cells, those of the player to move first.

    Numbers are given by their binary digits, each a set of all cells or of none (`everywhere`).  A
    game may leave this out; then all fields of its State are shown as they are, bit by bit.
    """
    raise NotImplementedError


@rule
def key(s: State) -> U64:
    """A number for the state; different states nearly always have different ones.

    No game writes this: the binder makes it from the fields of the game's State.
    """
    raise NotImplementedError
