"""Rooms that can be overlooked: folders of about a dozen modules, short files, short functions."""

import ast
from pathlib import Path

import steinreich
from steinreich.cli.main import COMMANDS

PACKAGE = Path(steinreich.__file__).parent
SOURCES = sorted(PACKAGE.rglob("*.py"))
TESTS = sorted(Path(__file__).parent.rglob("*.py"))
WEB = Path(__file__).parent.parent / "web" / "src"
GENERATED = {WEB / "protocol.ts"}  # nobody reads it from top to bottom
PAGES = [path for kind in ("*.ts", "*.svelte") for path in WEB.rglob(kind)]
LONGEST_FILE, LONGEST_FUNCTION = 400, 40  # lines
MOST_MODULES = 14  # beside `__init__`


def function_lengths(source: Path) -> dict[str, int]:
    """How many lines each function has, from its first line to its last."""
    return {
        f"{node.name} in line {node.lineno}": (node.end_lineno or 0) - node.lineno + 1
        for node in ast.walk(ast.parse(source.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def test_files_are_short() -> None:
    assert PAGES
    looked_at = {*SOURCES, *TESTS, *PAGES} - GENERATED
    lengths = {path: len(path.read_text().splitlines()) for path in looked_at}
    assert not {path: n for path, n in lengths.items() if n > LONGEST_FILE}


def test_functions_are_short() -> None:
    lengths = {(path, name): n for path in SOURCES for name, n in function_lengths(path).items()}
    assert len(lengths) > 1000, "functions are found"
    assert not {where: n for where, n in lengths.items() if n > LONGEST_FUNCTION}


def test_folders_are_not_crowded() -> None:
    folders = {source.parent for source in SOURCES}
    assert PACKAGE / "session" / "schema" in folders, "folders within folders are looked at"
    for folder in folders:
        modules = [path.stem for path in folder.glob("*.py") if path.stem != "__init__"]
        most = len(COMMANDS) if folder == PACKAGE / "cli" / "commands" else MOST_MODULES
        assert len(modules) <= most, f"{folder}: {', '.join(sorted(modules))}"


def test_lengths_are_counted(tmp_path: Path) -> None:
    source = tmp_path / "some.py"
    source.write_text("class A:\n    @property\n    async def f(self):\n" + "        1\n" * 40)
    assert function_lengths(source) == {"f in line 3": 41}
