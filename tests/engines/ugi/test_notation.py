"""Search results as UGI lines and back: proofs stay proofs; malformed lines are ignored."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steinreich import Game, Position, load
from steinreich.engines.ugi.notation import BadCommand, InfoReader, format_info_lines, parse_go
from steinreich.rules.contract import DRAW
from steinreich.search.result import Line, SearchResult, Verdict, proven_verdict


def format_and_parse(position: Position, result: SearchResult) -> SearchResult:
    """Return a search result after it was formatted as lines and parsed again."""
    reader = InfoReader()
    for line in format_info_lines(position, result):
        assert line.startswith("info ")
        reader.read(line.split()[1:])
    return reader.result(position, result.best)


def make_verdicts(game: Game) -> Iterator[Verdict]:
    """Yield verdicts of every kind."""
    players = game.players
    yield Verdict(tuple(0.5 if player == 0 else -0.5 / (players - 1) for player in range(players)))
    yield Verdict((0.0,) * players)
    for outcome in (DRAW, *range(players)):
        yield proven_verdict(outcome, players)
        yield proven_verdict(outcome, players, 12)


@pytest.mark.parametrize("id", ["vier3d", "vier3d(players=3)", "tzaar(setup=fixed)"])
def test_search_results_survive_the_protocol(id: str) -> None:
    game = load(id)
    position = game.start()
    first, second = position.actions()[:2]
    answer = position.after(first).actions()[0]
    for verdict in make_verdicts(game):
        lines = (Line((first, answer), verdict), Line((second,), Verdict((0.25,) * game.players)))
        result = SearchResult(lines, nodes=5, depth=2, seconds=0.25)
        parsed = format_and_parse(position, result)
        assert parsed.lines[0] == lines[0]
        assert parsed.lines[1].actions == lines[1].actions
        assert parsed[1:] == result[1:]


def test_proven_and_estimated_scores_differ() -> None:
    """Only proven results have the scores `mate` or the remark `proven`."""
    game = load("vier3d")
    position = game.start().play("a1")
    action = position.actions()[0]

    def format_verdict(verdict: Verdict) -> list[str]:
        lines = format_info_lines(position, SearchResult((Line((action,), verdict),)))
        score, *remarks = (line.removeprefix("info ") for line in lines)
        return [score.split(" score ")[1].split(" nodes ")[0], *remarks]

    assert format_verdict(Verdict((-1.0, 1.0))) == ["cp 1000"]
    assert format_verdict(Verdict((0.0004, -0.0004))) == ["cp 0"]
    assert format_verdict(proven_verdict(1, 2, 5)) == [
        "mate 5",
        "string proven multipv 1 p2win in 5",
    ]
    assert format_verdict(proven_verdict(0, 2, 4)) == [
        "mate -4",
        "string proven multipv 1 p1win in 4",
    ]
    assert format_verdict(proven_verdict(1, 2)) == ["cp 1000", "string proven multipv 1 p2win"]
    assert format_verdict(proven_verdict(DRAW, 2, 30)) == [
        "cp 0",
        "string proven multipv 1 draw in 30",
    ]
    assert format_verdict(proven_verdict(DRAW, 2)) == ["cp 0", "string proven multipv 1 draw"]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "depth",
        "depth x multipv y score cp z pv",
        "multipv 99999999999999999999 score cp 5 pv a1",
        "multipv -1 score mate 0 pv a1",
        "score cp 999999 pv zz top",
        "score mate 0 pv a1",
        "string proven multipv 1 p9win in 5",
        "string values multipv 1 nan inf",
        "string proven multipv",
    ],
)
def test_ignores_malformed_info_lines(line: str) -> None:
    position = load("vier3d").start()
    reader = InfoReader()
    reader.read(["score", "cp", "10", "pv", "a1"])
    reader.read(line.split())
    result = reader.result(position, position.parse_move("b1"))
    assert result.best == position.parse_move("b1")
    assert not result.verdict.is_proven
    assert all(-1 <= value <= 1 for line in result.lines for value in line.verdict.values)


WORDS = ["info", "string", "depth", "multipv", "score", "cp", "mate", "pv", "proven", "values"]
WORDS += ["in", "draw", "lost", "p1win", "p2win", "a1", "b1", "zz", "0", "1", "-1", "2", "0.5", "²"]


@given(st.lists(st.lists(st.sampled_from(WORDS) | st.text(max_size=5), max_size=12), max_size=6))
@settings(max_examples=150, deadline=None)
def test_any_info_lines_make_a_search_result(lines: list[list[str]]) -> None:
    position = load("vier3d").start()
    reader = InfoReader()
    for words in lines:
        reader.read(words)
    result = reader.result(position, 0)
    assert result.best == 0
    for line in result.lines:
        assert line.actions[0] in position.actions()
        assert len(line.verdict.values) == 2
        assert all(-1 <= value <= 1 for value in line.verdict.values)


# Clocks


def get_seconds(order: str, player: int = 0, players: int = 2) -> float:
    """Return the seconds that a command gives for an action."""
    seconds = parse_go(order.split(), player, players).limit.seconds
    assert seconds
    return seconds


def test_clock_share_never_runs_out() -> None:
    """A player that always uses its share never loses on time, however long the game."""
    for start, increment in ((60_000, 0), (1_000, 100), (300, 0), (10_000, 2_000)):
        remaining_ms = start
        for _ in range(100):
            seconds = get_seconds(f"p1time {remaining_ms} p2time 5 p1inc {increment}")
            assert seconds == 0.01 or seconds * 1000 + 30 <= remaining_ms
            remaining_ms = max(0, round(remaining_ms - seconds * 1000)) + increment
        # 100 actions of at least 10 ms do not fit into 300 ms.
        assert remaining_ms > 0 or start == 300


def test_last_action_may_use_all_remaining_time() -> None:
    assert get_seconds("p1time 4000 movestogo 1") == pytest.approx(3.97)
    assert get_seconds("p1time 4000 movestogo 8") == pytest.approx(0.47)


def test_shortest_of_several_limits_counts() -> None:
    assert get_seconds("movetime 100 p1time 90000") == 0.1
    with pytest.raises(BadCommand, match="player 3 is to move"):
        get_seconds("p1time 100", 2, 3)
