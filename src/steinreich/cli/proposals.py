"""Shell completion of command lines, by argcomplete."""

import os
import sys
from argparse import Action
from collections.abc import Callable, Iterable
from typing import Any

from steinreich.core.game import load
from steinreich.core.registry import games
from steinreich.rules.errors import SteinreichError

ASKED = "_ARGCOMPLETE"  # environment variable: a shell asks for proposals

Completer = Callable[..., Iterable[str]]


def complete(argument: Action, completer: Completer) -> None:
    """Set the completer of an argument."""
    argument.completer = completer  # type: ignore[attr-defined]  # argcomplete looks for it there


def proposed_games(prefix: str, **about: Any) -> list[str]:
    """Return completions: games, options after a bracket, or game files."""
    name, bracket, _ = prefix.partition("(")
    if bracket:
        return with_options(name)
    if os.sep in prefix:
        from argcomplete.completers import FilesCompleter

        return list(FilesCompleter([".py"])(prefix))
    return list(games())


def with_options(name: str) -> list[str]:
    """Return a game with each value of each option except the defaults."""
    try:
        options = load(name).about.options
    except SteinreichError:
        return []
    return [f"{name}({option.name}={value})" for option in options for value in option.values[1:]]


def answer_shell(parser: Any) -> None:
    """Print completions and exit, if a shell requests them."""
    if ASKED in os.environ:
        from argcomplete import autocomplete

        autocomplete(parser, exit_method=sys.exit)
