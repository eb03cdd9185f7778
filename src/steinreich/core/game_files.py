"""Games outside this package: imported by path, with readable errors.

A game is a file, `hex.py`, or a package, the folder `hex` with an `__init__.py`, whose modules
import each other relatively (`from .rules import State`). Optional *companion* files of a game,
such as its heuristics, are beside its file, `hex_knowledge.py`, or in its package,
`hex/knowledge.py`. So are translations of its texts: gettext catalogues,
`locale/de/LC_MESSAGES/hex.mo`.
"""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType

from steinreich.compile.binder import get_game_path
from steinreich.rules.errors import UnknownGame
from steinreich.rules.language import Text, Verbatim, add_catalogues
from steinreich.rules.untrusted import one_line

INIT_FILE = "__init__.py"  # of a package
BUILT_IN_PACKAGE = "steinreich.games"  # the package of the built-in games
MODULE_PREFIX = "steinreich_game_"  # of the names of modules imported by path
CATALOGUE_FOLDER = "locale"  # beside the file of a game or in its package
NOT_A_GAME_FILE = Text("is not a game file")
NOT_A_GAME_FOLDER = Text("is not a game: a game folder needs an {face}", face=INIT_FILE)
DOES_NOT_RUN = Text("cannot be run")

loaded: dict[Path, tuple[bytes, ModuleType]] = {}  # source and module, by path


def is_path(id: str) -> bool:
    """Return whether an id contains a path instead of a name; a path may contain brackets."""
    return any(sign in id for sign in (".py", "/", os.sep))


def game_name(path: Path) -> str:
    """Return the name of the game at a path."""
    return path.stem if path.suffix == ".py" else path.name


def load_module(path: Path) -> ModuleType:
    """Return the game file or package at a path, imported again after changes."""
    if not path.exists():
        shown = repr(str(path))
        raise UnknownGame(Text("game file {shown} not found", shown=shown))
    path = path.resolve()
    if path.name == INIT_FILE:
        path = path.parent
    if path.is_dir() and not (path / INIT_FILE).is_file():
        raise UnknownGame(with_file_name(path, NOT_A_GAME_FOLDER))
    from steinreich.core.faults import find_fault  # slow to import

    add_translations(path)
    return load_if_changed(path, find_fault)


@cache  # adds each catalogue once
def add_translations(path: Path) -> None:
    """Add the catalogues beside a game file, or in a package, to those of the built-in games."""
    folder = path if path.is_dir() else path.parent
    with report_faults(path):
        add_catalogues(folder / CATALOGUE_FOLDER, game_name(path))


def load_companion(game: ModuleType, kind: str) -> ModuleType | None:
    """Return the companion module of a game of a kind (`knowledge`, `reasons`, `puzzles`), if it
    exists.
    """
    path = get_companion_path(game, f"{kind}.py")
    if not path.is_file():
        return None
    if not is_package(game):
        return load_if_changed(path, lambda module: None)
    with report_faults(path):
        return import_module(f"{game.__name__}.{kind}")


def get_companion_path(game: ModuleType, ending: str) -> Path:
    """Return the path of a companion file: `hex_solved_openings.json` beside `hex.py`, or
    `solved_openings.json` inside a package.
    """
    path = get_game_path(game)
    return path / ending if is_package(game) else path.with_name(f"{path.stem}_{ending}")


def is_package(game: ModuleType) -> bool:
    return hasattr(game, "__path__")


def is_built_in(module: ModuleType) -> bool:
    """Return whether a module belongs to a built-in game, which only the tests check."""
    return module.__name__.startswith(f"{BUILT_IN_PACKAGE}.")


def load_if_changed(path: Path, find_fault: Callable[[ModuleType], Text | None]) -> ModuleType:
    """Return a file or package as a module; import it only if it has changed."""
    source = read_source(path)
    if path not in loaded or loaded[path][0] != source:
        loaded[path] = (source, import_source(path, source, find_fault))
    return loaded[path][1]


def read_source(path: Path) -> bytes:
    """Return the source of a file, or all sources of a package."""
    if path.is_file():
        return path.read_bytes()
    files = sorted(path.rglob("*.py"))
    return b"".join(bytes(file.relative_to(path)) + b"\0" + file.read_bytes() for file in files)


def import_source(
    path: Path, source: bytes, find_fault: Callable[[ModuleType], Text | None]
) -> ModuleType:
    """Import a file or package."""
    # The name contains a hash of path and source, so it is unique, and the same in each process,
    # since cached machine code refers to it.
    name = f"{MODULE_PREFIX}{game_name(path)}_{sha256(bytes(path) + source).hexdigest()[:16]}"
    if name in sys.modules:  # imported before with the same source
        return sys.modules[name]
    spec = make_import_spec(name, path)
    assert spec is not None  # the path exists
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)  # compiled code finds its State there
    try:
        with report_faults(path):
            spec.loader.exec_module(module)
            fault = find_fault(module)
        if fault:
            raise UnknownGame(fault.after(with_file_name(path, NOT_A_GAME_FILE)))
    except UnknownGame:
        for loaded_name in list(sys.modules):
            if loaded_name == name or loaded_name.startswith(f"{name}."):
                del sys.modules[loaded_name]
        raise
    return module


class SourceOnlyLoader(SourceFileLoader):
    """Loader that ignores cached bytecode, which may be older than the file."""

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = self.source_to_code(self.get_data(self.path), self.path)
        return code


def make_import_spec(name: str, path: Path) -> ModuleSpec | None:
    """Return the import spec of a file or package."""
    folder = [str(path)] if path.is_dir() else None
    file = path / INIT_FILE if folder else path
    if not file.is_file():
        return None
    return spec_from_file_location(
        name, file, loader=SourceOnlyLoader(name, str(file)), submodule_search_locations=folder
    )


class ExternalPackageFinder:
    """Finder for modules of packages imported by path.

    It implements `MetaPathFinder`, whose import would take longer than that of this module.
    """

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not path or not fullname.startswith(MODULE_PREFIX):
            return None
        file = Path(path[0], fullname.rpartition(".")[2])
        return make_import_spec(fullname, file if file.is_dir() else file.with_suffix(".py"))


sys.meta_path.insert(0, ExternalPackageFinder())


@cache  # slow, since it plays random games
def check_game(module: ModuleType) -> ModuleType:
    """Return a module of an installed package; `UnknownGame` if it is not a valid game."""
    from steinreich.core.faults import find_fault

    if fault := find_fault(module):
        no_game = Text("is not a game")
        name = repr(module.__name__)
        raise UnknownGame(fault.after(Text("{name} {no_game}", name=name, no_game=no_game)))
    return module


def with_file_name(path: Path, predicate: Text) -> Text:
    """Return a message about a file: its name with a predicate, "is not a game file"."""
    return Text("{path} {said}", path=repr(path.name), said=predicate)


@contextmanager
def report_faults(path: Path) -> Iterator[None]:
    """Raise any error in a third-party file or package as `UnknownGame`, with its line."""
    try:
        yield
    except (Exception, SystemExit) as error:
        raise UnknownGame(
            describe_failure(error, path).after(with_file_name(path, DOES_NOT_RUN))
        ) from error


def describe_failure(error: BaseException, path: Path) -> Text:
    """Describe an error in a third-party file, with its line and, in packages, its file."""
    file, line = find_origin(error, path)
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    description: Text = Verbatim(f"{type(error).__name__}: {one_line(text)}")
    if isinstance(error, SystemExit):
        description = Text("it ends the program")
    if line is None:  # not raised by third-party code
        return description
    within = f"{file.relative_to(path)}, " if path in file.parents else ""
    return Text("{what} ({within}line {line})", what=description, within=within, line=line)


def find_origin(error: BaseException, path: Path) -> tuple[Path, int | None]:
    """Return the file and line of an error: the innermost frame in third-party code."""
    if isinstance(error, SyntaxError):
        return Path(error.filename or path), error.lineno
    origin: tuple[Path, int | None] = path, None
    trace = error.__traceback__
    while trace:
        file = Path(trace.tb_frame.f_code.co_filename)
        if file == path or path in file.parents:
            origin = file, trace.tb_lineno
        trace = trace.tb_next
    return origin
