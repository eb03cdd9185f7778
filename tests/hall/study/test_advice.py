"""Hints at a table of a real hall: for who asks alone, in stages; and a word after blunders."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from steinreich import Position, load
from steinreich.hall.study.advice import hint_message
from steinreich.session.schema.commands import Hint
from tests.hall.hosting import Host, Message, Window, hosted, watching
from tests.hall.study.studying import WARM, studying

pytestmark = pytest.mark.xdist_group("study")

FOUR_NEXT = ("a1", "b2", "a1", "b2", "a1")  # the second player has to stop a fourth ball on a1


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosted(tmp_path_factory.mktemp("advice"), analysts=1) as host:
        yield host


async def warm(host: Host) -> None:
    """Until machine code of vier3d is there."""
    async with studying(host) as window:
        await window.think(1)
        await window.patiently("lines", n=1)


async def ask(window: Window, type: str, n: int, **fields: Any) -> Message:
    """The answer to a question."""
    await window.say(type, n=n, **fields)
    message: Message = await window.until(
        lambda: next((one for one in window.messages if one.get("n") == n), None)
    )
    return message


def test_a_hint_asked_for_before_machine_code_is_there_arrives_when_it_is(host: Host) -> None:
    made = host.open_table(game="chain_reaxis", hints=True)

    async def run() -> None:
        async with watching(host, made["id"], made["token"]) as window:
            first = await ask(window, "hint", 1, at=0, actions=[], stage=2)
            assert first["type"] == "pending"
            async with asyncio.timeout(WARM):
                while not any(one["type"] == "hint" for one in window.messages):
                    await asyncio.sleep(0.2)
            assert (await window.hear("hint", n=1))["stage"] == 2

    asyncio.run(run())


def test_a_hint_has_three_stages_and_is_for_who_asks(host: Host) -> None:
    made = host.open_table(hints=True)

    async def run() -> None:
        await warm(host)
        async with (
            watching(host, made["id"], made["token"]) as window,
            watching(host, made["id"]) as spectator,
        ):
            assert (await window.hear("welcome"))["snapshot"]["hints"]
            assert (await spectator.hear("welcome"))["snapshot"]["hints"], "everybody sees it"
            for action in FOUR_NEXT:
                await window.act(action)
            await window.say("hello", token=made["token"], language="de")
            where, what, why = [
                await ask(window, "hint", stage, at=5, actions=[], stage=stage)
                for stage in (1, 2, 3)
            ]
            assert (where["cells"], where["action"], where["reasons"]) == ([], None, [])
            assert where["clue"] == "Dein Gegner droht zu gewinnen. Verhindere das."
            assert (what["action"]["action"], what["reasons"]) == ("a1", [])
            assert why["action"] == what["action"]
            assert any("a1" in reason for reason in why["reasons"])
            refused = await ask(spectator, "hint", 9, at=5, actions=[], stage=1)
            assert refused["type"] == "refused"
            assert not any(one["type"] == "hint" for one in spectator.messages)
            assert window.state["seq"] == 6, "no event"

    asyncio.run(run())


def test_the_first_stage_shows_no_more_than_the_piece_that_moves() -> None:
    target = {"kind": "capture", "cells": [7, 3], "spoken": "a4 captures b3"}
    first = {"action": "a4xb3", "seat": 0, "target": target}
    line: Any = {"actions": [first], "reasons": ["wins at once"]}
    for stage in (1, 2, 3):
        told = hint_message(Hint(n=1, at=0, actions=(), stage=stage), line, "You can win at once.")
        assert (told["cells"], told["clue"]) == ([7], "You can win at once.")
        assert (told["action"] is None) == (stage == 1)
        assert bool(told["reasons"]) == (stage == 3)
    target["kind"] = "place"
    told = hint_message(Hint(n=1, at=0, actions=(), stage=1), line, "Look.")
    assert told["cells"] == []


def test_without_being_agreed_on_there_are_no_hints(host: Host) -> None:
    made = host.open_table()

    async def run() -> None:
        async with watching(host, made["id"], made["token"]) as window:
            answer = await ask(window, "hint", 1, at=0, actions=[], stage=1)
            assert "not agreed on" in answer["why"]["en"]

    asyncio.run(run())


def test_the_computer_tells_why_it_played(host: Host) -> None:
    made = host.open_table("here computer")

    async def run() -> None:
        await warm(host)
        async with watching(host, made["id"], made["token"]) as window:
            await window.act("a1")
            await window.until(lambda: window.state["actions"] == 2)
            answer = await ask(window, "explain", 1, at=1)
            assert answer["type"] == "explained"
            assert answer["reasons"]
            assert all(isinstance(reason, str) for reason in answer["reasons"])
            assert (await ask(window, "explain", 2, at=0))["type"] == "refused", "its own only"

    asyncio.run(run())


def played(window: Window) -> list[str]:
    """All actions so far."""
    return [
        action
        for one in window.messages
        if one["type"] == "event" and one["kind"] == "played"
        for action in one["actions"]
    ]


def wins(position: Position, action: str) -> bool:
    return position.play(action).is_over


async def misses_a_win(window: Window) -> bool:
    """Put balls one on the other until a fourth would win, and then another one elsewhere; whether
    it came to that: even a beginner may win before."""
    start = load("vier3d").start()
    for rod in start.legal_moves():
        while True:
            await window.until(lambda: window.state["frame"]["turn"] != 0)
            if window.state["result"]:
                return False
            position = start
            for action in played(window):
                position = position.play(action)
            if any(wins(position, action) for action in position.legal_moves()):
                quiet = (one for one in position.legal_moves() if not wins(position, one))
                await window.act(next(quiet))
                return True
            if rod not in position.legal_moves():
                break
            await window.act(rod)
    return False


@pytest.mark.parametrize("teaching", [True, False])
def test_a_blunder_against_the_computer_may_be_taken_back(host: Host, teaching: bool) -> None:
    seats = [{"kind": "computer", "level": 1}, {"kind": "here"}]
    wanted = {"game": "vier3d", "seats": seats, "teaching": teaching}

    async def blunders() -> bool:
        made = host.post("api/tables", wanted).json()
        async with watching(host, made["id"], made["token"]) as window:
            await window.hear("welcome")
            return await misses_a_win(window) and await is_told(window)

    async def is_told(window: Window) -> bool:
        """Whether there is a word about it; there need not be, if the game is won all the same."""
        answer = await ask(window, "explain", 1, at=0)  # who is asked later answers later
        assert answer["type"] == "explained"
        told = [one for one in window.messages if one["type"] == "blunder"]
        if not teaching:
            assert told == []
            return True
        if not told:
            return False
        blunder = told[-1]
        assert blunder["at"] % 2 == 1
        assert "nach" in blunder["text"]["de"]
        assert (await window.ask("offer", what="undo"))["type"] == "event"
        return True

    async def run() -> None:
        await warm(host)
        for _ in range(10):
            if await blunders():
                return
        raise AssertionError("no win was in sight, or nobody said that it was missed")

    asyncio.run(run())
