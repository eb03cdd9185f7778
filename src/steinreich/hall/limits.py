"""Limits per visitor: concurrency quotas, and a work budget.

A visitor is an IPv4 address or an IPv6 network of 64 bits, as its owner can choose any address in
it.

The budget of a visitor is counted in units of about a millisecond of one processor.  Every
connection, request, frame and message is charged to its address, even if it is refused.  Each
address has two token buckets: one for everything, and a smaller one for what is expensive and rare
(a repeated hello, analysis, records, new tables).  An address that has used up its budget waits:
its requests are answered, and its sockets read, as fast as the budget fills up again.  Requests
that would have to wait too long are refused.
"""

import asyncio
import hashlib
import ipaddress
import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from steinreich.hall.errors import RequestRefused
from steinreich.rules.language import Text
from steinreich.session.schema.messages import Explain, FromClient, Hello, Hint, Hurry, Ping, Wait
from steinreich.session.schema.study import Stop, StudyRequest

IPV6_CLIENT_BITS = 64  # of an IPv6 address, the network that identifies a visitor
UNKNOWN = "unknown"

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@lru_cache(4096)
def normalize_address(address: str) -> str:
    """Return the name under which an address is counted; all invalid addresses count as UNKNOWN."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])  # without the zone
    except ValueError:
        return UNKNOWN
    if isinstance(parsed, ipaddress.IPv4Address) or parsed.is_loopback:
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, IPV6_CLIENT_BITS), strict=False))


def get_visitor(scope: Mapping[str, Any]) -> str:
    """Return the normalized address of the client of a request or socket; behind a trusted proxy,
    of the client that the proxy names."""
    client = scope.get("client")
    return normalize_address(client[0]) if client else UNKNOWN


def hash_visitor(visitor: str) -> str | None:
    """Return the digest of a visitor that the database stores, so that tables opened from the same
    address can be counted; None for no visitor."""
    return hashlib.sha256(visitor.encode()).hexdigest()[:24] if visitor else None


def parse_networks(proxies: str) -> Iterator[Network]:
    """Parse a comma-separated list of proxies; raise ValueError with the text that is invalid."""
    for text in filter(None, map(str.strip, proxies.split(","))):
        try:
            yield ipaddress.ip_network(text)
        except ValueError:
            raise ValueError(text) from None


def is_in_networks(networks: Iterable[Network], address: str) -> bool:
    """Return whether an address is in one of these networks."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(parsed in network for network in networks)


# Concurrency quotas


class ConcurrencyQuota:
    """The number of connections or sockets that each visitor may hold at the same time."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.counts: Counter[str] = Counter()

    def is_full(self, visitor: str) -> bool:
        """Return whether a visitor may hold no more."""
        return self.counts[visitor] >= self.limit

    def acquire(self, visitor: str) -> bool:
        """Count one more, unless the visitor may hold no more; return whether it was counted."""
        if self.is_full(visitor):
            return False
        self.counts[visitor] += 1
        return True

    def release(self, visitor: str) -> None:
        self.counts[visitor] -= 1
        if not self.counts[visitor]:
            del self.counts[visitor]  # visitors without connections take no memory


# The budget of work

MAX_BUCKETS = 10_000  # addresses; the least recently charged one is evicted first
BURST_SECONDS = 0.5  # capacity of a bucket: it fills up in this time
MAX_WAIT_SECONDS = 5.0  # for the budget to fill up; longer waits are refused
REFUSAL_UNITS = 0.5  # cost of a refused request
MAX_DEBT_SECONDS = 2 * MAX_WAIT_SECONDS  # until a bucket with the largest debt is out of debt
OVER_BUDGET = Text("Too many requests from this address; please wait a moment.")


class Cost(NamedTuple):
    """A number of units to charge."""

    units: float
    is_heavy: bool = False  # whether the smaller bucket is charged, too


class OverBudget(RequestRefused):
    """The address has used up its budget."""

    def __init__(self, wait: float) -> None:
        super().__init__(429, OVER_BUDGET)
        self.retry_seconds = math.ceil(wait)


class Bucket:
    """A token bucket that may go into debt; then the next request waits."""

    __slots__ = ("level", "updated_at")

    def __init__(self, level: float, now: float) -> None:
        self.level = level  # units; negative: in debt
        self.updated_at = now

    def charge(self, rate: float, now: float, units: float) -> float:
        """Charge some units and return the seconds to wait; more than MAX_WAIT_SECONDS means
        refused."""
        self.level = min(BURST_SECONDS * rate, self.level + (now - self.updated_at) * rate)
        self.updated_at = now
        wait = max(0.0, (units - self.level) / rate)
        if is_too_long(wait):
            # The debt is bounded, so that a visitor that stops is served again soon.
            self.level = max(self.level - REFUSAL_UNITS, -MAX_DEBT_SECONDS * rate)
        else:
            self.level -= units
        return wait


def is_too_long(wait: float) -> bool:
    """Return whether a wait is too long, so that the request is refused."""
    return wait > MAX_WAIT_SECONDS


class Buckets:
    """A bucket for each address."""

    def __init__(self, rate: float, clock: Callable[[], float]) -> None:
        self.rate = rate  # units per second
        self.clock = clock
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def charge(self, address: str, units: float) -> float:
        """Charge an address; return the seconds that it has to wait."""
        now = self.clock()
        bucket = self.buckets.pop(address, None) or Bucket(BURST_SECONDS * self.rate, now)
        self.buckets[address] = bucket
        if len(self.buckets) > MAX_BUCKETS:
            self.buckets.popitem(last=False)
        return bucket.charge(self.rate, now, units)


class Budget:
    """The work budget of each address: two token buckets."""

    def __init__(
        self,
        units_per_second: float,
        heavy_units_per_second: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.total_buckets = Buckets(units_per_second, clock)
        self.heavy_buckets = Buckets(heavy_units_per_second, clock)

    def charge(self, address: str, cost: Cost) -> float:
        """Charge an address and return the seconds to wait; more than MAX_WAIT_SECONDS means
        refused."""
        wait = self.heavy_buckets.charge(address, cost.units) if cost.is_heavy else 0.0
        if is_too_long(wait):
            return wait
        return max(wait, self.total_buckets.charge(address, cost.units))

    async def spend(self, address: str, cost: Cost) -> None:
        """Charge an address and wait until its budget covers the cost; raise OverBudget if that
        takes too long."""
        wait = self.charge(address, cost)
        if is_too_long(wait):
            raise OverBudget(wait)
        if wait:
            await asyncio.sleep(wait)


# Costs

CONNECTION_COST = Cost(0.5)
NEW_TABLE_COST = Cost(20, is_heavy=True)  # includes disk space
REPLAY_COST = Cost(20, is_heavy=True)  # of a game, or a record
POSITION_COST = Cost(5)  # without a table
SETUP_COST = Cost(30)  # of a position from pieces: several position strings are tried
OPENING_COST = Cost(40, is_heavy=True)  # each move is looked up in the statistics, perhaps proven
REFUTATION_COST = Cost(15)  # of a wrong action in a puzzle
LOAD_COST = Cost(3)  # of loading a table into memory, besides its events
UNITS_PER_EVENT = 0.05  # of a table that is loaded
PAGE_COST = Cost(1)  # any file of the client
REQUEST_COST = Cost(2)  # of the REST interface, except those in REQUEST_COSTS
UNITS_PER_BYTE = 5e-6  # of responses
UNITS_PER_RECEIVED_BYTE = 2e-3  # of a WebSocket: frames may all be short pings
REQUEST_COSTS: Mapping[str, Cost] = {
    "/api/tables": Cost(10),
    "/api/openapi.json": Cost(10),
    "/api/health": Cost(5),
    "/api/lesson": Cost(5),
    "/metrics": Cost(10),
    **dict.fromkeys(("/api/records", "/api/records/frames", "/api/records/pictures"), REPLAY_COST),
}


def get_request_cost(path: str) -> Cost:
    """Return the cost of an HTTP request or WebSocket handshake, known from its path."""
    return REQUEST_COSTS.get(path) or (REQUEST_COST if path.startswith("/api/") else PAGE_COST)


def get_response_cost(size: int) -> Cost:
    """Return the additional cost of a response of this size in bytes."""
    return Cost(size * UNITS_PER_BYTE)


def get_receive_cost(data: bytes) -> Cost:
    """Return the cost of reading bytes from a WebSocket, besides the messages in them."""
    return Cost(len(data) * UNITS_PER_RECEIVED_BYTE)


def get_events_cost(events: int) -> Cost:
    """Return the cost of replaying the events of a table when it is loaded."""
    return Cost(events * UNITS_PER_EVENT)


def get_replay_cost(count: int) -> Cost:
    """Return the cost of several replays or records."""
    return REPLAY_COST._replace(units=count * REPLAY_COST.units)


def get_message_cost(message: FromClient | None) -> Cost:
    """Return the cost of a message at a table; None is an invalid one."""
    match message:
        case Ping():
            return Cost(0.2)
        case Hello():
            return Cost(6, is_heavy=True)
        case Wait() | Hurry():
            return Cost(3, is_heavy=True)
        case Hint() | Explain():
            return Cost(10, is_heavy=True)
    return Cost(2)


def get_study_cost(message: StudyRequest | None) -> Cost:
    """Return the cost of a message to the study; None is an invalid one."""
    match message:
        case None | Stop():
            return Cost(1)
        case Ping():
            return Cost(0.2)
    return Cost(4, is_heavy=True)
