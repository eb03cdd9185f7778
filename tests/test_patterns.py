"""Every regular expression takes linear time in the length of the text, even for hostile texts."""

import ast
import importlib
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from steinreich import games, load
from tests.regex_steps import LINEAR_GROWTH, measure_growth

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "steinreich"
CLIENT = ROOT / "web" / "src"
METHODS = ("match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer")
# Files that use patterns of games, which `find_action_patterns` returns, or choices of fixed words
FILES_WITH_GIVEN_PATTERNS = {
    "core/game.py",
    "core/faults.py",
    "core/symmetry.py",
    "records/text.py",
    "session/texts.py",
}
# A JavaScript literal: what precedes it cannot end a value.
JAVASCRIPT_LITERAL = re.compile(
    r"(?:[(,=:\[!&|?{;]|\breturn)\s*+"
    r"/(?![/*\s])((?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*+\])++)/([gimsuy]*+)"
)


class Pattern(NamedTuple):
    where: str
    text: str
    method: str  # that uses it; the slowest one if that is unknown
    flags: int = 0


def find_python_patterns() -> Iterator[Pattern]:
    for file in sorted(SOURCES.rglob("*.py")):
        source = file.read_text()
        if "import re\n" in source:
            yield from find_patterns_in_module(file, ast.parse(source))


def find_patterns_in_module(file: Path, tree: ast.Module) -> Iterator[Pattern]:
    """Return all patterns of a module with the methods that use them."""
    where = file.relative_to(SOURCES).as_posix()
    parts = file.relative_to(SOURCES.parent).with_suffix("").parts
    names = vars(importlib.import_module(".".join(parts)))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    methods: dict[str, set[str]] = {}  # of compiled patterns, by name
    for call in calls:
        if isinstance(call.func, ast.Attribute) and call.func.attr in METHODS:
            for node in ast.walk(call.func.value):  # one name, or a choice of several
                methods.setdefault(ast.unparse(node), set()).add(call.func.attr)
    compiled = {
        node.value: ast.unparse(node.targets[0])
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
    }
    for call in calls:
        name = ast.unparse(call.func)
        if not name.startswith("re.") or name[3:] not in (*METHODS, "compile"):
            continue
        try:
            text = eval(ast.unparse(call.args[0]), names)
        except (NameError, KeyError):
            assert where in FILES_WITH_GIVEN_PATTERNS, (
                f"{where}: {ast.unparse(call)} cannot be evaluated"
            )
            continue
        used = methods.get(compiled.get(call, ""), set()) if name == "re.compile" else {name[3:]}
        method = next(iter(used)) if len(used) == 1 else "sub"
        yield Pattern(where, to_text(text), method, get_flags(call, names))


def get_flags(call: ast.Call, names: dict[str, object]) -> int:
    """Return the value of the flags argument of a call, 0 if there is none."""
    given = [*call.args[1:], *(keyword.value for keyword in call.keywords)]
    found = [text for text in map(ast.unparse, given) if text.startswith("re.")]
    return int(eval(found[0], names)) if found else 0


def to_text(text: str | bytes) -> str:
    return text.decode() if isinstance(text, bytes) else text


def find_client_patterns() -> Iterator[Pattern]:
    for file in sorted([*CLIENT.rglob("*.ts"), *CLIENT.rglob("*.svelte")]):
        source = file.read_text()
        where = file.relative_to(CLIENT).as_posix()
        if not where.endswith(".test.ts"):
            assert "RegExp(" not in source, f"{where}: a pattern that cannot be evaluated"
            for match in JAVASCRIPT_LITERAL.finditer(source):
                flags = (re.MULTILINE * ("m" in match[2])) | (re.IGNORECASE * ("i" in match[2]))
                yield Pattern(where, re.sub(r"\(\?<(?![=!])", "(?P<", match[1]), "sub", flags)


def find_action_patterns() -> Iterator[Pattern]:
    for name in games():
        pattern = load(name).definition.action_pattern
        yield Pattern(name, pattern.pattern, "fullmatch")
        yield Pattern(name, pattern.pattern, "match", int(re.IGNORECASE))


@pytest.fixture(autouse=True)
def _deep_recursion() -> Iterator[None]:
    """Allow a deep recursion: the matcher calls itself for each character."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(100_000)
    yield
    sys.setrecursionlimit(limit)


@pytest.mark.parametrize(
    ("patterns", "suffixes"),
    [
        (find_python_patterns, {".py"}),
        (find_client_patterns, {".ts", ".svelte"}),
        (find_action_patterns, {""}),  # the name of a game
    ],
)
def test_steps_grow_linearly_with_the_text(
    patterns: Callable[[], Iterator[Pattern]], suffixes: set[str]
) -> None:
    found = list(patterns())
    assert {Path(pattern.where).suffix for pattern in found} == suffixes
    for pattern in found:
        times, text = measure_growth(pattern.text, pattern.method, pattern.flags)
        assert times < LINEAR_GROWTH, f"{pattern}: {times} times as many steps at {text}"


@pytest.mark.parametrize(
    ("pattern", "method"),
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
def test_detects_slow_patterns(pattern: str, method: str) -> None:
    """Patterns that take quadratic or exponential time, some from earlier versions."""
    assert measure_growth(pattern, method)[0] > LINEAR_GROWTH


@pytest.mark.parametrize(
    ("pattern", "method"),
    [("a*b", "match"), (r"\s++", "sub"), ("(?>a*)a", "match"), ('"[^"]*"', "fullmatch")],
)
def test_fast_patterns_pass(pattern: str, method: str) -> None:
    assert measure_growth(pattern, method)[0] < LINEAR_GROWTH
