"""Statistics of records: ratings and results of players, and facts about the game."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy

from steinreich.arena.plan import BadMatch
from steinreich.arena.ratings import Matrix, Rating, Share, interval, ratings
from steinreich.records import Record
from steinreich.rules import arguments
from steinreich.rules.errors import BadRecord
from steinreich.rules.language import Text

UNKNOWN = "?"  # stands for a missing player name or Termination
RECORDS = Text("an iterable of Records")
UNFINISHED = "unfinished"  # the ending of a game without a result or a failure


class Standing(NamedTuple):
    """The results of a player."""

    name: str  #: of the player
    rating: Rating | None  #: None if the player met no other
    games: int  #: number of finished games
    won: int  #: games
    drawn: int  #: games
    lost: int  #: games
    score: Share | None  #: of the points; a win is one, a draw is shared by all
    seconds: float | None  #: mean time of an action, if known


class Length(NamedTuple):
    """The number of actions of games."""

    mean: float  #: of all games
    least: int  #: in the shortest game
    most: int  #: in the longest game


class Report(NamedTuple):
    """The statistics of one game with its options."""

    game: str  #: its id, with options
    games: int  #: total number
    unfinished: int  #: number of games without a result, excluded from results and lengths
    standings: list[Standing]  #: the best first
    wins: Matrix  #: [i, j]: number of games in which i beat j, both in the order of the standings
    draws: Matrix  #: [i, j]: number of draws
    # `seats`, `drawn` and `length` are about the games that ended by the rules, if there are any.
    seats: list[Share]  #: of the points; the first player first
    drawn: float | None  #: the share of drawn games
    length: Length | None  #: number of actions
    branching: float  #: mean number of legal actions, in all games
    endings: dict[str, int]  #: number of games by Termination


def reports(records: Iterable[Record], anchor: str | None = None) -> list[Report]:
    """Return a report for each variant; the anchor is a player whose rating is 0."""
    by_game: dict[str, list[Record]] = {}
    arguments.check_instance("records", records, Iterable, RECORDS)
    for record in records:
        arguments.check_instance("records", record, Record, RECORDS)
        by_game.setdefault(record.game.id, []).append(record)
    if anchor is not None:
        arguments.check_text("anchor", anchor)
    if anchor is not None and not any(
        anchor in get_player_names(record) for listed in by_game.values() for record in listed
    ):
        raise BadMatch(f"no player in these games is called {anchor!r}")
    return [report(listed, anchor) for listed in by_game.values()]


def report(records: Sequence[Record], anchor: str | None = None) -> Report:
    """Return a report on games of one variant."""
    names = list(dict.fromkeys(name for record in records for name in get_player_names(record)))
    wins, draws = count_results_by_pair(records, names)
    anchor = anchor if anchor in names else None
    rated: list[Rating | None] = [None] * len(names)
    if (wins + draws).any():
        rated = [*ratings(names, wins + draws / 2, anchor)]
    standings = [
        make_standing(name, rating, records) for name, rating in zip(names, rated, strict=True)
    ]
    order = sorted(range(len(names)), key=lambda index: rank_key(standings[index]))
    regular_games = [
        record for record in records if record.result and get_failed_seat(record) is None
    ]
    return Report(
        game=records[0].game.id,
        games=len(records),
        unfinished=sum(map(is_unfinished, records)),
        standings=[standings[index] for index in order],
        wins=wins[numpy.ix_(order, order)],
        draws=draws[numpy.ix_(order, order)],
        seats=compute_seat_shares(regular_games),
        drawn=sum(map(is_draw, regular_games)) / len(regular_games) if regular_games else None,
        length=measure_lengths(regular_games),
        branching=compute_branching(records),
        endings=dict(Counter(get_termination(record) for record in records).most_common()),
    )


# Players


def count_results_by_pair(records: Iterable[Record], names: list[str]) -> tuple[Matrix, Matrix]:
    """Return for each pair of players the number of wins and of draws."""
    wins = numpy.zeros((len(names), len(names)), int)
    draws = numpy.zeros_like(wins)
    for record in records:
        players = [names.index(name) for name in get_player_names(record)]
        for first, second, first_won in compare_seats(record):
            if players[first] == players[second]:
                continue  # a player against itself
            if first_won:
                wins[players[first], players[second]] += 1
            else:
                draws[players[first], players[second]] += 1
                draws[players[second], players[first]] += 1
    return wins, draws


def compare_seats(record: Record) -> Iterator[tuple[int, int, bool]]:
    """Yield pairs of seats, each with True if the first beat the second, False for a draw.

    The winner beats all others, which are not compared with each other.  In a game without a result
    in which a player failed, all others beat that player.
    """
    seats, result, failed = range(record.game.players), record.result, get_failed_seat(record)
    if result is None:
        if failed is not None:
            yield from ((seat, failed, True) for seat in seats if seat != failed)
    elif not any(result):
        yield from ((first, second, False) for first, second in combinations(seats, 2))
    elif 1 in result:
        winner = result.index(1)
        yield from ((winner, seat, True) for seat in seats if seat != winner)


def make_standing(name: str, rating: Rating | None, records: Iterable[Record]) -> Standing:
    """Return the results of a player; in games against itself it counts in every seat."""
    results: Counter[int | None] = Counter()
    points = seconds = actions = 0.0
    for record in records:
        for seat, player_name in enumerate(get_player_names(record)):
            if player_name == name:
                if not is_unfinished(record):
                    results[get_outcome(record, seat)] += 1
                points += get_points(record, seat)
                seconds += parse_number_header(record, f"Seconds{seat + 1}")
                actions += parse_number_header(record, f"Actions{seat + 1}")
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


def rank_key(standing: Standing) -> tuple[float, float]:
    """Return a sort key, the best first: by rating, else by score."""
    return (
        -standing.rating.elo if standing.rating else 0.0,
        -standing.score.mean if standing.score else 0.0,
    )


def get_player_names(record: Record) -> list[str]:
    """Return the names of the players by seat."""
    seats = range(1, record.game.players + 1)
    return [record.headers.get(f"Player{seat}", UNKNOWN) for seat in seats]


def parse_number_header(record: Record, name: str) -> float:
    """Return the number in a header, 0 if it is missing."""
    text = record.headers.get(name, "0")
    try:
        return float(text)
    except ValueError:
        raise BadRecord(f"the header {name} is not a number but {text[:40]!r}") from None


def get_failed_seat(record: Record) -> int | None:
    """Return the seat of the player that failed, if any."""
    number = parse_number_header(record, "Failed")
    return int(number) - 1 if number in range(1, record.game.players + 1) else None


def get_outcome(record: Record, seat: int) -> int | None:
    """Return +1, 0 or -1; None in a game without a result in which another player failed."""
    if record.result is None:
        return -1 if seat == get_failed_seat(record) else None
    return record.result[seat]


def get_points(record: Record, seat: int) -> float:
    """Return 1 for a win; the players of a draw share the point."""
    outcome = get_outcome(record, seat)
    return 1.0 if outcome == 1 else 1 / record.game.players if outcome == 0 else 0.0


# The game


def is_unfinished(record: Record) -> bool:
    """Return whether a game was interrupted, without a result or a failure."""
    return record.result is None and get_failed_seat(record) is None


def is_draw(record: Record) -> bool:
    return record.result is not None and not any(record.result)


def compute_seat_shares(regular_games: Sequence[Record]) -> list[Share]:
    """Return the share of the points of each seat, to compare seats."""
    seats = regular_games[0].game.players if regular_games else 0
    return [
        interval(sum(get_points(record, seat) for record in regular_games), len(regular_games))
        for seat in range(seats)
    ]


def measure_lengths(regular_games: Sequence[Record]) -> Length | None:
    """Return the lengths of the games."""
    lengths = [len(record.moves()) for record in regular_games]
    return Length(sum(lengths) / len(lengths), min(lengths), max(lengths)) if lengths else None


def compute_branching(records: Iterable[Record]) -> float:
    """Return the mean number of legal actions per decision."""
    choices = positions = 0.0
    for record in records:
        length = len(record.moves())
        if "Choices" in record.headers:  # counted while the game was played
            choices += parse_number_header(record, "Choices")
            positions += length - parse_number_header(record, "Opening")
        else:
            choices += sum(len(position.actions()) for position in record.positions()[:-1])
            positions += length
    return choices / positions if positions else 0.0


def get_termination(record: Record) -> str:
    return record.headers.get("Termination", UNFINISHED if is_unfinished(record) else UNKNOWN)


# For programs


def data(report: Report) -> dict[str, Any]:
    """Return a report as JSON data."""
    return {
        "game": report.game,
        "games": report.games,
        "unfinished": report.unfinished,
        "players": [standing_data(standing) for standing in report.standings],
        "wins": report.wins.tolist(),
        "draws": report.draws.tolist(),
        "seats": [seat._asdict() for seat in report.seats],
        "drawn": report.drawn,
        "length": report.length and report.length._asdict(),
        "branching": report.branching,
        "endings": report.endings,
    }


def standing_data(standing: Standing) -> dict[str, Any]:
    """Return a player's figures as JSON data."""
    elo = {"elo": standing.rating.elo, "margin": standing.rating.margin} if standing.rating else {}
    score = standing.score and standing.score._asdict()
    return {**standing._asdict(), "score": score, "rating": elo or None}
