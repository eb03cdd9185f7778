"""Players who are away, as a hall knows it from its connections and its own clock."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from steinreich.engines.turns.pool import Engines
from steinreich.hall.api.tokens import digest
from steinreich.hall.hall import Hall
from steinreich.hall.metrics import Metrics
from steinreich.hall.storage.store import Holder
from steinreich.session.schema.commands import Act, Claim, Outcome
from steinreich.session.table import Event
from tests.hall.storing import opened as opened_storage
from tests.session.sitting import FIRST, NOON, SECOND, opened, why

MINUTE = 60_000
ONE, TWO = "one", "two"


class Time:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> int:
        return self.now


def in_halls(folder: Path, *steps: Callable[[Hall, Time], Awaitable[None]]) -> None:
    """Each step in a hall of its own, one after the other, on the same database."""
    time = Time()

    async def run(step: Callable[[Hall, Time], Awaitable[None]]) -> None:
        async with opened_storage(f"sqlite:///{folder / 'hall.sqlite'}") as storage:
            hall = Hall(storage, Engines(0), Metrics(), clock=time)
            await step(hall, time)
            await hall.close()

    for step in steps:
        asyncio.run(run(step))


async def begin(hall: Hall) -> None:
    """A table for two at which the first has played."""
    holders = [Holder(seat, digest(token)) for seat, token in enumerate((ONE, TWO))]
    await hall.storage.create("t", opened(), holders, [], listed=False)
    await hall.carry_out(await hall.room("t"), Act("a", 0, ("a1",)), FIRST)


async def claim(hall: Hall) -> Outcome:
    return await hall.carry_out(await hall.room("t"), Claim(f"c{hall.clock()}"), FIRST)


def test_who_has_left_is_away_and_loses_after_a_fair_time(tmp_path: Path) -> None:
    async def step(hall: Hall, time: Time) -> None:
        await begin(hall)
        room, _ = await hall.connect("t", ONE)
        _, other = await hall.connect("t", TWO)
        assert room.presence()["seats"] == [True, True]
        time.now += 10 * MINUTE
        assert "not away" in why(await claim(hall))
        hall.disconnect(room, other)
        assert room.presence()["seats"] == [True, False]
        assert room.presence()["since"] == [NOON, time.now]
        time.now += 4 * MINUTE
        assert "long enough" in why(await claim(hall))
        _, other = await hall.connect("t", TWO)  # back for a moment: it counts anew
        hall.disconnect(room, other)
        time.now += 4 * MINUTE
        assert "long enough" in why(await claim(hall))
        time.now += MINUTE
        outcome = await claim(hall)
        assert isinstance(outcome, Event)
        assert outcome.data["returns"] == [1, -1]

    async def after(hall: Hall, time: Time) -> None:
        room = await hall.room("t")
        assert room.table.result
        assert room.table.result.reason == "left"

    in_halls(tmp_path, step, after)


def test_after_a_restart_it_counts_anew(tmp_path: Path) -> None:
    async def before(hall: Hall, time: Time) -> None:
        await begin(hall)
        await hall.connect("t", ONE)
        time.now += 4 * MINUTE

    async def after(hall: Hall, time: Time) -> None:
        time.now += 10 * MINUTE
        room, _ = await hall.connect("t", ONE)
        assert room.presence()["since"] == [time.now, None], "nobody knows when the other left"
        time.now += 4 * MINUTE
        assert "long enough" in why(await claim(hall))
        time.now += MINUTE
        assert isinstance(await claim(hall), Event)

    in_halls(tmp_path, before, after)


def test_who_plays_through_another_process_is_not_away_since_then(tmp_path: Path) -> None:
    async def step(hall: Hall, time: Time) -> None:
        await begin(hall)
        room, _ = await hall.connect("t", ONE)
        time.now += 4 * MINUTE
        room.notice_elsewhere(1, time.now)
        time.now += 2 * MINUTE
        assert "long enough" in why(await claim(hall))
        await hall.carry_out(room, Act("b", 1, ("a2",)), SECOND)

    in_halls(tmp_path, step)
