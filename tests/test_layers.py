"""Imports point one way: a layer knows those before it and none behind.

The same goes for what no import statement shows: modules that are named in strings, and files of
data, which are found from where a source lies.
"""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import steinreich

LAYERS = [
    "rules",
    "compile",
    "core",
    "games",
    "draw",
    "records",
    "explain",
    "search",
    "players",
    "session",
    "engines",
    "arena",
    "puzzles",
    "rl",
    "notebook",
    "hall",
    "cli",
]  # lowest first
PACKAGE = Path(steinreich.__file__).parent
SOURCES = sorted(PACKAGE.glob("*/**/*.py"))
# Games are found by looking into their folder, so only its name is known below it.
KNOWN_BELOW = {("core", "steinreich.games")}
IN_A_STRING = re.compile(r"(steinreich(?:\.\w+)+)(?::(\w+))?")  # a module, perhaps what is in it


def layer_of(source: Path) -> str:
    return source.relative_to(PACKAGE).parts[0]


@cache
def nodes_of(source: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(ast.parse(source.read_text())))


@cache
def strings_in(source: Path) -> tuple[str, ...]:
    """All texts of a file but its docstrings and the names of its logs."""
    nodes = nodes_of(source)
    other = {
        id(argument)
        for node in nodes
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("getLogger")
        for argument in node.args
    }
    other |= {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    return tuple(
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in other
    )


def imported(source: Path) -> set[str]:
    """The modules of this package that a file imports, anywhere in it."""
    found = set()
    folder = ("steinreich", *source.relative_to(PACKAGE).parts[:-1])
    for node in nodes_of(source):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            inside = ".".join([*folder[: len(folder) - node.level + 1]] if node.level else [])
            module = ".".join(filter(None, (inside, node.module)))
            found |= {f"{module}.{alias.name}" for alias in node.names}
    return {name for name in found if name.startswith("steinreich.")}


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_imports_point_one_way(source: Path) -> None:
    own = layer_of(source)
    assert own in LAYERS, f"{own} has no place among the layers"
    for name in imported(source):
        layer = name.split(".")[1]
        if layer in LAYERS:
            assert LAYERS.index(layer) <= LAYERS.index(own), f"{own} must not import {name}"


def test_games_do_not_know_each_other() -> None:
    within = 0
    for source in PACKAGE.glob("games/**/*.py"):
        own = ".".join(source.relative_to(PACKAGE.parent).parts[:3]).removesuffix(".py")
        others = {name for name in imported(source) if name.startswith("steinreich.games.")}
        within += len(others)
        assert all(f"{name}.".startswith(f"{own}.") for name in others), f"{source}: {others}"
    assert within, "relative imports are seen"


def test_general_layers_know_no_game() -> None:
    general = ("rules", "compile", "core", "records", "draw", "search", "session")
    for source in (source for layer in general for source in PACKAGE.glob(f"{layer}/**/*.py")):
        assert not any(name.startswith("steinreich.games.") for name in imported(source))


# What no import statement shows


def test_modules_in_strings_are_there_and_point_one_way() -> None:
    """`"steinreich.hall.api.frame_limits:Wire"` is an import, too."""
    found = set()
    for source in SOURCES:
        for match in filter(None, map(IN_A_STRING.fullmatch, strings_in(source))):
            own, module, inside = layer_of(source), match[1], match[2]
            found.add(module)
            path = PACKAGE.joinpath(*module.split(".")[1:])
            file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
            assert file.is_file(), f"{source}: there is no {module}"
            if inside and not (path / inside).is_dir():
                assert re.search(rf"\b(def|class) {inside}\b|^{inside}\b", file.read_text(), re.M)
            lower = LAYERS.index(module.split(".")[1]) <= LAYERS.index(own)
            assert lower or (own, module) in KNOWN_BELOW, f"{own} must not name {module}"
    assert {"steinreich.hall.api.frame_limits", "steinreich.games"} <= found, (
        "strings are looked at"
    )


def folders_up(node: ast.expr) -> int | None:
    """How many folders above its own file an expression leads: 1 is the file's own folder."""
    if isinstance(node, ast.Call):
        return 0 if ast.unparse(node) == "Path(__file__)" else None
    if isinstance(node, ast.Attribute) and node.attr == "parent":
        below = folders_up(node.value)
        return None if below is None else below + 1
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute):
        below = folders_up(node.value.value)
        assert below is None or isinstance(node.slice, ast.Constant), ast.unparse(node)
        return None if below is None else below + 1 + int(ast.literal_eval(node.slice))
    return None


def test_files_are_looked_for_in_the_own_layer() -> None:
    """`Path(__file__).parents[1]` may lead up to the folder of the layer and not beyond it."""
    found = set()
    for source in SOURCES:
        depth = len(source.relative_to(PACKAGE).parts) - 1
        expressions = (n for n in nodes_of(source) if isinstance(n, ast.expr))
        for up in filter(None, map(folders_up, expressions)):
            found.add(up)
            assert up <= depth, f"{source} looks for files outside its layer"
        assert not any("../" in text for text in strings_in(source)), f"{source} climbs up"
    assert {1, 2} <= found, "such places are found"


def test_files_of_data_are_named_in_their_own_layer_alone() -> None:
    data = {
        path.name: layer_of(path)
        for path in PACKAGE.glob("*/**/*")
        if path.is_file() and path.suffix not in (".py", ".pyc") and "static" not in path.parts
    }
    assert {"vier3d.weights", "rules.de.md"} <= set(data)
    for source in SOURCES:
        for text in strings_in(source):
            for name in filter(text.__contains__, data):
                assert data[name] == layer_of(source), f"{source} names {name} of {data[name]}"
