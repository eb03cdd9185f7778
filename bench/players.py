"""Check the requirements of players: the strongest find forced wins and respect limits."""

import random
import subprocess
import sys
import time

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.levels import check_close_levels, check_first_level
from bench.requirements import Requirement, play_out
from steinreich import Position, games, load
from steinreich.players.engine import Engine
from steinreich.players.levels import Level
from steinreich.players.player import Limit
from steinreich.rules.contract import DRAW
from steinreich.search.alphabeta.iterative_deepening import AlphaBeta
from tests.players.one_ply import count_level_wins

FORCED_WINS = 40  # positions
MAX_WIN_ACTIONS = 9  # actions until the four is completed
OPENER_GAMES = 20
BEST_GAMES = 10  # of each game
ONE_PLY_GAMES = 200
MEMORY_SCRIPT = """
import resource, sys
from steinreich import load
from steinreich.players.engine import Engine
from steinreich.players.player import Limit
game = load(sys.argv[1])
Engine(game).think(game.start(seed=1), Limit(seconds=1))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def find_forced_wins() -> list[Position]:
    """Return positions of vier3d won in 5 to 9 actions, found by a search without threats."""
    game = load("vier3d")
    search = AlphaBeta(game.start(), table=1 << 20)
    found: list[Position] = []
    seed = 0
    while len(found) < FORCED_WINS:
        seed += 1
        rng, position = random.Random(seed), game.start()
        for _ in range(rng.randint(8, 36)):
            if not position.is_over:
                position = position.after(rng.choice(position.actions()))
        if position.is_over:
            continue
        verdict = search.run(position, depth=MAX_WIN_ACTIONS, seconds=5).verdict
        # Turns of the player to move: n turns of the winner are 2 n - 1 actions of both players.
        turns = range(3, (MAX_WIN_ACTIONS + 1) // 2 + 1)
        if verdict.outcome == position.player and verdict.turns in turns:
            found.append(position)
    return found


def check_forced_wins() -> Requirement:
    """Check that every forced win within nine actions is found within a second."""
    engine = Engine(load("vier3d"))
    found, slowest = 0, 0.0
    for position in track(find_forced_wins(), "forced wins"):
        engine.new_game()
        started = time.perf_counter()
        result = engine.think(position, Limit(seconds=1.0))
        slowest = max(slowest, time.perf_counter() - started)
        found += result.verdict.outcome == position.player
    measured = f"{found} of {FORCED_WINS}, the slowest in {slowest:.2f} s"
    required = f"all {FORCED_WINS} within a second"
    return Requirement(
        "vier3d: forced wins within 9 actions", measured, required, found == FORCED_WINS
    )


def check_time_limits() -> Requirement:
    """Check that no answer comes much later than the time limit."""
    max_delay = 0.0
    for id in track([*games(), "vier3d(players=3)"], "time limits"):
        engine = Engine(load(id))
        position = load(id).start(seed=1)
        for _ in range(8):
            started = time.perf_counter()
            result = engine.think(position, Limit(seconds=0.2))
            max_delay = max(max_delay, time.perf_counter() - started - 0.2)
            position = position.after(result.best)
            if position.is_over:
                break
    return Requirement(
        "time limits", f"at most {1000 * max_delay:.0f} ms late", "50 ms", max_delay < 0.05
    )


def check_memory() -> Requirement:
    """Measure an engine with its default table, including the compiler."""
    max_mb = 0
    for id in track([*games(), "vier3d(players=3)", "six_in_line(players=1)"], "memory"):
        command = [sys.executable, "-c", MEMORY_SCRIPT, id]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        max_mb = max(max_mb, int(output) // 1024)
    return Requirement("memory of an engine", f"{max_mb} MB", "512 MB", max_mb < 512)


def check_opener_wins() -> Requirement:
    """Check that level 10 as the opener wins Six in Line, a proven win, against the next best."""
    game = load("six_in_line")
    opener, second = Engine(game), Level(game, 9, seed=1)
    won = 0
    for number in track(range(OPENER_GAMES), "openers of six_in_line"):
        position = game.start()
        rng = random.Random(number)
        for _ in range(2):  # every opening is won for the opener, so a random one is played
            position = position.after(rng.choice(position.actions()))
        won += play_out(position, [opener, second], Limit(seconds=0.3)) == 0
    share = won / OPENER_GAMES
    return Requirement(
        "six_in_line: the opener wins", f"{won} of {OPENER_GAMES}", "95 %", share >= 0.95
    )


def check_best_level_never_loses() -> Requirement:
    """Play level 10, with little time, against level 1, with alternating sides."""
    lost: list[str] = []
    for name in track(games(), "level 10 against level 1"):
        game = load(name)
        best, worst = Level(game, 10, seed=1), Level(game, 1, seed=1)
        for number in range(BEST_GAMES):
            seat = number % 2  # of level 10
            players = [worst, best] if seat else [best, worst]
            outcome = play_out(game.start(number), players, Limit(seconds=0.04))
            if outcome not in (DRAW, seat):
                lost.append(name)
    measured = f"lost {len(lost)} of {len(games()) * BEST_GAMES}"
    measured += f" ({', '.join(lost)})" if lost else ""
    return Requirement("level 10 at 0.04 s against level 1", measured, "none", not lost)


def check_first_level_against_one_ply() -> Requirement:
    """Play level 1 of Six in Line against a player that takes the coins it can take at once."""
    won = count_level_wins(1, load("six_in_line").start(), ONE_PLY_GAMES)
    measured = f"{won} of {ONE_PLY_GAMES}"
    return Requirement(
        "six_in_line: level 1 wins against one ply", measured, "30 %", won <= 0.3 * ONE_PLY_GAMES
    )


def measure_players() -> list[Requirement]:
    """Check all requirements of players."""
    requirements = [check_forced_wins(), check_time_limits(), check_memory()]
    requirements += [check_opener_wins(), check_best_level_never_loses()]
    requirements.append(check_first_level_against_one_ply())
    return [*requirements, check_first_level(), check_close_levels()]


def print_players(requirements: list[Requirement]) -> None:
    table = Table("player", "measured", "target")
    for requirement in requirements:
        table.add_row(requirement.name, requirement.measured, requirement.required)
    Console().print(table)


def format_players(requirements: list[Requirement]) -> list[str]:
    """Return the requirements as a Markdown table."""
    lines = ["| player | measured | target |", "|---|---|---|"]
    return lines + [f"| {row.name} | {row.measured} | {row.required} |" for row in requirements]


if __name__ == "__main__":
    print_players(measure_players())
