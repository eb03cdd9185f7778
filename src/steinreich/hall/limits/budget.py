"""The budget of an address: how much work it may ask for, in units of about a millisecond.

Every connection, request, frame and message is charged to its address, those that are refused as
well.  Two token buckets stand behind it: one for everything, and a smaller one for what is dear and
seldom needed (a repeated hello, thinking, records, new tables).  An address that has used up its
budget waits: its requests are answered, and its sockets read, as fast as the budget fills up again.
Only where it would wait too long it is refused.
"""

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from steinreich.hall.api.refusals import NotAllowed
from steinreich.rules.language import Words

MAX_BUCKETS = 10_000  # addresses remembered; the one not seen for longest is evicted first
BURST_SECONDS = 0.5  # of the rate that may be taken at once
MAX_WAIT_SECONDS = 5.0  # for the budget to fill up; who would wait longer is refused
REFUSAL_UNITS = 0.5  # what a refusal costs
OVER_BUDGET = Words(
    "Too many requests from this address; please wait a moment.",
    "Zu viele Anfragen von hier; bitte warte einen Moment.",
)


class Cost(NamedTuple):
    """What something costs."""

    units: float
    is_heavy: bool = False  # whether the smaller budget is charged, too


class OverBudget(NotAllowed):
    """The address has used up its budget."""

    def __init__(self, wait: float) -> None:
        super().__init__(429, *OVER_BUDGET)
        self.retry_seconds = math.ceil(wait)


class Bucket:
    """A token bucket that may go into debt: then the next one waits."""

    __slots__ = ("level", "seen")

    def __init__(self, level: float, seen: float) -> None:
        self.level = level
        self.seen = seen

    def charge(self, rate: float, now: float, units: float) -> float:
        """Charge some units; return the seconds to wait before they are used, more than
        MAX_WAIT_SECONDS where they are refused."""
        self.level = min(BURST_SECONDS * rate, self.level + (now - self.seen) * rate)
        self.seen = now
        wait = max(0.0, (units - self.level) / rate)
        if is_too_long(wait):
            self.level = max(self.level - REFUSAL_UNITS, -2 * MAX_WAIT_SECONDS * rate)
        else:
            self.level -= units
        return wait


def full_bucket(rate: float, now: float) -> Bucket:
    """The bucket of an address that has asked for nothing yet."""
    return Bucket(BURST_SECONDS * rate, now)


def is_too_long(wait: float) -> bool:
    """Whether what would have to wait so many seconds is refused."""
    return wait > MAX_WAIT_SECONDS


class Buckets:
    """A bucket for every address."""

    def __init__(self, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate  # units a second
        self.clock = clock
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def charge(self, address: str, units: float) -> float:
        """Charge an address; return the seconds that it has to wait."""
        now = self.clock()
        bucket = self.buckets.pop(address, None) or full_bucket(self.rate, now)
        self.buckets[address] = bucket
        if len(self.buckets) > MAX_BUCKETS:
            self.buckets.popitem(last=False)
        return bucket.charge(self.rate, now, units)


class Budget:
    """Both buckets of every address."""

    def __init__(self, everything: Buckets, heavy: Buckets) -> None:
        self.everything = everything
        self.heavy = heavy

    def charge(self, address: str, cost: Cost) -> float:
        """Charge an address; return the seconds to wait, more than MAX_WAIT_SECONDS where it is
        refused."""
        wait = self.heavy.charge(address, cost.units) if cost.is_heavy else 0.0
        if is_too_long(wait):
            return wait
        return max(wait, self.everything.charge(address, cost.units))

    async def spend(self, address: str, cost: Cost) -> None:
        """Charge an address and wait until that is covered; raise OverBudget if it is refused."""
        wait = self.charge(address, cost)
        if is_too_long(wait):
            raise OverBudget(wait)
        if wait:
            await asyncio.sleep(wait)
