"""What one visitor may open, and what one table may hold, against a real hall behind a proxy."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from tests.hall.hosting import Host, Message, hosted, watching

pytestmark = pytest.mark.xdist_group("limits")
WANTED: dict[str, Any] = {"game": "vier3d", "seats": [{"kind": "here"}, {"kind": "here"}]}
LISTED = WANTED | {"seats": [{"kind": "here"}, {"kind": "friend"}], "listed": True}
FEW = {"open_tables": 6, "listed_tables": 3, "events_a_table": 100}


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A hall that is easily too full, behind a proxy that says who asks."""
    folder = tmp_path_factory.mktemp("openings")
    with hosted(folder, compiles=False, proxies="127.0.0.1", **FEW) as host:
        yield host


def from_there(address: str) -> dict[str, Any]:
    return {"headers": {"x-forwarded-for": address}}


def opened(host: Host, address: str, wanted: dict[str, Any] = WANTED) -> Message:
    answer = host.post("api/tables", wanted, **from_there(address))
    assert answer.status_code == 201, answer.text
    made: Message = answer.json()
    return made


def refused(host: Host, address: str) -> Message | None:
    """Why nothing can be opened from there, if that is so."""
    answer = host.post("api/tables", WANTED, **from_there(address))
    if answer.status_code != 429:
        return None
    why: Message = answer.json()["detail"]["why"]
    return why


async def resign(host: Host, made: Message) -> None:
    async with watching(host, made["id"], made["token"]) as window:
        await window.ask("resign", seat=0)
        await window.over()


def test_too_many_games_that_go_on(host: Host) -> None:
    """Who finishes one may open another one, as soon as it is written down."""
    tables = [opened(host, "10.1.0.1") for _ in range(6)]
    why = refused(host, "10.1.0.1")
    assert why
    assert why["en"] == "Too many games from here go on; please finish or cancel some."
    assert "Partien" in why["de"]
    assert refused(host, "10.1.0.2") is None, "others have done nothing"

    async def run() -> None:
        await resign(host, tables[0])
        async with asyncio.timeout(60):
            while refused(host, "10.1.0.1"):
                await asyncio.sleep(0.02)

    asyncio.run(run())


def test_rematches_are_tables_too(host: Host) -> None:
    """Once everybody could open any number of them: a game, a resignation, a rematch, and again."""
    made = opened(host, "10.2.0.1")
    there = {"additional_headers": {"x-forwarded-for": "10.2.0.1"}}

    async def run() -> None:
        for _ in range(5):
            opened(host, "10.2.0.1")
        async with watching(host, made["id"], made["token"], **there) as window:
            await window.ask("resign", seat=0)
            await window.over()
            opened_again = asyncio.to_thread(host.post, "api/tables", WANTED)
            assert (await opened_again).status_code == 201, "from elsewhere"
            while refused(host, "10.2.0.1") is None:
                pass
            answer = await window.ask("offer", what="rematch")
            assert answer["type"] == "refused"
            assert answer["why"]["en"].startswith("Too many games from here")
            assert window.state["next"] is None

    asyncio.run(run())


def test_a_rematch_counts_for_who_plays_it(host: Host) -> None:
    made = opened(host, "10.3.0.1")
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
    opened(host, "10.3.0.1")
    assert host.rows(query) == [(by_rematch,)]
    assert by_rematch
    assert "10.3.0.1" not in host.everything_stored().decode("latin-1")


def test_nobody_floods_the_lobby(host: Host) -> None:
    honest = opened(host, "10.4.0.1", LISTED)
    flood = {opened(host, f"2001:db8::{number}", LISTED)["id"] for number in range(6)}
    shown = [table["id"] for table in host.get("api/tables").json()["tables"]]
    assert honest["id"] in shown
    assert len(flood & set(shown)) == 3


def test_a_table_at_which_too_much_happens(host: Host) -> None:
    """It can still be ended."""
    made = opened(host, "10.5.0.1")

    async def run() -> None:
        async with watching(host, made["id"], made["token"]) as window:
            for number in range(99):
                named = await window.ask("name", seat=0, name=f"name {number}", id=f"n{number}")
                assert named["type"] == "event"
            refused = await window.ask("name", seat=0, name="one more")
            assert refused["type"] == "refused"
            assert refused["why"]["en"].startswith("This table has reached its limit")
            assert refused["why"]["de"].startswith("Dieser Tisch ist an seiner Grenze")
            assert (await window.ask("name", seat=0, name="name 98", id="n98"))["type"] == "done"
            assert (await window.ask("resign", seat=0))["type"] == "event"
            await window.over()

    asyncio.run(run())
