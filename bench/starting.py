"""Startup time of compiled play: the first time ever, and in every new process."""

import os
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

COLD, FIRST, FURTHER = 5.0, 3.0, 0.3  # maximum seconds
COMPANION = "examples/connect_four.py"  # comes first, so that the other is a further game

SCRIPT = """
import sys, time
from steinreich import load

def ready(id):
    began = time.perf_counter()
    import numpy as np
    from steinreich.rules import playout
    from steinreich.compile.binder import typed
    game = load(id)
    run = game.compiled.entry(playout.playouts)
    outcomes, lengths = np.zeros(100, np.int8), np.zeros(100, np.int32)
    run(typed(game.start(seed=1).state), np.uint64(1), 0, outcomes, lengths)
    return time.perf_counter() - began

print(*[ready(id) for id in sys.argv[1:]])
"""


class Starting(NamedTuple):
    """Seconds until random games of one game are played."""

    game: str
    cold: float  # to compile its rules and playout, with nothing on disk
    first: float  # from the start of a process, with machine code on disk
    further: float  # after another game in the same process, with machine code on disk

    def wrong(self) -> list[str]:
        """Return what takes too long."""
        limits = (("cold", COLD), ("first", FIRST), ("further", FURTHER))
        return [
            f"{self.game}: {name} start {getattr(self, name):.2f} s, not {limit} s"
            for name, limit in limits
            if getattr(self, name) > limit
        ]


def measure_starting(id: str) -> Starting:
    """Measure in processes of their own, with a separate cache folder."""
    companion = "vier3d" if id == COMPANION else COMPANION
    with tempfile.TemporaryDirectory() as folder:
        run([companion], folder)
        cold = run([companion, id], folder)
        began = time.perf_counter()
        run([id], folder)
        first = time.perf_counter() - began
        return Starting(id, cold, first, run([companion, id], folder))


def run(ids: list[str], folder: str) -> float:
    """Return the seconds that the last of the games needs in a new process."""
    output = subprocess.run(
        [sys.executable, "-c", SCRIPT, *ids],
        env={**os.environ, "STEINREICH_CACHE": folder},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return float(output.split()[-1])
