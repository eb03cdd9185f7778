"""Heuristics of a game beyond its rules.

They are defined in `knowledge.py` in the folder of a game, or beside `hex.py` in
`hex_knowledge.py`.
"""

from functools import cache
from types import ModuleType

from steinreich.compile.binder import Compiler
from steinreich.core.game import Game, compiler
from steinreich.core.game_files import companion
from steinreich.players.knowledge.definition import Knowledge, knowledge_in


def find_knowledge(game: Game) -> Knowledge | None:
    """Return the heuristics of a game, if it has any."""
    module = companion(game.module, "knowledge")
    return None if module is None else knowledge_in(module)


def informed_compiler(game: Game) -> Compiler:
    """Return the compiler of a game, with its heuristics bound."""
    known = find_knowledge(game)
    return game.compiled if known is None else compiler_with(game.module, known)


@cache  # machine code is never freed: one copy for all options
def compiler_with(rules: ModuleType, known: Knowledge) -> Compiler:
    """Return the compiler of rules, with heuristics bound."""
    return Compiler(rules, known.rules, compiler(rules))
