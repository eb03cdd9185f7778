"""`make bench`: random play, batches and searches beside OpenSpiel and Pgx, players, the hall, and
marks of evaluated games.

What is compared is measured in one run.  The rounds are interleaved, so that a busy moment of the
machine hits everybody; the figures are medians of the rounds, and the ratios medians of the ratios
within each round.
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

from bench.batches import batches_page, measure_batches, print_batches
from bench.floods import measure_floods
from bench.hall import hall_page, measure_hall, print_hall
from bench.marks import MARKS, marks_page, measure_marks, print_marks
from bench.peers import PeerResult, on_one_core
from bench.players import measure_players, players_page, print_players
from bench.replay import measure_replay
from bench.search import measure_searches, print_searches, searches_page
from bench.starting import Starting, measure_starting
from bench.study import measure_study
from steinreich import games, load
from steinreich.cli.measure import measure

PAGE = Path("docs/benchmarks.md")
PLOT = Path("docs/pictures/benchmarks.svg")
YARDSTICK = "OpenSpiel connect_four"
PEERS = {"open_spiel": YARDSTICK, "pgx": "Pgx connect_four, batch 1,024"}
BARS = {  # actions per second, against OpenSpiel's rollouts in the same run
    "examples/connect_four.py": 40,
    "vier3d": 25,
    "chain_reaxis": 5,
    "six_in_line": 5,
    "inner_square": 4,
    "tzaar(setup=fixed)": 4,
}
ON_ONE_CORE = ("cpu", "batches")
LENGTHS_AGREE = 0.01  # relative difference of mean lengths where the game is the same


class Row(NamedTuple):
    name: str
    games: float  # per second
    actions: float  # per second
    length: float  # actions per game
    ratio: float  # actions per second against OpenSpiel
    bar: int  # the required ratio; 0: none


def one_round(seconds: float) -> dict[str, PeerResult]:
    """Run every program once; the peers run in a process of their own, so that their threads end
    with it.
    """
    command = [sys.executable, "bench/peers.py", "--json", "--repeat", "1"]
    command += ["--seconds", str(seconds)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    results = {PEERS[row["name"]]: PeerResult(**row) for row in json.loads(output)}
    for id in BARS:
        m = measure(load(id), seconds)
        games, actions = round(m.games_per_second * seconds), round(m.actions_per_second * seconds)
        results[id] = PeerResult(id, games, actions, seconds)
    return results


def summary(rounds: list[dict[str, PeerResult]]) -> list[Row]:
    """Return medians over the rounds."""
    seen: dict[str, list[tuple[float, float, float, float]]] = defaultdict(list)
    for results in rounds:
        yardstick = results[YARDSTICK].actions / results[YARDSTICK].seconds
        for name, r in results.items():
            rates = (r.games / r.seconds, r.actions / r.seconds)
            seen[name].append((*rates, r.mean_length, rates[1] / yardstick))
    rows = []
    for name, values in seen.items():
        games, actions, length, ratio = (median(column) for column in zip(*values, strict=True))
        rows.append(Row(name, games, actions, length, ratio, BARS.get(name, 0)))
    return rows


def check(rows: list[Row]) -> list[str]:
    """Return the failed requirements."""
    wrong = [
        f"{row.name}: {row.ratio:.1f} times, not {row.bar}" for row in rows if row.ratio < row.bar
    ]
    lengths = [row.length for row in rows if "connect_four" in row.name]
    if max(lengths) > min(lengths) * (1 + LENGTHS_AGREE):
        wrong.append(f"mean lengths of connect_four differ: {lengths}")
    return wrong


def print_table(rows: list[Row], starting: list[Starting]) -> None:
    table = Table("program", "games/s", "actions/s", "length", "× OpenSpiel", "target")
    for row in rows:
        cells = (
            f"{row.games:,.0f}",
            f"{row.actions:,.0f}",
            f"{row.length:.2f}",
            f"{row.ratio:.1f}",
        )
        table.add_row(row.name, *cells, str(row.bar or ""))
    Console().print(table)
    table = Table("game", "cold compilation", "process start to first games", "as a further game")
    for s in starting:
        table.add_row(s.game, f"{s.cold:.2f} s", f"{s.first:.2f} s", f"{s.further:.2f} s")
    Console().print(table)


def write_plot(rows: list[Row]) -> None:
    """Draw actions per second as bars on a logarithmic scale."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "steinreich"  # makes the file reproducible
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 3.6))
    ordered = sorted(rows, key=lambda row: row.actions)
    colours = ["#0072B2" if row.bar else "#999999" for row in ordered]
    bars = axes.barh(
        [row.name for row in ordered], [row.actions / 1e6 for row in ordered], color=colours
    )
    axes.bar_label(bars, [f"{row.actions / 1e6:.1f}" for row in ordered], padding=3)
    axes.set_xscale("log")
    axes.set_xlabel("million random actions a second on one core")
    axes.spines[["top", "right"]].set_visible(False)
    axes.margins(x=0.15)
    figure.tight_layout()
    PLOT.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(PLOT, metadata={"Date": None})


def random_play_page(
    rows: list[Row], starting: list[Starting], rounds: int, seconds: float
) -> list[str]:
    """Return the figures of random play for the page."""
    lines = [
        f"Medians of {rounds} interleaved rounds of {seconds:g} s each.",
        "",
        "| program | games/s | actions/s | mean length | × OpenSpiel | target |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for row in rows:
        cells = f"{row.games:,.0f} | {row.actions:,.0f} | {row.length:.2f} | {row.ratio:.1f}"
        lines.append(f"| {row.name} | {cells} | {row.bar or ''} |")
    lines += [
        "",
        "| game | cold compilation | start of the process to first games | as a further game |",
        "|---|---:|---:|---:|",
        *(f"| {s.game} | {s.cold:.2f} s | {s.first:.2f} s | {s.further:.2f} s |" for s in starting),
    ]
    return lines


def write_section(name: str, lines: list[str]) -> None:
    """Replace the text between two marks in the page, and add where it was measured."""
    before, _, rest = PAGE.read_text().partition(f"<!-- {name} -->\n")
    after = rest.partition(f"<!-- /{name} -->")[2]
    cores = "one core" if name in ON_ONE_CORE else f"{os.cpu_count()} cores"
    where = f"{cores} of {processor()}, Python {platform.python_version()}"
    first = [f"<!-- {name} -->", f"Measured on {date.today().isoformat()}: {where}.", ""]
    PAGE.write_text(before + "\n".join([*first, *lines, f"<!-- /{name} -->"]) + after)


def processor() -> str:
    """Return the name of the processor."""
    listed = subprocess.run(["lscpu"], capture_output=True, text=True, check=False).stdout
    names = [line.partition(":")[2].strip() for line in listed.splitlines() if "Model name" in line]
    return names[0] if names else platform.processor() or platform.machine()


class Part(NamedTuple):
    """A section of the page."""

    page: list[str]
    wrong: list[str]  # failed requirements


def random_play(rounds: int, seconds: float) -> Part:
    starting = [measure_starting(id) for id in track(list(BARS), "starting times")]
    with on_one_core():
        found = [one_round(seconds) for _ in track(range(rounds), "rounds of random games")]
    rows = summary(found)
    print_table(rows, starting)
    write_plot(rows)
    wrong = check(rows) + [line for one in starting for line in one.wrong()]
    return Part(random_play_page(rows, starting, rounds, seconds), wrong)


def batches(rounds: int, seconds: float) -> Part:
    with on_one_core():
        rows = measure_batches(rounds, seconds)
    print_batches(rows)
    return Part(batches_page(rows), [line for one in rows for line in one.wrong()])


def searches(rounds: int, seconds: float) -> Part:
    rows = measure_searches(rounds, seconds)
    print_searches(rows)
    return Part(searches_page(rows), [line for one in rows for line in one.wrong()])


def players(rounds: int, seconds: float) -> Part:
    rows = measure_players()
    print_players(rows)
    return Part(players_page(rows), [line for one in rows for line in one.wrong()])


def hall(rounds: int, seconds: float) -> Part:
    rows = [*measure_hall(), *measure_study(), *measure_replay(), *measure_floods()]
    print_hall(rows)
    return Part(hall_page(rows), [line for one in rows for line in one.wrong()])


def marks(rounds: int, seconds: float) -> Part:
    rows = measure_marks(MARKS, None, list(games()))
    print_marks(rows)
    return Part(marks_page(rows), [line for one in rows for line in one.wrong()])


PARTS: dict[str, Callable[[int, float], Part]] = {
    "cpu": random_play,
    "batches": batches,
    "search": searches,
    "players": players,
    "marks": marks,
    "hall": hall,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.5, help="for each program and round")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="these parts")
    parser.add_argument("--write", action="store_true", help=f"put the figures into {PAGE}")
    arguments = parser.parse_args()
    wrong: list[str] = []
    for name in arguments.only:
        part = PARTS[name](arguments.rounds, arguments.seconds)
        wrong += part.wrong
        if arguments.write:
            write_section(name, part.page)
    for line in wrong:
        print(f"not reached: {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
