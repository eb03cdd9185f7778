"""What players know of a game beyond its rules: one file a game, found by its name.

That of a game from elsewhere lies beside the game's own file: `hex_knowledge.py` beside `hex.py`.
"""

from functools import cache
from types import ModuleType

from steinreich.compile.binder import Compiler
from steinreich.core.game import Game, compiler
from steinreich.core.game_files import found_for
from steinreich.search.knowledge import KNOWLEDGE_RULES


def knowledge_of(game: Game) -> ModuleType | None:
    """What is known of a game, if anything is."""
    return found_for(game, "knowledge", __name__)


def informed_compiler(game: Game) -> Compiler:
    """The compiler of a game with what is known of it."""
    module = knowledge_of(game)
    return game.compiled if module is None else compiler_with(game.module, module)


@cache  # machine code is never given back: one copy, whatever the options
def compiler_with(rules: ModuleType, known: ModuleType) -> Compiler:
    """The compiler of a game's rules with the knowledge of a module."""
    more = {
        rule: getattr(known, rule.__name__)
        for rule in KNOWLEDGE_RULES
        if hasattr(known, rule.__name__)
    }
    return Compiler(rules, more, compiler(rules))
