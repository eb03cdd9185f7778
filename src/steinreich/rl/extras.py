"""Packages that not everybody needs: who lacks one is told how to get it."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needing(extra: str) -> Iterator[None]:
    """Imports of packages that an extra brings."""
    try:
        yield
    except ModuleNotFoundError as error:
        name = error.name or "a package"
        raise ModuleNotFoundError(
            f"{name} is not installed; this installs it:  pip install 'steinreich[{extra}]'",
            name=error.name,
        ) from None
