"""Texts for users do not contain phrases that were replaced because they were confusing."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.test_catalogues import as_list
from tools.messages import DOMAINS, list_languages, read_catalogue

ROOT = Path(__file__).parents[1]
SERVER = ROOT / "src/steinreich"
CLIENT = ROOT / "web/src"
QUOTED = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')

OLD_PHRASES = [  # regular expressions
    r"\bput (a ball|on a rod)",
    "A ball that lies",
    "(captured|taken) the last",
    "has completed a",
    "can only tell why",
    r"\bcall(ed|s)? .*\boff\b",
    "Such a turn counts",
    r"(?<!there )\b(is|are|was) no (JSON|list|position|text|action|name)\b",
    r"\bthis is no\b",
    "against misclicks",
    "take along",
    r"^Thought out",
    "worth mentioning",
    "do not suffice",
    "Close the (red|yellow)",
    "the mover's half",
    "that nobody else blocks",
    "nothing can be done with",
    r"[A-Z}]\w* to act\b",
    "^In a row$",
    "^Best row$",
    "If nothing is done",
    "leaflet does not think",
    "All 2 variants",
    "make no tiles",
    "No game fits",
    "with secrets",
    "Points of the first",
    "eine Reihe zu vollenden",
    "^eine Kugel stecken",
    "gleich wohin",
    "^schlagen$",
    r"\bRegeln von\b",
    "[Ee]s fehlt noch",
    "^Rat$",
    "[Uu]nentschieden",
    "Nicht geschafft",
    "meisten Münzen gewinnen",
    "Mehr Vierer gewinnen",
    "haben gleich viele",
    "denkt nicht daran",
    "zieht nichts hinweg",
    "ist dafür gleich",
    "Zu Ende gedacht",
    "^In Folge$",
    "mit Geheimnissen",
    "Öffnet sich bis",
    "Geschieht nichts",
    "Spiel wurde abgesagt",
    "^Zu meinen Partien$",
]


@cache
def get_user_texts() -> list[str]:
    """Return all string literals of the package and the client, translations and rules."""
    texts = list[str]()
    for file in SERVER.rglob("*.py"):
        texts += find_string_literals(ast.parse(file.read_text()))
    for file in [*CLIENT.rglob("*.ts"), *CLIENT.rglob("*.svelte")]:
        if file.name.endswith(".test.ts"):
            continue
        texts += ["".join(groups) for groups in QUOTED.findall(file.read_text())]
    for domain in DOMAINS:
        for language in list_languages():
            for message in read_catalogue(domain, language):
                texts += as_list(message.string)
    for file in SERVER.rglob("rules.*.md"):
        texts += file.read_text().splitlines()
    return texts


def find_string_literals(tree: ast.AST) -> Iterator[str]:
    """Yield the strings of a module except docstrings; `{}` stands for formatted values."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        if isinstance(node, ast.JoinedStr):
            parts = [getattr(part, "value", "") for part in node.values]
            yield "".join(part if isinstance(part, str) else "{}" for part in parts)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        yield from find_string_literals(node)


@pytest.mark.parametrize("phrase", OLD_PHRASES)
def test_old_phrase_does_not_come_back(phrase: str) -> None:
    assert {"Draw", "Remis", "Resign", "# Ein Zug"} <= set(get_user_texts())
    assert [text for text in get_user_texts() if re.search(phrase, text)] == []
