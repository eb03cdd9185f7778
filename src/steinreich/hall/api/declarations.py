"""Read the declarations of `session.schema` with their comments, which document the fields.

The TypeScript types of the client and the OpenAPI description are generated from them.
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

    def is_comment_line(self, line: int) -> bool:
        """Return whether a line consists of a comment, without code before it."""
        return line in self.comments and self.lines[line - 1].lstrip().startswith("#")

    def get_comments(self, field: ast.stmt) -> tuple[list[str], str]:
        """Return the comments above a field, and the one at the end of its line."""
        first = field.lineno
        while self.is_comment_line(first - 1):
            first -= 1
        trailing = self.comments.get(field.end_lineno or field.lineno, "")
        return [self.comments[line] for line in range(first, field.lineno)], trailing


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


def is_message(node: ast.stmt) -> TypeGuard[ast.ClassDef]:
    """Return whether a node is a dataclass: a message from a client."""
    return isinstance(node, ast.ClassDef) and bool(node.decorator_list)


def is_wire_type(node: ast.ClassDef) -> bool:
    """Return whether a class is a message or a `TypedDict`."""
    return is_message(node) or any(ast.unparse(base) == "TypedDict" for base in node.bases)


@cache
def get_field_comments() -> dict[str, dict[str, str]]:
    """Return the comment of each field, by class and field name."""
    fields_by_class: dict[str, dict[str, str]] = {}
    for source in map(read_source, DOCUMENTED_MODULES):
        for node in source.body:
            if isinstance(node, ast.ClassDef) and is_wire_type(node):
                fields = [field for field in node.body if isinstance(field, ast.AnnAssign)]
                commented = ((field, source.get_comments(field)) for field in fields)
                fields_by_class[node.name] = {
                    ast.unparse(field.target): " ".join([*above, trailing]).strip()
                    for field, (above, trailing) in commented
                }
    return fields_by_class


def add_field_descriptions(openapi: dict[str, Any]) -> dict[str, Any]:
    """Add the comments of all fields to the schemas of an OpenAPI description."""
    for name, schema in openapi["components"]["schemas"].items():
        for field, text in get_field_comments().get(name, {}).items():
            if text:
                schema["properties"][field]["description"] = text
    return openapi
