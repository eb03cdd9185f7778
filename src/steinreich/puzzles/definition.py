"""The puzzle definition of a game, as a typed object made from its file.

The file is `puzzles.py` in the folder of a game, or `hex_puzzles.py` beside `hex.py`. All its parts
are optional:

- `THEMES` and `theme(line)`: themes of its own with their titles, and the one that a win belongs
  to, or None.  `line` has the positions of the main line.  Other wins belong to the general themes.
- `VARIANTS`: options of the variants to mine; left out, the default variant alone.
- `DEPTHS`: search depths of the sparring players, drawn at random; `STATIC` stands for no search.
- `SOLO`: how puzzles of a variant for one player are made, their task, and why actions are wrong.
"""

from collections.abc import Callable, Mapping
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

from steinreich.core.game import Game, load
from steinreich.core.game_files import companion, is_built_in
from steinreich.core.parts import Parts, check_parts
from steinreich.core.position import Position
from steinreich.rules.contract import Part
from steinreich.rules.language import Text

STATIC = -1  # instead of a depth: static evaluation without quiescence search
DEFAULT_DEPTHS = (0, 0, 1, 1)  # plies after the action that is tried
THEMES = {  # of any game
    "solo": Text("Alone"),
    "parry": Text("Parry the threat"),
    "foresee": Text("See it coming"),
    "finish": Text("Win at once"),
    "quiet": Text("The quiet move"),
    "fork": Text("Two threats at once"),
    "chain": Text("One threat after another"),
}


class Solo(NamedTuple):
    """The definition of puzzles for one player."""

    task: Text  #: the task of the solver
    dead_end: Text  #: why an action is wrong that does not end the game
    random_pieces: range  #: pieces on the board after the random actions that begin a game
    min_pieces: int  #: pieces on the board where a puzzle may begin


class PuzzleDefinition(NamedTuple):
    """The puzzle definition of a game, with defaults for omitted parts."""

    themes: Mapping[str, Text] = THEMES
    theme: Callable[[list[Position]], str | None] = lambda line: None
    variants: tuple[Mapping[str, str], ...] = ({},)
    depths: tuple[int, ...] = DEFAULT_DEPTHS
    solo: Solo | None = None


PARTS = Parts(
    (
        Part("theme", arguments="line"),
        Part("THEMES", type=dict),
        Part("VARIANTS", type=tuple),
        Part("DEPTHS", type=tuple),
        Part("SOLO", type=Solo),
    )
)


def puzzle_definition(game: Game) -> PuzzleDefinition:
    """Return the puzzle definition of a game."""
    module = companion(game.module, "puzzles")
    return definition_in(module) if module else PuzzleDefinition()


@cache
def definition_in(module: ModuleType) -> PuzzleDefinition:
    """Return what a module states; `BrokenContract` says what is wrong with it."""
    stated: Mapping[str, Any] = vars(module)
    if not is_built_in(module):
        check_parts(module, PARTS.faults(stated))
    own = {name.lower(): stated[name] for name in PARTS.by_name if name in stated}
    return PuzzleDefinition(**own | {"themes": THEMES | own.get("themes", {})})


def mined_games(name: str) -> list[Game]:
    """Return the variants of a game that puzzles are mined from."""
    return [load(name, **variant) for variant in puzzle_definition(load(name)).variants]
