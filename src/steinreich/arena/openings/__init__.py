"""Opening statistics of engine games: results by position, one data file per game.

Positions are counted rather than actions, so transpositions and symmetric images are merged.  Each
game starts with random actions, so that every opening occurs; then players of equal strength
continue.  `steinreich openings` generates the files.
"""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from steinreich.arena.plan import Match
from steinreich.core.game import Game, load
from steinreich.core.game_files import get_companion_path
from steinreich.players.player import Limit
from steinreich.records import Record, Result
from steinreich.session.views.records import OPENING_LENGTH

FOLDER = files(__name__)
MAX_UNIQUE_DEPTH = 2  # deeper positions are kept only if they occurred more than once
RANDOM_ACTIONS = 2  # at the beginning of each game


class EngineOpenings(NamedTuple):
    """Opening statistics of a game."""

    player: str  # name of the player
    nodes: int  # node limit of an action
    games: int
    seed: int
    positions: Mapping[str, list[int]]  # position key: number of draws, then of wins by player


NO_STATISTICS = EngineOpenings("", 0, 0, 0, {})


def find_data_file(game: Game) -> Traversable:
    """Return the statistics file of a game; that of an external game is beside the game file."""
    package_file = FOLDER / f"{game.name}.json"
    is_package_game = game.name.isidentifier() and package_file.is_file()
    return (
        package_file if is_package_game else get_companion_path(game.module, "engine_openings.json")
    )


@cache
def find_variants_with_statistics(game: Game) -> list[Game]:
    """Return the variants of a game that have statistics."""
    file = find_data_file(game)
    return [load(id) for id in json.loads(file.read_text())] if file.is_file() else []


@cache
def engine_openings(game: Game) -> EngineOpenings:
    """Return the statistics of a variant."""
    file = find_data_file(game)
    found = json.loads(file.read_text()).get(game.id) if file.is_file() else None
    return EngineOpenings(**found) if found else NO_STATISTICS


def make_opening_match(game: Game, player: str, games: int, nodes: int, seed: int) -> Match:
    """Return a match of a player against itself that plays each opening once."""
    players, limit = (player,) * game.players, Limit(nodes=nodes)
    return Match(
        game, players, games, openings=RANDOM_ACTIONS, seed=seed, limit=limit, is_once=True
    )


def count_openings(player: str, nodes: int, seed: int, records: Iterable[Record]) -> EngineOpenings:
    """Count the results of games by position.

    Games without a result are ignored.  Identical games, which deterministic players produce, count
    once.
    """
    distinct_games = {
        tuple(record.moves()): record for record in records if record.result is not None
    }
    return EngineOpenings(
        player, nodes, len(distinct_games), seed, count_positions(distinct_games.values())
    )


def count_positions(records: Iterable[Record]) -> dict[str, list[int]]:
    """Return the counts by position key, without deep positions that occurred only once."""
    counts: dict[str, list[int]] = {}
    depths: dict[str, int] = {}
    for record in records:
        assert record.result is not None
        for depth, position in enumerate(record.positions()[1 : OPENING_LENGTH + 1], 1):
            key = position.key
            depths[key] = depth
            result_counts = counts.setdefault(key, [0] * (1 + len(record.result)))
            result_counts[get_count_index(record.result)] += 1
    kept_keys = {key for key in counts if depths[key] <= MAX_UNIQUE_DEPTH or sum(counts[key]) > 1}
    return {key: counts[key] for key in sorted(kept_keys)}


def get_count_index(result: Result) -> int:
    """Return the index of the count for a result: 0 for a draw, else 1 + winner."""
    return result.index(1) + 1 if 1 in result else 0
