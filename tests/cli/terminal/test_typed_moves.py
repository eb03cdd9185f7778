"""Parsing of typed moves."""

import pytest

from steinreich import IllegalMove, load
from steinreich.cli.language import Translator
from steinreich.cli.terminal.typed_moves import typed_moves

ENGLISH, GERMAN = Translator("en"), Translator("de")
SLIDE_POSITION = load("six_in_line").position("6/6/6/4o1/6/1o4 2 0-0 s")
FIXED_START = load("tzaar", setup="fixed").start()
SECOND_TURN_POSITION = FIXED_START.play(FIXED_START.legal_moves()[0])


@pytest.mark.parametrize(
    "line", ["e3-a3+d3", "e3-a3 +d3", "E3-A3+D3", " e3-a3 , +D3 ", "e3-a3,+d3,"]
)
def test_turn_in_one_line(line: str) -> None:
    assert typed_moves(line, SLIDE_POSITION, ENGLISH) == ["e3-a3", "+d3"]


def test_part_of_a_turn() -> None:
    assert typed_moves("e3-a3", SLIDE_POSITION, ENGLISH) == ["e3-a3"]


def test_corrects_upper_and_lower_case() -> None:
    first = SECOND_TURN_POSITION.legal_moves()[0]
    second = SECOND_TURN_POSITION.play(first).legal_moves()[0]
    for line in (f"{first},{second}", f"{first}{second}".lower(), f"{first} {second}".upper()):
        assert typed_moves(line, SECOND_TURN_POSITION, ENGLISH) == [first, second]
    assert typed_moves(f"{first} PASS", SECOND_TURN_POSITION, ENGLISH) == [first, "pass"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("e3-a3+a3", "'+a3'"),
        ("f1-a1", "'f1-a1': there is no stone on f1"),
        ("F1-A1", "'f1-a1': there is no stone on f1"),
        ("e3-a3+d3+c3", "unexpected '+c3': your turn ends with e3-a3, +d3"),
        ("castle", "'castle': not the name of an action"),
        ("e3-a3x", "'e3-a3x': not the name of an action"),
    ],
)
def test_rejects_illegal_lines(line: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as error:
        typed_moves(line, SLIDE_POSITION, ENGLISH)
    assert str(error.value).startswith(reason)


def test_error_suggests_a_similar_command() -> None:
    commands = ("hint", "undo", "quit")
    with pytest.raises(IllegalMove, match=r"'hnt': neither an action nor a command; .* 'hint'"):
        typed_moves("hnt", FIXED_START, ENGLISH, commands)
    with pytest.raises(IllegalMove, match="'A5xxA4': so heißt keine Aktion; meintest du 'A5xA4'"):
        typed_moves("A5xxA4", FIXED_START, GERMAN, commands)
    with pytest.raises(IllegalMove, match="'castle': not the name of an action"):
        typed_moves("castle", FIXED_START, ENGLISH, commands)


def test_rejects_moves_after_the_end() -> None:
    position = load("vier3d").position("rrr/bbb/-/-/-/-/-/-/-/-/-/-/-/-/-/- r")
    with pytest.raises(IllegalMove, match="unexpected 'b1': a1 ends the game"):
        typed_moves("a1 b1", position, ENGLISH)
    with pytest.raises(IllegalMove, match="'b1' ist überzählig: a1 beendet die Partie"):
        typed_moves("a1 b1", position, GERMAN)
    with pytest.raises(IllegalMove, match="'c1' ist überzählig: dein Zug endet mit b1"):
        typed_moves("b1 c1", position, GERMAN)


def test_reason_is_given_in_spite_of_wrong_case() -> None:
    with pytest.raises(IllegalMove, match="'A5xI1': B5 stands in the way"):
        typed_moves("a5Xi1", FIXED_START, ENGLISH)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("a5Xi1", "'A5xI1': B5 steht im Weg von A5 nach I1"),
        ("rochade", "'rochade': so heißt keine Aktion (eine wäre 'A5xA4')"),
    ],
)
def test_reasons_can_be_german(line: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as error:
        typed_moves(line, FIXED_START, GERMAN)
    assert str(error.value) == reason
