"""What players know of a game beyond its rules: one file a game, found by its name."""

import importlib
import importlib.util
from functools import cache
from types import ModuleType

from steinreich.compile.binder import Compiler
from steinreich.core.game import Game, compiler
from steinreich.search.knowledge import KNOWLEDGE_RULES


@cache
def knowledge_of(name: str) -> ModuleType | None:
    """What is known of a game, if there is one."""
    module = f"{__name__}.{name}"
    if not name.isidentifier() or importlib.util.find_spec(module) is None:
        return None
    return importlib.import_module(module)


def informed_compiler(game: Game) -> Compiler:
    """The compiler of a game with what is known of it."""
    module = knowledge_of(game.name)
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
