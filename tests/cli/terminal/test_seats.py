"""Seats as users write them and as records store them."""

import shlex
from typing import Any

import pytest

from steinreich import load
from steinreich.cli.language import Say
from steinreich.cli.parser import UsageError
from steinreich.cli.terminal.seats import (
    listed,
    note_seats,
    recorded_seats,
    seat_called,
    seats_in,
    usual_seats,
)
from steinreich.players.levels import LEVELS
from steinreich.records import Record

SAY = Say("en")
THREE = load("vier3d(players=3)")


def test_default_opponent_is_an_engine() -> None:
    assert usual_seats(1) == ["human"]
    assert usual_seats(3) == ["human", "level3", "level3"]


def test_every_level_has_a_seat() -> None:
    for level in LEVELS:
        assert seat_called(f"Level{level}") == seat_called(str(level)) == f"level{level}"
    for beyond in (0, LEVELS[-1] + 1, "01", "-1"):
        assert seat_called(f"level{beyond}") is seat_called(str(beyond)) is None


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("human, 5,ENGINE", ["human", "level5", "engine"]),
        ("random,level10,ugi:Prog -X", ["random", "level10", "ugi:Prog -X"]),
        ('human,"ugi:prog a,b", ugi:prog "c d"', ["human", "ugi:prog a,b", 'ugi:prog "c d"']),
    ],
)
def test_seats_are_parsed(text: str, seats: list[str]) -> None:
    assert seats_in(text, THREE, SAY) == seats
    assert seats_in(listed(seats), THREE, SAY) == seats


@pytest.mark.parametrize("text", ["", "human,human", "human,,human", "human,ugi:,1", "a\nb,1,1"])
def test_invalid_seats_are_refused(text: str) -> None:
    with pytest.raises(UsageError, match=r"^--seats: "):
        seats_in(text, THREE, SAY)


def record_with(**headers: Any) -> Record:
    return Record(load("vier3d").start(), headers)


def test_record_names_computer_players() -> None:
    assert recorded_seats(record_with(Player1="Engine", Player2="level10"), SAY) == [
        "engine",
        "level10",
    ]
    assert recorded_seats(record_with(Player1="level11", Player2="5"), SAY) == ["human", "human"]


def test_record_never_starts_a_program() -> None:
    with pytest.raises(UsageError, match="player 2 of this game is a program"):
        recorded_seats(record_with(Player2=f"ugi:{shlex.quote('rm')} -r x"), SAY)


def test_seats_are_recorded_and_names_kept() -> None:
    record = record_with(Player1="Ada", Player2="ugi:prog")
    note_seats(record, ["level1", "level2"])
    assert record.headers == {"Player1": "Ada", "Player2": "level2"}
    note_seats(record, ["human", "human"])
    assert record.headers == {"Player1": "Ada", "Player2": "human"}
