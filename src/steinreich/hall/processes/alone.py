"""A hall of one server process."""

import asyncio
import signal
import socket
import sys
import threading
from collections.abc import Callable

import uvicorn
from uvicorn.config import STARTUP_FAILURE

from steinreich.hall.app import make_app
from steinreich.hall.limits.http_connections import HttpConnection
from steinreich.hall.processes.server_settings import BACKLOG, server_settings
from steinreich.hall.settings import Settings
from steinreich.hall.upkeep.handover import Restart


def run_alone(settings: Settings, listening: socket.socket, ready: Callable[[], None]) -> Restart:
    """Run it until it is told to stop; says whether it is to begin anew."""
    leave_quietly()
    app = make_app(settings)
    server = Announcing(uvicorn.Config(app, **server_settings(settings)), ready)
    lan = app.state.lan
    lan.port, lan.listen = listening.getsockname()[1], server.listen_also
    more = [lan.bind()] if lan.is_alone and settings.lan == "on" else []
    restart = Restart(listening)
    restart.on_hangup(lambda: setattr(server, "should_exit", True))
    server.run(sockets=[listening, *more])
    if server.lifespan.should_exit and not server.started:  # the reason is in the log
        sys.exit(STARTUP_FAILURE)
    return restart


def leave_quietly() -> None:
    """To be told to stop is no failure.  uvicorn ends in good order and then sends itself the
    signal again, which would otherwise end the process as if it had been shot."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))


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
