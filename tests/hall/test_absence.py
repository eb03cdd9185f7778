"""Absence of players: measured by the server, and grounds for claiming the game."""

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
from tests.session.table_driver import (
    FIRST_SEAT,
    NOON,
    SECOND_SEAT,
    get_refusal_reason,
    make_opened_event,
)

MINUTE_MS = 60_000
FIRST_TOKEN, SECOND_TOKEN = "one", "two"


class ManualClock:
    """A clock that is advanced by the test."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> int:
        return self.now


def run_on_one_database(
    folder: Path, *steps: Callable[[Hall, ManualClock], Awaitable[None]]
) -> None:
    """Run each step in a new hall on the same database, as after a restart."""
    clock = ManualClock()

    async def run(step: Callable[[Hall, ManualClock], Awaitable[None]]) -> None:
        async with open_storage(f"sqlite:///{folder / 'hall.sqlite'}") as storage:
            hall = Hall(storage, EnginePool(0), Metrics(), clock=clock)
            await step(hall, clock)
            await hall.close()

    for step in steps:
        asyncio.run(run(step))


async def create_game(hall: Hall) -> None:
    """Create a table for two at which the first player has played."""
    holders = [
        Holder(seat, digest(token)) for seat, token in enumerate((FIRST_TOKEN, SECOND_TOKEN))
    ]
    await hall.storage.create("t", make_opened_event(), holders, [], listed=False)
    await hall.handle_command(await hall.get_room("t"), Act("a", 0, ("a1",)), FIRST_SEAT)


async def claim(hall: Hall) -> Outcome:
    return await hall.handle_command(
        await hall.get_room("t"), Claim(f"c{hall.clock()}"), FIRST_SEAT
    )


def test_absent_player_loses_after_the_claim_time(tmp_path: Path) -> None:
    async def step(hall: Hall, clock: ManualClock) -> None:
        await create_game(hall)
        room, _ = await hall.connect("t", FIRST_TOKEN)
        _, other = await hall.connect("t", SECOND_TOKEN)
        assert room.presence.to_message()["connected"] == [True, True]
        clock.now += 10 * MINUTE_MS
        assert "not away" in get_refusal_reason(await claim(hall))
        hall.disconnect(room, other)
        assert room.presence.to_message()["connected"] == [True, False]
        assert room.presence.to_message()["since"] == [NOON, clock.now]
        clock.now += 4 * MINUTE_MS
        assert "long enough" in get_refusal_reason(await claim(hall))
        _, other = await hall.connect("t", SECOND_TOKEN)  # a short return restarts the absence
        hall.disconnect(room, other)
        clock.now += 4 * MINUTE_MS
        assert "long enough" in get_refusal_reason(await claim(hall))
        clock.now += MINUTE_MS
        outcome = await claim(hall)
        assert isinstance(outcome, Event)
        assert outcome.data["returns"] == [1, -1]

    async def after(hall: Hall, clock: ManualClock) -> None:
        room = await hall.get_room("t")
        assert room.table.result
        assert room.table.result.reason == "left"

    run_on_one_database(tmp_path, step, after)


def test_restart_resets_the_absence(tmp_path: Path) -> None:
    async def before(hall: Hall, clock: ManualClock) -> None:
        await create_game(hall)
        await hall.connect("t", FIRST_TOKEN)
        clock.now += 4 * MINUTE_MS

    async def after(hall: Hall, clock: ManualClock) -> None:
        clock.now += 10 * MINUTE_MS
        room, _ = await hall.connect("t", FIRST_TOKEN)
        assert room.presence.to_message()["since"] == [clock.now, None], (
            "the time of leaving is not stored"
        )
        clock.now += 4 * MINUTE_MS
        assert "long enough" in get_refusal_reason(await claim(hall))
        clock.now += MINUTE_MS
        assert isinstance(await claim(hall), Event)

    run_on_one_database(tmp_path, before, after)


def test_connection_through_another_process_counts_as_presence(tmp_path: Path) -> None:
    async def step(hall: Hall, clock: ManualClock) -> None:
        await create_game(hall)
        room, _ = await hall.connect("t", FIRST_TOKEN)
        clock.now += 4 * MINUTE_MS
        room.presence.restart_absence(1, clock.now)
        clock.now += 2 * MINUTE_MS
        assert "long enough" in get_refusal_reason(await claim(hall))
        await hall.handle_command(room, Act("b", 1, ("a2",)), SECOND_SEAT)

    run_on_one_database(tmp_path, step)
