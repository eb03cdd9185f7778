"""Speed of WebAssembly in Node.js beside machine code: random games and alpha-beta search."""

import gzip
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from steinreich import games
from tests.pyodide import build_once, run_in_node

MIN_PLAYOUT_RATIO, MIN_SEARCH_RATIO = 0.5, 0.4  # of the speed of machine code
MAX_LIBRARY_BYTES = 100_000  # compressed
NODES = 300_000  # of a search

# Prints random actions and nodes per second: the best of several short measurements each, and what
# was played and found, for comparison.
SCRIPT = """
import json, time
from array import array
from steinreich import load
from steinreich.players.knowledge import get_heuristics_compiler
from steinreich.rules import playout
from steinreich.search.alphabeta.iterative_deepening import AlphaBeta

start = load(ID).start(seed=1)
play = start.game.compiler.entry(playout.playouts)

def play_games(count):
    outcomes, lengths = array("b", bytes(count)), array("i", bytes(4 * count))
    began = time.perf_counter()
    play(start.state, 1, 0, outcomes, lengths)
    return sum(lengths), time.perf_counter() - began

count = 16
while play_games(count)[1] < 0.05:
    count *= 2
actions, seconds = min((play_games(count) for _ in range(5)), key=lambda result: result[1])
search = AlphaBeta(start, compiler=get_heuristics_compiler(start.game), table=1 << 18)
times = []
for _ in range(4):
    search.forget()
    result = search.run(start, nodes=NODES)
    times.append(result.seconds)
found = [play_games(200)[0], result.nodes, result.best]
print(json.dumps([actions / seconds, result.nodes / min(times), found]))
"""


class WasmSpeed(NamedTuple):
    """The speed of WebAssembly in one game, relative to machine code, and its size."""

    game: str
    playouts: float
    search: float
    compressed_bytes: int

    def find_failures(self) -> list[str]:
        """Return the failed requirements."""
        failures = []
        for name, ratio, required in (
            ("random games", self.playouts, MIN_PLAYOUT_RATIO),
            ("alpha-beta", self.search, MIN_SEARCH_RATIO),
        ):
            if ratio < required:
                failures.append(f"{self.game} in WebAssembly: {name} {ratio:.2f}, not {required}")
        if self.compressed_bytes > MAX_LIBRARY_BYTES:
            failures.append(f"{self.game}: a library of {self.compressed_bytes:,} bytes")
        return failures


def measure_wasm(rounds: int) -> list[WasmSpeed]:
    """Return the median ratios of some rounds, in which both are measured one after the other."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for id in track(games(), "WebAssembly"):
            library = build_once(id, Path(folder))
            ratios = [measure_round(id, Path(folder)) for _ in range(rounds)]
            playouts, search = (median(column) for column in zip(*ratios, strict=True))
            size = len(gzip.compress(library.read_bytes()))
            rows.append(WasmSpeed(id, playouts, search, size))
    return rows


def measure_round(id: str, libraries: Path) -> tuple[float, float]:
    """Return the ratios of random games and of searches."""
    code = f"ID, NODES = {id!r}, {NODES}\n{SCRIPT}"
    command = [sys.executable, "-c", code]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    machine, wasm = json.loads(output), json.loads(run_in_node(code, libraries))
    assert machine[2] == wasm[2], f"{id}: results differ: {machine[2]}, {wasm[2]}"
    return wasm[0] / machine[0], wasm[1] / machine[1]


def print_wasm(rows: list[WasmSpeed]) -> None:
    table = Table("game", "random games", "alpha-beta", "library, compressed")
    for row in rows:
        table.add_row(
            row.game, f"{row.playouts:.2f}", f"{row.search:.2f}", f"{row.compressed_bytes:,}"
        )
    Console().print(table)


def format_wasm(rows: list[WasmSpeed]) -> list[str]:
    """Return the rows as a Markdown table."""
    lines = [
        "| game | random games | alpha-beta | library, compressed |",
        "|---|---:|---:|---:|",
    ]
    for row in rows:
        size = f"{row.compressed_bytes / 1000:.0f} kB"
        lines.append(f"| {row.game} | {row.playouts:.2f} | {row.search:.2f} | {size} |")
    targets = f"{MIN_PLAYOUT_RATIO} | {MIN_SEARCH_RATIO} | {MAX_LIBRARY_BYTES / 1000:.0f} kB"
    return [*lines, f"| target | {targets} |"]
