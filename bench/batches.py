"""Compare batched environments with Pgx: steps per second, measured in one run.

A step is that of a learner: choose a random legal action for each game, then make the step with
observation, mask and rewards.  Pgx makes a hundred such steps in one compiled call.

    python -m bench.batches         one core of the processor, batch 1,024
    python -m bench.batches --cuda  a GPU, each game at its best batch size

On the GPU, results are first compared with those of the CPU.
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any, NamedTuple

import numpy as np

from bench.peers import on_one_core
from steinreich.rl import BatchEnvironment, make

BATCH_SIZE = 1024
PGX = "Pgx connect_four"
MIN_RATIOS = {"examples/connect_four.py": 5.0, "vier3d": 4.0}  # times Pgx's steps, on one core
MIN_STEPS = {"tzaar(setup=fixed)": 3e6, "inner_square": 3e6}  # steps per second, on one core
CUDA_MIN_RATIOS = {"examples/connect_four.py": 3.0}  # times Pgx's steps, on an H200
GAMES = (
    "examples/connect_four.py",
    "vier3d",
    "vier3d(variant=most_fours)",
    "vier3d(players=3)",
    "chain_reaxis",
    "six_in_line",
    "six_in_line(players=1)",
    "tzaar(setup=fixed)",
    "inner_square",
)
GPU_BATCH_SIZES = (1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 21)
ARRAYS = (
    "observation",
    "legal_action_mask",
    "rewards",
    "terminated",
    "truncated",
    "current_player",
    "final_observation",
)
COMPARED_GAMES, COMPARED_STEPS = 1000, 40  # on the GPU and on the CPU


class Row(NamedTuple):
    """The speed of steps of a game."""

    name: str
    steps: float  # per second
    ratio: float  # against Pgx
    min_ratio: float  # required; 0: none
    min_steps: float  # required, per second; 0: none
    batch: int

    @property
    def requirement_text(self) -> str:
        """The requirement as text; empty if there is none."""
        if self.min_steps:
            return f"{self.min_steps / 1e6:g} M steps/s"
        return f"{self.min_ratio:g} × Pgx" if self.min_ratio else ""

    def find_failures(self) -> list[str]:
        """Return the failed requirement, if any."""
        if self.ratio >= self.min_ratio and self.steps >= self.min_steps:
            return []
        measured = f"{self.steps / 1e6:.2f} M steps/s, {self.ratio:.1f} × Pgx"
        return [f"batches of {self.name}: {measured}, not {self.requirement_text}"]


def measure_rate(
    environment: BatchEnvironment[Any], seconds: float, synchronize: Callable[[], None]
) -> float:
    """Return the steps of single games per second; `synchronize` waits for pending work of a
    GPU."""
    state, spare = environment.init(1), environment.init(2)
    for seed in range(60):  # so that the games are at different stages
        state, spare = environment.step(state, environment.sample(state, seed), out=spare), state
    synchronize()
    actions, steps, started = environment.sample(state), 0, time.perf_counter()
    while True:
        for _ in range(16):
            actions = environment.sample(state, steps, out=actions)
            state, spare = environment.step(state, actions, out=spare), state
            steps += 1
        synchronize()
        elapsed = time.perf_counter() - started
        if elapsed >= seconds:
            return environment.batch * steps / elapsed


def measure_pgx(seconds: float, batches: tuple[int, ...], platform: str) -> dict[int, float]:
    """Return Pgx's steps per second by batch size, measured in a process of its own."""
    command = [sys.executable, "bench/peers.py", "--json", "--observing", platform]
    command += ["--seconds", str(seconds), "--repeat", "1"]
    rates = {}
    for batch in batches:
        output = subprocess.run(
            [*command, "--batch", str(batch)], check=True, capture_output=True, text=True
        ).stdout
        [row] = json.loads(output)
        rates[batch] = row["actions"] / row["seconds"]
    return rates


def measure_batches(rounds: int, seconds: float) -> list[Row]:
    """Measure every game and Pgx alternately on one core; return medians of rates and ratios."""
    environments = {id: make(id, batch=BATCH_SIZE, threads=1) for id in GAMES}
    measured: dict[str, list[tuple[float, float]]] = {name: [] for name in (PGX, *GAMES)}
    for _ in range(rounds):
        pgx_rate = measure_pgx(seconds, (BATCH_SIZE,), "cpu")[BATCH_SIZE]
        measured[PGX].append((pgx_rate, 1.0))
        for id, environment in environments.items():
            steps = measure_rate(environment, seconds, lambda: None)
            measured[id].append((steps, steps / pgx_rate))
    rows = []
    for name, values in measured.items():
        steps, ratio = (median(column) for column in zip(*values, strict=True))
        minimums = MIN_RATIOS.get(name, 0), MIN_STEPS.get(name, 0)
        rows.append(Row(name, steps, ratio, *minimums, BATCH_SIZE))
    return rows


def measure_cuda(seconds: float) -> list[Row]:
    """Measure every game and Pgx on the same GPU, each at its best batch size."""
    from numba import cuda

    pgx_by_batch = measure_pgx(seconds, GPU_BATCH_SIZES, "cuda")
    print(f"{PGX}: {pgx_by_batch}", flush=True)
    best = max(pgx_by_batch, key=lambda batch: pgx_by_batch[batch])
    rows = [Row(PGX, pgx_by_batch[best], 1, 0, 0, best)]
    for id in GAMES:
        started = time.perf_counter()
        compare_with_cpu(id)
        compile_seconds = time.perf_counter() - started
        rates = {
            batch: measure_rate(make(id, batch=batch, device="cuda"), seconds, cuda.synchronize)
            for batch in GPU_BATCH_SIZES[1:]
        }
        batch = max(rates, key=lambda batch: rates[batch])
        ratio = rates[batch] / pgx_by_batch[best]
        rows.append(Row(id, rates[batch], ratio, CUDA_MIN_RATIOS.get(id, 0), 0, batch))
        shown_rates = {batch: f"{rate / 1e9:.2f} G" for batch, rate in rates.items()}
        print(f"{id}: {shown_rates}, compiled and compared in {compile_seconds:.0f} s", flush=True)
    return rows


def compare_with_cpu(id: str) -> None:
    """Check that both devices give the same results in every step, also for illegal actions."""
    environments = [make(id, batch=COMPARED_GAMES, device=device) for device in ("cuda", "cpu")]
    states: list[Any] = [environment.init(9) for environment in environments]
    for seed in range(COMPARED_STEPS):
        actions = environments[1].sample(states[1], seed)
        if not np.array_equal(environments[0].sample(states[0], seed).numpy(), actions):
            raise SystemExit(f"{id}: the sampled actions differ")
        actions[seed::97] = -1  # an illegal action in some games, different ones in each step
        states = [
            environment.step(state, actions)
            for environment, state in zip(environments, states, strict=True)
        ]
        for name in ARRAYS:
            gpu, cpu = getattr(states[0], name).numpy(), getattr(states[1], name)
            if not np.array_equal(gpu, cpu) or gpu.dtype != cpu.dtype:
                raise SystemExit(f"{id}: {name} differs after {seed + 1} steps")


def print_batches(rows: list[Row]) -> None:
    """Print the rows as a Markdown table."""
    print("\n".join(format_batches(rows)))


def format_batches(rows: list[Row]) -> list[str]:
    """Return the rows as a Markdown table."""
    lines = ["| program | batch | steps/s | × Pgx | target |", "|---|---:|---:|---:|---:|"]
    for row in rows:
        cells = f"{row.batch:,} | {row.steps / 1e6:,.2f} M | {row.ratio:.1f}"
        lines.append(f"| {row.name} | {cells} | {row.requirement_text} |")
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cuda", action="store_true")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each game and round")
    arguments = parser.parse_args()
    if arguments.cuda:
        rows = measure_cuda(arguments.seconds)
    else:
        with on_one_core():
            rows = measure_batches(arguments.rounds, arguments.seconds)
    print_batches(rows)
    failures = [line for row in rows for line in row.find_failures()]
    for line in failures:
        print(f"not reached: {line}")
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
