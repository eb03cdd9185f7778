"""One address floods a server with any cheap request while others play.

Requirement: 99 % of their actions are answered within 250 ms during every flood.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from bench.crowd.flood import KINDS
from bench.hall import UNLIMITED, Measured, crowd, print_hall, running_hall, wait_until_warm

GAMES = 40  # that others play meanwhile: 20 turns per second
RAMP, SECONDS = 6.0, 20.0
ASKED_MS = 250
MANY_TABLES = {"STEINREICH_MAX_OPEN_TABLES": "1000000"}


def measure_floods(
    kinds: tuple[str, ...] = KINDS, settings: Mapping[str, str] = MANY_TABLES
) -> list[Measured]:
    """Run each flood from an address of its own against the same server with default settings."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running_hall(Path(folder), "--engines", "1", settings=settings) as (url, _),
    ):
        wait_until_warm(url)
        return [measure_flood(url, "", 2)] + [
            measure_flood(url, kind, number) for number, kind in enumerate(kinds, 3)
        ]


def measure_flood(url: str, kind: str, number: int) -> Measured:
    """Measure how long others wait during one flood, which starts when all of them play."""
    playing = subprocess.Popen(
        crowd("play", url, GAMES, ramp=RAMP, seconds=SECONDS), stdout=subprocess.PIPE, text=True
    )
    flood = [sys.executable, "-m", "bench.crowd.flood", kind, "--url", url]
    flood += [f"--address=127.0.0.{number}", f"--seconds={RAMP + SECONDS}"]
    flooding = subprocess.Popen(flood, stdout=subprocess.PIPE, text=True) if kind else None
    seen = json.loads(playing.communicate()[0])
    answered = ""
    if flooding:
        counts = json.loads(flooding.communicate()[0].splitlines()[-1])
        answered = ", ".join(f"{count:,} {what}" for what, count in counts.items())
    p99, p50 = (1000 * seen["acknowledged"][name] for name in ("p99", "median"))
    what = f"190 connections flood with: {kind}" if kind else "no flood"
    shown = f"{p99:.0f} ms (half {p50:.0f} ms; {answered})"
    is_reached = p99 < ASKED_MS and not seen["lost"]
    lost = f", lost: {seen['examples']}" if seen["lost"] else ""
    return Measured(f"{what}: p99 of others' actions", shown + lost, f"{ASKED_MS} ms", is_reached)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=KINDS, nargs="+", default=KINDS, help="these floods")
    parser.add_argument("--unlimited", action="store_true", help="without budgets, to compare")
    args = parser.parse_args()
    rows = measure_floods(tuple(args.only), UNLIMITED if args.unlimited else MANY_TABLES)
    print_hall(rows)
    return 0 if all(row.reached for row in rows) else 1


if __name__ == "__main__":
    raise SystemExit(main())
