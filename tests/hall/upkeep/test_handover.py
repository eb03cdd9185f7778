"""Restarts that keep the port open, and processes that leave with the one that started them."""

import asyncio
import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from steinreich.hall.upkeep.handover import CannotListen, handed_over
from tests.hall.commanding import PATIENCE, Command, flags, running
from tests.hall.kin import engines_of, is_alive, listening, servers_of, threads_of, until
from tests.postgres import Postgres

pytestmark = pytest.mark.xdist_group("postgres")
OPEN, CLOSED = "the hall is open", "the hall is closed"


@contextmanager
def visited(address: str) -> Iterator[list[str]]:
    """A hall to which somebody comes again and again; the list says who was turned away."""
    refused: list[str] = []
    answered: list[int] = []
    over = threading.Event()

    def visit() -> None:
        while not over.wait(0.02):
            try:
                answered.append(
                    httpx.get(address + "api/games", timeout=PATIENCE, verify=False).status_code
                )
            except httpx.ConnectError as error:
                refused.append(str(error))
            except httpx.TransportError:
                pass  # it was connected as the old process left

    visitor = threading.Thread(target=visit)
    visitor.start()
    try:
        yield refused
    finally:
        over.set()
        visitor.join()
    assert set(answered) == {200}


def wait_for(command: Command, said: str, times: int) -> None:
    end = time.monotonic() + PATIENCE
    while command.said.count(said) < times:
        assert time.monotonic() < end, command.said
        assert command.process.poll() is None, command.said
        time.sleep(0.02)


def open_table(address: str) -> str:
    wanted = {"game": "vier3d", "seats": [{"kind": "here"}, {"kind": "here"}]}
    table: str = httpx.post(address + "api/tables", json=wanted).json()["id"]
    return table


def test_on_sighup_a_hall_begins_anew_and_nobody_finds_the_port_closed(tmp_path: Path) -> None:
    with running(tmp_path, flags(tmp_path, engines=1)) as command:
        address = command.address()
        table = open_table(address)
        engines = engines_of(command.process.pid)
        with visited(address) as refused:
            for times in (2, 3):
                command.process.send_signal(signal.SIGHUP)
                wait_for(command, OPEN, times)
        assert refused == []
        assert httpx.get(f"{address}api/tables/{table}").status_code == 200
        assert not any(map(is_alive, engines))
        assert command.ends(signal.SIGTERM) == 0
        assert command.said.count(CLOSED) == 3
        assert "Traceback" not in command.said


def test_on_sighup_processes_are_replaced_one_after_the_other(
    postgres: Postgres, tmp_path: Path
) -> None:
    chosen = flags(tmp_path, processes=2, database=postgres.new_database(), log="json")
    with running(tmp_path, chosen) as command:
        address = command.address()
        wait_for(command, OPEN, 2)
        table = open_table(address)
        before = set(servers_of(command.process.pid))
        with visited(address) as refused:
            command.process.send_signal(signal.SIGHUP)
            wait_for(command, CLOSED, 2)
        assert refused == []
        before_the_first_went = command.said.partition(CLOSED)[0]
        assert before_the_first_went.count(OPEN) == 3
        asyncio.run(until(lambda: not any(map(is_alive, before))))
        assert httpx.get(f"{address}api/tables/{table}").status_code == 200
        assert command.ends(signal.SIGTERM) == 0


def test_killed_with_9_a_parent_takes_servers_and_engines_along(
    postgres: Postgres, tmp_path: Path
) -> None:
    """Also an engine that stands still."""
    chosen = flags(tmp_path, processes=2, engines=1, database=postgres.new_database())
    with running(tmp_path, chosen) as command:
        address = command.address()
        wait_for(command, OPEN, 2)

        async def run() -> None:
            servers = servers_of(command.process.pid)
            assert len(servers) == 2
            await until(lambda: all(len(engines_of(one)) >= 2 for one in servers))
            engines = [engine for one in servers for engine in engines_of(one)]
            assert not any(map(listening, engines)), "the port is not theirs"
            frozen = engines[0]
            await until(lambda: threads_of(frozen) > 1)  # it has said with whom it goes
            os.kill(frozen, signal.SIGSTOP)
            command.process.kill()
            command.process.wait()
            try:
                await until(lambda: not any(map(is_alive, [*servers, *engines])))
            finally:
                with suppress(ProcessLookupError):
                    os.kill(frozen, signal.SIGKILL)

        asyncio.run(run())
        with pytest.raises(httpx.ConnectError):
            httpx.get(address)


def test_engines_do_not_hold_the_port(tmp_path: Path) -> None:
    with running(tmp_path, flags(tmp_path, engines=1)) as command:
        command.address()
        pid = command.process.pid
        asyncio.run(until(lambda: len(engines_of(pid)) >= 2))
        assert listening(pid)
        assert not any(map(listening, engines_of(pid)))


def test_what_is_handed_over_must_be_one_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    assert handed_over() is None
    for pid, count in (("1", "1"), (str(os.getpid()), "0")):
        monkeypatch.setenv("LISTEN_PID", pid)
        monkeypatch.setenv("LISTEN_FDS", count)
        assert handed_over() is None
    monkeypatch.setenv("LISTEN_PID", str(os.getpid()))
    monkeypatch.setenv("LISTEN_FDS", "2")
    with pytest.raises(CannotListen, match="not 2"):
        handed_over()
    assert "LISTEN_PID" not in os.environ, "those that are started later are not meant"


def test_a_socket_of_another_kind_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX) as other:
        monkeypatch.setattr("steinreich.hall.upkeep.handover.FIRST", os.dup(other.fileno()))
        monkeypatch.setenv("LISTEN_PID", str(os.getpid()))
        monkeypatch.setenv("LISTEN_FDS", "1")
        with pytest.raises(CannotListen, match="is not a TCP socket"):
            handed_over()
