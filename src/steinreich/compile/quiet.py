"""Whether it is said that something is being compiled: not where somebody else tells of it."""

import os

VARIABLE = "STEINREICH_QUIET"  # where it is set, nothing is said


def is_quiet() -> bool:
    """Whether nothing is to be said."""
    return bool(os.environ.get(VARIABLE))


def be_quiet() -> None:
    """Say nothing from now on, here and in all processes that are started from here."""
    os.environ[VARIABLE] = "1"
