"""Output of commands: JSON, and text with columns and colours."""

import json
import os
import shutil
import sys
from collections.abc import Iterable
from itertools import zip_longest
from textwrap import fill
from typing import Any

from steinreich.cli.language import Translator
from steinreich.core.game import Game
from steinreich.rules.about import About, Option

MAX_LINE_WIDTH = 100  # longer lines are hard to read
BOLD, DIM, PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"


def print_json(data: Any) -> None:
    """Print data as JSON; escape non-ASCII characters unless the output is UTF-8."""
    is_utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    print(json.dumps(data, indent=2, ensure_ascii=not is_utf8))


def supports_colour() -> bool:
    """Return whether to print colours: to terminals, unless NO_COLOR or FORCE_COLOR is set."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def bold(text: str) -> str:
    return f"{BOLD}{text}{PLAIN}" if text and supports_colour() else text


def dim(text: str) -> str:
    return f"{DIM}{text}{PLAIN}" if text and supports_colour() else text


def line_width() -> int:
    """Return the maximum number of columns of a line."""
    return min(shutil.get_terminal_size().columns, MAX_LINE_WIDTH)


def paragraph(text: str, indent: int = 0, first: str = "") -> str:
    """Wrap a text; `first` is printed in the indentation of the first line."""
    return fill(
        text,
        max(line_width(), indent + 20),
        initial_indent=first.ljust(indent),
        subsequent_indent=" " * indent,
        break_on_hyphens=False,
        break_long_words=False,
    )


def columns(words: Iterable[str], indent: int = 2) -> str:
    """Arrange words in columns, sorted downward like the output of `ls`."""
    word_list = list(words)
    column_width = max(map(len, word_list), default=0) + 2
    column_count = max((line_width() - indent) // column_width, 1)
    row_count = -(-len(word_list) // column_count)
    columns_of_words = [
        word_list[begin : begin + row_count] for begin in range(0, len(word_list), row_count or 1)
    ]
    rows = zip_longest(*columns_of_words, fillvalue="")
    return "\n".join(
        (" " * indent + "".join(word.ljust(column_width) for word in row)).rstrip() for row in rows
    )


# Texts about games


def player_range(about: About) -> str:
    """Return the possible numbers of players, such as `2` or `1–4`."""
    choices = [option.values for option in about.options if option.name == "players"]
    numbers = sorted(map(int, choices[0])) if choices else [len(about.players)]
    return "–".join(map(str, dict.fromkeys((numbers[0], numbers[-1]))))


def describe_option(option: Option, language: str, indent: int = 2) -> list[str]:
    """Return lines with the values of an option, the default first, and its meaning."""
    name = option.name.ljust(10)
    values = paragraph(", ".join(option.values), indent + len(name) + 1).strip()
    meaning = paragraph(option.about.in_language(language), indent + len(name) + 1)
    return [f"{' ' * indent}{bold(name)} {values}", dim(meaning)]


def rules_text(game: Game, language: str, translate: Translator) -> str:
    """Return the rules of a variant, the options of the game, and its author."""
    about = game.about
    headline = [about.title.in_language(language), game.variant.in_language(language)]
    lines = [
        bold(" · ".join(filter(None, headline))),
        paragraph(about.summary.in_language(language)),
    ]
    marks = {
        "reading": translate("our reading"),
        "addition": translate("our addition"),
    }
    for section in game.rules:
        lines += ["", bold(section.heading.in_language(language))]
        for rule in section.paragraphs:
            mark = f" ({marks[rule.mark]})" if rule.mark else ""
            lines.append(paragraph(rule.text.in_language(language) + mark, 2))
    if about.options:
        lines += ["", translate("Options (the first value is the default)")]
    for option in about.options:
        lines += describe_option(option, language)
    if credit := about.credit.in_language(language):
        lines += ["", paragraph(credit)]
    return "\n".join(lines)
