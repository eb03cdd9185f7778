"""Rate limits per address: budgets with burst and refill rate, and limits on connections."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from bench.load.flood import REQUESTS
from steinreich.hall import limits
from steinreich.hall.api.socket import get_close_code
from steinreich.hall.app import make_app
from steinreich.hall.json_socket import CLOSE_TOO_FAST
from steinreich.hall.limits import (
    POSITION_COST,
    UNKNOWN,
    Bucket,
    Buckets,
    Budget,
    Cost,
    OverBudget,
    get_message_cost,
    get_receive_cost,
    get_request_cost,
    get_response_cost,
    get_study_cost,
    get_visitor,
    normalize_address,
    parse_networks,
)
from steinreich.hall.settings import Settings
from steinreich.session.schema.messages import Hello, Ping, Wait
from steinreich.session.schema.study import Think
from tests.hall.server_process import Message, ServerProcess, connect_to_table, running_server

pytestmark = pytest.mark.xdist_group("limits")
TABLE_REQUEST: dict[str, Any] = {"game": "vier3d", "seats": [{"kind": "here"}, {"kind": "here"}]}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with low limits behind a trusted proxy."""
    # Heavy requests: a burst of 100 units, which covers five new tables of 20 units
    low_limits = {"heavy_budget_per_second": 0.005, "max_connections_per_address": 3}
    with running_server(
        tmp_path_factory.mktemp("limits"), proxies="127.0.0.1", **low_limits
    ) as server:
        yield server


def test_budget_refills_over_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    buckets = Buckets(4, lambda: now)  # 4 units per second, capacity 2
    assert [buckets.charge("a", 1) for _ in range(4)] == [0.0, 0.0, 0.25, 0.5]
    assert buckets.charge("b", 1) == 0.0, "another address is not affected"
    now = 0.5
    assert [buckets.charge("a", 1) for _ in range(2)] == [0.25, 0.5], (
        "the debt has to be paid first"
    )
    now = 1000.0
    assert [buckets.charge("a", 1) for _ in range(3)] == [0.0, 0.0, 0.25], (
        "the budget does not exceed its maximum"
    )
    monkeypatch.setattr(limits, "MAX_BUCKETS", 10)
    for number in range(30):
        buckets.charge(str(number), 1)
    assert len(buckets.buckets) == 10, "the buckets of idle addresses are deleted"


def test_refusals_cost_budget_up_to_a_maximum_debt() -> None:
    bucket = Bucket(0.0, 0.0)
    waits = [bucket.charge(rate=10.0, now=0.0, units=10.0) for _ in range(400)]
    assert waits[:6] == [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
    assert waits[6] > waits[5], "a refusal costs something"
    assert waits[-1] == waits[-2] == 2 * limits.MAX_WAIT_SECONDS + 1.0
    bucket.charge(rate=10.0, now=11.0, units=1.0)
    assert bucket.charge(rate=10.0, now=11.0, units=1.0) < 1.0, (
        "a client that stops is accepted soon"
    )


def test_heavy_requests_have_a_smaller_budget() -> None:
    budget = Budget(200, 20, lambda: 0.0)  # capacity: 100 units, of which 10 heavy
    assert budget.charge("a", Cost(10, is_heavy=True)) == 0.0
    assert budget.charge("a", Cost(10, is_heavy=True)) == 0.5
    assert budget.charge("a", Cost(80)) == 0.0, "light requests are unaffected"
    assert budget.charge("a", Cost(1)) == 0.005, "all requests share the total budget"


def test_exceeded_budget_is_refused_with_retry_time() -> None:
    budget = Budget(1, 1, lambda: 0.0)
    with pytest.raises(OverBudget) as refused:
        asyncio.run(budget.spend("a", Cost(100)))
    assert (refused.value.status, refused.value.retry_seconds) == (429, 100)
    assert get_close_code(refused.value) == CLOSE_TOO_FAST, "the close code of sockets"


def test_expensive_messages_are_heavy() -> None:
    assert get_message_cost(Hello()).is_heavy
    assert get_message_cost(Wait(True)).is_heavy
    assert not get_message_cost(Ping()).is_heavy
    assert get_study_cost(None).units < get_message_cost(None).units
    assert get_request_cost("/api/tables").units > get_request_cost("/api/games").units
    assert get_request_cost("/").units > 0


# Units for a request of each kind in `bench.load.flood`, without the bytes of the response
COSTS = {
    "front page": 1,
    "no such page": 1,
    "games": 2,
    "lobby": 10,
    "table": 2,
    "health": 5,
    "interface": 10,
    "positions": 7,
    "records": 140,
    "refutation": 17,
    "lesson": 5,
    "openings": 42,
    "setup": 32,
    "preview": 1,
    "previews of unknown tables": 4,
    "unknown tables": 5,
    "named tables": 70,
}


def test_each_request_is_charged_its_cost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    charged: list[float] = []
    charge = Budget.charge

    def record_charge(budget: Budget, address: str, cost: Cost) -> float:
        charged.append(cost.units)
        return charge(budget, address, cost)

    monkeypatch.setattr(Budget, "charge", record_charge)
    unlimited = {"budget_per_second": 1e9, "heavy_budget_per_second": 1e9}
    database = f"sqlite:///{tmp_path / 'hall.sqlite'}"
    app = make_app(Settings(engines=0, analysts=0, database=database, **unlimited))

    async def run() -> None:
        transport = httpx.ASGITransport(app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://localhost") as visitor,
        ):
            table = (await visitor.post("/api/tables", json=TABLE_REQUEST)).json()["id"]
            await visitor.get(f"/api/tables/{table}")  # loads it into memory
            for kind, requests in REQUESTS.items():
                method, path, body = next(iter(requests()))
                charged.clear()
                answer = await visitor.request(method, path.format(table=table), json=body)
                assert answer.status_code != 422, kind
                size = get_response_cost(answer.num_bytes_downloaded).units
                assert sum(charged) == pytest.approx(COSTS[kind] + size), kind
                charged.clear()
                await visitor.request(method, path.format(table=table), json=body)
                if kind in ("refutation", "setup"):
                    assert sum(charged) == pytest.approx(2 + size), "the response is cached"

    asyncio.run(run())
    assert COSTS.keys() == REQUESTS.keys()


def test_default_budget_suffices_for_sixty_people() -> None:
    """With default settings: all open a page at once, then each plays a turn every 3 s and analyses
    a position every 2 s.
    """
    settings, now = Settings(), 0.0
    rates = settings.budget_per_second, settings.heavy_budget_per_second
    budget = Budget(*rates, lambda: now)
    # 25 files for each of them
    delays = [budget.charge("school", get_request_cost("/assets/x.js")) for _ in range(60 * 25)]
    assert max(delays) < 3.0
    now = 10.0
    think = get_study_cost(Think(1, "vier3d"))
    waits = []
    for tick in range(600):
        now += 0.05
        waits += [
            budget.charge("school", Cost(2)),
            budget.charge("school", get_receive_cost(bytes(150))),
        ]
        for _ in range(1 + tick % 2):
            waits += [budget.charge("school", think), budget.charge("school", POSITION_COST)]
    assert max(waits) == 0.0
    assert settings.max_connections_per_address >= 60 * 7, (
        "a socket and six connections for each browser"
    )


def test_limits_tables_per_address(server: ServerProcess) -> None:
    greedy, other = {"x-forwarded-for": "10.0.0.1"}, {"x-forwarded-for": "10.0.0.2"}
    answers = [server.post("api/tables", TABLE_REQUEST, headers=greedy) for _ in range(7)]
    assert [answer.status_code for answer in answers[:5]] == 5 * [201]
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["retry-after"]) > 1000
    assert "retry-after" not in answers[0].headers
    assert server.post("api/tables", TABLE_REQUEST, headers=other).status_code == 201


def test_addresses_of_one_ipv6_network_share_a_budget(server: ServerProcess) -> None:
    """A client with such a network has 2^64 addresses, and would otherwise be unlimited."""

    def create_table(address: str) -> int:
        return server.post(
            "api/tables", TABLE_REQUEST, headers={"x-forwarded-for": address}
        ).status_code

    codes = [create_table(f"2001:db8:0:1:{number:x}::1") for number in range(7)]
    assert codes[:5] == 5 * [201]
    assert codes[-1] == 429
    assert create_table("2001:db8:0:2::1") == 201, "the other network is not affected"


def test_ignores_forged_forwarded_addresses(server: ServerProcess) -> None:
    """A proxy appends the address it sees; earlier entries can be forged."""

    def create_table(forged: str) -> int:
        headers = {"x-forwarded-for": f"{forged}, 10.0.0.6"}
        return server.post("api/tables", TABLE_REQUEST, headers=headers).status_code

    codes = [create_table(f"10.9.9.{number}") for number in range(6)]
    codes.append(create_table("nonsense"))
    assert codes[:5] == 5 * [201]
    assert codes[5:] == [429, 429]


def test_ignores_forwarded_addresses_without_a_proxy(tmp_path: Path) -> None:
    with running_server(tmp_path, heavy_budget_per_second=0.005) as server:
        codes = [
            server.post(
                "api/tables", TABLE_REQUEST, headers={"x-forwarded-for": f"10.0.0.{number}"}
            ).status_code
            for number in range(6)
        ]
    assert codes == [201, 201, 201, 201, 201, 429]


def test_limits_requests_and_messages_per_address(tmp_path: Path) -> None:
    """All requests of an address share one budget: pages, errors and messages."""

    async def run(server: ServerProcess, new_table: Message) -> None:
        headers = {"additional_headers": {"x-forwarded-for": "10.0.0.1"}}
        async with connect_to_table(
            server, new_table["id"], new_table["token"], **headers
        ) as client:
            with suppress(ConnectionClosed):  # possibly before all pings are sent
                for _ in range(2000):
                    await client.send("ping")
                await client.wait_for_close()
        with pytest.raises(InvalidStatus) as caught:
            async with connect_to_table(server, new_table["id"], new_table["token"], **headers):
                pass
        assert caught.value.response.status_code == 429
        assert int(caught.value.response.headers["retry-after"]) >= 1

    with running_server(tmp_path, proxies="127.0.0.1", budget_per_second=0.01) as server:
        new_table = server.open_table()
        asyncio.run(run(server, new_table))
        for path in ("", "api/games", "nothing", "api/nothing"):
            refused = server.get(path, headers={"x-forwarded-for": "10.0.0.1"})
            assert refused.status_code == 429
            assert refused.json()["detail"]["why"]
            assert server.get(path, headers={"x-forwarded-for": "10.0.0.2"}).status_code != 429
        assert (
            'steinreich_dropped_connections_total{reason="budget"} 5.0'
            in server.get("metrics").text
        )


def test_repeated_hellos_have_a_separate_budget(server: ServerProcess) -> None:
    new_table = server.open_table()
    headers = {"additional_headers": {"x-forwarded-for": "10.0.0.8"}}

    async def run() -> None:
        async with connect_to_table(
            server, new_table["id"], new_table["token"], **headers
        ) as client:
            for _ in range(50):
                await client.send("ping")
            for _ in range(40):
                await client.send("hello", token=new_table["token"])
            assert await client.wait_for_close() == 4429

    asyncio.run(run())


def test_limits_connections_per_address(server: ServerProcess) -> None:
    new_table = server.open_table()

    def connect(address: str) -> Any:
        return connect_to_table(
            server, new_table["id"], additional_headers={"x-forwarded-for": address}
        )

    async def run() -> None:
        async with connect("10.0.0.3"), connect("10.0.0.3"), connect("10.0.0.3"):
            with pytest.raises(InvalidStatus) as caught:
                async with connect("10.0.0.3"):
                    pass
            refused = caught.value.response
            assert (refused.status_code, refused.headers["retry-after"]) == (429, "5")
            why = json.loads(refused.body)["detail"]["why"]
            assert why == "Too many connections from this address; please close some."
            path, headers = f"api/tables/{new_table['id']}/socket", {"x-forwarded-for": "10.0.0.3"}
            explanation = await asyncio.to_thread(server.get, path, headers=headers)
            assert (explanation.status_code, explanation.content) == (429, refused.body)
            async with connect("10.0.0.4"):
                pass
        async with asyncio.timeout(60):  # until the server has noticed that they are closed
            while True:
                try:
                    async with connect("10.0.0.3"):
                        return
                except InvalidStatus:
                    await asyncio.sleep(0.02)

    asyncio.run(run())


def test_metrics_are_not_public(server: ServerProcess) -> None:
    assert server.get("metrics").status_code == 200
    assert server.get("metrics", headers={"x-forwarded-for": "10.0.0.5"}).status_code == 403


# Addresses


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:0DB8:0001:0002::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("127.0.0.1", "127.0.0.1"),
        ("::1", "::1"),
        ("", UNKNOWN),
        ("a" * 10_000, UNKNOWN),
        ("192.0.2.7.8", UNKNOWN),
    ],
)
def test_normalizes_addresses(address: str, expected: str) -> None:
    assert normalize_address(address) == expected
    assert get_visitor({"client": (address, 1)}) == expected


def test_client_without_address_has_a_name() -> None:
    assert get_visitor({"client": None}) == get_visitor({}) == UNKNOWN


def test_parses_trusted_proxies() -> None:
    assert [str(network) for network in parse_networks(" 10.0.0.1,, fd00::/8 ")] == [
        "10.0.0.1/32",
        "fd00::/8",
    ]
    assert list(parse_networks("")) == []
    with pytest.raises(ValueError, match=r"^10\.0\.0\.1/8$"):
        list(parse_networks("10.0.0.1/8"))
