"""What players know of a game beyond its rules: one file a game, found by its name."""

import importlib
import importlib.util
from functools import cache
from types import ModuleType

from steinreich.core.forge import Compiler
from steinreich.core.game import Game, compiler
from steinreich.search.insight import INSIGHT


@cache
def insight_into(name: str) -> ModuleType | None:
    """The insight of a game, if there is one."""
    module = f"{__name__}.{name}"
    if not name.isidentifier() or importlib.util.find_spec(module) is None:
        return None
    return importlib.import_module(module)


def seasoned(game: Game) -> Compiler:
    """The compiler of a game with what is known of it."""
    module = insight_into(game.name)
    return game.compiled if module is None else compiler_with(game.module, module)


@cache  # machine code is never given back: one copy, whatever the options
def compiler_with(rules: ModuleType, known: ModuleType) -> Compiler:
    """The compiler of a game's rules with the insight of a module."""
    more = {
        rule: getattr(known, rule.__name__) for rule in INSIGHT if hasattr(known, rule.__name__)
    }
    return Compiler(rules, more, compiler(rules))
