"""Writes web/src/protocol.ts from what the session declares.

`python -m steinreich.hall.api.typescript FILE` writes it.
TypedDicts and messages become interfaces, aliases become types, and comments stay where they are;
limits are left out.  The text is as prettier would have it.
"""

import ast
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from steinreich.hall.api.declarations import Source, is_declared, is_message, source_of
from steinreich.rules import vocabulary
from steinreich.session.schema import (
    balance,
    changes,
    commands,
    lessons,
    limits,
    messages,
    openings,
    protocol,
    puzzles,
    records,
    study,
)

# in this order
MODULES = (
    *(vocabulary, protocol, lessons, changes, commands, messages),
    *(records, openings, balance, puzzles, study),
)
WIDTH = 100
HEAD = (
    "// What the server and the browser say to each other.  docs/hall.md tells the same in words.\n"
    "// Written by `python -m steinreich.hall.api.typescript`: change the declarations in Python.\n"
)
PLAIN = {"str": "string", "int": "number", "float": "number", "bool": "boolean", "None": "null"}


def typescript() -> str:
    """All declarations."""
    types = Types(dict(aliases(source_of(limits))))
    parts = [HEAD]
    for module in MODULES:
        parts += declarations(source_of(module), types)
    return "\n".join(parts)


def aliases(source: Source) -> Iterator[tuple[str, ast.expr]]:
    """Names that stand for types."""
    for one in source.body:
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and one.value:
            if ast.unparse(one.annotation) == "TypeAlias":
                yield one.target.id, one.value


def declarations(source: Source, types: "Types") -> Iterator[str]:
    """The types of a module, with the comments that stand above some of them."""
    named = dict(aliases(source))
    end = 0
    for one in source.body:
        first = one.decorator_list[0].lineno if is_message(one) else one.lineno
        above = [source.comments[n] for n in range(end + 1, first) if source.alone(n)]
        end = one.end_lineno or first
        if isinstance(one, ast.ClassDef) and is_declared(one):
            types.known.add(one.name)
            text = interface(one, source, types)
        elif isinstance(one, ast.AnnAssign) and (name := ast.unparse(one.target)) in named:
            if not types.knows(named[name]):  # it never leaves the server
                continue
            types.known.add(name)
            text = alias(name, types.of(named[name]), source.comments.get(end))
        else:
            continue
        yield "".join(f"// {comment}\n" for comment in above) + ("\n" if above else "") + text


def alias(name: str, type: str, comment: str | None) -> str:
    """A name for a type; on several lines where one does not hold it."""
    line = f"export type {name} = {type};"
    if len(line) > WIDTH:
        line = f"export type {name} =" + "".join(f"\n  | {one}" for one in type.split(" | ")) + ";"
    return line + (f" // {comment}\n" if comment else "\n")


def interface(one: ast.ClassDef, source: Source, types: "Types") -> str:
    """A class as an interface; `type`, which tells messages apart, comes first."""
    fields = [field for field in one.body if isinstance(field, ast.AnnAssign)]
    fields.sort(key=lambda field: ast.unparse(field.target) != "type")
    lines = [f"export interface {one.name} {{"]
    for field in fields:
        above, behind = source.about(field)
        lines += [f"  // {comment}" for comment in above]
        name, type = ast.unparse(field.target), field.annotation
        optional = field.value is not None and name != "type"
        if isinstance(type, ast.Subscript) and ast.unparse(type.value) == "NotRequired":
            optional, type = True, type.slice
        written = f"  {name}{'?' if optional else ''}: {types.of(type)};"
        lines.append(written + (f" // {behind}" if behind else ""))
    return documented(one) + "\n".join(lines) + "\n}\n"


def documented(one: ast.ClassDef) -> str:
    """The docstring as a comment."""
    lines = (ast.get_docstring(one) or "").splitlines()
    if len(lines) < 2:
        return "".join(f"/** {line} */\n" for line in lines)
    return "/**\n" + "".join(f" * {line}\n" for line in lines) + " */\n"


class Types:
    """Types of Python in TypeScript."""

    def __init__(self, inlined: dict[str, ast.expr]) -> None:
        self.inlined = inlined  # what names stand for that TypeScript does not need
        self.known = set(PLAIN)  # names that have been written, or need not be

    def knows(self, type: ast.expr) -> bool:
        """Whether all that a union is made of has been written."""
        match type:
            case ast.BinOp(left, ast.BitOr(), right):
                return self.knows(left) and self.knows(right)
            case ast.Name(name) | ast.Attribute(_, name):
                return name in self.known
        return True

    def of(self, type: ast.expr) -> str:
        match type:
            case ast.BinOp(left, ast.BitOr(), right):
                return f"{self.of(left)} | {self.of(right)}"
            case ast.Subscript(ast.Name(name), slice):
                parts = slice.elts if isinstance(slice, ast.Tuple) else [slice]
                return self.made_of(name, parts)
            case ast.Constant(None):
                return "null"
            case ast.Name(name) if name in self.inlined:
                return self.of(self.inlined[name])
            case ast.Name(name):
                return PLAIN.get(name, name)
            case ast.Attribute(_, name):  # of another module that is written as well
                return name
        raise ValueError(f"TypeScript has nothing like {ast.unparse(type)}")

    def made_of(self, name: str, parts: list[ast.expr]) -> str:
        """A type with others in brackets."""
        if name == "Literal":
            return " | ".join(
                json.dumps(part.value) for part in parts if isinstance(part, ast.Constant)
            )
        if name == "Annotated":
            return self.of(parts[0])
        inner = [self.of(part) for part in parts]
        if name in ("list", "Sequence"):
            return f"({inner[0]})[]" if " | " in inner[0] else f"{inner[0]}[]"
        if name == "tuple":
            return f"[{', '.join(inner)}]"
        if name == "dict":
            return f"Record<{', '.join(inner)}>"
        raise ValueError(f"TypeScript has nothing like {name}[...]")


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(typescript())
