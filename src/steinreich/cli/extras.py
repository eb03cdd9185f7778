"""Packages that only some commands need: without them a command says in a line what to install."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from steinreich.cli.parser import UsageError
from steinreich.cli.spoken_language import Say
from steinreich.rules.language import Words


class Extra(NamedTuple):
    """Packages that are installed when somebody asks for them."""

    name: str
    what: Words  # needs them


HALL = Extra("hall", Words("the hall", "den Saal"))
TUI = Extra("tui", Words("the terminal client", "die Oberfläche im Terminal"))


@contextmanager
def extra_packages(extra: Extra, say: Say) -> Iterator[None]:
    """Say how to get the packages of an extra where one is missing; of our own, none may be."""
    try:
        yield
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package in ("", "steinreich"):
            raise
        needs = say(
            "{what} needs packages that are not installed ({package} is missing);"
            " this installs them:  pip install 'steinreich[{extra}]'",
            "für {what} fehlen Pakete ({package} ist nicht installiert);"
            " das installiert sie:  pip install 'steinreich[{extra}]'",
        )
        message = needs.format(what=say(*extra.what), package=package, extra=extra.name)
        raise UsageError(message) from None
