"""How fair, how long and how decisive games are, with each choice of options: measured in games of
a player against itself, one file of data a game.

Each game begins with one action of everybody drawn by lot, and no two begin alike; from then on
players of one strength choose.  `steinreich balance` makes the files again, or larger ones.
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
from steinreich.core.game_files import beside
from steinreich.players.player import Limit
from steinreich.records import Record
from steinreich.rules.errors import SteinreichError
from steinreich.rules.validation import BadJson, first_fault, read_json

FOLDER = files(__name__)
MANY = 4  # values of an option; where there are more, only the first ones, the usual, are measured
USUAL = 2


class BadBalance(SteinreichError):
    """A file of figures cannot be understood; the message says where and why."""


class Balance(NamedTuple):
    """How games of one kind ended."""

    player: str  # who played, by name
    nodes: int  # positions that it looked at for an action, at most
    seed: int
    wins: Sequence[int]  # of each seat
    draws: int
    lengths: Sequence[int]  # in actions: the shortest, a quarter, half, three quarters, the longest

    @property
    def games(self) -> int:
        return sum(self.wins) + self.draws

    @property
    def first(self) -> Share:
        """The first player's part of the points: a draw is shared by all."""
        return interval(self.wins[0] + self.draws / len(self.wins), self.games)

    @property
    def decided(self) -> Share:
        """The part of the games that somebody won."""
        return interval(sum(self.wins), self.games)

    def won_by(self, seat: int) -> Share:
        """The part of the games that a seat won."""
        return interval(self.wins[seat], self.games)


def measured_variants(name: str) -> list[Game]:
    """A game with all combinations of options that make a difference, for two players or more."""
    options = load(name).about.options
    values = [one.values if len(one.values) <= MANY else one.values[:USUAL] for one in options]
    found: dict[str, Game] = {}
    for combined in product(*values):
        chosen = dict(zip((one.name for one in options), combined, strict=True))
        usual = all(
            chosen[one.name] == one.values[0]
            for one in options
            if any(chosen[other] not in needed for other, needed in one.where.items())
        )
        game = load(name, **chosen)
        if usual and game.players > 1:
            found[game.id] = game
    return list(found.values())


def in_order(name: str, balances: Mapping[str, Balance]) -> dict[str, Balance]:
    """As variants are measured, the usual one first; then whatever else was."""
    ids = [game.id for game in measured_variants(name)]
    return {id: balances[id] for id in dict.fromkeys((*ids, *balances)) if id in balances}


def balance_match(game: Game, player: str, games: int, nodes: int, seed: int) -> Match:
    """The games that are measured: a player against itself, each opening once."""
    players, limit = (player,) * game.players, Limit(nodes=nodes)
    return Match(game, players, games, openings=game.players, seed=seed, limit=limit, is_once=True)


def balance_of(player: str, nodes: int, seed: int, records: Iterable[Record]) -> Balance:
    """What records tell; `BadMatch` where nobody finished a game."""
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
    """Where the balance of a game lies; of one from elsewhere, beside its own file."""
    own = FOLDER / f"{game.name}.json"
    known = game.name.isidentifier() and own.is_file()
    return own if known else beside(game.module, "balance.json")


@cache
def known_balances(game: Game) -> dict[str, Balance]:
    """What is on file about a game: by its ids with options, the usual ones first."""
    file = file_of(game)
    return parsed(file.read_text(), file.name) if file.is_file() else {}


def parsed(text: str, name: str) -> dict[str, Balance]:
    """What a file says; `BadBalance` says what is wrong with it."""
    from pydantic import TypeAdapter, ValidationError  # where a file is read, and nowhere else

    try:
        return TypeAdapter(dict[str, Balance]).validate_python(read_json(text))
    except BadJson as error:
        raise BadBalance(error.words.after(name)) from None
    except ValidationError as error:
        raise BadBalance(first_fault(error).located.after(name)) from None


def written(balances: dict[str, Balance]) -> str:
    """As JSON, one choice of options a line: so changes can be read."""
    lines = (f'"{id}": {json.dumps(one._asdict())}' for id, one in balances.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"
