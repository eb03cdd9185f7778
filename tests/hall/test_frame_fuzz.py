"""Fuzz the HTTP and WebSocket parsers with arbitrary bytes: the server survives, and other clients
are unaffected. Frames are parsed as by the reference implementation, `websockets`.
"""

import asyncio
import os
import random
import socket
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from websockets.client import ClientProtocol
from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.uri import parse_uri

from steinreich.hall.api.security import MAX_BODY_BYTES
from tests.hall.api.test_fuzz import check_playable
from tests.hall.server_process import ServerProcess, running_server
from tests.hall.test_frame_limits import RawWebSocket, measure_memory

pytestmark = pytest.mark.xdist_group("fuzz")
FUZZ_SETTINGS = settings(
    max_examples=200, deadline=None, derandomize=True, phases=[Phase.explicit, Phase.generate]
)
CONDITION_TIMEOUT_SECONDS = 20.0
LAST_PING = b"the end"  # payload of a ping after all other bytes; an open connection answers it
PING = b'{"type":"ping"}'

payloads = st.sampled_from(
    [PING, b"", b"{", b'{"type":"why"}', b"\xff\xfe", b"x" * 200]
) | st.binary(max_size=300)
sizes = st.sampled_from([0, 1, 125, 126, 127, 65_535, 65_536, MAX_BODY_BYTES, MAX_BODY_BYTES + 100])


@st.composite
def frames(draw: st.DrawFn) -> bytes:
    """A mostly valid frame: any opcode and flags, any encoding of the length, right or wrong."""
    is_usual = draw(st.integers(0, 3)) > 0
    opcode = draw(st.sampled_from([0, 1, 2, 8, 9, 10]) if is_usual else st.integers(0, 15))
    flags = draw(
        st.sampled_from([0x80, 0x80, 0x80, 0]) if is_usual else st.sampled_from(range(0, 256, 16))
    )
    payload = draw(payloads) if opcode < 8 else draw(st.binary(max_size=125))
    length = len(payload) if is_usual else draw(sizes | st.just(2**63) | st.just(len(payload)))
    masked = 0x80 if is_usual else draw(st.sampled_from([0, 0x80]))
    shortest = 0 if length < 126 else 2 if length < 65_536 else 8
    width = shortest if is_usual else max(shortest, draw(st.sampled_from([0, 2, 8])))
    headers = {
        0: bytes([masked | (length & 127)]),
        2: bytes([masked | 126]),
        8: bytes([masked | 127]),
    }
    extended_length = length.to_bytes(width) if width else b""
    head = bytes([flags & 0xF0 | opcode]) + headers[width] + extended_length
    mask = draw(st.binary(min_size=4, max_size=4))
    body = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload)) if masked else payload
    return head + (mask if masked else b"") + body


def make_ping(payload: bytes) -> bytes:
    return bytes([0x80 | Opcode.PING, 0x80 | len(payload)]) + bytes(4) + payload


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with running_server(tmp_path_factory.mktemp("frames"), header_timeout_seconds=0.5) as server:
        yield server


@pytest.fixture(scope="module")
def table(server: ServerProcess) -> str:
    return str(server.open_table()["id"])


def get_text_messages(frames: list[Frame]) -> Iterator[bytes]:
    """Return the text messages in frames as bytes; `ServerProtocol` does not decode them."""
    opcode, parts = Opcode.CONT, b""
    for frame in frames:
        if frame.opcode in (Opcode.TEXT, Opcode.BINARY):
            opcode, parts = frame.opcode, b""
        if frame.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            parts += frame.data
            if frame.fin and opcode is Opcode.TEXT:
                yield parts


def is_text(message: bytes) -> bool:
    try:
        message.decode()
    except UnicodeDecodeError:
        return False
    return True


class Expected:
    """The result of the reference implementation for the same bytes."""

    def __init__(self, data: bytes) -> None:
        reference = ServerProtocol(state=State.OPEN, max_size=MAX_BODY_BYTES)
        reference.receive_data(data)
        received = [event for event in reference.events_received() if isinstance(event, Frame)]
        self.close_code = reference.close_sent.code if reference.close_sent else None
        if not all(map(is_text, get_text_messages(received))):
            self.close_code = CloseCode.INVALID_DATA
        self.answers_ping = any(
            event.opcode is Opcode.PING and event.data == LAST_PING for event in received
        )


def read_outcome(attacker: RawWebSocket, expected: Expected) -> int | bool | None:
    """Return the close code of the server, or whether it answers the last ping."""
    client = ClientProtocol(parse_uri("ws://hall/"), state=State.OPEN, max_size=None)
    head = b""
    while b"\r\n\r\n" not in head:
        head += attacker.socket.recv(65_536)
    data = head.partition(b"\r\n\r\n")[2]
    if expected.close_code is None and not expected.answers_ping:
        return None  # the server has to wait for the rest of a frame
    while True:
        client.receive_data(data)
        for event in client.events_received():
            if isinstance(event, Frame) and event.opcode is Opcode.PONG and event.data == LAST_PING:
                return True
        if client.close_rcvd:
            return client.close_rcvd.code
        try:
            data = attacker.socket.recv(65_536)
        except ConnectionError:
            data = b""
        except TimeoutError:
            return None  # the server waits for more bytes
        if not data:
            return False


@FUZZ_SETTINGS
@given(sent=st.lists(frames(), min_size=1, max_size=8), split_seed=st.integers(0, 2**32))
def test_parses_frames_as_the_reference_does(
    server: ServerProcess, table: str, sent: list[bytes], split_seed: int
) -> None:
    data = b"".join(sent) + make_ping(LAST_PING)
    expected = Expected(data)
    if expected.close_code is not None:
        # The fault may be in a header: the server reads the whole frame before it reports it
        data += bytes(2 * MAX_BODY_BYTES)
    with RawWebSocket(server, table) as attacker:
        attacker.socket.settimeout(CONDITION_TIMEOUT_SECONDS / 4)
        for part in split_randomly(data, random.Random(split_seed)):
            try:
                attacker.socket.sendall(part)
            except ConnectionError:
                break  # the server has closed the connection already
        outcome = read_outcome(attacker, expected)
    if expected.close_code is not None:
        assert outcome in (expected.close_code, False), (
            "closed without a close frame while bytes were sent"
        )
    else:
        assert outcome == (True if expected.answers_ping else None)


def split_randomly(data: bytes, rng: random.Random) -> Iterator[bytes]:
    """Yield the data in up to four parts."""
    cuts = sorted(rng.randrange(len(data) + 1) for _ in range(rng.randrange(4)))
    for begin, end in zip([0, *cuts], [*cuts, len(data)], strict=True):
        yield data[begin:end]


REQUEST = (
    b"GET /api/tables/some/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\n"
    b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
INSERTIONS = [
    b"\r\n", b"\n", b"\x00", b"\xff", b" ", b":", b"HTTP/1.0", b"HTTP/2.0", b"POST", b"CONNECT",
    b"Content-Length: 5\r\n", b"Content-Length: -1\r\n", b"Content-Length: 99999999999\r\n",
    b"Transfer-Encoding: chunked\r\n", b"Transfer-Encoding: gzip\r\n", b"Expect: 100-continue\r\n",
    b"Upgrade: h2c\r\n", b"%00", b"%ff", b"/../../", b"//", b"?", b"*", b"http://elsewhere/",
    b"Sec-WebSocket-Extensions: permessage-deflate\r\n", b"X: " + b"y" * 20_000 + b"\r\n",
]  # fmt: skip


@st.composite
def requests(draw: st.DrawFn) -> bytes:
    """A request with up to four errors."""
    data = REQUEST
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(data)))
        data = data[:at] + draw(st.sampled_from(INSERTIONS)) + data[at + draw(st.integers(0, 9)) :]
    return data


@FUZZ_SETTINGS
@given(data=requests() | st.binary(max_size=400))
def test_survives_malformed_requests(server: ServerProcess, data: bytes) -> None:
    url = urlsplit(server.url)
    with socket.create_connection(
        (url.hostname, url.port), CONDITION_TIMEOUT_SECONDS
    ) as connection:
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        received = b""
        try:
            while chunk := connection.recv(65_536):
                received += chunk
        except ConnectionError:
            pass
    assert not received.startswith(b"HTTP/1.1 5"), received[:200]
    assert not received or received.startswith(b"HTTP/1.1 "), received[:200]


def test_malformed_frames_leave_no_connections_and_other_tables_playable(
    server: ServerProcess, table: str
) -> None:
    before = measure_memory(server)
    rng = random.Random(7)
    for _ in range(300):
        with RawWebSocket(server, table) as attacker:
            try:
                attacker.socket.sendall(rng.randbytes(rng.randrange(2000)))
            except ConnectionError:
                continue
    asyncio.run(check_playable(server))
    deadline = time.monotonic() + CONDITION_TIMEOUT_SECONDS
    while "steinreich_connections 0.0" not in server.get("metrics").text:
        assert time.monotonic() < deadline, "a connection is still open"
        time.sleep(0.05)
    assert len(os.listdir(f"/proc/{server.process.pid}/fd")) < 100
    assert measure_memory(server) - before < 20_000_000
    assert server.find_log_errors() == []
