"""Limits: so many at once, and so many a second after that."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from steinreich.hall.limits import rates
from steinreich.hall.limits.rates import Limiter
from tests.hall.hosting import Host, hosted, watching

pytestmark = pytest.mark.xdist_group("limits")
WANTED: dict[str, Any] = {"game": "vier3d", "seats": [{"kind": "here"}, {"kind": "here"}]}


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A hall that is easily too full, behind a proxy that says who asks."""
    few = {"tables_a_minute": 5, "connections": 3, "messages_a_second": 4}
    with hosted(tmp_path_factory.mktemp("limits"), proxies="127.0.0.1", **few) as host:
        yield host


def test_a_limiter_forgives_with_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    limiter = Limiter(3, 0.5, lambda: now)
    assert [limiter.allows("a") for _ in range(4)] == [True, True, True, False]
    assert limiter.allows("b"), "another address has done nothing"
    now = 2.0
    assert [limiter.allows("a") for _ in range(2)] == [True, False]
    now = 1000.0
    assert [limiter.allows("a") for _ in range(4)] == [True, True, True, False]
    monkeypatch.setattr(rates, "MOST_BUCKETS", 10)
    for number in range(30):
        limiter.allows(str(number))
    assert len(limiter.buckets) <= 11, "addresses are not remembered for ever"


def test_too_many_tables_from_one_address(host: Host) -> None:
    noisy, other = {"x-forwarded-for": "10.0.0.1"}, {"x-forwarded-for": "10.0.0.2"}
    answers = [host.post("api/tables", WANTED, headers=noisy) for _ in range(7)]
    assert [answer.status_code for answer in answers[:5]] == 5 * [201]
    assert answers[-1].status_code == 429
    assert answers[-1].headers["retry-after"] == "5"
    assert "retry-after" not in answers[0].headers
    assert host.post("api/tables", WANTED, headers=other).status_code == 201


def test_all_addresses_of_one_ipv6_network_count_as_one(host: Host) -> None:
    """Whoever has one has 2^64 of them, and would otherwise have no limit at all."""

    def opened(address: str) -> int:
        return host.post("api/tables", WANTED, headers={"x-forwarded-for": address}).status_code

    codes = [opened(f"2001:db8:0:1:{number:x}::1") for number in range(7)]
    assert codes[:5] == 5 * [201]
    assert codes[-1] == 429
    assert opened("2001:db8:0:2::1") == 201, "the neighbours have done nothing"


def test_a_forged_address_helps_nobody(host: Host) -> None:
    """A proxy appends whom it sees; what stands before that is invented."""

    def opened(forged: str) -> int:
        named = {"x-forwarded-for": f"{forged}, 10.0.0.6"}
        return host.post("api/tables", WANTED, headers=named).status_code

    codes = [opened(f"10.9.9.{number}") for number in range(6)]
    codes.append(opened("nonsense"))
    assert codes[:5] == 5 * [201]
    assert codes[5:] == [429, 429]


def test_without_a_proxy_nobody_is_believed(tmp_path: Path) -> None:
    with hosted(tmp_path, tables_a_minute=3) as host:
        codes = [
            host.post(
                "api/tables", WANTED, headers={"x-forwarded-for": f"10.0.0.{number}"}
            ).status_code
            for number in range(4)
        ]
    assert codes == [201, 201, 201, 429]


def test_too_many_messages_end_the_connection(host: Host) -> None:
    made = host.open_table()

    async def run() -> None:
        async with watching(host, made["id"], made["token"]) as window:
            for _ in range(12):
                await window.say("ping")
            assert await window.end() == 4429
        async with watching(host, made["id"], made["token"]) as window:
            assert (await window.act("a1"))["type"] == "event", "who comes back is welcome"

    asyncio.run(run())


def test_too_many_connections_from_one_address(host: Host) -> None:
    made = host.open_table()

    def window(address: str) -> Any:
        return watching(host, made["id"], additional_headers={"x-forwarded-for": address})

    async def run() -> None:
        async with window("10.0.0.3"), window("10.0.0.3"), window("10.0.0.3"):
            with pytest.raises(InvalidStatus) as caught:
                async with window("10.0.0.3"):
                    pass
            refused = caught.value.response
            assert (refused.status_code, refused.headers["retry-after"]) == (429, "5")
            why = json.loads(refused.body)["detail"]["why"]
            assert why["en"] == "Too many connections from this address; please close some."
            assert why["de"] == "Zu viele Verbindungen von hier; bitte schließe einige."
            path, there = f"api/tables/{made['id']}/socket", {"x-forwarded-for": "10.0.0.3"}
            asked = await asyncio.to_thread(host.get, path, headers=there)
            assert (asked.status_code, asked.content) == (429, refused.body)
            async with window("10.0.0.4"):
                pass
        async with asyncio.timeout(60):  # until the server has seen them go
            while True:
                try:
                    async with window("10.0.0.3"):
                        return
                except InvalidStatus:
                    await asyncio.sleep(0.02)

    asyncio.run(run())


def test_figures_are_not_for_others(host: Host) -> None:
    assert host.get("metrics").status_code == 200
    assert host.get("metrics", headers={"x-forwarded-for": "10.0.0.5"}).status_code == 403
