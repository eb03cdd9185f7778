"""`kill -9` at any moment, under load: what was acknowledged is there, and the games go on."""

import asyncio
import random
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.server.hosting import Host, Message, Window, fresh, hosted, watching

pytestmark = pytest.mark.xdist_group("postgres")
TABLES = 8
ROUNDS = 6
ENOUGH = 250  # acknowledged actions before each blow
AWAY = (ConnectionClosed, ConnectionError, InvalidHandshake, EOFError)  # the server is gone


class Player:
    """Somebody who plays both sides, remembers what was acknowledged, and comes back."""

    def __init__(self, made: Message, seed: int) -> None:
        self.table, self.token = made["id"], made["token"]
        self.dice = random.Random(seed)
        self.acknowledged: dict[str, int] = {}  # the event of each command
        self.pending: Message | None = None  # what was sent and not acknowledged

    async def play(self, host: Host) -> None:
        """Play as quickly as possible, until the server is gone."""
        with suppress(*AWAY):
            async with watching(host, self.table, self.token) as window:
                while True:
                    await self.say(window, self.pending or self.wish(window.state))

    async def come_back(self, host: Host) -> None:
        """Say again what was not acknowledged, and play one more turn."""
        async with watching(host, self.table, self.token) as window:
            assert window.state["seq"] >= max(self.acknowledged.values(), default=1)
            if self.pending:
                await self.say(window, self.pending)
            await self.say(window, self.wish(window.state))

    async def say(self, window: Window, wish: Message) -> None:
        self.pending = wish
        answer = await window.ask(**wish)
        assert answer["type"] == "done", answer
        self.acknowledged[wish["id"]] = answer["seq"]
        self.pending = None
        await window.at(answer["seq"])

    def wish(self, state: Message) -> Message:
        """Any legal action; the last one is taken back when the game is over."""
        if state["result"]:
            return {"type": "offer", "id": next(fresh), "what": "undo"}
        action = self.dice.choice(list(state["frame"]["targets"]))
        return {"type": "act", "id": next(fresh), "at": state["actions"], "actions": [action]}


async def play_until(host: Host, players: list[Player], blow: Callable[[], Any]) -> None:
    """All play until enough is acknowledged; then something happens to the server."""

    def count() -> int:
        return sum(len(player.acknowledged) for player in players)

    goal = count() + ENOUGH
    async with asyncio.timeout(60), asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play(host))
        while count() < goal:
            await asyncio.sleep(0.001)
        await asyncio.to_thread(blow)


def check_stored(host: Host, players: list[Player]) -> None:
    """Each acknowledged command led to just the event that was named, and none is missing."""
    for player in players:
        rows = host.rows(
            "SELECT seq, command FROM events WHERE table_id = ? ORDER BY seq", player.table
        )
        assert [seq for seq, _ in rows] == list(range(1, len(rows) + 1))
        stored = {command: seq for seq, command in rows if command}
        assert player.acknowledged.items() <= stored.items()
        unsure = {player.pending["id"]} if player.pending else set()
        assert stored.keys() - player.acknowledged.keys() <= unsure, "nothing else was played"


def test_kill_9_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    with hosted(tmp_path) as host:
        players = [Player(host.open_table(), seed) for seed in range(TABLES)]
        for _ in range(ROUNDS):
            asyncio.run(play_until(host, players, host.kill))
            check_stored(host, players)
            host.start()

        async def go_on() -> None:
            await asyncio.gather(*(player.come_back(host) for player in players))

        asyncio.run(go_on())
        check_stored(host, players)


def test_a_clean_stop_finishes_what_it_has_accepted(tmp_path: Path) -> None:
    with hosted(tmp_path) as host:
        players = [Player(host.open_table(), seed) for seed in range(TABLES)]
        began = time.monotonic()
        asyncio.run(play_until(host, players, host.stop))
        assert host.process.exitcode == 0
        assert time.monotonic() - began < 30
        check_stored(host, players)
        host.start()

        async def go_on() -> None:
            await asyncio.gather(*(player.come_back(host) for player in players))

        asyncio.run(go_on())
        check_stored(host, players)


def test_the_computer_takes_up_its_turn_after_a_crash(tmp_path: Path) -> None:
    with hosted(tmp_path) as host:
        made = host.open_table("here computer")

        async def act_and_crash() -> None:
            async with watching(host, made["id"], made["token"]) as window:
                assert (await window.act())["type"] == "done"
                host.kill()

        async def come_back() -> None:
            async with watching(host, made["id"], made["token"]) as window:
                await window.until(lambda: window.state["actions"] == 2)

        asyncio.run(act_and_crash())
        host.start()
        asyncio.run(come_back())


@pytest.mark.parametrize("way", ["kill", "stop"])
def test_engine_processes_leave_with_the_server(tmp_path: Path, way: str) -> None:
    with hosted(tmp_path, engines=1) as host:
        asyncio.run(until(lambda: len(children(host)) >= 2))
        theirs = children(host)
        getattr(host, way)()
        asyncio.run(until(lambda: not any(map(is_alive, theirs))))


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not is_so():
            await asyncio.sleep(0.02)


def children(host: Host) -> list[int]:
    """The processes that a hall has started."""
    pid = host.process.pid
    found = [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return [one for one in found if "engine_worker" in Path(f"/proc/{one}/cmdline").read_text()]


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] != "Z"
    except FileNotFoundError:
        return False
