"""What is wrong with a game file is said in one line when it is loaded."""

import re
from pathlib import Path

import pytest

from steinreich import UnknownGame, games, load
from steinreich.core import faults
from steinreich.core.faults import MOST_ACTIONS, fault_of
from steinreich.core.registry import game_module
from steinreich.hall.compiled_lister import compiled_lister
from steinreich.rules.errors import BrokenContract
from steinreich.search.alphabeta import rules as alphabeta
from steinreich.search.exact import rules as exact
from tests.conftest import CONNECT_FOUR, DOTS_AND_BOXES, EXAMPLES

# What is changed in a good game, into what, and what is then said
BROKEN = [
    ("def outcome(", "def outcom(", "it has no outcome; is outcom meant to be outcome?"),
    ("def described(", "def told(", "it has no described"),
    (
        "def winning(",
        "def wining(",
        "wining is unknown; did you mean winning?",
    ),
    (
        "def text(s: State)",
        "def text(s: State, more)",
        "text takes 2 arguments; it is to be text(s)",
    ),
    (
        "def winning(",
        "def symmetries(options):\n    return []\n\n\ndef winning(",
        "it has symmetries, but no turned",
    ),
    ("@rule\ndef play", "def play", "play is not marked with @rule"),
    ("theirs: U64", "theirs: float", "State.theirs is a float; fields are U64, int or Wide"),
    (
        "STEPS = words(",
        "TILE = True\nSTEPS = words(",
        "TILE is unknown; did you mean TILES?",
    ),
    ("STEPS = words(", "JOIN = 1\nSTEPS = words(", "JOIN is of the type int, not str"),
    ("(NamedTuple)", "", "State is not a NamedTuple"),
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
    (
        "ACTIONS, ACTION = 7",
        "ACTIONS, ACTION = 6",
        "ACTIONS is 6, but an action has the number 6 [7/7/7/7/7/7 r]",
    ),
    (
        "& FLOOR, U64(0), 1, 0)",
        "& FLOOR, U64(0), 65, 0)",
        "candidates have 65 ways, not 1 to 64",
    ),
    ("return State(0, 0, 0)", "return State(0, 0, 2)", "player is 2, but there are 2: 0 to 1"),
    ("ACTIONS, ACTION = 7", "ACTIONS, ACTION = '7'", "ACTIONS is '7', not a number from 1 to 4096"),
    (
        '"[a-g]"',
        '"[a-g"',
        "ACTION is not a regular expression: unterminated character set at position 0",
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
        "play computes with BOARD, which is not a U64: write U64(0x7f7f7f7f7f7f)",
    ),
    (
        "FLOOR, COLUMN_A, BOARD = U64(0x7F)",
        "FLOOR, COLUMN_A, BOARD = 0x7F",
        "candidates computes with FLOOR, which is not a U64: write U64(0x7f)",
    ),
    (
        "resting = ~discs",
        "resting = 1 | ~discs",
        "play computes with 1, which is not a U64: write U64(0x1)",
    ),
    (
        "pairs = s.theirs & s.theirs >> STEPS[d]",
        "pairs = s.theirs & s.theirs >> STEPS[d]\n        pairs |= 3",
        "outcome computes with 3, which is not a U64: write U64(0x3)",
    ),
    (
        "COLUMN_A << U64(column), 1 - s.turn",
        "(1 << U64(column)), 1 - s.turn",
        "play computes with 1, which is not a U64: write U64(0x1)",
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
    assert str(caught.value) == f"'four.py' is not a game file: {told}"
    assert caught.value.words.de != caught.value.words.en


def test_each_value_of_an_option_is_tried(tmp_path: Path) -> None:
    source = Path(DOTS_AND_BOXES).read_text()
    path = tmp_path / "dots.py"
    path.write_text(source.replace("= len(LYING) + len(STANDING),", "= 46,"))  # right for 3 by 3
    with pytest.raises(UnknownGame, match="ACTIONS is 46, but an action has the number 46"):
        load(path)


def test_what_shows_later_is_said_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A number beyond ACTIONS is never played: neither plain Python nor machine code lists it."""
    monkeypatch.setattr(faults, "PROBED", 0)
    path = tmp_path / "four.py"
    path.write_text(Path(CONNECT_FOUR).read_text().replace("ACTION = 7,", "ACTION = 6,"))
    start = load(path).start()
    told = re.escape("ACTIONS is 6, but an action has the number 6 [7/7/7/7/7/7 r]")
    with pytest.raises(BrokenContract, match=told):
        start.legal_moves()
    with pytest.raises(BrokenContract, match=told):
        compiled_lister(start.game)


@pytest.mark.parametrize("name", [*games(), *EXAMPLES])
def test_good_games_have_no_fault(name: str) -> None:
    assert fault_of(game_module(name)) is None


def test_the_searches_hold_as_many_actions() -> None:
    assert MOST_ACTIONS == 1 << alphabeta.ACTION_BITS == 1 << exact.ACTION_BITS
