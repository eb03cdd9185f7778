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
ALLOWED_UPWARD_NAMES = {("core", "steinreich.games")}
# Loading a game file checks it by playing, which requires a `Game`: imported inside a function.
LATE_IMPORTS = defaultdict(set[str], {("core", "game_files"): {"faults"}})
MODULE_IN_STRING = re.compile(
    r"(steinreich(?:\.\w+)+)(?::(\w+))?"
)  # a module, optionally with a name in it


def get_layer(source: Path) -> str:
    """Return the layer of a file; companions of a game belong to the layer that loads them."""
    layer = source.relative_to(PACKAGE).parts[0]
    return COMPANIONS.get(source.stem, layer) if layer == "games" else layer


@cache
def get_nodes(source: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(ast.parse(source.read_text())))


def walk_runtime_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a tree, except code under `TYPE_CHECKING`."""
    yield tree
    if isinstance(tree, ast.If) and "TYPE_CHECKING" in ast.unparse(tree.test):
        return
    for child in ast.iter_child_nodes(tree):
        yield from walk_runtime_nodes(child)


@cache
def find_strings(source: Path) -> tuple[str, ...]:
    """Return all string literals of a file except docstrings and names of loggers."""
    nodes = get_nodes(source)
    ignored = {
        id(argument)
        for node in nodes
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("getLogger")
        for argument in node.args
    }
    ignored |= {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    return tuple(
        node.value
        for node in nodes
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in ignored
    )


@cache
def find_imports(source: Path) -> set[str]:
    """Return the modules of this package that a file imports, anywhere in it."""
    found = set()
    folder = ("steinreich", *source.relative_to(PACKAGE).parts[:-1])
    for node in walk_runtime_nodes(ast.parse(source.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            inside = ".".join([*folder[: len(folder) - node.level + 1]] if node.level else [])
            module = ".".join(filter(None, (inside, node.module)))
            found |= {f"{module}.{alias.name}" for alias in node.names}
    return {name for name in found if name.startswith("steinreich.")}


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_imports_point_one_way(source: Path) -> None:
    own = get_layer(source)
    assert own in LAYERS, f"{own} is not a layer"
    for name in find_imports(source):
        layer = name.split(".")[1]
        if layer in LAYERS:
            assert LAYERS.index(layer) <= LAYERS.index(own), f"{own} must not import {name}"


def test_games_do_not_import_each_other() -> None:
    within = 0
    for source in PACKAGE.glob("games/**/*.py"):
        own = ".".join(source.relative_to(PACKAGE.parent).parts[:3]).removesuffix(".py")
        others = {name for name in find_imports(source) if name.startswith("steinreich.games.")}
        within += len(others)
        assert all(f"{name}.".startswith(f"{own}.") for name in others), f"{source}: {others}"
    assert within, "the test must find relative imports"


def test_general_layers_import_no_game() -> None:
    for source in SOURCES:
        if source.relative_to(PACKAGE).parts[0] != "games":
            names = find_imports(source)
            assert not any(name.startswith("steinreich.games.") for name in names), source


def test_puzzles_name_no_game() -> None:
    texts = {text for source in PACKAGE.glob("puzzles/*.py") for text in find_strings(source)}
    assert texts
    assert not texts & {*games()}


# Inside a layer


@cache
def find_parts(layer: str) -> dict[str, set[str]]:
    """Return the modules and sub-packages directly in a layer, each with its imports inside it."""
    found: dict[str, set[str]] = {}
    for source in PACKAGE.glob(f"{layer}/**/*.py"):
        own, *_ = source.relative_to(PACKAGE / layer).with_suffix("").parts
        found.setdefault(own, set())
        for name in find_imports(source):
            _, other_layer, other, *_ = [*name.split("."), ""]
            if other_layer == layer and other != own:
                found[own].add(other)
    return {
        part: others & found.keys() - LATE_IMPORTS[layer, part] for part, others in found.items()
    }


def test_imports_inside_a_layer_have_no_cycle() -> None:
    for layer in LAYERS:
        try:
            list(TopologicalSorter(find_parts(layer)).static_order())
        except CycleError as error:
            pytest.fail(f"{layer}: {' -> '.join(error.args[1])}")
    assert {"api", "storage", "room"} <= find_parts("hall").keys(), (
        "sub-packages are parts of a layer"
    )
    assert "storage" in find_parts("hall")["room"], "imports from sub-packages count"


# Ownership of state


def find_assigned_attributes(source: Path) -> Iterator[ast.Attribute]:
    """Yield the attributes that a file assigns or deletes, also through a subscript."""
    for node in get_nodes(source):
        if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
            target = node.value if isinstance(node, ast.Subscript) else node
            if isinstance(target, ast.Attribute):
                yield target


def is_attribute_of_self(attribute: ast.Attribute) -> bool:
    return ast.unparse(attribute.value) == "self"


def test_only_rooms_assign_their_attributes() -> None:
    """Attributes of rooms, their parts and connections are assigned in their own modules only."""
    owners = {PACKAGE / "hall" / "room.py", PACKAGE / "hall" / "broadcast.py"}
    owned_attributes = {
        attribute.attr
        for source in owners
        for attribute in find_assigned_attributes(source)
        if is_attribute_of_self(attribute)
    }
    assert {"table", "clients", "seats", "turn_task", "last_sent"} <= owned_attributes
    for source in set(PACKAGE.glob("hall/**/*.py")) - owners:
        foreign = {
            ast.unparse(attribute)
            for attribute in find_assigned_attributes(source)
            if not is_attribute_of_self(attribute)
        }
        violations = {
            name
            for name in foreign
            if name.rpartition(".")[2] in owned_attributes or "room" in name
        }
        assert not violations, f"{source} assigns {violations}"


# Dependencies without import statements


def test_modules_in_strings_exist_and_point_one_way() -> None:
    """Strings such as `"steinreich.hall.connections:Connection"` count as imports."""
    found = set()
    for source in SOURCES:
        for match in filter(None, map(MODULE_IN_STRING.fullmatch, find_strings(source))):
            own, module, inside = get_layer(source), match[1], match[2]
            found.add(module)
            path = PACKAGE.joinpath(*module.split(".")[1:])
            file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
            assert file.is_file(), f"{source}: there is no {module}"
            if inside and not (path / inside).is_dir():
                assert re.search(rf"\b(def|class) {inside}\b|^{inside}\b", file.read_text(), re.M)
            lower = LAYERS.index(module.split(".")[1]) <= LAYERS.index(own)
            assert lower or (own, module) in ALLOWED_UPWARD_NAMES, f"{own} must not name {module}"
    assert {"steinreich.puzzles", "steinreich.games"} <= found, (
        "the test must find modules in strings"
    )


def count_parent_levels(node: ast.expr) -> int | None:
    """Return how many levels above `Path(__file__)` the path of an expression is.

    1 is the folder of the file; None means that the expression is not such a path.
    """
    if isinstance(node, ast.Call):
        return 0 if ast.unparse(node) == "Path(__file__)" else None
    if isinstance(node, ast.Attribute) and node.attr == "parent":
        below = count_parent_levels(node.value)
        return None if below is None else below + 1
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute):
        below = count_parent_levels(node.value.value)
        assert below is None or isinstance(node.slice, ast.Constant), ast.unparse(node)
        return None if below is None else below + 1 + int(ast.literal_eval(node.slice))
    return None


def test_files_are_located_in_their_own_layer() -> None:
    """Paths such as `Path(__file__).parents[1]` stay inside the folder of the layer.

    The only exception is the translation catalogues, which all layers use.
    """
    found = set()
    for source in SOURCES:
        depth = len(source.relative_to(PACKAGE).parts) - 1
        depth += source == PACKAGE / "rules" / "language.py"
        expressions = (n for n in get_nodes(source) if isinstance(n, ast.expr))
        for up in filter(None, map(count_parent_levels, expressions)):
            found.add(up)
            assert up <= depth, f"{source} looks for files outside its layer"
        assert not any("../" in text for text in find_strings(source)), (
            f"{source} contains a relative path to a parent folder"
        )
    assert {1, 2} <= found, "the test must find such expressions"


def test_data_files_are_named_in_their_own_layer_only() -> None:
    data = {
        path.name: get_layer(path)
        for path in PACKAGE.glob("*/**/*")
        if path.is_file() and path.suffix not in (".py", ".pyc") and "static" not in path.parts
    }
    assert {"knowledge.weights", "rules.de.md"} <= set(data)
    for source in SOURCES:
        for text in find_strings(source):
            for name in filter(text.__contains__, data):
                assert data[name] == get_layer(source), f"{source} names {name} of {data[name]}"
