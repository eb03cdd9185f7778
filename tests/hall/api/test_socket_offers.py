"""Agreements through sockets: draws, undo, drawn sides and rematches."""

import asyncio
from collections.abc import Iterator

import pytest

from tests.hall.server_process import (
    PATIENCE,
    Host,
    hosted,
    play_on,
    watching,
)

pytestmark = pytest.mark.xdist_group("socket")


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosted(tmp_path_factory.mktemp("offers")) as host:
        yield host


def test_resigning_and_offering_and_declining_draws(host: Host) -> None:
    table, white, black = host.two_friends()

    async def run() -> None:
        async with watching(host, table, white) as one, watching(host, table, black) as other:
            assert (await other.ask("decline", what="draw"))["type"] == "refused"
            await one.ask("offer", what="draw")
            await other.until(lambda: other.state["offers"]["draw"] == [0])
            await other.ask("decline", what="draw")
            await one.until(lambda: one.state["offers"]["draw"] == [])
            assert (await one.ask("offer", what="draw"))["type"] == "refused", (
                "it was declined just before"
            )
            await one.act()
            await one.ask("offer", what="draw")
            await other.at(one.state["seq"])
            assert (await other.ask("offer", what="draw"))["type"] == "event"
            assert (await one.over())["reason"] == "agreed"
            assert (await one.ask("resign"))["type"] == "refused", "the game has ended"

    asyncio.run(run())


def test_sides_are_drawn_for_two_friends_and_for_their_rematch(host: Host) -> None:
    """The log, both connections and returning tokens agree on the seats."""

    async def draw() -> tuple[int, int]:
        made = await asyncio.to_thread(host.open_table, "here friend", lots=True)
        async with watching(host, made["id"], made["token"]) as one:
            assert [seat["title"] for seat in one.state["seats"]] == ["Seat 1", "Seat 2"]
            token = await asyncio.to_thread(host.join, made, 1, "Ben")
            await one.hear("event", kind="joined")
            bens = one.state["order"].index(1)
            assert one.state["seats"][bens]["name"] == "Ben"
            async with watching(host, made["id"], token) as other:
                assert other.mine == [bens]
                first, second = (other, one) if bens == 0 else (one, other)
                assert (await second.act("b3", at=0))["type"] == "refused"
                assert (await first.act("b3"))["type"] == "event"
                await one.ask("resign")
                await other.over()
                for window in (one, other):
                    await window.ask("offer", what="rematch")
                laid = await one.hear("event", kind="rematch")
                async with watching(host, laid["state"]["next"], token) as again:
                    seat = again.state["seats"][again.mine[0]]
                    assert (seat["name"], len(again.mine)) == ("Ben", 1)
                    return bens, again.mine[0]

    async def run() -> None:
        async with asyncio.timeout(PATIENCE):
            seen: set[tuple[int, int]] = set()
            while len(seen) < 4:  # all four combinations of two draws
                seen.add(await draw())

    asyncio.run(run())


def test_undo_needs_consent_between_people_but_not_alone(host: Host) -> None:
    table, white, black = host.two_friends()
    alone = host.open_table()

    async def run() -> None:
        async with watching(host, table, white) as one, watching(host, table, black) as other:
            assert (await one.ask("offer", what="undo"))["type"] == "refused", "nothing to undo"
            await play_on([one, other], 2)
            await one.ask("offer", what="undo")
            await other.until(lambda: other.state["offers"]["undo"])
            assert one.state["actions"] == 2, "not before the opponent agrees"
            await other.ask("decline", what="undo")
            await one.until(lambda: one.state["offers"]["undo"] is None)
            await other.ask("offer", what="undo")
            await one.until(lambda: one.state["offers"]["undo"])
            await one.ask("offer", what="undo")
            await other.hear("event", kind="undone")
            assert other.state["actions"] == 1
            assert other.state["frame"]["turn"] == 1
        async with watching(host, alone["id"], alone["token"]) as both:
            await play_on([both], 2)
            assert (await both.ask("offer", what="undo"))["type"] == "event"
            assert both.state["actions"] == 1

    asyncio.run(run())


def test_rematch_swaps_sides_and_keeps_tokens(host: Host) -> None:
    table, white, black = host.two_friends()

    async def run() -> None:
        async with watching(host, table, white) as one, watching(host, table, black) as other:
            assert (await one.ask("offer", what="rematch"))["type"] == "refused", (
                "the game has not ended"
            )
            await one.ask("name", seat=0, name="Ada")
            await one.ask("resign")
            await other.over()
            await asyncio.gather(
                one.ask("offer", what="rematch"), other.ask("offer", what="rematch")
            )
            next_table = await one.until(lambda: one.state["next"])
            assert await other.until(lambda: other.state["next"]) == next_table
        async with (
            watching(host, next_table, white) as one,
            watching(host, next_table, black) as other,
            watching(host, next_table) as spectator,
        ):
            assert (one.mine, other.mine, spectator.mine) == ([1], [0], [])
            assert one.state["seats"][1]["name"] == "Ada"
            await play_on([one, other], 2)

    asyncio.run(run())
    opened = host.rows("SELECT count(*) FROM events WHERE data LIKE ?", f"%{table}%")
    assert opened == [(1,)], "one table for the rematch"
