"""What is accepted is on disk, once and in order: on SQLite and on PostgreSQL alike."""

import asyncio
import os
import random
import signal
import time
from itertools import chain

import pytest
from sqlalchemy.event import listen

from steinreich.hall.storage.store import Holder, Storage, StorageFailed
from steinreich.hall.storage.writer import PACE
from tests.hall.storing import (
    TABLES,
    append_until_killed,
    create,
    event,
    opened,
    processes,
)

KILLS = 10
ANNA, BERT = bytes(range(32)), bytes(range(32, 64))


# Tables


def test_a_table_is_there_again_after_closing(url: str) -> None:
    async def run() -> None:
        holders, invites = [Holder(0, ANNA), Holder(2, ANNA)], [Holder(1, BERT)]
        first, second = event(1, kind="opened"), event(2, "command")
        async with opened(url) as storage:
            await storage.create("t", first, holders, invites, listed=True)
            assert await storage.append("t", second, Holder(1, BERT))
        async with opened(url) as storage:
            assert await storage.events("t") == [first, second]
            assert await storage.events("t", after=1) == [second]
            assert await storage.holders("t") == [Holder(0, ANNA), Holder(1, BERT), Holder(2, ANNA)]
            assert await storage.invites("t") == invites
            assert await storage.beat()

    asyncio.run(run())


def test_an_unknown_table_has_nothing_and_takes_nothing(url: str) -> None:
    async def run() -> None:
        async with opened(url) as storage:
            assert await storage.events("nowhere") == []
            assert await storage.holders("nowhere") == await storage.invites("nowhere") == []
            with pytest.raises(StorageFailed):
                await storage.append("nowhere", event(1))
            with pytest.raises(StorageFailed):
                await storage.append("nowhere", event(1), Holder(0, ANNA))
            assert await storage.events("nowhere") == []
            assert await storage.holders("nowhere") == []

    asyncio.run(run())


def test_a_name_is_given_once(url: str) -> None:
    async def run() -> None:
        async with opened(url) as storage:
            await storage.create("t", event(1, "first"), [Holder(0, ANNA)], [], listed=True)
            with pytest.raises(StorageFailed, match="already"):
                await storage.create("t", event(1, "second"), [Holder(0, BERT)], [], listed=True)
            assert await storage.events("t") == [event(1, "first")]
            assert await storage.holders("t") == [Holder(0, ANNA)]

    asyncio.run(run())


def test_a_seat_is_taken_with_the_event_or_not_at_all(url: str) -> None:
    async def run() -> None:
        async with opened(url) as storage:
            await create(storage, "t")
            assert await storage.append("t", event(2, "a", "joined"), Holder(1, ANNA))
            assert not await storage.append("t", event(2, "b", "joined"), Holder(1, BERT))
            assert await storage.holders("t") == [Holder(1, ANNA)]

    asyncio.run(run())


def test_lobby(url: str) -> None:
    async def run() -> None:
        async with opened(url) as storage:
            for number, listed in enumerate([True, True, False, True], start=1):
                await create(storage, f"t{number}", listed, at=1000 * number)
            assert await storage.listed(10, 100) == ["t4", "t2", "t1"]
            assert await storage.listed(2, 100) == ["t4", "t2"]
            await storage.finish("t2", 9000)
            assert await storage.listed(10, 100) == ["t4", "t1"]

    asyncio.run(run())


def test_nobody_fills_the_lobby_alone(url: str) -> None:
    """Of each visitor so many; where there is no room for all, the newest of each go first."""

    async def run() -> None:
        async with opened(url) as storage:
            await create(storage, "old", at=1000)  # from before it was known who opened it
            await create(storage, "older", at=900)
            await create(storage, "anna's", at=2000, by="anna")
            for number in range(30):
                await create(storage, f"b{number:02}", at=3000 + number, by="bert")
            shown = await storage.listed(100, 3)
            assert shown == ["b29", "b28", "b27", "anna's", "old", "older"]
            assert await storage.listed(5, 30) == ["b29", "b28", "anna's", "old", "older"]

    asyncio.run(run())


def test_games_of_one_visitor_are_counted_while_they_go_on(url: str) -> None:
    async def run() -> None:
        async with opened(url) as storage:
            for number in range(5):
                await create(storage, f"t{number}", at=1000 * number + 1, by="anna")
            assert await storage.count_opened("anna", 0, 100) == 5
            assert await storage.count_opened("anna", 2000, 100) == 3
            assert await storage.count_opened("anna", 0, 2) == 2, "it is not looked any further"
            assert await storage.count_opened("bert", 0, 100) == 0
            await storage.finish("t4", 9000)
            assert await storage.count_opened("anna", 0, 100) == 4
            await storage.append("t4", event(2, kind="undone", at=9500))
            assert await storage.count_opened("anna", 0, 100) == 4, "nothing is known of her there"

    asyncio.run(run())


def test_old_tables_are_deleted_in_batches(url: str) -> None:
    async def run() -> None:
        async with opened(url) as storage:
            for number in range(5):
                await create(storage, f"over{number}", at=1000)
                await storage.finish(f"over{number}", 2000 + number)
            for number in range(3):
                await create(storage, f"left{number}", at=1000)
            await storage.append("left2", event(2, at=5000))
            await storage.create("held", event(1, at=9000), [Holder(0, ANNA)], [], listed=False)
            await storage.finish("held", 2001)

            assert await storage.delete_old(0, 0, 10) == [], "for ever"
            deleted = [await storage.delete_old(2003, 0, 2) for _ in range(3)]
            assert sorted(map(len, deleted)) == [0, 2, 2]
            assert sorted(chain(*deleted)) == ["held", "over0", "over1", "over2"]
            assert await storage.events("over1") == []
            assert await storage.holders("held") == []
            assert len(await storage.events("over3")) == 1
            assert sorted(await storage.delete_old(0, 5000, 10)) == ["left0", "left1"]
            assert await storage.unfinished(0) == ["left2"], "something has happened there"

    asyncio.run(run())


def test_games_to_resume(url: str) -> None:
    async def run() -> None:
        async with opened(url) as storage:
            for number in (1, 2, 3):
                await create(storage, f"t{number}", listed=False, at=1000 * number)
            await storage.append("t1", event(2, at=5000))
            await storage.append("t3", event(2, at=6000))
            assert await storage.unfinished(0) == ["t1", "t2", "t3"]
            assert await storage.unfinished(5000) == ["t1", "t3"]
            await storage.finish("t3", 6000)
            assert await storage.unfinished(5000) == ["t1"]

    asyncio.run(run())


def test_undoing_the_end_lets_the_game_go_on(url: str) -> None:
    async def run() -> None:
        async with opened(url) as storage:
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


# One wins


def test_a_command_counts_once(url: str) -> None:
    async def run() -> None:
        async with opened(url) as storage:
            await create(storage, "t")
            await create(storage, "u")
            assert await storage.append("t", event(2, "c"))
            assert not await storage.append("t", event(3, "c"))
            assert await storage.append("t", event(3)), "no command at all may come again"
            assert await storage.append("t", event(4))
            assert await storage.append("u", event(2, "c")), "commands are those of a table"

    asyncio.run(run())


def test_of_two_writers_exactly_one_wins(url: str) -> None:
    async def run() -> None:
        async with opened(url) as one, opened(url) as other:
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


# Groups


def test_what_waits_is_written_in_order(url: str) -> None:
    async def run() -> None:
        done: list[int] = []
        async with opened(url) as storage:
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
        async with opened(url) as storage:
            await create(storage, "t")
            begun = 0

            def count(_: object) -> None:
                nonlocal begun
                begun += 1

            listen(storage.writing, "begin", count)
            await asyncio.gather(*(storage.append("t", event(seq)) for seq in range(2, 302)))
            assert begun <= 10

    asyncio.run(run())


def test_appends_that_come_one_by_one_share_transactions(url: str) -> None:
    """However quick the disk is: a transaction begins when the pace allows it."""

    async def run() -> None:
        async with opened(url) as storage:
            await create(storage, "t")
            begun: list[float] = []
            listen(storage.writing, "begin", lambda _: begun.append(time.monotonic()))
            writes = []
            for seq in range(2, 102):
                writes.append(asyncio.create_task(storage.append("t", event(seq))))
                await asyncio.sleep(PACE / 10)
            assert all(await asyncio.gather(*writes))
            assert len(begun) <= (begun[-1] - begun[0]) / PACE + 2
            await asyncio.gather(*(storage.append("t", event(seq)) for seq in range(102, 202)))
            await storage.append("t", event(202))
            assert begun[-1] - begun[-2] > 2 * PACE, "after many at once, longer"

    asyncio.run(run())


def test_one_that_cannot_be_written_does_not_take_others_along(url: str) -> None:
    async def run() -> None:
        async with opened(url) as storage:
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


def test_closing_finishes_what_was_accepted(url: str) -> None:
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
        async with opened(url) as again:
            assert len(await again.events("t")) == 101

    asyncio.run(run())


def test_a_caller_who_gave_up_leaves_the_others_alone(url: str) -> None:
    async def run() -> None:
        async with opened(url) as storage:
            await create(storage, "t")
            writes = [asyncio.create_task(storage.append("t", event(seq))) for seq in range(2, 12)]
            await asyncio.sleep(0)
            writes[3].cancel()
            outcomes = await asyncio.gather(*writes, return_exceptions=True)
            assert outcomes[:3] + outcomes[4:] == [True] * 9
            assert len(await storage.events("t")) == 11

    asyncio.run(run())


# Crashes


def test_nothing_acknowledged_is_lost_when_the_process_is_killed(url: str) -> None:
    async def set_up() -> None:
        async with opened(url) as storage:
            for table in TABLES:
                await create(storage, table)

    async def seqs() -> dict[str, list[int]]:
        async with opened(url) as storage:
            return {table: [one.seq for one in await storage.events(table)] for table in TABLES}

    asyncio.run(set_up())
    dice = random.Random(7)
    count = len(TABLES)
    for _ in range(KILLS):
        acknowledged = killed_while_writing(url, dice.uniform(0, 0.1))
        found = asyncio.run(seqs())
        assert acknowledged, "killed before it wrote anything"
        for table, seq in acknowledged:
            assert seq in found[table]
        for numbers in found.values():
            assert numbers == list(range(1, len(numbers) + 1))
        grown = sum(map(len, found.values()))
        assert grown >= count + len(acknowledged)
        count = grown


def killed_while_writing(url: str, seconds: float) -> list[tuple[str, int]]:
    """Let a process write for so long, kill it, and give what it had acknowledged."""
    heard, said = processes.Pipe(duplex=False)
    child = processes.Process(target=append_until_killed, args=(url, said))
    child.start()
    said.close()
    with heard, open(heard.fileno(), "rb", buffering=0, closefd=False) as pipe:
        lines = pipe.read(1 << 16)  # waits for the first one
        time.sleep(seconds)
        assert child.pid
        os.kill(child.pid, signal.SIGKILL)
        lines += pipe.readall()
    child.join()
    child.close()
    return [(line.split()[0], int(line.split()[1])) for line in lines.decode().splitlines()]
