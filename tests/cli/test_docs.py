"""The page about the command line is complete, and its examples are correct."""

import os
import re
import subprocess
from argparse import _SubParsersAction
from collections.abc import Iterator
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE, OutputChecker
from pathlib import Path

import pytest

from steinreich.cli import main
from steinreich.cli.language import Translator
from steinreich.cli.main import make_parser
from steinreich.cli.parser import Parser
from steinreich.cli.terminal import line_client
from tests.cli.conftest import PROGRAM

PAGE = (Path(__file__).parents[2] / "docs" / "cli.md").read_text()


def commands() -> dict[str, Parser]:
    """Return the parsers of all commands."""
    actions = make_parser(Translator("en"))._actions
    found = next(action for action in actions if isinstance(action, _SubParsersAction))
    for parser in found.choices.values():
        if parser.add_late_arguments:
            parser.add_late_arguments(parser)
    return dict(found.choices)


def section(name: str) -> str:
    """Return the section of the page about a command."""
    found = re.search(rf"^## {name}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"docs/cli.md says nothing about {name}"
    return found[1]


@pytest.mark.parametrize("name", commands())
def test_documentation_covers_every_command_and_option(name: str) -> None:
    text = section(name)
    for action in commands()[name]._actions:
        switches = [switch for switch in action.option_strings if switch.startswith("--")]
        for switch in set(switches) - {"--help", "--lang"}:
            assert switch in text, f"docs/cli.md does not say what {name} {switch} does"
        for choice in action.choices or () if action.dest != "lang" else ():
            assert str(choice) in text
    assert f"$ steinreich {name}" in text or f"| steinreich {name}" in text


def test_every_documented_command_exists() -> None:
    assert re.findall("^## (.*)$", PAGE, re.MULTILINE) == list(commands())


def test_documentation_covers_the_commands_of_the_line_client() -> None:
    for name in line_client.COMMANDS.values():
        table_row = rf"^\| `{name.in_language('en')}\b.*`{name.in_language('de')}`"
        assert re.search(table_row, section("play"), re.MULTILINE)


def test_documentation_covers_exit_codes() -> None:
    for code in (
        0,
        main.EXIT_BAD_RECORD,
        main.EXIT_BAD_INPUT,
        main.EXIT_INTERRUPTED,
        main.EXIT_BROKEN_PIPE,
    ):
        assert f"\n| {code} | " in PAGE


def examples() -> Iterator[tuple[str, str]]:
    """Return every `$ command` of the page with the output that follows it."""
    for block in re.findall(r"^```console\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = example.partition("\n")
            yield command, output


def test_documented_examples_are_correct(tmp_path: Path) -> None:
    path = f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}"
    for command, output in examples():
        done = subprocess.run(
            command,
            shell=True,
            cwd=tmp_path,
            env={**os.environ, "PATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        # Column widths of measurements depend on the speed of the machine.
        flags = ELLIPSIS | NORMALIZE_WHITESPACE if " bench " in command else ELLIPSIS
        assert OutputChecker().check_output(output, done.stdout, flags), done.stdout
