"""How many of something each visitor holds."""

from collections import Counter


class Held:
    """Counts what visitors take and give back, up to so many."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.counts: Counter[str] = Counter()

    def is_full(self, visitor: str) -> bool:
        """Whether this visitor may take no more."""
        return self.counts[visitor] >= self.most

    def take(self, visitor: str) -> bool:
        """Take one; whether it was allowed."""
        if self.is_full(visitor):
            return False
        self.counts[visitor] += 1
        return True

    def give_back(self, visitor: str) -> None:
        self.counts[visitor] -= 1
        if not self.counts[visitor]:
            del self.counts[visitor]  # visitors are not remembered for ever
