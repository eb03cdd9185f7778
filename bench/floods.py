"""Play games on a server while one address floods it with requests of one kind.

Requirement: during every flood, 99 % of the actions in these games are answered within 250 ms.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from bench.hall import UNLIMITED, Measured, load_command, print_hall, running_hall, wait_until_warm
from bench.load.flood import KINDS

GAMES = 40  # with 20 turns per second
RAMP_SECONDS, MEASURED_SECONDS = 6.0, 20.0
MAX_P99_MS = 250
MANY_TABLES = {"STEINREICH_MAX_OPEN_TABLES": "1000000"}


def measure_floods(
    kinds: tuple[str, ...] = KINDS, settings: Mapping[str, str] = MANY_TABLES
) -> list[Measured]:
    """Measure without a flood, then during each kind of flood, on a server with default limits."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running_hall(Path(folder), "--engines", "1", settings=settings) as (url, _),
    ):
        wait_until_warm(url)
        return [measure_flood(url, "", 2)] + [
            measure_flood(url, kind, number) for number, kind in enumerate(kinds, 3)
        ]


def measure_flood(url: str, kind: str, number: int) -> Measured:
    """Measure the response times of games during a flood, or without a flood if `kind` is empty.

    The flood comes from address 127.0.0.`number`: each flood has an address of its own, with full
    limits.
    """
    playing = subprocess.Popen(
        load_command("play", url, GAMES, ramp=RAMP_SECONDS, seconds=MEASURED_SECONDS),
        stdout=subprocess.PIPE,
        text=True,
    )
    flood = [sys.executable, "-m", "bench.load.flood", kind, "--url", url]
    flood += [f"--address=127.0.0.{number}", f"--seconds={RAMP_SECONDS + MEASURED_SECONDS}"]
    flooding = subprocess.Popen(flood, stdout=subprocess.PIPE, text=True) if kind else None
    figures = json.loads(playing.communicate()[0])
    responses = ""
    if flooding:
        counts = json.loads(flooding.communicate()[0].splitlines()[-1])
        responses = ", ".join(f"{count:,} {name}" for name, count in counts.items())
    p99, p50 = (1000 * figures["acknowledged"][key] for key in ("p99", "median"))
    name = f"190 connections flood with: {kind}" if kind else "no flood"
    value = f"{p99:.0f} ms (median {p50:.0f} ms; {responses})"
    is_met = p99 < MAX_P99_MS and not figures["errors"]
    errors = f", errors: {figures['examples']}" if figures["errors"] else ""
    return Measured(
        f"{name}: p99 of the games' actions", value + errors, f"{MAX_P99_MS} ms", is_met
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=KINDS, nargs="+", default=KINDS, help="only these kinds")
    parser.add_argument(
        "--unlimited", action="store_true", help="without limits per address, to compare"
    )
    args = parser.parse_args()
    rows = measure_floods(tuple(args.only), UNLIMITED if args.unlimited else MANY_TABLES)
    print_hall(rows)
    return 0 if all(row.is_met for row in rows) else 1


if __name__ == "__main__":
    raise SystemExit(main())
