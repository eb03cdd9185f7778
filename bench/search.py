"""Simulations and nodes per second of the searches, compared with OpenSpiel's MCTSBot."""

import time
from collections.abc import Callable
from importlib import import_module
from statistics import median
from typing import NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from steinreich import load
from steinreich.players.knowledge import get_heuristics_compiler
from steinreich.search.alphabeta.iterative_deepening import AlphaBeta
from steinreich.search.mcts.tree_search import Mcts

# Parts of a round: short ones, so that a slow moment of the machine affects all searches alike
SLICES = 5
SIMULATIONS = 10_000  # in one search, as in the compared programs
CONNECT_FOUR = "examples/connect_four.py"
OPEN_SPIEL, OURS = "OpenSpiel MCTSBot, connect_four", "Monte-Carlo, connect_four"
TWO_THREADS, ALPHA_BETA = "Monte-Carlo, vier3d, two threads", "alpha-beta, vier3d (nodes)"


class SearchSpeed(NamedTuple):
    """The measured speed of a search."""

    name: str
    rate: float  # simulations or nodes per second
    ratio: float  # against the rate it is compared with; 0: none
    required: float  # the required ratio, or rate in millions; 0: none

    def find_failures(self) -> list[str]:
        """Return the failed requirement, if any."""
        measured = self.ratio or self.rate / 1e6
        return (
            [f"{self.name}: {measured:.2f}, not {self.required}"]
            if measured < self.required
            else []
        )


def make_mcts_measurement(id: str, threads: int) -> Callable[[float], float]:
    """Return a function that measures simulations per second of our Monte-Carlo search."""
    start = load(id).start()
    search = Mcts(start, threads=threads, nodes=300_000)
    search.run(simulations=100 * threads)

    def measure(seconds: float) -> float:
        started = time.perf_counter()
        count = 0
        while time.perf_counter() - started < seconds:
            search.set(start)
            count += search.run(simulations=SIMULATIONS * threads).nodes
        return count / (time.perf_counter() - started)

    return measure


def measure_open_spiel(seconds: float) -> float:
    """Return simulations per second of OpenSpiel's C++ Monte-Carlo search, with one random rollout
    for each node.
    """
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_game("connect_four")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 0)
    # uct_c, max_simulations, max_memory_mb, solve, seed, verbose
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, SIMULATIONS, 1000, True, 0, False)
    start = game.new_initial_state()
    started = time.perf_counter()
    count = 0
    while time.perf_counter() - started < seconds:
        bot.mcts_search(start)
        count += SIMULATIONS
    return count / (time.perf_counter() - started)


def make_alphabeta_measurement(id: str) -> Callable[[float], float]:
    """Return a function that measures nodes per second of our alpha-beta search with heuristics."""
    game = load(id)
    search = AlphaBeta(game.start(), compiler=get_heuristics_compiler(game))

    def measure(seconds: float) -> float:
        search.forget()
        # As long as all slices together, so that the table fills and memory access slows down.
        answer = search.run(game.start(), seconds=SLICES * seconds)
        return answer.nodes / answer.seconds

    return measure


def measure_searches(rounds: int, seconds: float) -> list[SearchSpeed]:
    """Return medians over interleaved rounds."""
    measurements: dict[str, Callable[[float], float]] = {
        OPEN_SPIEL: measure_open_spiel,
        OURS: make_mcts_measurement(CONNECT_FOUR, 1),
        "Monte-Carlo, vier3d": make_mcts_measurement("vier3d", 1),
        TWO_THREADS: make_mcts_measurement("vier3d", 2),
        ALPHA_BETA: make_alphabeta_measurement("vier3d"),
    }
    rates_by_name: dict[str, list[float]] = {name: [] for name in measurements}
    for _ in track(range(SLICES * rounds), "rounds of searches"):
        for name, measure in measurements.items():
            rates_by_name[name].append(measure(seconds / SLICES))

    def compute_ratio(name: str, other: str) -> float:
        return median(a / b for a, b in zip(rates_by_name[name], rates_by_name[other], strict=True))

    # Measured ratio and requirement, as in `SearchSpeed`
    ratios = {OURS: (compute_ratio(OURS, OPEN_SPIEL), 8.0), ALPHA_BETA: (0.0, 5.0)}
    ratios[TWO_THREADS] = (compute_ratio(TWO_THREADS, "Monte-Carlo, vier3d"), 1.7)
    return [
        SearchSpeed(name, median(rates), *ratios.get(name, (0.0, 0.0)))
        for name, rates in rates_by_name.items()
    ]


def format_cells(speed: SearchSpeed) -> tuple[str, str, str]:
    """Return rate, ratio and requirement as texts."""
    required = f"{speed.required:g} times" if speed.ratio else f"{speed.required:g} M/s"
    ratio = f"{speed.ratio:.1f} times" if speed.ratio else ""
    return f"{speed.rate:,.0f}", ratio, required if speed.required else ""


def print_searches(searches: list[SearchSpeed]) -> None:
    table = Table("search", "per second", "against", "target")
    for speed in searches:
        table.add_row(speed.name, *format_cells(speed))
    Console().print(table)


def format_searches(searches: list[SearchSpeed]) -> list[str]:
    """Return the speeds as a Markdown table."""
    lines = ["| search | per second | against | target |", "|---|---:|---:|---:|"]
    return lines + [f"| {speed.name} | {' | '.join(format_cells(speed))} |" for speed in searches]
