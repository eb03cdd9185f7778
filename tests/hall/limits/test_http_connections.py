"""Slow and greedy connections, against a real hall: who takes too long, or too much, has to go."""

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

from tests.hall.hosting import Host, Window, hosted, watching

pytestmark = pytest.mark.xdist_group("lines")
PATIENCE = 20.0  # seconds
MOST = 20  # connections
SECONDS = 1.5  # for a header, and for a body
DRIP = 0.05  # seconds between two bytes of somebody slow
HEAD = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A hall with little patience, in which nobody else waits meanwhile."""
    few = {"connections": MOST, "header_seconds": SECONDS, "body_seconds": SECONDS}
    with hosted(tmp_path_factory.mktemp("lines"), compiles=False, **few) as host:
        yield host


class Line:
    """A connection that sends any bytes, from any address of this machine."""

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

    def drip(self, data: bytes) -> float:
        """Send byte by byte, for ever; after how many seconds the other end had enough."""
        began = time.monotonic()
        for number in range(round(PATIENCE / DRIP)):
            try:
                self.socket.sendall(data[number % len(data) :][:1])
            except ConnectionError:
                break
            if self.has_answer():
                break
            time.sleep(DRIP)
        return time.monotonic() - began

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

    def answer(self) -> tuple[int, str, str]:
        """What is said to the end: its status, and why in both languages."""
        text = b""
        while more := self.socket.recv(65_536):
            text += more
        head, _, body = text.partition(b"\r\n\r\n")
        why = json.loads(body)["detail"]["why"]
        status = int(head.split()[1])
        assert (b"retry-after: 5" in head) == (status in (429, 503))
        return status, why["en"], why["de"]


def dropped(host: Host, why: str) -> float:
    families = text_string_to_metric_families(host.get("metrics").text)
    samples = [sample for family in families for sample in family.samples]
    return sum(
        one.value
        for one in samples
        if one.name == "steinreich_dropped_total" and one.labels["why"] == why
    )


def test_a_header_that_never_ends(host: Host) -> None:
    """However steadily it goes on."""
    with Line(host) as slow:
        slow.socket.sendall(b"GET / HTTP/1.1\r\n")
        assert SECONDS * 0.9 < slow.drip(b"X-More: more\r\n") < PATIENCE / 2
        status, en, de = slow.answer()
    assert (status, en) == (408, "The request took too long to come.")
    assert de != en
    assert dropped(host, "slow header") >= 1


def test_a_second_header_that_never_ends(host: Host) -> None:
    """The patience with idle connections is no patience with slow ones."""
    with Line(host) as slow:
        slow.socket.sendall(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        while b'"ok"' not in slow.socket.recv(65_536):
            pass
        assert slow.drip(b"GET / HTTP/1.1" + b"x" * 1000) < PATIENCE / 2
        assert slow.answer()[0] == 408


@pytest.mark.parametrize(
    "said", [b"Content-Length: 9000\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n2000\r\n"]
)
def test_a_body_that_never_ends(host: Host, said: bytes) -> None:
    with Line(host) as slow:
        slow.socket.sendall(HEAD + said)
        assert SECONDS * 0.9 < slow.drip(b" ") < PATIENCE / 2
        status, en, de = slow.answer()
    assert (status, en) == (408, "The rest of the request took too long.")
    assert de != en
    assert dropped(host, "slow body") >= 1


def test_a_body_that_nobody_waits_for(host: Host) -> None:
    """Also after the answer a connection is not held for ever by dripping bytes."""
    with Line(host) as slow:
        slow.socket.sendall(HEAD.replace(b"POST /api/tables", b"GET /api/health"))
        slow.socket.sendall(b"Content-Length: 9000\r\n\r\n")
        heard = b""
        while b'"ok"}' not in heard:
            heard += slow.socket.recv(65_536)
        assert b"200 OK" in heard
        assert slow.drip(b" ") < PATIENCE / 2


def test_who_says_nothing_is_let_go(host: Host) -> None:
    with Line(host) as silent:
        assert silent.socket.recv(1) == b""


def is_served(host: Host, address: str) -> bool:
    """Whether somebody there is answered, and not refused, perhaps without a word."""
    with Line(host, address) as line, suppress(ConnectionError):
        line.socket.sendall(b"GET /api/health HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
        return b"200 OK" in line.socket.recv(65_536)
    return False


def test_thousands_of_half_open_connections(host: Host) -> None:
    """Of one address there are never more than so many, and others do not feel it."""
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
    assert dropped(host, "connections") > 500
    until = time.monotonic() + PATIENCE
    while not is_served(host, "127.0.0.3"):
        assert time.monotonic() < until, "who has closed everything is welcome again"
        time.sleep(DRIP)


def test_one_too_many_is_told_why(host: Host) -> None:
    with ExitStack() as held:
        for _ in range(MOST):
            held.enter_context(Line(host, "127.0.0.4"))
        with Line(host, "127.0.0.4") as line:
            line.socket.sendall(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            status, en, de = line.answer()
    assert (status, en) == (429, "Too many connections from this address; please close some.")
    assert de != en


def test_sockets_count_until_they_are_gone(host: Host) -> None:
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
    """Until so many may come again."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with ExitStack() as held:
            lines = [held.enter_context(Line(host, address)) for _ in range(MOST)]
            time.sleep(DRIP)
            if not any(line.has_answer() for line in lines):
                break
    else:
        pytest.fail("connections that are gone still count")


def test_an_answer_that_nobody_reads(host: Host) -> None:
    """Little of it waits in memory, and not for long."""
    with Line(host, receive=4096) as line:
        ask = b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        before = dropped(host, "unread")
        line.socket.sendall(400 * ask)  # more than the system keeps for us
        until = time.monotonic() + PATIENCE
        while dropped(host, "unread") == before:
            assert time.monotonic() < until, "the hall still waits"
            time.sleep(DRIP)


def test_a_proxy_is_many_people(tmp_path: Path) -> None:
    """Its connections are not counted as one visitor's."""
    with (
        hosted(tmp_path, compiles=False, proxies="127.0.0.1", connections=2) as host,
        ExitStack() as held,
    ):
        for _ in range(10):
            held.enter_context(Line(host))
        assert host.get("api/health").status_code == 200
        with ExitStack() as others:
            lines = [others.enter_context(Line(host, "127.0.0.6")) for _ in range(3)]
            assert lines[-1].answer()[0] == 429


# All addresses together


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A hall that is soon full, behind a proxy or not."""
    few = {"connections": 8, "all_connections": 10, "proxies": "127.0.0.9", "listed_tables": 3}
    with hosted(tmp_path_factory.mktemp("small"), compiles=False, **few) as host:
        host.client.close()
        fleeting = httpx.Limits(max_keepalive_connections=0)
        host.client = httpx.Client(timeout=PATIENCE, limits=fleeting)  # which holds no connection
        yield host


def crowd(host: Host, held: ExitStack, addresses: list[str]) -> list[Line]:
    """A connection from each of these; all are let in, as soon as who was there before has gone."""
    return [held.enter_context(let_in(host, address)) for address in addresses]


def let_in(host: Host, address: str) -> Line:
    """A connection that stays, and certainly counts: it has been served."""
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


def from_everywhere(size: int) -> list[str]:
    """Addresses of which none has too many."""
    return [f"127.0.1.{number}" for number in range(1, size + 1)]


def test_all_together_may_hold_only_so_many(small: Host) -> None:
    """From however many addresses; whoever leaves makes room."""
    with ExitStack() as held:
        lines = crowd(small, held, from_everywhere(10))
        with Line(small, "127.0.2.1") as line:
            status, en, de = line.answer()
            assert (status, en) == (503, "The hall is full at the moment; please try again soon.")
            assert de == "Der Saal ist gerade voll; bitte versuche es bald noch einmal."
        lines[0].socket.close()
        held.enter_context(let_in(small, "127.0.2.1"))
    let_in(small, "127.0.0.1").socket.close()
    assert dropped(small, "full") >= 1
    assert dropped(small, "connections") == 0


def test_who_is_refused_as_one_too_many_does_not_count_for_itself(small: Host) -> None:
    """Else a full hall would use up what an address may hold."""
    with ExitStack() as held:
        crowd(small, held, from_everywhere(10))
        for _ in range(20):
            with Line(small, "127.0.2.2") as line:
                assert line.answer()[0] == 503
    with ExitStack() as held:
        crowd(small, held, ["127.0.2.2"] * 8)


def test_those_of_a_proxy_count_among_all(small: Host) -> None:
    with ExitStack() as held:
        crowd(small, held, ["127.0.0.9"] * 10)
        with Line(small, "127.0.2.3") as line:
            assert line.answer()[0] == 503
        with Line(small, "127.0.0.9") as line:
            assert line.answer()[0] == 503


def test_a_page_can_ask_why_its_socket_is_refused(small: Host) -> None:
    """Through a connection that it has already; browsers say no word of it otherwise."""
    let_in(small, "127.0.0.1").socket.close()
    table = small.open_table()["id"]
    path = f"api/tables/{table}/socket"
    with ExitStack() as held:
        page = held.enter_context(httpx.Client(base_url=small.url, timeout=PATIENCE))
        assert page.get(path).status_code == 426
        crowd(small, held, from_everywhere(9))
        with pytest.raises(InvalidStatus) as caught:
            asyncio.run(look_once(small, table))
        refused = caught.value.response
        asked = page.get(path)
        assert refused.status_code == asked.status_code == 503
        assert refused.headers["retry-after"] == asked.headers["retry-after"] == "5"
        assert refused.body == asked.content
        assert asked.json()["detail"]["why"]["en"].startswith("The hall is full")
    with ExitStack() as held:
        page = held.enter_context(httpx.Client(base_url=small.url, timeout=PATIENCE))
        let_in(small, "127.0.0.1").socket.close()
        assert page.get(path).status_code == 426
        crowd(small, held, ["127.0.0.1"] * 7)  # beside the one that asks
        asked = page.get(path)
        assert asked.status_code == 429
        assert asked.json()["detail"]["why"]["en"].startswith(
            "Too many connections from this address"
        )


async def look_once(host: Host, table: str) -> None:
    async with watching(host, table):
        pass


@pytest.mark.parametrize("path", ["/api/games", "/api/tables"])
def test_a_request_whose_length_is_stated_twice_is_refused(host: Host, path: str) -> None:
    """A proxy might see another end of it, and pass on what follows as another visitor's."""
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
    assert answer.count(b"HTTP/1.1") == 1, "what follows is not answered"
