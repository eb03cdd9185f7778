"""Heuristics of a game beyond its rules.

They are defined in `knowledge.py` in the folder of a game, or beside `hex.py` in
`hex_knowledge.py`.
"""

from functools import cache
from types import ModuleType

from steinreich.compile.machine_code import Compiler
from steinreich.core.game import Game, get_compiler
from steinreich.core.game_files import load_companion
from steinreich.players.knowledge.definition import Heuristics, read_heuristics


def find_heuristics(game: Game) -> Heuristics | None:
    """Return the heuristics of a game, if it has any."""
    module = load_companion(game.module, "knowledge")
    return None if module is None else read_heuristics(module)


def get_heuristics_compiler(game: Game) -> Compiler:
    """Return the compiler of a game, with its heuristics bound if it has any."""
    heuristics = find_heuristics(game)
    if heuristics is None:
        return game.compiler
    return make_heuristics_compiler(game.module, heuristics)


@cache  # machine code is never freed: one copy for all options
def make_heuristics_compiler(rules: ModuleType, heuristics: Heuristics) -> Compiler:
    """Return the compiler of the rules of a game, with heuristics bound."""
    return Compiler(rules, heuristics.rules, get_compiler(rules))
