"""Run commands in this process and return their output and exit code."""

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from steinreich.cli.main import main

PROGRAM = Path(sys.executable).with_name("steinreich")
CONNECT_FOUR = str(Path(__file__).parents[2] / "examples" / "connect_four.py")


class CommandResult(NamedTuple):
    """The result of a command."""

    code: int
    out: str
    err: str


Run = Callable[..., CommandResult]


@pytest.fixture(autouse=True)
def default_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set English, no colours and 80 columns, independent of the terminal."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs a command: `run("perft", "vier3d", 2, stdin="")`."""

    def command(*arguments: object, stdin: str = "") -> CommandResult:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        code = main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return CommandResult(code, printed.out, printed.err)

    return command
