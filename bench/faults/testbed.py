"""A testbed for faults: servers on one database, players, and the checks after a fault."""

import asyncio
import sqlite3
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import psycopg

from bench.faults.player_pairs import CONNECTION_ERRORS, PlayerPair, UnexpectedRefusal
from tests.hall.server_process import Message, ServerProcess, connect_to_table, hide_legal_actions
from tests.hall.waiting import CONDITION_TIMEOUT_SECONDS
from tests.postgres import Postgres

PAIRS = 4
FAILURES = (UnexpectedRefusal, AssertionError, *CONNECTION_ERRORS, psycopg.Error, sqlite3.Error)
MEAN_COMMANDS_BEFORE = 6  # acknowledged to each pair on average before a fault
MIN_COMMANDS_AFTER = 2  # acknowledged to each pair after a fault


class FaultResult(NamedTuple):
    """The result of injecting a fault once."""

    acknowledged: int  # commands
    kills: int
    lost: int  # acknowledged commands or events
    disagreements: int
    examples: tuple[str, ...] = ()


class Testbed:
    """One server on SQLite, or two on one PostgreSQL database, with players."""

    __test__ = False  # for pytest, which would collect a class of this name

    def __init__(self, folder: Path, postgres: Postgres | None) -> None:
        self.folder = folder
        self.postgres = postgres
        database = postgres.new_database() if postgres else f"sqlite:///{folder / 'hall.sqlite'}"
        self.database_name = database.partition("?")[0].rpartition("/")[2]
        settings: dict[str, Any] = {"database": database}
        names = ("server1", "server2") if postgres else ("server1",)
        for name in names:
            (folder / name).mkdir()
        self.servers = [ServerProcess(folder / name, **settings) for name in names]
        self.pairs = [PlayerPair(seed, self.servers) for seed in range(PAIRS)]
        self.started_ms = time.time_ns() // 1_000_000
        self.kills = 0  # processes killed by faults so far

    @property
    def database_file(self) -> Path:
        return self.folder / "hall.sqlite"

    def close(self) -> None:
        for server in self.servers:
            if server.process.is_alive():
                server.kill()
            server.client.close()
            server.process.close()

    @property
    def acknowledged_count(self) -> int:
        return sum(pair.acknowledged_count for pair in self.pairs)

    def kill(self, server: ServerProcess) -> None:
        """Kill a server as part of a fault."""
        server.kill()
        self.kills += 1

    async def run_with_fault(self, fault: Callable[["Testbed"], None]) -> FaultResult:
        """Inject a fault while all pairs play; check that all can continue, and agree with each
        other and with the database.
        """
        count, kills = self.acknowledged_count, self.kills
        lost: list[str] = []
        disagreements: list[str] = []
        try:
            await self.play_during(fault)
            lost += self.find_losses()
            disagreements += await self.find_disagreements()
        except FAILURES as error:
            disagreements.append(f"{type(error).__name__}: {error}")
        examples = (*lost, *disagreements)
        return FaultResult(
            self.acknowledged_count - count,
            self.kills - kills,
            len(lost),
            len(disagreements),
            examples,
        )

    async def play_during(self, fault: Callable[["Testbed"], None]) -> None:
        """Inject a fault while all pairs play, and wait until they have continued afterwards."""
        stop = asyncio.Event()
        running = [asyncio.create_task(pair.run(stop)) for pair in self.pairs]
        try:
            total = self.acknowledged_count + MEAN_COMMANDS_BEFORE * PAIRS
            await self.wait_for_commands(running, total, 0)
            await asyncio.to_thread(fault, self)
            await self.wait_for_commands(running, 0, MIN_COMMANDS_AFTER)
        finally:
            stop.set()
            await asyncio.wait(running, timeout=CONDITION_TIMEOUT_SECONDS)
            for task in running:
                task.cancel()

    async def wait_for_commands(
        self, running: list[asyncio.Task[None]], total: int, min_each: int
    ) -> None:
        """Wait until `total` commands are acknowledged in all, and `min_each` more to each pair."""
        goals = [pair.acknowledged_count + min_each for pair in self.pairs]
        async with asyncio.timeout(2 * CONDITION_TIMEOUT_SECONDS):
            while self.acknowledged_count < total or any(
                pair.acknowledged_count < goal for pair, goal in zip(self.pairs, goals, strict=True)
            ):
                for task in running:
                    if task.done():
                        task.result()  # raises its error
                await asyncio.sleep(0.01)

    def find_losses(self) -> list[str]:
        """Return acknowledged events and joins that are missing or different in the database."""
        missing: list[str] = []
        stored: dict[str, list[tuple[int, str, str | None]]] = defaultdict(list)
        query = "SELECT table_id, seq, kind, command FROM events ORDER BY table_id, seq"
        for table, *event in self.servers[0].fetch_rows(query):
            stored[table].append((event[0], event[1], event[2]))
        for pair in self.pairs:
            for table in pair.tables:
                numbers = [seq for seq, _, _ in stored[table]]
                if numbers != list(range(1, len(numbers) + 1)) or not numbers:
                    missing.append(f"{table} has events {numbers}")
                seqs = {
                    command.partition(":")[2]: seq for seq, _, command in stored[table] if command
                }
                missing += [
                    f"{table}: command {id} was event {seq} and is {seqs.get(id)}"
                    for (table_id, id), seq in pair.acknowledged.items()
                    if table_id == table and seqs.get(id) != seq
                ]
            if pair.has_joined and "joined" not in [kind for _, kind, _ in stored[pair.tables[0]]]:
                missing.append(f"{pair.tables[0]}: a join was acknowledged and is not stored")
        return missing

    async def find_disagreements(self) -> list[str]:
        """Return wrong times, missed events, and differences between clients."""
        return [
            *self.find_wrong_times(),
            *(f"a missed event at {pair.tables[-1]}" for pair in self.pairs if pair.gaps),
            *[text for pair in self.pairs if (text := await self.compare_clients(pair))],
        ]

    def find_wrong_times(self) -> list[str]:
        """Return events with impossible times, and games lost on time: no player takes that
        long."""
        latest_ms = time.time_ns() // 1_000_000 + 1000
        query = "SELECT table_id, seq, at FROM events WHERE at < ? OR at > ?"
        wrong = [
            f"{row} has a wrong time"
            for row in self.servers[0].fetch_rows(query, self.started_ms, latest_ms)
        ]
        endings = self.servers[0].fetch_rows(
            "SELECT table_id, data FROM events WHERE kind = 'ended'"
        )
        return wrong + [
            f"{table} was lost on time" for table, data in endings if '"time"' in str(data)
        ]

    async def compare_clients(self, pair: PlayerPair) -> str:
        """Return how clients at the last table of a pair differ; an empty text if they agree."""
        table = pair.tables[-1]
        tokens = (*pair.tokens, None)
        async with asyncio.timeout(CONDITION_TIMEOUT_SECONDS), AsyncExitStack() as stack:
            clients = [
                await stack.enter_async_context(connect_to_table(server, table, token))
                for server in self.servers
                for token in tokens
            ]
            ((last,),) = self.servers[0].fetch_rows(
                "SELECT max(seq) FROM events WHERE table_id = ?", table
            )
            states: list[Message] = [
                hide_legal_actions(await client.wait_for_event(last)) for client in clients
            ]
            seats = sorted(clients[0].seats + clients[1].seats)
        for state in states:
            state.pop("clocks", None)  # depend on the time
        if any(state != states[0] for state in states):
            return f"{table} is different for different clients"
        return "" if seats == [0, 1] else f"{table}: tokens hold the seats {seats}"


@contextmanager
def open_testbed(folder: Path, postgres: Postgres | None) -> Iterator[Testbed]:
    """Open a testbed and close it at the end."""
    testbed = Testbed(folder, postgres)
    try:
        yield testbed
    finally:
        testbed.close()
