"""`steinreich check` says in one line what is wrong with a game."""

from pathlib import Path

import pytest

from tests.cli.conftest import CONNECT_FOUR, Run

EMPTY = "7/7/7/7/7/7 r"

# What is changed in a good game, into what, and what is then said in both languages
BROKEN = [
    (
        '"[a-g]"',
        '"[a-f]"',
        f"the name 'g' does not fit ACTION [{EMPTY}]",
        f"der Name 'g' passt nicht zu ACTION [{EMPTY}]",
    ),
    (
        '"abcdefg"[column]',
        '"aacdefg"[column]',
        f"two legal actions have the name 'a' [{EMPTY}]",
        f"zwei erlaubte Aktionen heißen 'a' [{EMPTY}]",
    ),
    (
        "return 1 - s.turn\n",
        "return 2 - s.turn\n",
        "outcome is 2, neither a player's number nor ONGOING, DRAW or, alone, LOST",
        "outcome ist 2, weder ein Spieler noch ONGOING, DRAW oder, allein, LOST",
    ),
    (
        "State(yellow, red, turn) if turn else",
        "State(red, yellow, turn) if turn else",
        "parse refuses what text has written: '7/7/7/7/7/1r5 y' is to be written '7/7/7/7/7/1y5 y'",
        "parse lehnt ab, was text geschrieben hat: '7/7/7/7/7/1r5 y' schreibt man",
    ),
    (
        "if count(red) - count(yellow) != turn or",
        "if count(red) != count(yellow) or",
        "parse refuses what text has written: discs lie on discs, and Red and Yellow take turns",
        "parse lehnt ab, was text geschrieben hat: Scheiben liegen auf Scheiben",
    ),
    (
        '*ABOUT.looks[owner], "ry"',
        '"green", "dot", "ry"',
        "the piece 'r': 'green' is none of the colours white, black, red, blue, yellow, wood",
        "der Stein 'r': 'green' ist keine der Farben white, black, red, blue, yellow, wood",
    ),
    (
        '"ry"[owner], owner=owner)',
        '"ry"[owner], owner=1 - owner)',
        "the piece 'r' has not one letter and the colour of its owner in ABOUT.looks",
        "der Stein 'r' hat nicht einen Buchstaben und die Farbe seines Besitzers in ABOUT.looks",
    ),
    (
        'Action("place", (put.cell,)',
        'Action("drop", (put.cell,)',
        "described('a'): 'drop' is none of place, tile, move, capture, stack, take, pass",
        "described('a'): 'drop' ist keines von place, tile, move, capture, stack, take, pass",
    ),
    (
        'Action("place", (put.cell,), (put,))',
        'Action("place", (put.cell,))',
        f"described('a'): puts are the pieces that come onto its cells, in order [{EMPTY}]",
        "described('a'): puts sind die Steine, die auf ihre Felder kommen, der Reihe nach",
    ),
    (
        'Words("Connect Four", "Vier gewinnt")',
        'Words("Connect Four", "")',
        "title has no text in one of the languages",
        "title hat in einer der Sprachen keinen Text",
    ),
    (
        "if fours != U64(0):\n        return 1 - s.turn\n    "
        "return DRAW if s.mine | s.theirs == BOARD else",
        "return",
        "the game is not over, but there is no legal action",
        "das Spiel ist nicht zu Ende, aber keine Aktion ist erlaubt",
    ),
]


@pytest.mark.parametrize("case", BROKEN, ids=[bad for _, bad, _, _ in BROKEN])
def test_what_is_wrong_is_said(run: Run, tmp_path: Path, case: tuple[str, str, str, str]) -> None:
    good, bad, english, german = case
    source = Path(CONNECT_FOUR).read_text()
    assert good in source
    path = tmp_path / "four.py"
    path.write_text(source.replace(good, bad))
    for language, told in (("en", english), ("de", german)):
        done = run("check", path, "--lang", language)
        assert done.out.startswith(f"{path}: {told}"), done.out + done.err
        assert done.out.count("\n") == 1
        assert done.code == 1


def test_a_good_game_keeps_the_contract(run: Run) -> None:
    done = run("check", CONNECT_FOUR)
    assert done.out == f"{CONNECT_FOUR}: keeps the contract (1)\n"
    assert (done.code, done.err) == (0, "")
