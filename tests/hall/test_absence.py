"""Absence of players, as a server derives it from its connections and its clock."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from steinreich.engines.pool import EnginePool
from steinreich.hall.hall import Hall
from steinreich.hall.metrics import Metrics
from steinreich.hall.storage.store import Holder
from steinreich.hall.tokens import digest
from steinreich.session.decisions import Outcome
from steinreich.session.schema.messages import Act, Claim
from steinreich.session.table import Event
from tests.hall.storage_helpers import open_storage
from tests.session.table_driver import FIRST, NOON, SECOND, opened_event, refusal_reason

MINUTE = 60_000
ONE, TWO = "one", "two"


class Time:
    """A clock that is advanced by the test."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> int:
        return self.now


def run_in_halls(folder: Path, *steps: Callable[[Hall, Time], Awaitable[None]]) -> None:
    """Run each step in a new hall on the same database."""
    time = Time()

    async def run(step: Callable[[Hall, Time], Awaitable[None]]) -> None:
        async with open_storage(f"sqlite:///{folder / 'hall.sqlite'}") as storage:
            hall = Hall(storage, EnginePool(0), Metrics(), clock=time)
            await step(hall, time)
            await hall.close()

    for step in steps:
        asyncio.run(run(step))


async def begin(hall: Hall) -> None:
    """Create a table for two at which the first player has played."""
    holders = [Holder(seat, digest(token)) for seat, token in enumerate((ONE, TWO))]
    await hall.storage.create("t", opened_event(), holders, [], listed=False)
    await hall.handle_command(await hall.get_room("t"), Act("a", 0, ("a1",)), FIRST)


async def claim(hall: Hall) -> Outcome:
    return await hall.handle_command(await hall.get_room("t"), Claim(f"c{hall.clock()}"), FIRST)


def test_absent_player_loses_after_the_claim_time(tmp_path: Path) -> None:
    async def step(hall: Hall, time: Time) -> None:
        await begin(hall)
        room, _ = await hall.connect("t", ONE)
        _, other = await hall.connect("t", TWO)
        assert room.attendance.view()["seats"] == [True, True]
        time.now += 10 * MINUTE
        assert "not away" in refusal_reason(await claim(hall))
        hall.disconnect(room, other)
        assert room.attendance.view()["seats"] == [True, False]
        assert room.attendance.view()["since"] == [NOON, time.now]
        time.now += 4 * MINUTE
        assert "long enough" in refusal_reason(await claim(hall))
        _, other = await hall.connect("t", TWO)  # back for a moment: the absence starts anew
        hall.disconnect(room, other)
        time.now += 4 * MINUTE
        assert "long enough" in refusal_reason(await claim(hall))
        time.now += MINUTE
        outcome = await claim(hall)
        assert isinstance(outcome, Event)
        assert outcome.data["returns"] == [1, -1]

    async def after(hall: Hall, time: Time) -> None:
        room = await hall.get_room("t")
        assert room.table.result
        assert room.table.result.reason == "left"

    run_in_halls(tmp_path, step, after)


def test_restart_resets_the_absence(tmp_path: Path) -> None:
    async def before(hall: Hall, time: Time) -> None:
        await begin(hall)
        await hall.connect("t", ONE)
        time.now += 4 * MINUTE

    async def after(hall: Hall, time: Time) -> None:
        time.now += 10 * MINUTE
        room, _ = await hall.connect("t", ONE)
        assert room.attendance.view()["since"] == [time.now, None], (
            "it is unknown when the player left"
        )
        time.now += 4 * MINUTE
        assert "long enough" in refusal_reason(await claim(hall))
        time.now += MINUTE
        assert isinstance(await claim(hall), Event)

    run_in_halls(tmp_path, before, after)


def test_connection_through_another_process_counts_as_presence(tmp_path: Path) -> None:
    async def step(hall: Hall, time: Time) -> None:
        await begin(hall)
        room, _ = await hall.connect("t", ONE)
        time.now += 4 * MINUTE
        room.attendance.restart_absence(1, time.now)
        time.now += 2 * MINUTE
        assert "long enough" in refusal_reason(await claim(hall))
        await hall.handle_command(room, Act("b", 1, ("a2",)), SECOND)

    run_in_halls(tmp_path, step)
