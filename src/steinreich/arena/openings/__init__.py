"""Opening statistics of engine games: counts and results by position, one data file per game.

Positions are counted rather than actions, so transpositions and symmetric images are merged.  The
first actions of these games are random, so that every opening occurs; then players of equal
strength continue.  `steinreich openings` generates the files.
"""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from steinreich.arena.plan import Match
from steinreich.core.game import Game, load
from steinreich.core.game_files import companion_path
from steinreich.players.player import Limit
from steinreich.records import Record, Result
from steinreich.session.views.records import OPENING_LENGTH

FOLDER = files(__name__)
KEPT_DEPTH = 2  # actions, up to which positions that occurred only once are kept
RANDOM_ACTIONS = 2  # at the beginning of each game


class EngineOpenings(NamedTuple):
    """Opening statistics of a game."""

    player: str  # name of the player
    nodes: int  # node limit of an action
    games: int
    seed: int
    positions: Mapping[str, list[int]]  # by key: number of draws, then of wins of each player


NONE = EngineOpenings("", 0, 0, 0, {})


def file_of(game: Game) -> Traversable:
    """Return the statistics file of a game; of an external game, beside its own file."""
    own = FOLDER / f"{game.name}.json"
    known = game.name.isidentifier() and own.is_file()
    return own if known else companion_path(game.module, "engine_openings.json")


@cache
def played_variants(game: Game) -> list[Game]:
    """Return the variants of a game that have statistics."""
    file = file_of(game)
    return [load(id) for id in json.loads(file.read_text())] if file.is_file() else []


@cache
def engine_openings(game: Game) -> EngineOpenings:
    """Return the statistics of a variant."""
    file = file_of(game)
    found = json.loads(file.read_text()).get(game.id) if file.is_file() else None
    return EngineOpenings(**found) if found else NONE


def opening_match(game: Game, player: str, games: int, nodes: int, seed: int) -> Match:
    """Return the match that is counted: a player against itself, each opening once."""
    players, limit = (player,) * game.players, Limit(nodes=nodes)
    return Match(
        game, players, games, openings=RANDOM_ACTIONS, seed=seed, limit=limit, is_once=True
    )


def counted(player: str, nodes: int, seed: int, records: Iterable[Record]) -> EngineOpenings:
    """Count the results of games by position.

    Games without a result are ignored, and of identical games one is counted: deterministic players
    repeat a game with sides changed.
    """
    different = {tuple(one.moves()): one for one in records if one.result is not None}
    return EngineOpenings(player, nodes, len(different), seed, positions_of(different.values()))


def positions_of(records: Iterable[Record]) -> dict[str, list[int]]:
    """Return the counts by position; beyond `KEPT_DEPTH` only positions that occurred twice."""
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
    """Return the index of the count for a result: 0 for a draw, else 1 + winner."""
    return result.index(1) + 1 if 1 in result else 0
