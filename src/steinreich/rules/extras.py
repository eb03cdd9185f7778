"""Optional packages.  If one is missing, the error names the extra that installs it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import Text


class MissingPackage(SteinreichError, ModuleNotFoundError):
    """An optional package is not installed; the message states how to install it."""


class Extra(NamedTuple):
    """A set of optional packages, as in `pip install steinreich[hall]`."""

    name: str
    needs: Text  # the beginning of the message: "the hall needs"


HALL = Extra("hall", Text("the hall needs"))
TUI = Extra("tui", Text("the terminal client needs"))
WIDGETS = Extra("notebook", Text("widgets need"))
ENVIRONMENTS = Extra("rl", Text("environments need"))
OPEN_SPIEL = Extra("openspiel", Text("games for OpenSpiel need"))


@contextmanager
def require_extra(extra: Extra) -> Iterator[None]:
    """Raise `MissingPackage` if an import in the block fails because a package of the extra is not
    installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "steinreich"):
            raise
        install = f"pip install 'steinreich[{extra.name}]'"
        raise MissingPackage(
            Text(
                "{needs} packages that are not installed ({package} is missing); install them "
                "with  {install}",
                needs=extra.needs,
                package=package,
                install=install,
            )
        ) from None
