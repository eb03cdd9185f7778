"""Run all benchmarks (`make bench`): random play, batches and searches compared with OpenSpiel and
Pgx, players, the hall, and marks of evaluated games.

Programs that are compared are measured in one run, in interleaved rounds, so that a busy moment of
the machine affects all of them.  Results are medians over the rounds; ratios are medians of the
ratios within each round.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from datetime import date
from pathlib import Path
from statistics import median
from typing import NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.batches import format_batches, measure_batches, print_batches
from bench.floods import measure_floods
from bench.hall import format_hall, measure_hall, print_hall
from bench.marks import MARKS, format_marks, measure_marks, print_marks
from bench.peers import PeerResult, on_one_core
from bench.players import format_players, measure_players, print_players
from bench.replay import measure_replay
from bench.search import format_searches, measure_searches, print_searches
from bench.starting import StartTimes, measure_start_times
from bench.study import measure_study
from bench.wasm import format_wasm, measure_wasm, print_wasm
from steinreich import games, load
from steinreich.cli.measure import measure

PAGE = Path("docs/benchmarks.md")
PLOT = Path("docs/pictures/benchmarks.svg")
REFERENCE = "OpenSpiel connect_four"
PEERS = {"open_spiel": REFERENCE, "pgx": "Pgx connect_four, batch 1,024"}
MIN_RATIOS = {  # actions per second, against OpenSpiel's rollouts in the same run
    "examples/connect_four.py": 40,
    "vier3d": 25,
    "chain_reaxis": 5,
    "six_in_line": 5,
    "inner_square": 4,
    "tzaar(setup=fixed)": 4,
}
SINGLE_CORE_SECTIONS = ("cpu", "batches")
MAX_LENGTH_DIFFERENCE = 0.01  # relative, between programs that play the same game


class Row(NamedTuple):
    """The speed of random play of one program."""

    name: str
    games: float  # per second
    actions: float  # per second
    length: float  # actions per game
    ratio: float  # actions per second against OpenSpiel
    min_ratio: int  # required; 0: none


def run_round(seconds: float) -> dict[str, PeerResult]:
    """Run every program once; other libraries run in a separate process, so that their threads end
    with it.
    """
    command = [sys.executable, "bench/peers.py", "--json", "--repeat", "1"]
    command += ["--seconds", str(seconds)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    results = {PEERS[row["name"]]: PeerResult(**row) for row in json.loads(output)}
    for id in MIN_RATIOS:
        speed = measure(load(id), seconds)
        games = round(speed.games_per_second * seconds)
        actions = round(speed.actions_per_second * seconds)
        results[id] = PeerResult(id, games, actions, seconds)
    return results


def summarize(rounds: list[dict[str, PeerResult]]) -> list[Row]:
    """Return medians over the rounds."""
    measured: dict[str, list[tuple[float, float, float, float]]] = defaultdict(list)
    for results in rounds:
        reference_rate = results[REFERENCE].actions / results[REFERENCE].seconds
        for name, result in results.items():
            rates = (result.games / result.seconds, result.actions / result.seconds)
            measured[name].append((*rates, result.mean_length, rates[1] / reference_rate))
    rows = []
    for name, values in measured.items():
        games, actions, length, ratio = (median(column) for column in zip(*values, strict=True))
        rows.append(Row(name, games, actions, length, ratio, MIN_RATIOS.get(name, 0)))
    return rows


def find_failures(rows: list[Row]) -> list[str]:
    """Return the failed requirements."""
    failures = [
        f"{row.name}: {row.ratio:.1f} times, not {row.min_ratio}"
        for row in rows
        if row.ratio < row.min_ratio
    ]
    lengths = [row.length for row in rows if "connect_four" in row.name]
    if max(lengths) > min(lengths) * (1 + MAX_LENGTH_DIFFERENCE):
        failures.append(f"mean lengths of connect_four differ: {lengths}")
    return failures


def print_table(rows: list[Row], start_times: list[StartTimes]) -> None:
    table = Table("program", "games/s", "actions/s", "length", "× OpenSpiel", "target")
    for row in rows:
        cells = (
            f"{row.games:,.0f}",
            f"{row.actions:,.0f}",
            f"{row.length:.2f}",
            f"{row.ratio:.1f}",
        )
        table.add_row(row.name, *cells, str(row.min_ratio or ""))
    Console().print(table)
    table = Table("game", "cold compilation", "process start to first games", "as a further game")
    for times in start_times:
        table.add_row(
            times.game, f"{times.cold:.2f} s", f"{times.first:.2f} s", f"{times.further:.2f} s"
        )
    Console().print(table)


def write_plot(rows: list[Row]) -> None:
    """Draw actions per second as bars on a logarithmic scale."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "steinreich"  # makes the file reproducible
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 3.6))
    ordered = sorted(rows, key=lambda row: row.actions)
    colours = ["#0072B2" if row.min_ratio else "#999999" for row in ordered]
    bars = axes.barh(
        [row.name for row in ordered], [row.actions / 1e6 for row in ordered], color=colours
    )
    axes.bar_label(bars, [f"{row.actions / 1e6:.1f}" for row in ordered], padding=3)
    axes.set_xscale("log")
    axes.set_xlabel("million random actions per second on one core")
    axes.spines[["top", "right"]].set_visible(False)
    axes.margins(x=0.15)
    figure.tight_layout()
    PLOT.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(PLOT, metadata={"Date": None})


def format_random_play(
    rows: list[Row], start_times: list[StartTimes], rounds: int, seconds: float
) -> list[str]:
    """Return the results of random play as Markdown."""
    lines = [
        f"Medians of {rounds} interleaved rounds of {seconds:g} s each.",
        "",
        "| program | games/s | actions/s | mean length | × OpenSpiel | target |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for row in rows:
        cells = f"{row.games:,.0f} | {row.actions:,.0f} | {row.length:.2f} | {row.ratio:.1f}"
        lines.append(f"| {row.name} | {cells} | {row.min_ratio or ''} |")
    lines += [
        "",
        "| game | cold compilation | start of the process to first games | as a further game |",
        "|---|---:|---:|---:|",
        *(
            f"| {times.game} | {times.cold:.2f} s | {times.first:.2f} s | {times.further:.2f} s |"
            for times in start_times
        ),
    ]
    return lines


def write_section(name: str, lines: list[str]) -> None:
    """Replace a section of the page, between two comments, and add when and where it was
    measured."""
    before, _, rest = PAGE.read_text().partition(f"<!-- {name} -->\n")
    after = rest.partition(f"<!-- /{name} -->")[2]
    cores = "one core" if name in SINGLE_CORE_SECTIONS else f"{os.cpu_count()} cores"
    machine = f"{cores} of {get_processor()}, Python {platform.python_version()}"
    header = [f"<!-- {name} -->", f"Measured on {date.today().isoformat()}: {machine}.", ""]
    PAGE.write_text(before + "\n".join([*header, *lines, f"<!-- /{name} -->"]) + after)


def get_processor() -> str:
    """Return the name of the processor."""
    output = subprocess.run(["lscpu"], capture_output=True, text=True, check=False).stdout
    names = [line.partition(":")[2].strip() for line in output.splitlines() if "Model name" in line]
    return names[0] if names else platform.processor() or platform.machine()


class Section(NamedTuple):
    """The results of one benchmark as a section of the page."""

    lines: list[str]
    failures: list[str]  # failed requirements


def random_play(rounds: int, seconds: float) -> Section:
    start_times = [measure_start_times(id) for id in track(list(MIN_RATIOS), "start times")]
    with on_one_core():
        results = [run_round(seconds) for _ in track(range(rounds), "rounds of random games")]
    rows = summarize(results)
    print_table(rows, start_times)
    write_plot(rows)
    failures = find_failures(rows) + [
        line for times in start_times for line in times.find_failures()
    ]
    return Section(format_random_play(rows, start_times, rounds, seconds), failures)


def batches(rounds: int, seconds: float) -> Section:
    with on_one_core():
        rows = measure_batches(rounds, seconds)
    print_batches(rows)
    return Section(format_batches(rows), [line for row in rows for line in row.find_failures()])


def searches(rounds: int, seconds: float) -> Section:
    rows = measure_searches(rounds, seconds)
    print_searches(rows)
    return Section(format_searches(rows), [line for row in rows for line in row.find_failures()])


def players(rounds: int, seconds: float) -> Section:
    rows = measure_players()
    print_players(rows)
    return Section(format_players(rows), [line for row in rows for line in row.find_failures()])


def hall(rounds: int, seconds: float) -> Section:
    rows = [*measure_hall(), *measure_study(), *measure_replay(), *measure_floods()]
    print_hall(rows)
    return Section(format_hall(rows), [line for row in rows for line in row.find_failures()])


def marks(rounds: int, seconds: float) -> Section:
    rows = measure_marks(MARKS, None, list(games()))
    print_marks(rows)
    return Section(format_marks(rows), [line for row in rows for line in row.find_failures()])


def wasm(rounds: int, seconds: float) -> Section:
    rows = measure_wasm(rounds)
    print_wasm(rows)
    return Section(format_wasm(rows), [line for row in rows for line in row.find_failures()])


BENCHMARKS: dict[str, Callable[[int, float], Section]] = {
    "cpu": random_play,
    "batches": batches,
    "search": searches,
    "wasm": wasm,
    "players": players,
    "marks": marks,
    "hall": hall,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.5, help="for each program and round")
    parser.add_argument(
        "--only", nargs="+", choices=BENCHMARKS, default=BENCHMARKS, help="run only these"
    )
    parser.add_argument("--write", action="store_true", help=f"write the results into {PAGE}")
    arguments = parser.parse_args()
    failures: list[str] = []
    for name in arguments.only:
        section = BENCHMARKS[name](arguments.rounds, arguments.seconds)
        failures += section.failures
        if arguments.write:
            write_section(name, section.lines)
    for line in failures:
        print(f"not reached: {line}")
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
