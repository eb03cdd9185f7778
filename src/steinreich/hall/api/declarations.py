"""Read the declarations of `session.schema` with their comments, which document the fields.

The TypeScript types of the client and the OpenAPI page are generated from them.
"""

import ast
import inspect
import io
import tokenize
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple, TypeGuard

from steinreich.session.schema import messages, protocol, records

DOCUMENTED_MODULES = (protocol, messages, records)


class Source(NamedTuple):
    """The parsed source of a module."""

    body: list[ast.stmt]
    comments: dict[int, str]  # by line, without `#`
    lines: list[str]

    def has_own_line(self, line: int) -> bool:
        """Return whether the comment of a line is not preceded by code."""
        return line in self.comments and self.lines[line - 1].lstrip().startswith("#")

    def get_comments(self, field: ast.stmt) -> tuple[list[str], str]:
        """Return the comments above a field, and the one at the end of its line."""
        above = field.lineno
        while self.has_own_line(above - 1):
            above -= 1
        behind = self.comments.get(field.end_lineno or field.lineno, "")
        return [self.comments[line] for line in range(above, field.lineno)], behind


def read_source(module: ModuleType) -> Source:
    """Parse a module and collect its comments, which `ast` discards."""
    text = inspect.getsource(module)
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    comments = {
        token.start[0]: token.string.removeprefix("#").strip()
        for token in tokens
        if token.type == tokenize.COMMENT
    }
    return Source(ast.parse(text).body, comments, text.splitlines())


def is_message(one: ast.stmt) -> TypeGuard[ast.ClassDef]:
    """Return whether a node is a dataclass: a message from a client."""
    return isinstance(one, ast.ClassDef) and bool(one.decorator_list)


def is_declared(one: ast.ClassDef) -> bool:
    """Return whether a class is a message or a `TypedDict`."""
    return is_message(one) or any(ast.unparse(base) == "TypedDict" for base in one.bases)


@cache
def comments() -> dict[str, dict[str, str]]:
    """Return the comment of each field, by class and field name."""
    fields_by_class: dict[str, dict[str, str]] = {}
    for source in map(read_source, DOCUMENTED_MODULES):
        for one in source.body:
            if isinstance(one, ast.ClassDef) and is_declared(one):
                fields = [field for field in one.body if isinstance(field, ast.AnnAssign)]
                commented = ((field, source.get_comments(field)) for field in fields)
                fields_by_class[one.name] = {
                    ast.unparse(field.target): " ".join([*above, behind]).strip()
                    for field, (above, behind) in commented
                }
    return fields_by_class


def add_field_descriptions(page: dict[str, Any]) -> dict[str, Any]:
    """Add the comments of all fields to the schemas of an OpenAPI page."""
    for name, schema in page["components"]["schemas"].items():
        for field, text in comments().get(name, {}).items():
            if text:
                schema["properties"][field]["description"] = text
    return page
