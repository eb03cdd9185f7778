"""Opinions as lines and back: certain is certain, and nonsense does no harm."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steinreich import Game, Position, load
from steinreich.engines.ugi.words import InfoReader, info_lines
from steinreich.players.player import Line, Opinion, Verdict, certain
from steinreich.rules.contract import DRAW


def heard(position: Position, opinion: Opinion) -> Opinion:
    """What a client makes of an opinion that it is told."""
    reader = InfoReader()
    for line in info_lines(position, opinion):
        assert line.startswith("info ")
        reader.hear(line.split()[1:])
    return reader.opinion(position, opinion.best)


def verdicts(game: Game) -> Iterator[Verdict]:
    """All kinds of them."""
    players = game.players
    yield Verdict(tuple(0.5 if player == 0 else -0.5 / (players - 1) for player in range(players)))
    yield Verdict((0.0,) * players)
    for outcome in (DRAW, *range(players)):
        yield certain(outcome, players)
        yield certain(outcome, players, 12)


@pytest.mark.parametrize("id", ["vier3d", "vier3d(players=3)", "tzaar(setup=fixed)"])
def test_opinions_survive_the_wire(id: str) -> None:
    game = load(id)
    position = game.start()
    first, second = position.actions()[:2]
    answer = position.after(first).actions()[0]
    for verdict in verdicts(game):
        lines = (Line((first, answer), verdict), Line((second,), Verdict((0.25,) * game.players)))
        opinion = Opinion(lines, nodes=5, depth=2, seconds=0.25)
        back = heard(position, opinion)
        assert back.lines[0] == lines[0]
        assert back.lines[1].actions == lines[1].actions
        assert back[1:] == opinion[1:]


def test_estimates_and_certainties_are_told_apart() -> None:
    """Only what is proven is a mate or called proven."""
    game = load("vier3d")
    position = game.start().play("a1")
    action = position.actions()[0]

    def told(verdict: Verdict) -> list[str]:
        lines = info_lines(position, Opinion((Line((action,), verdict),)))
        score, *remarks = (line.removeprefix("info ") for line in lines)
        return [score.split(" score ")[1].split(" nodes ")[0], *remarks]

    assert told(Verdict((-1.0, 1.0))) == ["cp 1000"]
    assert told(Verdict((0.0004, -0.0004))) == ["cp 0"]
    assert told(certain(1, 2, 5)) == ["mate 5", "string proven multipv 1 p2win in 5"]
    assert told(certain(0, 2, 4)) == ["mate -4", "string proven multipv 1 p1win in 4"]
    assert told(certain(1, 2)) == ["cp 1000", "string proven multipv 1 p2win"]
    assert told(certain(DRAW, 2, 30)) == ["cp 0", "string proven multipv 1 draw in 30"]
    assert told(certain(DRAW, 2)) == ["cp 0", "string proven multipv 1 draw"]


@pytest.mark.parametrize(
    "said",
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
def test_nonsense_does_no_harm(said: str) -> None:
    position = load("vier3d").start()
    reader = InfoReader()
    reader.hear(["score", "cp", "10", "pv", "a1"])
    reader.hear(said.split())
    opinion = reader.opinion(position, position.parse_move("b1"))
    assert opinion.best == position.parse_move("b1")
    assert not opinion.verdict.is_proven
    assert all(-1 <= value <= 1 for line in opinion.lines for value in line.verdict.values)


WORDS = ["info", "string", "depth", "multipv", "score", "cp", "mate", "pv", "proven", "values"]
WORDS += ["in", "draw", "lost", "p1win", "p2win", "a1", "b1", "zz", "0", "1", "-1", "2", "0.5", "²"]


@given(st.lists(st.lists(st.sampled_from(WORDS) | st.text(max_size=5), max_size=12), max_size=6))
@settings(max_examples=150, deadline=None)
def test_whatever_is_said_makes_an_opinion(lines: list[list[str]]) -> None:
    position = load("vier3d").start()
    reader = InfoReader()
    for words in lines:
        reader.hear(words)
    opinion = reader.opinion(position, 0)
    assert opinion.best == 0
    for line in opinion.lines:
        assert line.actions[0] in position.actions()
        assert len(line.verdict.values) == 2
        assert all(-1 <= value <= 1 for value in line.verdict.values)
