"""Requirements of the strongest players: forced wins are found, limits are respected."""

import random
import subprocess
import sys
import time

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.levels import first_level_loses, neighbours_differ
from bench.requirements import Requirement, play_out
from steinreich import Position, games, load
from steinreich.players.engine import Engine
from steinreich.players.levels import Level
from steinreich.players.player import Limit
from steinreich.rules.contract import DRAW
from steinreich.search.alphabeta.iterative_deepening import AlphaBeta
from tests.players.one_ply import count_wins_of_level

FORCED_WINS, LONGEST_WIN = 40, 9  # positions; actions until the four
OPENER_GAMES = 20
BEST_GAMES = 10  # of each game
ONE_PLY_GAMES = 200
RSS = """
import resource, sys
from steinreich import load
from steinreich.players.engine import Engine
from steinreich.players.player import Limit
game = load(sys.argv[1])
Engine(game).think(game.start(seed=1), Limit(seconds=1))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def forced_wins() -> list[Position]:
    """Return positions of vier3d won in 5 to 9 actions, found by a search without threats."""
    game = load("vier3d")
    search = AlphaBeta(game.start(), table=1 << 20)
    found: list[Position] = []
    seed = 0
    while len(found) < FORCED_WINS:
        seed += 1
        dice, position = random.Random(seed), game.start()
        for _ in range(dice.randint(8, 36)):
            if not position.is_over:
                position = position.after(dice.choice(position.actions()))
        if position.is_over:
            continue
        verdict = search.run(position, depth=LONGEST_WIN, seconds=5).verdict
        turns = range(3, (LONGEST_WIN + 1) // 2 + 1)  # of the player to move, from five actions on
        if verdict.outcome == position.player and verdict.turns in turns:
            found.append(position)
    return found


def wins_are_found() -> Requirement:
    """Check that every forced win within nine actions is found within a second."""
    engine = Engine(load("vier3d"))
    found, slowest = 0, 0.0
    for position in track(forced_wins(), "forced wins"):
        engine.new_game()
        began = time.perf_counter()
        result = engine.think(position, Limit(seconds=1.0))
        slowest = max(slowest, time.perf_counter() - began)
        found += result.verdict.outcome == position.player
    reached = f"{found} of {FORCED_WINS}, the slowest in {slowest:.2f} s"
    asked = f"all {FORCED_WINS} within a second"
    return Requirement("vier3d: forced wins within 9 actions", reached, asked, found == FORCED_WINS)


def time_is_kept() -> Requirement:
    """Check that no answer comes much later than the time limit."""
    late = 0.0
    for id in track([*games(), "vier3d(players=3)"], "time limits"):
        engine = Engine(load(id))
        position = load(id).start(seed=1)
        for _ in range(8):
            began = time.perf_counter()
            result = engine.think(position, Limit(seconds=0.2))
            late = max(late, time.perf_counter() - began - 0.2)
            position = position.after(result.best)
            if position.is_over:
                break
    return Requirement("time limits", f"{1000 * late:.0f} ms late at most", "50 ms", late < 0.05)


def memory_is_kept() -> Requirement:
    """Measure an engine with its default table, including the compiler."""
    most = 0
    for id in track([*games(), "vier3d(players=3)", "six_in_line(players=1)"], "memory"):
        command = [sys.executable, "-c", RSS, id]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        most = max(most, int(output) // 1024)
    return Requirement("memory of an engine", f"{most} MB", "512 MB", most < 512)


def openers_win() -> Requirement:
    """Check that level 10 as the opener wins Six in Line, a proven win, against the next best."""
    game = load("six_in_line")
    opener, second = Engine(game), Level(game, 9, seed=1)
    won = 0
    for number in track(range(OPENER_GAMES), "openers of six_in_line"):
        position = game.start()
        dice = random.Random(number)
        for _ in range(2):  # every opening is won, so any will do
            position = position.after(dice.choice(position.actions()))
        won += play_out(position, [opener, second], Limit(seconds=0.3)) == 0
    share = won / OPENER_GAMES
    return Requirement(
        "six_in_line: the opener wins", f"{won} of {OPENER_GAMES}", "95 %", share >= 0.95
    )


def the_best_never_loses() -> Requirement:
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
    reached = f"lost {len(lost)} of {len(games()) * BEST_GAMES}" + f" ({', '.join(lost)})" * bool(
        lost
    )
    return Requirement("level 10 at 0.04 s against level 1", reached, "none", not lost)


def first_level_loses_to_one_ply() -> Requirement:
    """Play level 1 of Six in Line against a player that takes the coins it can take at once."""
    won = count_wins_of_level(1, load("six_in_line").start(), ONE_PLY_GAMES)
    reached = f"{won} of {ONE_PLY_GAMES}"
    return Requirement(
        "six_in_line: level 1 wins against one ply", reached, "30 %", won <= 0.3 * ONE_PLY_GAMES
    )


def measure_players() -> list[Requirement]:
    """Check all requirements of players."""
    requirements = [wins_are_found(), time_is_kept(), memory_is_kept()]
    requirements += [openers_win(), the_best_never_loses()]
    requirements.append(first_level_loses_to_one_ply())
    return [*requirements, first_level_loses(), neighbours_differ()]


def print_players(requirements: list[Requirement]) -> None:
    table = Table("player", "reached", "target")
    for one in requirements:
        table.add_row(one.name, one.reached, one.asked)
    Console().print(table)


def players_page(requirements: list[Requirement]) -> list[str]:
    """Return the figures for the page."""
    lines = ["| player | reached | target |", "|---|---|---|"]
    return lines + [f"| {one.name} | {one.reached} | {one.asked} |" for one in requirements]


if __name__ == "__main__":
    print_players(measure_players())
