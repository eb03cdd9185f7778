"""Players that never pause, remember acknowledged commands, and reconnect after a crash."""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.hall.server_process import Host, Message, Window, fresh, is_done, watching

AWAY = (ConnectionClosed, ConnectionError, InvalidHandshake, EOFError)  # the server is gone


class Player:
    """Plays both sides, remembers acknowledged commands, and reconnects."""

    def __init__(self, made: Message, seed: int) -> None:
        self.table, self.token = made["id"], made["token"]
        self.dice = random.Random(seed)
        self.acknowledged: dict[str, int] = {}  # command id to event number
        self.pending: Message | None = None  # sent and not acknowledged

    async def play(self, host: Host) -> None:
        """Play as quickly as possible until the server is gone."""
        with suppress(*AWAY):
            async with watching(host, self.table, self.token) as window:
                while True:
                    await self.say(window, self.pending or self.next_command(window.state))

    async def reconnect(self, host: Host) -> None:
        """Resend what was not acknowledged and play one more turn."""
        async with watching(host, self.table, self.token) as window:
            assert window.state["seq"] >= max(self.acknowledged.values(), default=1)
            if self.pending:
                await self.say(window, self.pending)
            await self.say(window, self.next_command(window.state))

    async def say(self, window: Window, wanted: Message) -> None:
        self.pending = wanted
        answer = await window.ask(**wanted)
        assert is_done(answer), answer
        self.acknowledged[wanted["id"]] = answer["seq"]
        self.pending = None
        await window.at(answer["seq"])

    def next_command(self, state: Message) -> Message:
        """Return a random legal action, or an undo when the game is over."""
        if state["result"]:
            return {"type": "offer", "id": next(fresh), "what": "undo"}
        action = self.dice.choice(list(state["frame"]["targets"]))
        return {"type": "act", "id": next(fresh), "at": state["actions"], "actions": [action]}


async def play_until(
    host: Host, players: list[Player], enough: int, blow: Callable[[], Any]
) -> None:
    """Let all play until enough commands are acknowledged, then strike the server.

    A player that has not connected yet would not notice it: the process that takes over accepts its
    connection.
    """
    before = [len(player.acknowledged) for player in players]

    def is_enough() -> bool:
        new = [len(one.acknowledged) - known for one, known in zip(players, before, strict=True)]
        return all(new) and sum(new) >= enough

    async with asyncio.timeout(60), asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play(host))
        while not is_enough():
            await asyncio.sleep(0.001)
        await asyncio.to_thread(blow)


def check_stored(host: Host, players: list[Player]) -> None:
    """Check that each acknowledged command produced the named event, and that none is missing."""
    for player in players:
        rows = host.rows(
            "SELECT seq, command FROM events WHERE table_id = ? ORDER BY seq", player.table
        )
        assert [seq for seq, _ in rows] == list(range(1, len(rows) + 1))
        stored = {command.partition(":")[2]: seq for seq, command in rows if command}
        assert player.acknowledged.items() <= stored.items()
        unsure = {player.pending["id"]} if player.pending else set()
        assert stored.keys() - player.acknowledged.keys() <= unsure, "nothing else was played"


async def reconnect_all(host: Host, players: list[Player]) -> None:
    """Reconnect all players and let them play on."""
    await asyncio.gather(*(player.reconnect(host) for player in players))
