"""Errors in a game file are reported in one line when it is loaded."""

import re
from pathlib import Path

import pytest

from steinreich import UnknownGame, games, load
from steinreich.core import faults
from steinreich.core.faults import MAX_ACTIONS, find_fault
from steinreich.core.registry import game_module
from steinreich.rules.errors import BrokenContract
from steinreich.search.alphabeta import rules as alphabeta
from steinreich.search.exact import rules as exact
from tests.conftest import CONNECT_FOUR, DOTS_AND_BOXES, EXAMPLES

# A change in a correct game, and the message
BROKEN = [
    ("def outcome(", "def outcom(", "it has no outcome; is outcom meant to be outcome?"),
    ("def describe_action(", "def told(", "it has no describe_action"),
    (
        "def winning_lines(",
        "def winning_line(",
        "winning_line is unknown; did you mean winning_lines?",
    ),
    (
        "def text(s: State)",
        "def text(s: State, more)",
        "text takes 2 arguments; it must be text(s)",
    ),
    (
        "def winning_lines(",
        "def symmetries(options):\n    return []\n\n\ndef winning_lines(",
        "it has symmetries, but no transform",
    ),
    ("@rule\ndef play", "def play", "play is not marked with @rule"),
    (
        "@rule\ndef play",
        "def helper(s):\n    return s.mine\n\n\n@rule\ndef other(s):\n    return helper(s)\n\n\n"
        "@rule\ndef play",
        "other calls helper (four.py:46), which is not marked with @rule",
    ),
    (
        "    fours = U64(0)\n",
        "    fours = U64(0) if s.turn < 2 else NOTHING\n",
        "outcome uses NOTHING, which is not defined",
    ),
    ("theirs: U64", "theirs: float", "State.theirs is a float; fields are U64, int or Wide"),
    (
        "STEPS = words(",
        "HAS_TILE = True\nSTEPS = words(",
        "HAS_TILE is unknown; did you mean HAS_TILES?",
    ),
    (
        "STEPS = words(",
        "ACTION_SEPARATOR = 1\nSTEPS = words(",
        "ACTION_SEPARATOR is of the type int, not str",
    ),
    ("(NamedTuple)", "", "State is not a NamedTuple"),
    (
        "    turn: int\n",
        "    moves: int\n",
        "State has no field turn, and there is no function player",
    ),
    (
        "NUM_ACTIONS, ACTION_PATTERN = 7",
        "NUM_ACTIONS, ACTION_PATTERN = 4097",
        "NUM_ACTIONS is 4097, not a number from 1 to 4096",
    ),
    (
        "NUM_ACTIONS, ACTION_PATTERN = 7",
        "NUM_ACTIONS, ACTION_PATTERN = 6",
        "NUM_ACTIONS is 6, but an action has the number 6 [7/7/7/7/7/7 r]",
    ),
    (
        "& FLOOR, U64(0), 1, 0)",
        "& FLOOR, U64(0), 65, 0)",
        "candidates have 65 ways, not 1 to 64",
    ),
    (
        "return State(0, 0, 0)",
        "return State(0, 0, 2)",
        "player is 2; with 2 players it must be from 0 to 1",
    ),
    (
        "NUM_ACTIONS, ACTION_PATTERN = 7",
        "NUM_ACTIONS, ACTION_PATTERN = '7'",
        "NUM_ACTIONS is of the type str, not int",
    ),
    (
        '"[a-g]"',
        '"[a-g"',
        "ACTION_PATTERN is not a regular expression: unterminated character set at position 0",
    ),
    (
        'Look("red"',
        'Look("green"',
        "ABOUT.looks: 'green' is not one of the colours white, black, red, blue, yellow, wood",
    ),
    (
        '"dot")',
        '"star")',
        "ABOUT.looks: 'star' is not one of the marks plain, dot, ring, crown, holes",
    ),
    (
        "U64(0x7F7F7F7F7F7F)",
        "0x7F7F7F7F7F7F",
        "play uses BOARD, which is not a U64: write U64(0x7f7f7f7f7f7f)",
    ),
    (
        "FLOOR, COLUMN_A, BOARD = U64(0x7F)",
        "FLOOR, COLUMN_A, BOARD = 0x7F",
        "candidates uses FLOOR, which is not a U64: write U64(0x7f)",
    ),
    (
        "lowest_empty = ~discs",
        "lowest_empty = 1 | ~discs",
        "play uses 1, which is not a U64: write U64(0x1)",
    ),
    (
        "pairs = s.theirs & s.theirs >> STEPS[d]",
        "pairs = s.theirs & s.theirs >> STEPS[d]\n        pairs |= 3",
        "outcome uses 3, which is not a U64: write U64(0x3)",
    ),
    (
        "COLUMN_A << U64(column), 1 - s.turn",
        "(1 << U64(column)), 1 - s.turn",
        "play uses 1, which is not a U64: write U64(0x1)",
    ),
]


@pytest.mark.parametrize(
    ("original", "replacement", "message"),
    BROKEN,
    ids=[replacement for _, replacement, _ in BROKEN],
)
def test_reports_each_fault_when_loading(
    tmp_path: Path, original: str, replacement: str, message: str
) -> None:
    source = Path(CONNECT_FOUR).read_text()
    assert original in source
    path = tmp_path / "four.py"
    path.write_text(source.replace(original, replacement, 1))
    with pytest.raises(UnknownGame) as caught:
        load(path)
    assert str(caught.value) == f"'four.py' is not a game file: {message}"
    assert caught.value.message.in_language("de") != caught.value.message.in_language("en")


def test_plays_with_each_value_of_an_option(tmp_path: Path) -> None:
    source = Path(DOTS_AND_BOXES).read_text()
    path = tmp_path / "dots.py"
    source = source.replace("= len(HORIZONTAL) + len(VERTICAL),", "= 46,")  # correct for 3 by 3
    path.write_text(source)
    with pytest.raises(UnknownGame, match="NUM_ACTIONS is 46, but an action has the number 46"):
        load(path)


def test_reports_later_faults_when_they_occur(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A number beyond NUM_ACTIONS is never played: it is not listed."""
    monkeypatch.setattr(faults, "MAX_PROBED_ACTIONS", 0)
    path = tmp_path / "four.py"
    path.write_text(
        Path(CONNECT_FOUR).read_text().replace("ACTION_PATTERN = 7,", "ACTION_PATTERN = 6,")
    )
    start = load(path).start()
    message = re.escape("NUM_ACTIONS is 6, but an action has the number 6 [7/7/7/7/7/7 r]")
    with pytest.raises(BrokenContract, match=message):
        start.legal_moves()


@pytest.mark.parametrize("name", [*games(), *EXAMPLES])
def test_correct_games_have_no_faults(name: str) -> None:
    assert find_fault(game_module(name)) is None


def test_searches_support_the_maximum_number_of_actions() -> None:
    assert MAX_ACTIONS == 1 << alphabeta.ACTION_BITS == 1 << exact.ACTION_BITS
