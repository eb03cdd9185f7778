"""Limits that hold for all processes of one hall on one machine together.

They share files in memory.  What visitors hold is counted by each process in a row of its own,
which nobody else writes, and added up over all rows.  A process keeps its row locked; so the rows
of the dead are seen to be free, and whoever starts next clears them.  Buckets stand once, and who
takes from one locks it meanwhile: that is for what happens seldom.

Visitors are not listed: each has a slot, chosen by a digest that nobody outside can compute.  Two
that fall into the same one, one pair in 16,384, share their limits.
"""

import hashlib
import mmap
import os
import time
from collections.abc import Callable
from pathlib import Path

from steinreich.compile.locks import system
from steinreich.hall.limits.budget import Bucket, Buckets, Budget, full_bucket
from steinreich.hall.limits.held import Held

SLOTS = 16_384
ROWS = 128  # more than there are processes, also while new ones take over from old ones
INTEGER, NUMBER = 4, 8  # bytes

fcntl = system("fcntl")  # which all systems have on which there can be several processes


class SharedFile:
    """Numbers that several processes see; zero at first."""

    def __init__(self, file: Path, size: int) -> None:
        self.key = file.parent.name.encode()  # made at random for this run of the hall
        self.descriptor = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
        os.ftruncate(self.descriptor, size)
        self.memory = memoryview(mmap.mmap(self.descriptor, size))

    def slot(self, visitor: str) -> int:
        digest = hashlib.blake2b(visitor.encode(), digest_size=8, key=self.key).digest()
        return int.from_bytes(digest) % SLOTS

    def is_locked(self, place: int, wait: bool = False) -> bool:
        """Lock one place of the file; whether it was free."""
        try:
            fcntl.lockf(self.descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB), 1, place)
        except BlockingIOError:
            return False
        return True

    def unlock(self, place: int) -> None:
        fcntl.lockf(self.descriptor, fcntl.LOCK_UN, 1, place)


class SharedHeld(Held):
    """Counts what visitors take and give back in all processes."""

    def __init__(self, most: int, file: Path) -> None:
        super().__init__(most)
        self.file = SharedFile(file, ROWS * SLOTS * INTEGER)
        self.numbers = self.file.memory.cast("i")
        self.row = next(row for row in range(ROWS) if self.file.is_locked(row))
        self.clear(self.row)
        for row in range(self.row + 1, ROWS):  # one by one: others may be looking for theirs
            if self.file.is_locked(row):
                self.clear(row)
                self.file.unlock(row)

    def clear(self, row: int) -> None:
        """Forget what a process held that is no more; a row that was never used takes no memory."""
        begin, nothing = row * SLOTS * INTEGER, bytes(SLOTS * INTEGER)
        if self.file.memory[begin : begin + len(nothing)] != nothing:
            self.file.memory[begin : begin + len(nothing)] = nothing

    def is_full(self, visitor: str) -> bool:
        return sum(self.numbers[self.file.slot(visitor) :: SLOTS]) >= self.most

    def take(self, visitor: str) -> bool:
        if self.is_full(visitor):
            return False
        self.numbers[self.row * SLOTS + self.file.slot(visitor)] += 1
        return True

    def give_back(self, visitor: str) -> None:
        self.numbers[self.row * SLOTS + self.file.slot(visitor)] -= 1


class SharedBuckets(Buckets):
    """A bucket for every address, from which all processes take."""

    def __init__(
        self, rate: float, file: Path, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(rate, clock)
        self.file = SharedFile(file, 2 * SLOTS * NUMBER)
        self.numbers = self.file.memory.cast("d")  # of each slot the level, and when it was seen

    def charge(self, address: str, units: float) -> float:
        slot = self.file.slot(address)
        self.file.is_locked(slot, wait=True)
        try:
            level, seen = self.numbers[2 * slot : 2 * slot + 2]
            now = self.clock()
            bucket = Bucket(level, seen) if seen else full_bucket(self.rate, now)
            wait = bucket.charge(self.rate, now, units)
            self.numbers[2 * slot], self.numbers[2 * slot + 1] = bucket.level, bucket.seen
        finally:
            self.file.unlock(slot)
        return wait


class Counting:
    """How a hall counts: in this process, or, in a folder that they share, in all of them."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def held(self, what: str, most: int) -> Held:
        return SharedHeld(most, self.folder / f"{what}-held") if self.folder else Held(most)

    def budget(self, units_per_second: float, heavy_units_per_second: float) -> Budget:
        everything = self.buckets("everything", units_per_second)
        return Budget(everything, self.buckets("heavy", heavy_units_per_second))

    def buckets(self, what: str, rate: float) -> Buckets:
        return SharedBuckets(rate, self.folder / f"{what}-rates") if self.folder else Buckets(rate)
