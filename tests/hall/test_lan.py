"""Open a local server to the local network, and to nothing else."""

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from steinreich.hall import lan
from steinreich.hall.app import make_app
from steinreich.hall.lan import Lan, NoNetwork
from steinreich.hall.settings import Settings
from tests.hall.server_process import LAN_ADDRESS, ServerProcess, running_server
from tests.hall.waiting import CONDITION_TIMEOUT_SECONDS

pytestmark = pytest.mark.xdist_group("lan")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with running_server(tmp_path_factory.mktemp("lan")) as server:
        yield server


def set_open(server: ServerProcess, is_open: bool) -> httpx.Response:
    return server.client.put(server.url + "api/lan", json={"open": is_open})


def request_health(url: str, **headers: str) -> int | None:
    """Return the status of the response, or None if no connection is possible."""
    try:
        return httpx.get(
            url + "api/health", headers=headers, timeout=CONDITION_TIMEOUT_SECONDS
        ).status_code
    except httpx.ConnectError:
        return None


def test_local_server_opens_to_the_network_and_closes_again(server: ServerProcess) -> None:
    assert server.get("api/lan").json() == {"url": None, "can_change": True}
    port = urlsplit(server.url).port
    network = f"http://{LAN_ADDRESS}:{port}/"
    assert request_health(network) is None
    assert set_open(server, True).json() == {"url": network, "can_change": True}
    assert set_open(server, True).json()["url"] == network, "a repeated request changes nothing"
    assert server.get("api/lan").json()["url"] == network
    assert request_health(network) == 200
    assert request_health(network, host=f"evil.example:{port}") == 421, (
        "foreign host names are rejected"
    )
    assert request_health(server.url) == 200
    assert set_open(server, False).json()["url"] is None
    assert request_health(network) is None
    assert request_health(server.url) == 200
    assert set_open(server, True).json()["url"] == network
    assert set_open(server, False).status_code == 200


def test_concurrent_requests_open_the_server_once(server: ServerProcess) -> None:
    async def run() -> set[tuple[int, str]]:
        async with httpx.AsyncClient(
            base_url=server.url, timeout=CONDITION_TIMEOUT_SECONDS
        ) as client:
            requests = (client.put("/api/lan", json={"open": True}) for _ in range(9))
            answers = await asyncio.gather(*requests)
        return {(answer.status_code, answer.json()["url"]) for answer in answers}

    ((status, url),) = asyncio.run(run())
    assert status == request_health(url) == 200
    set_open(server, False)


def test_only_this_machine_can_open_the_server() -> None:
    app = make_app(Settings())
    app.state.lan.listen = (
        app.state.lan.bind
    )  # any function: `serve` sets one if the access can be changed

    async def visit(address: str) -> list[int]:
        transport = httpx.ASGITransport(app, client=(address, 50_000))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as visitor:
            read = await visitor.get("/api/lan")
            changed = await visitor.put("/api/lan", json={"open": False})
        return [read.status_code, changed.status_code]

    assert asyncio.run(visit("127.0.0.1")) == [200, 200]
    assert asyncio.run(visit("192.168.1.9")) == [403, 403]
    assert asyncio.run(visit("unknown")) == [403, 403]


def test_foreign_origins_cannot_open_the_server(server: ServerProcess) -> None:
    network = set_open(server, True).json()["url"]
    evil = {"origin": "http://evil.example"}
    answer = httpx.put(server.url + "api/lan", json={"open": False}, headers=evil)
    assert answer.status_code == 403
    assert request_health(network) == 200
    set_open(server, False)


def test_lan_off_disables_opening(tmp_path: Path) -> None:
    with running_server(tmp_path, lan="off") as server:
        assert server.get("api/lan").json() == {"url": None, "can_change": False}
        assert set_open(server, True).status_code == 403


@pytest.mark.parametrize(
    "settings", [{"origins": "https://hall.example"}, {"proxies": "127.0.0.1"}]
)
def test_lan_is_not_offered_behind_a_proxy(tmp_path: Path, settings: dict[str, str]) -> None:
    """A request that the proxy forwards seems to come from this machine."""
    with running_server(tmp_path, **settings) as server:
        assert set_open(server, True).status_code == 403


def test_server_can_be_open_from_the_start(tmp_path: Path) -> None:
    with running_server(tmp_path, lan="on") as server:
        state = server.get("api/lan").json()
        assert state == {"url": state["url"], "can_change": False}
        assert request_health(state["url"]) == 200


def test_public_server_reports_its_address(tmp_path: Path) -> None:
    with running_server(tmp_path, host="0.0.0.0") as server:
        assert request_health(server.get("api/lan").json()["url"]) == 200


# Addresses


@pytest.mark.parametrize(
    ("own", "private"),
    [("192.168.1.7", True), ("10.0.0.2", True), ("8.8.8.8", False), ("127.0.0.1", False)],
)
def test_only_private_addresses_are_used(
    own: str, private: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket.socket, "connect", lambda *_: None)
    monkeypatch.setattr(socket.socket, "getsockname", lambda _: (own, 1))
    assert lan.find_lan_address() == (own if private else None)


def test_reports_a_missing_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: object) -> None:
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", unreachable)
    assert lan.find_lan_address() is None
    with pytest.raises(NoNetwork, match="no address in a local network"):
        Lan("127.0.0.1", "offer").bind()


def test_reports_a_taken_port(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lan, "find_lan_address", lambda: "127.0.0.1")
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        own = Lan("127.0.0.1", "offer")
        own.port = other.getsockname()[1]
        with pytest.raises(NoNetwork, match=f"127.0.0.1 port {own.port}: Address already in use"):
            own.bind()
        assert own.host is None


def test_server_in_the_network_accepts_only_its_own_host_names(tmp_path: Path) -> None:
    """Against DNS rebinding: a foreign name that resolves to this server's address is refused."""
    settings = {"hosts": "Hall.example.org, games.example.org", "origins": "https://club.example"}
    with running_server(tmp_path, host="0.0.0.0", **settings) as server:

        def get_status(name: str) -> int:
            return server.get("api/games", headers={"host": name}).status_code

        for name in ("192.168.1.5:8421", "10.0.0.1", "[fe80::1]:80", "localhost:1", "pi.local"):
            assert get_status(name) == 200, name
        for name in (
            socket.gethostname(),
            "hall.example.org",
            "GAMES.example.org.",
            "club.example",
        ):
            assert get_status(name) == 200, name
        for name in ("evil.example", "evil.example:8421", "hall.example.org.evil.example", "local"):
            assert get_status(name) == 421, name
