"""Game files that lie anywhere: imported by their path, and told what is wrong with them.

What else is known of a game (`companion`) lies beside its file: `hex.py`, `hex_knowledge.py`, ...
"""

import sys
from collections.abc import Callable
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from steinreich.rules.errors import UnknownGame
from steinreich.rules.language import Words
from steinreich.rules.text.safe import one_line

if TYPE_CHECKING:
    from steinreich.core.game import Game

loaded: dict[Path, tuple[bytes, ModuleType]] = {}  # files by path


def module_at(path: Path) -> ModuleType:
    """The game file at a path, imported once and again whenever it has changed."""
    if not path.is_file():
        shown = repr(str(path))
        raise UnknownGame(
            Words(f"there is no game file {shown}", f"es gibt keine Spieldatei {shown}")
        )
    from steinreich.core.faults import fault_of  # looks at sources, for which it needs much

    return current(path.resolve(), fault_of)


def found_for(game: "Game", kind: str, package: str) -> ModuleType | None:
    """What else is known of a game: in a package, under its name, or beside its own file."""
    name = f"{package}.{game.name}"
    if game.name.isidentifier() and find_spec(name):
        return import_module(name)
    return companion(game.module, kind)


def companion(game: ModuleType, kind: str) -> ModuleType | None:
    """The file of some kind (`knowledge`, `reasons`) beside a game's own, if there is one."""
    path = beside(game, f"{kind}.py")
    return current(path, lambda module: None) if path.is_file() else None


def beside(game: ModuleType, ending: str) -> Path:
    """Where a file that belongs to a game would lie: `hex_openings.json` beside `hex.py`."""
    path = Path(str(game.__file__))
    return path.with_name(f"{path.stem}_{ending}")


def current(path: Path, find_fault: Callable[[ModuleType], Words | None]) -> ModuleType:
    """A file as a module, imported again when it has changed."""
    source = path.read_bytes()
    if path not in loaded or loaded[path][0] != source:
        loaded[path] = (source, imported(path, source, find_fault))
    return loaded[path][1]


def imported(
    path: Path, source: bytes, find_fault: Callable[[ModuleType], Words | None]
) -> ModuleType:
    """A file as a module; never from bytecode, which may be older than the file."""
    # Named after its path and text: machine code that was kept of it finds the same name, and no
    # two modules share one.
    name = f"steinreich_game_{path.stem}_{sha256(bytes(path) + source).hexdigest()[:16]}"
    if name in sys.modules:  # it was like this before
        return sys.modules[name]
    module = ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module  # so that compiled code can find the State class again
    try:
        exec(compile(source, str(path), "exec"), module.__dict__)
        wrong = find_fault(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        broken = Words("is no working game file", "ist keine Spieldatei, die läuft")
        raise UnknownGame(told(error).after(named(path, broken))) from error
    if wrong:
        del sys.modules[name]
        raise UnknownGame(
            wrong.after(named(path, Words("is no game file", "ist keine Spieldatei")))
        )
    return module


def checked(module: ModuleType) -> ModuleType:
    """A module of an installed package, if it is a game."""
    from steinreich.core.faults import fault_of

    if wrong := fault_of(module):
        no_game = Words("is no game", "ist kein Spiel")
        name = repr(module.__name__)
        raise UnknownGame(wrong.after(Words(f"{name} {no_game.en}", f"{name} {no_game.de}")))
    return module


def named(path: Path, said: Words) -> Words:
    """What is said of a file, with its name."""
    return Words(f"{path.name!r} {said.en}", f"{path.name!r} {said.de}")


def told(error: BaseException) -> Words:
    """What went wrong in somebody's file, and in which line of it."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    line = error.lineno if isinstance(error, SyntaxError) else trace.tb_lineno if trace else None
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    what = Words(*2 * (f"{type(error).__name__}: {one_line(text)}",))
    if isinstance(error, SystemExit):
        what = Words("it ends the program", "sie beendet das Programm")
    return Words(f"{what.en} (line {line})", f"{what.de} (Zeile {line})")
