"""Measure the server under load and in the browser: a real server, clients on the same machine,
and Chromium.
"""

import argparse
import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

import httpx
from rich.console import Console
from rich.table import Table

from bench.load.games import TURN_SECONDS
from steinreich.hall.api.pages import STATIC_FOLDER
from tests.browser.visitor import find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser

GAMES = 500  # each has two connections
SATURATING_GAMES = 3000  # more than a server can serve
RESTART_GAMES = 500  # their clients reconnect after a restart
SPECTATORS, SLOW_READERS, COMPUTER_TABLES = 1000, 200, 10
RAMP_SECONDS = 60.0  # until all games have started
MEASURED_SECONDS = 30.0
MIN_SHARE_ON_TIME, MIN_SHARE_OF_DUE_TURNS = 0.99, 0.99
MAX_RESPONSE_SECONDS, MAX_RECONNECT_SECONDS, MAX_FIRST_BOARD_SECONDS = 0.25, 5.0, 1.0
MAX_MEMORY_MB, MAX_CLIENT_KB = 1500, 150
FIRST_BOARD_VISITS = 5
APP_PICTURES = "*.png"  # which browsers load only when the app is installed
BOARD_SELECTOR = "main svg use"  # squares and pieces of boards; icons have no `use` element


class Measured(NamedTuple):
    """A measured value with its requirement, as texts."""

    name: str
    value: str
    requirement: str
    is_met: bool

    def find_failures(self) -> list[str]:
        """Return the failed requirement, if any."""
        return [] if self.is_met else [f"{self.name}: {self.value}, not {self.requirement}"]


@contextmanager
def running_hall(
    folder: Path, *flags: str, settings: Mapping[str, str] = {}
) -> Iterator[tuple[str, int]]:
    """Run a server; yield its URL and process id."""
    command = [sys.executable, "-m", "steinreich", "serve", "--port", "0", "--log", "json"]
    command += ["--database", f"sqlite:///{folder / 'hall.db'}", *flags]
    environment = {**os.environ, **settings}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stderr is not None
        url = ""
        while not url:
            line = process.stderr.readline()
            if not line:
                raise RuntimeError("the hall did not start")
            url = next((word for word in line.split() if word.startswith("http://")), "")
        # Reads the log of the server, which would block when the pipe is full.
        drain = subprocess.Popen(["cat"], stdin=process.stderr, stdout=subprocess.DEVNULL)
        try:
            yield url.rstrip("/"), process.pid
        finally:
            process.terminate()
            process.wait()
            drain.wait()


def get_memory_mb(pid: int) -> float:
    """Return the memory of a process and its descendants in MB, with shared memory counted once."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    own = next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1000
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return own + sum(map(get_memory_mb, map(int, children)))


def wait_until_warm(url: str) -> None:
    """Wait until the machine code of the computer players is compiled, which is not measured
    here."""
    while not httpx.get(f"{url}/api/ready", timeout=30).json()["ready"]:
        time.sleep(0.5)


UNLIMITED = dict.fromkeys(  # as all clients have the same address
    (
        "STEINREICH_BUDGET_PER_SECOND",
        "STEINREICH_HEAVY_BUDGET_PER_SECOND",
        "STEINREICH_MAX_CONNECTIONS_PER_ADDRESS",
        "STEINREICH_MAX_OPEN_TABLES",
    ),
    "1000000",
)


def load_command(mode: str, url: str, games: int, **options: float) -> list[str]:
    """Return the command line of a load generator."""
    flags = {"ramp": RAMP_SECONDS, "seconds": MEASURED_SECONDS, "games": games, **options}
    arguments = [f"--{name.replace('_', '-')}={value}" for name, value in flags.items()]
    return [sys.executable, "-m", "bench.load", mode, "--url", url, *arguments]


def measure_load(games: int = GAMES, extra_load: str = "", **options: int) -> list[Measured]:
    """Measure a number of games at once.

    `options` are flags of the load generator for extra load; `extra_load` describes it in names of
    the results.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        running_hall(Path(folder), "--engines", "1", settings=UNLIMITED) as (url, pid),
    ):
        wait_until_warm(url)
        command = load_command("play", url, games, **options)
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        memory = get_memory_mb(pid)
    figures = json.loads(output)
    name = f"{games:,} games, {2 * games:,} connections{extra_load}"
    rows = [
        Measured(
            f"{name}: {kind} within 100 ms",
            f"{figures[kind]['share_on_time']:.2%} (99 % in {1000 * figures[kind]['p99']:.0f} ms)",
            f"{MIN_SHARE_ON_TIME:.0%}",
            figures[kind]["share_on_time"] >= MIN_SHARE_ON_TIME,
        )
        for kind in ("acknowledged", "received", "watched")
        if kind != "watched" or "spectators" in options
    ]
    max_seconds = max(figures[kind]["max"] for kind in ("acknowledged", "received"))
    shown, required = f"{1000 * max_seconds:.0f} ms", f"{1000 * MAX_RESPONSE_SECONDS:.0f} ms"
    rows.append(
        Measured(f"{name}: the longest", shown, required, max_seconds <= MAX_RESPONSE_SECONDS)
    )
    turn_rate = figures["turns_per_second"]
    due_rate = games / TURN_SECONDS
    rows.append(
        Measured(
            f"{name}: turns per second",
            f"{turn_rate:,.0f}",
            f"{due_rate:,.0f}",
            turn_rate >= MIN_SHARE_OF_DUE_TURNS * due_rate,
        )
    )
    errors = f"{figures['errors']}" + (f" {figures['examples']}" if figures["errors"] else "")
    rows.append(Measured(f"{name}: errors", errors, "none", not figures["errors"]))
    rows.append(
        Measured(
            f"{name}: memory, one engine included",
            f"{memory:.0f} MB",
            f"{MAX_MEMORY_MB} MB",
            memory < MAX_MEMORY_MB,
        )
    )
    return rows


def measure_saturation(games: int = SATURATING_GAMES) -> Measured:
    """Measure how many turns per second one server handles when more are due."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running_hall(Path(folder), "--engines", "0", settings=UNLIMITED) as (url, _),
    ):
        output = subprocess.run(
            load_command("play", url, games), check=True, capture_output=True, text=True
        ).stdout
    figures = json.loads(output)
    name = f"{games:,} games, more than one server can serve: turns per second"
    return Measured(name, f"{figures['turns_per_second']:,.0f}", "", not figures["errors"])


def measure_restart(games: int = RESTART_GAMES) -> list[Measured]:
    """Measure how fast all clients reconnect after a restart of the server."""
    flags = ["--engines", "0"]
    with tempfile.TemporaryDirectory() as folder_name:
        folder = Path(folder_name)
        with running_hall(folder, *flags, settings=UNLIMITED) as (url, _):
            command = load_command("restart", url, games, seconds=5)
            load = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            assert load.stdout is not None
            assert load.stdout.readline() == "ready\n"
        with running_hall(folder, *flags, "--port", url.rpartition(":")[2], settings=UNLIMITED):
            output, _ = load.communicate()
    figures = json.loads(output)
    name = f"{figures['connections']:,} connections after a restart"
    return [
        Measured(
            f"{name}: all have reconnected",
            f"{figures['last']:.1f} s (first {figures['first']:.1f}, "
            f"median {figures['median']:.1f}, 99 % {figures['p99']:.1f})",
            f"{MAX_RECONNECT_SECONDS:.0f} s",
            figures["last"] <= MAX_RECONNECT_SECONDS,
        ),
        Measured(f"{name}: errors", str(figures["errors"]), "none", not figures["errors"]),
    ]


def measure_all_loads() -> list[Measured]:
    """Measure the server under every kind of load."""
    return [
        *measure_load(),
        measure_saturation(),
        *measure_load(
            extra_load=f" and {SPECTATORS:,} spectators of one table", spectators=SPECTATORS
        ),
        *measure_load(
            extra_load=f" and {SLOW_READERS} clients that never read", slow_readers=SLOW_READERS
        ),
        *measure_load(
            extra_load=f" and {COMPUTER_TABLES} tables of computers", computers=COMPUTER_TABLES
        ),
        *measure_restart(),
    ]


def measure_size() -> Measured:
    """Measure what the browser loads at first, compressed: the page and the files that it names.

    Files of other pages and of the 3D view are loaded on demand.
    """
    page = STATIC_FOLDER / "index.html"
    page_text = page.read_text()
    files = [page, *(path for path in STATIC_FOLDER.rglob("*.*") if path.name in page_text)]
    files = [path for path in files if not path.match(APP_PICTURES)]
    size = sum(len(gzip.compress(path.read_bytes(), 9)) for path in files) / 1000
    return Measured(
        "client before the 3D view", f"{size:.0f} kB", f"{MAX_CLIENT_KB} kB", size <= MAX_CLIENT_KB
    )


@contextmanager
def chromium() -> Iterator["Browser"]:
    """Start a headless browser."""
    from playwright.sync_api import sync_playwright

    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=arguments)
        yield browser
        browser.close()


def measure_first_board() -> list[Measured]:
    """Measure the time from the address to a visible board, each time with an empty cache."""
    times: dict[str, list[float]] = {"front page": [], "a table": []}
    with tempfile.TemporaryDirectory() as folder, running_hall(Path(folder)) as (url, _):
        wait_until_warm(url)
        request = {"game": "tzaar", "seats": [{"kind": "here"}, {"kind": "computer", "level": 1}]}
        opened = httpx.post(f"{url}/api/tables", json=request).raise_for_status().json()
        pages = {"front page": url, "a table": f"{url}/watch/{opened['id']}"}
        with chromium() as browser:
            for _ in range(FIRST_BOARD_VISITS):
                for name, address in pages.items():
                    with browser.new_context() as context:
                        page = context.new_page()
                        started = time.perf_counter()
                        page.goto(address, wait_until="commit")
                        page.locator(BOARD_SELECTOR).first.wait_for(state="visible")
                        times[name].append(time.perf_counter() - started)
    return [
        Measured(
            f"first board visible, {name}",
            f"{median(seconds):.2f} s",
            f"{MAX_FIRST_BOARD_SECONDS:.0f} s",
            median(seconds) <= MAX_FIRST_BOARD_SECONDS,
        )
        for name, seconds in times.items()
    ]


def measure_hall() -> list[Measured]:
    """Return all measurements of the server."""
    return [*measure_all_loads(), measure_size(), *measure_first_board()]


def print_hall(rows: list[Measured]) -> None:
    table = Table("hall", "measured", "target")
    for row in rows:
        table.add_row(row.name, row.value, row.requirement)
    Console().print(table)


def format_hall(rows: list[Measured]) -> list[str]:
    """Return the rows as a Markdown table."""
    lines = ["| hall | measured | target |", "|---|---:|---:|"]
    return lines + [f"| {row.name} | {row.value} | {row.requirement} |" for row in rows]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--games", type=int, nargs="+", help="measure only the load, with these numbers of games"
    )
    args = parser.parse_args()
    if args.games:
        rows = [row for games in args.games for row in measure_load(games)]
    else:
        rows = measure_hall()
    print_hall(rows)


if __name__ == "__main__":
    main()
