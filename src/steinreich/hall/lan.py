"""Access from the local network to a hall that otherwise serves only its own machine.

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
        source: str = probe.getsockname()[0]
    address = ipaddress.ip_address(source)
    return source if address.is_private and not address.is_loopback else None


def is_local(address: str) -> bool:
    """Return whether an address is a loopback address."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


class Lan:
    """The state of the local network access."""

    def __init__(self, host: str, mode: str) -> None:
        self.mode = mode  # the setting `lan`: offer, on or off
        self.is_on_all_addresses = host in ("0.0.0.0", "::")  # thus in the local network anyway
        self.is_loopback_only = is_local(host)
        self.port = 0  # of the hall; set when it listens
        self.listen: Listen | None = None  # serves another socket; set when the hall listens
        self.server: asyncio.Server | None = None
        self.lock = asyncio.Lock()  # concurrent requests open it once
        self.host: str | None = None  # the address in the local network, while open

    @property
    def url(self) -> str | None:
        """The URL of the hall in the local network, or None."""
        if self.is_on_all_addresses:
            address = find_lan_address()
            return f"http://{address}:{self.port}/" if address else None
        return f"http://{self.host}:{self.port}/" if self.host else None

    @property
    def can_change(self) -> bool:
        """Return whether requests from this machine may turn the access on and off."""
        return self.is_loopback_only and self.mode == "offer" and self.listen is not None

    async def open(self) -> None:
        """Listen in the local network, too; raise NoNetwork if that fails."""
        async with self.lock:
            if self.server is None and self.listen is not None:
                self.server = await self.listen(self.bind())

    def bind(self) -> socket.socket:
        """Return a socket bound to the address in the local network and the port of the hall."""
        host = find_lan_address()
        if host is None:
            raise NoNetwork("this machine has no address in a local network")
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, self.port))
        except OSError as error:
            listener.close()
            raise NoNetwork(
                f"cannot listen on {host} port {self.port}: {error.strerror}"
            ) from error
        self.host = host
        return listener

    def close(self) -> None:
        """Stop accepting connections from the local network; open ones remain."""
        if self.server:
            self.server.close()
        self.server = self.host = None
