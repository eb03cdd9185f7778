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
    create,
    event,
    open_storage,
    processes,
)

KILLS = 10
ANNA, BERT = bytes(range(32)), bytes(range(32, 64))


# Tables


def test_table_is_there_after_reopening(url: str) -> None:
    async def run() -> None:
        holders, invites = [Holder(0, ANNA), Holder(2, ANNA)], [Holder(1, BERT)]
        first, second = event(1, kind="opened"), event(2, "command")
        async with open_storage(url) as storage:
            await storage.create("t", first, holders, invites, listed=True)
            assert await storage.append("t", second, Holder(1, BERT))
        async with open_storage(url) as storage:
            assert await storage.events("t") == [first, second]
            assert await storage.events("t", after=1) == [second]
            assert await storage.holders("t") == [Holder(0, ANNA), Holder(1, BERT), Holder(2, ANNA)]
            assert await storage.invites("t") == invites
            assert await storage.beat()

    asyncio.run(run())


def test_unknown_table_is_empty_and_refuses_events(url: str) -> None:
    async def run() -> None:
        async with open_storage(url) as storage:
            assert await storage.events("nowhere") == []
            assert await storage.holders("nowhere") == await storage.invites("nowhere") == []
            with pytest.raises(StorageFailed):
                await storage.append("nowhere", event(1))
            with pytest.raises(StorageFailed):
                await storage.append("nowhere", event(1), Holder(0, ANNA))
            assert await storage.events("nowhere") == []
            assert await storage.holders("nowhere") == []

    asyncio.run(run())


def test_table_id_is_used_once(url: str) -> None:
    async def run() -> None:
        async with open_storage(url) as storage:
            await storage.create("t", event(1, "first"), [Holder(0, ANNA)], [], listed=True)
            with pytest.raises(StorageFailed, match="already"):
                await storage.create("t", event(1, "second"), [Holder(0, BERT)], [], listed=True)
            assert await storage.events("t") == [event(1, "first")]
            assert await storage.holders("t") == [Holder(0, ANNA)]

    asyncio.run(run())


def test_seat_is_taken_in_the_transaction_of_its_event(url: str) -> None:
    async def run() -> None:
        async with open_storage(url) as storage:
            await create(storage, "t")
            assert await storage.append("t", event(2, "a", "joined"), Holder(1, ANNA))
            assert not await storage.append("t", event(2, "b", "joined"), Holder(1, BERT))
            assert await storage.holders("t") == [Holder(1, ANNA)]

    asyncio.run(run())


def test_lobby_lists_newest_open_tables(url: str) -> None:
    async def run() -> None:
        async with open_storage(url) as storage:
            for number, listed in enumerate([True, True, False, True], start=1):
                await create(storage, f"t{number}", listed, at=1000 * number)
            assert await storage.listed(10, 100) == ["t4", "t2", "t1"]
            assert await storage.listed(2, 100) == ["t4", "t2"]
            await storage.finish("t2", 9000)
            assert await storage.listed(10, 100) == ["t4", "t1"]

    asyncio.run(run())


def test_lobby_limits_the_tables_of_one_visitor(url: str) -> None:
    """The lobby shows a limited number per visitor and drops the newest of each first when it is
    full.
    """

    async def run() -> None:
        async with open_storage(url) as storage:
            await create(storage, "old", at=1000)  # written before creators were stored
            await create(storage, "older", at=900)
            await create(storage, "anna's", at=2000, by="anna")
            for number in range(30):
                await create(storage, f"b{number:02}", at=3000 + number, by="bert")
            shown = await storage.listed(100, 3)
            assert shown == ["b29", "b28", "b27", "anna's", "old", "older"]
            assert await storage.listed(5, 30) == ["b29", "b28", "anna's", "old", "older"]

    asyncio.run(run())


def test_running_games_of_a_visitor_are_counted(url: str) -> None:
    async def run() -> None:
        async with open_storage(url) as storage:
            for number in range(5):
                await create(storage, f"t{number}", at=1000 * number + 1, by="anna")
            assert await storage.count_opened("anna", 0, 100) == 5
            assert await storage.count_opened("anna", 2000, 100) == 3
            assert await storage.count_opened("anna", 0, 2) == 2, "counting stops at the limit"
            assert await storage.count_opened("bert", 0, 100) == 0
            await storage.finish("t4", 9000)
            assert await storage.count_opened("anna", 0, 100) == 4
            await storage.append("t4", event(2, kind="undone", at=9500))
            assert await storage.count_opened("anna", 0, 100) == 4, "she is unknown at this table"

    asyncio.run(run())


def test_old_tables_are_deleted_in_batches(url: str) -> None:
    async def run() -> None:
        async with open_storage(url) as storage:
            for number in range(5):
                await create(storage, f"over{number}", at=1000)
                await storage.finish(f"over{number}", 2000 + number)
            for number in range(3):
                await create(storage, f"left{number}", at=1000)
            await storage.append("left2", event(2, at=5000))
            await storage.create("held", event(1, at=9000), [Holder(0, ANNA)], [], listed=False)
            await storage.finish("held", 2001)

            assert await storage.delete_old(0, 0, 10) == [], "kept forever"
            deleted = [await storage.delete_old(2003, 0, 2) for _ in range(3)]
            assert sorted(map(len, deleted)) == [0, 2, 2]
            assert sorted(chain(*deleted)) == ["held", "over0", "over1", "over2"]
            assert await storage.events("over1") == []
            assert await storage.holders("held") == []
            assert len(await storage.events("over3")) == 1
            assert sorted(await storage.delete_old(0, 5000, 10)) == ["left0", "left1"]
            assert await storage.unfinished(0) == ["left2"], "the table had a recent event"

    asyncio.run(run())


def test_games_to_resume_are_found(url: str) -> None:
    async def run() -> None:
        async with open_storage(url) as storage:
            for number in (1, 2, 3):
                await create(storage, f"t{number}", listed=False, at=1000 * number)
            await storage.append("t1", event(2, at=5000))
            await storage.append("t3", event(2, at=6000))
            assert await storage.unfinished(0) == ["t1", "t2", "t3"]
            assert await storage.unfinished(5000) == ["t1", "t3"]
            await storage.finish("t3", 6000)
            assert await storage.unfinished(5000) == ["t1"]

    asyncio.run(run())


def test_undo_of_the_end_resumes_the_game(url: str) -> None:
    async def run() -> None:
        async with open_storage(url) as storage:
            await create(storage, "t", at=1000)
            await storage.append("t", event(2, at=2000))
            await storage.finish("t", 2000)
            await storage.append("t", event(3, kind="offered", at=2500))
            assert await storage.listed(10, 100) == []
            await storage.append("t", event(4, kind="undone", at=3000))
            assert await storage.listed(10, 100) == await storage.unfinished(0) == ["t"]
            await storage.finish("t", 2000)  # late, from another process
            assert await storage.listed(10, 100) == ["t"]
            await storage.finish("t", 4000)
            assert await storage.listed(10, 100) == []

    asyncio.run(run())


# Concurrent writers


def test_command_id_is_stored_once_per_table(url: str) -> None:
    async def run() -> None:
        async with open_storage(url) as storage:
            await create(storage, "t")
            await create(storage, "u")
            assert await storage.append("t", event(2, "c"))
            assert not await storage.append("t", event(3, "c"))
            assert await storage.append("t", event(3)), "events without a command can be repeated"
            assert await storage.append("t", event(4))
            assert await storage.append("u", event(2, "c")), "command ids are scoped to their table"

    asyncio.run(run())


def test_one_of_two_concurrent_writers_wins(url: str) -> None:
    async def run() -> None:
        async with open_storage(url) as one, open_storage(url) as other:
            for table in TABLES:
                await create(one, table)
            for seq in range(2, 7):
                requests = [(who, table) for table in TABLES for who in (one, other)]
                random.Random(seq).shuffle(requests)
                won = await asyncio.gather(
                    *(who.append(table, event(seq, f"{id(who)}-{seq}")) for who, table in requests)
                )
                winners = {wanted for wanted, has_won in zip(requests, won, strict=True) if has_won}
                assert sorted(table for _, table in winners) == sorted(TABLES)
                for who, table in winners:
                    (last,) = await one.events(table, after=seq - 1)
                    assert last.command == f"{id(who)}-{seq}"

    asyncio.run(run())


# Group commit


def test_queued_events_are_written_in_order(url: str) -> None:
    async def run() -> None:
        done: list[int] = []
        async with open_storage(url) as storage:
            await create(storage, "t")

            async def append(seq: int) -> None:
                assert await storage.append("t", event(seq, str(seq)))
                done.append(seq)

            await asyncio.gather(*(append(seq) for seq in range(2, 1300)))
            assert done == list(range(2, 1300))
            assert [one.seq for one in await storage.events("t")] == list(range(1, 1300))

    asyncio.run(run())


def test_many_appends_share_few_transactions(url: str) -> None:
    async def run() -> None:
        async with open_storage(url) as storage:
            await create(storage, "t")
            begun = 0

            def count(_: object) -> None:
                nonlocal begun
                begun += 1

            listen(storage.writing, "begin", count)
            await asyncio.gather(*(storage.append("t", event(seq)) for seq in range(2, 302)))
            assert begun <= 10

    asyncio.run(run())


class Pace:
    """A clock that advances only while the writer sleeps, which a test can allow."""

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
    """A transaction begins when the pace allows it, and takes all events that arrived before."""
    pace = Pace()
    monkeypatch.setattr(writer, "time", pace)

    async def run() -> None:
        async with open_storage(url) as storage:
            await create(storage, "t")
            assert storage.writer
            await storage.append("t", event(2))
            assert pace.pauses[-1] >= writer.MIN_INTERVAL_SECONDS
            begun: list[object] = []
            listen(storage.writing, "begin", begun.append)
            pace.gate.clear()
            writes = [asyncio.create_task(storage.append("t", event(seq))) for seq in range(3, 103)]
            while (
                storage.writer.pending.qsize() < len(writes) - 1
            ):  # the writer has taken the first event
                await asyncio.sleep(0)
            assert not begun
            pace.gate.set()
            assert all(await asyncio.gather(*writes))
            assert len(begun) == 1
            await storage.append("t", event(103))
            assert pace.pauses[-1] == pytest.approx(writer.MAX_INTERVAL_SECONDS), "after many"

    asyncio.run(run())


def test_failing_append_does_not_affect_others_in_its_group(url: str) -> None:
    async def run() -> None:
        async with open_storage(url) as storage:
            await create(storage, "t")
            strange = event(3)._replace(data={"actions": ["\ud800"]})
            outcomes = await asyncio.gather(
                storage.append("t", event(2)),
                storage.append("nowhere", event(2)),
                storage.append("t", strange),
                storage.append("t", event(2)),
                storage.append("t", event(3)),
                return_exceptions=True,
            )
            failed = [isinstance(outcome, StorageFailed) for outcome in outcomes]
            assert failed == [False, True, True, False, False]
            assert [outcomes[0], outcomes[3], outcomes[4]] == [True, False, True]
            assert await storage.events("t", after=1) == [event(2), event(3)]

    asyncio.run(run())


def test_closing_writes_all_accepted_events(url: str) -> None:
    async def run() -> None:
        storage = Storage(url)
        await storage.open()
        await create(storage, "t")
        writes = [asyncio.create_task(storage.append("t", event(seq))) for seq in range(2, 102)]
        await asyncio.sleep(0)  # all are accepted, none is written
        await storage.close()
        assert all(await asyncio.gather(*writes))
        with pytest.raises(StorageFailed, match="not open"):
            await storage.append("t", event(102))
        with pytest.raises(StorageFailed, match="closed"):
            await storage.events("t")
        with pytest.raises(StorageFailed, match="not open"):
            await storage.beat()
        async with open_storage(url) as again:
            assert len(await again.events("t")) == 101

    asyncio.run(run())


def test_cancelled_append_does_not_affect_others(url: str) -> None:
    async def run() -> None:
        async with open_storage(url) as storage:
            await create(storage, "t")
            writes = [asyncio.create_task(storage.append("t", event(seq))) for seq in range(2, 12)]
            await asyncio.sleep(0)
            writes[3].cancel()
            outcomes = await asyncio.gather(*writes, return_exceptions=True)
            assert outcomes[:3] + outcomes[4:] == [True] * 9
            assert len(await storage.events("t")) == 11

    asyncio.run(run())


# Crashes


def test_no_acknowledged_event_is_lost_when_the_process_is_killed(url: str) -> None:
    async def set_up() -> None:
        async with open_storage(url) as storage:
            for table in TABLES:
                await create(storage, table)

    async def seqs() -> dict[str, list[int]]:
        async with open_storage(url) as storage:
            return {table: [one.seq for one in await storage.events(table)] for table in TABLES}

    asyncio.run(set_up())
    dice = random.Random(7)
    count = len(TABLES)
    for _ in range(KILLS):
        acknowledged = append_and_kill(url, dice.uniform(0, 0.1))
        found = asyncio.run(seqs())
        assert acknowledged, "killed before the first write"
        for table, seq in acknowledged:
            assert seq in found[table]
        for numbers in found.values():
            assert numbers == list(range(1, len(numbers) + 1))
        grown = sum(map(len, found.values()))
        assert grown >= count + len(acknowledged)
        count = grown


def append_and_kill(url: str, seconds: float) -> list[tuple[str, int]]:
    """Let a process append for some seconds, kill it, and return what it acknowledged."""
    heard, said = processes.Pipe(duplex=False)
    child = processes.Process(target=append_until_killed, args=(url, said))
    child.start()
    said.close()
    with heard, open(heard.fileno(), "rb", buffering=0, closefd=False) as pipe:
        lines = pipe.read(1 << 16)  # blocks until the first event
        time.sleep(seconds)
        assert child.pid
        os.kill(child.pid, signal.SIGKILL)
        lines += pipe.readall()
    child.join()
    child.close()
    return [(line.split()[0], int(line.split()[1])) for line in lines.decode().splitlines()]
