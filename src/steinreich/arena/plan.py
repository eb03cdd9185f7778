"""Which games a match consists of: who meets whom, from which opening, in which seats.

An *encounter* is as many players as the game has seats.  They play each opening once in every
seating: two players swap colours, three or four rotate.  These games are a *pair*, also where
there are three or four of them, or only one.
"""

import shlex
from collections.abc import Iterator
from hashlib import blake2s
from itertools import combinations, count, islice
from random import Random
from typing import NamedTuple

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.players.player import Limit
from steinreich.rules.errors import SteinreichError

PATIENCE = 120.0  # seconds
REDRAWS = 20  # before an opening is used twice

Key = tuple[int, int, int]  # round, pair and seating name a game of a match


class BadMatch(SteinreichError):
    """Such a match cannot be played; the message says why."""


class Match(NamedTuple):
    """What is played.  All but games and patience decide which games these are."""

    game: Game  #: that is played
    players: tuple[str, ...]  #: by name, in the order of a ladder
    games: int = 20  #: of each encounter; whole pairs are played, if need be a few games more
    is_ladder: bool = False  #: everybody meets everybody, instead of one encounter of all
    neighbours: int | None = None  #: in a ladder: meet only those at most so many rungs away
    openings: int = 2  #: random actions at the beginning
    seed: int = 0  #: of openings and players
    limit: Limit = Limit()  #: of each answer
    patience: float = PATIENCE  #: a player that has not answered by then has lost
    #: each opening once: in every seating a player against itself is the same
    is_once: bool = False

    @property
    def pairs(self) -> int:
        """How many openings each encounter plays."""
        return -(-self.games // self.seatings)

    @property
    def seatings(self) -> int:
        """How often an opening is played."""
        return 1 if self.is_once else self.game.players

    @property
    def total(self) -> int:
        """How many games there are in all."""
        return len(encounters(self)) * self.pairs * self.seatings

    def __str__(self) -> str:
        """The match in a line: two matches are the same if their lines are."""
        kind = "ladder" if self.is_ladder else "match"
        within = None if self.neighbours is None else f"neighbours {self.neighbours}"
        think = [
            f"{name} {most}" for name, most in self.limit._asdict().items() if most is not None
        ]
        once = "once" if self.is_once else None
        details = [within, once, f"openings {self.openings}", f"seed {self.seed}", *think]
        return "; ".join(
            [f"{kind} of {self.game.id}", shlex.join(self.players), *filter(None, details)]
        )


class Opening(NamedTuple):
    """How the games of a pair begin."""

    seed: int  # of a set-up by chance
    actions: tuple[str, ...]


class ScheduledGame(NamedTuple):
    """A game to be played."""

    round: int  # number of the encounter
    pair: int  # number of the opening
    seating: int
    players: tuple[str, ...]  # by seat
    opening: Opening

    @property
    def key(self) -> Key:
        """What tells the games of a match apart."""
        return self.round, self.pair, self.seating


def schedule(match: Match) -> Iterator[ScheduledGame]:
    """All games of a match.  Encounters take turns, so that half a ladder is a ladder, too."""
    meeting = encounters(match)
    for pair, opening in enumerate(islice(openings(match), match.pairs), 1):
        for number, players in enumerate(meeting, 1):
            for seating in range(match.seatings):
                yield ScheduledGame(
                    number, pair, seating + 1, players[seating:] + players[:seating], opening
                )


def encounters(match: Match) -> list[tuple[str, ...]]:
    """Who meets whom; `BadMatch` if that cannot be."""
    seats, players = match.game.players, match.players
    if not match.is_ladder:
        if len(players) != seats:
            raise BadMatch(f"a match of {match.game.id} has {seats} players, not {len(players)}")
        return [players]
    if len(set(players)) < len(players):
        raise BadMatch("a player stands on the ladder twice")
    reach = len(players) if match.neighbours is None else match.neighbours
    rungs = combinations(range(len(players)), seats)
    meeting = [near for near in rungs if near[-1] - near[0] <= reach]
    if not meeting:
        raise BadMatch(f"on this ladder no {seats} players meet, which {match.game.id} needs")
    return [tuple(players[rung] for rung in near) for near in meeting]


def openings(match: Match) -> Iterator[Opening]:
    """Openings without end, for all encounters; no two alike as long as others can be drawn."""
    seen: set[str] = set()
    for pair in count(1):
        for attempt in range(REDRAWS):
            seed = mixed(match.seed, pair, attempt)
            actions, position = drawn(match.game, match.openings, seed)
            if str(position) not in seen:
                break
        seen.add(str(position))
        yield Opening(seed, actions)


def drawn(game: Game, actions: int, seed: int) -> tuple[tuple[str, ...], Position]:
    """So many random actions that do not end the game, and where they lead."""
    dice = Random(seed)
    position = game.start(seed)
    names = []
    for _ in range(actions):
        legal = position.actions()
        dice.shuffle(legal)
        following = (position.after_legal(action) for action in legal)
        live = next((after for after in following if not after.is_over), None)
        if not live:
            break
        names.append(str(live.last))
        position = live
    return tuple(names), position


def mixed(*parts: object) -> int:
    """A seed of 32 bits that depends on all the parts."""
    return int.from_bytes(blake2s(repr(parts).encode(), digest_size=4).digest(), "big")
