"""Game files that lie anywhere: imported by their path, and told what is wrong with them."""

import sys
from hashlib import sha256
from pathlib import Path
from types import ModuleType

from steinreich.rules.errors import UnknownGame
from steinreich.rules.language import Words

# What a game file must have; CONTRIBUTING.md tells what it may have.
GAME_DATA = ("ABOUT", "ACTIONS", "ACTION", "State")
GAME_RULES = ("candidates", "play", "outcome")
GAME_TEXTS = ("start", "name", "text", "parse", "board", "pieces")

loaded: dict[Path, tuple[bytes, ModuleType]] = {}  # game files by path


def module_at(path: Path) -> ModuleType:
    """The game file at a path, imported once and again whenever it has changed."""
    if not path.is_file():
        shown = repr(str(path))
        raise UnknownGame(
            Words(f"there is no game file {shown}", f"es gibt keine Spieldatei {shown}")
        )
    path = path.resolve()
    source = path.read_bytes()
    if path not in loaded or loaded[path][0] != source:
        loaded[path] = (source, imported(path, source))
    return loaded[path][1]


def imported(path: Path, source: bytes) -> ModuleType:
    """A game file as a module; never from bytecode, which may be older than the file."""
    # Named after its text: machine code that was kept of the same text finds the same name.
    name = f"steinreich_game_{path.stem}_{sha256(source).hexdigest()[:16]}"
    module = ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module  # so that compiled code can find the State class again
    try:
        exec(compile(source, str(path), "exec"), module.__dict__)
        wrong = what_is_missing(module)
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
    shown = "".join(c if c.isprintable() else "\ufffd" for c in " ".join(text.split()))
    what = Words(*2 * (f"{type(error).__name__}: {shown}",))
    if isinstance(error, SystemExit):
        what = Words("it ends the program", "sie beendet das Programm")
    return Words(f"{what.en} (line {line})", f"{what.de} (Zeile {line})")


def what_is_missing(module: ModuleType) -> Words | None:
    """What a game file must have and has not."""
    parts = (*GAME_DATA, *GAME_RULES, *GAME_TEXTS)
    missing = [part for part in parts if not hasattr(module, part)]
    if missing:
        lacking = ", ".join(missing)
        return Words(f"it has no {lacking}", f"es fehlt {lacking}")
    if not hasattr(module, "player") and "turn" not in module.State._fields:
        return Words(
            "its State has no field turn, and it has no function player",
            "ihr State hat kein Feld turn, und eine Funktion player fehlt auch",
        )
    return None
