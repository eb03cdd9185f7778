"""Simulated players that play without pauses and verify that no acknowledged command is lost."""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.hall.server_process import (
    Message,
    ServerProcess,
    SocketClient,
    command_ids,
    connect_to_table,
    is_accepted,
)

# Raised when the server stops
CONNECTION_ERRORS = (ConnectionClosed, ConnectionError, InvalidHandshake, EOFError)


class Player:
    """Plays both sides of a table at random and records which commands were acknowledged."""

    def __init__(self, new_table: Message, seed: int) -> None:
        self.table, self.token = new_table["id"], new_table["token"]
        self.rng = random.Random(seed)
        self.acknowledged: dict[str, int] = {}  # event number by command id
        self.pending: Message | None = None  # the last command if it has not been acknowledged

    async def play(self, server: ServerProcess) -> None:
        """Play as quickly as possible until the connection breaks."""
        with suppress(*CONNECTION_ERRORS):
            async with connect_to_table(server, self.table, self.token) as client:
                while True:
                    await self.send(client, self.pending or self.next_command(client.state))

    async def reconnect(self, server: ServerProcess) -> None:
        """Connect again, resend a command without acknowledgement, and play one more turn."""
        async with connect_to_table(server, self.table, self.token) as client:
            assert client.state["seq"] >= max(self.acknowledged.values(), default=1)
            if self.pending:
                await self.send(client, self.pending)
            await self.send(client, self.next_command(client.state))

    async def send(self, client: SocketClient, command: Message) -> None:
        self.pending = command
        answer = await client.send_command(**command)
        assert is_accepted(answer), answer
        self.acknowledged[command["id"]] = answer["seq"]
        self.pending = None
        await client.wait_for_event(answer["seq"])

    def next_command(self, state: Message) -> Message:
        """Return a random legal action, or an undo when the game is over."""
        if state["result"]:
            return {"type": "offer", "id": next(command_ids), "offer": "undo"}
        action = self.rng.choice(list(state["frame"]["targets"]))
        return {"type": "act", "id": next(command_ids), "at": state["actions"], "actions": [action]}


async def play_until(
    server: ServerProcess, players: list[Player], min_commands: int, interrupt: Callable[[], Any]
) -> None:
    """Play with all players until enough commands are acknowledged, then interrupt the server.

    At least one command of each player is acknowledged before: a player that connects later might
    reach a restarted server and play on.
    """
    before = [len(player.acknowledged) for player in players]

    def have_played_enough() -> bool:
        new = [
            len(player.acknowledged) - count for player, count in zip(players, before, strict=True)
        ]
        return all(new) and sum(new) >= min_commands

    async with asyncio.timeout(60), asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play(server))
        while not have_played_enough():
            await asyncio.sleep(0.001)
        await asyncio.to_thread(interrupt)


def check_stored_events(server: ServerProcess, players: list[Player]) -> None:
    """Check that each acknowledged command is stored with its event number, and nothing else is."""
    for player in players:
        rows = server.fetch_rows(
            "SELECT seq, command FROM events WHERE table_id = ? ORDER BY seq", player.table
        )
        assert [seq for seq, _ in rows] == list(range(1, len(rows) + 1))
        stored = {command.partition(":")[2]: seq for seq, command in rows if command}
        assert player.acknowledged.items() <= stored.items()
        unacknowledged = {player.pending["id"]} if player.pending else set()
        assert stored.keys() - player.acknowledged.keys() <= unacknowledged, (
            "only commands of the player are stored"
        )


async def reconnect_all(server: ServerProcess, players: list[Player]) -> None:
    """Reconnect all players; each resends a pending command and plays another turn."""
    await asyncio.gather(*(player.reconnect(server) for player in players))
