"""Imports point one way: a layer knows those before it and none behind."""

import ast
from pathlib import Path

import pytest

import steinreich

LAYERS = [
    "rules",
    "compile",
    "core",
    "games",
    "records",
    "draw",
    "search",
    "players",
    "explain",
    "session",
    "engines",
    "arena",
    "hall",
    "cli",
]  # lowest first
PACKAGE = Path(steinreich.__file__).parent


def imported(source: Path) -> set[str]:
    """The modules of this package that a file imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in found if name.startswith("steinreich.")}


@pytest.mark.parametrize("source", sorted(PACKAGE.glob("*/**/*.py")), ids=lambda path: path.stem)
def test_imports_point_one_way(source: Path) -> None:
    own = source.relative_to(PACKAGE).parts[0]
    assert own in LAYERS, f"{own} has no place among the layers"
    for name in imported(source):
        layer = name.split(".")[1]
        if layer in LAYERS:
            assert LAYERS.index(layer) <= LAYERS.index(own), f"{own} must not import {name}"


@pytest.mark.parametrize("source", sorted((PACKAGE / "games").glob("*.py")), ids=lambda p: p.stem)
def test_games_do_not_know_each_other(source: Path) -> None:
    assert not any(name.startswith("steinreich.games.") for name in imported(source))


def test_general_layers_know_no_game() -> None:
    general = ("rules", "compile", "core", "records", "draw", "search", "session")
    for source in (source for layer in general for source in PACKAGE.glob(f"{layer}/**/*.py")):
        assert not any(name.startswith("steinreich.games.") for name in imported(source))
