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

from tests.hall.server_process import ServerProcess, SocketClient, connect_to_table, running_server

pytestmark = pytest.mark.xdist_group("connections")
CONDITION_TIMEOUT_SECONDS = 20.0
MAX_CONNECTIONS = 20  # of one address
TIMEOUT_SECONDS = 1.5  # for a header, and for a body
BYTE_INTERVAL_SECONDS = 0.05  # of a slow client
POST_HEADER = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with short timeouts and no other clients."""
    settings = {
        "max_connections_per_address": MAX_CONNECTIONS,
        "header_timeout_seconds": TIMEOUT_SECONDS,
        "body_timeout_seconds": TIMEOUT_SECONDS,
    }
    with running_server(tmp_path_factory.mktemp("connections"), **settings) as server:
        yield server


class RawConnection:
    """A raw TCP connection from any local address."""

    def __init__(
        self, server: ServerProcess, address: str = "127.0.0.1", receive_buffer: int | None = None
    ) -> None:
        url = urlsplit(server.url)
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(CONDITION_TIMEOUT_SECONDS)
        self.socket.bind((address, 0))
        self.socket.connect((url.hostname, url.port))

    def __enter__(self) -> "RawConnection":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send_slowly(self, data: bytes) -> bool:
        """Send the data byte by byte, repeatedly, until the server responds or disconnects; return
        whether it did.
        """
        for number in range(round(CONDITION_TIMEOUT_SECONDS / BYTE_INTERVAL_SECONDS)):
            try:
                self.socket.sendall(data[number % len(data) :][:1])
            except ConnectionError:
                return True
            if self.has_response():
                return True
            time.sleep(BYTE_INTERVAL_SECONDS)
        return False

    def has_response(self) -> bool:
        self.socket.setblocking(False)
        try:
            self.socket.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except ConnectionError:
            return True
        finally:
            self.socket.settimeout(CONDITION_TIMEOUT_SECONDS)
        return True

    def read_refusal(self) -> tuple[int, str]:
        """Read until the server disconnects; return the status of its refusal and the reason."""
        text = b""
        while chunk := self.socket.recv(65_536):
            text += chunk
        head, _, body = text.partition(b"\r\n\r\n")
        why = json.loads(body)["detail"]["why"]
        status = int(head.split()[1])
        assert (b"retry-after: 5" in head) == (status in (429, 503))
        return status, why


def count_dropped_connections(server: ServerProcess, reason: str) -> float:
    """Return how many connections the server has dropped for a reason, from its metrics."""
    families = text_string_to_metric_families(server.get("metrics").text)
    samples = [sample for family in families for sample in family.samples]
    return sum(
        sample.value
        for sample in samples
        if sample.name == "steinreich_dropped_connections_total"
        and sample.labels["reason"] == reason
    )


def test_disconnects_a_slow_header(server: ServerProcess) -> None:
    """The timeout applies to the whole header, not to pauses between bytes."""
    with RawConnection(server) as slow:
        slow.socket.sendall(b"GET / HTTP/1.1\r\n")
        assert slow.send_slowly(b"X-More: more\r\n")
        status, why = slow.read_refusal()
    assert (status, why) == (408, "Reading the request took too long.")
    assert count_dropped_connections(server, "slow_header") >= 1


def test_disconnects_a_slow_header_of_a_second_request(server: ServerProcess) -> None:
    """The timeout of headers, not that of idle connections, applies to later requests."""
    with RawConnection(server) as slow:
        slow.socket.sendall(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        while b'"ok"' not in slow.socket.recv(65_536):
            pass
        assert slow.send_slowly(b"GET / HTTP/1.1" + b"x" * 1000)
        assert slow.read_refusal()[0] == 408


@pytest.mark.parametrize(
    "rest", [b"Content-Length: 9000\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n2000\r\n"]
)
def test_disconnects_a_slow_body(server: ServerProcess, rest: bytes) -> None:
    with RawConnection(server) as slow:
        slow.socket.sendall(POST_HEADER + rest)
        assert slow.send_slowly(b" ")
        status, why = slow.read_refusal()
    assert (status, why) == (408, "Reading the request body took too long.")
    assert count_dropped_connections(server, "slow_body") >= 1


def test_disconnects_a_slow_body_that_the_server_ignores(server: ServerProcess) -> None:
    """The timeout also applies after the server has responded without reading the body."""
    with RawConnection(server) as slow:
        slow.socket.sendall(POST_HEADER.replace(b"POST /api/tables", b"GET /api/health"))
        slow.socket.sendall(b"Content-Length: 9000\r\n\r\n")
        received = b""
        while b'"ok"}' not in received:
            received += slow.socket.recv(65_536)
        assert b"200 OK" in received
        assert slow.send_slowly(b" ")


def test_closes_silent_connections(server: ServerProcess) -> None:
    with RawConnection(server) as silent:
        assert silent.socket.recv(1) == b""


def is_served(server: ServerProcess, address: str) -> bool:
    """Return whether a request from an address gets a normal response."""
    with RawConnection(server, address) as connection, suppress(ConnectionError):
        connection.socket.sendall(b"GET /api/health HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
        return b"200 OK" in connection.socket.recv(65_536)
    return False


def test_limits_connections_with_incomplete_requests_per_address(server: ServerProcess) -> None:
    """Thousands of attempts leave other addresses unaffected."""
    with ExitStack() as stack:
        for _ in range(2000):
            connection = RawConnection(server, "127.0.0.3")
            with suppress(ConnectionError):
                connection.socket.sendall(b"GET / HT")
            if connection.has_response():
                connection.socket.close()
            else:
                stack.enter_context(connection)
        assert is_served(server, "127.0.0.7"), "other addresses are served"
    assert count_dropped_connections(server, "connections") > 500
    deadline = time.monotonic() + CONDITION_TIMEOUT_SECONDS
    while not is_served(server, "127.0.0.3"):
        assert time.monotonic() < deadline, "an address without open connections is accepted again"
        time.sleep(BYTE_INTERVAL_SECONDS)


def test_refused_connection_gets_the_reason(server: ServerProcess) -> None:
    with ExitStack() as stack:
        for _ in range(MAX_CONNECTIONS):
            stack.enter_context(RawConnection(server, "127.0.0.4"))
        with RawConnection(server, "127.0.0.4") as connection:
            connection.socket.sendall(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            status, why = connection.read_refusal()
    assert (status, why) == (429, "Too many connections from this address; please close some.")


def test_websockets_count_until_they_close(server: ServerProcess) -> None:
    table = server.open_table()["id"]
    local_address = ("127.0.0.5", 0)

    async def run() -> None:
        for _ in range(3):
            async with asyncio.TaskGroup() as group:
                for _ in range(MAX_CONNECTIONS):
                    group.create_task(connect_once())
            await asyncio.to_thread(wait_until_free, server, local_address[0])
        async with AsyncExitStack() as stack:
            for _ in range(MAX_CONNECTIONS):
                await stack.enter_async_context(watch())
            with RawConnection(server, local_address[0]) as connection:
                assert connection.read_refusal()[0] == 429

    def watch() -> AbstractAsyncContextManager[SocketClient]:
        return connect_to_table(server, table, local_addr=local_address)

    async def connect_once() -> None:
        async with watch():
            pass

    asyncio.run(run())


def wait_until_free(server: ServerProcess, address: str) -> None:
    """Wait until the address may open MAX_CONNECTIONS connections again."""
    deadline = time.monotonic() + CONDITION_TIMEOUT_SECONDS
    while time.monotonic() < deadline:
        with ExitStack() as stack:
            connections = [
                stack.enter_context(RawConnection(server, address)) for _ in range(MAX_CONNECTIONS)
            ]
            time.sleep(BYTE_INTERVAL_SECONDS)
            if not any(connection.has_response() for connection in connections):
                break
    else:
        pytest.fail("closed connections still count")


def test_drops_unread_responses(server: ServerProcess) -> None:
    """A client that does not read is disconnected when its buffers are full for too long."""
    with RawConnection(server, receive_buffer=4096) as connection:
        request = b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        before = count_dropped_connections(server, "unread")
        connection.socket.sendall(400 * request)  # more than the system buffers
        deadline = time.monotonic() + CONDITION_TIMEOUT_SECONDS
        while count_dropped_connections(server, "unread") == before:
            assert time.monotonic() < deadline, "the server still waits"
            time.sleep(BYTE_INTERVAL_SECONDS)


def test_proxy_connections_are_not_counted_as_one_visitor(tmp_path: Path) -> None:
    with (
        running_server(tmp_path, proxies="127.0.0.1", max_connections_per_address=2) as server,
        ExitStack() as stack,
    ):
        for _ in range(10):
            stack.enter_context(RawConnection(server))
        assert server.get("api/health").status_code == 200
        with ExitStack() as others:
            connections = [
                others.enter_context(RawConnection(server, "127.0.0.6")) for _ in range(3)
            ]
            assert connections[-1].read_refusal()[0] == 429


# Limit of all addresses together


@pytest.fixture(scope="module")
def small_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with a low limit of all connections; 127.0.0.9 is a trusted proxy."""
    settings = {
        "max_connections_per_address": 8,
        "max_connections": 10,
        "proxies": "127.0.0.9",
        "max_listed_tables": 3,
    }
    with running_server(tmp_path_factory.mktemp("small"), **settings) as server:
        server.client.close()
        without_keepalive = httpx.Limits(max_keepalive_connections=0)
        # Requests of the test leave no connection open
        server.client = httpx.Client(timeout=CONDITION_TIMEOUT_SECONDS, limits=without_keepalive)
        yield server


def open_connections(
    server: ServerProcess, stack: ExitStack, addresses: list[str]
) -> list[RawConnection]:
    """Open a connection from each address; wait for room while earlier connections close."""
    return [stack.enter_context(open_counted_connection(server, address)) for address in addresses]


def open_counted_connection(server: ServerProcess, address: str) -> RawConnection:
    """Open a connection and let it be served, so that it certainly counts."""
    deadline = time.monotonic() + CONDITION_TIMEOUT_SECONDS
    while time.monotonic() < deadline:
        connection = RawConnection(server, address)
        with suppress(ConnectionError):
            connection.socket.sendall(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            if b"200 OK" in connection.socket.recv(65_536):
                return connection
        connection.socket.close()
        time.sleep(BYTE_INTERVAL_SECONDS)
    pytest.fail("the server has no room for a connection")


def make_addresses(count: int) -> list[str]:
    """Return different addresses, so that no connection exceeds the limit of its address."""
    return [f"127.0.1.{number}" for number in range(1, count + 1)]


def test_limits_the_total_number_of_connections(small_server: ServerProcess) -> None:
    """The limit applies to all addresses together; closing a connection makes room."""
    with ExitStack() as stack:
        connections = open_connections(small_server, stack, make_addresses(10))
        with RawConnection(small_server, "127.0.2.1") as connection:
            status, why = connection.read_refusal()
            assert (status, why) == (503, "The hall is full at the moment; please try again soon.")
        connections[0].socket.close()
        stack.enter_context(open_counted_connection(small_server, "127.0.2.1"))
    open_counted_connection(small_server, "127.0.0.1").socket.close()
    assert count_dropped_connections(small_server, "full") >= 1
    assert count_dropped_connections(small_server, "connections") == 0


def test_connection_refused_by_the_total_limit_does_not_count_for_its_address(
    small_server: ServerProcess,
) -> None:
    """Otherwise a full server would use up the limit of an address."""
    with ExitStack() as stack:
        open_connections(small_server, stack, make_addresses(10))
        for _ in range(20):
            with RawConnection(small_server, "127.0.2.2") as connection:
                assert connection.read_refusal()[0] == 503
    with ExitStack() as stack:
        open_connections(small_server, stack, ["127.0.2.2"] * 8)


def test_connections_of_a_proxy_count_towards_the_total(small_server: ServerProcess) -> None:
    with ExitStack() as stack:
        open_connections(small_server, stack, ["127.0.0.9"] * 10)
        with RawConnection(small_server, "127.0.2.3") as connection:
            assert connection.read_refusal()[0] == 503
        with RawConnection(small_server, "127.0.0.9") as connection:
            assert connection.read_refusal()[0] == 503


def test_get_request_explains_a_refused_socket(small_server: ServerProcess) -> None:
    """Browsers do not show why a WebSocket was refused, so the client asks through an open
    connection.
    """
    open_counted_connection(small_server, "127.0.0.1").socket.close()
    table = small_server.open_table()["id"]
    path = f"api/tables/{table}/socket"
    with ExitStack() as stack:
        page = stack.enter_context(
            httpx.Client(base_url=small_server.url, timeout=CONDITION_TIMEOUT_SECONDS)
        )
        assert page.get(path).status_code == 426
        open_connections(small_server, stack, make_addresses(9))
        with pytest.raises(InvalidStatus) as caught:
            asyncio.run(connect_once(small_server, table))
        refused = caught.value.response
        explanation = page.get(path)
        assert refused.status_code == explanation.status_code == 503
        assert refused.headers["retry-after"] == explanation.headers["retry-after"] == "5"
        assert refused.body == explanation.content
        assert explanation.json()["detail"]["why"].startswith("The hall is full")
    with ExitStack() as stack:
        page = stack.enter_context(
            httpx.Client(base_url=small_server.url, timeout=CONDITION_TIMEOUT_SECONDS)
        )
        open_counted_connection(small_server, "127.0.0.1").socket.close()
        assert page.get(path).status_code == 426
        open_connections(small_server, stack, ["127.0.0.1"] * 7)  # in addition to that of the page
        explanation = page.get(path)
        assert explanation.status_code == 429
        assert explanation.json()["detail"]["why"].startswith(
            "Too many connections from this address"
        )


async def connect_once(server: ServerProcess, table: str) -> None:
    async with connect_to_table(server, table):
        pass


@pytest.mark.parametrize("path", ["/api/games", "/api/tables"])
def test_rejects_a_request_with_two_lengths(server: ServerProcess, path: str) -> None:
    """Prevents request smuggling: a proxy that uses the other length would forward the rest as a
    request of another visitor.
    """
    address = urlsplit(server.url)
    request = (
        f"POST {path} HTTP/1.1\r\nHost: {address.netloc}\r\nContent-Length: 5\r\n"
        "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        f"GET /api/games HTTP/1.1\r\nHost: {address.netloc}\r\n\r\n"
    )
    with socket.create_connection((address.hostname, address.port), 30) as connection:
        connection.sendall(request.encode())
        answer = b""
        with suppress(ConnectionResetError):
            while received := connection.recv(65_536):
                answer += received
    assert answer.startswith(b"HTTP/1.1 400")
    assert answer.count(b"HTTP/1.1") == 1, "the rest is not answered"
