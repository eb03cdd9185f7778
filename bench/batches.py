"""Batches beside Pgx: steps a second with observation, mask and rewards, all measured in one run.

A step is what a learner's step is: a random legal action for each game, chosen outside, and then
the step itself with all it shows.  Pgx makes a hundred such steps in one compiled call.

    python -m bench.batches            one core of the processor, batch 1,024
    python -m bench.batches --cuda     a GPU, each at its best batch; the same as on the processor?
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

BATCH = 1024
PGX = "Pgx connect_four"
BARS = {"examples/connect_four.py": 5.0, "vier3d": 4.0}  # times Pgx's steps, on one core
STEPS_BARS = {"tzaar(setup=fixed)": 3e6, "inner_square": 3e6}  # steps per second, on one core
CUDA_BARS = {"examples/connect_four.py": 3.0}  # the same on an H200
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
LARGE = (1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 21)  # batch sizes on a GPU
ARRAYS = (
    "observation",
    "legal_action_mask",
    "rewards",
    "terminated",
    "truncated",
    "current_player",
    "final_observation",
)
COMPARED, COMPARED_STEPS = 1000, 40


class Row(NamedTuple):
    """The speed of steps of a game."""

    name: str
    steps: float  # per second
    ratio: float  # against Pgx
    bar: float  # the required ratio; 0: none
    steps_bar: float  # the required steps; 0: none
    batch: int

    @property
    def requirement_text(self) -> str:
        """Return the requirement in words."""
        if self.steps_bar:
            return f"{self.steps_bar / 1e6:g} M steps/s"
        return f"{self.bar:g} × Pgx" if self.bar else ""

    def wrong(self) -> list[str]:
        """Return the failed requirement, if any."""
        if self.ratio >= self.bar and self.steps >= self.steps_bar:
            return []
        found = f"{self.steps / 1e6:.2f} M steps/s, {self.ratio:.1f} × Pgx"
        return [f"batches of {self.name}: {found}, not {self.requirement_text}"]


def rate(environment: BatchEnvironment[Any], seconds: float, wait: Callable[[], None]) -> float:
    """Return the steps of single games per second: choose, step, and wait for the last step at the
    end.
    """
    state, spare = environment.init(1), environment.init(2)
    for seed in range(60):  # games of all lengths side by side
        state, spare = environment.step(state, environment.sample(state, seed), out=spare), state
    wait()
    actions, steps, began = environment.sample(state), 0, time.perf_counter()
    while True:
        for _ in range(16):
            actions = environment.sample(state, steps, out=actions)
            state, spare = environment.step(state, actions, out=spare), state
            steps += 1
        wait()
        elapsed = time.perf_counter() - began
        if elapsed >= seconds:
            return environment.batch * steps / elapsed


def pgx_rates(seconds: float, batches: tuple[int, ...], platform: str) -> dict[int, float]:
    """Return Pgx's steps per second by batch size, measured in a process of its own."""
    command = [sys.executable, "bench/peers.py", "--json", "--observing", platform]
    command += ["--seconds", str(seconds), "--repeat", "1"]
    found = {}
    for batch in batches:
        output = subprocess.run(
            [*command, "--batch", str(batch)], check=True, capture_output=True, text=True
        ).stdout
        [row] = json.loads(output)
        found[batch] = row["actions"] / row["seconds"]
    return found


def measure_batches(rounds: int, seconds: float) -> list[Row]:
    """Measure every game on one core, alternating with Pgx: medians of the rounds, and of their
    ratios.
    """
    environments = {id: make(id, batch=BATCH, threads=1) for id in GAMES}
    seen: dict[str, list[tuple[float, float]]] = {name: [] for name in (PGX, *GAMES)}
    for _ in range(rounds):
        yardstick = pgx_rates(seconds, (BATCH,), "cpu")[BATCH]
        seen[PGX].append((yardstick, 1.0))
        for id, environment in environments.items():
            steps = rate(environment, seconds, lambda: None)
            seen[id].append((steps, steps / yardstick))
    rows = []
    for name, found in seen.items():
        steps, ratio = (median(column) for column in zip(*found, strict=True))
        bars = BARS.get(name, 0), STEPS_BARS.get(name, 0)
        rows.append(Row(name, steps, ratio, *bars, BATCH))
    return rows


def measure_cuda(seconds: float) -> list[Row]:
    """Measure every game and Pgx on the same GPU, each at its best batch size."""
    from numba import cuda

    by_batch = pgx_rates(seconds, LARGE, "cuda")
    print(f"{PGX}: {by_batch}", flush=True)
    best = max(by_batch, key=lambda batch: by_batch[batch])
    rows = [Row(PGX, by_batch[best], 1, 0, 0, best)]
    for id in GAMES:
        began = time.perf_counter()
        compare_with_cpu(id)
        compiled = time.perf_counter() - began
        rates = {
            batch: rate(make(id, batch=batch, device="cuda"), seconds, cuda.synchronize)
            for batch in LARGE[1:]
        }
        batch = max(rates, key=lambda batch: rates[batch])
        ratio = rates[batch] / by_batch[best]
        rows.append(Row(id, rates[batch], ratio, CUDA_BARS.get(id, 0), 0, batch))
        by_batch_here = {batch: f"{found / 1e9:.2f} G" for batch, found in rates.items()}
        print(f"{id}: {by_batch_here}, compiled and compared in {compiled:.0f} s", flush=True)
    return rows


def compare_with_cpu(id: str) -> None:
    """Check that both devices give the same result in every step, for any actions."""
    environments = [make(id, batch=COMPARED, device=device) for device in ("cuda", "cpu")]
    states: list[Any] = [environment.init(9) for environment in environments]
    for seed in range(COMPARED_STEPS):
        actions = environments[1].sample(states[1], seed)
        if not np.array_equal(environments[0].sample(states[0], seed).numpy(), actions):
            raise SystemExit(f"{id}: other actions are drawn")
        actions[seed::97] = -1
        states = [one.step(s, actions) for one, s in zip(environments, states, strict=True)]
        for name in ARRAYS:
            gpu, cpu = getattr(states[0], name).numpy(), getattr(states[1], name)
            if not np.array_equal(gpu, cpu) or gpu.dtype != cpu.dtype:
                raise SystemExit(f"{id}: {name} differs after {seed + 1} steps")


def print_batches(rows: list[Row]) -> None:
    """Print a table as in the page."""
    print("\n".join(batches_page(rows)))


def batches_page(rows: list[Row]) -> list[str]:
    """Return the figures as a table."""
    lines = ["| program | batch | steps/s | × Pgx | target |", "|---|---:|---:|---:|---:|"]
    for row in rows:
        found = f"{row.batch:,} | {row.steps / 1e6:,.2f} M | {row.ratio:.1f}"
        lines.append(f"| {row.name} | {found} | {row.requirement_text} |")
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
    wrong = [line for row in rows for line in row.wrong()]
    for line in wrong:
        print(f"not reached: {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
