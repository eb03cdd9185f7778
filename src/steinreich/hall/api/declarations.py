"""What the session declares, with the comments beside it: they tell what fields mean.

The client's types and the OpenAPI page are made from it.
"""

import ast
import inspect
import io
import tokenize
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple, TypeGuard

from steinreich.session.schema import (
    balance,
    changes,
    lessons,
    messages,
    openings,
    protocol,
    puzzles,
    records,
)

DESCRIBED = (protocol, lessons, changes, messages, records, openings, balance, puzzles)


class Source(NamedTuple):
    """A module as it was written."""

    body: list[ast.stmt]
    comments: dict[int, str]  # by line, without the sign
    lines: list[str]

    def alone(self, line: int) -> bool:
        """Whether the comment of this line has the line for itself."""
        return line in self.comments and self.lines[line - 1].lstrip().startswith("#")

    def about(self, field: ast.stmt) -> tuple[list[str], str]:
        """The comments above a field, and the one behind it."""
        above = field.lineno
        while self.alone(above - 1):
            above -= 1
        behind = self.comments.get(field.end_lineno or field.lineno, "")
        return [self.comments[line] for line in range(above, field.lineno)], behind


def source_of(module: ModuleType) -> Source:
    """What was written, with the comments that Python leaves out."""
    text = inspect.getsource(module)
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    comments = {
        token.start[0]: token.string.removeprefix("#").strip()
        for token in tokens
        if token.type == tokenize.COMMENT
    }
    return Source(ast.parse(text).body, comments, text.splitlines())


def is_message(one: ast.stmt) -> TypeGuard[ast.ClassDef]:
    """Whether it is a dataclass: what clients send."""
    return isinstance(one, ast.ClassDef) and bool(one.decorator_list)


def is_declared(one: ast.ClassDef) -> bool:
    return is_message(one) or any(ast.unparse(base) == "TypedDict" for base in one.bases)


@cache
def comments() -> dict[str, dict[str, str]]:
    """What fields mean, by the class that declares them and their name."""
    found: dict[str, dict[str, str]] = {}
    for source in map(source_of, DESCRIBED):
        for one in source.body:
            if isinstance(one, ast.ClassDef) and is_declared(one):
                fields = [field for field in one.body if isinstance(field, ast.AnnAssign)]
                said = ((field, source.about(field)) for field in fields)
                found[one.name] = {
                    ast.unparse(field.target): " ".join([*above, behind]).strip()
                    for field, (above, behind) in said
                }
    return found


def described(page: dict[str, Any]) -> dict[str, Any]:
    """An OpenAPI page with what is said of the fields."""
    for name, schema in page["components"]["schemas"].items():
        for field, text in comments().get(name, {}).items():
            if text:
                schema["properties"][field]["description"] = text
    return page
