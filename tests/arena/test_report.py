"""Reports on a few real games and on constructed results."""

import json
from math import log10

import pytest

from steinreich import load
from steinreich.arena import columns
from steinreich.arena.plan import BadMatch
from steinreich.arena.report import Report, data, report, reports
from steinreich.records import Record, Result
from steinreich.rules.errors import BadRecord

ROD = "a1 b2 a1 b2 a1 b2 a1"  # the first player fills a rod
OTHER_ROD = "a1 b2 a1 b2 a1 b2 c3 b2"  # the second player does


def game(players: str, moves: str, **headers: str) -> Record:
    """Return a game of Four in a Row 3D between players with names of one letter."""
    names = {f"Player{seat}": name for seat, name in enumerate(players, 1)}
    start = load("vier3d", players=len(players)).start()
    record = Record(start)
    for move in moves.split():
        record.play(move)
    record.headers |= {**names, "Termination": "normal", **headers}
    return record


def finished_game(players: str, result: Result | None, **headers: str) -> Record:
    """Return a game with nothing but a result."""
    record = game(players, "a1", **headers)
    record.result = result
    return record


def scores(statistics: Report) -> list[float]:
    """Return the shares of points, highest first."""
    return [standing.score.mean for standing in statistics.standings if standing.score]


@pytest.fixture
def four() -> Report:
    """Four games: a wins three times, twice as the first player; b once, as the first player."""
    return report([game("ab", ROD), game("ab", ROD), game("ba", OTHER_ROD), game("ba", ROD)])


def test_report_rates_players(four: Report) -> None:
    first, second = four.standings
    assert (first.name, first.games, first.won, first.drawn, first.lost) == ("a", 4, 3, 0, 1)
    assert (second.name, second.games, second.won, second.drawn, second.lost) == ("b", 4, 1, 0, 3)
    assert first.score
    assert first.score.low < first.score.mean == 0.75 < first.score.high
    assert first.rating
    assert second.rating
    # Three wins to one, and the prior of one draw: 3.5 to 1.5 points
    assert first.rating.elo == -second.rating.elo == pytest.approx(200 * log10(3.5 / 1.5))
    assert first.seconds is None


def test_game_statistics(four: Report) -> None:
    assert (four.game, four.games) == ("vier3d", 4)
    assert four.length == (7.25, 7, 8)
    assert [seat.mean for seat in four.seats] == [0.75, 0.25]
    assert four.drawn == 0
    assert four.endings == {"normal": 4}
    assert four.branching == 16  # a rod is full only when the game is over


def test_crosstable_counts_points(four: Report) -> None:
    assert four.wins.tolist() == [[0, 3], [1, 0]]
    assert four.draws.tolist() == [[0, 0], [0, 0]]


def test_draws_count_half() -> None:
    statistics = report(
        [finished_game("ab", (0, 0)), finished_game("ba", (1, -1)), finished_game("ab", (0, 0))]
    )
    assert statistics.drawn == pytest.approx(2 / 3)
    assert [standing.name for standing in statistics.standings] == ["b", "a"]
    assert statistics.draws.tolist() == [[0, 2], [2, 0]]
    assert scores(statistics) == pytest.approx([2 / 3, 1 / 3])
    assert statistics.seats[0].mean == pytest.approx(2 / 3)
    assert columns.crosstable(statistics, "en").rows == [["1 b", "–", "2/3"], ["2 a", "1/3", "–"]]


def test_best_player_comes_first() -> None:
    statistics = report([game("ba", OTHER_ROD), game("ab", ROD), game("ba", OTHER_ROD)])
    assert [standing.name for standing in statistics.standings] == ["a", "b"]
    assert statistics.wins.tolist() == [[0, 3], [0, 0]]


def test_branching_is_counted_where_players_chose() -> None:
    record = game("ab", ROD, Choices="50", Opening="2")
    assert report([record]).branching == 10
    full = game("ab", "a1 a1 a1 a1 b1")
    # The fifth action was chosen without the full rod a1.
    assert report([full]).branching == pytest.approx((4 * 16 + 15) / 5)


def test_time_per_action() -> None:
    statistics = report(
        [game("ab", ROD, Seconds1="2.0", Actions1="4", Seconds2="0.3", Actions2="3")]
    )
    assert [standing.seconds for standing in statistics.standings] == pytest.approx([0.5, 0.1])


def test_failures_are_excluded_from_first_player_statistics() -> None:
    failed = finished_game("ab", (-1, 1), Failed="1", Termination="a failed: it hung")
    statistics = report([failed, game("ba", ROD)])
    assert statistics.seats[0].mean == 1
    assert statistics.wins.tolist() == [[0, 2], [0, 0]]
    assert statistics.endings == {"a failed: it hung": 1, "normal": 1}


def test_games_of_three_players() -> None:
    """The winner precedes the others, which are not compared."""
    statistics = report([finished_game("abc", (1, -1, -1)), finished_game("bca", (-1, -1, 1))])
    names = [standing.name for standing in statistics.standings]
    assert names[0] == "a"
    assert statistics.wins.tolist() == [[0, 2, 2], [0, 0, 0], [0, 0, 0]]
    assert statistics.draws.sum() == 0
    assert [seat.mean for seat in statistics.seats] == [0.5, 0, 0.5]
    assert len(columns.facts(statistics, "en").rows) == 3 + 4


def test_draw_of_three() -> None:
    statistics = report([finished_game("abc", (0, 0, 0))])
    assert statistics.draws.sum() == 6
    assert scores(statistics) == pytest.approx([1 / 3] * 3)


def test_failing_player_among_three_comes_last() -> None:
    statistics = report([finished_game("abc", None, Failed="2", Termination="b failed: it hung")])
    assert [standing.name for standing in statistics.standings] == ["a", "c", "b"]
    assert statistics.wins.tolist() == [[0, 0, 1], [0, 0, 1], [0, 0, 0]]
    assert [standing.lost for standing in statistics.standings] == [0, 0, 1]


def test_unfinished_games_do_not_count_in_ratings() -> None:
    statistics = report([finished_game("ab", None)])
    assert (statistics.games, statistics.unfinished) == (1, 1)
    assert statistics.wins.sum() == statistics.draws.sum() == 0
    for standing in statistics.standings:
        assert (standing.games, standing.won, standing.drawn, standing.lost, standing.rating) == (
            0,
            0,
            0,
            0,
            None,
        )
        assert standing.score is None
    assert statistics.length is None
    assert statistics.drawn is None
    assert statistics.seats == []


def test_unfinished_games_do_not_change_statistics(four: Report) -> None:
    """Neither the share of draws nor the length nor the number of games of a player."""
    finished = [game("ab", ROD), finished_game("ba", (0, 0)), game("ba", ROD)]
    interrupted = finished_game("ab", None)
    del interrupted.headers["Termination"]
    whole, longer = report(finished), report([*finished, interrupted, interrupted])
    assert (longer.games, longer.unfinished) == (5, 2)
    assert longer.endings == {"normal": 3, "unfinished": 2}
    same = ("standings", "drawn", "length", "seats")
    assert [getattr(longer, name) for name in same] == [getattr(whole, name) for name in same]
    assert all(
        standing.games == standing.won + standing.drawn + standing.lost
        for standing in longer.standings
    )
    assert columns.facts(longer, "en").headings == ["vier3d", "5 games, 2 of them unfinished"]
    assert columns.facts(longer, "de").headings == ["vier3d", "5 Partien, davon 2 unvollendet"]
    assert "2 × unvollendet" in [row[1] for row in columns.facts(longer, "de").rows]


def test_failures_change_neither_draws_nor_lengths() -> None:
    failed = finished_game("ab", (-1, 1), Failed="1", Termination="a failed: it hung")
    statistics = report([failed, game("ba", ROD), game("ab", ROD)])
    assert (statistics.games, statistics.unfinished) == (3, 0)
    assert statistics.length == (7, 7, 7)
    assert statistics.drawn == 0
    assert [standing.games for standing in statistics.standings] == [3, 3]


def test_report_omits_unknown_statistics() -> None:
    statistics = report([finished_game("ab", None)])
    assert [row[0] for row in columns.facts(statistics, "en").rows] == ["legal actions", "ending"]
    rows = [[name, "0", "0", "0", "0", "", ""] for name in "ab"]
    assert columns.standings(statistics, "en").rows == rows
    read = json.loads(json.dumps(data(statistics)))
    assert (read["unfinished"], read["drawn"], read["length"], read["seats"]) == (1, None, None, [])
    assert read["players"][0]["score"] is None


def test_player_against_itself() -> None:
    statistics = report([game("aa", ROD), game("aa", ROD)])
    (only_standing,) = statistics.standings
    assert (only_standing.games, only_standing.won, only_standing.lost, only_standing.rating) == (
        4,
        2,
        2,
        None,
    )
    assert statistics.seats[0].mean == 1


def test_single_player_games() -> None:
    start = load("six_in_line", players=1).start()
    statistics = report(
        [Record(start, {"Player1": "a"}, (1,)), Record(start, {"Player1": "b"}, (-1,))]
    )
    assert [(standing.name, standing.rating) for standing in statistics.standings] == [
        ("a", None),
        ("b", None),
    ]
    assert scores(statistics) == [1, 0]


def test_each_game_and_option_has_its_own_report() -> None:
    found = reports([game("ab", ROD), finished_game("abc", (1, -1, -1)), game("ba", ROD)])
    assert [(statistics.game, statistics.games) for statistics in found] == [
        ("vier3d", 2),
        ("vier3d(players=3)", 1),
    ]


def test_anchor_has_rating_zero() -> None:
    records = [game("ab", ROD), finished_game("acd", (1, -1, -1))]
    for statistics in reports(records, anchor="b")[0].standings:
        assert statistics.rating
        assert (statistics.rating.elo == 0) == (statistics.name == "b")
    with pytest.raises(BadMatch, match="no player in these games is called 'x'"):
        reports(records, anchor="x")


def test_non_numeric_headers_raise_bad_record() -> None:
    with pytest.raises(BadRecord, match="the header Choices is not a number but 'many'"):
        report([game("ab", ROD, Choices="many")])


def test_data_is_json(four: Report) -> None:
    read = json.loads(json.dumps(data(four)))
    assert read["players"][0]["name"] == "a"
    assert read["players"][0]["rating"]["elo"] > 0
    assert read["wins"] == [[0, 3], [1, 0]]
    assert read["length"] == {"mean": 7.25, "least": 7, "most": 8}
    assert read["seats"][0]["mean"] == 0.75


def test_columns_align_numbers_to_the_right(four: Report) -> None:
    facts = dict(columns.facts(four, "en").rows)
    assert facts["first player"] == "75.0 % of the points (95 %: 30.1–95.4)"
    assert facts["length"] == "7.2 actions (7–8)"
    assert facts["ending"] == "4 × normal"
    assert columns.standings(four, "de").headings[:4] == ["Spieler", "Elo", "±", "Partien"]
    assert columns.standings(four, "en").rows[0][:2] == ["a", "+74"]
    assert columns.crosstable(four, "en").rows[0] == ["1 a", "–", "3/4"]


@pytest.mark.parametrize(
    ("points", "text"), [(0, "0"), (0.5, "½"), (1, "1"), (7.5, "7½"), (10, "10")]
)
def test_halves_are_shown(points: float, text: str) -> None:
    assert columns.format_points(points) == text
