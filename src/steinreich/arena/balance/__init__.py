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
from steinreich.core.game_files import get_companion_path
from steinreich.players.player import Limit
from steinreich.records import Record
from steinreich.rules.errors import SteinreichError
from steinreich.rules.validation import BadJson, get_first_fault, read_json

FOLDER = files(__name__)
MAX_FULLY_MEASURED_VALUES = 4  # options with more values are measured partly:
NUM_MEASURED_VALUES = 2  # the default and the next value


class BadBalance(SteinreichError):
    """A data file is invalid; the message says where and why."""


class Balance(NamedTuple):
    """The results of the measured games of one variant."""

    player: str  # name of the player
    nodes: int  # node limit of an action
    seed: int
    wins: Sequence[int]  # by seat
    draws: int
    lengths: Sequence[int]  # in actions: minimum, lower quartile, median, upper quartile, maximum

    @property
    def games(self) -> int:
        return sum(self.wins) + self.draws

    @property
    def first_player_share(self) -> Share:
        """The first player's share of the points; a win is one point, a draw is shared by all."""
        return interval(self.wins[0] + self.draws / len(self.wins), self.games)

    @property
    def decided_share(self) -> Share:
        """The share of games with a winner."""
        return interval(sum(self.wins), self.games)


def find_measured_variants(name: str) -> list[Game]:
    """Return all variants of a game whose balance is measured, for two players or more."""
    options = load(name).about.options
    values = [
        option.values
        if len(option.values) <= MAX_FULLY_MEASURED_VALUES
        else option.values[:NUM_MEASURED_VALUES]
        for option in options
    ]
    found: dict[str, Game] = {}
    for combined in product(*values):
        chosen = dict(zip((option.name for option in options), combined, strict=True))
        # Options without effect, whose conditions `where` are not met, must have their default.
        is_canonical = all(
            chosen[option.name] == option.values[0]
            for option in options
            if any(chosen[other] not in needed for other, needed in option.where.items())
        )
        game = load(name, **chosen)
        if is_canonical and game.players > 1:
            found[game.id] = game
    return list(found.values())


def sort_balances(name: str, balances: Mapping[str, Balance]) -> dict[str, Balance]:
    """Sort balances in the order of `find_measured_variants`, followed by all others."""
    ids = [game.id for game in find_measured_variants(name)]
    return {id: balances[id] for id in dict.fromkeys((*ids, *balances)) if id in balances}


def balance_match(game: Game, player: str, games: int, nodes: int, seed: int) -> Match:
    """Return the match to measure: a player against itself, with each opening played once."""
    players, limit = (player,) * game.players, Limit(nodes=nodes)
    return Match(game, players, games, openings=game.players, seed=seed, limit=limit, is_once=True)


def compute_balance(player: str, nodes: int, seed: int, records: Iterable[Record]) -> Balance:
    """Compute the balance from records; raise `BadMatch` if no game was finished."""
    results, lengths = [], []
    for record in records:
        if record.result is not None:
            results.append(record.result)
            lengths.append(len(record.moves()))
    if not results:
        raise BadMatch("no game has a result")
    quartiles = quantiles(lengths, method="inclusive") if len(lengths) > 1 else lengths * 3
    return Balance(
        player,
        nodes,
        seed,
        [sum(result[seat] == 1 for result in results) for seat in range(len(results[0]))],
        sum(not any(result) for result in results),
        [min(lengths), *map(round, quartiles), max(lengths)],
    )


# Data files


def find_data_file(game: Game) -> Traversable:
    """Return the balance file of a game; that of an external game is beside the game file."""
    package_file = FOLDER / f"{game.name}.json"
    is_package_game = game.name.isidentifier() and package_file.is_file()
    return package_file if is_package_game else get_companion_path(game.module, "balance.json")


@cache
def load_balances(game: Game) -> dict[str, Balance]:
    """Return the stored balances of a game by id, the default variant first."""
    file = find_data_file(game)
    return parse_balances(file.read_text(), file.name) if file.is_file() else {}


def parse_balances(text: str, name: str) -> dict[str, Balance]:
    """Parse a balance file; raise `BadBalance` if it is invalid."""
    from pydantic import TypeAdapter, ValidationError  # slow to import, needed only here

    try:
        return TypeAdapter(dict[str, Balance]).validate_python(read_json(text))
    except BadJson as error:
        raise BadBalance(error.message.after(name)) from None
    except ValidationError as error:
        raise BadBalance(get_first_fault(error).message_with_path.after(name)) from None


def format_balances(balances: dict[str, Balance]) -> str:
    """Return balances as JSON, one variant per line for readable diffs."""
    lines = (f'"{id}": {json.dumps(balance._asdict())}' for id, balance in balances.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"
