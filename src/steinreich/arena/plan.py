"""The schedule of a match: encounters, openings and seatings.

The players of an *encounter*, as many as the game has seats, play each opening once in every
seating: two players swap sides, three or four rotate.  The games with one opening are called a
*pair*, also if there are three or four of them, or only one.
"""

import shlex
from collections.abc import Iterator
from hashlib import blake2s
from itertools import combinations, count, islice
from random import Random
from typing import Any, NamedTuple

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.players.player import Limit, validate_limit
from steinreich.rules import arguments
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import Text

ANSWER_TIMEOUT_SECONDS = 120.0
MAX_OPENING_DRAWS = 20  # attempts to draw a random opening that has not occurred yet

GameKey = tuple[int, int, int]  # round, pair and seating identify a game of a match


class BadMatch(SteinreichError):
    """A match is invalid; the message says why."""


class Match(NamedTuple):
    """The settings of a match.  All but `games` and `timeout` determine its games."""

    game: Game  #: the game
    players: tuple[str, ...]  #: by name, in the order of a ladder
    games: int = 20  #: of each encounter, rounded up to whole pairs
    is_ladder: bool = False  #: whether all combinations of players meet, else one match
    neighbours: int | None = None  #: maximum distance on the ladder of players that meet
    openings: int = 2  #: number of random actions at the beginning of a game
    seed: int = 0  #: of openings and players
    limit: Limit = Limit()  #: of the search for each action
    timeout: float = ANSWER_TIMEOUT_SECONDS  #: in seconds; a player that exceeds it loses
    is_once: bool = False  #: whether each opening is played in one seating only, for self-play

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
        return len(get_encounters(self)) * self.pairs * self.seatings

    def __str__(self) -> str:
        """Return the settings in one line, which identifies the match in record files."""
        kind = "ladder" if self.is_ladder else "match"
        distance = None if self.neighbours is None else f"neighbours {self.neighbours}"
        limits = [
            f"{name} {maximum}"
            for name, maximum in self.limit._asdict().items()
            if maximum is not None
        ]
        self_play = "once" if self.is_once else None
        details = [distance, self_play, f"openings {self.openings}", f"seed {self.seed}", *limits]
        return "; ".join(
            [f"{kind} of {self.game.id}", shlex.join(self.players), *filter(None, details)]
        )


def validate_match(value: Any) -> Match:
    """Validate the fields of a match; raise `BadArgument` for invalid ones."""
    match: Match = arguments.check_instance("match", value, Match, "a Match")
    arguments.check_instance("game", match.game, Game, "a Game")
    names = Text("a tuple of names")
    for name in arguments.check_instance("players", match.players, tuple, names):
        arguments.check_instance("players", name, str, names)
    arguments.check_integer("games", match.games, 1)
    arguments.check_boolean("is_ladder", match.is_ladder)
    if match.neighbours is not None:
        arguments.check_integer("neighbours", match.neighbours, 0)
    arguments.check_integer("openings", match.openings, 0)
    arguments.check_seed(match.seed)
    validate_limit(match.limit)
    arguments.check_positive("timeout", match.timeout)
    arguments.check_boolean("is_once", match.is_once)
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
    def key(self) -> GameKey:
        """The key of the game within its match."""
        return self.round, self.pair, self.seating


def schedule(match: Match) -> Iterator[ScheduledGame]:
    """Yield all games of a match, interleaving encounters so that any prefix is balanced."""
    encounters = get_encounters(match)
    for pair, opening in enumerate(islice(openings(match), match.pairs), 1):
        for number, players in enumerate(encounters, 1):
            for seating in range(match.seatings):
                yield ScheduledGame(
                    number, pair, seating + 1, players[seating:] + players[:seating], opening
                )


def get_encounters(match: Match) -> list[tuple[str, ...]]:
    """Return the players of each encounter; raise `BadMatch` if there are none."""
    seats, players = match.game.players, match.players
    if not match.is_ladder:
        if len(players) != seats:
            raise BadMatch(f"a match of {match.game.id} has {seats} players, not {len(players)}")
        return [players]
    if len(set(players)) < len(players):
        raise BadMatch("a player stands on the ladder twice")
    max_distance = len(players) if match.neighbours is None else match.neighbours
    combinations_of_indices = combinations(range(len(players)), seats)
    encounters = [
        ladder_indices
        for ladder_indices in combinations_of_indices
        if ladder_indices[-1] - ladder_indices[0] <= max_distance
    ]
    if not encounters:
        raise BadMatch(f"on this ladder no {seats} players meet, which {match.game.id} needs")
    return [
        tuple(players[ladder_index] for ladder_index in ladder_indices)
        for ladder_indices in encounters
    ]


def openings(match: Match) -> Iterator[Opening]:
    """Yield openings without end; they repeat only when no new one is found."""
    used_positions: set[str] = set()
    for pair in count(1):
        for attempt in range(MAX_OPENING_DRAWS):
            seed = derive_seed(match.seed, pair, attempt)
            actions, position = draw_opening(match.game, match.openings, seed)
            if str(position) not in used_positions:
                break
        used_positions.add(str(position))
        yield Opening(seed, actions)


def draw_opening(game: Game, actions: int, seed: int) -> tuple[tuple[str, ...], Position]:
    """Return `actions` random actions that do not end the game, and the position after them."""
    rng = Random(seed)
    position = game.start(seed)
    names = []
    for _ in range(actions):
        legal = position.actions()
        rng.shuffle(legal)
        following = (position.after_legal(action) for action in legal)
        unfinished = next((after for after in following if not after.is_over), None)
        if not unfinished:
            break
        names.append(str(unfinished.last_move))
        position = unfinished
    return tuple(names), position


def derive_seed(*parts: object) -> int:
    """Return a 32-bit seed that depends on all parts."""
    return int.from_bytes(blake2s(repr(parts).encode(), digest_size=4).digest(), "big")
