"""What is said is heard in its order: at once where few speak, together where many do."""

import asyncio

from steinreich.hall.inbox import LONGEST_PAUSE, PAUSE_FOR_EACH, Inbox, Inboxes


class Crowd:
    """So many who speak; it is kept when each of them was heard."""

    def __init__(self, count: int) -> None:
        self.inboxes = Inboxes(asyncio.get_running_loop())
        self.made = [Inbox[int](self.inboxes) for _ in range(count)]
        self.heard: list[float] = []
        self.readers = [asyncio.create_task(self.hear(inbox)) for inbox in self.made]

    async def hear(self, inbox: Inbox[int]) -> None:
        while await inbox.get():
            self.heard.append(self.inboxes.loop.time())


def test_many_are_heard_together() -> None:
    async def run() -> None:
        crowd = Crowd(20)
        inboxes, made, heard = crowd.inboxes, crowd.made, crowd.heard
        await asyncio.sleep(0)
        for inbox in made:
            inbox.put_nowait(1)
        while len(heard) < 20:
            await asyncio.sleep(0)
        assert inboxes.pause == LONGEST_PAUSE, "as there were so many"
        said = inboxes.loop.time()
        made[0].put_nowait(2)
        await asyncio.sleep(0)
        made[1].put_nowait(2)
        while len(heard) < 22:
            await asyncio.sleep(0.001)
        assert min(heard[20:]) - said > LONGEST_PAUSE / 2, "the next ones wait"
        assert inboxes.pause == PAUSE_FOR_EACH, "for each other: there were two"

    asyncio.run(run())


def test_one_alone_does_not_wait() -> None:
    async def run() -> None:
        crowd = Crowd(1)
        for _ in range(3):
            await asyncio.sleep(0.001)
            crowd.made[0].put_nowait(1)
        await asyncio.sleep(0.001)
        assert len(crowd.heard) == 3
        assert crowd.inboxes.pause == 0

    asyncio.run(run())


def test_everything_is_heard_in_its_order() -> None:
    """Also by who gave up once, and came back."""

    async def run() -> None:
        inbox = Inbox[int](Inboxes(asyncio.get_running_loop()))
        reader = asyncio.create_task(inbox.get())
        await asyncio.sleep(0)
        reader.cancel()
        for number in range(3):
            inbox.put_nowait(number)
        assert inbox.qsize() == 3
        assert [await inbox.get() for _ in range(3)] == [0, 1, 2]
        assert inbox.empty()

    asyncio.run(run())
