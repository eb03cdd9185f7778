"""Discovery of games: built-in, in installed packages, and by path.

Packages provide games by entry points of the group `steinreich.games`, each a name and a module:

    [project.entry-points."steinreich.games"]
    hex = "my_package.hex"

`STEINREICH_GAMES` lists game files and packages that are available under their own name, `hex` for
`my/hex.py` or for the folder `my/hex`, separated like the folders of `PATH`. Child processes
inherit it.
"""

import importlib
import os
import pkgutil
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import ModuleType

from steinreich.core.game_files import BUILT_IN_PACKAGE, check_game, game_name, is_path, load_module
from steinreich.rules.errors import UnknownGame
from steinreich.rules.language import Text
from steinreich.rules.untrusted import with_suggestion

ENTRY_POINT_GROUP = "steinreich.games"
GAMES_VARIABLE = "STEINREICH_GAMES"  # environment variable with paths of game files and packages


def games() -> tuple[str, ...]:
    """Return the names of all games.

    >>> from steinreich import games
    >>> games()
    ('chain_reaxis', 'inner_square', 'six_in_line', 'tzaar', 'vier3d')
    """
    return tuple(sorted({*built_in_games(), *installed_games(), *extra_games()}))


def game_module(name: str) -> ModuleType:
    """Return the module of a game by its name or by the path of its file or package."""
    if is_path(name):
        return load_module(Path(name))
    if name in built_in_games():
        return importlib.import_module(f"{BUILT_IN_PACKAGE}.{name}")
    if name in extra_games():
        return load_module(extra_games()[name])
    if name in installed_games():
        return check_game(importlib.import_module(installed_games()[name]))
    known = ", ".join(games())
    unknown = Text("no game is called {name}; there are {known}", name=repr(name), known=known)
    raise UnknownGame(with_suggestion(unknown, name, games()))


def register_game_files(paths: Iterable[str]) -> None:
    """Make game files available by name, in this process and in child processes started later."""
    previous = os.environ.get(GAMES_VARIABLE, "")
    added = [str(Path(path).resolve()) for path in paths]
    for path in added:
        load_module(Path(path))  # raises an error for an invalid game
    registered = dict.fromkeys((*previous.split(os.pathsep), *added))
    os.environ[GAMES_VARIABLE] = os.pathsep.join(filter(None, registered))
    try:
        extra_games()
    except UnknownGame:
        os.environ[GAMES_VARIABLE] = previous
        raise


@cache  # often called, and the folder does not change
def built_in_games() -> tuple[str, ...]:
    """Return the names of the built-in games."""
    folder = importlib.import_module(BUILT_IN_PACKAGE)
    return tuple(module.name for module in pkgutil.iter_modules(folder.__path__))


def extra_games() -> dict[str, Path]:
    """Return the game files and packages in the environment variable, by name."""
    by_name: dict[str, Path] = {}
    for entry in filter(None, os.environ.get(GAMES_VARIABLE, "").split(os.pathsep)):
        path = Path(entry)
        name = game_name(path)
        if not name.isidentifier():
            raise UnknownGame(
                Text(
                    "{variable}: {given} is not a valid name of a game file; an example is "
                    "'hex.py'",
                    variable=GAMES_VARIABLE,
                    given=repr(entry),
                )
            )
        if name in built_in_games() or by_name.get(name, path) != path:
            raise UnknownGame(
                Text(
                    "{variable}: a game called {name} already exists",
                    variable=GAMES_VARIABLE,
                    name=repr(name),
                )
            )
        by_name[name] = path
    return by_name


@cache  # slow, since it inspects every installed package
def installed_games() -> dict[str, str]:
    """Return the modules of games in installed packages, by name."""
    from importlib.metadata import entry_points

    return {
        entry.name: entry.value
        for entry in entry_points(group=ENTRY_POINT_GROUP)
        if entry.name.isidentifier()
    }
