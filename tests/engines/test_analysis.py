"""The analysis protocol: queries, answers, intermediate reports, termination, errors."""

import io
import json
import os
import time
from collections.abc import Iterator
from threading import Event, Thread
from typing import Any

import pytest

from steinreich import Game, __version__, load
from steinreich.engines.analysis.answers import AnalysisService, SearchStarted
from steinreich.engines.analysis.query import DEFAULT_LIMIT, Query, parse_line
from steinreich.engines.analysis.stream import QueryStream
from steinreich.engines.player_settings import PlayerFactory, PlayerSettings
from steinreich.engines.text_lines import MAX_LINE_CHARACTERS
from steinreich.explain import reasons
from steinreich.players.player import Limit, Player, Question
from steinreich.search.result import SearchResult
from tests.cli.conftest import CONNECT_FOUR
from tests.conftest import ALL_IDS
from tests.players.fakes import FakePlayer, LineStream, make_fake

pytestmark = pytest.mark.xdist_group(__name__)

Json = dict[str, Any]
WINNING_POSITION = "rrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- r"


def get_answers(*queries: Json | str, game: str | None = None, workers: int = 1) -> list[Json]:
    """Return the answers to queries that are sent at once; strings are sent unchanged."""
    lines = [query if isinstance(query, str) else json.dumps(query) for query in queries]
    out = io.StringIO()
    analysis = QueryStream(load(game) if game else None, make_fake, out, workers=workers)
    analysis.run(io.StringIO("".join(f"{line}\n" for line in lines)))
    return [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.fixture(scope="module")
def client() -> Iterator["AnalysisClient"]:
    """A client of an analysis that many tests share."""
    client = AnalysisClient(make_fake)
    yield client
    client.close()


def get_only_answer(*queries: Json | str, game: str | None = None) -> Json:
    """Return the only answer."""
    (answer,) = get_answers(*queries, game=game)
    return answer


class AnalysisClient:
    """A client of an analysis that runs in a thread."""

    def __init__(self, create_player: PlayerFactory, workers: int = 1) -> None:
        # Many tests share a client: the next line may arrive long after the last.
        self.into, self.out = LineStream(timeout_seconds=None), LineStream()
        analysis = QueryStream(None, create_player, self.out, workers=workers)  # type: ignore[arg-type]
        self.thread = Thread(target=analysis.run, args=(self.into,))
        self.thread.start()

    def send(self, **query: object) -> None:
        self.into.write(json.dumps(query) + "\n")

    def request(self, *queries: Json) -> list[Json]:
        """Return as many answers as there are queries."""
        for query in queries:
            self.into.write(json.dumps(query) + "\n")
        return [self.receive() for _ in queries]

    def receive(self) -> Json:
        return dict(json.loads(self.out.readline()))

    def close(self) -> None:
        self.into.write("")
        self.thread.join(10)
        assert not self.thread.is_alive()


# Answers


def test_answer_has_lines_and_verdict() -> None:
    query = {"id": "q", "game": "vier3d", "moves": ["a1", "b2"], "lines": 2, "depth": 2}
    guess = {"certainty": "estimated", "values": [0.25, -0.25], "turns": None, "stored": False}
    assert get_only_answer(query) == {
        "id": "q",
        "isDuringSearch": False,
        "game": "vier3d",
        "position": "r/-/-/-/-/b/-/-/-/-/-/-/-/-/-/- r",
        "player": 0,
        "verdict": guess,
        "lines": [
            {"actions": ["a1", "a1"], "verdict": guess},
            {"actions": ["b1", "a1"], "verdict": guess},
        ],
        "nodes": 200,
        "depth": 2,
        "seconds": 0.002,
    }


def test_marks_proven_verdicts() -> None:
    answer = get_only_answer(
        {"id": "q", "game": "vier3d", "position": WINNING_POSITION, "lines": 2, "depth": 1}
    )
    proven = {"certainty": "proven", "values": [1.0, -1.0], "turns": 1, "stored": False}
    assert answer["verdict"] == answer["lines"][0]["verdict"] == proven
    assert answer["lines"][1]["verdict"]["certainty"] == "estimated"


def test_answers_queries_about_finished_games() -> None:
    moves = ["a1", "b1", "a1", "b1", "a1", "b1", "a1"]
    answer = get_only_answer({"id": "q", "game": "vier3d", "moves": moves})
    proven = {"certainty": "proven", "values": [1.0, -1.0], "turns": 0, "stored": False}
    assert (answer["lines"], answer["verdict"]) == ([], proven)


def test_all_players_have_a_value() -> None:
    answer = get_only_answer({"id": "q", "game": "six_in_line(players=4)", "depth": 1})
    values = answer["verdict"]["values"]
    assert (len(values), values[answer["player"]]) == (4, 0.25)


@pytest.mark.parametrize("language", ["en", "de"])
def test_answer_includes_reasons(language: str) -> None:
    query = {"id": "q", "game": "vier3d", "position": WINNING_POSITION, "depth": 1}
    position = load("vier3d").position(WINNING_POSITION)
    expected = [
        words.in_language(language) for words in reasons(position, position.parse_move("a1"))
    ]
    (line,) = get_only_answer({**query, "reasons": True, "language": language})["lines"]
    assert line["reasons"] == expected
    assert "reasons" not in get_only_answer(query)["lines"][0]


@pytest.mark.parametrize("id", ALL_IDS[:: max(1, len(ALL_IDS) // 12)])
def test_analyses_every_game(id: str) -> None:
    start = load(id).start(seed=1)
    answer = get_only_answer({"id": "q", "position": str(start), "depth": 1}, game=id)
    assert answer["position"] == str(start)
    assert answer["lines"][0]["actions"][0] == start.name(start.actions()[0])


def test_default_game_and_limit() -> None:
    query = parse_line('{"id": "q"}', load("vier3d"))
    assert isinstance(query, Query)
    assert (query.position, query.limit, query.lines) == (load("vier3d").start(), DEFAULT_LIMIT, 1)


def test_query_has_the_given_limits() -> None:
    query = parse_line('{"id": "q", "seconds": 2, "nodes": 5, "depth": 7}', load("vier3d"))
    assert isinstance(query, Query)
    assert query.limit == Limit(2.0, 5, 7)


def test_many_queries_with_several_workers() -> None:
    queries = [
        {"id": str(n), "game": "vier3d", "moves": ["a1"] * (n % 5), "depth": 1} for n in range(60)
    ]
    for workers in (1, 4):
        found = get_answers(*queries, workers=workers)
        assert sorted(int(answer["id"]) for answer in found) == list(range(60))
        if workers == 1:
            assert [answer["id"] for answer in found] == [query["id"] for query in queries]


def test_queries_are_independent() -> None:
    """Equal queries get equal answers: each query is a new game."""
    players: list[FakePlayer] = []

    def create_player(game: Game, settings: PlayerSettings) -> Player:
        players.append(FakePlayer(game, settings))
        return players[-1]

    service = AnalysisService(create_player, PlayerSettings(seed=4))
    for name in ("vier3d", "vier3d", "inner_square"):
        query = parse_line(json.dumps({"id": "q", "game": name, "depth": 1}), None)
        assert isinstance(query, Query)
        messages: list[object] = []
        assert service.answer(query, messages.append, Event())["game"] == name
        assert messages == [SearchStarted()]
    service.close()
    assert [(player.game.id, player.num_new_games) for player in players] == [
        ("vier3d", 2),
        ("inner_square", 1),
    ]
    assert all(player.is_closed and player.settings.seed == 4 for player in players)


# Other actions


def test_answers_with_the_version() -> None:
    query = {"id": "v", "action": "query_version"}
    assert get_only_answer(query) == {**query, "version": __version__}


class WaitingPlayer(FakePlayer):
    """Thinks until it is told to stop."""

    def answer(self, question: Question) -> SearchResult:
        result = super().answer(question._replace(stop=None))
        if question.limit != Limit(nodes=1) and question.stop:
            question.stop.wait(30)
        return result


def create_waiting_player(game: Game, settings: PlayerSettings) -> Player:
    return WaitingPlayer(game, settings)


@pytest.fixture
def waiting_client() -> Iterator[AnalysisClient]:
    """A client of an analysis whose searches end only when they are terminated."""
    client = AnalysisClient(create_waiting_player)
    yield client
    if client.thread.is_alive():
        client.send(id="end", action="terminate_all")
        client.close()


def test_terminate_stops_queries(waiting_client: AnalysisClient) -> None:
    waiting_client.send(id="one", game="vier3d", seconds=1000, reportDuringSearchEvery=0.01)
    for id in ("two", "three"):
        waiting_client.send(id=id, game="vier3d", seconds=1000)
    assert waiting_client.receive()["isDuringSearch"]
    waiting_client.send(id="t", action="terminate", terminateId="two")
    assert waiting_client.receive() == {"id": "t", "action": "terminate", "terminateId": "two"}
    waiting_client.send(id="u", action="terminate", terminateId="one")
    assert waiting_client.receive() == {"id": "u", "action": "terminate", "terminateId": "one"}
    answer = waiting_client.receive()
    assert (answer["id"], answer["nodes"]) == ("one", 300)
    assert waiting_client.receive() == {"id": "two", "isDuringSearch": False, "noResults": True}
    waiting_client.send(id="a", action="terminate_all")
    assert {waiting_client.receive()["id"] for _ in range(2)} == {"a", "three"}


def test_sends_partial_answers(waiting_client: AnalysisClient) -> None:
    waiting_client.send(
        id="p", game="vier3d", seconds=1000, reportDuringSearchEvery=0.01, reasons=True
    )
    partial = waiting_client.receive()
    assert (partial["id"], partial["isDuringSearch"], partial["depth"]) == ("p", True, 3)
    assert "reasons" not in partial["lines"][0]
    waiting_client.send(id="t", action="terminate_all")
    assert waiting_client.receive()["id"] == "t"  # and not the same report again
    final = waiting_client.receive()
    assert (final["id"], final["isDuringSearch"]) == ("p", False)
    assert final["lines"][0]["reasons"]


# Refusals

TOO_LONG_OR_DEEP = "a number in this JSON is too long, or it is nested too deeply"


@pytest.mark.parametrize(
    ("query", "field", "error"),
    [
        ({}, "id", "this field is required"),
        ({"id": 5}, "id", "expected a string, not '5'"),
        ({"id": "i" * 201}, "id", "expected a string of at most 200 characters"),
        ({"id": "q"}, "game", "this field is required"),
        ({"id": "q", "game": "chess"}, "game", "no game is called 'chess'; there are"),
        ({"id": "q", "game": CONNECT_FOUR}, "game", "is a file"),
        ({"id": "q", "game": "vier3d", "position": "x"}, "position", "a position has 2 parts"),
        ({"id": "q", "game": "vier3d", "position": "x" * 999}, "position", "at most 500"),
        (
            {"id": "q", "game": "tzaar"},
            "position",
            "this field is required, because tzaar is set up at random",
        ),
        ({"id": "q", "game": "vier3d", "moves": "a1"}, "moves", "expected an array, not 'a1'"),
        ({"id": "q", "game": "vier3d", "moves": [1]}, "moves", "expected a string, not '1'"),
        ({"id": "q", "game": "vier3d", "moves": ["a1", "zz"]}, "moves", "move 2, 'zz': not the"),
        ({"id": "q", "game": "vier3d", "lines": 0}, "lines", "a number of at least 1"),
        ({"id": "q", "game": "vier3d", "lines": 101}, "lines", "expected a number of at most 100"),
        ({"id": "q", "game": "vier3d", "lines": True}, "lines", "expected an integer"),
        ({"id": "q", "game": "vier3d", "nodes": 1.5}, "nodes", "expected an integer"),
        ({"id": "q", "game": "vier3d", "seconds": -1}, "seconds", "a number of at least 0.01"),
        ({"id": "q", "game": "vier3d", "seconds": "1"}, "seconds", "expected a number"),
        ({"id": "q", "game": "vier3d", "reasons": 1}, "reasons", "expected true or false"),
        (
            {"id": "q", "game": "vier3d", "language": "xx"},
            "language",
            "expected one of en, de, fr",
        ),
        ({"id": "q", "game": "vier3d", "maxVisits": 5}, "maxVisits", "unknown field"),
        ({"id": "q", "action": "dance"}, "action", "one of query_version, terminate"),
        ({"id": "q", "action": None}, "action", "one of query_version, terminate"),
        ({"id": "q", "action": "terminate"}, "terminateId", "this field is required"),
        ({"action": "query_version"}, "id", "this field is required"),
    ],
)
def test_rejects_invalid_fields(
    query: Json, field: str, error: str, client: AnalysisClient
) -> None:
    error_answer, answer = client.request(query, {"id": "next", "game": "vier3d", "depth": 1})
    assert error_answer["field"] == field
    assert error in error_answer["error"]
    assert error_answer.get("id") == (query.get("id") if field != "id" else None)
    assert answer["id"] == "next"


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("hello", "line 1, column 1: invalid JSON: Expecting value"),
        ('{"id": "q"', "line 1, column 11: invalid JSON: Expecting ',' delimiter"),
        ("[1, 2]", "a query must be a JSON object"),
        ('{"id": NaN}', "NaN is not a valid number in JSON"),
        ('{"id": "q", "id": "r"}', "duplicate key 'id' in an object"),
        ('{"id": ' + "9" * 5000 + "}", TOO_LONG_OR_DEEP),
        ("[" * 90_000, TOO_LONG_OR_DEEP),
        ("x" * (MAX_LINE_CHARACTERS + 1), f"a line has at most {MAX_LINE_CHARACTERS} characters"),
        ("\x00\x1b[2J", "line 1, column 1: invalid JSON"),
    ],
)
def test_rejects_invalid_lines(line: str, error: str) -> None:
    error_answer, answer = get_answers(line, "", {"id": "next", "game": "vier3d", "depth": 1})
    assert error_answer["error"].startswith(error)
    assert set(error_answer) == {"error"}
    assert answer["id"] == "next"


def test_accepts_the_game_file_of_the_command_line() -> None:
    answer = get_only_answer({"id": "q", "game": CONNECT_FOUR, "depth": 1}, game=CONNECT_FOUR)
    assert answer["game"] == CONNECT_FOUR


def create_failing_player(game: Game, settings: PlayerSettings) -> Player:
    """Raise an error, exit, or return a player, depending on the game."""
    if game.name == "tzaar":
        raise ZeroDivisionError("a bug")
    if game.name == "inner_square":
        os._exit(5)
    return FakePlayer(game)


def test_reports_failing_players(capfd: pytest.CaptureFixture[str]) -> None:
    """Each failure is the answer to its query; another process answers the next one."""
    out = io.StringIO()
    ids = ("tzaar(setup=fixed)", "vier3d", "inner_square", "vier3d")
    text = "".join(json.dumps({"id": id, "game": id, "depth": 1}) + "\n" for id in ids)
    QueryStream(None, create_failing_player, out).run(io.StringIO(text))
    failed, answer, died, other = (json.loads(line) for line in out.getvalue().splitlines())
    assert failed == {"id": "tzaar(setup=fixed)", "error": "ZeroDivisionError: a bug"}
    assert died == {"id": "inner_square", "error": "its process ended with exit code 5"}
    assert answer == other
    assert answer["id"] == "vier3d"
    assert "ZeroDivisionError" in capfd.readouterr().err


class FrozenPlayer(FakePlayer):
    """Never answers, not even when it is told to stop."""

    def answer(self, question: Question) -> SearchResult:
        if question.limit != Limit(nodes=1):
            time.sleep(1000)
        return super().answer(question)


def create_frozen_player(game: Game, settings: PlayerSettings) -> Player:
    return FrozenPlayer(game) if game.name == "tzaar" else FakePlayer(game)


def test_replaces_a_frozen_player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steinreich.engines.analysis.stream.GRACE_SECONDS", 0.5)
    out = io.StringIO()
    ids = ("tzaar(setup=fixed)", "vier3d")
    text = "".join(json.dumps({"id": id, "game": id, "seconds": 0.5}) + "\n" for id in ids)
    QueryStream(None, create_frozen_player, out).run(io.StringIO(text))
    failed, answer = (json.loads(line) for line in out.getvalue().splitlines())
    assert failed == {"id": "tzaar(setup=fixed)", "error": "no answer within 1 s"}
    assert (answer["id"], answer["depth"]) == ("vier3d", 3)


class ClosedStream(io.StringIO):
    """An output stream whose reader has closed it."""

    def write(self, text: str) -> int:
        raise BrokenPipeError


@pytest.mark.parametrize(
    "query", ['{"id": "q", "game": "vier3d", "depth": 1}\n' * 50, "nonsense\n"]
)
def test_closed_output_ends_the_analysis(query: str) -> None:
    with pytest.raises(BrokenPipeError):
        QueryStream(None, make_fake, ClosedStream(), workers=2).run(io.StringIO(query))


def test_closed_output_during_reports_ends_the_analysis() -> None:
    line = '{"id": "q", "game": "vier3d", "seconds": 1000, "reportDuringSearchEvery": 0.01}\n'
    with pytest.raises(BrokenPipeError):
        QueryStream(None, create_waiting_player, ClosedStream()).run(io.StringIO(line))
