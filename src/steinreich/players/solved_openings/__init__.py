"""Openings whose value is certain: one file a game, made by the solver.

A file holds, for each id of a game, the result after every first action when both play as well as
they can.  Actions that are the same on a turned or mirrored board stand there once.  It is made
again by `python -m steinreich.players.solved_openings`.  The file of a game from elsewhere may hold
lines of several actions, separated by blanks.
"""

import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from steinreich.core.game import Game
from steinreich.core.game_files import beside
from steinreich.core.position import Position
from steinreich.core.symmetry import images
from steinreich.players.knowledge import informed_compiler
from steinreich.rules.contract import DRAW, ONGOING
from steinreich.search.exact.solver import Solver, Value

FOLDER = files(__name__)
RESULTS = {0: "1-0", 1: "0-1", DRAW: "1/2-1/2"}


def ids_on_file() -> list[str]:
    """The ids of all games whose openings are on file."""
    named = [file for file in FOLDER.iterdir() if file.name.endswith(".json")]
    return [id for file in named for id in json.loads(file.read_text())]


def file_of(game: Game) -> Traversable:
    """Where the openings of a game lie; of one from elsewhere, beside its own file."""
    own = FOLDER / f"{game.name}.json"
    known = game.name.isidentifier() and own.is_file()
    return own if known else beside(game.module, "solved_openings.json")


@cache
def certain_outcomes(game: Game) -> dict[str, int]:
    """The outcome of every position that is on file: its winner, or DRAW, by position string."""
    file = file_of(game)
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
    """The position after some actions, separated by blanks."""
    position = game.start()
    for name in line.split():
        position = position.play(name)
    return position


def openings(game: Game) -> list[Position]:
    """The positions after every first action, one of those that are turned into each other."""
    firsts = {min(images(after)): after for after in after_each_action(game.start())}
    return sorted(firsts.values(), key=lambda position: str(position.last))


def after_each_action(position: Position) -> list[Position]:
    """Where the actions lead; those with the smallest names come last, and so are kept."""
    return [position.play(name) for name in sorted(position.named(), reverse=True)]


def solved(
    game: Game,
    *,
    threads: int = 1,
    table: int = 1 << 24,
    progress: Callable[[Position, Value], None] | None = None,
) -> dict[str, str]:
    """The result after each first action, found by the solver: what the file says of a game."""
    solver = Solver(game, informed_compiler(game), table=table)
    positions = openings(game)
    values = solver.values(positions, threads=threads, progress=progress)
    assert all(value.outcome != ONGOING for value in values)  # there was no limit
    return {
        str(position.last): RESULTS[value.outcome]
        for position, value in zip(positions, values, strict=True)
    }
