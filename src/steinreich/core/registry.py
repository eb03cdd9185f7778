"""Where games are found: in the folder of games, in installed packages, and by their path.

A package brings games by entry points of the group `steinreich.games`, each a name and a module:

    [project.entry-points."steinreich.games"]
    hex = "my_package.hex"

`STEINREICH_GAMES` names game files and packages that count as games of the same name, `hex` for
`my/hex.py` or for the folder `my/hex`, separated like the folders of `PATH`.  Processes hand it on
to those that they start.
"""

import importlib
import os
import pkgutil
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import ModuleType

from steinreich.core.game_files import OURS, checked, game_name, is_path, module_at
from steinreich.rules.errors import UnknownGame
from steinreich.rules.language import Words
from steinreich.rules.text.did_you_mean import suggesting

GROUP = "steinreich.games"  # of entry points
VARIABLE = "STEINREICH_GAMES"


def games() -> tuple[str, ...]:
    """The names of all games.

    >>> from steinreich import games
    >>> games()
    ('chain_reaxis', 'inner_square', 'six_in_line', 'tzaar', 'vier3d')
    """
    return tuple(sorted({*built_in(), *installed(), *brought()}))


def game_module(name: str) -> ModuleType:
    """The module of a game, found by its name or by the path of its file or package."""
    if is_path(name):
        return module_at(Path(name))
    if name in built_in():
        return importlib.import_module(f"{OURS}.{name}")
    if name in brought():
        return module_at(brought()[name])
    if name in installed():
        return checked(importlib.import_module(installed()[name]))
    known = ", ".join(games())
    unknown = Words(
        f"no game is called {name!r}; there are {known}",
        f"kein Spiel heißt {name!r}; es gibt {known}",
    )
    raise UnknownGame(suggesting(unknown, name, games()))


def bring(paths: Iterable[str]) -> None:
    """Let game files count as games, here and in all processes that are started from now on."""
    before = os.environ.get(VARIABLE, "")
    given = [str(Path(path).resolve()) for path in paths]
    for path in given:
        module_at(Path(path))  # what is wrong with it is said now
    both = dict.fromkeys((*before.split(os.pathsep), *given))
    os.environ[VARIABLE] = os.pathsep.join(filter(None, both))
    try:
        brought()
    except UnknownGame:
        os.environ[VARIABLE] = before
        raise


@cache  # games are asked for again and again, and the folder stays as it is
def built_in() -> tuple[str, ...]:
    """Whatever lies in the folder of games."""
    folder = importlib.import_module(OURS)
    return tuple(module.name for module in pkgutil.iter_modules(folder.__path__))


def brought() -> dict[str, Path]:
    """The files and packages of games that were named by their path."""
    found: dict[str, Path] = {}
    for given in filter(None, os.environ.get(VARIABLE, "").split(os.pathsep)):
        path = Path(given)
        name = game_name(path)
        if not name.isidentifier():
            raise UnknownGame(
                Words(
                    f"{VARIABLE}: {given!r} cannot be the file of a game; 'hex.py' could",
                    f"{VARIABLE}: {given!r} kann keine Spieldatei sein; 'hex.py' könnte eine sein",
                )
            )
        if name in built_in() or found.get(name, path) != path:
            raise UnknownGame(
                Words(
                    f"{VARIABLE}: there is a game called {name!r} already",
                    f"{VARIABLE}: ein Spiel {name!r} gibt es schon",
                )
            )
        found[name] = path
    return found


@cache  # it looks into every installed package
def installed() -> dict[str, str]:
    """The modules of games that installed packages bring, by name."""
    from importlib.metadata import entry_points

    return {
        entry.name: entry.value for entry in entry_points(group=GROUP) if entry.name.isidentifier()
    }
