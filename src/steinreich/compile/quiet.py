"""The setting that disables notices of compilation, for programs that show it otherwise."""

import os

VARIABLE = "STEINREICH_QUIET"  # environment variable that disables notices


def is_quiet() -> bool:
    """Return whether notices are disabled."""
    return bool(os.environ.get(VARIABLE))


def be_quiet() -> None:
    """Disable notices in this process and its child processes."""
    os.environ[VARIABLE] = "1"
