"""Limits of tables for each visitor, and of events for each table, on a server behind a proxy."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from tests.hall.server_process import Host, Message, hosted, watching

pytestmark = pytest.mark.xdist_group("limits")
WANTED: dict[str, Any] = {"game": "vier3d", "seats": [{"kind": "here"}, {"kind": "here"}]}
LISTED = WANTED | {"seats": [{"kind": "here"}, {"kind": "friend"}], "listed": True}
FEW = {"max_open_tables": 6, "max_listed_tables": 3, "max_events_per_table": 100}


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A server with low limits behind a trusted proxy."""
    folder = tmp_path_factory.mktemp("openings")
    with hosted(folder, proxies="127.0.0.1", **FEW) as host:
        yield host


def forwarded_from(address: str) -> dict[str, Any]:
    return {"headers": {"x-forwarded-for": address}}


def create_table(host: Host, address: str, wanted: dict[str, Any] = WANTED) -> Message:
    answer = host.post("api/tables", wanted, **forwarded_from(address))
    assert answer.status_code == 201, answer.text
    made: Message = answer.json()
    return made


def refusal_of_creation(host: Host, address: str) -> str | None:
    """Return why no table can be created from an address, or None."""
    answer = host.post("api/tables", WANTED, **forwarded_from(address))
    if answer.status_code != 429:
        return None
    why: str = answer.json()["detail"]["why"]
    return why


async def resign(host: Host, made: Message) -> None:
    async with watching(host, made["id"], made["token"]) as window:
        await window.ask("resign", seat=0)
        await window.over()


def test_running_games_of_an_address_are_limited(host: Host) -> None:
    """A finished game makes room for another one as soon as it is stored."""
    tables = [create_table(host, "10.1.0.1") for _ in range(6)]
    why = refusal_of_creation(host, "10.1.0.1")
    assert why
    assert why == "Too many games from here go on; please finish or cancel some."
    assert refusal_of_creation(host, "10.1.0.2") is None, "others are not affected"

    async def run() -> None:
        await resign(host, tables[0])
        async with asyncio.timeout(60):
            while refusal_of_creation(host, "10.1.0.1"):
                await asyncio.sleep(0.02)

    asyncio.run(run())


def test_rematches_count_as_tables(host: Host) -> None:
    """Otherwise the limit could be bypassed by a game, a resignation and a rematch, repeatedly."""
    made = create_table(host, "10.2.0.1")
    there = {"additional_headers": {"x-forwarded-for": "10.2.0.1"}}

    async def run() -> None:
        for _ in range(5):
            create_table(host, "10.2.0.1")
        async with watching(host, made["id"], made["token"], **there) as window:
            await window.ask("resign", seat=0)
            await window.over()
            opened_again = asyncio.to_thread(host.post, "api/tables", WANTED)
            assert (await opened_again).status_code == 201, "from another address"
            while refusal_of_creation(host, "10.2.0.1") is None:
                pass
            answer = await window.ask("offer", what="rematch")
            assert answer["type"] == "refused"
            assert answer["why"].startswith("Too many games from here")
            assert window.state["next"] is None

    asyncio.run(run())


def test_rematch_counts_for_its_player(host: Host) -> None:
    made = create_table(host, "10.3.0.1")
    there = {"additional_headers": {"x-forwarded-for": "10.3.0.1"}}

    async def run() -> None:
        async with watching(host, made["id"], made["token"], **there) as window:
            await window.ask("resign", seat=0)
            await window.over()
            await window.ask("offer", what="rematch")
            await window.until(lambda: window.state["next"])

    asyncio.run(run())
    query = "SELECT opened_by FROM tables ORDER BY opened_at DESC LIMIT 1"
    ((by_rematch,),) = host.rows(query)
    create_table(host, "10.3.0.1")
    assert host.rows(query) == [(by_rematch,)]
    assert by_rematch
    assert "10.3.0.1" not in host.stored_bytes().decode("latin-1")


def test_listed_tables_of_an_address_are_limited(host: Host) -> None:
    honest = create_table(host, "10.4.0.1", LISTED)
    flood = {create_table(host, f"2001:db8::{number}", LISTED)["id"] for number in range(6)}
    shown = [table["id"] for table in host.get("api/tables").json()["tables"]]
    assert honest["id"] in shown
    assert len(flood & set(shown)) == 3


def test_events_of_a_table_are_limited(host: Host) -> None:
    """The game can still be ended."""
    made = create_table(host, "10.5.0.1")

    async def run() -> None:
        async with watching(host, made["id"], made["token"]) as window:
            for number in range(99):
                named = await window.ask("name", seat=0, name=f"name {number}", id=f"n{number}")
                assert named["type"] == "event"
            refusal_of_creation = await window.ask("name", seat=0, name="one more")
            assert refusal_of_creation["type"] == "refused"
            assert refusal_of_creation["why"].startswith("This table has reached its limit")
            assert (await window.ask("name", seat=0, name="name 98", id="n98"))["type"] == "done"
            assert (await window.ask("resign", seat=0))["type"] == "event"
            await window.over()

    asyncio.run(run())
