"""Extract translatable texts from the sources, and update the catalogues of all languages.

`python -m tools.messages fr` also creates the catalogues of a new language, here French.
"""

import ast
import sys
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[1]
LOCALE = ROOT / "src" / "steinreich" / "locale"


class Domain(NamedTuple):
    """A part of the project with its own catalogues, and how to find its texts."""

    folders: tuple[str, ...]
    methods: list[tuple[str, Any]]  # patterns of files, and Babel's extraction method
    keywords: Mapping[str, Any]  # functions, and the positions of their arguments


def extract_python(
    file: BinaryIO, keywords: object, comment_tags: object, options: object
) -> Iterator[tuple[int, str, str | tuple[str, ...], list[str]]]:
    """Yield the texts in a Python module, as a Babel extraction method.

    Babel's own method does not distinguish keyword arguments from others.  Each text is yielded as
    a call of one of the functions in `KEYWORDS`.
    """
    in_cli = "/cli/" in file.name  # `translate` is a translator only there
    for node in ast.walk(ast.parse(file.read())):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        name = node.func.id if isinstance(node.func, ast.Name) else name
        # The number of leading arguments that are texts: a message, and for Plural its plural
        count = {"Text": 1, "Plural": 2, "translate": int(in_cli)}.get(name, 0)
        texts = tuple(map(get_literal, node.args[:count]))
        if not texts or not all(texts):
            continue
        context = get_literal_argument(node, "context", count + (name == "Plural"))
        kind = ("p" if count > 1 else "m") + ("c" if context else "")
        yield node.lineno, kind, (context, *texts) if context else texts, []
        if you := get_literal_argument(node, "you"):
            yield node.lineno, "m", you, []


def get_literal(node: ast.expr) -> str:
    """Return the value of a string literal, else an empty string."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def get_literal_argument(call: ast.Call, name: str, position: int | None = None) -> str:
    """Return an argument by name or position if it is a string literal, else an empty string."""
    values = [keyword.value for keyword in call.keywords if keyword.arg == name]
    if position is not None:
        values += call.args[position : position + 1]
    return get_literal(values[0]) if values else ""


# Positions of the message, of its plural, and of its context ("c"); None: one argument, the message
KEYWORDS = {"m": None, "p": (1, 2), "mc": ((1, "c"), 2), "pc": ((1, "c"), 2, 3)}
DOMAINS = {
    "client": Domain(("web/src",), [("**/words.ts", "javascript")], KEYWORDS),
    "steinreich": Domain(
        ("src/steinreich", "examples", "docs/site"), [("**.py", extract_python)], KEYWORDS
    ),
}


def extract_template(domain: str) -> Catalog:
    """Return a catalogue of the texts in the sources of a domain."""
    folders, methods, keywords = DOMAINS[domain]
    template = Catalog(project="Steinreich", charset="utf-8")
    for folder in folders:
        messages = extract_from_dir(
            ROOT / folder, methods, keywords=keywords, comment_tags=("Translators:",)
        )
        for file, line, message, comments, context in messages:
            locations = [(f"{folder}/{file}", line)]
            template.add(message, None, locations, auto_comments=comments, context=context)
    return template


def get_catalogue_path(domain: str, language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"{domain}.po"


def list_languages() -> list[str]:
    """Return the languages with catalogues; English is in the sources."""
    return sorted(path.name for path in LOCALE.iterdir() if (path / "LC_MESSAGES").is_dir())


def read_catalogue(domain: str, language: str) -> Catalog:
    """Return the catalogue of a language, empty if there is none."""
    path = get_catalogue_path(domain, language)
    if not path.exists():
        return Catalog(language, domain, project="Steinreich", charset="utf-8", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, language, domain)


def format_catalogue(catalogue: Catalog, template: Catalog) -> bytes:
    """Return the catalogue updated to the texts of the template; new ones are untranslated."""
    catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
    catalogue.header_comment = f"# Texts of Steinreich, in {catalogue.locale.english_name}."
    buffer = BytesIO()
    write_po(
        buffer, catalogue, width=100, sort_by_file=True, include_lineno=False, ignore_obsolete=True
    )
    return buffer.getvalue()


def update_catalogues(languages: list[str]) -> None:
    for domain in DOMAINS:
        template = extract_template(domain)
        for language in languages:
            path = get_catalogue_path(domain, language)
            catalogue = format_catalogue(read_catalogue(domain, language), template)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(catalogue)


if __name__ == "__main__":
    update_catalogues(sorted({*list_languages(), *sys.argv[1:]}))
