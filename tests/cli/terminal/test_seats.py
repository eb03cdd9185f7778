"""Seats as users write them and as records store them."""

import shlex
from typing import Any

import pytest

from steinreich import load
from steinreich.cli.language import Translator
from steinreich.cli.parser import UsageError
from steinreich.cli.terminal.seats import (
    default_seats,
    format_seats,
    get_recorded_seats,
    parse_seat,
    parse_seats,
    store_seats,
)
from steinreich.players.levels import LEVELS
from steinreich.records import Record

TRANSLATE = Translator("en")
THREE_PLAYERS = load("vier3d(players=3)")


def test_default_opponents_are_computer_players() -> None:
    assert default_seats(1) == ["human"]
    assert default_seats(3) == ["human", "level3", "level3"]


def test_every_level_has_a_seat() -> None:
    for level in LEVELS:
        assert parse_seat(f"Level{level}") == parse_seat(str(level)) == f"level{level}"
    for invalid in (0, LEVELS[-1] + 1, "01", "-1"):
        assert parse_seat(f"level{invalid}") is parse_seat(str(invalid)) is None


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("human, 5,ENGINE", ["human", "level5", "engine"]),
        ("random,level10,ugi:Prog -X", ["random", "level10", "ugi:Prog -X"]),
        ('human,"ugi:prog a,b", ugi:prog "c d"', ["human", "ugi:prog a,b", 'ugi:prog "c d"']),
    ],
)
def test_parses_seats(text: str, seats: list[str]) -> None:
    assert parse_seats(text, THREE_PLAYERS, TRANSLATE) == seats
    assert parse_seats(format_seats(seats), THREE_PLAYERS, TRANSLATE) == seats


@pytest.mark.parametrize("text", ["", "human,human", "human,,human", "human,ugi:,1", "a\nb,1,1"])
def test_rejects_invalid_seats(text: str) -> None:
    with pytest.raises(UsageError, match=r"^--seats: "):
        parse_seats(text, THREE_PLAYERS, TRANSLATE)


def make_record_with_headers(**headers: Any) -> Record:
    return Record(load("vier3d").start(), headers)


def test_record_names_computer_players() -> None:
    assert get_recorded_seats(
        make_record_with_headers(Player1="Engine", Player2="level10"), TRANSLATE
    ) == [
        "engine",
        "level10",
    ]
    assert get_recorded_seats(
        make_record_with_headers(Player1="level11", Player2="5"), TRANSLATE
    ) == [
        "human",
        "human",
    ]


def test_record_never_starts_a_program() -> None:
    with pytest.raises(UsageError, match="player 2 of this game is a program"):
        get_recorded_seats(
            make_record_with_headers(Player2=f"ugi:{shlex.quote('rm')} -r x"), TRANSLATE
        )


def test_seats_are_recorded_and_names_kept() -> None:
    record = make_record_with_headers(Player1="Ada", Player2="ugi:prog")
    store_seats(record, ["level1", "level2"])
    assert record.headers == {"Player1": "Ada", "Player2": "level2"}
    store_seats(record, ["human", "human"])
    assert record.headers == {"Player1": "Ada", "Player2": "human"}
