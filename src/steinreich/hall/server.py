"""The server process: its socket, uvicorn, restarts and shutdown.

The socket is opened first, so clients that connect during the start wait instead of failing.  On
SIGHUP the hall shuts down and replaces itself by a new program (`exec`) with the same process id
and the same socket, so the port stays open during a restart.  The socket is passed on like
systemd's socket activation: it is descriptor 3, `LISTEN_FDS` announces it, and `LISTEN_PID` names
the receiving process.  While the database is down, the process waits for it with the socket open.
"""

import asyncio
import errno
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import NoReturn

import uvicorn

from steinreich.compile.locks import import_system_module
from steinreich.hall.background import next_backoff
from steinreich.hall.metrics import set_up_logging
from steinreich.hall.settings import Settings
from steinreich.hall.storage.database_lock import locked
from steinreich.hall.storage.store import DatabaseDown, Storage, StorageFailed, default_url
from steinreich.rules.errors import SteinreichError

log = logging.getLogger("steinreich.server")

MAX_FILES = 65_536  # open files of a process
BACKLOG = 4096  # the limit of most systems
GRACEFUL_SECONDS = 5
INHERITED_DESCRIPTOR = 3  # of the socket, as with systemd


class CannotListen(SteinreichError):
    """The address cannot be used; the message says why."""


def serve(settings: Settings, ready: Callable[[str], None], *, any_port: bool = False) -> None:
    """Run a hall until it is told to stop, and call `ready` with its URL.

    With `any_port`, listen on a free port if the requested one is taken.  Raise Occupied if another
    server uses the same SQLite file.
    """
    set_up_logging(settings.log)
    allow_many_connections(settings.max_connections)
    exit_on_sigterm()
    with locked(settings.database or default_url()) as lock:
        listening = get_inherited_socket() or listen(settings.host, settings.port, any_port)
        listening.listen(BACKLOG)
        restart = Restart(listening)
        address = url(listening)

        def announce() -> None:
            lock.write_address(address)
            ready(address)

        try:
            asyncio.run(wait_for_storage(settings, restart))
            run_server(settings, listening, announce, restart)
        except StorageFailed:
            listening.close()
            restart.listening.close()
            raise
    if restart.is_wanted:
        restart.execute(settings.log)
    restart.listening.close()


def allow_many_connections(expected: int) -> None:
    """Raise the limit of open files as far as the system allows: each connection needs one."""
    if resource := import_system_module("resource"):
        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MAX_FILES if most == resource.RLIM_INFINITY else min(most, MAX_FILES)
        if now != resource.RLIM_INFINITY and now < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
        if wanted < expected:
            log.warning("a process may open %d files, fewer than max_connections", wanted)


async def wait_for_storage(settings: Settings, restart: "Restart") -> None:
    """Open and close the database; retry while it is down and no SIGHUP arrives.

    Raise StorageFailed for permanent errors.
    """
    hangup, loop = asyncio.Event(), asyncio.get_running_loop()
    restart.stop = lambda: loop.call_soon_threadsafe(hangup.set)
    backoff = 0.0
    while not restart.is_hung_up:
        try:
            await try_storage(settings)
            break
        except DatabaseDown as error:
            backoff = next_backoff(backoff)
            log.warning("the database does not answer; next attempt in %g s: %s", backoff, error)
        with suppress(TimeoutError):
            await asyncio.wait_for(hangup.wait(), backoff)
    restart.stop = None


async def try_storage(settings: Settings) -> None:
    """Open and close the database."""
    storage = Storage(settings.database or default_url())
    try:
        await storage.open()
    finally:
        await storage.close()


# The port


def get_inherited_socket() -> socket.socket | None:
    """Return the socket passed to this process by systemd or a restart, if any."""
    count, receiver = os.environ.pop("LISTEN_FDS", ""), os.environ.pop("LISTEN_PID", "")
    if receiver != str(os.getpid()) or count in ("", "0"):
        return None
    if count != "1":
        raise CannotListen(f"one socket can be handed over, not {count}")
    listening = socket.socket(fileno=INHERITED_DESCRIPTOR)
    if listening.type != socket.SOCK_STREAM or listening.family not in (
        socket.AF_INET,
        socket.AF_INET6,
    ):
        listening.close()
        raise CannotListen("what is handed over is not a TCP socket")
    listening.set_inheritable(False)
    return listening


def listen(host: str, port: int, any_port: bool) -> socket.socket:
    """Bind a socket; with `any_port`, to a free port if the requested one is taken."""
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
    """Return the URL for a browser on this machine."""
    host, port = listening.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


# Restarts


def has_terminal() -> bool:
    """Return whether the process has a terminal: then SIGHUP means that it was closed."""
    try:
        return sys.stdin.isatty()
    except (AttributeError, ValueError):  # it was closed
        return False


class Restart:
    """Handles SIGHUP: the hall stops, and restarts on the same socket unless it has a terminal.

    The handler is installed on systems with this signal, and only in the main thread, in which some
    tests do not run the hall.
    """

    def __init__(self, listening: socket.socket) -> None:
        self.listening = listening.dup()  # the server closes its own copy
        self.is_hung_up = False
        self.is_wanted = False
        self.stop: Callable[[], object] | None = None  # stops the current phase
        is_main = threading.current_thread() is threading.main_thread()
        if hasattr(signal, "SIGHUP") and is_main:
            signal.signal(signal.SIGHUP, lambda *_: self.hang_up())

    def hang_up(self) -> None:
        self.is_hung_up, self.is_wanted = True, not has_terminal()
        if self.stop:
            self.stop()

    def execute(self, log: str) -> NoReturn:
        """Replace the process by the new program; the browser is not opened again."""
        os.dup2(self.listening.fileno(), INHERITED_DESCRIPTOR, inheritable=True)
        handed = {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid()), "STEINREICH_LOG": log}
        arguments = [one for one in sys.orig_argv[1:] if one != "--open"]
        os.execve(sys.executable, [sys.executable, *arguments], os.environ | handed)


# uvicorn


def run_server(
    settings: Settings, listening: socket.socket, ready: Callable[[], None], restart: Restart
) -> None:
    """Run uvicorn until it is told to stop; SIGHUP is reported to `restart`."""
    from steinreich.hall.api.security import MAX_BODY_BYTES
    from steinreich.hall.app import make_app  # slow to import
    from steinreich.hall.connections import Connection

    app = make_app(settings, ready)
    config = uvicorn.Config(
        app,
        http=Connection,
        ws="websockets-sansio",
        ws_max_size=MAX_BODY_BYTES,
        ws_per_message_deflate=False,  # messages are short; time matters more
        log_config=None,
        access_log=False,
        server_header=False,
        backlog=BACKLOG,
        timeout_keep_alive=60,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or "127.0.0.1",
        timeout_graceful_shutdown=GRACEFUL_SECONDS,
    )
    server = uvicorn.Server(config)
    lan = app.state.lan
    lan.port, lan.listen = listening.getsockname()[1], partial(listen_also, server)
    more = [lan.bind()] if lan.is_alone and settings.lan == "on" else []
    restart.stop = lambda: setattr(server, "should_exit", True)
    if restart.is_hung_up:
        return
    server.run(sockets=[listening, *more])


def exit_on_sigterm() -> None:
    """Exit with status 0 on SIGTERM.

    uvicorn shuts down gracefully and then sends itself the signal again, which would otherwise kill
    the process.
    """
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))


async def listen_also(server: uvicorn.Server, more: socket.socket) -> asyncio.Server:
    """Serve on one more socket while the server runs.

    uvicorn has no public interface for this; pyproject.toml pins its minor version.
    """
    from steinreich.hall.connections import Connection

    def accept() -> Connection:
        state = server.lifespan.state
        return Connection(config=server.config, server_state=server.server_state, app_state=state)

    loop = asyncio.get_running_loop()
    listener = await loop.create_server(accept, sock=more, backlog=BACKLOG)
    server.servers.append(listener)  # so that it is closed when the server stops
    return listener


def open_browser(address: str) -> threading.Thread:
    """Open the hall in a browser, in a thread that the caller may join."""
    opening = threading.Thread(target=webbrowser.open, args=(address,), daemon=True)
    opening.start()
    return opening
