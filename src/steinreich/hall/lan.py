"""Access from the local network to a hall that serves its own machine.

When opened, the hall also listens on the private address of this machine in the local network, and
accepts it as a host name.  Public addresses are never opened this way: that requires `--host`.
"""

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable

from steinreich.rules.errors import SteinreichError

PROBE_ADDRESS = ("198.51.100.1", 9)  # reserved for documentation; nothing is sent to it

Listen = Callable[[socket.socket], Awaitable[asyncio.Server]]


class NoNetwork(SteinreichError):
    """The hall cannot be opened to a local network; the message says why."""


def find_lan_address() -> str | None:
    """Return the private address of this machine in its local network, or None."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(PROBE_ADDRESS)  # sends nothing: it only selects the source address
        except OSError:
            return None
        found: str = probe.getsockname()[0]
    address = ipaddress.ip_address(found)
    return found if address.is_private and not address.is_loopback else None


def is_local(address: str) -> bool:
    """Return whether an address is a loopback address."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


class Lan:
    """The state of the local network access."""

    def __init__(self, host: str, mode: str) -> None:
        self.mode = mode  # offer, on, off
        self.is_everywhere = host in ("0.0.0.0", "::")  # the hall listens on all addresses anyway
        self.is_alone = is_local(host)
        self.port = 0  # of the hall; set when it listens
        self.listen: Listen | None = None  # serves one more socket
        self.server: asyncio.Server | None = None
        self.lock = asyncio.Lock()  # concurrent requests open it once
        self.host: str | None = None  # the address in the local network, while open

    @property
    def url(self) -> str | None:
        """Return the URL of the hall in the local network, or None."""
        if self.is_everywhere:
            found = find_lan_address()
            return f"http://{found}:{self.port}/" if found else None
        return f"http://{self.host}:{self.port}/" if self.host else None

    @property
    def can_change(self) -> bool:
        """Return whether requests from this machine may open and close it."""
        return self.is_alone and self.mode == "offer" and self.listen is not None

    async def open(self) -> None:
        """Listen in the local network, too; raise NoNetwork if that fails."""
        async with self.lock:
            if self.server is None and self.listen is not None:
                self.server = await self.listen(self.bind())

    def bind(self) -> socket.socket:
        """Return a socket in the local network, on the port of the hall."""
        host = find_lan_address()
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
        """Stop accepting connections from the local network; open ones remain."""
        if self.server:
            self.server.close()
        self.server = self.host = None
