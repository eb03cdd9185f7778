"""Hints at a table: for the player who asks, in stages; and advice after blunders."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from steinreich import Position, load
from steinreich.hall.study.advice import make_hint
from steinreich.session.schema.messages import Hint
from tests.hall.server_process import (
    Message,
    ServerProcess,
    SocketClient,
    connect_to_table,
    running_server,
)
from tests.hall.study.study_client import COMPILE_TIMEOUT_SECONDS, connect_to_study

pytestmark = pytest.mark.xdist_group("study")

FOUR_NEXT = ("a1", "b2", "a1", "b2", "a1")  # the second player has to stop a fourth ball on a1


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with running_server(tmp_path_factory.mktemp("advice"), analysts=1) as server:
        yield server


async def wait_until_warm(server: ServerProcess) -> None:
    """Wait for machine code of vier3d."""
    async with connect_to_study(server) as client:
        await client.think(1)
        await client.wait_while_compiling("lines", n=1)


async def ask(client: SocketClient, type: str, n: int, **fields: Any) -> Message:
    """Return the response to a question."""
    await client.send(type, n=n, **fields)
    message: Message = await client.wait_until(
        lambda: next((one for one in client.messages if one.get("n") == n), None)
    )
    return message


def test_hint_asked_for_before_warm_up_arrives_afterwards(server: ServerProcess) -> None:
    new_table = server.open_table(game="chain_reaxis", hints=True)

    async def run() -> None:
        async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
            first = await ask(client, "hint", 1, at=0, actions=[], stage=2)
            assert first["type"] == "pending"
            async with asyncio.timeout(COMPILE_TIMEOUT_SECONDS):
                while not any(one["type"] == "hint" for one in client.messages):
                    await asyncio.sleep(0.2)
            assert (await client.wait_for("hint", n=1))["stage"] == 2

    asyncio.run(run())


def test_hint_has_three_stages_and_is_private(server: ServerProcess) -> None:
    new_table = server.open_table(hints=True)

    async def run() -> None:
        await wait_until_warm(server)
        async with (
            connect_to_table(server, new_table["id"], new_table["token"]) as client,
            connect_to_table(server, new_table["id"]) as spectator,
        ):
            assert (await client.wait_for("welcome"))["snapshot"]["hints"]
            assert (await spectator.wait_for("welcome"))["snapshot"]["hints"], "everybody sees it"
            for action in FOUR_NEXT:
                await client.act(action)
            await client.send("hello", token=new_table["token"], language="de")
            where, what, why = [
                await ask(client, "hint", stage, at=5, actions=[], stage=stage)
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
            assert client.state["seq"] == 6, "no event"

    asyncio.run(run())


def test_first_stage_shows_only_the_moving_piece() -> None:
    target = {"kind": "capture", "cells": [7, 3], "spoken": "a4 captures b3"}
    first = {"action": "a4xb3", "seat": 0, "target": target}
    line: Any = {"actions": [first], "reasons": ["wins at once"]}
    for stage in (1, 2, 3):
        told = make_hint(Hint(n=1, at=0, actions=(), stage=stage), line, "You can win at once.")
        assert (told["cells"], told["clue"]) == ([7], "You can win at once.")
        assert (told["action"] is None) == (stage == 1)
        assert bool(told["reasons"]) == (stage == 3)
    target["kind"] = "place"
    told = make_hint(Hint(n=1, at=0, actions=(), stage=1), line, "Look.")
    assert told["cells"] == []


def test_hints_are_refused_unless_agreed_on(server: ServerProcess) -> None:
    new_table = server.open_table()

    async def run() -> None:
        async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
            answer = await ask(client, "hint", 1, at=0, actions=[], stage=1)
            assert "not agreed on" in answer["why"]

    asyncio.run(run())


def test_computer_explains_its_move(server: ServerProcess) -> None:
    new_table = server.open_table("here computer")

    async def run() -> None:
        await wait_until_warm(server)
        async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
            await client.act("a1")
            await client.wait_until(lambda: client.state["actions"] == 2)
            answer = await ask(client, "explain", 1, at=1)
            assert answer["type"] == "explained"
            assert answer["reasons"]
            assert all(isinstance(reason, str) for reason in answer["reasons"])
            assert (await ask(client, "explain", 2, at=0))["type"] == "refused", "its own move only"

    asyncio.run(run())


def played_actions(client: SocketClient) -> list[str]:
    """Return all actions so far."""
    return [
        action
        for one in client.messages
        if one["type"] == "event" and one["kind"] == "played"
        for action in one["actions"]
    ]


def wins(position: Position, action: str) -> bool:
    return position.play(action).is_over


async def misses_a_win(client: SocketClient) -> bool:
    """Stack balls until a fourth would win, then play elsewhere. Return whether that was possible:
    even a beginner may win before.
    """
    start = load("vier3d").start()
    for rod in start.legal_moves():
        while True:
            await client.wait_until(lambda: client.state["frame"]["turn"] != 0)
            if client.state["result"]:
                return False
            position = start
            for action in played_actions(client):
                position = position.play(action)
            if any(wins(position, action) for action in position.legal_moves()):
                quiet = (one for one in position.legal_moves() if not wins(position, one))
                await client.act(next(quiet))
                return True
            if rod not in position.legal_moves():
                break
            await client.act(rod)
    return False


@pytest.mark.parametrize("teaching", [True, False])
def test_blunder_against_the_computer_can_be_undone(server: ServerProcess, teaching: bool) -> None:
    seats = [{"kind": "computer", "level": 1}, {"kind": "here"}]
    wanted = {"game": "vier3d", "seats": seats, "teaching": teaching}

    async def blunders() -> bool:
        new_table = server.post("api/tables", wanted).json()
        async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
            await client.wait_for("welcome")
            return await misses_a_win(client) and await has_advice(client)

    async def has_advice(client: SocketClient) -> bool:
        """Return whether there is advice; there may be none if the game is still won."""
        answer = await ask(client, "explain", 1, at=0)  # a later question gets a later response
        assert answer["type"] == "explained"
        told = [one for one in client.messages if one["type"] == "blunder"]
        if not teaching:
            assert told == []
            return True
        if not told:
            return False
        blunder = told[-1]
        assert blunder["at"] % 2 == 1
        assert "; after: " in blunder["text"]
        assert (await client.send_command("offer", offer="undo"))["type"] == "event"
        return True

    async def run() -> None:
        await wait_until_warm(server)
        for _ in range(10):
            if await blunders():
                return
        raise AssertionError("no win was in sight, or nobody said that it was missed")

    asyncio.run(run())
