"""Whatever bytes come, before a socket is open and after: the hall reads them as the standard says,
lives, and nobody else feels it.

Each sequence of frames is read by `websockets` as well, whose protocol is the reference.
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
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.uri import parse_uri

from steinreich.hall.api.security import LARGEST_BODY
from tests.hall.api.test_frame_limits import Raw, memory
from tests.hall.api.test_fuzz import plays_on
from tests.hall.hosting import Host, hosted

pytestmark = pytest.mark.xdist_group("fuzz")
MANY = settings(
    max_examples=200, deadline=None, derandomize=True, phases=[Phase.explicit, Phase.generate]
)
PATIENCE = 20.0  # seconds
END = b"the end"  # of what is sent: whoever still listens answers this ping
PING = b'{"type":"ping"}'

payloads = st.sampled_from(
    [PING, b"", b"{", b'{"type":"why"}', b"\xff\xfe", b"x" * 200]
) | st.binary(max_size=300)
sizes = st.sampled_from([0, 1, 125, 126, 127, 65_535, 65_536, LARGEST_BODY, LARGEST_BODY + 100])


@st.composite
def frames(draw: st.DrawFn) -> bytes:
    """A frame that is mostly right: any opcode and flags, any way to tell a length, true or not."""
    is_usual = draw(st.integers(0, 3)) > 0
    opcode = draw(st.sampled_from([0, 1, 2, 8, 9, 10]) if is_usual else st.integers(0, 15))
    flags = draw(
        st.sampled_from([0x80, 0x80, 0x80, 0]) if is_usual else st.sampled_from(range(0, 256, 16))
    )
    payload = draw(payloads) if opcode < 8 else draw(st.binary(max_size=125))
    told = len(payload) if is_usual else draw(sizes | st.just(2**63) | st.just(len(payload)))
    masked = 0x80 if is_usual else draw(st.sampled_from([0, 0x80]))
    shortest = 0 if told < 126 else 2 if told < 65_536 else 8
    width = shortest if is_usual else max(shortest, draw(st.sampled_from([0, 2, 8])))
    length = {0: bytes([masked | (told & 127)]), 2: bytes([masked | 126]), 8: bytes([masked | 127])}
    head = (
        bytes([flags & 0xF0 | opcode])
        + length[width]
        + told.to_bytes(width or 1)[1 if not width else 0 :]
    )
    mask = draw(st.binary(min_size=4, max_size=4))
    body = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload)) if masked else payload
    return head + (mask if masked else b"") + body


def ping(payload: bytes) -> bytes:
    return bytes([0x80 | Opcode.PING, 0x80 | len(payload)]) + bytes(4) + payload


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosted(tmp_path_factory.mktemp("frames"), compiles=False, header_seconds=0.5) as host:
        yield host


@pytest.fixture(scope="module")
def table(host: Host) -> str:
    return str(host.open_table()["id"])


class Expected:
    """What the reference makes of the same bytes."""

    def __init__(self, data: bytes) -> None:
        reference = ServerProtocol(state=State.OPEN, max_size=LARGEST_BODY)
        reference.receive_data(data)
        heard = [event for event in reference.events_received() if isinstance(event, Frame)]
        self.closes = reference.close_sent.code if reference.close_sent else None
        self.answers = any(event.opcode is Opcode.PING and event.data == END for event in heard)


def answer(attacker: Raw, expected: Expected) -> int | bool | None:
    """The code with which the hall closes, or whether it answers the last ping."""
    client = ClientProtocol(parse_uri("ws://hall/"), state=State.OPEN, max_size=None)
    head = b""
    while b"\r\n\r\n" not in head:
        head += attacker.socket.recv(65_536)
    more = head.partition(b"\r\n\r\n")[2]
    if expected.closes is None and not expected.answers:
        return None  # the hall waits for the rest of a frame, and rightly so
    while True:
        client.receive_data(more)
        for event in client.events_received():
            if isinstance(event, Frame) and event.opcode is Opcode.PONG and event.data == END:
                return True
        if client.close_rcvd:
            return client.close_rcvd.code
        try:
            more = attacker.socket.recv(65_536)
        except ConnectionError:
            more = b""
        except TimeoutError:
            return None  # it waits for more
        if not more:
            return False


@MANY
@given(said=st.lists(frames(), min_size=1, max_size=8), cuts=st.integers(0, 2**32))
def test_any_frames_are_read_as_the_standard_says(
    host: Host, table: str, said: list[bytes], cuts: int
) -> None:
    data = b"".join(said) + ping(END)
    expected = Expected(data)
    if expected.closes is not None:  # perhaps for the head of a frame; the hall reads whole ones
        data += bytes(2 * LARGEST_BODY)
    with Raw(host, table) as attacker:
        attacker.socket.settimeout(PATIENCE / 4)
        for part in in_pieces(data, random.Random(cuts)):
            try:
                attacker.socket.sendall(part)
            except ConnectionError:
                break  # it has closed the connection already
        found = answer(attacker, expected)
    if expected.closes is not None:
        assert found in (expected.closes, False), "an end without a word, while bytes still came"
    else:
        assert found == (True if expected.answers else None)


def in_pieces(data: bytes, chance: random.Random) -> Iterator[bytes]:
    """The same bytes, cut anywhere."""
    cuts = sorted(chance.randrange(len(data) + 1) for _ in range(chance.randrange(4)))
    for begin, end in zip([0, *cuts], [*cuts, len(data)], strict=True):
        yield data[begin:end]


REQUEST = (
    b"GET /api/tables/some/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\n"
    b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
TRICKS = [
    b"\r\n", b"\n", b"\x00", b"\xff", b" ", b":", b"HTTP/1.0", b"HTTP/2.0", b"POST", b"CONNECT",
    b"Content-Length: 5\r\n", b"Content-Length: -1\r\n", b"Content-Length: 99999999999\r\n",
    b"Transfer-Encoding: chunked\r\n", b"Transfer-Encoding: gzip\r\n", b"Expect: 100-continue\r\n",
    b"Upgrade: h2c\r\n", b"%00", b"%ff", b"/../../", b"//", b"?", b"*", b"http://elsewhere/",
    b"Sec-WebSocket-Extensions: permessage-deflate\r\n", b"X: " + b"y" * 20_000 + b"\r\n",
]  # fmt: skip


@st.composite
def requests(draw: st.DrawFn) -> bytes:
    """A request, somewhere wrong."""
    data = REQUEST
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(data)))
        data = data[:at] + draw(st.sampled_from(TRICKS)) + data[at + draw(st.integers(0, 9)) :]
    return data


@MANY
@given(data=requests() | st.binary(max_size=400))
def test_any_bytes_instead_of_a_request(host: Host, data: bytes) -> None:
    """They are answered or the line is closed; nothing breaks."""
    url = urlsplit(host.url)
    with socket.create_connection((url.hostname, url.port), PATIENCE) as line:
        line.sendall(data)
        line.shutdown(socket.SHUT_WR)
        heard = b""
        try:
            while more := line.recv(65_536):
                heard += more
        except ConnectionError:
            pass
    assert not heard.startswith(b"HTTP/1.1 5"), heard[:200]
    assert not heard or heard.startswith(b"HTTP/1.1 "), heard[:200]


def test_the_hall_has_not_grown_and_others_have_felt_nothing(host: Host, table: str) -> None:
    before = memory(host)
    attack = random.Random(7)
    for _ in range(300):
        with Raw(host, table) as attacker:
            try:
                attacker.socket.sendall(attack.randbytes(attack.randrange(2000)))
            except ConnectionError:
                continue
    asyncio.run(plays_on(host))
    until = time.monotonic() + PATIENCE
    while "steinreich_connections 0.0" not in host.get("metrics").text:
        assert time.monotonic() < until, "somebody is still held"
        time.sleep(0.05)
    assert len(os.listdir(f"/proc/{host.process.pid}/fd")) < 100
    assert memory(host) - before < 20_000_000
    assert host.failures() == []
