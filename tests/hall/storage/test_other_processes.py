"""Processes that share a database hear of each other's events: by PostgreSQL, or by pipes."""

import asyncio
import os
from pathlib import Path

from steinreich.hall.storage.notices import EVERYTHING
from steinreich.hall.storage.pipes import NEWS, Pipes
from tests.hall.storing import Ears, create, event, opened


def test_processes_hear_of_each_other_and_not_of_themselves(url: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(url, tmp_path) as one, opened(url, tmp_path) as other:
            ears, others_ears = Ears(one), Ears(other)
            await create(other, "t")
            assert await other.append("t", event(2, "c"))
            assert not await other.append("t", event(2)), "taken: no news"
            assert not await other.append("t", event(3, "c")), "taken: no news"
            assert await one.append("t", event(3))
            assert await other.append("t", event(4))
            await ears.wait_for(("t", 4))
            await others_ears.wait_for(("t", 3))
            assert ears.heard == [("t", 1), ("t", 2), ("t", 4)]
            assert others_ears.heard == [("t", 3)]
            assert await one.events("t", after=2) == [event(3), event(4)]

    asyncio.run(run())


def test_a_flood_of_events_arrives_complete_and_in_order(url: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(url, tmp_path) as one, opened(url, tmp_path) as other:
            ears = Ears(one)
            await create(other, "t")
            await asyncio.gather(*(other.append("t", event(seq)) for seq in range(2, 1001)))
            await ears.wait_for(("t", 1000))
            assert ears.heard == [("t", seq) for seq in range(1, 1001)]

    asyncio.run(run())


def test_both_write_at_once_and_each_number_is_written_once(url: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(url, tmp_path) as one, opened(url, tmp_path) as other:
            await create(one, "t")
            writes = (
                storage.append("t", event(seq)) for seq in range(2, 301) for storage in (one, other)
            )
            written = await asyncio.gather(*writes)
            assert sum(written) == 299
            assert [found.seq for found in await other.events("t")] == list(range(1, 301))

    asyncio.run(run())


class Told:
    """A process in the same folder, and what it hears."""

    def __init__(self, folder: Path, name: str) -> None:
        self.heard: list[tuple[str, int]] = []
        self.pipes = Pipes(folder, name, lambda table, seq: self.heard.append((table, seq)))
        self.pipes.open(asyncio.get_running_loop())

    async def hears(self, news: tuple[str, int]) -> None:
        async with asyncio.timeout(60):
            while news not in self.heard:
                await asyncio.sleep(0.001)


def test_who_cannot_keep_up_is_told_to_look_at_everything(tmp_path: Path) -> None:
    async def run() -> None:
        slow, quick = Told(tmp_path, "slow"), Told(tmp_path, "quick")
        for seq in range(20_000):  # more than a pipe holds, while nobody listens
            quick.pipes.tell([("t", seq)])
        assert slow.pipes.own in quick.pipes.behind
        await slow.hears(("t", 0))
        await asyncio.sleep(0)
        quick.pipes.tell([("t", 20_000)])
        await slow.hears(EVERYTHING)
        quick.pipes.tell([("t", 20_001)])
        await slow.hears(("t", 20_001))
        assert ("t", 20_000) not in slow.heard, "it was told to look at everything instead"
        slow.pipes.close()
        quick.pipes.close()

    asyncio.run(run())


def test_who_has_died_is_forgotten(tmp_path: Path) -> None:
    async def run() -> None:
        leaving, staying = Told(tmp_path, "leaving"), Told(tmp_path, "staying")
        teller = Told(tmp_path, "teller")
        teller.pipes.tell([("t", 6)])
        leaving.pipes.close()
        os.mkfifo(tmp_path / f"dead{NEWS}")  # what a crash leaves behind: nobody listens
        teller.pipes.tell([("t", 7)])
        await staying.hears(("t", 7))
        assert set(teller.pipes.pipes) == {staying.pipes.own}
        assert not (tmp_path / f"dead{NEWS}").exists()
        staying.pipes.close()
        teller.pipes.close()

    asyncio.run(run())
