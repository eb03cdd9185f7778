"""Access control: secrets, origins, sizes, headers."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.hall.server_process import Host, Window, hosted, play_on, watching

pytestmark = pytest.mark.xdist_group("security")
FRIENDLY = "https://hall.example"
NEEDED = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
WANTED: dict[str, Any] = {"game": "vier3d", "seats": [{"kind": "here"}, {"kind": "here"}]}


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosted(tmp_path_factory.mktemp("security"), origins=f" {FRIENDLY} ,") as host:
        yield host


# Secrets


def test_secrets_are_neither_shown_to_others_nor_stored(host: Host) -> None:
    made = host.open_table("here friend", listed=True)
    white, invite, black = made["token"], made["invites"]["1"], host.join(made, name="Ada")
    secrets, table = (white, black, invite), made["id"]
    seen: list[str] = []

    async def run() -> None:
        async with (
            watching(host, table, white) as one,
            watching(host, table, black) as other,
            watching(host, table) as spectator,
        ):
            await play_on([one, other, spectator], 6)
            for window in (one, other):
                await window.ask("offer", what="draw")
            await spectator.over()
            for window in (one, other):
                await window.ask("offer", what="rematch")
            await spectator.until(lambda: spectator.state["next"])
            for window in (one, other, spectator):
                seen.extend(json.dumps(message) for message in window.messages)

    asyncio.run(run())
    paths = ["api/tables", *(f"api/tables/{table}{end}" for end in ("", "/frames", "/record"))]
    seen.extend(host.get(path).text for path in [*paths, "metrics"])
    seen.append(host.log)
    stored = host.stored_bytes()
    assert table in host.log
    assert table.encode() in stored
    for secret in secrets:
        assert not any(secret in text for text in seen)
        assert secret.encode() not in stored


def test_secret_in_a_url_is_ignored_and_not_logged(host: Host) -> None:
    made = host.open_table("here friend")
    for secret in (made["token"], made["invites"]["1"]):
        path = f"api/tables/{made['id']}/join?invite={secret}&token={secret}"
        assert host.post(path, {"seat": 1}).status_code == 403

        async def run(secret: str = secret) -> None:
            url = f"{host.socket_url(made['id'])}?token={secret}"
            async with connect(url, proxy=None) as socket:
                await socket.send('{"type":"hello"}')
                window = Window(socket)
                await window.hear("welcome")
                assert window.mine == []
                await socket.close()
                await window.reading

        asyncio.run(run())
        assert secret not in host.log


def test_token_gives_access_to_its_own_table_only(host: Host) -> None:
    one, other = host.open_table(), host.open_table()

    async def run() -> None:
        async with watching(host, other["id"], one["token"]) as window:
            assert window.mine == []
            assert (await window.act("a1"))["type"] == "refused"
        async with watching(host, other["id"], other["invites"].get("1", "x" * 32)) as window:
            assert window.mine == []

    asyncio.run(run())


def test_invitation_is_not_accepted_as_token(host: Host) -> None:
    made = host.open_table("here friend")
    host.join(made)

    async def run() -> None:
        async with watching(host, made["id"], made["invites"]["1"]) as window:
            assert window.mine == []

    asyncio.run(run())


# Origins


@pytest.mark.parametrize(
    ("origin", "is_welcome"),
    [
        (None, True),
        ("own", True),
        (FRIENDLY, True),
        ("https://evil.example", False),
        (f"{FRIENDLY}.evil.example", False),
        ("null", False),
        ("http://[", False),
        ("http://127.0.0.1", False),
        ("x" * 500, False),
    ],
)
def test_connections_from_foreign_origins_are_refused(
    host: Host, origin: str | None, is_welcome: bool
) -> None:
    if origin == "own":
        origin = host.url.rstrip("/")
    headers = {"origin": origin} if origin else {}
    made = host.open_table()
    answer = host.post("api/tables", WANTED, headers=headers)
    assert answer.status_code == (201 if is_welcome else 403)
    assert "access-control-allow-origin" not in answer.headers

    async def run() -> None:
        async with watching(host, made["id"], additional_headers=headers) as window:
            await window.say("ping")
            await window.hear("pong")

    if is_welcome:
        asyncio.run(run())
    else:
        with pytest.raises(InvalidStatus) as caught:
            asyncio.run(run())
        assert caught.value.response.status_code == 403


# Sizes


def test_too_large_body_is_refused(host: Host) -> None:
    body = b'{"game":"' + b"x" * 20_000 + b'"}'
    headers = {"content-type": "application/json"}
    answer = host.post("api/tables", content=body, headers=headers)
    assert answer.status_code == 413
    assert answer.json()["detail"]["why"]

    def chunks() -> Iterator[bytes]:  # without a content length
        for _ in range(100):
            yield b" " * 1000

    assert host.post("api/tables", content=chunks(), headers=headers).status_code == 413


def test_too_large_message_closes_the_connection(host: Host) -> None:
    made = host.open_table()

    async def run() -> None:
        async with watching(host, made["id"], made["token"]) as window:
            await window.socket.send('{"type":"ping","more":"%s"}' % ("x" * 20_000))
            assert await window.end() == 1009
        async with watching(host, made["id"]) as window:
            assert window.state["seq"] == 1

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
    host: Host, method: str, path: str, status: int
) -> None:
    answer = httpx.request(method, host.url + path)
    assert answer.status_code == status
    assert {name: answer.headers.get(name) for name in NEEDED} == NEEDED
    policy = dict(
        part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert "server" not in answer.headers


def test_local_server_accepts_only_its_own_host_names(host: Host) -> None:
    """DNS rebinding: a foreign name could resolve to this machine."""
    port = host.url.rstrip("/").rpartition(":")[2]
    for name in (f"localhost:{port}", f"[::1]:{port}", "127.0.0.1", "hall.example"):
        assert host.get("api/health", headers={"host": name}).status_code == 200
    for name in (f"evil.example:{port}", "localhost.evil.example", "127.0.0.1.evil.example:1"):
        refused = host.get("api/health", headers={"host": name, "origin": f"http://{name}"})
        assert refused.status_code == 421
        assert refused.json()["detail"]["why"]
