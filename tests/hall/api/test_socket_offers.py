"""Offers through WebSockets: draws, undo and rematches; and sides drawn by lot."""

import asyncio
from collections.abc import Iterator

import pytest

from tests.hall.server_process import ServerProcess, connect_to_table, play_turns, running_server
from tests.hall.waiting import CONDITION_TIMEOUT_SECONDS

pytestmark = pytest.mark.xdist_group("socket")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with running_server(tmp_path_factory.mktemp("offers")) as server:
        yield server


def test_resigning_and_offering_and_declining_draws(server: ServerProcess) -> None:
    table, first_token, second_token = server.open_table_for_two()

    async def run() -> None:
        async with (
            connect_to_table(server, table, first_token) as first,
            connect_to_table(server, table, second_token) as second,
        ):
            assert (await second.send_command("decline", offer="draw"))["type"] == "refused"
            await first.send_command("offer", offer="draw")
            await second.wait_until(lambda: second.state["offers"]["draw"] == [0])
            await second.send_command("decline", offer="draw")
            await first.wait_until(lambda: first.state["offers"]["draw"] == [])
            assert (await first.send_command("offer", offer="draw"))["type"] == "refused", (
                "it was declined just before"
            )
            await first.act()
            await first.send_command("offer", offer="draw")
            await second.wait_for_event(first.state["seq"])
            assert (await second.send_command("offer", offer="draw"))["type"] == "event"
            assert (await first.wait_for_result())["reason"] == "agreed"
            assert (await first.send_command("resign"))["type"] == "refused", "the game has ended"

    asyncio.run(run())


def test_sides_are_drawn_for_two_friends_and_for_their_rematch(server: ServerProcess) -> None:
    """Events, connections and tokens agree on the seats, also at the rematch."""

    async def play_and_rematch() -> tuple[int, int]:
        new_table = await asyncio.to_thread(server.open_table, "here friend", random_sides=True)
        async with connect_to_table(server, new_table["id"], new_table["token"]) as creator:
            assert [seat["title"] for seat in creator.state["seats"]] == ["Seat 1", "Seat 2"]
            token = await asyncio.to_thread(server.join, new_table, 1, "Ben")
            await creator.wait_for("event", kind="joined")
            bens_seat = creator.state["order"].index(1)
            assert creator.state["seats"][bens_seat]["name"] == "Ben"
            async with connect_to_table(server, new_table["id"], token) as friend:
                assert friend.seats == [bens_seat]
                first, second = (friend, creator) if bens_seat == 0 else (creator, friend)
                assert (await second.act("b3", at=0))["type"] == "refused"
                assert (await first.act("b3"))["type"] == "event"
                await creator.send_command("resign")
                await friend.wait_for_result()
                for client in (creator, friend):
                    await client.send_command("offer", offer="rematch")
                rematch = await creator.wait_for("event", kind="rematch")
                async with connect_to_table(
                    server, rematch["state"]["rematch_table"], token
                ) as rematch_client:
                    seat = rematch_client.state["seats"][rematch_client.seats[0]]
                    assert (seat["name"], len(rematch_client.seats)) == ("Ben", 1)
                    return bens_seat, rematch_client.seats[0]

    async def run() -> None:
        async with asyncio.timeout(CONDITION_TIMEOUT_SECONDS):
            seat_pairs: set[tuple[int, int]] = set()  # Ben's seats in both games
            while len(seat_pairs) < 4:  # until sides were assigned in all four ways
                seat_pairs.add(await play_and_rematch())

    asyncio.run(run())


def test_undo_needs_consent_between_people_but_not_at_a_solo_table(server: ServerProcess) -> None:
    table, first_token, second_token = server.open_table_for_two()
    solo_table = server.open_table()

    async def run() -> None:
        async with (
            connect_to_table(server, table, first_token) as first,
            connect_to_table(server, table, second_token) as second,
        ):
            assert (await first.send_command("offer", offer="undo"))["type"] == "refused", (
                "nothing to undo"
            )
            await play_turns([first, second], 2)
            await first.send_command("offer", offer="undo")
            await second.wait_until(lambda: second.state["offers"]["undo"])
            assert first.state["actions"] == 2, "not before the opponent agrees"
            await second.send_command("decline", offer="undo")
            await first.wait_until(lambda: first.state["offers"]["undo"] is None)
            await second.send_command("offer", offer="undo")
            await first.wait_until(lambda: first.state["offers"]["undo"])
            await first.send_command("offer", offer="undo")
            await second.wait_for("event", kind="undone")
            assert second.state["actions"] == 1
            assert second.state["frame"]["turn"] == 1
        async with connect_to_table(server, solo_table["id"], solo_table["token"]) as client:
            await play_turns([client], 2)
            assert (await client.send_command("offer", offer="undo"))["type"] == "event"
            assert client.state["actions"] == 1

    asyncio.run(run())


def test_rematch_swaps_sides_and_keeps_tokens(server: ServerProcess) -> None:
    table, first_token, second_token = server.open_table_for_two()

    async def run() -> None:
        async with (
            connect_to_table(server, table, first_token) as first,
            connect_to_table(server, table, second_token) as second,
        ):
            assert (await first.send_command("offer", offer="rematch"))["type"] == "refused", (
                "the game has not ended"
            )
            await first.send_command("name", seat=0, name="Ada")
            await first.send_command("resign")
            await second.wait_for_result()
            await asyncio.gather(
                first.send_command("offer", offer="rematch"),
                second.send_command("offer", offer="rematch"),
            )
            next_table = await first.wait_until(lambda: first.state["rematch_table"])
            assert await second.wait_until(lambda: second.state["rematch_table"]) == next_table
        async with (
            connect_to_table(server, next_table, first_token) as first,
            connect_to_table(server, next_table, second_token) as second,
            connect_to_table(server, next_table) as spectator,
        ):
            assert (first.seats, second.seats, spectator.seats) == ([1], [0], [])
            assert first.state["seats"][1]["name"] == "Ada"
            await play_turns([first, second], 2)

    asyncio.run(run())
    opened = server.fetch_rows("SELECT count(*) FROM events WHERE data LIKE ?", f"%{table}%")
    assert opened == [(1,)], "one table for the rematch"
