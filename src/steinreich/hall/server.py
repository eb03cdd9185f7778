"""The server process: its socket, uvicorn, restarts and shutdown.

The socket is opened first, so that clients that connect during the start wait instead of failing.
On SIGHUP the hall shuts down and replaces itself by a new program (`exec`) with the same process id
and the same socket, so the port stays open during a restart.  The socket is inherited as with
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
from steinreich.hall.storage.database_lock import lock_database
from steinreich.hall.storage.store import DatabaseDown, Storage, StorageFailed, default_url
from steinreich.rules.errors import SteinreichError

log = logging.getLogger("steinreich.server")

MAX_FILES = 65_536  # open files of a process
BACKLOG = 4096  # connections to be accepted; most systems allow no more
GRACEFUL_SHUTDOWN_SECONDS = 5
INHERITED_DESCRIPTOR = 3  # of the socket, as with systemd


class CannotListen(SteinreichError):
    """The address cannot be used; the message says why."""


def serve(settings: Settings, on_ready: Callable[[str], None], *, any_port: bool = False) -> None:
    """Run a hall until it is told to stop, and call `on_ready` with its URL once it can answer.

    With `any_port`, listen on a free port if the requested one is taken.  Raise DatabaseInUse if
    another server uses the same SQLite file.
    """
    set_up_logging(settings.log)
    allow_many_connections(settings.max_connections)
    exit_on_sigterm()
    with lock_database(settings.database or default_url()) as lock:
        listener = get_inherited_socket() or listen(settings.host, settings.port, any_port)
        listener.listen(BACKLOG)
        restart = Restart(listener)
        address = get_url(listener)

        def announce() -> None:
            lock.write_address(address)
            on_ready(address)

        try:
            asyncio.run(wait_for_storage(settings, restart))
            run_server(settings, listener, announce, restart)
        except StorageFailed:
            listener.close()
            restart.listener.close()
            raise
    if restart.should_restart:
        restart.execute(settings.log)
    restart.listener.close()


def allow_many_connections(expected: int) -> None:
    """Raise the limit of open files as far as the system allows: each connection needs one."""
    if resource := import_system_module("resource"):
        soft_limit, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
        new_limit = (
            MAX_FILES if hard_limit == resource.RLIM_INFINITY else min(hard_limit, MAX_FILES)
        )
        if soft_limit != resource.RLIM_INFINITY and soft_limit < new_limit:
            resource.setrlimit(resource.RLIMIT_NOFILE, (new_limit, hard_limit))
        if new_limit < expected:
            log.warning("a process may open %d files, fewer than max_connections", new_limit)


async def wait_for_storage(settings: Settings, restart: "Restart") -> None:
    """Open and close the database; retry while it is down and no SIGHUP arrives.

    Raise StorageFailed for permanent errors.
    """
    hangup, loop = asyncio.Event(), asyncio.get_running_loop()
    restart.stop = lambda: loop.call_soon_threadsafe(hangup.set)
    backoff = 0.0
    while not restart.has_received_sighup:
        try:
            await check_storage(settings)
            break
        except DatabaseDown as error:
            backoff = next_backoff(backoff)
            log.warning("the database does not answer; next attempt in %g s: %s", backoff, error)
        with suppress(TimeoutError):
            await asyncio.wait_for(hangup.wait(), backoff)
    restart.stop = None


async def check_storage(settings: Settings) -> None:
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
        raise CannotListen(f"expected one inherited socket, not {count}")
    listener = socket.socket(fileno=INHERITED_DESCRIPTOR)
    if listener.type != socket.SOCK_STREAM or listener.family not in (
        socket.AF_INET,
        socket.AF_INET6,
    ):
        listener.close()
        raise CannotListen("the inherited descriptor is not a TCP socket")
    listener.set_inheritable(False)
    return listener


def listen(host: str, port: int, any_port: bool) -> socket.socket:
    """Bind a socket; with `any_port`, to a free port if the requested one is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        try:
            listener.bind((host, port))
        except OSError as error:
            if not any_port or error.errno != errno.EADDRINUSE:
                raise
            listener.bind((host, 0))
    except OSError as error:
        listener.close()
        raise CannotListen(f"cannot listen on {host} port {port}: {error.strerror}") from error
    return listener


def get_url(listener: socket.socket) -> str:
    """Return the URL for a browser on this machine."""
    host, port = listener.getsockname()[:2]
    url_host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(
        host, f"[{host}]" if ":" in host else host
    )
    return f"http://{url_host}:{port}/"


# Restarts


def has_terminal() -> bool:
    """Return whether the process has a terminal: then SIGHUP means that it was closed."""
    try:
        return sys.stdin.isatty()
    except (AttributeError, ValueError):  # standard input was closed
        return False


class Restart:
    """Handles SIGHUP: the hall stops, and restarts on the same socket unless it has a terminal.

    The handler is installed only on systems with this signal, and only in the main thread: tests
    run halls in other threads, too.
    """

    def __init__(self, listener: socket.socket) -> None:
        self.listener = listener.dup()  # the server closes its own copy
        self.has_received_sighup = False
        self.should_restart = False
        self.stop: Callable[[], object] | None = None  # stops the current phase
        is_main = threading.current_thread() is threading.main_thread()
        if hasattr(signal, "SIGHUP") and is_main:
            signal.signal(signal.SIGHUP, lambda *_: self.on_sighup())

    def on_sighup(self) -> None:
        self.has_received_sighup, self.should_restart = True, not has_terminal()
        if self.stop:
            self.stop()

    def execute(self, log: str) -> NoReturn:
        """Replace the process by the new program; the browser is not opened again."""
        os.dup2(self.listener.fileno(), INHERITED_DESCRIPTOR, inheritable=True)
        inherited = {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid()), "STEINREICH_LOG": log}
        arguments = [argument for argument in sys.orig_argv[1:] if argument != "--open"]
        os.execve(sys.executable, [sys.executable, *arguments], os.environ | inherited)


# uvicorn


def run_server(
    settings: Settings, listener: socket.socket, on_ready: Callable[[], None], restart: Restart
) -> None:
    """Run uvicorn until it is told to stop; `restart` stops it on SIGHUP."""
    from steinreich.hall.api.security import MAX_BODY_BYTES
    from steinreich.hall.app import make_app  # slow to import
    from steinreich.hall.connections import Connection

    app = make_app(settings, on_ready)
    config = uvicorn.Config(
        app,
        http=Connection,
        ws="websockets-sansio",
        ws_max_size=MAX_BODY_BYTES,
        ws_per_message_deflate=False,  # messages are short; compression would cost time
        log_config=None,
        access_log=False,
        server_header=False,
        backlog=BACKLOG,
        timeout_keep_alive=60,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or "127.0.0.1",
        timeout_graceful_shutdown=GRACEFUL_SHUTDOWN_SECONDS,
    )
    server = uvicorn.Server(config)
    lan = app.state.lan
    lan.port, lan.listen = listener.getsockname()[1], partial(serve_on, server)
    lan_sockets = [lan.bind()] if lan.is_loopback_only and settings.lan == "on" else []
    restart.stop = lambda: setattr(server, "should_exit", True)
    if restart.has_received_sighup:
        return
    server.run(sockets=[listener, *lan_sockets])


def exit_on_sigterm() -> None:
    """Exit with status 0 on SIGTERM.

    uvicorn shuts down gracefully and then sends itself the signal again, which would otherwise kill
    the process.
    """
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))


async def serve_on(server: uvicorn.Server, extra_socket: socket.socket) -> asyncio.Server:
    """Make a running server accept connections on another socket, too.

    uvicorn has no public interface for this; pyproject.toml pins its minor version.
    """
    from steinreich.hall.connections import Connection

    def accept() -> Connection:
        state = server.lifespan.state
        return Connection(config=server.config, server_state=server.server_state, app_state=state)

    loop = asyncio.get_running_loop()
    accepting = await loop.create_server(accept, sock=extra_socket, backlog=BACKLOG)
    server.servers.append(accepting)  # so that it is closed when the server stops
    return accepting


def open_browser(address: str) -> threading.Thread:
    """Open the hall in a browser, in a thread that the caller may join."""
    thread = threading.Thread(target=webbrowser.open, args=(address,), daemon=True)
    thread.start()
    return thread
