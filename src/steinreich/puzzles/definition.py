"""The puzzle definition of a game, as a typed object made from its file.

The file is `puzzles.py` in the folder of a game, or `hex_puzzles.py` beside `hex.py`. All its parts
are optional:

- `THEMES` and `theme(line)`: the game's own themes with their titles, and a function that returns
  the theme of a win, or None if a general theme applies.  `line` are the positions of the main
  line.
- `VARIANTS`: options of the variants from which puzzles are mined; by default the default variant.
- `DEPTHS`: search depths of the sparring players, drawn at random; `STATIC` stands for no search.
- `SOLO`: how puzzles of a variant for one player are made, their task, and why actions are wrong.
"""

from collections.abc import Callable, Mapping
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

from steinreich.core.game import Game, load
from steinreich.core.game_files import is_built_in, load_companion
from steinreich.core.parts import Parts, check_parts
from steinreich.core.position import Position
from steinreich.rules.contract import Part
from steinreich.rules.language import Text

STATIC = -1  # used as a depth: static evaluation without quiescence search
DEFAULT_DEPTHS = (0, 0, 1, 1)  # in plies, after the action that is evaluated
THEMES = {  # general themes, of any game
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
    dead_end: Text  #: shown after a wrong action that does not end the game
    random_pieces: range  #: random actions are played until this number of pieces is on the board
    min_pieces: int  #: minimum number of pieces on the board at the start of a puzzle


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


def get_puzzle_definition(game: Game) -> PuzzleDefinition:
    """Return the puzzle definition of a game."""
    module = load_companion(game.module, "puzzles")
    return read_definition(module) if module else PuzzleDefinition()


@cache
def read_definition(module: ModuleType) -> PuzzleDefinition:
    """Return the puzzle definition in a module; raise `BrokenContract` if it is invalid."""
    namespace: Mapping[str, Any] = vars(module)
    if not is_built_in(module):
        check_parts(module, PARTS.find_faults(namespace))
    own = {name.lower(): namespace[name] for name in PARTS.by_name if name in namespace}
    return PuzzleDefinition(**own | {"themes": THEMES | own.get("themes", {})})


def get_mined_variants(name: str) -> list[Game]:
    """Return the variants of a game that puzzles are mined from."""
    return [load(name, **variant) for variant in get_puzzle_definition(load(name)).variants]
