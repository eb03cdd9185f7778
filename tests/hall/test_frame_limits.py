"""Clients that flood the server with WebSocket frames are disconnected; others are not delayed."""

import asyncio
import json
import os
import re
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.hall.server_process import ServerProcess, SocketClient, connect_to_table, running_server

pytestmark = pytest.mark.xdist_group("frame_limits")
TEXT, CONTINUATION, CLOSE, PING, PONG = 1, 0, 8, 9, 10
FLOOD_BYTES = 4_000_000  # hundreds of thousands of frames
CONDITION_TIMEOUT_SECONDS = 30.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with a budget of 1000 units for each address."""
    folder = tmp_path_factory.mktemp("frame_limits")
    with running_server(folder, proxies="127.0.0.1", budget_per_second=0.05) as server:
        yield server


@pytest.fixture(scope="module")
def unlimited_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server without a limit on the number of frames."""
    with running_server(tmp_path_factory.mktemp("unlimited_server")) as server:
        yield server


def make_frame(opcode: int, payload: bytes = b"", final: bool = True) -> bytes:
    """Return a short masked frame, as browsers send it."""
    assert len(payload) < 126
    return bytes([opcode | (0x80 if final else 0), 0x80 | len(payload)]) + bytes(4) + payload


addresses = count(1)
FIRST_FRAGMENT = make_frame(TEXT, b"{", final=False)
EMPTY_FRAGMENT = make_frame(CONTINUATION, final=False)


class RawWebSocket:
    """A WebSocket connection with an address of its own; it sends any bytes and reads on demand."""

    def __init__(
        self, server: ServerProcess, table: str, receive_buffer: int | None = None
    ) -> None:
        address = urlsplit(server.url)
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(CONDITION_TIMEOUT_SECONDS)
        self.socket.connect((address.hostname, address.port))
        self.socket.sendall(
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {address.netloc}\r\n"
            f"X-Forwarded-For: 10.0.0.{next(addresses)}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        while not self.socket.recv(1, socket.MSG_PEEK):
            pass
        self.socket.sendall(make_frame(TEXT, json.dumps({"type": "hello"}).encode()))

    def __enter__(self) -> "RawWebSocket":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def flood(self, first: bytes, repeated: bytes, size: int = FLOOD_BYTES) -> bool:
        """Send bytes, then others repeatedly, without reading; return whether the server has
        disconnected.
        """
        chunk = repeated * (65_536 // len(repeated))
        try:
            self.socket.sendall(first)
            for _ in range(size // len(chunk)):
                self.socket.sendall(chunk)
        except ConnectionError:
            return True
        return False

    def is_disconnected(self) -> bool:
        """Return whether the other end has closed the connection after all its bytes are read."""
        try:
            while self.socket.recv(65_536):
                pass
        except TimeoutError:
            return False
        except OSError:
            pass
        return True


async def count_pongs_until(client: SocketClient, done: asyncio.Task[bool]) -> int:
    """Send pings until a task is done; return how many were answered."""
    answers = 0
    while not done.done():
        await client.send("ping")
        await client.wait_until(
            lambda: any(message["type"] == "pong" for message in client.messages)
        )
        client.messages[:] = [m for m in client.messages if m["type"] != "pong"]
        answers += 1
        await asyncio.sleep(0.06)
    return answers


def measure_memory(server: ServerProcess) -> int:
    """Return the memory of the server process in bytes."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return 1024 * int(re.findall(r"VmRSS:\s+(\d+)", status)[0])


def count_dropped_connections(server: ServerProcess, reason: str = r"\w+") -> float:
    """Return how many connections were dropped, according to the metrics."""
    counts = re.findall(
        rf'steinreich_dropped_connections_total{{reason="{reason}"}} (\S+)',
        server.get("metrics").text,
    )
    return sum(map(float, counts))


@pytest.mark.parametrize(
    ("first", "repeated"),
    [
        (b"", make_frame(PING)),
        (b"", make_frame(PING, b"x" * 125)),
        (b"", make_frame(PONG)),
        (FIRST_FRAGMENT, EMPTY_FRAGMENT),
        (b"", make_frame(TEXT)),
        (FIRST_FRAGMENT, EMPTY_FRAGMENT + make_frame(PING)),
    ],
    ids=["pings", "long pings", "pongs", "parts of a message", "empty messages", "mixed"],
)
def test_flood_of_frames_does_not_delay_other_clients(
    server: ServerProcess, first: bytes, repeated: bytes
) -> None:
    table = server.open_table()["id"]
    before = count_dropped_connections(server), measure_memory(server)

    async def run() -> None:
        async with connect_to_table(server, table) as other:
            with RawWebSocket(server, table) as attacker:
                await flood(other, attacker)
            await other.wait_for("presence", spectators=1)

    async def flood(other: SocketClient, attacker: RawWebSocket) -> None:
        flooding = asyncio.create_task(asyncio.to_thread(attacker.flood, first, repeated))
        assert await count_pongs_until(other, flooding) >= 1
        assert await asyncio.to_thread(attacker.is_disconnected)

    asyncio.run(run())
    assert count_dropped_connections(server) == before[0] + 1
    assert measure_memory(server) - before[1] < 20_000_000


def test_disconnects_an_endless_message(unlimited_server: ServerProcess) -> None:
    """A message of endless empty fragments is limited by their number."""
    with RawWebSocket(unlimited_server, unlimited_server.open_table()["id"]) as attacker:
        attacker.flood(FIRST_FRAGMENT, EMPTY_FRAGMENT)
        assert attacker.is_disconnected()
    assert count_dropped_connections(unlimited_server, "parts") == 1


def test_disconnects_a_client_that_does_not_read(unlimited_server: ServerProcess) -> None:
    """Unread responses do not accumulate in memory."""
    before = measure_memory(unlimited_server)
    with RawWebSocket(
        unlimited_server, unlimited_server.open_table()["id"], receive_buffer=4096
    ) as attacker:
        assert attacker.flood(b"", make_frame(PING, b"x" * 125), 40_000_000)
    assert count_dropped_connections(unlimited_server, "unread") == 1
    assert measure_memory(unlimited_server) - before < 20_000_000


def test_accepts_pings_and_fragments_of_browsers(server: ServerProcess) -> None:
    new_table = server.open_table()

    async def run() -> None:
        async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
            for _ in range(3):
                await (await client.socket.ping())
            message = json.dumps({"type": "act", "id": "parts", "at": 0, "actions": ["a1"]})
            await client.socket.send([message[:9], message[9:20], message[20:]])
            await client.wait_for("event", id="parts")

    asyncio.run(run())


def test_reads_split_and_joined_frames(unlimited_server: ServerProcess) -> None:
    """Each message is answered once, in order, with pings in between."""
    ping = make_frame(TEXT, b'{"type":"ping"}')
    all_at_once = 3 * ping + make_frame(PING, b"?") + ping + make_frame(TEXT, b"nonsense") + ping
    with RawWebSocket(unlimited_server, unlimited_server.open_table()["id"]) as raw:
        for piece in (all_at_once, *(bytes([byte]) for byte in all_at_once)):
            raw.socket.sendall(piece)
        received = b""
        while received.count(b'"pong"') < 10 or received.count(b'"refused"') < 2:
            chunk = raw.socket.recv(65_536)
            assert chunk, received
            received += chunk
        assert received.count(b'"pong"') == 10
        assert received.count(make_frame(PONG, b"?")[:1] + b"\x01?") == 2
        # Each round has six answers in JSON: four pongs, a refusal, and a pong
        assert re.findall(b'"(pong|refused)"', received)[4::6] == [b"refused"] * 2


def test_frees_dropped_connections(server: ServerProcess) -> None:
    """The server closes its socket even if the client never reads."""
    sockets = len(os.listdir(f"/proc/{server.process.pid}/fd"))
    table = server.open_table()["id"]
    with ExitStack() as stack:
        for _ in range(5):
            attacker = stack.enter_context(RawWebSocket(server, table, receive_buffer=4096))
            attacker.flood(b"", make_frame(PING, b"x" * 125))
        deadline = time.monotonic() + CONDITION_TIMEOUT_SECONDS
        while len(os.listdir(f"/proc/{server.process.pid}/fd")) > sockets + 2:
            assert time.monotonic() < deadline, "the server still has their sockets"
            time.sleep(0.05)
