"""Slow and excessive connections to a real server are closed."""

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, ExitStack, suppress
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.exceptions import InvalidStatus

from tests.hall.server_process import Host, Window, hosted, watching

pytestmark = pytest.mark.xdist_group("lines")
PATIENCE = 20.0  # for conditions that should become true
MOST = 20  # connections
SECONDS = 1.5  # for a header, and for a body
DRIP = 0.05  # seconds between two bytes of a slow client
HEAD = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A server with short timeouts and no other clients."""
    few = {
        "max_connections_per_address": MOST,
        "header_timeout_seconds": SECONDS,
        "body_timeout_seconds": SECONDS,
    }
    with hosted(tmp_path_factory.mktemp("lines"), **few) as host:
        yield host


class Line:
    """A raw TCP connection from any local address."""

    def __init__(self, host: Host, address: str = "127.0.0.1", receive: int | None = None) -> None:
        url = urlsplit(host.url)
        self.socket = socket.socket()
        if receive:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        self.socket.settimeout(PATIENCE)
        self.socket.bind((address, 0))
        self.socket.connect((url.hostname, url.port))

    def __enter__(self) -> "Line":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def is_cut_off(self, data: bytes) -> bool:
        """Send byte by byte until the other end answers or closes; return whether it did."""
        for number in range(round(PATIENCE / DRIP)):
            try:
                self.socket.sendall(data[number % len(data) :][:1])
            except ConnectionError:
                return True
            if self.has_answer():
                return True
            time.sleep(DRIP)
        return False

    def has_answer(self) -> bool:
        self.socket.setblocking(False)
        try:
            self.socket.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except ConnectionError:
            return True
        finally:
            self.socket.settimeout(PATIENCE)
        return True

    def answer(self) -> tuple[int, str]:
        """Return the status of the last response, and its reason."""
        text = b""
        while more := self.socket.recv(65_536):
            text += more
        head, _, body = text.partition(b"\r\n\r\n")
        why = json.loads(body)["detail"]["why"]
        status = int(head.split()[1])
        assert (b"retry-after: 5" in head) == (status in (429, 503))
        return status, why


def count_dropped(host: Host, why: str) -> float:
    families = text_string_to_metric_families(host.get("metrics").text)
    samples = [sample for family in families for sample in family.samples]
    return sum(
        one.value
        for one in samples
        if one.name == "steinreich_dropped_connections_total" and one.labels["reason"] == why
    )


def test_slow_header_is_cut_off(host: Host) -> None:
    """However steadily its bytes arrive."""
    with Line(host) as slow:
        slow.socket.sendall(b"GET / HTTP/1.1\r\n")
        assert slow.is_cut_off(b"X-More: more\r\n")
        status, why = slow.answer()
    assert (status, why) == (408, "The request took too long to come.")
    assert count_dropped(host, "slow_header") >= 1


def test_slow_second_header_is_cut_off(host: Host) -> None:
    """The timeout of idle connections does not apply to slow ones."""
    with Line(host) as slow:
        slow.socket.sendall(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        while b'"ok"' not in slow.socket.recv(65_536):
            pass
        assert slow.is_cut_off(b"GET / HTTP/1.1" + b"x" * 1000)
        assert slow.answer()[0] == 408


@pytest.mark.parametrize(
    "said", [b"Content-Length: 9000\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n2000\r\n"]
)
def test_slow_body_is_cut_off(host: Host, said: bytes) -> None:
    with Line(host) as slow:
        slow.socket.sendall(HEAD + said)
        assert slow.is_cut_off(b" ")
        status, why = slow.answer()
    assert (status, why) == (408, "The rest of the request took too long.")
    assert count_dropped(host, "slow_body") >= 1


def test_slow_unread_body_is_cut_off(host: Host) -> None:
    """A slow body cannot hold the connection after the response, either."""
    with Line(host) as slow:
        slow.socket.sendall(HEAD.replace(b"POST /api/tables", b"GET /api/health"))
        slow.socket.sendall(b"Content-Length: 9000\r\n\r\n")
        heard = b""
        while b'"ok"}' not in heard:
            heard += slow.socket.recv(65_536)
        assert b"200 OK" in heard
        assert slow.is_cut_off(b" ")


def test_silent_connection_is_closed(host: Host) -> None:
    with Line(host) as silent:
        assert silent.socket.recv(1) == b""


def is_served(host: Host, address: str) -> bool:
    """Return whether a request from there is answered and not refused."""
    with Line(host, address) as line, suppress(ConnectionError):
        line.socket.sendall(b"GET /api/health HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
        return b"200 OK" in line.socket.recv(65_536)
    return False


def test_half_open_connections_of_one_address_are_limited(host: Host) -> None:
    """Thousands of attempts leave other addresses unaffected."""
    with ExitStack() as held:
        for _ in range(2000):
            line = Line(host, "127.0.0.3")
            with suppress(ConnectionError):
                line.socket.sendall(b"GET / HT")
            if line.has_answer():
                line.socket.close()
            else:
                held.enter_context(line)
        assert is_served(host, "127.0.0.7"), "others"
    assert count_dropped(host, "connections") > 500
    until = time.monotonic() + PATIENCE
    while not is_served(host, "127.0.0.3"):
        assert time.monotonic() < until, "an address without open connections is accepted again"
        time.sleep(DRIP)


def test_refused_connection_is_told_the_reason(host: Host) -> None:
    with ExitStack() as held:
        for _ in range(MOST):
            held.enter_context(Line(host, "127.0.0.4"))
        with Line(host, "127.0.0.4") as line:
            line.socket.sendall(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            status, why = line.answer()
    assert (status, why) == (429, "Too many connections from this address; please close some.")


def test_sockets_count_until_they_are_closed(host: Host) -> None:
    table = host.open_table()["id"]
    there = ("127.0.0.5", 0)

    async def run() -> None:
        for _ in range(3):
            async with asyncio.TaskGroup() as group:
                for _ in range(MOST):
                    group.create_task(look())
            await asyncio.to_thread(wait_until_free, host, there[0])
        async with AsyncExitStack() as open_to_the_end:
            for _ in range(MOST):
                await open_to_the_end.enter_async_context(look_on())
            with Line(host, there[0]) as line:
                assert line.answer()[0] == 429

    def look_on() -> AbstractAsyncContextManager[Window]:
        return watching(host, table, local_addr=there)

    async def look() -> None:
        async with look_on():
            pass

    asyncio.run(run())


def wait_until_free(host: Host, address: str) -> None:
    """Wait until this number of connections is accepted."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with ExitStack() as held:
            lines = [held.enter_context(Line(host, address)) for _ in range(MOST)]
            time.sleep(DRIP)
            if not any(line.has_answer() for line in lines):
                break
    else:
        pytest.fail("connections that are gone still count")


def test_unread_response_is_dropped(host: Host) -> None:
    """Little of it is buffered, and not for long."""
    with Line(host, receive=4096) as line:
        ask = b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        before = count_dropped(host, "unread")
        line.socket.sendall(400 * ask)  # more than the system buffers
        until = time.monotonic() + PATIENCE
        while count_dropped(host, "unread") == before:
            assert time.monotonic() < until, "the server still waits"
            time.sleep(DRIP)


def test_proxy_connections_are_not_counted_as_one_visitor(tmp_path: Path) -> None:
    with (
        hosted(tmp_path, proxies="127.0.0.1", max_connections_per_address=2) as host,
        ExitStack() as held,
    ):
        for _ in range(10):
            held.enter_context(Line(host))
        assert host.get("api/health").status_code == 200
        with ExitStack() as others:
            lines = [others.enter_context(Line(host, "127.0.0.6")) for _ in range(3)]
            assert lines[-1].answer()[0] == 429


# Limit of all addresses together


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A server with a low limit, with or without a proxy."""
    few = {
        "max_connections_per_address": 8,
        "max_connections": 10,
        "proxies": "127.0.0.9",
        "max_listed_tables": 3,
    }
    with hosted(tmp_path_factory.mktemp("small"), **few) as host:
        host.client.close()
        fleeting = httpx.Limits(max_keepalive_connections=0)
        host.client = httpx.Client(
            timeout=PATIENCE, limits=fleeting
        )  # its client holds no connection
        yield host


def crowd(host: Host, held: ExitStack, addresses: list[str]) -> list[Line]:
    """Open a connection from each address; all are accepted once earlier ones are closed."""
    return [held.enter_context(open_counted_connection(host, address)) for address in addresses]


def open_counted_connection(host: Host, address: str) -> Line:
    """Open a connection that is certainly counted: it has been served."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        line = Line(host, address)
        with suppress(ConnectionError):
            line.socket.sendall(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            if b"200 OK" in line.socket.recv(65_536):
                return line
        line.socket.close()
        time.sleep(DRIP)
    pytest.fail("there is no room, although there should be")


def spread_addresses(size: int) -> list[str]:
    """Return addresses of which none exceeds its own limit."""
    return [f"127.0.1.{number}" for number in range(1, size + 1)]


def test_total_number_of_connections_is_limited(small: Host) -> None:
    """From however many addresses; a closed connection makes room."""
    with ExitStack() as held:
        lines = crowd(small, held, spread_addresses(10))
        with Line(small, "127.0.2.1") as line:
            status, why = line.answer()
            assert (status, why) == (503, "The hall is full at the moment; please try again soon.")
        lines[0].socket.close()
        held.enter_context(open_counted_connection(small, "127.0.2.1"))
    open_counted_connection(small, "127.0.0.1").socket.close()
    assert count_dropped(small, "full") >= 1
    assert count_dropped(small, "connections") == 0


def test_connection_refused_by_the_total_limit_does_not_count_for_its_address(small: Host) -> None:
    """Otherwise a full server would use up the limit of an address."""
    with ExitStack() as held:
        crowd(small, held, spread_addresses(10))
        for _ in range(20):
            with Line(small, "127.0.2.2") as line:
                assert line.answer()[0] == 503
    with ExitStack() as held:
        crowd(small, held, ["127.0.2.2"] * 8)


def test_connections_of_a_proxy_count_towards_the_total(small: Host) -> None:
    with ExitStack() as held:
        crowd(small, held, ["127.0.0.9"] * 10)
        with Line(small, "127.0.2.3") as line:
            assert line.answer()[0] == 503
        with Line(small, "127.0.0.9") as line:
            assert line.answer()[0] == 503


def test_page_can_ask_why_its_socket_was_refused(small: Host) -> None:
    """It asks through an open connection; browsers do not show the reason of the refusal."""
    open_counted_connection(small, "127.0.0.1").socket.close()
    table = small.open_table()["id"]
    path = f"api/tables/{table}/socket"
    with ExitStack() as held:
        page = held.enter_context(httpx.Client(base_url=small.url, timeout=PATIENCE))
        assert page.get(path).status_code == 426
        crowd(small, held, spread_addresses(9))
        with pytest.raises(InvalidStatus) as caught:
            asyncio.run(look_once(small, table))
        refused = caught.value.response
        asked = page.get(path)
        assert refused.status_code == asked.status_code == 503
        assert refused.headers["retry-after"] == asked.headers["retry-after"] == "5"
        assert refused.body == asked.content
        assert asked.json()["detail"]["why"].startswith("The hall is full")
    with ExitStack() as held:
        page = held.enter_context(httpx.Client(base_url=small.url, timeout=PATIENCE))
        open_counted_connection(small, "127.0.0.1").socket.close()
        assert page.get(path).status_code == 426
        crowd(small, held, ["127.0.0.1"] * 7)  # beside the one that asks
        asked = page.get(path)
        assert asked.status_code == 429
        assert asked.json()["detail"]["why"].startswith("Too many connections from this address")


async def look_once(host: Host, table: str) -> None:
    async with watching(host, table):
        pass


@pytest.mark.parametrize("path", ["/api/games", "/api/tables"])
def test_request_with_two_lengths_is_refused(host: Host, path: str) -> None:
    """Request smuggling: a proxy could see another end of the request, and forward the rest as a
    request of another visitor.
    """
    address = urlsplit(host.url)
    request = (
        f"POST {path} HTTP/1.1\r\nHost: {address.netloc}\r\nContent-Length: 5\r\n"
        "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        f"GET /api/games HTTP/1.1\r\nHost: {address.netloc}\r\n\r\n"
    )
    with socket.create_connection((address.hostname, address.port), 30) as line:
        line.sendall(request.encode())
        answer = b""
        with suppress(ConnectionResetError):
            while received := line.recv(65_536):
                answer += received
    assert answer.startswith(b"HTTP/1.1 400")
    assert answer.count(b"HTTP/1.1") == 1, "the rest is not answered"
