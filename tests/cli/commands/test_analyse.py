"""`steinreich analyse` of one position, as text and as data."""

import json

import pytest

from steinreich.cli.commands import analyse
from steinreich.core.game import Game
from steinreich.engines.player_settings import PlayerSettings
from steinreich.players.player import Player, Question
from steinreich.search.result import Line, SearchResult, Verdict, proven_verdict
from tests.cli.conftest import Run

MOVES = "a1 b2 a1 b2 a1 d4"  # Red wins with a1
ARGUMENTS = ("analyse", "vier3d", "--moves", MOVES, "--lines", 2, "--nodes", 500)


class FixedPlayer(Player):
    """Knows one win and estimates another action."""

    asked: Question

    def answer(self, question: Question) -> SearchResult:
        FixedPlayer.asked = question
        position = question.position
        win, other = position.parse_move("a1"), position.parse_move("b2")
        reply = position.after(other).parse_move("a1")
        guess = Line((other, reply), Verdict((0.5, -0.5)))
        return SearchResult(
            (Line((win,), proven_verdict(0, 2, 1)), guess)[: question.lines], 1234, 3, 0.25
        )


@pytest.fixture(autouse=True)
def player(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a player that needs no compiler."""

    def create_player(game: Game, settings: PlayerSettings) -> Player:
        return FixedPlayer()

    monkeypatch.setattr(analyse, "create_player", create_player)


def test_lines_are_printed_as_text(run: Run) -> None:
    done = run(*ARGUMENTS)
    assert done.code == 0
    board, *lines, counted = done.out.split("\n\n")
    assert board.startswith("  Level 1")
    assert lines[-2:] == [
        "1. a1: wins this turn (proven)\n   a1 completes the four a1.1-a1.2-a1.3-a1.4 and wins.",
        "2. b2: about 75 % (estimated)\n   then a1\n"
        "   b2 misses the win with a1; threatens to win with a1, and only a1 stops it;\n"
        "   lies on five open lines.",
    ]
    assert counted == "depth 3, 1,234 positions, 0.2 s\n"
    assert (FixedPlayer.asked.lines, FixedPlayer.asked.limit.nodes) == (2, 500)


def test_lines_are_printed_in_german(run: Run) -> None:
    out = run(*ARGUMENTS, "--lang", "de").out
    assert "\n1. a1: gewinnt in diesem Zug (bewiesen)\n" in out
    assert "\n2. b2: etwa 75 % (geschätzt)\n   dann a1\n" in out
    assert out.endswith("\nTiefe 3, 1.234 Stellungen, 0,2 s\n")


def test_json_has_the_same_lines(run: Run) -> None:
    data = json.loads(run(*ARGUMENTS, "--json").out)
    assert "id" not in data
    assert (data["verdict"]["certainty"], data["nodes"]) == ("proven", 1234)
    assert [line["actions"] for line in data["lines"]] == [["a1"], ["b2", "a1"]]
    assert data["lines"][0]["reasons"] == ["completes the four a1.1-a1.2-a1.3-a1.4 and wins"]


def test_finished_game_has_no_lines(run: Run) -> None:
    over = (*ARGUMENTS[:3], f"{MOVES} a1", "--seconds", "0.1")
    assert "Red wins" in run(*over).out
    assert json.loads(run(*over, "--json").out)["lines"] == []


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("analyse --lines 3", "no game given; name one, for example vier3d"),
        ("analyse vier3d --json --workers 2", "--workers applies to queries"),
        ("analyse vier3d --moves B3x", "'B3x': not the name of an action; did you mean 'b3'?"),
        ("analyse vier3d --position nonsense", "a position has 2 parts"),
        ("analyse vier3d --lines 0", "--lines: 0 is not from 1 to 100"),
    ],
)
def test_rejects_invalid_input(run: Run, line: str, message: str) -> None:
    done = run(*line.split())
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"steinreich: {message}")
