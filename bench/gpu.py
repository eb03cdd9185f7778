"""Measure random games on the GPU, after checking that they equal those on the CPU.

Run on a machine with an NVIDIA GPU: python -m bench.gpu [--seconds 2]
"""

import argparse
import time
from typing import NamedTuple

import numpy as np
from numba import cuda

from steinreich import Game, GpuGames, load, random_games

GAMES = {  # id: games in one launch, so that a launch lasts long enough to be timed
    "examples/connect_four.py": 40_000_000,
    "vier3d": 40_000_000,
    "vier3d(variant=most_fours)": 10_000_000,
    "vier3d(players=3)": 20_000_000,
    "chain_reaxis": 20_000_000,
    "chain_reaxis(size=8x8)": 20_000_000,
    "six_in_line": 16_000_000,
    "six_in_line(players=4)": 16_000_000,
    "tzaar(setup=fixed)": 16_000_000,
    "tzaar(setup=tournament)": 16_000_000,
    "inner_square": 8_000_000,
    "inner_square(board=alq9,groups=on,between=on)": 8_000_000,
}
COMPARED_GAMES = 2_000  # games that are also played on the CPU


class GpuSpeed(NamedTuple):
    """The speed of random games on a GPU."""

    game: str
    games: float  # per second
    actions: float  # per second
    compile_seconds: float  # including the comparison with the CPU


def measure(game: Game, games: int, seconds: float) -> GpuSpeed:
    """Check some games against the CPU, then return the speed over a number of seconds."""
    start = game.start(seed=1)
    runner = GpuGames(game)
    started = time.perf_counter()
    check(game, *runner.play(start, COMPARED_GAMES, seed=5))
    compile_seconds = time.perf_counter() - started
    outcomes, lengths = cuda.device_array(games, np.int8), cuda.device_array(games, np.int32)
    times: list[float] = []
    while sum(times) < seconds:
        cuda.synchronize()
        started = time.perf_counter()
        runner.launch(start, 6, outcomes, lengths)
        cuda.synchronize()
        times.append(time.perf_counter() - started)
    median = sorted(times)[len(times) // 2]
    actions = int(lengths.copy_to_host().sum(dtype=np.int64))
    return GpuSpeed(game.id, games / median, actions / median, compile_seconds)


def check(game: Game, outcomes: np.ndarray, lengths: np.ndarray) -> None:
    """Check that the same random streams give the same games on the CPU."""
    cpu = random_games(game.start(seed=1), len(outcomes), seed=5)
    if not (np.array_equal(outcomes, cpu.outcomes) and np.array_equal(lengths, cpu.lengths)):
        raise SystemExit(f"{game.id}: the games on the GPU differ from those on the CPU")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0)
    arguments = parser.parse_args()
    print(f"{cuda.get_current_device().name}; results equal to the CPU's")
    print("| game | games/s | actions/s | compile |\n|---|---:|---:|---:|")
    for id, games in GAMES.items():
        speed = measure(load(id), games, arguments.seconds)
        rates = f"{speed.games / 1e6:,.1f} M | {speed.actions / 1e9:.2f} G"
        print(f"| {speed.game} | {rates} | {speed.compile_seconds:.1f} s |", flush=True)


if __name__ == "__main__":
    main()
