"""A hall on one of the databases, the people in it, and what must be true of them afterwards."""

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
from tests.hall.hosting import PATIENCE, Host, Message, for_all, watching
from tests.postgres import Postgres

COUPLES = 4
NOT_SURVIVED = (Astray, AssertionError, *AWAY, psycopg.Error, sqlite3.Error)
BEFORE, AFTER = 6, 2  # what each couple, on average and at least, has acknowledged around a fault


class Seen(NamedTuple):
    """What became of one fault."""

    acknowledged: int
    kills: int
    lost: int
    disagreements: int
    examples: tuple[str, ...] = ()


class Scene:
    """One hall: a single one on SQLite, two on one PostgreSQL, or several processes on either."""

    def __init__(self, folder: Path, postgres: Postgres | None, processes: int) -> None:
        self.folder = folder
        self.postgres = postgres
        database = postgres.new_database() if postgres else f"sqlite:///{folder / 'hall.sqlite'}"
        self.name = database.partition("?")[0].rpartition("/")[2]
        more: dict[str, Any] = {"database": database, "compiles": False, "processes": processes}
        places = ("one", "other") if postgres and processes == 1 else ("one",)
        for place in places:
            (folder / place).mkdir()
        self.hosts = [Host(folder / place, **more) for place in places]
        self.couples = [Couple(seed, self.hosts) for seed in range(COUPLES)]
        self.began = time.time_ns() // 1_000_000
        self.kills = 0  # processes that a fault has killed so far

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
        """What a fault does to a hall."""
        host.kill()
        self.kills += 1

    async def live_through(self, fault: Callable[["Scene"], None]) -> Seen:
        """Let something happen while all play; they all have to play on afterwards, and then to
        agree with each other and with the database."""
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
        """All play until something happens, and for a while after it."""
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
        """Until so much is acknowledged in all, and so much more of each couple."""
        goals = [couple.count + each for couple in self.couples]
        async with asyncio.timeout(2 * PATIENCE):
            while self.count < in_all or any(
                couple.count < goal for couple, goal in zip(self.couples, goals, strict=True)
            ):
                for one in living:
                    if one.done():
                        one.result()  # what went astray
                await asyncio.sleep(0.01)

    def lost(self) -> list[str]:
        """What was acknowledged and is not on disk, or is there otherwise."""
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
        """Where people see something else than others, than the database, or than can be."""
        return [
            *self.odd_times(),
            *(f"a gap at {one.tables[-1]}" for one in self.couples if one.gaps),
            *[found for one in self.couples if (found := await self.differs(one))],
        ]

    def odd_times(self) -> list[str]:
        """Events of the past or the future, and games lost on time: nobody thinks for so long."""
        until = time.time_ns() // 1_000_000 + 1000
        query = "SELECT table_id, seq, at FROM events WHERE at < ? OR at > ?"
        odd = [f"{row} is of another time" for row in self.hosts[0].rows(query, self.began, until)]
        ended = self.hosts[0].rows("SELECT table_id, data FROM events WHERE kind = 'ended'")
        return odd + [f"{table} was lost on time" for table, data in ended if '"time"' in str(data)]

    async def differs(self, couple: Couple) -> str:
        """What is not the same for all at the last table of two, if anything is not."""
        table = couple.tables[-1]
        tokens = (*couple.tokens, None)
        async with asyncio.timeout(PATIENCE), AsyncExitStack() as stack:
            windows = [
                await stack.enter_async_context(watching(host, table, token))
                for host in self.hosts
                for token in tokens
            ]
            ((last,),) = self.hosts[0].rows("SELECT max(seq) FROM events WHERE table_id = ?", table)
            states: list[Message] = [for_all(await one.at(last)) for one in windows]
            held = sorted(windows[0].mine + windows[1].mine)
        for state in states:
            state.pop("clocks", None)  # they run on
        if any(state != states[0] for state in states):
            return f"{table} looks different to different people"
        return "" if held == [0, 1] else f"{table}: tokens hold the seats {held}"


@contextmanager
def staged(folder: Path, postgres: Postgres | None, processes: int = 1) -> Iterator[Scene]:
    """A hall that is open meanwhile."""
    scene = Scene(folder, postgres, processes)
    try:
        yield scene
    finally:
        scene.close()
