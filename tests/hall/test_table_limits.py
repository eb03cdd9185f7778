"""Limits on the number of tables per address and of events per table."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from tests.hall.server_process import Message, ServerProcess, connect_to_table, running_server

pytestmark = pytest.mark.xdist_group("limits")
TABLE_REQUEST: dict[str, Any] = {"game": "vier3d", "seats": [{"kind": "here"}, {"kind": "here"}]}
LISTED_TABLE_REQUEST = TABLE_REQUEST | {
    "seats": [{"kind": "here"}, {"kind": "friend"}],
    "listed": True,
}
LOW_LIMITS = {"max_open_tables": 6, "max_listed_tables": 3, "max_events_per_table": 100}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with low limits behind a trusted proxy."""
    folder = tmp_path_factory.mktemp("openings")
    with running_server(folder, proxies="127.0.0.1", **LOW_LIMITS) as server:
        yield server


def make_forwarded_headers(address: str) -> dict[str, Any]:
    return {"headers": {"x-forwarded-for": address}}


def create_table(
    server: ServerProcess, address: str, body: dict[str, Any] = TABLE_REQUEST
) -> Message:
    answer = server.post("api/tables", body, **make_forwarded_headers(address))
    assert answer.status_code == 201, answer.text
    new_table: Message = answer.json()
    return new_table


def get_creation_refusal(server: ServerProcess, address: str) -> str | None:
    """Return why no table can be created from an address, or None."""
    answer = server.post("api/tables", TABLE_REQUEST, **make_forwarded_headers(address))
    if answer.status_code != 429:
        return None
    why: str = answer.json()["detail"]["why"]
    return why


async def resign(server: ServerProcess, new_table: Message) -> None:
    async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
        await client.send_command("resign", seat=0)
        await client.wait_for_result()


def test_limits_running_games_per_address(server: ServerProcess) -> None:
    """When the end of a game is stored, another game can be created."""
    tables = [create_table(server, "10.1.0.1") for _ in range(6)]
    why = get_creation_refusal(server, "10.1.0.1")
    assert why
    assert why == "Too many unfinished games from this address; please finish or cancel some."
    assert get_creation_refusal(server, "10.1.0.2") is None, "other addresses are not affected"

    async def run() -> None:
        await resign(server, tables[0])
        async with asyncio.timeout(60):
            while get_creation_refusal(server, "10.1.0.1"):
                await asyncio.sleep(0.02)

    asyncio.run(run())


def test_rematches_count_as_tables(server: ServerProcess) -> None:
    """Otherwise the limit could be bypassed by a game, a resignation and a rematch, repeatedly."""
    new_table = create_table(server, "10.2.0.1")
    headers = {"additional_headers": {"x-forwarded-for": "10.2.0.1"}}

    async def run() -> None:
        for _ in range(5):
            create_table(server, "10.2.0.1")
        async with connect_to_table(
            server, new_table["id"], new_table["token"], **headers
        ) as client:
            await client.send_command("resign", seat=0)
            await client.wait_for_result()
            creation = asyncio.to_thread(server.post, "api/tables", TABLE_REQUEST)
            assert (await creation).status_code == 201, "from another address"
            while get_creation_refusal(server, "10.2.0.1") is None:
                pass
            answer = await client.send_command("offer", offer="rematch")
            assert answer["type"] == "refused"
            assert answer["why"].startswith("Too many unfinished games from this address")
            assert client.state["rematch_table"] is None

    asyncio.run(run())


def test_rematch_counts_for_the_player_who_offered_it(server: ServerProcess) -> None:
    new_table = create_table(server, "10.3.0.1")
    headers = {"additional_headers": {"x-forwarded-for": "10.3.0.1"}}

    async def run() -> None:
        async with connect_to_table(
            server, new_table["id"], new_table["token"], **headers
        ) as client:
            await client.send_command("resign", seat=0)
            await client.wait_for_result()
            await client.send_command("offer", offer="rematch")
            await client.wait_until(lambda: client.state["rematch_table"])

    asyncio.run(run())
    query = "SELECT opened_by FROM tables ORDER BY opened_at DESC LIMIT 1"
    ((rematch_creator,),) = server.fetch_rows(query)
    create_table(server, "10.3.0.1")
    assert server.fetch_rows(query) == [(rematch_creator,)]
    assert rematch_creator
    assert "10.3.0.1" not in server.read_database_files().decode("latin-1")


def test_limits_listed_tables_per_address(server: ServerProcess) -> None:
    other_table = create_table(server, "10.4.0.1", LISTED_TABLE_REQUEST)
    table_ids = {
        create_table(server, f"2001:db8::{number}", LISTED_TABLE_REQUEST)["id"]
        for number in range(6)
    }
    listed = [table["id"] for table in server.get("api/tables").json()["tables"]]
    assert other_table["id"] in listed
    assert len(table_ids & set(listed)) == 3


def test_limits_events_per_table(server: ServerProcess) -> None:
    """The game can still be ended."""
    new_table = create_table(server, "10.5.0.1")

    async def run() -> None:
        async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
            for number in range(99):
                named = await client.send_command(
                    "name", seat=0, name=f"name {number}", id=f"n{number}"
                )
                assert named["type"] == "event"
            refused = await client.send_command("name", seat=0, name="one more")
            assert refused["type"] == "refused"
            assert refused["why"].startswith("This table has reached its limit")
            assert (await client.send_command("name", seat=0, name="name 98", id="n98"))[
                "type"
            ] == "done"
            assert (await client.send_command("resign", seat=0))["type"] == "event"
            await client.wait_for_result()

    asyncio.run(run())
