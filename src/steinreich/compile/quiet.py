"""The setting that disables notices of compilation, for programs that report it in another way."""

import os

QUIET_VARIABLE = "STEINREICH_QUIET"  # environment variable that disables notices


def is_quiet() -> bool:
    """Return whether notices are disabled."""
    return bool(os.environ.get(QUIET_VARIABLE))


def disable_notices() -> None:
    """Disable notices in this process and its child processes."""
    os.environ[QUIET_VARIABLE] = "1"
