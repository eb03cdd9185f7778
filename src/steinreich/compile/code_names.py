"""The names that the code of a function looks up among its globals."""

from collections.abc import Iterator
from types import CodeType


def global_names(code: CodeType) -> Iterator[str]:
    """Yield the names that code looks up, in nested code as well."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from global_names(constant)
