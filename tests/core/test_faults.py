"""What is wrong with a game file is said in one line when it is loaded."""

from pathlib import Path

import pytest

from steinreich import UnknownGame, games, load
from steinreich.core.faults import MOST_ACTIONS, fault_of
from steinreich.core.registry import game_module
from steinreich.search.alphabeta import rules as alphabeta
from steinreich.search.exact import rules as exact
from tests.conftest import CONNECT_FOUR, EXAMPLES

# What is changed in a good game, into what, and what is then said
BROKEN = [
    ("def outcome(", "def outcom(", "it has no outcome; is outcom meant to be outcome?"),
    ("def described(", "def told(", "it has no described"),
    (
        "def winning(",
        "def wining(",
        "nobody asks for its function wining; is it meant to be winning?",
    ),
    (
        "def text(s: State)",
        "def text(s: State, more)",
        "text takes 2 arguments; it is to be text(s)",
    ),
    ("@rule\ndef play", "def play", "play is not marked with @rule"),
    ("theirs: U64", "theirs: float", "State.theirs is a float; fields are U64, int or Wide"),
    ("(NamedTuple)", "", "State is no NamedTuple"),
    (
        "    turn: int\n",
        "    moves: int\n",
        "its State has no field turn, and it has no function player",
    ),
    (
        "ACTIONS, ACTION = 7",
        "ACTIONS, ACTION = 4097",
        "ACTIONS is 4097, not a number from 1 to 4096",
    ),
    ("ACTIONS, ACTION = 7", "ACTIONS, ACTION = '7'", "ACTIONS is '7', not a number from 1 to 4096"),
    (
        '"[a-g]"',
        '"[a-g"',
        "ACTION is no regular expression: unterminated character set at position 0",
    ),
    (
        'Look("red"',
        'Look("green"',
        "ABOUT.looks: 'green' is none of white, black, red, blue, yellow, wood",
    ),
    ('"dot")', '"star")', "ABOUT.looks: 'star' is none of plain, dot, ring, crown, holes"),
    (
        "U64(0x7F7F7F7F7F7F)",
        "0x7F7F7F7F7F7F",
        "play reckons with BOARD, which is no U64: write U64(0x7f7f7f7f7f7f)",
    ),
]


@pytest.mark.parametrize(("good", "bad", "told"), BROKEN, ids=[bad for _, bad, _ in BROKEN])
def test_what_is_wrong_is_said(tmp_path: Path, good: str, bad: str, told: str) -> None:
    source = Path(CONNECT_FOUR).read_text()
    assert good in source
    path = tmp_path / "four.py"
    path.write_text(source.replace(good, bad, 1))
    with pytest.raises(UnknownGame) as caught:
        load(path)
    assert str(caught.value) == f"'four.py' is no game file: {told}"
    assert caught.value.words.de != caught.value.words.en


@pytest.mark.parametrize("name", [*games(), *EXAMPLES])
def test_good_games_have_no_fault(name: str) -> None:
    assert fault_of(game_module(name)) is None


def test_the_searches_hold_as_many_actions() -> None:
    assert MOST_ACTIONS == 1 << alphabeta.ACTION_BITS == 1 << exact.ACTION_BITS
