"""Running a hall: the port, the processes, the browser, and a clean end."""

import asyncio
import errno
import logging
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from typing import Any

import uvicorn

from steinreich.compile.locks import system
from steinreich.hall.api.security import LARGEST_BODY
from steinreich.hall.app import make_app
from steinreich.hall.limits.http_connections import HttpConnection
from steinreich.hall.metrics import set_up_logging
from steinreich.hall.processes.workers import run_several
from steinreich.hall.settings import Settings
from steinreich.hall.storage.database_lock import locked
from steinreich.hall.storage.store import Storage, default_url
from steinreich.hall.upkeep.handover import CannotListen, Restart, handed_over

log = logging.getLogger("steinreich.run")

GRACEFUL_SECONDS = 5
BACKLOG = 2048
MOST_FILES = 65_536  # that a process may have open


def serve(settings: Settings, ready: Callable[[str], None], *, any_port: bool = False) -> None:
    """Run a hall until it is told to stop; `ready` hears its address.  Occupied if one runs on the
    same SQLite file already.

    With `any_port` a port that is taken is no reason to give up: a free one will do.
    """
    set_up_logging(settings.log)
    allow_many_connections(settings.all_connections)
    with locked(settings.database or default_url()) as lock:
        asyncio.run(try_storage(settings))
        listening = handed_over() or listen(settings.host, settings.port, any_port)
        address = url(listening)

        def announce() -> None:
            lock.tell(address)
            ready(address)

        if settings.processes > 1:
            run_several(settings, listening, common(settings), announce)
            return
        leave_quietly()
        app = make_app(settings)
        config = uvicorn.Config(app, **common(settings))
        server = Announcing(config, announce)
        lan = app.state.lan
        lan.port, lan.listen = listening.getsockname()[1], server.listen_also
        more = [lan.bind()] if lan.is_alone and settings.lan == "on" else []
        restart = Restart(listening)
        restart.on_hangup(lambda: setattr(server, "should_exit", True))
        server.run(sockets=[listening, *more])
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


def leave_quietly() -> None:
    """To be told to stop is no failure.  uvicorn ends in good order and then sends itself the
    signal again, which would otherwise end the process as if it had been shot."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))


async def try_storage(settings: Settings) -> None:
    """Say at once, in a line, what is wrong with the database: StorageFailed."""
    storage = Storage(settings.database or default_url())
    await storage.open()
    await storage.close()


def common(settings: Settings) -> dict[str, Any]:
    """What every server process is told."""
    return {
        "loop": "auto",
        "http": "steinreich.hall.limits.http_connections:HttpConnection",
        "ws": "steinreich.hall.api.frame_limits:Wire",
        "ws_max_size": LARGEST_BODY,
        "ws_per_message_deflate": False,  # messages are short; time matters more
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "backlog": BACKLOG,
        "timeout_keep_alive": 60,
        "proxy_headers": bool(settings.proxies),
        "forwarded_allow_ips": settings.proxies or "127.0.0.1",
        "timeout_graceful_shutdown": GRACEFUL_SECONDS,
    }


class Announcing(uvicorn.Server):
    """A server that says when it can be used."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()

    async def listen_also(self, more: socket.socket) -> asyncio.Server:
        """Serve on one more socket, just as on the first."""

        def protocol() -> asyncio.Protocol:
            return HttpConnection(
                config=self.config,
                server_state=self.server_state,
                app_state=self.lifespan.state,
            )

        loop = asyncio.get_running_loop()
        server = await loop.create_server(protocol, sock=more, backlog=BACKLOG)
        self.servers.append(server)
        return server


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
