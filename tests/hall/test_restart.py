"""Restarts that keep the port open, and child processes that exit with their parent."""

import asyncio
import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from steinreich.hall.server import CannotListen, get_inherited_socket
from tests.hall.child_processes import find_engine_processes, find_listening_sockets, is_alive
from tests.hall.serve_command import (
    START_TIMEOUT_SECONDS,
    ServeCommand,
    make_flags,
    run_serve_command,
)
from tests.hall.waiting import wait_until
from tests.postgres import Postgres

pytestmark = pytest.mark.xdist_group("postgres")
OPEN, CLOSED = "the hall is open", "the hall is closed"
NEXT_ATTEMPT = "the database does not answer; next attempt in"


@contextmanager
def poll_continuously(address: str) -> Iterator[list[str]]:
    """Send requests to a server continuously; the list collects failed connections."""
    failures: list[str] = []
    statuses: list[int] = []
    is_over = threading.Event()

    def poll() -> None:
        while not is_over.wait(0.02):
            try:
                statuses.append(
                    httpx.get(
                        address + "api/games", timeout=START_TIMEOUT_SECONDS, verify=False
                    ).status_code
                )
            except httpx.ConnectError as error:
                failures.append(str(error))
            except httpx.TransportError:
                pass  # accepted before the old process exited

    thread = threading.Thread(target=poll)
    thread.start()
    try:
        yield failures
    finally:
        is_over.set()
        thread.join()
    assert set(statuses) == {200}


def wait_for_output(command: ServeCommand, text: str, times: int) -> None:
    """Wait until the command has printed a text a number of times."""
    deadline = time.monotonic() + START_TIMEOUT_SECONDS
    while command.output.count(text) < times:
        assert time.monotonic() < deadline, command.output
        assert command.process.poll() is None, command.output
        time.sleep(0.02)


def open_table(address: str) -> str:
    body = {"game": "vier3d", "seats": [{"kind": "here"}, {"kind": "here"}]}
    table: str = httpx.post(address + "api/tables", json=body).json()["id"]
    return table


def test_sighup_restarts_the_server_without_refused_connections(tmp_path: Path) -> None:
    with run_serve_command(tmp_path, make_flags(tmp_path, engines=1)) as command:
        address = command.wait_for_address()
        table = open_table(address)
        engines = find_engine_processes(command.process.pid)
        with poll_continuously(address) as failures:
            for times in (2, 3):
                command.process.send_signal(signal.SIGHUP)
                wait_for_output(command, OPEN, times)
        assert failures == []
        assert httpx.get(f"{address}api/tables/{table}").status_code == 200
        assert not any(map(is_alive, engines))
        assert command.wait_for_exit(signal.SIGTERM) == 0
        assert command.output.count(CLOSED) == 3
        assert "Traceback" not in command.output


def test_restart_without_the_database_waits_for_it_with_the_port_open(
    tmp_path: Path, postgres: Postgres
) -> None:
    database = postgres.new_database()
    with run_serve_command(tmp_path, make_flags(tmp_path, database=database)) as command:
        address = command.wait_for_address()
        table = open_table(address)
        postgres.stop()
        try:
            command.process.send_signal(signal.SIGHUP)
            wait_for_output(command, NEXT_ATTEMPT, 1)
            command.process.send_signal(signal.SIGHUP)  # restart while it waits
            wait_for_output(command, f"{NEXT_ATTEMPT} 0.5 s", 2)
            with poll_continuously(address) as failures:
                postgres.start()
                wait_for_output(command, OPEN, 2)
            assert failures == []
        finally:
            postgres.run_pg_ctl("restart")
        assert httpx.get(f"{address}api/tables/{table}").status_code == 200
        assert command.wait_for_exit(signal.SIGTERM) == 0
        assert "Traceback" not in command.output


def test_engines_do_not_hold_the_port(tmp_path: Path) -> None:
    with run_serve_command(tmp_path, make_flags(tmp_path, engines=1)) as command:
        command.wait_for_address()
        pid = command.process.pid
        asyncio.run(wait_until(lambda: len(find_engine_processes(pid)) >= 2))
        assert find_listening_sockets(pid)
        assert not any(map(find_listening_sockets, find_engine_processes(pid)))


def test_inherited_descriptor_must_be_one_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    assert get_inherited_socket() is None
    for pid, count in (("1", "1"), (str(os.getpid()), "0")):
        monkeypatch.setenv("LISTEN_PID", pid)
        monkeypatch.setenv("LISTEN_FDS", count)
        assert get_inherited_socket() is None
    monkeypatch.setenv("LISTEN_PID", str(os.getpid()))
    monkeypatch.setenv("LISTEN_FDS", "2")
    with pytest.raises(CannotListen, match="not 2"):
        get_inherited_socket()
    assert "LISTEN_PID" not in os.environ, "not for processes that are started later"


def test_refuses_an_inherited_socket_of_another_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX) as other:
        monkeypatch.setattr("steinreich.hall.server.INHERITED_DESCRIPTOR", os.dup(other.fileno()))
        monkeypatch.setenv("LISTEN_PID", str(os.getpid()))
        monkeypatch.setenv("LISTEN_FDS", "1")
        with pytest.raises(CannotListen, match="is not a TCP socket"):
            get_inherited_socket()
