"""A server on one of the databases, its players, and the checks after a fault."""

import asyncio
import sqlite3
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import psycopg

from bench.faults.couples import AWAY, Astray, Couple
from tests.hall.server_process import PATIENCE, Host, Message, public_part, watching
from tests.postgres import Postgres

COUPLES = 4
NOT_SURVIVED = (Astray, AssertionError, *AWAY, psycopg.Error, sqlite3.Error)
BEFORE, AFTER = 6, 2  # what each pair, on average and at least, has acknowledged around a fault


class Seen(NamedTuple):
    """The result of one fault."""

    acknowledged: int
    kills: int
    lost: int
    disagreements: int
    examples: tuple[str, ...] = ()


class Scene:
    """One server on SQLite, or two on one PostgreSQL."""

    def __init__(self, folder: Path, postgres: Postgres | None) -> None:
        self.folder = folder
        self.postgres = postgres
        database = postgres.new_database() if postgres else f"sqlite:///{folder / 'hall.sqlite'}"
        self.name = database.partition("?")[0].rpartition("/")[2]
        more: dict[str, Any] = {"database": database}
        places = ("one", "other") if postgres else ("one",)
        for place in places:
            (folder / place).mkdir()
        self.hosts = [Host(folder / place, **more) for place in places]
        self.couples = [Couple(seed, self.hosts) for seed in range(COUPLES)]
        self.began = time.time_ns() // 1_000_000
        self.kills = 0  # processes killed by faults so far

    @property
    def file(self) -> Path:
        return self.folder / "hall.sqlite"

    def close(self) -> None:
        for host in self.hosts:
            if host.process.is_alive():
                host.kill()
            host.client.close()
            host.process.close()

    @property
    def count(self) -> int:
        return sum(couple.count for couple in self.couples)

    def kill(self, host: Host) -> None:
        """Kill a server as part of a fault."""
        host.kill()
        self.kills += 1

    async def live_through(self, fault: Callable[["Scene"], None]) -> Seen:
        """Inject a fault while all play; check that all can continue and agree with each other and
        with the database.
        """
        count, kills = self.count, self.kills
        lost: list[str] = []
        differences: list[str] = []
        try:
            await self.play_through(fault)
            lost += self.lost()
            differences += await self.disagreements()
        except NOT_SURVIVED as error:
            differences.append(f"{type(error).__name__}: {error}")
        found = (*lost, *differences)
        return Seen(self.count - count, self.kills - kills, len(lost), len(differences), found)

    async def play_through(self, fault: Callable[["Scene"], None]) -> None:
        """Let all play until a fault is over, and for a while after it."""
        over = asyncio.Event()
        living = [asyncio.create_task(couple.live(over)) for couple in self.couples]
        try:
            await self.progress(living, self.count + BEFORE * COUPLES, 0)
            await asyncio.to_thread(fault, self)
            await self.progress(living, 0, AFTER)
        finally:
            over.set()
            await asyncio.wait(living, timeout=PATIENCE)
            for one in living:
                one.cancel()

    async def progress(self, living: list[asyncio.Task[None]], in_all: int, each: int) -> None:
        """Wait until a number of commands is acknowledged in all, and by each pair."""
        goals = [couple.count + each for couple in self.couples]
        async with asyncio.timeout(2 * PATIENCE):
            while self.count < in_all or any(
                couple.count < goal for couple, goal in zip(self.couples, goals, strict=True)
            ):
                for one in living:
                    if one.done():
                        one.result()  # what disagreed
                await asyncio.sleep(0.01)

    def lost(self) -> list[str]:
        """Return what was acknowledged and is missing or different on disk."""
        missing: list[str] = []
        stored: dict[str, list[tuple[int, str, str | None]]] = defaultdict(list)
        query = "SELECT table_id, seq, kind, command FROM events ORDER BY table_id, seq"
        for table, *event in self.hosts[0].rows(query):
            stored[table].append((event[0], event[1], event[2]))
        for couple in self.couples:
            for table in couple.tables:
                numbers = [seq for seq, _, _ in stored[table]]
                if numbers != list(range(1, len(numbers) + 1)) or not numbers:
                    missing.append(f"{table} has events {numbers}")
                seqs = {what.partition(":")[2]: seq for seq, _, what in stored[table] if what}
                missing += [
                    f"{table}: {id} was number {seq} and is {seqs.get(id)}"
                    for (at, id), seq in couple.acknowledged.items()
                    if at == table and seqs.get(id) != seq
                ]
            if couple.joined and "joined" not in [kind for _, kind, _ in stored[couple.tables[0]]]:
                missing.append(f"{couple.tables[0]}: a friend has joined and is not there")
        return missing

    async def disagreements(self) -> list[str]:
        """Return differences between clients, and between clients and the database, and impossible
        states.
        """
        return [
            *self.odd_times(),
            *(f"a gap at {one.tables[-1]}" for one in self.couples if one.gaps),
            *[found for one in self.couples if (found := await self.differs(one))],
        ]

    def odd_times(self) -> list[str]:
        """Return events with wrong times, and games lost on time: no player thinks that long."""
        until = time.time_ns() // 1_000_000 + 1000
        query = "SELECT table_id, seq, at FROM events WHERE at < ? OR at > ?"
        odd = [f"{row} is of another time" for row in self.hosts[0].rows(query, self.began, until)]
        ended = self.hosts[0].rows("SELECT table_id, data FROM events WHERE kind = 'ended'")
        return odd + [f"{table} was lost on time" for table, data in ended if '"time"' in str(data)]

    async def differs(self, couple: Couple) -> str:
        """Return the differences between the clients of a pair at their last table."""
        table = couple.tables[-1]
        tokens = (*couple.tokens, None)
        async with asyncio.timeout(PATIENCE), AsyncExitStack() as stack:
            windows = [
                await stack.enter_async_context(watching(host, table, token))
                for host in self.hosts
                for token in tokens
            ]
            ((last,),) = self.hosts[0].rows("SELECT max(seq) FROM events WHERE table_id = ?", table)
            states: list[Message] = [public_part(await one.at(last)) for one in windows]
            held = sorted(windows[0].mine + windows[1].mine)
        for state in states:
            state.pop("clocks", None)  # they run on
        if any(state != states[0] for state in states):
            return f"{table} looks different to different people"
        return "" if held == [0, 1] else f"{table}: tokens hold the seats {held}"


@contextmanager
def staged(folder: Path, postgres: Postgres | None) -> Iterator[Scene]:
    """Open a scene and close it at the end."""
    scene = Scene(folder, postgres)
    try:
        yield scene
    finally:
        scene.close()
