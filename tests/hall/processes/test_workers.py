"""A hall of several processes on one SQLite file, also when they are killed."""

import asyncio
import os
import signal
import time
from multiprocessing import Pipe
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest

from steinreich.hall.processes.worker import Worker
from steinreich.hall.processes.workers import GLANCES, LONGEST_SILENCE
from tests.hall.hosting import PATIENCE, Host, Window, for_all, hosted, play_on, watching
from tests.hall.kin import is_alive, listening, servers_of, until
from tests.hall.players import Player, all_come_back, check_stored, play_until
from tests.postgres import running_postgres

pytestmark = pytest.mark.xdist_group("crash")


def workers(host: Host) -> list[int]:
    """Its server processes."""
    return servers_of(host.process.pid)


@pytest.mark.parametrize("scattered", [False, True])
def test_kill_9_of_the_processes_loses_nothing_that_was_acknowledged(
    tmp_path: Path, scattered: bool
) -> None:
    with hosted(tmp_path, processes=2, scattered=scattered) as host:
        players = [Player(host.open_table(), seed) for seed in range(8)]

        def kill_all() -> None:
            for pid in workers(host):
                os.kill(pid, signal.SIGKILL)

        for _ in range(3):
            asyncio.run(play_until(host, players, 200, kill_all))
            check_stored(host, players)
            asyncio.run(all_come_back(host, players))
            check_stored(host, players)
        assert host.stop() == 0


@pytest.mark.parametrize("answered", [False, True])
def test_a_parent_may_go_at_any_moment(answered: bool) -> None:
    """Also while an answer to it is under way: then the line is not ended but broken."""
    process = Worker.__new__(Worker)
    parent, process.child_conn = Pipe()
    if answered:
        process.child_conn.send(True)
    parent.close()
    process.always_pong()


def test_a_hall_outlives_a_worker_that_dies_while_the_database_is_down() -> None:
    """It tries again until the database is back, and never ends as if all were well."""
    with running_postgres() as server, TemporaryDirectory() as folder:
        host = Host(Path(folder), processes=2, database=server.new_database(), compiles=False)
        try:
            asyncio.run(until(lambda: len(workers(host)) == 2))
            for _ in range(4):  # each process in turn: both have begun
                host.client.close()
                host.client = httpx.Client(timeout=PATIENCE)
                assert host.get("api/health").status_code == 200
            doomed, _ = workers(host)
            server.stop()
            os.kill(doomed, signal.SIGKILL)
            asyncio.run(
                until(lambda: host.log.count("a server process cannot start; tried again in") >= 2)
            )
            assert host.process.is_alive()
            server.start()
            asyncio.run(
                until(lambda: len(workers(host)) == 2 and host.get("api/health").status_code == 200)
            )
            assert host.open_table()["id"]
            assert host.stop() == 0
        finally:
            host.kill()
            host.client.close()
            host.process.close()


def test_the_other_process_goes_on_while_one_is_replaced(tmp_path: Path) -> None:
    with hosted(tmp_path, processes=2, scattered=True) as host:
        table, white, black = host.two_friends()

        async def run() -> None:
            before = workers(host)
            assert len(before) == 2
            for doomed in before:
                async with watching(host, table, white) as one, watching(host, table, black) as two:
                    await play_on([one, two], 2)  # the two are in different processes
                    os.kill(doomed, signal.SIGKILL)
                    gone, rest = (one, two) if await ends_first(one, two) else (two, one)
                    who = white if gone is one else black
                    async with watching(host, table, who) as back:
                        assert for_all(back.state) == for_all(rest.state)
                        await play_on([back, rest], 2)

        asyncio.run(run())


def test_a_process_that_dies_when_it_is_asked_is_replaced_at_once(tmp_path: Path) -> None:
    """Else everybody of its tables would wait for as long as it might have taken to answer."""
    with hosted(tmp_path, processes=2) as host:
        asyncio.run(until(lambda: len(workers(host)) == 2))
        doomed, other = workers(host)
        os.kill(doomed, signal.SIGSTOP)
        time.sleep(3 * GLANCES)  # by now it has been asked
        os.kill(doomed, signal.SIGKILL)
        since = time.monotonic()
        asyncio.run(until(lambda: len({*workers(host)} - {doomed, other}) == 1))
        assert time.monotonic() - since < LONGEST_SILENCE / 3


async def ends_first(one: Window, two: Window) -> bool:
    """Which of two windows the server leaves."""
    reading = [window.reading for window in (one, two)]
    done, _ = await asyncio.wait(reading, return_when=asyncio.FIRST_COMPLETED)
    return reading[0] in done


def test_processes_leave_with_their_parent(tmp_path: Path) -> None:
    with hosted(tmp_path, processes=2) as host:
        asyncio.run(until(lambda: len(workers(host)) == 2))
        theirs = workers(host)
        host.open_table()
        host.kill()
        asyncio.run(until(lambda: not any(map(is_alive, theirs))))


def test_a_server_process_holds_nothing_of_its_parent(tmp_path: Path) -> None:
    """Else a hall that was killed could not begin anew while one of them is still there."""
    with hosted(tmp_path, processes=2) as host:
        host.open_table()  # by now they are forks of it
        asyncio.run(until(lambda: len(workers(host)) == 2))
        theirs = workers(host)
        assert listening(host.process.pid)
        assert not any(map(listening, theirs))
        for pid in theirs:
            os.kill(pid, signal.SIGSTOP)
        try:
            host.kill()
            host.start()
            host.open_table()
        finally:
            for pid in theirs:
                os.kill(pid, signal.SIGCONT)
        asyncio.run(until(lambda: not any(map(is_alive, theirs))))
