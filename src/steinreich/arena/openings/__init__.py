"""What games of the engine began with, and how they ended: one file of data a game.

Positions are counted, not actions: however a game came to one, on whatever turned or mirrored
board, it counts there.  The first actions of these games are drawn by lot, so that every opening is
seen; from then on players of one strength choose.  `steinreich openings` makes the files again.
"""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from steinreich.arena.plan import Match
from steinreich.core.game import Game, load
from steinreich.core.game_files import beside
from steinreich.players.player import Limit
from steinreich.records import Record, Result
from steinreich.session.views.records import OPENING_LENGTH

FOLDER = files(__name__)
KEPT_DEPTH = 2  # so far even what was seen only once is kept
DRAWN_BY_LOT = 2  # actions at the beginning of each game


class EngineOpenings(NamedTuple):
    """The openings of a game, counted."""

    player: str  # who played, by name
    nodes: int  # positions that it looked at for an action, at most
    games: int
    seed: int
    positions: Mapping[str, list[int]]  # by key: draws, then the wins of each player


NONE = EngineOpenings("", 0, 0, 0, {})


def file_of(game: Game) -> Traversable:
    """Where the counts of a game lie; of one from elsewhere, beside its own file."""
    own = FOLDER / f"{game.name}.json"
    known = game.name.isidentifier() and own.is_file()
    return own if known else beside(game.module, "engine_openings.json")


@cache
def played_variants(game: Game) -> list[Game]:
    """A game with all options of which there are counts."""
    file = file_of(game)
    return [load(id) for id in json.loads(file.read_text())] if file.is_file() else []


@cache
def engine_openings(game: Game) -> EngineOpenings:
    """What is on file about a game with its options."""
    file = file_of(game)
    found = json.loads(file.read_text()).get(game.id) if file.is_file() else None
    return EngineOpenings(**found) if found else NONE


def opening_match(game: Game, player: str, games: int, nodes: int, seed: int) -> Match:
    """The games that are counted: a player against itself, each opening once."""
    players, limit = (player,) * game.players, Limit(nodes=nodes)
    return Match(game, players, games, openings=DRAWN_BY_LOT, seed=seed, limit=limit, is_once=True)


def counted(player: str, nodes: int, seed: int, records: Iterable[Record]) -> EngineOpenings:
    """How games ended that came to a position.  Those without a result do not count, and of games
    that are the same, as players without chance play them with sides changed, one does."""
    different = {tuple(one.moves()): one for one in records if one.result is not None}
    return EngineOpenings(player, nodes, len(different), seed, positions_of(different.values()))


def positions_of(records: Iterable[Record]) -> dict[str, list[int]]:
    """The counts by position.  Deep in the opening only what was seen twice is kept."""
    counts: dict[str, list[int]] = {}
    depths: dict[str, int] = {}
    for record in records:
        assert record.result is not None
        for depth, position in enumerate(record.positions()[1 : OPENING_LENGTH + 1], 1):
            key = position.key
            depths[key] = depth
            ends = counts.setdefault(key, [0] * (1 + len(record.result)))
            ends[slot(record.result)] += 1
    kept = {key for key in counts if depths[key] <= KEPT_DEPTH or sum(counts[key]) > 1}
    return {key: counts[key] for key in sorted(kept)}


def slot(result: Result) -> int:
    """Where a result is counted: 0 for a draw, else behind it by the number of the winner."""
    return result.index(1) + 1 if 1 in result else 0
