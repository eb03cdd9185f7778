"""Access control: secrets, origins, sizes, headers."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.hall.server_process import (
    ServerProcess,
    SocketClient,
    connect_to_table,
    play_turns,
    running_server,
)

pytestmark = pytest.mark.xdist_group("security")
ALLOWED_ORIGIN = "https://hall.example"
SECURITY_HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
TABLE_REQUEST: dict[str, Any] = {"game": "vier3d", "seats": [{"kind": "here"}, {"kind": "here"}]}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with running_server(
        tmp_path_factory.mktemp("security"), origins=f" {ALLOWED_ORIGIN} ,"
    ) as server:
        yield server


# Secrets


def test_secrets_do_not_leak(server: ServerProcess) -> None:
    new_table = server.open_table("here friend", listed=True)
    first_token, invite, second_token = (
        new_table["token"],
        new_table["invites"]["1"],
        server.join(new_table, name="Ada"),
    )
    secrets, table = (first_token, second_token, invite), new_table["id"]
    visible: list[str] = []

    async def run() -> None:
        async with (
            connect_to_table(server, table, first_token) as first,
            connect_to_table(server, table, second_token) as second,
            connect_to_table(server, table) as spectator,
        ):
            await play_turns([first, second, spectator], 6)
            for client in (first, second):
                await client.send_command("offer", offer="draw")
            await spectator.wait_for_result()
            for client in (first, second):
                await client.send_command("offer", offer="rematch")
            await spectator.wait_until(lambda: spectator.state["rematch_table"])
            for client in (first, second, spectator):
                visible.extend(json.dumps(message) for message in client.messages)

    asyncio.run(run())
    paths = ["api/tables", *(f"api/tables/{table}{end}" for end in ("", "/frames", "/record"))]
    visible.extend(server.get(path).text for path in [*paths, "metrics"])
    visible.append(server.log)
    stored = server.read_database_files()
    assert table in server.log
    assert table.encode() in stored
    for secret in secrets:
        assert not any(secret in text for text in visible)
        assert secret.encode() not in stored


def test_ignores_secrets_in_urls_and_does_not_log_them(server: ServerProcess) -> None:
    new_table = server.open_table("here friend")
    for secret in (new_table["token"], new_table["invites"]["1"]):
        path = f"api/tables/{new_table['id']}/join?invite={secret}&token={secret}"
        assert server.post(path, {"seat": 1}).status_code == 403

        async def run(secret: str = secret) -> None:
            url = f"{server.socket_url(new_table['id'])}?token={secret}"
            async with connect(url, proxy=None) as socket:
                await socket.send('{"type":"hello"}')
                client = SocketClient(socket)
                await client.wait_for("welcome")
                assert client.seats == []
                await socket.close()
                await client.reader_task

        asyncio.run(run())
        assert secret not in server.log


def test_token_gives_access_to_its_own_table_only(server: ServerProcess) -> None:
    own_table, other_table = server.open_table(), server.open_table()

    async def run() -> None:
        async with connect_to_table(server, other_table["id"], own_table["token"]) as client:
            assert client.seats == []
            assert (await client.act("a1"))["type"] == "refused"
        async with connect_to_table(server, other_table["id"], "x" * 32) as client:
            assert client.seats == []

    asyncio.run(run())


def test_invitation_is_not_accepted_as_token(server: ServerProcess) -> None:
    new_table = server.open_table("here friend")
    server.join(new_table)

    async def run() -> None:
        async with connect_to_table(server, new_table["id"], new_table["invites"]["1"]) as client:
            assert client.seats == []

    asyncio.run(run())


# Origins


@pytest.mark.parametrize(
    ("origin", "is_allowed"),
    [
        (None, True),
        ("own", True),
        (ALLOWED_ORIGIN, True),
        ("https://evil.example", False),
        (f"{ALLOWED_ORIGIN}.evil.example", False),
        ("null", False),
        ("http://[", False),
        ("http://127.0.0.1", False),
        ("x" * 500, False),
    ],
)
def test_rejects_foreign_origins(
    server: ServerProcess, origin: str | None, is_allowed: bool
) -> None:
    if origin == "own":
        origin = server.url.rstrip("/")
    headers = {"origin": origin} if origin else {}
    new_table = server.open_table()
    answer = server.post("api/tables", TABLE_REQUEST, headers=headers)
    assert answer.status_code == (201 if is_allowed else 403)
    assert "access-control-allow-origin" not in answer.headers

    async def run() -> None:
        async with connect_to_table(server, new_table["id"], additional_headers=headers) as client:
            await client.send("ping")
            await client.wait_for("pong")

    if is_allowed:
        asyncio.run(run())
    else:
        with pytest.raises(InvalidStatus) as caught:
            asyncio.run(run())
        assert caught.value.response.status_code == 403


# Sizes


def test_rejects_too_large_bodies(server: ServerProcess) -> None:
    body = b'{"game":"' + b"x" * 20_000 + b'"}'
    headers = {"content-type": "application/json"}
    answer = server.post("api/tables", content=body, headers=headers)
    assert answer.status_code == 413
    assert answer.json()["detail"]["why"]

    def chunks() -> Iterator[bytes]:  # without a content length
        for _ in range(100):
            yield b" " * 1000

    assert server.post("api/tables", content=chunks(), headers=headers).status_code == 413


def test_too_large_message_closes_the_connection(server: ServerProcess) -> None:
    new_table = server.open_table()

    async def run() -> None:
        async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
            await client.socket.send('{"type":"ping","more":"%s"}' % ("x" * 20_000))
            assert await client.wait_for_close() == 1009
        async with connect_to_table(server, new_table["id"]) as client:
            assert client.state["seq"] == 1

    asyncio.run(run())


# Headers


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "", 200),
        ("GET", "lobby", 200),
        ("GET", "nothing.js", 404),
        ("GET", "api/games", 200),
        ("GET", "api/nothing", 404),
        ("GET", "api/positions", 405),
        ("GET", "api/tables/nothing", 404),
        ("GET", "api/tables/" + "x" * 100, 422),
        ("GET", "api/openapi.json", 200),
        ("GET", "metrics", 200),
        ("DELETE", "api/tables", 405),
        ("POST", "api/tables", 422),
    ],
)
def test_security_headers_are_on_every_response(
    server: ServerProcess, method: str, path: str, status: int
) -> None:
    answer = httpx.request(method, server.url + path)
    assert answer.status_code == status
    assert {name: answer.headers.get(name) for name in SECURITY_HEADERS} == SECURITY_HEADERS
    policy = dict(
        part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert "server" not in answer.headers


def test_local_server_accepts_only_its_own_host_names(server: ServerProcess) -> None:
    """DNS rebinding: a foreign name could resolve to this machine."""
    port = server.url.rstrip("/").rpartition(":")[2]
    for name in (f"localhost:{port}", f"[::1]:{port}", "127.0.0.1", "hall.example"):
        assert server.get("api/health", headers={"host": name}).status_code == 200
    for name in (f"evil.example:{port}", "localhost.evil.example", "127.0.0.1.evil.example:1"):
        refused = server.get("api/health", headers={"host": name, "origin": f"http://{name}"})
        assert refused.status_code == 421
        assert refused.json()["detail"]["why"]
