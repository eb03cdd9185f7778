"""The schedule of a match: encounters, openings and seatings.

An *encounter* is a set of as many players as the game has seats.  They play each opening once in
every seating: two players swap colours, three or four rotate.  These games are called a *pair*,
even if there are three or four of them, or only one.
"""

import shlex
from collections.abc import Iterator
from hashlib import blake2s
from itertools import combinations, count, islice
from random import Random
from typing import Any, NamedTuple

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.players.player import Limit, checked_limit
from steinreich.rules import arguments
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import Text

ANSWER_TIMEOUT_SECONDS = 120.0
REDRAWS = 20  # attempts at an opening that is new

Key = tuple[int, int, int]  # round, pair and seating identify a game of a match


class BadMatch(SteinreichError):
    """A match is invalid; the message says why."""


class Match(NamedTuple):
    """The settings of a match.  All but `games` and `timeout` determine its games."""

    game: Game  #: the game
    players: tuple[str, ...]  #: by name, in the order of a ladder
    games: int = 20  #: of each encounter, rounded up to whole pairs
    is_ladder: bool = False  #: whether all players meet each other, instead of one encounter
    neighbours: int | None = None  #: in a ladder: maximum distance of players that meet
    openings: int = 2  #: random actions at the beginning
    seed: int = 0  #: of openings and players
    limit: Limit = Limit()  #: of each answer
    timeout: float = ANSWER_TIMEOUT_SECONDS  #: timeout of an answer; then the player loses
    #: whether to play each opening in one seating only, for self-play
    is_once: bool = False

    @property
    def pairs(self) -> int:
        """The number of openings of each encounter."""
        return -(-self.games // self.seatings)

    @property
    def seatings(self) -> int:
        """The number of seatings of an opening."""
        return 1 if self.is_once else self.game.players

    @property
    def total(self) -> int:
        """The total number of games."""
        return len(encounters(self)) * self.pairs * self.seatings

    def __str__(self) -> str:
        """Return the settings in a line that identifies the match."""
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


def checked_match(given: Any) -> Match:
    """Validate the fields of a match; raise `BadArgument` for invalid ones."""
    match: Match = arguments.instance("match", given, Match, "a Match")
    arguments.instance("game", match.game, Game, "a Game")
    names = Text("a tuple of names")
    for name in arguments.instance("players", match.players, tuple, names):
        arguments.instance("players", name, str, names)
    arguments.integer("games", match.games, 1)
    arguments.boolean("is_ladder", match.is_ladder)
    if match.neighbours is not None:
        arguments.integer("neighbours", match.neighbours, 0)
    arguments.integer("openings", match.openings, 0)
    arguments.seed(match.seed)
    checked_limit(match.limit)
    arguments.positive("timeout", match.timeout)
    arguments.boolean("is_once", match.is_once)
    return match


class Opening(NamedTuple):
    """The opening of a pair."""

    seed: int  # of a random set-up
    actions: tuple[str, ...]


class ScheduledGame(NamedTuple):
    """A game of the schedule."""

    round: int  # index of the encounter
    pair: int  # index of the opening
    seating: int
    players: tuple[str, ...]  # by seat
    opening: Opening

    @property
    def key(self) -> Key:
        """The key of the game within its match."""
        return self.round, self.pair, self.seating


def schedule(match: Match) -> Iterator[ScheduledGame]:
    """Yield all games of a match, interleaving encounters so that any prefix is balanced."""
    meeting = encounters(match)
    for pair, opening in enumerate(islice(openings(match), match.pairs), 1):
        for number, players in enumerate(meeting, 1):
            for seating in range(match.seatings):
                yield ScheduledGame(
                    number, pair, seating + 1, players[seating:] + players[:seating], opening
                )


def encounters(match: Match) -> list[tuple[str, ...]]:
    """Return the players of each encounter; raise `BadMatch` if there are none."""
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
    """Yield openings endlessly, without repetition as long as possible."""
    seen: set[str] = set()
    for pair in count(1):
        for attempt in range(REDRAWS):
            seed = derive_seed(match.seed, pair, attempt)
            actions, position = draw_opening(match.game, match.openings, seed)
            if str(position) not in seen:
                break
        seen.add(str(position))
        yield Opening(seed, actions)


def draw_opening(game: Game, actions: int, seed: int) -> tuple[tuple[str, ...], Position]:
    """Return `actions` random actions that do not end the game, and the position after them."""
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
        names.append(str(live.last_move))
        position = live
    return tuple(names), position


def derive_seed(*parts: object) -> int:
    """Return a 32-bit seed that depends on all parts."""
    return int.from_bytes(blake2s(repr(parts).encode(), digest_size=4).digest(), "big")
