"""Games that lie anywhere: imported by their path, and told what is wrong with them.

A game is a file, `hex.py`, or a package, the folder `hex` with an `__init__.py`, in which modules
import each other relatively (`from .rules import State`).  What else is known of a game
(`companion`) lies beside its file, `hex_knowledge.py`, or in its package, `hex/knowledge.py`.
"""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING

from steinreich.compile.binder import home
from steinreich.rules.errors import UnknownGame
from steinreich.rules.language import Words
from steinreich.rules.text.safe import one_line

if TYPE_CHECKING:
    from steinreich.core.game import Game

FACE = "__init__.py"  # of a package
OURS = "steinreich.games"  # the package of our own games
PREFIX = "steinreich_game_"  # of the modules of games that lie anywhere
NO_GAME = Words("is not a game file", "ist keine Spieldatei")
NO_GAME_IN_FOLDER = Words(
    f"is not a game: a game folder has an {FACE}",
    f"ist kein Spiel: Ein Ordner, der eines ist, hat ein {FACE}",
)
BROKEN = Words("does not run", "läuft nicht")

loaded: dict[Path, tuple[bytes, ModuleType]] = {}  # files and packages by path


def is_path(id: str) -> bool:
    """Whether an id names a game by its path; brackets may stand anywhere in one."""
    return any(sign in id for sign in (".py", "/", os.sep))


def game_name(path: Path) -> str:
    """What a game is called that lies at a path."""
    return path.stem if path.suffix == ".py" else path.name


def module_at(path: Path) -> ModuleType:
    """The game file or package at a path, imported once and again whenever it has changed."""
    if not path.exists():
        shown = repr(str(path))
        raise UnknownGame(
            Words(f"there is not a game file {shown}", f"es gibt keine Spieldatei {shown}")
        )
    path = path.resolve()
    if path.name == FACE:
        path = path.parent
    if path.is_dir() and not (path / FACE).is_file():
        raise UnknownGame(named(path, NO_GAME_IN_FOLDER))
    from steinreich.core.faults import fault_of  # looks at sources, for which it needs much

    return current(path, fault_of)


def found_for(game: "Game", kind: str, package: str) -> ModuleType | None:
    """What else is known of a game: of ours in a package, under its name; else beside its file."""
    if game.module.__package__ in (OURS, f"{OURS}.{game.name}"):
        name = f"{package}.{game.name}"
        return import_module(name) if find_spec(name) else None
    return companion(game.module, kind)


def companion(game: ModuleType, kind: str) -> ModuleType | None:
    """The file of some kind (`knowledge`, `reasons`) that belongs to a game, if there is one."""
    path = beside(game, f"{kind}.py")
    if not path.is_file():
        return None
    if not is_package(game):
        return current(path, lambda module: None)
    with faults_told(path):
        return import_module(f"{game.__name__}.{kind}")


def beside(game: ModuleType, ending: str) -> Path:
    """Where a file that belongs to a game would lie: `hex_solved_openings.json` beside `hex.py`, or
    `solved_openings.json` inside a package."""
    path = home(game)
    return path / ending if is_package(game) else path.with_name(f"{path.stem}_{ending}")


def is_package(game: ModuleType) -> bool:
    return hasattr(game, "__path__")


def current(path: Path, find_fault: Callable[[ModuleType], Words | None]) -> ModuleType:
    """A file or package as a module, imported again when it has changed."""
    source = source_at(path)
    if path not in loaded or loaded[path][0] != source:
        loaded[path] = (source, imported(path, source, find_fault))
    return loaded[path][1]


def source_at(path: Path) -> bytes:
    """The source of a file, or all sources of a package."""
    if path.is_file():
        return path.read_bytes()
    files = sorted(path.rglob("*.py"))
    return b"".join(bytes(file.relative_to(path)) + b"\0" + file.read_bytes() for file in files)


def imported(
    path: Path, source: bytes, find_fault: Callable[[ModuleType], Words | None]
) -> ModuleType:
    """A file or package as a module."""
    # Named after its path and text: machine code that was kept of it finds the same name, and no
    # two modules share one.
    name = f"{PREFIX}{game_name(path)}_{sha256(bytes(path) + source).hexdigest()[:16]}"
    if name in sys.modules:  # it was like this before
        return sys.modules[name]
    spec = fresh_spec(name, path)
    assert spec is not None  # there is something at the path
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)  # compiled code finds its State there
    try:
        with faults_told(path):
            spec.loader.exec_module(module)
            wrong = find_fault(module)
        if wrong:
            raise UnknownGame(wrong.after(named(path, NO_GAME)))
    except UnknownGame:
        for part in [part for part in sys.modules if part == name or part.startswith(f"{name}.")]:
            del sys.modules[part]
        raise
    return module


class FreshLoader(SourceFileLoader):
    """Imports a file from its source, never from bytecode, which may be older than the file."""

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = self.source_to_code(self.get_data(self.path), self.path)
        return code


def fresh_spec(name: str, path: Path) -> ModuleSpec | None:
    """How to import what lies at a path: a file, or a folder with a face."""
    folder = [str(path)] if path.is_dir() else None
    file = path / FACE if folder else path
    if not file.is_file():
        return None
    return spec_from_file_location(
        name, file, loader=FreshLoader(name, str(file)), submodule_search_locations=folder
    )


class PackagesAnywhere:
    """Finds the modules of packages that were imported by their path.  (A `MetaPathFinder`; to
    import that class takes longer than all of this file.)"""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not path or not fullname.startswith(PREFIX):
            return None
        place = Path(path[0], fullname.rpartition(".")[2])
        return fresh_spec(fullname, place if place.is_dir() else place.with_suffix(".py"))


sys.meta_path.insert(0, PackagesAnywhere())


@cache  # some of it is played
def checked(module: ModuleType) -> ModuleType:
    """A module of an installed package, if it is a game."""
    from steinreich.core.faults import fault_of

    if wrong := fault_of(module):
        no_game = Words("is not a game", "ist kein Spiel")
        name = repr(module.__name__)
        raise UnknownGame(wrong.after(Words(f"{name} {no_game.en}", f"{name} {no_game.de}")))
    return module


def named(path: Path, said: Words) -> Words:
    """What is said of a file, with its name."""
    return Words(f"{path.name!r} {said.en}", f"{path.name!r} {said.de}")


@contextmanager
def faults_told(path: Path) -> Iterator[None]:
    """Whatever goes wrong in somebody's file or package, as an error that tells where."""
    try:
        yield
    except (Exception, SystemExit) as error:
        raise UnknownGame(what_failed(error, path).after(named(path, BROKEN))) from error


def what_failed(error: BaseException, path: Path) -> Words:
    """What went wrong in somebody's file, and in which line of it; of a package, in which file."""
    file, line = blamed(error, path)
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    what = Words(*2 * (f"{type(error).__name__}: {one_line(text)}",))
    if isinstance(error, SystemExit):
        what = Words("it ends the program", "sie beendet das Programm")
    if line is None:  # not while their code was running
        return what
    within = f"{file.relative_to(path)}, " if path in file.parents else ""
    return Words(f"{what.en} ({within}line {line})", f"{what.de} ({within}Zeile {line})")


def blamed(error: BaseException, path: Path) -> tuple[Path, int | None]:
    """The file and line in which an error arose, as far down as somebody's own code was."""
    if isinstance(error, SyntaxError):
        return Path(error.filename or path), error.lineno
    found: tuple[Path, int | None] = path, None
    trace = error.__traceback__
    while trace:
        file = Path(trace.tb_frame.f_code.co_filename)
        if file == path or path in file.parents:
            found = file, trace.tb_lineno
        trace = trace.tb_next
    return found
