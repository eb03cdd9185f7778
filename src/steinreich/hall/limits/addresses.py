"""Who is counted as one: an address, as far as its owner cannot choose another one at will.

Whoever has IPv6 has at least a network of 64 bits, and may use a new address of it for every
connection.  So all of these count as one.
"""

import hashlib
import ipaddress
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

OWN_BITS = 64  # of an IPv6 address: the part that tells who it is
UNKNOWN = "unknown"

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@lru_cache(4096)
def counted_as(address: str) -> str:
    """The name under which an address is counted; whatever is none counts as the same unknown."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])  # without the network card
    except ValueError:
        return UNKNOWN
    if isinstance(parsed, ipaddress.IPv4Address) or parsed.is_loopback:
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, OWN_BITS), strict=False))


def visitor_of(scope: Mapping[str, Any]) -> str:
    """Under which name the sender of a request or the opener of a socket is counted; behind a
    trusted proxy that is whom the proxy names."""
    client = scope.get("client")
    return counted_as(client[0]) if client else UNKNOWN


def digest_of(visitor: str) -> str | None:
    """What the database knows of a visitor: enough to see that two tables are the same one's.  It
    knows nothing of nobody."""
    return hashlib.sha256(visitor.encode()).hexdigest()[:24] if visitor else None


def networks(proxies: str) -> Iterator[Network]:
    """The proxies of a list with commas; ValueError with the text that is none."""
    for text in filter(None, map(str.strip, proxies.split(","))):
        try:
            yield ipaddress.ip_network(text)
        except ValueError:
            raise ValueError(text) from None


def is_in(found: Iterable[Network], address: str) -> bool:
    """Whether an address is in one of these networks."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(parsed in one for one in found)
