"""Whose turn it is to have the computer think, when more ask than can be answered at once.

Addresses take turns: whoever has thirty tables waits for thirty turns, and makes others wait for
one.  Games in which no person plays, or at which nobody looks, come last of all.
"""

from collections import Counter, OrderedDict
from collections.abc import Iterable
from itertools import count
from typing import NamedTuple, Protocol, TypeVar

MOST_ADDRESSES = 10_000  # remembered; the one not served for longest is forgotten first


class Asker(NamedTuple):
    """For whom the computer thinks."""

    address: str = ""  # of whoever plays there, or looks on
    can_wait: bool = False  # nobody plays there, or nobody looks


class Waiting(Protocol):
    """What stands in the queue."""

    asker: Asker
    attempts: int


Item = TypeVar("Item", bound=Waiting)


class RoundRobin:
    """Addresses in turn."""

    def __init__(self) -> None:
        self.served: OrderedDict[str, int] = OrderedDict()  # when each had its last turn
        self.now = count(1)

    def take(self, asker: Asker) -> None:
        """An address has its turn."""
        self.served[asker.address] = next(self.now)
        self.served.move_to_end(asker.address)
        if len(self.served) > MOST_ADDRESSES:
            self.served.popitem(last=False)

    def order(self, waiting: Iterable[Item]) -> list[Item]:
        """All who wait, given in the order in which they came, in that in which they are served.

        What has been begun before and failed has waited its turn.  Of each address the first comes
        first, then of each the second and so on, beginning with who was not served for longest.
        """
        before: Counter[Asker] = Counter()
        places = []
        for number, item in enumerate(waiting):
            asker = item.asker
            served = self.served.get(asker.address, 0)
            place = (item.attempts == 0, asker.can_wait, before[asker], served, number)
            before[asker] += 1
            places.append((place, item))
        return [item for _, item in sorted(places, key=lambda placed: placed[0])]
