"""Budgets: what an address may ask for at once, and how fast the budget fills up again."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from steinreich.hall.limits import budget
from steinreich.hall.limits.budget import Bucket, Buckets, Budget, Cost, OverBudget
from steinreich.hall.limits.costs import FRAME, POSITION, message_cost, request_cost, study_cost
from steinreich.hall.limits.shared import Counting
from steinreich.hall.settings import Settings
from steinreich.session.schema.messages import Hello, Ping, Wait
from steinreich.session.schema.study import Think
from tests.hall.hosting import Host, Message, hosted, watching

pytestmark = pytest.mark.xdist_group("limits")
WANTED: dict[str, Any] = {"game": "vier3d", "seats": [{"kind": "here"}, {"kind": "here"}]}


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A hall that is easily too full, behind a proxy that says who asks."""
    few = {"heavy_budget_per_second": 0.005, "connections": 3}
    with hosted(tmp_path_factory.mktemp("limits"), proxies="127.0.0.1", **few) as host:
        yield host


def test_a_budget_fills_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    buckets = Buckets(4, lambda: now)
    assert [buckets.charge("a", 1) for _ in range(4)] == [0.0, 0.0, 0.25, 0.5]
    assert buckets.charge("b", 1) == 0.0, "another address has done nothing"
    now = 0.5
    assert [buckets.charge("a", 1) for _ in range(2)] == [0.25, 0.5], "it has to pay its debt"
    now = 1000.0
    assert [buckets.charge("a", 1) for _ in range(3)] == [0.0, 0.0, 0.25], "nothing is saved up"
    monkeypatch.setattr(budget, "MAX_BUCKETS", 10)
    for number in range(30):
        buckets.charge(str(number), 1)
    assert len(buckets.buckets) == 10, "addresses are not remembered for ever"


def test_a_refusal_is_charged_and_the_debt_has_an_end() -> None:
    bucket = Bucket(0.0, 0.0)
    waits = [bucket.charge(10.0, 0.0, 10.0) for _ in range(400)]
    assert waits[:6] == [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
    assert waits[6] > waits[5], "a refusal costs something"
    assert waits[-1] == waits[-2] == 2 * budget.MAX_WAIT_SECONDS + 1.0
    bucket.charge(10.0, 11.0, 1.0)
    assert bucket.charge(10.0, 11.0, 1.0) < 1.0, "who stops is let in again soon"


def test_what_is_heavy_has_a_smaller_budget() -> None:
    both = Budget(Buckets(200, lambda: 0.0), Buckets(20, lambda: 0.0))
    assert both.charge("a", Cost(10, is_heavy=True)) == 0.0
    assert both.charge("a", Cost(10, is_heavy=True)) == 0.5
    assert both.charge("a", Cost(80)) == 0.0, "all else is as it was"
    assert both.charge("a", Cost(1)) == 0.005, "and counts together"


def test_spending_too_much_is_refused_with_a_time() -> None:
    both = Budget(Buckets(1, lambda: 0.0), Buckets(1, lambda: 0.0))
    with pytest.raises(OverBudget) as refused:
        asyncio.run(both.spend("a", Cost(100)))
    assert (refused.value.status, refused.value.retry_seconds) == (429, 100)


def test_what_is_repeated_in_floods_is_heavy() -> None:
    assert message_cost(Hello()).is_heavy
    assert message_cost(Wait(True)).is_heavy
    assert not message_cost(Ping()).is_heavy
    assert study_cost(None).units < message_cost(None).units
    assert request_cost("/api/tables").units > request_cost("/api/games").units
    assert request_cost("/").units > 0


def test_sixty_people_behind_one_address_are_fluent() -> None:
    """With the usual settings: a page opened by all at once, then a turn of each in 3 s and a
    position analysed by each every 2 s."""
    settings, now = Settings(), 0.0
    both = Counting(None).budget(settings.budget_per_second, settings.heavy_budget_per_second)
    both.everything.clock = both.heavy.clock = lambda: now
    opened = [both.charge("school", request_cost("/assets/x.js")) for _ in range(60 * 25)]
    assert max(opened) < 3.0
    now = 10.0
    think = study_cost(Think(1, "vier3d"))
    waits = []
    for _ in range(600):
        now += 0.05
        waits += [both.charge("school", Cost(2)), both.charge("school", FRAME)]
        for _ in range(1 + (len(waits) // 2) % 2):
            waits += [both.charge("school", think), both.charge("school", POSITION)]
    assert max(waits) == 0.0
    assert settings.connections >= 60 * 7, "a socket and six connections for each browser"


def test_too_many_tables_from_one_address(host: Host) -> None:
    noisy, other = {"x-forwarded-for": "10.0.0.1"}, {"x-forwarded-for": "10.0.0.2"}
    answers = [host.post("api/tables", WANTED, headers=noisy) for _ in range(7)]
    assert [answer.status_code for answer in answers[:5]] == 5 * [201]
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["retry-after"]) > 1000
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
    with hosted(tmp_path, heavy_budget_per_second=0.005) as host:
        codes = [
            host.post(
                "api/tables", WANTED, headers={"x-forwarded-for": f"10.0.0.{number}"}
            ).status_code
            for number in range(6)
        ]
    assert codes == [201, 201, 201, 201, 201, 429]


def test_too_many_requests_and_messages_are_refused(tmp_path: Path) -> None:
    """All that an address asks for counts together: pages, what is wrong, and messages."""

    async def run(host: Host, made: Message) -> None:
        there = {"additional_headers": {"x-forwarded-for": "10.0.0.1"}}
        async with watching(host, made["id"], made["token"], **there) as window:
            with suppress(ConnectionClosed):  # perhaps while more is sent
                for _ in range(2000):
                    await window.say("ping")
                await window.end()
        with pytest.raises(InvalidStatus) as caught:
            async with watching(host, made["id"], made["token"], **there):
                pass
        assert caught.value.response.status_code == 429
        assert int(caught.value.response.headers["retry-after"]) >= 1

    with hosted(tmp_path, proxies="127.0.0.1", budget_per_second=0.01, compiles=False) as host:
        made = host.open_table()
        asyncio.run(run(host, made))
        for path in ("", "api/games", "nothing", "api/nothing"):
            refused = host.get(path, headers={"x-forwarded-for": "10.0.0.1"})
            assert refused.status_code == 429
            assert refused.json()["detail"]["why"]["de"]
            assert host.get(path, headers={"x-forwarded-for": "10.0.0.2"}).status_code != 429
        assert 'steinreich_dropped_total{why="budget"} 5.0' in host.get("metrics").text


def test_repeated_hellos_have_a_budget_of_their_own(host: Host) -> None:
    made = host.open_table()
    there = {"additional_headers": {"x-forwarded-for": "10.0.0.8"}}

    async def run() -> None:
        async with watching(host, made["id"], made["token"], **there) as window:
            for _ in range(50):
                await window.say("ping")
            for _ in range(40):
                await window.say("hello", token=made["token"])
            assert await window.end() == 4429

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
