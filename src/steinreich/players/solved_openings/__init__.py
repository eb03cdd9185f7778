"""Solved openings: proven outcomes after the first actions, one file for each game.

A file contains, for each id of a game, the outcome after every first action with best play.  Of
actions that are equivalent by symmetry only one is listed.  The command to generate a file is
`python -m steinreich.players.solved_openings`.  The file of an external game may contain lines of
several actions, separated by blanks.
"""

import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from steinreich.core.game import Game
from steinreich.core.game_files import companion_path
from steinreich.core.position import Position
from steinreich.core.symmetry import images
from steinreich.players.knowledge import informed_compiler
from steinreich.rules.contract import DRAW, ONGOING
from steinreich.search.exact.solver import Solver, Value

FOLDER = files(__name__)
RESULTS = {0: "1-0", 1: "0-1", DRAW: "1/2-1/2"}


def ids_on_file() -> list[str]:
    """Return the ids of all games whose openings are on file."""
    named = [file for file in FOLDER.iterdir() if file.name.endswith(".json")]
    return [id for file in named for id in json.loads(file.read_text())]


def openings_file(game: Game) -> Traversable:
    """Return the file of solved openings of a game; of an external game, beside its own file."""
    own = FOLDER / f"{game.name}.json"
    known = game.name.isidentifier() and own.is_file()
    return own if known else companion_path(game.module, "solved_openings.json")


@cache
def certain_outcomes(game: Game) -> dict[str, int]:
    """Return the outcomes on file, a winner or DRAW, by position string."""
    file = openings_file(game)
    if not file.is_file():
        return {}
    results: dict[str, str] = json.loads(file.read_text()).get(game.id, {})
    outcomes = {result: outcome for outcome, result in RESULTS.items()}
    found = {
        image: outcomes[result]
        for line, result in results.items()
        for image in images(position_after(game, line))
    }
    if found:
        firsts = {found.get(str(after), ONGOING) for after in after_each_action(game.start())}
        if ONGOING not in firsts or 0 in firsts:
            found[str(game.start())] = min(firsts, key=[0, DRAW, 1, ONGOING].index)
    return found


def position_after(game: Game, line: str) -> Position:
    """Return the position after some actions, separated by blanks."""
    position = game.start()
    for name in line.split():
        position = position.play(name)
    return position


def openings(game: Game) -> list[Position]:
    """Return the positions after every first action, one of each class of symmetry."""
    firsts = {min(images(after)): after for after in after_each_action(game.start())}
    return sorted(firsts.values(), key=lambda position: str(position.last_move))


def after_each_action(position: Position) -> list[Position]:
    """Return the positions after all actions, those with the smallest names last."""
    return [position.play(name) for name in sorted(position.actions_by_name(), reverse=True)]


def solve_openings(
    game: Game,
    *,
    threads: int = 1,
    table: int = 1 << 24,
    progress: Callable[[Position, Value], None] | None = None,
) -> dict[str, str]:
    """Return the result after each first action, computed by the solver, for the file of a game."""
    solver = Solver(game, informed_compiler(game), table=table)
    positions = openings(game)
    values = solver.values(positions, threads=threads, progress=progress)
    assert all(value.outcome != ONGOING for value in values)  # the search has no limit
    return {
        str(position.last_move): RESULTS[value.outcome]
        for position, value in zip(positions, values, strict=True)
    }
