"""`steinreich analyse` about one position, for people and as data."""

import json
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest

from steinreich.cli.commands import analyse
from steinreich.core.game import Game
from steinreich.engines.seating import PlayerSettings
from steinreich.players.player import Line, Opinion, Player, Question, Verdict, certain
from tests.cli.conftest import Run

MOVES = "a1 b2 a1 b2 a1 d4"  # Red wins with a1
ASKED = ("analyse", "vier3d", "--moves", MOVES, "--lines", 2, "--nodes", 500)


class Foresighted(Player):
    """Knows one win, and guesses about another action."""

    asked: Question

    def answer(self, question: Question) -> Opinion:
        Foresighted.asked = question
        position = question.position
        win, other = position.parse_move("a1"), position.parse_move("b2")
        reply = position.after(other).parse_move("a1")
        guess = Line((other, reply), Verdict((0.5, -0.5)))
        return Opinion((Line((win,), certain(0, 2, 1)), guess)[: question.lines], 1234, 3, 0.25)


@pytest.fixture(autouse=True)
def player(monkeypatch: pytest.MonkeyPatch) -> None:
    """No compiler is needed."""

    def seated(game: Game, settings: PlayerSettings) -> Player:
        return Foresighted()

    def attended(what: str, work: Callable[[Event], Any]) -> Any:
        return work(Event())

    monkeypatch.setattr(analyse, "seated", seated)
    monkeypatch.setattr(analyse, "attended", attended)


def test_lines_for_people(run: Run) -> None:
    done = run(*ASKED)
    assert done.code == 0
    board, *lines, counted = done.out.split("\n\n")
    assert board.startswith("  Level 1")
    assert lines[-2:] == [
        "1. a1: wins this turn (proven)\n   a1 completes the four a1.1-a1.2-a1.3-a1.4 and wins.",
        "2. b2: about 75 % (estimated)\n   then a1\n"
        "   b2 misses the win with a1; threatens to win with a1, and only a1 stops it;\n"
        "   lies on five open lines.",
    ]
    assert counted == "1,234 positions in 0.2 s\n"
    assert (Foresighted.asked.lines, Foresighted.asked.limit.nodes) == (2, 500)


def test_lines_in_german(run: Run) -> None:
    out = run(*ASKED, "--lang", "de").out
    assert "\n1. a1: gewinnt in diesem Zug (bewiesen)\n" in out
    assert "\n2. b2: etwa 75 % (geschätzt)\n   dann a1\n" in out
    assert out.endswith("\n1.234 Stellungen in 0,2 s\n")


def test_the_same_as_data(run: Run) -> None:
    data = json.loads(run(*ASKED, "--json").out)
    assert "id" not in data
    assert (data["label"], data["outcome"], data["nodes"]) == ("proven", "1-0", 1234)
    assert [line["pv"] for line in data["lines"]] == [["a1"], ["b2", "a1"]]
    assert data["lines"][0]["reasons"] == ["completes the four a1.1-a1.2-a1.3-a1.4 and wins"]


def test_nothing_to_think_about(run: Run) -> None:
    over = (*ASKED[:3], f"{MOVES} a1", "--seconds", "0.1")
    assert "Red wins" in run(*over).out
    assert json.loads(run(*over, "--json").out)["lines"] == []


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("analyse --lines 3", "which game? name it"),
        ("analyse vier3d --json --workers 2", "--workers is for queries"),
        ("analyse vier3d --moves B3x", "'B3x': not the name of an action; did you mean 'b3'?"),
        ("analyse vier3d --position nonsense", "a position has 2 parts"),
        ("analyse vier3d --lines 0", "--lines: 0 is not from 1 to 100"),
    ],
)
def test_bad_input(run: Run, line: str, message: str) -> None:
    done = run(*line.split())
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"steinreich: {message}")
