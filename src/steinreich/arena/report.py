"""What the records of a match tell: about the players, and about the game itself."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy

from steinreich.arena.plan import BadMatch
from steinreich.arena.ratings import Matrix, Rating, Share, interval, ratings
from steinreich.records import Record
from steinreich.rules.errors import BadRecord

UNKNOWN = "?"  # a player without a name, a game without a reason for its end
UNFINISHED = "unfinished"  # the ending of a game without a result in which nobody failed


class Standing(NamedTuple):
    """How a player did."""

    name: str
    rating: Rating | None  # None where nobody was met but the player itself
    games: int  # without those that were not finished
    won: int
    drawn: int
    lost: int
    score: Share | None  # of the points; a win is one, a draw is shared by all
    seconds: float | None  # an action took on average, where that is known


class Length(NamedTuple):
    """How many actions a game has."""

    mean: float
    least: int
    most: int


class Report(NamedTuple):
    """All about one game with its options."""

    game: str
    games: int  # all that there are
    unfinished: int  # of them; no other figure of results or lengths counts these
    standings: list[Standing]  # the best first
    wins: Matrix  # [i, j]: how often i came before j, both in the order of the standings
    draws: Matrix  # [i, j]: how often neither did
    # Of the games that ended by the rules, if there are any:
    seats: list[Share]  # of the points; the first player first
    drawn: float | None  # the share of games
    length: Length | None
    branching: float  # legal actions on average
    endings: dict[str, int]  # how often each Termination


def reports(records: Iterable[Record], anchor: str | None = None) -> list[Report]:
    """A report for each game and its options."""
    by_game: dict[str, list[Record]] = {}
    for record in records:
        by_game.setdefault(record.game.id, []).append(record)
    if anchor is not None and not any(
        anchor in players(record) for listed in by_game.values() for record in listed
    ):
        raise BadMatch(f"no player in these games is called {anchor!r}")
    return [report(listed, anchor) for listed in by_game.values()]


def report(records: Sequence[Record], anchor: str | None = None) -> Report:
    """A report on games that are all of one kind."""
    names = list(dict.fromkeys(name for record in records for name in players(record)))
    wins, draws = crosstable(records, names)
    anchor = anchor if anchor in names else None
    rated: list[Rating | None] = [None] * len(names)
    if (wins + draws).any():
        rated = [*ratings(names, wins + draws / 2, anchor)]
    standings = [standing(name, rating, records) for name, rating in zip(names, rated, strict=True)]
    order = sorted(range(len(names)), key=lambda index: rank(standings[index]))
    fair = [record for record in records if record.result and failed_seat(record) is None]
    return Report(
        game=records[0].game.id,
        games=len(records),
        unfinished=sum(map(is_unfinished, records)),
        standings=[standings[index] for index in order],
        wins=wins[numpy.ix_(order, order)],
        draws=draws[numpy.ix_(order, order)],
        seats=seat_shares(fair),
        drawn=sum(map(is_draw, fair)) / len(fair) if fair else None,
        length=length_of(fair),
        branching=branching(records),
        endings=dict(Counter(termination(record) for record in records).most_common()),
    )


# Players


def crosstable(records: Iterable[Record], names: list[str]) -> tuple[Matrix, Matrix]:
    """How often each player came before each other, and how often neither did."""
    wins = numpy.zeros((len(names), len(names)), int)
    draws = numpy.zeros_like(wins)
    for record in records:
        seated = [names.index(name) for name in players(record)]
        for one, other, ahead in placings(record):
            if seated[one] == seated[other]:
                continue  # against oneself
            if ahead:
                wins[seated[one], seated[other]] += 1
            else:
                draws[seated[one], seated[other]] += 1
                draws[seated[other], seated[one]] += 1
    return wins, draws


def placings(record: Record) -> Iterator[tuple[int, int, bool]]:
    """Pairs of seats: whether the first came before the second, or neither before the other.

    The winner came before all others, who are not compared.  Where somebody failed and there
    is no result, all others came before that one.
    """
    seats, result, failed = range(record.game.players), record.result, failed_seat(record)
    if result is None:
        if failed is not None:
            yield from ((seat, failed, True) for seat in seats if seat != failed)
    elif not any(result):
        yield from ((one, other, False) for one, other in combinations(seats, 2))
    elif 1 in result:
        winner = result.index(1)
        yield from ((winner, seat, True) for seat in seats if seat != winner)


def standing(name: str, rating: Rating | None, records: Iterable[Record]) -> Standing:
    """How a player did; in games against itself it counts in every seat."""
    results: Counter[int | None] = Counter()
    points = seconds = actions = 0.0
    for record in records:
        for seat, seated in enumerate(players(record)):
            if seated == name:
                if not is_unfinished(record):
                    results[share_of(record, seat)] += 1
                points += points_of(record, seat)
                seconds += figure(record, f"Seconds{seat + 1}")
                actions += figure(record, f"Actions{seat + 1}")
    counted = results[1] + results[0] + results[-1]
    return Standing(
        name,
        rating,
        sum(results.values()),
        results[1],
        results[0],
        results[-1],
        interval(points, counted) if counted else None,
        seconds / actions if actions else None,
    )


def rank(one: Standing) -> tuple[float, float]:
    """The best first: by rating, and where there is none, by score."""
    return (-one.rating.elo if one.rating else 0.0, -one.score.mean if one.score else 0.0)


def players(record: Record) -> list[str]:
    """Who sat where."""
    seats = range(1, record.game.players + 1)
    return [record.headers.get(f"Player{seat}", UNKNOWN) for seat in seats]


def figure(record: Record, name: str) -> float:
    """What a header counts; nothing if it is not there."""
    text = record.headers.get(name, "0")
    try:
        return float(text)
    except ValueError:
        raise BadRecord(f"the header {name} is not a number but {text[:40]!r}") from None


def failed_seat(record: Record) -> int | None:
    """Who failed, if anybody did."""
    number = figure(record, "Failed")
    return int(number) - 1 if number in range(1, record.game.players + 1) else None


def share_of(record: Record, seat: int) -> int | None:
    """+1, 0 or -1; None in a game without a result in which somebody else failed."""
    if record.result is None:
        return -1 if seat == failed_seat(record) else None
    return record.result[seat]


def points_of(record: Record, seat: int) -> float:
    """1 for a win; the players of a draw share it."""
    share = share_of(record, seat)
    return 1.0 if share == 1 else 1 / record.game.players if share == 0 else 0.0


# The game


def is_unfinished(record: Record) -> bool:
    """Whether a game was interrupted: nobody has won or failed, and it is no draw either."""
    return record.result is None and failed_seat(record) is None


def is_draw(record: Record) -> bool:
    return record.result is not None and not any(record.result)


def seat_shares(fair: Sequence[Record]) -> list[Share]:
    """The share of the points that each seat took: whether it is good to be the first."""
    seats = fair[0].game.players if fair else 0
    return [
        interval(sum(points_of(record, seat) for record in fair), len(fair))
        for seat in range(seats)
    ]


def length_of(fair: Sequence[Record]) -> Length | None:
    """How long the games are."""
    lengths = [len(record.moves()) for record in fair]
    return Length(sum(lengths) / len(lengths), min(lengths), max(lengths)) if lengths else None


def branching(records: Iterable[Record]) -> float:
    """Legal actions on average, where a player had to choose."""
    choices = positions = 0.0
    for record in records:
        length = len(record.moves())
        if "Choices" in record.headers:  # counted while the game was played
            choices += figure(record, "Choices")
            positions += length - figure(record, "Opening")
        else:
            choices += sum(len(position.actions()) for position in record.positions()[:-1])
            positions += length
    return choices / positions if positions else 0.0


def termination(record: Record) -> str:
    return record.headers.get("Termination", UNFINISHED if is_unfinished(record) else UNKNOWN)


# For programs


def data(one: Report) -> dict[str, Any]:
    """A report as JSON data."""
    return {
        "game": one.game,
        "games": one.games,
        "unfinished": one.unfinished,
        "players": [standing_data(each) for each in one.standings],
        "wins": one.wins.tolist(),
        "draws": one.draws.tolist(),
        "seats": [seat._asdict() for seat in one.seats],
        "drawn": one.drawn,
        "length": one.length and one.length._asdict(),
        "branching": one.branching,
        "endings": one.endings,
    }


def standing_data(one: Standing) -> dict[str, Any]:
    """A player's figures as JSON data."""
    elo = {"elo": one.rating.elo, "margin": one.rating.margin} if one.rating else {}
    score = one.score and one.score._asdict()
    return {**one._asdict(), "score": score, "rating": elo or None}
