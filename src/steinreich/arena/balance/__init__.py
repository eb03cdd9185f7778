"""Balance: how fair, long and decisive each variant is, measured by self-play.

There is one data file per game.  Each game starts with one random action per player, different in
every game; then players of equal strength continue.  `steinreich balance` generates the files.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import product
from statistics import quantiles
from typing import NamedTuple

from steinreich.arena.plan import BadMatch, Match
from steinreich.arena.ratings import Share, interval
from steinreich.core.game import Game, load
from steinreich.core.game_files import companion_path
from steinreich.players.player import Limit
from steinreich.records import Record
from steinreich.rules.errors import SteinreichError
from steinreich.rules.validation import BadJson, first_fault, read_json

FOLDER = files(__name__)
MAX_VALUES = 4  # of an option, up to which all are measured
MEASURED_VALUES = 2  # of options with more values: the default and the next


class BadBalance(SteinreichError):
    """A data file is invalid; the message says where and why."""


class Balance(NamedTuple):
    """The results of the measured games of one variant."""

    player: str  # name of the player
    nodes: int  # node limit of an action
    seed: int
    wins: Sequence[int]  # by seat
    draws: int
    lengths: Sequence[int]  # in actions: the shortest, a quarter, half, three quarters, the longest

    @property
    def games(self) -> int:
        return sum(self.wins) + self.draws

    @property
    def first(self) -> Share:
        """The first player's share of the points; a draw is shared by all."""
        return interval(self.wins[0] + self.draws / len(self.wins), self.games)

    @property
    def decided(self) -> Share:
        """The share of games with a winner."""
        return interval(sum(self.wins), self.games)


def measured_variants(name: str) -> list[Game]:
    """Return all variants of a game that are measured, for two players or more."""
    options = load(name).about.options
    values = [
        one.values if len(one.values) <= MAX_VALUES else one.values[:MEASURED_VALUES]
        for one in options
    ]
    found: dict[str, Game] = {}
    for combined in product(*values):
        chosen = dict(zip((one.name for one in options), combined, strict=True))
        is_canonical = all(
            chosen[one.name] == one.values[0]
            for one in options
            if any(chosen[other] not in needed for other, needed in one.where.items())
        )
        game = load(name, **chosen)
        if is_canonical and game.players > 1:
            found[game.id] = game
    return list(found.values())


def in_order(name: str, balances: Mapping[str, Balance]) -> dict[str, Balance]:
    """Sort balances in the order of `measured_variants`, followed by all others."""
    ids = [game.id for game in measured_variants(name)]
    return {id: balances[id] for id in dict.fromkeys((*ids, *balances)) if id in balances}


def balance_match(game: Game, player: str, games: int, nodes: int, seed: int) -> Match:
    """Return the match that is measured: a player against itself, each opening once."""
    players, limit = (player,) * game.players, Limit(nodes=nodes)
    return Match(game, players, games, openings=game.players, seed=seed, limit=limit, is_once=True)


def balance_of(player: str, nodes: int, seed: int, records: Iterable[Record]) -> Balance:
    """Compute the balance from records; raise `BadMatch` if no game was finished."""
    results, lengths = [], []
    for record in records:
        if record.result is not None:
            results.append(record.result)
            lengths.append(len(record.moves()))
    if not results:
        raise BadMatch("no game has a result")
    quarters = quantiles(lengths, method="inclusive") if len(lengths) > 1 else lengths * 3
    return Balance(
        player,
        nodes,
        seed,
        [sum(result[seat] == 1 for result in results) for seat in range(len(results[0]))],
        sum(not any(result) for result in results),
        [min(lengths), *map(round, quarters), max(lengths)],
    )


# On file


def file_of(game: Game) -> Traversable:
    """Return the balance file of a game; of an external game, beside its own file."""
    own = FOLDER / f"{game.name}.json"
    known = game.name.isidentifier() and own.is_file()
    return own if known else companion_path(game.module, "balance.json")


@cache
def known_balances(game: Game) -> dict[str, Balance]:
    """Return the balances on file by game id, the default variant first."""
    file = file_of(game)
    return parsed(file.read_text(), file.name) if file.is_file() else {}


def parsed(text: str, name: str) -> dict[str, Balance]:
    """Parse a balance file; raise `BadBalance` if it is invalid."""
    from pydantic import TypeAdapter, ValidationError  # slow to import, needed only here

    try:
        return TypeAdapter(dict[str, Balance]).validate_python(read_json(text))
    except BadJson as error:
        raise BadBalance(error.words.after(name)) from None
    except ValidationError as error:
        raise BadBalance(first_fault(error).located.after(name)) from None


def written(balances: dict[str, Balance]) -> str:
    """Return balances as JSON, one variant per line for readable diffs."""
    lines = (f'"{id}": {json.dumps(one._asdict())}' for id, one in balances.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"
