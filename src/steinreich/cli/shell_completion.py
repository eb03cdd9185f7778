"""Shell completion of command lines, based on argcomplete."""

import os
import sys
from argparse import Action
from collections.abc import Callable, Iterable
from typing import Any

from steinreich.core.game import load
from steinreich.core.registry import games
from steinreich.rules.errors import SteinreichError

COMPLETION_REQUEST_VARIABLE = "_ARGCOMPLETE"  # environment variable, set by the shell

Completer = Callable[..., Iterable[str]]


def set_completer(argument: Action, completer: Completer) -> None:
    """Set the completer of an argument."""
    argument.completer = completer  # type: ignore[attr-defined]  # argcomplete looks for it there


def complete_game(prefix: str, **unused: Any) -> list[str]:
    """Return names of games; after a bracket, games with options; after a slash, game files."""
    name, bracket, _ = prefix.partition("(")
    if bracket:
        return complete_option(name)
    if os.sep in prefix:
        from argcomplete.completers import FilesCompleter

        return list(FilesCompleter([".py"])(prefix))
    return list(games())


def complete_option(name: str) -> list[str]:
    """Return the ids of a game with one option set, for every value that is not the default."""
    try:
        options = load(name).about.options
    except SteinreichError:
        return []
    return [f"{name}({option.name}={value})" for option in options for value in option.values[1:]]


def print_completions_if_requested(parser: Any) -> None:
    """Print completions and exit, if a shell requests them."""
    if COMPLETION_REQUEST_VARIABLE in os.environ:
        from argcomplete import autocomplete

        autocomplete(parser, exit_method=sys.exit)
