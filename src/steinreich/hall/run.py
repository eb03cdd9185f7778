"""Running a hall: the port, the processes, the browser, and a clean end."""

import asyncio
import errno
import logging
import socket
import threading
import webbrowser
from collections.abc import Callable

from steinreich.compile.locks import system
from steinreich.hall.metrics import set_up_logging
from steinreich.hall.processes.server_settings import BACKLOG
from steinreich.hall.settings import Settings
from steinreich.hall.storage.database_lock import locked
from steinreich.hall.storage.store import Storage, StorageFailed, default_url
from steinreich.hall.upkeep.handover import CannotListen, handed_over

log = logging.getLogger("steinreich.run")

MOST_FILES = 65_536  # that a process may have open


def serve(settings: Settings, ready: Callable[[str], None], *, any_port: bool = False) -> None:
    """Run a hall until it is told to stop; `ready` hears its address.  Occupied if one runs on the
    same SQLite file already.

    With `any_port` a port that is taken is no reason to give up: a free one will do.
    """
    set_up_logging(settings.log)
    allow_many_connections(settings.all_connections)
    with locked(settings.database or default_url()) as lock:
        listening = handed_over() or listen(settings.host, settings.port, any_port)
        listening.listen(BACKLOG)  # who comes before all is loaded and ready waits, unharmed
        try:
            asyncio.run(try_storage(settings))
        except StorageFailed:
            listening.close()
            raise
        address = url(listening)

        def announce() -> None:
            lock.tell(address)
            ready(address)

        if settings.processes > 1:
            from steinreich.hall.processes.workers import run_several

            run_several(settings, listening, announce)
            return
        from steinreich.hall.processes.alone import run_alone

        restart = run_alone(settings, listening, announce)
    if restart.is_wanted:
        restart.begin(settings.log)
    restart.listening.close()


def allow_many_connections(expected: int) -> None:
    """Let as many files be open as the system allows, within reason: each connection is one, and
    what is usual is not enough for a thousand people."""
    if resource := system("resource"):
        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(most, MOST_FILES)
        if now != resource.RLIM_INFINITY and now < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
        if wanted < expected:
            log.warning("a process may open %d files, fewer than all_connections", wanted)


async def try_storage(settings: Settings) -> None:
    """Say at once, in a line, what is wrong with the database: StorageFailed."""
    storage = Storage(settings.database or default_url())
    await storage.open()
    await storage.close()


def listen(host: str, port: int, any_port: bool) -> socket.socket:
    """A socket that listens; on a free port if the wished one is taken and any will do."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        try:
            listening.bind((host, port))
        except OSError as error:
            if not any_port or error.errno != errno.EADDRINUSE:
                raise
            listening.bind((host, 0))
    except OSError as error:
        listening.close()
        raise CannotListen(f"cannot listen on {host} port {port}: {error.strerror}") from error
    return listening


def url(listening: socket.socket) -> str:
    """The address for a browser on this machine."""
    host, port = listening.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


def open_browser(address: str) -> threading.Thread:
    """Show the hall, without waiting for the browser; whoever wants to may wait."""
    opening = threading.Thread(target=webbrowser.open, args=(address,), daemon=True)
    opening.start()
    return opening
