"""The door: who belongs together is led to one process, and nobody can stand in the way."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

import pytest

from steinreich.hall.processes import door
from steinreich.hall.processes.door import Door
from steinreich.hall.processes.place import home_of

WAYS = 3
PATIENCE = 20.0


class Opened:
    """A door with the ends of its ways."""

    def __init__(self, stack: ExitStack) -> None:
        listening = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=512))
        self.address = listening.getsockname()
        pairs = [socket.socketpair() for _ in range(WAYS)]
        for one in (end for pair in pairs for end in pair):
            stack.enter_context(one)
        self.ends = [end for _, end in pairs]
        self.door = Door(listening, [way for way, _ in pairs])
        self.stack = stack

    def visit(self, said: bytes = b"") -> socket.socket:
        """Somebody comes and says something."""
        visitor = self.stack.enter_context(socket.create_connection(self.address, PATIENCE))
        visitor.sendall(said)
        return visitor

    def led(self, end: int) -> socket.socket:
        """Who comes next to a process."""
        self.ends[end].settimeout(PATIENCE)
        _, (descriptor,), _, _ = socket.recv_fds(self.ends[end], 1, 1)
        connection = self.stack.enter_context(socket.socket(fileno=descriptor))
        connection.settimeout(PATIENCE)
        return connection


@contextmanager
def opened() -> Iterator[Opened]:
    with ExitStack() as stack:
        made = Opened(stack)
        made.door.open()
        try:
            yield made
        finally:
            made.door.close()


@pytest.mark.parametrize("path", ["/socket HTTP/1.1", "?x=1 HTTP/1.1", " HTTP/1.1"])
def test_who_asks_for_a_table_comes_to_its_process_with_all_that_was_said(path: str) -> None:
    with opened() as made:
        for table in ("one", "two", "Xy_-9", "4th"):
            said = f"GET /api/tables/{table}{path}\r\nHost: here\r\n\r\n".encode()
            for _ in range(2):
                visitor = made.visit(said)
                connection = made.led(home_of(table.encode(), WAYS))
                assert connection.getpeername() == visitor.getsockname()
                assert connection.recv(1000) == said, "nothing was taken"
                connection.sendall(b"answer")
                assert visitor.recv(100) == b"answer"


def test_others_are_led_to_each_process_in_turn() -> None:
    with opened() as made:
        for number in range(2 * WAYS):
            made.visit(b"GET /api/games HTTP/1.1\r\n")
            assert made.led(number % WAYS).recv(3) == b"GET"


def test_who_says_nothing_is_led_on_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "SILENCE", 0.2)
    with opened() as made:
        visitors = [made.visit() for _ in range(WAYS)]
        led = {made.led(number).getpeername() for number in range(WAYS)}
        assert led == {visitor.getsockname() for visitor in visitors}


def test_many_who_say_nothing_hold_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "SILENCE", 1e6)
    monkeypatch.setattr(door, "MOST_SILENT", 5)
    with opened() as made:
        for _ in range(20):
            made.visit()
        for number in range(15):
            made.led(number % WAYS)
        made.visit(b"GET /api/tables/t/socket HTTP/1.1\r\n")
        home = home_of(b"t", WAYS)
        while made.led(home).recv(3, socket.MSG_DONTWAIT | socket.MSG_PEEK) != b"GET":
            pass


def test_who_leaves_before_speaking_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "SILENCE", 1e6)
    with opened() as made:
        made.visit().close()
        made.visit(b"GET /api/tables/t HTTP/1.1\r\n")
        made.led(home_of(b"t", WAYS))
        until = time.monotonic() + PATIENCE
        while made.door.silent and time.monotonic() < until:
            time.sleep(0.01)
        assert not made.door.silent


def test_a_process_that_takes_nobody_is_passed_by() -> None:
    with opened() as made:
        home = home_of(b"t", WAYS)
        with suppress(BlockingIOError):
            while True:
                made.door.ways[home].send(b"." * 4096)
        made.visit(b"GET /api/tables/t HTTP/1.1\r\n")
        assert made.led((home + 1) % WAYS).recv(3) == b"GET"


def test_closing_lets_nobody_in() -> None:
    with opened() as made:
        pass
    with pytest.raises(ConnectionRefusedError):
        made.visit()
