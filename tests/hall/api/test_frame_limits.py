"""Frames that are no messages: who floods the hall with them is dropped, and nobody else waits."""

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

from tests.hall.hosting import Host, Window, hosted, watching

pytestmark = pytest.mark.xdist_group("wire")
TEXT, CONTINUATION, CLOSE, PING, PONG = 1, 0, 8, 9, 10
FLOOD = 4_000_000  # bytes: hundreds of thousands of frames, that would take many seconds
PATIENCE = 30.0  # seconds
NOT_FELT = (
    2.0  # seconds that others may wait on a busy machine; the flood would take many times that
)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A hall as it usually is."""
    folder = tmp_path_factory.mktemp("wire")
    with hosted(folder, compiles=False, proxies="127.0.0.1", budget_per_second=0.05) as host:
        yield host


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A hall that ignores the number of frames."""
    with hosted(tmp_path_factory.mktemp("patient"), compiles=False) as host:
        yield host


def frame(opcode: int, payload: bytes = b"", final: bool = True) -> bytes:
    """A frame as a browser sends it, short, masked with nothing."""
    assert len(payload) < 126
    return bytes([opcode | (0x80 if final else 0), 0x80 | len(payload)]) + bytes(4) + payload


addresses = count(1)
UNFINISHED = frame(TEXT, b"{", final=False)
EMPTY_PART = frame(CONTINUATION, final=False)


class Raw:
    """A connection that sends any bytes, each from an address of its own; it reads only when told
    to."""

    def __init__(self, host: Host, table: str, receive: int | None = None) -> None:
        address = urlsplit(host.url)
        self.socket = socket.socket()
        if receive:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        self.socket.settimeout(PATIENCE)
        self.socket.connect((address.hostname, address.port))
        self.socket.sendall(
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {address.netloc}\r\n"
            f"X-Forwarded-For: 10.0.0.{next(addresses)}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        while not self.socket.recv(1, socket.MSG_PEEK):
            pass
        self.socket.sendall(frame(TEXT, json.dumps({"type": "hello"}).encode()))

    def __enter__(self) -> "Raw":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def flood(self, first: bytes, again: bytes, size: int = FLOOD) -> bool:
        """Send much without reading anything; whether the other end has cut the line."""
        portion = again * (65_536 // len(again))
        try:
            self.socket.sendall(first)
            for _ in range(size // len(portion)):
                self.socket.sendall(portion)
        except ConnectionError:
            return True
        return False

    def is_dropped(self) -> bool:
        """Whether the other end has gone, when all is read that it has sent."""
        try:
            while self.socket.recv(65_536):
                pass
        except TimeoutError:
            return False
        except OSError:
            pass
        return True


async def slowest_answer(window: Window, until: asyncio.Task[bool]) -> float:
    """How long somebody else waits at most, meanwhile, for the answer to a ping."""
    waits = [0.0]

    def pongs() -> int:
        return sum(message["type"] == "pong" for message in window.messages)

    while not until.done():
        began = time.monotonic()
        await window.say("ping")
        await window.until(lambda: pongs() == len(waits))
        waits.append(time.monotonic() - began)
        await asyncio.sleep(0.06)
    return max(waits)


def memory(host: Host) -> int:
    """Bytes of memory that the hall's process uses."""
    status = Path(f"/proc/{host.process.pid}/status").read_text()
    return 1024 * int(re.findall(r"VmRSS:\s+(\d+)", status)[0])


def dropped(host: Host, why: str = r"\w+") -> float:
    """How many connections the figures say were dropped."""
    found = re.findall(rf'steinreich_dropped_total{{why="{why}"}} (\S+)', host.get("metrics").text)
    return sum(map(float, found))


@pytest.mark.parametrize(
    ("first", "again"),
    [
        (b"", frame(PING)),
        (b"", frame(PING, b"x" * 125)),
        (b"", frame(PONG)),
        (UNFINISHED, EMPTY_PART),
        (b"", frame(TEXT)),
        (UNFINISHED, EMPTY_PART + frame(PING)),
    ],
    ids=["pings", "long pings", "pongs", "parts of a message", "empty messages", "mixed"],
)
def test_a_flood_of_frames_is_dropped_and_nobody_else_waits(
    host: Host, first: bytes, again: bytes
) -> None:
    table = host.open_table()["id"]
    before = dropped(host), memory(host)

    async def run() -> None:
        async with watching(host, table) as other:
            with Raw(host, table) as attacker:
                await attack(other, attacker)
            await other.hear("presence", watching=1)

    async def attack(other: Window, attacker: Raw) -> None:
        flooding = asyncio.create_task(asyncio.to_thread(attacker.flood, first, again))
        assert await slowest_answer(other, flooding) < NOT_FELT
        assert await asyncio.to_thread(attacker.is_dropped)

    asyncio.run(run())
    assert dropped(host) == before[0] + 1
    assert memory(host) - before[1] < 20_000_000


def test_a_message_that_never_ends_is_dropped(patient: Host) -> None:
    """However slowly its parts come."""
    with Raw(patient, patient.open_table()["id"]) as attacker:
        attacker.flood(UNFINISHED, EMPTY_PART)
        assert attacker.is_dropped()
    assert dropped(patient, "parts") == 1


def test_who_does_not_read_the_answers_is_dropped(patient: Host) -> None:
    """Memory does not grow with what nobody reads."""
    before = memory(patient)
    with Raw(patient, patient.open_table()["id"], receive=4096) as attacker:
        assert attacker.flood(b"", frame(PING, b"x" * 125), 40_000_000)
    assert dropped(patient, "unread") == 1
    assert memory(patient) - before < 20_000_000


def test_pings_and_parts_as_browsers_send_them_are_welcome(host: Host) -> None:
    made = host.open_table()

    async def run() -> None:
        async with watching(host, made["id"], made["token"]) as window:
            for _ in range(3):
                await (await window.socket.ping())
            message = json.dumps({"type": "act", "id": "parts", "at": 0, "actions": ["a1"]})
            await window.socket.send([message[:9], message[9:20], message[20:]])
            await window.hear("event", id="parts")

    asyncio.run(run())


def test_frames_that_come_in_pieces_or_together_are_all_read(patient: Host) -> None:
    """However they are cut: each message is answered once, in order, pings in between."""
    ping = frame(TEXT, b'{"type":"ping"}')
    all_at_once = 3 * ping + frame(PING, b"?") + ping + frame(TEXT, b"nonsense") + ping
    with Raw(patient, patient.open_table()["id"]) as raw:
        for piece in (all_at_once, *(bytes([byte]) for byte in all_at_once)):
            raw.socket.sendall(piece)
        seen = b""
        while seen.count(b'"pong"') < 10 or seen.count(b'"refused"') < 2:
            received = raw.socket.recv(65_536)
            assert received, seen
            seen += received
        assert seen.count(b'"pong"') == 10
        assert seen.count(frame(PONG, b"?")[:1] + b"\x01?") == 2
        assert re.findall(b'"(pong|refused)"', seen)[4::6] == [b"refused"] * 2


def test_what_is_left_of_a_dropped_connection_is_forgotten(host: Host) -> None:
    """Also when it never reads: the hall holds no socket for it."""
    sockets = len(os.listdir(f"/proc/{host.process.pid}/fd"))
    table = host.open_table()["id"]
    with ExitStack() as open_to_the_end:
        for _ in range(5):
            attacker = open_to_the_end.enter_context(Raw(host, table, receive=4096))
            attacker.flood(b"", frame(PING, b"x" * 125))
        until = time.monotonic() + PATIENCE
        while len(os.listdir(f"/proc/{host.process.pid}/fd")) > sockets + 2:
            assert time.monotonic() < until, "the hall still holds them"
            time.sleep(0.05)
