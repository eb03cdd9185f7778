"""Analysis in JSON lines: queries, answers, partial answers, endings, and what is refused."""

import io
import json
import os
import time
from collections.abc import Iterator
from threading import Event, Thread
from typing import Any

import pytest

from steinreich import Game, __version__, load
from steinreich.engines.analysis.answers import AnalysisService, Begun
from steinreich.engines.analysis.query import USUAL, Query, parse
from steinreich.engines.analysis.stream import QueryStream
from steinreich.engines.seating import PlayerSettings, Seating
from steinreich.engines.text_lines import LONGEST_LINE
from steinreich.explain import reasons
from steinreich.players.player import Limit, Opinion, Player, Question
from tests.cli.conftest import CONNECT_FOUR
from tests.conftest import ALL_IDS
from tests.players.fakes import Fake, Lines, seated

pytestmark = pytest.mark.xdist_group(__name__)

Json = dict[str, Any]
WINS_AT_ONCE = "rrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- r"


def answers(*queries: Json | str, game: str | None = None, workers: int = 1) -> list[Json]:
    """The answers to queries that come all at once; texts are lines as they are."""
    lines = [query if isinstance(query, str) else json.dumps(query) for query in queries]
    out = io.StringIO()
    analysis = QueryStream(load(game) if game else None, seated, out, workers=workers)
    analysis.run(io.StringIO("".join(f"{line}\n" for line in lines)))
    return [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.fixture(scope="module")
def talk() -> Iterator["Talk"]:
    """An analysis that many tests ask, one after the other: its process has started already."""
    talk = Talk(seated)
    yield talk
    talk.end()


def one(*queries: Json | str, game: str | None = None) -> Json:
    """The only answer."""
    (answer,) = answers(*queries, game=game)
    return answer


class Talk:
    """An analysis that goes on while we talk to it."""

    def __init__(self, seating: Seating, workers: int = 1) -> None:
        # One is shared by many tests, and between two of them others may take long.
        self.into, self.out = Lines(patience=None), Lines()
        analysis = QueryStream(None, seating, self.out, workers=workers)  # type: ignore[arg-type]
        self.thread = Thread(target=analysis.run, args=(self.into,))
        self.thread.start()

    def ask(self, **query: object) -> None:
        self.into.write(json.dumps(query) + "\n")

    def answers_to(self, *queries: Json) -> list[Json]:
        """As many answers as there are queries."""
        for query in queries:
            self.into.write(json.dumps(query) + "\n")
        return [self.hear() for _ in queries]

    def hear(self) -> Json:
        return dict(json.loads(self.out.readline()))

    def end(self) -> None:
        self.into.write("")
        self.thread.join(10)
        assert not self.thread.is_alive()


# Answers


def test_an_answer() -> None:
    query = {"id": "q", "game": "vier3d", "moves": ["a1", "b2"], "lines": 2, "depth": 2}
    line = {"values": [0.25, -0.25], "label": "estimated", "outcome": None, "turns": None}
    assert one(query) == {
        "id": "q",
        "isDuringSearch": False,
        "game": "vier3d",
        "position": "r/-/-/-/-/b/-/-/-/-/-/-/-/-/-/- r",
        "player": 0,
        **line,
        "lines": [
            {"action": "a1", "pv": ["a1", "a1"], **line},
            {"action": "b1", "pv": ["b1", "a1"], **line},
        ],
        "nodes": 200,
        "depth": 2,
        "seconds": 0.002,
    }


def test_what_is_proven_is_called_so() -> None:
    answer = one({"id": "q", "game": "vier3d", "position": WINS_AT_ONCE, "lines": 2, "depth": 1})
    proven = {"values": [1.0, -1.0], "label": "proven", "outcome": "1-0", "turns": 1}
    assert {**answer, **proven} == answer
    assert {**answer["lines"][0], **proven} == answer["lines"][0]
    assert answer["lines"][1]["label"] == "estimated"


def test_a_game_that_is_over() -> None:
    moves = ["a1", "b1", "a1", "b1", "a1", "b1", "a1"]
    answer = one({"id": "q", "game": "vier3d", "moves": moves})
    assert (answer["label"], answer["outcome"], answer["turns"]) == ("proven", "1-0", 0)
    assert (answer["lines"], answer["values"]) == ([], [1.0, -1.0])


def test_all_players_have_a_value() -> None:
    answer = one({"id": "q", "game": "six_in_line(players=4)", "depth": 1})
    assert len(answer["values"]) == 4
    assert answer["values"][answer["player"]] == 0.25


@pytest.mark.parametrize("language", ["en", "de"])
def test_reasons(language: str) -> None:
    query = {"id": "q", "game": "vier3d", "position": WINS_AT_ONCE, "depth": 1}
    position = load("vier3d").position(WINS_AT_ONCE)
    expected = [words.within(language) for words in reasons(position, position.parse_move("a1"))]
    (line,) = one({**query, "reasons": True, "language": language})["lines"]
    assert line["reasons"] == expected
    assert "reasons" not in one(query)["lines"][0]


@pytest.mark.parametrize("id", ALL_IDS[:: max(1, len(ALL_IDS) // 12)])
def test_every_game(id: str) -> None:
    start = load(id).start(seed=1)
    answer = one({"id": "q", "position": str(start), "depth": 1}, game=id)
    assert answer["position"] == str(start)
    assert answer["lines"][0]["action"] == start.name(start.actions()[0])


def test_the_usual_game_and_limit() -> None:
    query = parse('{"id": "q"}', load("vier3d"))
    assert isinstance(query, Query)
    assert (query.position, query.limit, query.lines) == (load("vier3d").start(), USUAL, 1)


def test_limits() -> None:
    query = parse('{"id": "q", "seconds": 2, "nodes": 5, "depth": 7}', load("vier3d"))
    assert isinstance(query, Query)
    assert query.limit == Limit(2.0, 5, 7)


def test_many_queries_and_workers() -> None:
    queries = [
        {"id": str(n), "game": "vier3d", "moves": ["a1"] * (n % 5), "depth": 1} for n in range(60)
    ]
    for workers in (1, 4):
        found = answers(*queries, workers=workers)
        assert sorted(int(answer["id"]) for answer in found) == list(range(60))
        if workers == 1:
            assert [answer["id"] for answer in found] == [query["id"] for query in queries]


def test_earlier_queries_are_forgotten() -> None:
    """Whoever asks the same thing gets the same answer: each query is a new game."""
    players: list[Fake] = []

    def seating(game: Game, settings: PlayerSettings) -> Player:
        players.append(Fake(game, settings))
        return players[-1]

    service = AnalysisService(seating, PlayerSettings(seed=4))
    for name in ("vier3d", "vier3d", "inner_square"):
        query = parse(json.dumps({"id": "q", "game": name, "depth": 1}), None)
        assert isinstance(query, Query)
        heard: list[object] = []
        assert service.answer(query, heard.append, Event())["game"] == name
        assert heard == [Begun()]
    service.close()
    assert [(player.game.id, player.games) for player in players] == [
        ("vier3d", 2),
        ("inner_square", 1),
    ]
    assert all(player.is_closed and player.settings.seed == 4 for player in players)


# Other actions


def test_version() -> None:
    query = {"id": "v", "action": "query_version"}
    assert one(query) == {**query, "version": __version__}


class Held(Fake):
    """Thinks until it is told to stop."""

    def answer(self, question: Question) -> Opinion:
        opinion = super().answer(question._replace(stop=None))
        if question.limit != Limit(nodes=1) and question.stop:
            question.stop.wait(30)
        return opinion


def held_seating(game: Game, settings: PlayerSettings) -> Player:
    return Held(game, settings)


@pytest.fixture
def held() -> Iterator[Talk]:
    """An analysis that ends no query by itself."""
    talk = Talk(held_seating)
    yield talk
    if talk.thread.is_alive():
        talk.ask(id="end", action="terminate_all")
        talk.end()


def test_terminate(held: Talk) -> None:
    held.ask(id="one", game="vier3d", seconds=1000, reportDuringSearchEvery=0.01)
    for id in ("two", "three"):
        held.ask(id=id, game="vier3d", seconds=1000)
    assert held.hear()["isDuringSearch"]
    held.ask(id="t", action="terminate", terminateId="two")
    assert held.hear() == {"id": "t", "action": "terminate", "terminateId": "two"}
    held.ask(id="u", action="terminate", terminateId="one")
    assert held.hear() == {"id": "u", "action": "terminate", "terminateId": "one"}
    answer = held.hear()
    assert (answer["id"], answer["nodes"]) == ("one", 300)
    assert held.hear() == {"id": "two", "isDuringSearch": False, "noResults": True}
    held.ask(id="a", action="terminate_all")
    assert {held.hear()["id"] for _ in range(2)} == {"a", "three"}


def test_partial_answers(held: Talk) -> None:
    held.ask(id="p", game="vier3d", seconds=1000, reportDuringSearchEvery=0.01, reasons=True)
    partial = held.hear()
    assert (partial["id"], partial["isDuringSearch"], partial["depth"]) == ("p", True, 3)
    assert "reasons" not in partial["lines"][0]
    held.ask(id="t", action="terminate_all")
    assert held.hear()["id"] == "t"  # and not the same report again
    final = held.hear()
    assert (final["id"], final["isDuringSearch"]) == ("p", False)
    assert final["lines"][0]["reasons"]


# What is refused

TOO_LONG_OR_DEEP = "a number in this JSON is too long, or something is nested too deep"


@pytest.mark.parametrize(
    ("query", "field", "error"),
    [
        ({}, "id", "it is missing"),
        ({"id": 5}, "id", "a string belongs here, not '5'"),
        ({"id": "i" * 201}, "id", "a string of at most 200 characters belongs here"),
        ({"id": "q"}, "game", "it is missing"),
        ({"id": "q", "game": "chess"}, "game", "no game is called 'chess'; there are"),
        ({"id": "q", "game": CONNECT_FOUR}, "game", "is a file"),
        ({"id": "q", "game": "vier3d", "position": "x"}, "position", "a position has 2 parts"),
        ({"id": "q", "game": "vier3d", "position": "x" * 999}, "position", "at most 500"),
        ({"id": "q", "game": "tzaar"}, "position", "chance sets up tzaar: it has to be given"),
        ({"id": "q", "game": "vier3d", "moves": "a1"}, "moves", "an array belongs here, not 'a1'"),
        ({"id": "q", "game": "vier3d", "moves": [1]}, "moves", "a string belongs here, not '1'"),
        ({"id": "q", "game": "vier3d", "moves": ["a1", "zz"]}, "moves", "move 2, 'zz': not the"),
        ({"id": "q", "game": "vier3d", "lines": 0}, "lines", "a number from 1 on"),
        ({"id": "q", "game": "vier3d", "lines": 101}, "lines", "a number up to 100 belongs"),
        ({"id": "q", "game": "vier3d", "lines": True}, "lines", "an integer belongs here"),
        ({"id": "q", "game": "vier3d", "nodes": 1.5}, "nodes", "an integer belongs here"),
        ({"id": "q", "game": "vier3d", "seconds": -1}, "seconds", "a number from 0.01 on"),
        ({"id": "q", "game": "vier3d", "seconds": "1"}, "seconds", "a number belongs here"),
        ({"id": "q", "game": "vier3d", "reasons": 1}, "reasons", "true or false belongs here"),
        ({"id": "q", "game": "vier3d", "language": "fr"}, "language", "one of en, de belongs here"),
        ({"id": "q", "game": "vier3d", "maxVisits": 5}, "maxVisits", "there is no such field"),
        ({"id": "q", "action": "dance"}, "action", "one of query_version, terminate"),
        ({"id": "q", "action": None}, "action", "one of query_version, terminate"),
        ({"id": "q", "action": "terminate"}, "terminateId", "it is missing"),
        ({"action": "query_version"}, "id", "it is missing"),
    ],
)
def test_refused_fields(query: Json, field: str, error: str, talk: Talk) -> None:
    refused, answer = talk.answers_to(query, {"id": "next", "game": "vier3d", "depth": 1})
    assert refused["field"] == field
    assert error in refused["error"]
    assert refused.get("id") == (query.get("id") if field != "id" else None)
    assert answer["id"] == "next"


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("hello", "line 1, column 1: this is not JSON: Expecting value"),
        ('{"id": "q"', "line 1, column 11: this is not JSON: Expecting ',' delimiter"),
        ("[1, 2]", "a query is an object in JSON"),
        ('{"id": NaN}', "NaN is not a number in JSON"),
        ('{"id": "q", "id": "r"}', "the key 'id' is there twice in one object"),
        ('{"id": ' + "9" * 5000 + "}", TOO_LONG_OR_DEEP),
        ("[" * 90_000, TOO_LONG_OR_DEEP),
        ("x" * (LONGEST_LINE + 1), f"a line has at most {LONGEST_LINE} characters"),
        ("\x00\x1b[2J", "line 1, column 1: this is not JSON"),
    ],
)
def test_refused_lines(line: str, error: str) -> None:
    refused, answer = answers(line, "", {"id": "next", "game": "vier3d", "depth": 1})
    assert refused["error"].startswith(error)
    assert set(refused) == {"error"}
    assert answer["id"] == "next"


def test_the_own_game_file_may_be_named() -> None:
    answer = one({"id": "q", "game": CONNECT_FOUR, "depth": 1}, game=CONNECT_FOUR)
    assert answer["game"] == CONNECT_FOUR


def failing_seating(game: Game, settings: PlayerSettings) -> Player:
    """Fails in three ways, by the game."""
    if game.name == "tzaar":
        raise ZeroDivisionError("a bug")
    if game.name == "inner_square":
        os._exit(5)
    return Fake(game)


def test_players_that_fail(capfd: pytest.CaptureFixture[str]) -> None:
    """Each failure is the answer to its query; the next one is answered by another process."""
    out = io.StringIO()
    ids = ("tzaar(setup=fixed)", "vier3d", "inner_square", "vier3d")
    text = "".join(json.dumps({"id": id, "game": id, "depth": 1}) + "\n" for id in ids)
    QueryStream(None, failing_seating, out).run(io.StringIO(text))
    failed, answer, died, other = (json.loads(line) for line in out.getvalue().splitlines())
    assert failed == {"id": "tzaar(setup=fixed)", "error": "ZeroDivisionError: a bug"}
    assert died == {"id": "inner_square", "error": "its process ended with exit code 5"}
    assert answer == other
    assert answer["id"] == "vier3d"
    assert "ZeroDivisionError" in capfd.readouterr().err


class Frozen(Fake):
    """Never answers, whoever asks it to stop."""

    def answer(self, question: Question) -> Opinion:
        if question.limit != Limit(nodes=1):
            time.sleep(1000)
        return super().answer(question)


def frozen_seating(game: Game, settings: PlayerSettings) -> Player:
    return Frozen(game) if game.name == "tzaar" else Fake(game)


def test_a_frozen_player_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steinreich.engines.analysis.stream.GRACE", 0.5)
    out = io.StringIO()
    ids = ("tzaar(setup=fixed)", "vier3d")
    text = "".join(json.dumps({"id": id, "game": id, "seconds": 0.5}) + "\n" for id in ids)
    QueryStream(None, frozen_seating, out).run(io.StringIO(text))
    failed, answer = (json.loads(line) for line in out.getvalue().splitlines())
    assert failed == {"id": "tzaar(setup=fixed)", "error": "no answer within 1 s"}
    assert (answer["id"], answer["depth"]) == ("vier3d", 3)


class Deaf(io.StringIO):
    """A stream that nobody reads."""

    def write(self, text: str) -> int:
        raise BrokenPipeError


@pytest.mark.parametrize(
    "query", ['{"id": "q", "game": "vier3d", "depth": 1}\n' * 50, "nonsense\n"]
)
def test_nobody_listens(query: str) -> None:
    with pytest.raises(BrokenPipeError):
        QueryStream(None, seated, Deaf(), workers=2).run(io.StringIO(query))


def test_nobody_listens_to_reports() -> None:
    line = '{"id": "q", "game": "vier3d", "seconds": 1000, "reportDuringSearchEvery": 0.01}\n'
    with pytest.raises(BrokenPipeError):
        QueryStream(None, held_seating, Deaf()).run(io.StringIO(line))
