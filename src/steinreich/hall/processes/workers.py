"""The server processes of one hall: started, watched, replaced when they die, and ended."""

import asyncio
import logging
import os
import socket
from collections.abc import Callable
from functools import cached_property, partial
from multiprocessing.connection import wait
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import uvicorn
from prometheus_client.multiprocess import mark_process_dead
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors.multiprocess import Multiprocess, Process

from steinreich.hall.limits.http_connections import HttpConnection
from steinreich.hall.metrics import SHARED
from steinreich.hall.processes.door import Door
from steinreich.hall.processes.place import Place
from steinreich.hall.settings import Settings
from steinreich.hall.upkeep.handover import has_terminal

if TYPE_CHECKING:
    from fastapi import FastAPI

log = logging.getLogger("steinreich.processes")

LONGEST_START = 15  # seconds until a process that takes another's place is ready
GLANCES = 0.5  # seconds between two questions whether all are well, and at signals
ARRIVALS = 64  # taken in at once, before others have their turn


class Guided(uvicorn.Server):
    """A server to which the door passes connections, over a way of its own."""

    def __init__(self, config: uvicorn.Config, way: socket.socket) -> None:
        super().__init__(config)
        self.way = way

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup([])
        self.way.setblocking(False)
        asyncio.get_running_loop().add_reader(self.way, self.take_in)

    def take_in(self) -> None:
        """Serve whoever was led here; leave when there is no door any more."""
        loop = asyncio.get_running_loop()
        for _ in range(ARRIVALS):
            try:
                said, descriptors, _, _ = socket.recv_fds(self.way, 1, 1)
            except BlockingIOError:
                return
            if not said:
                loop.remove_reader(self.way)
                self.should_exit = True
                return
            for descriptor in descriptors:
                task = loop.create_task(self.serve_one(socket.socket(fileno=descriptor)))
                self.server_state.tasks.add(task)
                task.add_done_callback(self.server_state.tasks.discard)

    async def serve_one(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(self.protocol, connection)
        except OSError:  # they are gone already
            connection.close()

    def protocol(self) -> asyncio.Protocol:
        return HttpConnection(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().remove_reader(self.way)
        await super().shutdown(sockets)


class Worker(Process):
    """One server process."""

    way: socket.socket  # to it from the door; known in the process itself

    def start(self) -> None:
        """Its end of the pipe is its own: so one learns at once when it dies while it is asked."""
        super().start()
        self.child_conn.close()

    def target(self, sockets: list[socket.socket] | None = None) -> None:
        assert sockets
        (self.way,) = sockets
        super().target(sockets)

    @cached_property
    def server(self) -> uvicorn.Server:
        return Guided(self.config, self.way)


class Workers(Multiprocess):
    """All server processes, each of which keeps its place when it is replaced."""

    def __init__(
        self, config: Callable[[int], uvicorn.Config], count: int, listening: socket.socket
    ) -> None:
        super().__init__(config(0), [])
        self.config_of = config
        pairs = [socket.socketpair() for _ in range(count)]
        self.ends = [end for _, end in pairs]  # kept: who comes while a process is replaced waits
        self.door = Door(listening, [way for way, _ in pairs])

    def started(self, number: int) -> Worker:
        """A new process in a place."""
        worker = Worker(self.config_of(number), [self.ends[number]])
        worker.start()
        return worker

    def run(self) -> None:
        """Keep them alive until the hall is to end; who dies is seen at once."""
        self.init_processes()
        while not self.should_exit.is_set():
            wait([worker.process.sentinel for worker in self.processes], timeout=GLANCES)
            self.handle_signals()
            self.keep_subprocess_alive()
        self.terminate_all()
        self.join_all()

    def init_processes(self) -> None:
        self.processes = [self.started(number) for number in range(len(self.ends))]
        self.door.open()

    def terminate_all(self) -> None:
        self.door.close()
        super().terminate_all()

    def keep_subprocess_alive(self) -> None:
        """Replace who has died or does not answer.  What cannot even start is not tried again."""
        for number, process in enumerate(self.processes):
            if self.should_exit.is_set() or process.is_alive(
                self.config.timeout_worker_healthcheck
            ):
                continue
            process.kill()
            process.join()
            mark_process_dead(process.pid)  # type: ignore[no-untyped-call]  # it states no types
            if process.exitcode == STARTUP_FAILURE:
                log.error("a server process cannot start")
                self.should_exit.set()
            else:
                log.warning("a server process has died and is replaced")
                self.processes[number] = self.started(number)

    def restart_all(self) -> None:
        """Replace all, one after the other: the new one first, so that somebody is always there."""
        for number, old in enumerate(self.processes):
            new = self.started(number)
            patience = self.config.timeout_worker_healthcheck
            if not new.wait_until_ready(patience, self.should_exit):
                log.error("a new server process was not ready in time; the old ones go on")
                new.kill()
                new.join()
                return
            old.terminate()
            old.join()
            self.processes[number] = new

    def handle_hup(self) -> None:
        """Begin anew; but who closes the terminal of a hall means it to end."""
        if has_terminal():
            self.handle_term()
        else:
            self.restart_all()

    def handle_ttin(self) -> None:
        """There are as many processes as the flag says, as long as the hall is open."""

    handle_ttou = handle_ttin


def run_several(
    settings: Settings,
    listening: socket.socket,
    common: dict[str, Any],
    ready: Callable[[], None],
) -> None:
    """Several processes behind one door and on one database, which add up their figures."""
    os.environ.update(settings.to_environment())
    listening.listen(common["backlog"])  # who comes before the first is ready waits, unharmed
    ready()
    with TemporaryDirectory(prefix="steinreich-") as folder:
        os.environ[SHARED] = folder

        def config(number: int) -> uvicorn.Config:
            place = Place(number, settings.processes, Path(folder))
            values = common | {"factory": True, "timeout_worker_healthcheck": LONGEST_START}
            return uvicorn.Config(partial(made_app, place), **values)

        Workers(config, settings.processes, listening).run()


def made_app(place: Place) -> "FastAPI":
    """The application of one process.  It is imported here: a process shall answer whether it is
    alive before it has done so."""
    from steinreich.hall.app import from_environment

    return from_environment(place)
