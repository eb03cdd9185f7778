"""How much one address or connection may ask for: buckets that fill up again with time."""

import time
from collections import OrderedDict
from collections.abc import Callable

MOST_BUCKETS = 10_000  # addresses remembered; the one not seen for longest is forgotten first


class Bucket:
    """So many at once, and so many a second after that."""

    __slots__ = ("level", "seen")

    def __init__(self, level: float, seen: float) -> None:
        self.level = level
        self.seen = seen

    def take(self, size: float, rate: float, now: float, count: int = 1) -> bool:
        """Whether so many more are allowed now."""
        self.level = min(size, self.level + (now - self.seen) * rate)
        self.seen = now
        if self.level < count:
            return False
        self.level -= count
        return True


class Limiter:
    """A bucket for every address."""

    def __init__(
        self, size: float, rate: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.size = size
        self.rate = rate
        self.clock = clock
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def allows(self, address: str, count: int = 1) -> bool:
        """Whether this address may do it so many times more."""
        now = self.clock()
        bucket = self.buckets.pop(address, None) or Bucket(self.size, now)
        self.buckets[address] = bucket
        if len(self.buckets) > MOST_BUCKETS:
            self.buckets.popitem(last=False)
        return bucket.take(self.size, self.rate, now, count)
