"""The public face: whatever `steinreich` offers is documented, and shown at work."""

import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from doctest import DocTestParser
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import steinreich

TUTORIAL = Path("docs/python.md").read_text()
PUBLIC: dict[str, Any] = {name: getattr(steinreich, name) for name in steinreich.__all__}
CONSTANTS = {name for name, value in PUBLIC.items() if isinstance(value, int)}
GLUE = {
    "Any",
    "LATER",
    "PACKAGES",
    "TYPE_CHECKING",
    "show_positions",
}  # what the package needs for itself


def parts(owner: type) -> Iterator[tuple[str, Any]]:
    """The public methods and properties that a class has written for itself."""
    for name, value in vars(owner).items():
        if not name.startswith("_") and (inspect.isroutine(value) or hasattr(value, "__doc__")):
            function = getattr(value, "fget", None) or getattr(value, "func", None) or value
            if inspect.isroutine(function):
                yield name, function


def test_the_list_of_what_is_public_is_right() -> None:
    assert len(PUBLIC) == len(steinreich.__all__) > 10
    defined = {
        name
        for name, value in vars(steinreich).items()
        if not name.startswith("_") and not isinstance(value, ModuleType)
    }
    assert defined - GLUE <= PUBLIC.keys() <= set(dir(steinreich))
    with pytest.raises(AttributeError, match="module 'steinreich' has no attribute 'Board'"):
        _ = steinreich.Board


@pytest.mark.parametrize("name", sorted(PUBLIC.keys() - CONSTANTS))
def test_whatever_is_public_has_a_docstring_with_an_example(name: str) -> None:
    text = inspect.getdoc(PUBLIC[name]) or ""
    assert DocTestParser().get_examples(text), f"the docstring of {name} shows no example"
    for part, function in parts(PUBLIC[name]) if inspect.isclass(PUBLIC[name]) else ():
        assert inspect.getdoc(function), f"{name}.{part} has no docstring"


def test_a_missing_docstring_is_found() -> None:
    class Careless:
        def method(self) -> None: ...

        @property
        def value(self) -> int:
            return 1

        @classmethod
        def made(cls) -> None:
            """It is documented."""

    assert [name for name, part in parts(Careless) if not inspect.getdoc(part)] == [
        "method",
        "value",
    ]


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_whatever_is_public_stands_in_the_tutorial(name: str) -> None:
    assert re.search(rf"`[^`\n]*\b{name}\b|^>>> .*\b{name}\b", TUTORIAL, re.M)


REFERENCE = Path("docs/api.md").read_text()
# What the parts of the library need of each other, and the reference does not promise
INTERNAL = {
    "Arrow": {"on"},
    "AsyncEngine": {"asked"},
    "Engine": {
        "answer",
        "check_open",
        "facts",
        "heard",
        "limited",
        "question",
        "search",
        "strategy",
    },
    "External": {
        *("answer", "blamed", "check_open", "heard", "limited", "process", "question"),
        *("start", "thoughts"),
    },
    "Game": {"compiled", "is_legal", "legal_actions"},
    "GpuGames": {"check_array"},
    "Mcts": {"begin", "choices", "judge_some", "proven", "values", "visits", "work"},
    "Player": {"check_open", "heard", "limited", "question"},
    "Position": {
        *("after_legal", "came", "drawn_as_text", "effects_of_last", "find", "find_action"),
        *("is_legal", "known_effects", "known_outcome", "laid", "legal_number", "meant"),
        *("refusal", "state", "why_not"),
    },
    "Prover": {"line", "numbers", "put_up_sign"},
    "Puzzle": {"order"},
    "Ring": {"on"},
    "Solver": {"memory", "search"},
}


def listed_members(name: str) -> set[str] | None:
    """The members that the reference lists of a class, or None where it has no such entry."""
    members = r"(?:   :members: (.*\n(?: {6,}.*\n)*))?"
    entry = re.search(rf"^\.\. autoclass:: steinreich\.{name}\n{members}", REFERENCE, re.M)
    return None if entry is None else {*re.findall(r"\w+", entry[1] or "")}


CLASSES = [
    name
    for name, value in PUBLIC.items()
    if inspect.isclass(value) and not issubclass(value, Exception)
]


@pytest.mark.parametrize("name", CLASSES)
def test_the_reference_lists_all_of_a_class_and_no_internals(name: str) -> None:
    found = {
        member
        for member in {*dir(PUBLIC[name]), *inspect.get_annotations(PUBLIC[name])}
        if not member.startswith("_") and member not in dir(tuple)
    }
    listed = listed_members(name)
    assert listed is not None, f"docs/api.md has no class {name}"
    internal = INTERNAL.get(name, set())
    assert found - internal - listed == set(), "docs/api.md does not list them"
    assert listed & internal == set()


@pytest.mark.parametrize("name", sorted(PUBLIC.keys() - CONSTANTS))
def test_the_reference_has_every_public_name(name: str) -> None:
    last = rf"(?:steinreich\.)?(?:{name}\.)?{name}"
    assert re.search(rf"^\.\. (?:auto|py:)\w+:: {last}\b", REFERENCE, re.M)


def test_everything_at_once_loads_no_compiler() -> None:
    code = "import sys\nfrom steinreich import *\nprint('numba' in sys.modules, Engine.__name__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "Engine"]


def test_importing_it_is_cheap() -> None:
    """Hundreds of processes do little else: programs, engines, checks.  These took a seventh."""
    code = "import sys, steinreich; print({'importlib.resources', 'statistics'} & {*sys.modules})"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "set()\n"
