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
from steinreich.players.knowledge import informed_compiler
from steinreich.search.alphabeta.iterative_deepening import AlphaBeta
from steinreich.search.mcts.tree_search import Mcts

SLICES = 5  # of a round: the shorter, the less a slow moment of the machine affects a ratio
SIMULATIONS = 10_000  # in one search, as in the compared programs
CONNECT_FOUR = "examples/connect_four.py"
OPEN_SPIEL, OURS = "OpenSpiel MCTSBot, connect_four", "Monte-Carlo, connect_four"
TWO_THREADS, ALPHA_BETA = "Monte-Carlo, vier3d, two threads", "alpha-beta, vier3d (nodes)"


class Searching(NamedTuple):
    """A kind of search."""

    name: str
    rate: float  # simulations or nodes per second
    ratio: float  # against the rate it is compared with; 0: none
    asked: float  # the required ratio, or rate in millions; 0: none

    def wrong(self) -> list[str]:
        """Return the failed requirement, if any."""
        reached = self.ratio or self.rate / 1e6
        return [f"{self.name}: {reached:.2f}, not {self.asked}"] if reached < self.asked else []


def simulations_by_us(id: str, threads: int) -> Callable[[float], float]:
    """Return a measurement of our Monte-Carlo search."""
    start = load(id).start()
    search = Mcts(start, threads=threads, nodes=300_000)
    search.run(simulations=100 * threads)

    def measure(seconds: float) -> float:
        began = time.perf_counter()
        done = 0
        while time.perf_counter() - began < seconds:
            search.set(start)
            done += search.run(simulations=SIMULATIONS * threads).nodes
        return done / (time.perf_counter() - began)

    return measure


def simulations_by_open_spiel(seconds: float) -> float:
    """Return a measurement of OpenSpiel's C++ Monte-Carlo search with one random rollout for each
    node.
    """
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_game("connect_four")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 0)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, SIMULATIONS, 1000, True, 0, False)
    start = game.new_initial_state()
    began = time.perf_counter()
    done = 0
    while time.perf_counter() - began < seconds:
        bot.mcts_search(start)
        done += SIMULATIONS
    return done / (time.perf_counter() - began)


def nodes_by_us(id: str) -> Callable[[float], float]:
    """Return a measurement of our alpha-beta search with heuristics of the game."""
    game = load(id)
    search = AlphaBeta(game.start(), compiler=informed_compiler(game))

    def measure(seconds: float) -> float:
        search.forget()
        # As long as all slices together: its table fills, and memory becomes slower than at first.
        answer = search.run(game.start(), seconds=SLICES * seconds)
        return answer.nodes / answer.seconds

    return measure


def measure_searches(rounds: int, seconds: float) -> list[Searching]:
    """Return medians over interleaved rounds."""
    everything: dict[str, Callable[[float], float]] = {
        OPEN_SPIEL: simulations_by_open_spiel,
        OURS: simulations_by_us(CONNECT_FOUR, 1),
        "Monte-Carlo, vier3d": simulations_by_us("vier3d", 1),
        TWO_THREADS: simulations_by_us("vier3d", 2),
        ALPHA_BETA: nodes_by_us("vier3d"),
    }
    seen: dict[str, list[float]] = {name: [] for name in everything}
    for _ in track(range(SLICES * rounds), "rounds of searches"):
        for name, measure in everything.items():
            seen[name].append(measure(seconds / SLICES))

    def against(name: str, other: str) -> float:
        return median(a / b for a, b in zip(seen[name], seen[other], strict=True))

    ratios = {OURS: (against(OURS, OPEN_SPIEL), 8.0), ALPHA_BETA: (0.0, 5.0)}
    ratios[TWO_THREADS] = (against(TWO_THREADS, "Monte-Carlo, vier3d"), 1.7)
    return [
        Searching(name, median(rates), *ratios.get(name, (0.0, 0.0)))
        for name, rates in seen.items()
    ]


def cells(one: Searching) -> tuple[str, str, str]:
    """Return rate, ratio and requirement in words."""
    asked = f"{one.asked:g} times" if one.ratio else f"{one.asked:g} M/s"
    ratio = f"{one.ratio:.1f} times" if one.ratio else ""
    return f"{one.rate:,.0f}", ratio, asked if one.asked else ""


def print_searches(searches: list[Searching]) -> None:
    table = Table("search", "a second", "against", "target")
    for one in searches:
        table.add_row(one.name, *cells(one))
    Console().print(table)


def searches_page(searches: list[Searching]) -> list[str]:
    """Return the figures for the page."""
    lines = ["| search | a second | against | target |", "|---|---:|---:|---:|"]
    return lines + [f"| {one.name} | {' | '.join(cells(one))} |" for one in searches]
