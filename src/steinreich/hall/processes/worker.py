"""One server process of several: how it begins, and how it takes in whoever is led to it."""

import asyncio
import os
import signal
import socket
import sys
from contextlib import suppress
from functools import cached_property
from multiprocessing import get_context
from multiprocessing.context import SpawnProcess
from typing import cast

import uvicorn
from uvicorn.supervisors.multiprocess import SIGNALS, Process

from steinreich.hall.limits.http_connections import HttpConnection
from steinreich.hall.metrics import share_figures

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
    """One server process: a program of its own, or a fork, which begins at once with all that is
    loaded here."""

    way: socket.socket  # to it from the door; known in the process itself

    def __init__(self, config: uvicorn.Config, way: socket.socket, *, forks: bool = False) -> None:
        super().__init__(config, [way])
        if forks:
            kept = {way.fileno(), self.child_conn.fileno()}
            others = open_descriptors() - kept
            fork = get_context("fork").Process(target=self.forked, args=([way], others))
            self.process = cast(SpawnProcess, fork)  # what is used of either is the same

    def start(self) -> None:
        """Its end of the pipe is its own: so one learns at once when it dies while it is asked."""
        super().start()
        self.child_conn.close()

    def forked(self, sockets: list[socket.socket], others: set[int]) -> None:
        """Go on as if this were a new program: what else the parent has open, the port, the lock
        of the database, other processes' ways, must not live on here, nor its ears for signals."""
        for descriptor in others:
            if descriptor > sys.stderr.fileno():
                os.close(descriptor)
        for number in SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        share_figures()
        self.target(sockets)

    def target(self, sockets: list[socket.socket] | None = None) -> None:
        assert sockets
        (self.way,) = sockets
        super().target(sockets)

    def always_pong(self) -> None:
        with suppress(EOFError, ConnectionError):  # the parent is gone, whatever was under way
            super().always_pong()

    @cached_property
    def server(self) -> uvicorn.Server:
        return Guided(self.config, self.way)


def open_descriptors() -> set[int]:
    """All that this process has open.  The one by which they are listed is closed by then, and its
    number may soon be another's."""
    found = set()
    for name in os.listdir("/proc/self/fd"):
        with suppress(OSError):
            os.fstat(int(name))
            found.add(int(name))
    return found
