"""The server processes of one hall: started, watched, replaced when they die, and ended."""

import gc
import logging
import os
import socket
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from multiprocessing.connection import wait
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import uvicorn
from prometheus_client.multiprocess import mark_process_dead
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors.multiprocess import Multiprocess

from steinreich.hall.background import longer
from steinreich.hall.metrics import SHARED
from steinreich.hall.processes.door import Door
from steinreich.hall.processes.place import Place
from steinreich.hall.processes.server_settings import server_settings
from steinreich.hall.processes.worker import Worker
from steinreich.hall.settings import Settings
from steinreich.hall.upkeep.handover import has_terminal

if TYPE_CHECKING:
    from fastapi import FastAPI

log = logging.getLogger("steinreich.processes")

LONGEST_SILENCE = 15  # seconds without an answer after which a process is taken for frozen
LONGEST_START = (
    60.0  # until one is ready that takes another's place; the other one serves meanwhile
)
GLANCES = 0.5  # seconds between two questions whether all are well, and at signals


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
        self.pauses: dict[int, float] = {}  # of places whose process could not start: seconds
        self.retry_at: dict[int, float] = {}  # when those that have none are tried again

    def started(self, number: int, *, forks: bool = False) -> Worker:
        """A new process in a place."""
        worker = Worker(self.config_of(number), self.ends[number], forks=forks)
        worker.start()
        return worker

    def run(self) -> None:
        """Keep them alive until the hall is to end; who dies is seen at once."""
        self.init_processes()
        while not self.should_exit.is_set():
            there = (one for one in enumerate(self.processes) if one[0] not in self.retry_at)
            wait([worker.process.sentinel for _, worker in there], timeout=GLANCES)
            self.handle_signals()
            self.keep_subprocess_alive()
        self.terminate_all()
        self.join_all()

    def init_processes(self) -> None:
        """The first ones are forks, where that is safe: as long as there is one thread.  Those
        that follow are started anew: perhaps there is a newer program by then."""
        forks = sys.platform == "linux" and threading.active_count() == 1
        if forks:
            import_module("steinreich.hall.app")  # once for all of them
            gc.freeze()  # what is shared stays shared: nobody looks through it
        self.processes = [self.started(number, forks=forks) for number in range(len(self.ends))]
        gc.enable()
        self.door.open()

    def terminate_all(self) -> None:
        self.door.close()
        super().terminate_all()

    def keep_subprocess_alive(self) -> None:
        """Replace processes that have died or do not answer.  One that cannot start, perhaps since
        the database is away, is tried again with growing pauses."""
        for number, process in enumerate(self.processes):
            if self.should_exit.is_set():
                return
            if number in self.retry_at:
                if self.retry_at[number] <= time.monotonic():
                    del self.retry_at[number]
                    self.processes[number] = self.started(number)
                continue
            if process.is_alive(self.config.timeout_worker_healthcheck):
                if number in self.pauses and process.is_ready():
                    del self.pauses[number]
                continue
            process.kill()
            process.join()
            mark_process_dead(process.pid)  # type: ignore[no-untyped-call]  # it states no types
            if process.exitcode == STARTUP_FAILURE:
                pause = self.pauses[number] = longer(self.pauses.get(number, 0.0))
                self.retry_at[number] = time.monotonic() + pause
                log.error("a server process cannot start; tried again in %g s", pause)
            else:
                log.warning("a server process has died and is replaced")
                self.processes[number] = self.started(number)

    def restart_all(self) -> None:
        """Replace all, one after the other: the new one first, so that somebody is always there."""
        for number, old in enumerate(self.processes):
            new = self.started(number)
            if not new.wait_until_ready(LONGEST_START, self.should_exit):
                log.error("a new server process was not ready in time; the old ones go on")
                new.kill()
                new.join()
                return
            old.terminate()
            old.join()
            self.processes[number] = new
            self.retry_at.pop(number, None)

    def handle_hup(self) -> None:
        """Begin anew; but who closes the terminal of a hall means it to end."""
        if has_terminal():
            self.handle_term()
        else:
            self.restart_all()

    def handle_ttin(self) -> None:
        """There are as many processes as the flag says, as long as the hall is open."""

    handle_ttou = handle_ttin


def run_several(settings: Settings, listening: socket.socket, ready: Callable[[], None]) -> None:
    """Several processes behind one door and on one database, which add up their figures."""
    os.environ.update(settings.to_environment())
    ready()
    with TemporaryDirectory(prefix="steinreich-") as folder:
        os.environ[SHARED] = folder

        def config(number: int) -> uvicorn.Config:
            place = Place(number, settings.processes, Path(folder))
            several = {"factory": True, "timeout_worker_healthcheck": LONGEST_SILENCE}
            values = server_settings(settings) | several
            return uvicorn.Config(partial(made_app, place), **values)

        Workers(config, settings.processes, listening).run()


def made_app(place: Place) -> "FastAPI":
    """The application of one process.  It is imported here: a process shall answer whether it is
    alive before it has done so."""
    from steinreich.hall.app import from_environment

    return from_environment(place)
