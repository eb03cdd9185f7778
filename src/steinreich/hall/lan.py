"""The local network: a hall for this machine alone can be opened to the network at home.

Then it listens on one more address, the one by which this machine is known there, and answers to
that name, too.  Only a private address will do: a public one would open it to the world, and that
is for whoever runs a server to decide (`--host`).
"""

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable

from steinreich.rules.errors import SteinreichError

ELSEWHERE = ("198.51.100.1", 9)  # reserved for examples; nothing is ever sent there

Listen = Callable[[socket.socket], Awaitable[asyncio.Server]]


class NoNetwork(SteinreichError):
    """The hall cannot be opened to a local network; the message says why."""


def own_address() -> str | None:
    """The address of this machine in its local network, if it has a private one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)  # sends nothing: only says from where it would be sent
        except OSError:
            return None
        found: str = probe.getsockname()[0]
    address = ipaddress.ip_address(found)
    return found if address.is_private and not address.is_loopback else None


def is_local(address: str) -> bool:
    """Whether an address is one of this machine's own."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


class Lan:
    """Whether the hall can be reached from the local network, and how that is changed."""

    def __init__(self, host: str, mode: str) -> None:
        self.mode = mode  # offer, on, off
        self.is_everywhere = host in ("0.0.0.0", "::")  # it listens there anyway
        self.is_alone = is_local(host)
        self.port = 0  # on which the hall listens; known when it does
        self.listen: Listen | None = None  # how to listen elsewhere, too
        self.server: asyncio.Server | None = None
        self.lock = asyncio.Lock()  # two who open it at once open it once
        self.host: str | None = None  # the name by which it is known there, while it is open

    @property
    def url(self) -> str | None:
        """Where others in the network find the hall; None where they do not."""
        if self.is_everywhere:
            found = own_address()
            return f"http://{found}:{self.port}/" if found else None
        return f"http://{self.host}:{self.port}/" if self.host else None

    @property
    def can_change(self) -> bool:
        """Whether somebody at this machine may open and close it."""
        return self.is_alone and self.mode == "offer" and self.listen is not None

    async def open(self) -> None:
        """Listen in the local network, too; NoNetwork if that cannot be."""
        async with self.lock:
            if self.server is None and self.listen is not None:
                self.server = await self.listen(self.bind())

    def bind(self) -> socket.socket:
        """A socket in the local network, on the port of the hall."""
        host = own_address()
        if host is None:
            raise NoNetwork("this machine has no address in a local network")
        more = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        more.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            more.bind((host, self.port))
        except OSError as error:
            more.close()
            raise NoNetwork(
                f"cannot listen on {host} port {self.port}: {error.strerror}"
            ) from error
        self.host = host
        return more

    def close(self) -> None:
        """Let nobody else in from there; who is here stays."""
        if self.server:
            self.server.close()
        self.server = self.host = None
