"""The global names that the code of a function uses."""

from collections.abc import Iterator
from types import CodeType


def find_global_names(code: CodeType) -> Iterator[str]:
    """Yield all names that code may look up among its globals, including those of nested
    functions.
    """
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from find_global_names(constant)
