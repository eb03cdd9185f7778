"""Hints in stages, and advice after blunders, at tables that allow them."""

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

THREE_IN_A_ROW = ("a1", "b2", "a1", "b2", "a1")  # the second player has to stop a fourth ball on a1


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
        lambda: next((m for m in client.messages if m.get("n") == n), None)
    )
    return message


def test_hint_asked_for_before_warm_up_arrives_afterwards(server: ServerProcess) -> None:
    new_table = server.open_table(game="chain_reaxis", hints=True)

    async def run() -> None:
        async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
            first = await ask(client, "hint", 1, at=0, actions=[], stage=2)
            assert first["type"] == "pending"
            async with asyncio.timeout(COMPILE_TIMEOUT_SECONDS):
                while not any(m["type"] == "hint" for m in client.messages):
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
            assert (await spectator.wait_for("welcome"))["snapshot"]["hints"], (
                "spectators see that hints are allowed"
            )
            for action in THREE_IN_A_ROW:
                await client.act(action)
            await client.send("hello", token=new_table["token"], language="de")
            area, move, reasons = [
                await ask(client, "hint", stage, at=5, actions=[], stage=stage)
                for stage in (1, 2, 3)
            ]
            assert (area["cells"], area["action"], area["reasons"]) == ([], None, [])
            assert area["clue"] == "Dein Gegner droht zu gewinnen. Verhindere das."
            assert (move["action"]["action"], move["reasons"]) == ("a1", [])
            assert reasons["action"] == move["action"]
            assert any("a1" in reason for reason in reasons["reasons"])
            refused = await ask(spectator, "hint", 9, at=5, actions=[], stage=1)
            assert refused["type"] == "refused"
            assert not any(m["type"] == "hint" for m in spectator.messages)
            assert client.state["seq"] == 6, "no event"

    asyncio.run(run())


def test_first_stage_shows_only_the_moving_piece() -> None:
    target = {"kind": "capture", "cells": [7, 3], "spoken": "a4 captures b3"}
    first = {"action": "a4xb3", "seat": 0, "target": target}
    line: Any = {"actions": [first], "reasons": ["wins at once"]}
    for stage in (1, 2, 3):
        hint = make_hint(Hint(n=1, at=0, actions=(), stage=stage), line, "You can win at once.")
        assert (hint["cells"], hint["clue"]) == ([7], "You can win at once.")
        assert (hint["action"] is None) == (stage == 1)
        assert bool(hint["reasons"]) == (stage == 3)
    target["kind"] = "place"
    hint = make_hint(Hint(n=1, at=0, actions=(), stage=1), line, "Look.")
    assert hint["cells"] == []


def test_refuses_hints_unless_agreed_on(server: ServerProcess) -> None:
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


def list_played_actions(client: SocketClient) -> list[str]:
    """Return all actions so far."""
    return [
        action
        for message in client.messages
        if message["type"] == "event" and message["kind"] == "played"
        for action in message["actions"]
    ]


def wins_at_once(position: Position, action: str) -> bool:
    return position.play(action).is_over


async def miss_a_win(client: SocketClient) -> bool:
    """Stack balls on a rod until a fourth one would win, then play elsewhere.

    Return whether there was a win to miss: the opponent may win or block before.
    """
    start = load("vier3d").start()
    for rod in start.legal_moves():
        while True:
            await client.wait_until(lambda: client.state["frame"]["turn"] != 0)
            if client.state["result"]:
                return False
            position = start
            for action in list_played_actions(client):
                position = position.play(action)
            if any(wins_at_once(position, action) for action in position.legal_moves()):
                quiet = (
                    action
                    for action in position.legal_moves()
                    if not wins_at_once(position, action)
                )
                await client.act(next(quiet))
                return True
            if rod not in position.legal_moves():
                break
            await client.act(rod)
    return False


@pytest.mark.parametrize("teaching", [True, False])
def test_blunder_against_the_computer_can_be_undone(server: ServerProcess, teaching: bool) -> None:
    seats = [{"kind": "computer", "level": 1}, {"kind": "here"}]
    body = {"game": "vier3d", "seats": seats, "teaching": teaching}

    async def blunder_and_undo() -> bool:
        new_table = server.post("api/tables", body).json()
        async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
            await client.wait_for("welcome")
            return await miss_a_win(client) and await undo_advised_blunder(client)

    async def undo_advised_blunder(client: SocketClient) -> bool:
        """Return whether the advice is as expected. There may be none if the game is still won."""
        answer = await ask(client, "explain", 1, at=0)  # a later question gets a later response
        assert answer["type"] == "explained"
        blunders = [m for m in client.messages if m["type"] == "blunder"]
        if not teaching:
            assert blunders == []
            return True
        if not blunders:
            return False
        blunder = blunders[-1]
        assert blunder["at"] % 2 == 1
        assert "; after: " in blunder["text"]
        assert (await client.send_command("offer", offer="undo"))["type"] == "event"
        return True

    async def run() -> None:
        await wait_until_warm(server)
        for _ in range(10):
            if await blunder_and_undo():
                return
        raise AssertionError("no game had a win to miss, or no advice was sent")

    asyncio.run(run())
