"""Accepted events are on disk, once and in order, on SQLite and on PostgreSQL."""

import asyncio
import os
import random
import signal
import threading
import time
from itertools import chain

import pytest
from sqlalchemy.event import listen

from steinreich.hall.storage import writer
from steinreich.hall.storage.store import Holder, Storage, StorageFailed
from tests.hall.storage_helpers import (
    TABLES,
    append_until_killed,
    create_table,
    make_event,
    open_storage,
    process_context,
)

KILLS = 10
ANNA, BERT = bytes(range(32)), bytes(range(32, 64))  # digests of seat tokens


# Tables


def test_table_survives_reopening(url: str) -> None:
    async def run() -> None:
        holders, invites = [Holder(0, ANNA), Holder(2, ANNA)], [Holder(1, BERT)]
        first, second = make_event(1, kind="opened"), make_event(2, "command")
        async with open_storage(url) as storage:
            await storage.create("t", first, holders, invites, listed=True)
            assert await storage.append("t", second, Holder(1, BERT))
        async with open_storage(url) as storage:
            assert await storage.events("t") == [first, second]
            assert await storage.events("t", after=1) == [second]
            assert await storage.holders("t") == [Holder(0, ANNA), Holder(1, BERT), Holder(2, ANNA)]
            assert await storage.invites("t") == invites
            assert await storage.write_heartbeat()

    asyncio.run(run())


def test_unknown_table_has_no_events_and_accepts_none(url: str) -> None:
    async def run() -> None:
        async with open_storage(url) as storage:
            assert await storage.events("nowhere") == []
            assert await storage.holders("nowhere") == await storage.invites("nowhere") == []
            with pytest.raises(StorageFailed):
                await storage.append("nowhere", make_event(1))
            with pytest.raises(StorageFailed):
                await storage.append("nowhere", make_event(1), Holder(0, ANNA))
            assert await storage.events("nowhere") == []
            assert await storage.holders("nowhere") == []

    asyncio.run(run())


def test_table_id_is_used_once(url: str) -> None:
    async def run() -> None:
        async with open_storage(url) as storage:
            await storage.create("t", make_event(1, "first"), [Holder(0, ANNA)], [], listed=True)
            with pytest.raises(StorageFailed, match="already"):
                await storage.create(
                    "t", make_event(1, "second"), [Holder(0, BERT)], [], listed=True
                )
            assert await storage.events("t") == [make_event(1, "first")]
            assert await storage.holders("t") == [Holder(0, ANNA)]

    asyncio.run(run())


def test_seat_is_taken_in_the_transaction_of_its_event(url: str) -> None:
    async def run() -> None:
        async with open_storage(url) as storage:
            await create_table(storage, "t")
            assert await storage.append("t", make_event(2, "a", "joined"), Holder(1, ANNA))
            assert not await storage.append("t", make_event(2, "b", "joined"), Holder(1, BERT))
            assert await storage.holders("t") == [Holder(1, ANNA)]

    asyncio.run(run())


def test_lobby_lists_newest_open_tables(url: str) -> None:
    async def run() -> None:
        async with open_storage(url) as storage:
            for number, listed in enumerate([True, True, False, True], start=1):
                await create_table(storage, f"t{number}", listed, at=1000 * number)
            assert await storage.list_lobby_tables(10, 100) == ["t4", "t2", "t1"]
            assert await storage.list_lobby_tables(2, 100) == ["t4", "t2"]
            await storage.mark_finished("t2", 9000)
            assert await storage.list_lobby_tables(10, 100) == ["t4", "t1"]

    asyncio.run(run())


def test_lobby_limits_the_tables_of_one_visitor(url: str) -> None:
    """The lobby shows a limited number of tables per visitor; if it is full, it leaves out older
    tables of visitors with many tables.
    """

    async def run() -> None:
        async with open_storage(url) as storage:
            await create_table(storage, "old", at=1000)  # written before creators were stored
            await create_table(storage, "older", at=900)
            await create_table(storage, "anna's", at=2000, opened_by="anna")
            for number in range(30):
                await create_table(storage, f"b{number:02}", at=3000 + number, opened_by="bert")
            shown = await storage.list_lobby_tables(100, 3)
            assert shown == ["b29", "b28", "b27", "anna's", "old", "older"]
            assert await storage.list_lobby_tables(5, 30) == [
                "b29",
                "b28",
                "anna's",
                "old",
                "older",
            ]

    asyncio.run(run())


def test_counts_running_games_of_a_visitor(url: str) -> None:
    async def run() -> None:
        async with open_storage(url) as storage:
            for number in range(5):
                await create_table(storage, f"t{number}", at=1000 * number + 1, opened_by="anna")
            assert await storage.count_open_tables("anna", 0, 100) == 5
            assert await storage.count_open_tables("anna", 2000, 100) == 3
            assert await storage.count_open_tables("anna", 0, 2) == 2, "counting stops at the limit"
            assert await storage.count_open_tables("bert", 0, 100) == 0
            await storage.mark_finished("t4", 9000)
            assert await storage.count_open_tables("anna", 0, 100) == 4
            await storage.append("t4", make_event(2, kind="undone", at=9500))
            assert await storage.count_open_tables("anna", 0, 100) == 4, (
                "the creator is deleted when the game ends"
            )

    asyncio.run(run())


def test_old_tables_are_deleted_in_batches(url: str) -> None:
    async def run() -> None:
        async with open_storage(url) as storage:
            for number in range(5):
                await create_table(storage, f"over{number}", at=1000)
                await storage.mark_finished(f"over{number}", 2000 + number)
            for number in range(3):
                await create_table(storage, f"left{number}", at=1000)
            await storage.append("left2", make_event(2, at=5000))
            await storage.create(
                "held", make_event(1, at=9000), [Holder(0, ANNA)], [], listed=False
            )
            await storage.mark_finished("held", 2001)

            assert await storage.delete_old(0, 0, 10) == [], "kept forever"
            deleted = [await storage.delete_old(2003, 0, 2) for _ in range(3)]
            assert sorted(map(len, deleted)) == [0, 2, 2]
            assert sorted(chain(*deleted)) == ["held", "over0", "over1", "over2"]
            assert await storage.events("over1") == []
            assert await storage.holders("held") == []
            assert len(await storage.events("over3")) == 1
            assert sorted(await storage.delete_old(0, 5000, 10)) == ["left0", "left1"]
            assert await storage.list_games_in_progress(0) == ["left2"], (
                "the table had a recent event"
            )

    asyncio.run(run())


def test_games_to_resume_are_found(url: str) -> None:
    async def run() -> None:
        async with open_storage(url) as storage:
            for number in (1, 2, 3):
                await create_table(storage, f"t{number}", listed=False, at=1000 * number)
            await storage.append("t1", make_event(2, at=5000))
            await storage.append("t3", make_event(2, at=6000))
            assert await storage.list_games_in_progress(0) == ["t1", "t2", "t3"]
            assert await storage.list_games_in_progress(5000) == ["t1", "t3"]
            await storage.mark_finished("t3", 6000)
            assert await storage.list_games_in_progress(5000) == ["t1"]

    asyncio.run(run())


def test_undo_of_the_end_resumes_the_game(url: str) -> None:
    async def run() -> None:
        async with open_storage(url) as storage:
            await create_table(storage, "t", at=1000)
            await storage.append("t", make_event(2, at=2000))
            await storage.mark_finished("t", 2000)
            await storage.append("t", make_event(3, kind="offered", at=2500))
            assert await storage.list_lobby_tables(10, 100) == []
            await storage.append("t", make_event(4, kind="undone", at=3000))
            assert (
                await storage.list_lobby_tables(10, 100)
                == await storage.list_games_in_progress(0)
                == ["t"]
            )
            await storage.mark_finished("t", 2000)  # late, from another process
            assert await storage.list_lobby_tables(10, 100) == ["t"]
            await storage.mark_finished("t", 4000)
            assert await storage.list_lobby_tables(10, 100) == []

    asyncio.run(run())


# Concurrent writers


def test_command_id_is_stored_once_per_table(url: str) -> None:
    async def run() -> None:
        async with open_storage(url) as storage:
            await create_table(storage, "t")
            await create_table(storage, "u")
            assert await storage.append("t", make_event(2, "c"))
            assert not await storage.append("t", make_event(3, "c"))
            assert await storage.append("t", make_event(3)), (
                "events without a command can be repeated"
            )
            assert await storage.append("t", make_event(4))
            assert await storage.append("u", make_event(2, "c")), (
                "command ids are scoped to their table"
            )

    asyncio.run(run())


def test_one_of_two_concurrent_writers_wins(url: str) -> None:
    async def run() -> None:
        async with open_storage(url) as first, open_storage(url) as second:
            for table in TABLES:
                await create_table(first, table)
            for seq in range(2, 7):
                requests = [(storage, table) for table in TABLES for storage in (first, second)]
                random.Random(seq).shuffle(requests)
                won = await asyncio.gather(
                    *(
                        storage.append(table, make_event(seq, f"{id(storage)}-{seq}"))
                        for storage, table in requests
                    )
                )
                winners = {
                    request for request, has_won in zip(requests, won, strict=True) if has_won
                }
                assert sorted(table for _, table in winners) == sorted(TABLES)
                for storage, table in winners:
                    (last,) = await first.events(table, after=seq - 1)
                    assert last.command == f"{id(storage)}-{seq}"

    asyncio.run(run())


# Group commit


def test_queued_events_are_written_in_order(url: str) -> None:
    async def run() -> None:
        done: list[int] = []
        async with open_storage(url) as storage:
            await create_table(storage, "t")

            async def append(seq: int) -> None:
                assert await storage.append("t", make_event(seq, str(seq)))
                done.append(seq)

            await asyncio.gather(*(append(seq) for seq in range(2, 1300)))
            assert done == list(range(2, 1300))
            assert [event.seq for event in await storage.events("t")] == list(range(1, 1300))

    asyncio.run(run())


def test_many_appends_share_few_transactions(url: str) -> None:
    async def run() -> None:
        async with open_storage(url) as storage:
            await create_table(storage, "t")
            transactions: list[object] = []
            listen(storage.write_engine, "begin", transactions.append)
            await asyncio.gather(*(storage.append("t", make_event(seq)) for seq in range(2, 302)))
            assert len(transactions) <= 10

    asyncio.run(run())


class WriterClock:
    """Replaces `time` in the writer: time advances only while it sleeps, when the gate is open."""

    def __init__(self) -> None:
        self.now = 0.0
        self.pauses: list[float] = []
        self.gate = threading.Event()
        self.gate.set()

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        assert self.gate.wait(60)
        self.now += seconds


def test_successive_appends_share_transactions(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A transaction begins after the minimum interval, with all events that arrived before."""
    clock = WriterClock()
    monkeypatch.setattr(writer, "time", clock)

    async def run() -> None:
        async with open_storage(url) as storage:
            await create_table(storage, "t")
            assert storage.writer
            await storage.append("t", make_event(2))
            assert clock.pauses[-1] >= writer.MIN_INTERVAL_SECONDS
            transactions: list[object] = []
            listen(storage.write_engine, "begin", transactions.append)
            clock.gate.clear()
            writes = [
                asyncio.create_task(storage.append("t", make_event(seq))) for seq in range(3, 103)
            ]
            while storage.writer.pending.qsize() < len(writes) - 1:  # the writer takes one event
                await asyncio.sleep(0)
            assert not transactions
            clock.gate.set()
            assert all(await asyncio.gather(*writes))
            assert len(transactions) == 1
            await storage.append("t", make_event(103))
            assert clock.pauses[-1] == pytest.approx(writer.MAX_INTERVAL_SECONDS), (
                "the interval is longer after many events"
            )

    asyncio.run(run())


def test_failing_append_does_not_affect_others_in_its_group(url: str) -> None:
    async def run() -> None:
        async with open_storage(url) as storage:
            await create_table(storage, "t")
            invalid = make_event(3)._replace(data={"actions": ["\ud800"]})
            outcomes = await asyncio.gather(
                storage.append("t", make_event(2)),
                storage.append("nowhere", make_event(2)),
                storage.append("t", invalid),
                storage.append("t", make_event(2)),
                storage.append("t", make_event(3)),
                return_exceptions=True,
            )
            failed = [isinstance(outcome, StorageFailed) for outcome in outcomes]
            assert failed == [False, True, True, False, False]
            assert [outcomes[0], outcomes[3], outcomes[4]] == [True, False, True]
            assert await storage.events("t", after=1) == [make_event(2), make_event(3)]

    asyncio.run(run())


def test_closing_writes_all_accepted_events(url: str) -> None:
    async def run() -> None:
        storage = Storage(url)
        await storage.open()
        await create_table(storage, "t")
        writes = [
            asyncio.create_task(storage.append("t", make_event(seq))) for seq in range(2, 102)
        ]
        await asyncio.sleep(0)  # all are accepted, none is written
        await storage.close()
        assert all(await asyncio.gather(*writes))
        with pytest.raises(StorageFailed, match="not open"):
            await storage.append("t", make_event(102))
        with pytest.raises(StorageFailed, match="closed"):
            await storage.events("t")
        with pytest.raises(StorageFailed, match="not open"):
            await storage.write_heartbeat()
        async with open_storage(url) as again:
            assert len(await again.events("t")) == 101

    asyncio.run(run())


def test_cancelled_append_does_not_affect_others(url: str) -> None:
    async def run() -> None:
        async with open_storage(url) as storage:
            await create_table(storage, "t")
            writes = [
                asyncio.create_task(storage.append("t", make_event(seq))) for seq in range(2, 12)
            ]
            await asyncio.sleep(0)
            writes[3].cancel()
            outcomes = await asyncio.gather(*writes, return_exceptions=True)
            assert outcomes[:3] + outcomes[4:] == [True] * 9
            assert len(await storage.events("t")) == 11

    asyncio.run(run())


# Crashes


def test_kill_loses_no_acknowledged_event(url: str) -> None:
    async def set_up() -> None:
        async with open_storage(url) as storage:
            for table in TABLES:
                await create_table(storage, table)

    async def read_seqs() -> dict[str, list[int]]:
        async with open_storage(url) as storage:
            return {table: [event.seq for event in await storage.events(table)] for table in TABLES}

    asyncio.run(set_up())
    rng = random.Random(7)
    count = len(TABLES)
    for _ in range(KILLS):
        acknowledged = append_and_kill(url, rng.uniform(0, 0.1))
        found = asyncio.run(read_seqs())
        assert acknowledged, "killed before the first write"
        for table, seq in acknowledged:
            assert seq in found[table]
        for numbers in found.values():
            assert numbers == list(range(1, len(numbers) + 1))
        new_count = sum(map(len, found.values()))
        assert new_count >= count + len(acknowledged)
        count = new_count


def append_and_kill(url: str, seconds: float) -> list[tuple[str, int]]:
    """Kill a process that appends events after some seconds; return the table and number of each
    event that it acknowledged.
    """
    receiver, sender = process_context.Pipe(duplex=False)
    child = process_context.Process(target=append_until_killed, args=(url, sender))
    child.start()
    sender.close()
    with receiver, open(receiver.fileno(), "rb", buffering=0, closefd=False) as pipe:
        lines = pipe.read(1 << 16)  # blocks until the first event
        time.sleep(seconds)
        assert child.pid
        os.kill(child.pid, signal.SIGKILL)
        lines += pipe.readall()
    child.join()
    child.close()
    return [(line.split()[0], int(line.split()[1])) for line in lines.decode().splitlines()]
