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
GLUE = {"Any", "LATER", "TYPE_CHECKING", "show_positions"}  # what the package needs for itself


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


def test_everything_at_once_loads_no_compiler() -> None:
    code = "import sys\nfrom steinreich import *\nprint('numba' in sys.modules, Engine.__name__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "Engine"]


def test_importing_it_is_cheap() -> None:
    """Hundreds of processes do little else: programs, engines, checks.  These took a seventh."""
    code = "import sys, steinreich; print({'importlib.resources', 'statistics'} & {*sys.modules})"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "set()\n"
