"""Every regular expression takes time linear in the length of the text, for any text."""

import ast
import importlib
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from steinreich import games, load
from tests.regex_steps import LINEAR_GROWTH, growth

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "steinreich"
CLIENT = ROOT / "web" / "src"
WAYS = ("match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer")
# Patterns provided by games, of which those of the package are checked one by one; and two that are
# choices of fixed words.
GIVEN = {
    "core/game.py",
    "core/faults.py",
    "core/symmetry.py",
    "records/text.py",
    "session/texts.py",
}
# A JavaScript literal: what precedes it cannot end a value.
LITERAL = re.compile(
    r"(?:[(,=:\[!&|?{;]|\breturn)\s*+"
    r"/(?![/*\s])((?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*+\])++)/([gimsuy]*+)"
)


class Pattern(NamedTuple):
    where: str
    text: str
    way: str  # how it is used; the most expensive method if unknown
    flags: int = 0


def python_patterns() -> Iterator[Pattern]:
    for file in sorted(SOURCES.rglob("*.py")):
        source = file.read_text()
        if "import re\n" in source:
            yield from patterns_in(file, ast.parse(source))


def patterns_in(file: Path, tree: ast.Module) -> Iterator[Pattern]:
    """Return all patterns of a module with the methods that use them."""
    where = file.relative_to(SOURCES).as_posix()
    parts = file.relative_to(SOURCES.parent).with_suffix("").parts
    names = vars(importlib.import_module(".".join(parts)))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    ways: dict[str, set[str]] = {}  # of compiled patterns, by name
    for call in calls:
        if isinstance(call.func, ast.Attribute) and call.func.attr in WAYS:
            for node in ast.walk(call.func.value):  # one name, or a choice of several
                ways.setdefault(ast.unparse(node), set()).add(call.func.attr)
    compiled = {
        node.value: ast.unparse(node.targets[0])
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
    }
    for call in calls:
        name = ast.unparse(call.func)
        if not name.startswith("re.") or name[3:] not in (*WAYS, "compile"):
            continue
        try:
            text = eval(ast.unparse(call.args[0]), names)
        except (NameError, KeyError):
            assert where in GIVEN, f"{where}: {ast.unparse(call)} cannot be looked at"
            continue
        used = ways.get(compiled.get(call, ""), set()) if name == "re.compile" else {name[3:]}
        way = next(iter(used)) if len(used) == 1 else "sub"
        yield Pattern(where, decoded(text), way, flags_of(call, names))


def flags_of(call: ast.Call, names: dict[str, object]) -> int:
    """Return the flags of a call, which are its last argument."""
    given = [*call.args[1:], *(one.value for one in call.keywords)]
    found = [ast.unparse(one) for one in given if ast.unparse(one).startswith("re.")]
    return int(eval(found[0], names)) if found else 0


def decoded(text: str | bytes) -> str:
    return text.decode() if isinstance(text, bytes) else text


def client_patterns() -> Iterator[Pattern]:
    for file in sorted([*CLIENT.rglob("*.ts"), *CLIENT.rglob("*.svelte")]):
        source = file.read_text()
        where = file.relative_to(CLIENT).as_posix()
        if not where.endswith(".test.ts"):
            assert "RegExp(" not in source, f"{where}: a pattern that cannot be looked at"
            for match in LITERAL.finditer(source):
                flags = (re.MULTILINE * ("m" in match[2])) | (re.IGNORECASE * ("i" in match[2]))
                yield Pattern(where, re.sub(r"\(\?<(?![=!])", "(?P<", match[1]), "sub", flags)


def action_patterns() -> Iterator[Pattern]:
    for name in games():
        pattern = load(name).definition.action_pattern
        yield Pattern(name, pattern.pattern, "fullmatch")
        yield Pattern(name, pattern.pattern, "match", int(re.IGNORECASE))


@pytest.fixture(autouse=True)
def deep_recursion() -> Iterator[None]:
    """Allow a deep recursion: the matcher calls itself for each character."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(100_000)
    yield
    sys.setrecursionlimit(limit)


@pytest.mark.parametrize(
    ("patterns", "suffixes"),
    [
        (python_patterns, {".py"}),
        (client_patterns, {".ts", ".svelte"}),
        (action_patterns, {""}),  # the name of a game
    ],
)
def test_steps_grow_linearly_with_the_text(
    patterns: Callable[[], Iterator[Pattern]], suffixes: set[str]
) -> None:
    found = list(patterns())
    assert {Path(pattern.where).suffix for pattern in found} == suffixes
    for pattern in found:
        times, text = growth(pattern.text, pattern.way, pattern.flags)
        assert times < LINEAR_GROWTH, f"{pattern}: {times} times as many steps at {text}"


@pytest.mark.parametrize(
    ("pattern", "way"),
    [
        (r"\ufeff?\s*((\[\s*)?[0-9][0-9\s,]*\]?|\[\s*\])\s*", "fullmatch"),
        (r"(?m)^(?!\s*\[)(?=[^\n]*\S)[^\n]*\n\s*(?=\[)", "search"),
        (r"\s*[^\S ]\s*", "sub"),
        (r"<[^>]*>", "sub"),
        (r"\s+$", "search"),
        ("(a+)+", "fullmatch"),
        ("(a|a)*b", "match"),
        ('"(?:[^"\\\\]+|\\\\.)*"', "match"),
    ],
)
def test_slow_patterns_are_detected(pattern: str, way: str) -> None:
    """Patterns that this project had, and well-known others."""
    assert growth(pattern, way)[0] > LINEAR_GROWTH


@pytest.mark.parametrize(
    ("pattern", "way"),
    [("a*b", "match"), (r"\s++", "sub"), ("(?>a*)a", "match"), ('"[^"]*"', "fullmatch")],
)
def test_fast_patterns_pass(pattern: str, way: str) -> None:
    assert growth(pattern, way)[0] < LINEAR_GROWTH
