"""Imports point one way: a layer imports lower ones only.

The same applies to modules named in strings, and to data files, which are located relative to a
source file.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import steinreich
from steinreich import games

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
COMPANIONS = {"reasons": "explain", "knowledge": "players", "puzzles": "puzzles"}
PACKAGE = Path(steinreich.__file__).parent
SOURCES = sorted(PACKAGE.glob("*/**/*.py"))
# Lower layers name the folder of games to discover them there, but import none.
KNOWN_BELOW = {("core", "steinreich.games")}
# Loading a game file checks it by playing, which requires a `Game`: imported inside a function.
IMPORTED_LATE = defaultdict(set[str], {("core", "game_files"): {"faults"}})
IN_A_STRING = re.compile(
    r"(steinreich(?:\.\w+)+)(?::(\w+))?"
)  # a module, optionally with a name in it


def layer_of(source: Path) -> str:
    """Return the layer of a file; companions of a game belong to the layer that loads them."""
    layer = source.relative_to(PACKAGE).parts[0]
    return COMPANIONS.get(source.stem, layer) if layer == "games" else layer


@cache
def nodes_of(source: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(ast.parse(source.read_text())))


def statements_of(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a tree, except code under `TYPE_CHECKING`."""
    yield tree
    if isinstance(tree, ast.If) and "TYPE_CHECKING" in ast.unparse(tree.test):
        return
    for child in ast.iter_child_nodes(tree):
        yield from statements_of(child)


@cache
def strings_in(source: Path) -> tuple[str, ...]:
    """Return all strings of a file except docstrings and logger names."""
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


@cache
def imported(source: Path) -> set[str]:
    """Return the modules of this package that a file imports, anywhere in it."""
    found = set()
    folder = ("steinreich", *source.relative_to(PACKAGE).parts[:-1])
    for node in statements_of(ast.parse(source.read_text())):
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


def test_games_do_not_import_each_other() -> None:
    within = 0
    for source in PACKAGE.glob("games/**/*.py"):
        own = ".".join(source.relative_to(PACKAGE.parent).parts[:3]).removesuffix(".py")
        others = {name for name in imported(source) if name.startswith("steinreich.games.")}
        within += len(others)
        assert all(f"{name}.".startswith(f"{own}.") for name in others), f"{source}: {others}"
    assert within, "relative imports are found"


def test_general_layers_import_no_game() -> None:
    for source in SOURCES:
        if source.relative_to(PACKAGE).parts[0] != "games":
            names = imported(source)
            assert not any(name.startswith("steinreich.games.") for name in names), source


def test_puzzles_name_no_game() -> None:
    texts = {text for source in PACKAGE.glob("puzzles/*.py") for text in strings_in(source)}
    assert texts
    assert not texts & {*games()}


# Inside a layer


@cache
def parts_of(layer: str) -> dict[str, set[str]]:
    """Return the modules and sub-packages directly in a layer, each with its imports inside it."""
    found: dict[str, set[str]] = {}
    for source in PACKAGE.glob(f"{layer}/**/*.py"):
        own, *_ = source.relative_to(PACKAGE / layer).with_suffix("").parts
        found.setdefault(own, set())
        for name in imported(source):
            _, other_layer, other, *_ = [*name.split("."), ""]
            if other_layer == layer and other != own:
                found[own].add(other)
    return {
        part: others & found.keys() - IMPORTED_LATE[layer, part] for part, others in found.items()
    }


def test_imports_inside_a_layer_have_no_cycle() -> None:
    for layer in LAYERS:
        try:
            list(TopologicalSorter(parts_of(layer)).static_order())
        except CycleError as error:
            pytest.fail(f"{layer}: {' -> '.join(error.args[1])}")
    assert {"api", "storage", "room"} <= parts_of("hall").keys(), "sub-packages are parts"
    assert "storage" in parts_of("hall")["room"], "imports of their contents are found"


# Rooms


def assigned_in(source: Path) -> Iterator[ast.Attribute]:
    """Yield the attributes that a file assigns or deletes, also through a subscript."""
    for node in nodes_of(source):
        if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
            target = node.value if isinstance(node, ast.Subscript) else node
            if isinstance(target, ast.Attribute):
                yield target


def is_own(attribute: ast.Attribute) -> bool:
    return ast.unparse(attribute.value) == "self"


def test_rooms_own_their_state() -> None:
    """No other module of the hall assigns an attribute of a room, its parts or its connections."""
    owners = {PACKAGE / "hall" / "room.py", PACKAGE / "hall" / "broadcast.py"}
    owned = {one.attr for source in owners for one in assigned_in(source) if is_own(one)}
    assert {"table", "clients", "seats", "thinking", "last_sent"} <= owned
    for source in set(PACKAGE.glob("hall/**/*.py")) - owners:
        foreign = {ast.unparse(one) for one in assigned_in(source) if not is_own(one)}
        taken = {one for one in foreign if one.rpartition(".")[2] in owned or "room" in one}
        assert not taken, f"{source} assigns {taken}"


# Dependencies without import statements


def test_modules_in_strings_exist_and_point_one_way() -> None:
    """Strings such as `"steinreich.hall.connections:Connection"` count as imports."""
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
    assert {"steinreich.puzzles", "steinreich.games"} <= found, "strings are examined"


def folders_up(node: ast.expr) -> int | None:
    """Return how many levels an expression goes up from `Path(__file__)`, or None.

    1 is the folder of the file.
    """
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
    """Paths such as `Path(__file__).parents[1]` stay inside the folder of the layer.

    The only exception is the translation catalogues, which all layers use.
    """
    found = set()
    for source in SOURCES:
        depth = len(source.relative_to(PACKAGE).parts) - 1
        depth += source == PACKAGE / "rules" / "language.py"
        expressions = (n for n in nodes_of(source) if isinstance(n, ast.expr))
        for up in filter(None, map(folders_up, expressions)):
            found.add(up)
            assert up <= depth, f"{source} looks for files outside its layer"
        assert not any("../" in text for text in strings_in(source)), f"{source} climbs up"
    assert {1, 2} <= found, "such expressions are found"


def test_data_files_are_named_in_their_own_layer_only() -> None:
    data = {
        path.name: layer_of(path)
        for path in PACKAGE.glob("*/**/*")
        if path.is_file() and path.suffix not in (".py", ".pyc") and "static" not in path.parts
    }
    assert {"knowledge.weights", "rules.de.md"} <= set(data)
    for source in SOURCES:
        for text in strings_in(source):
            for name in filter(text.__contains__, data):
                assert data[name] == layer_of(source), f"{source} names {name} of {data[name]}"
