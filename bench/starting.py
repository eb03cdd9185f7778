"""Measure how long compiled games take to start: without and with cached machine code."""

import os
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

MAX_COLD_SECONDS, MAX_FIRST_SECONDS, MAX_FURTHER_SECONDS = 5.0, 3.0, 0.3
COMPANION = "examples/connect_four.py"  # started before the measured game, for `further`

SCRIPT = """
import sys, time
from steinreich import load

def start_game(id):
    started = time.perf_counter()
    import numpy as np
    from steinreich.rules import playout
    game = load(id)
    run = game.compiler.entry(playout.playouts)
    outcomes, lengths = np.zeros(100, np.int8), np.zeros(100, np.int32)
    run(game.start(seed=1).state, 1, 0, outcomes, lengths)
    return time.perf_counter() - started

print(*[start_game(id) for id in sys.argv[1:]])
"""


class StartTimes(NamedTuple):
    """Seconds until random games of a game have been played."""

    game: str
    cold: float  # to compile its rules and playout, without machine code of the game on disk
    first: float  # from the start of a process, with machine code on disk
    further: float  # after another game in the same process, with machine code on disk

    def find_failures(self) -> list[str]:
        """Return the failed requirements."""
        limits = (
            ("cold", MAX_COLD_SECONDS),
            ("first", MAX_FIRST_SECONDS),
            ("further", MAX_FURTHER_SECONDS),
        )
        return [
            f"{self.game}: {name} start {getattr(self, name):.2f} s, not {limit} s"
            for name, limit in limits
            if getattr(self, name) > limit
        ]


def measure_start_times(id: str) -> StartTimes:
    """Measure a game in new processes, with a separate cache folder."""
    companion = "vier3d" if id == COMPANION else COMPANION
    with tempfile.TemporaryDirectory() as folder:
        start_games([companion], folder)
        cold = start_games([companion, id], folder)
        started = time.perf_counter()
        start_games([id], folder)
        first = time.perf_counter() - started
        return StartTimes(id, cold, first, start_games([companion, id], folder))


def start_games(ids: list[str], folder: str) -> float:
    """Return the seconds that the last of the games needs in a new process."""
    output = subprocess.run(
        [sys.executable, "-c", SCRIPT, *ids],
        env={**os.environ, "STEINREICH_CACHE": folder},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return float(output.split()[-1])
