"""Several servers on one PostgreSQL database behind nginx, compared with one server there.

    python -m bench.servers --servers 1 2 --games 6000

Each run has more games than its servers can serve and reports the turns per second.  Load
generators, proxy, database and servers are separate processes, so at least four cores are needed
for two servers.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from bench.hall import UNLIMITED, Measured, load_command, print_hall, running_hall
from tests.postgres import running_postgres
from tests.proxies import running_proxy

MIN_RATIO = 1.5  # turns per second of two servers, compared with one
GAMES = 6000
LOAD_PROCESSES = 4  # that share the games
MIN_CORES = 4


def measure_servers(
    count: int, games: int, load_processes: int, **options: float
) -> tuple[float, int]:
    """Return the turns per second of `count` servers, and the number of errors."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = stack.enter_context(running_postgres("")).new_database()
        flags = ["--engines", "0", "--analysts", "0", "--database", database]
        running = [running_hall(folder, *flags, settings=UNLIMITED) for _ in range(count)]
        ports = [int(stack.enter_context(server)[0].rpartition(":")[2]) for server in running]
        port = stack.enter_context(running_proxy(folder, "nginx", ports))
        commands = [
            load_command(
                "play", f"http://127.0.0.1:{port}", games // load_processes, seed=seed, **options
            )
            for seed in range(load_processes)
        ]
        players = [
            stack.enter_context(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
            for command in commands
        ]
        results = [json.loads(player.communicate()[0]) for player in players]
    return sum(result["turns_per_second"] for result in results), sum(
        result["errors"] for result in results
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--servers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument(
        "--load-processes", type=int, default=LOAD_PROCESSES, help="processes that play the games"
    )
    parser.add_argument("--ramp", type=float, default=60.0, help="seconds until all games play")
    parser.add_argument("--seconds", type=float, default=30.0, help="seconds that are measured")
    args = parser.parse_args()
    cores = len(os.sched_getaffinity(0))
    if cores < MIN_CORES:
        sys.exit(f"needs {MIN_CORES} cores to compare servers; this machine has {cores}")
    rows: list[Measured] = []
    rates: dict[int, float] = {}
    for count in args.servers:
        rate, errors = measure_servers(
            count, args.games, args.load_processes, ramp=args.ramp, seconds=args.seconds
        )
        rates[count] = rate
        name = f"{count} {'server' if count == 1 else 'servers'} on PostgreSQL behind nginx"
        rows.append(Measured(f"{name}: turns per second", f"{rate:,.0f}", "", True))
        rows.append(Measured(f"{name}: errors", str(errors), "none", not errors))
    if {1, 2} <= rates.keys():
        ratio = rates[2] / rates[1]
        is_met = ratio >= MIN_RATIO
        rows.append(
            Measured("two servers compared with one", f"{ratio:.2f}", f"{MIN_RATIO}", is_met)
        )
    print_hall(rows)
    sys.exit("\n".join(line for row in rows for line in row.find_failures()) or None)


if __name__ == "__main__":
    main()
