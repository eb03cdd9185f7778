"""What players know of a game beyond its rules: one file a game, found by its name.

That of a game from elsewhere lies beside the game's own file: `hex_knowledge.py` beside `hex.py`,
or in its package.
"""

from functools import cache
from types import ModuleType

from steinreich.compile.binder import Compiler
from steinreich.core.game import Game, compiler
from steinreich.core.game_files import found_for
from steinreich.players.knowledge.definition import Knowledge, knowledge_in


def knowledge_of(game: Game) -> Knowledge | None:
    """What is known of a game, if anything is."""
    module = found_for(game, "knowledge", __name__)
    return None if module is None else knowledge_in(module)


def informed_compiler(game: Game) -> Compiler:
    """The compiler of a game with what is known of it."""
    known = knowledge_of(game)
    return game.compiled if known is None else compiler_with(game.module, known)


@cache  # machine code is never given back: one copy, whatever the options
def compiler_with(rules: ModuleType, known: Knowledge) -> Compiler:
    """The compiler of a game's rules with what is known of the game."""
    return Compiler(rules, known.rules, compiler(rules))
