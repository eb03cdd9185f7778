"""Output of commands: JSON for programs; text, columns and colours for people."""

import json
import os
import shutil
import sys
from collections.abc import Iterable
from itertools import zip_longest
from textwrap import fill
from typing import Any

from steinreich.cli.language import Say
from steinreich.core.game import Game
from steinreich.rules.about import About, Option

MAX_COLUMNS = 100  # longer lines are hard to read
BOLD, DIM, PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"


def print_json(data: Any) -> None:
    """Print data as JSON; non-ASCII characters are kept if the stream can encode them."""
    unicode = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    print(json.dumps(data, indent=2, ensure_ascii=not unicode))


def has_colour() -> bool:
    """Return whether standard output shows colours: a terminal, unless the environment decides."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def bold(text: str) -> str:
    return f"{BOLD}{text}{PLAIN}" if text and has_colour() else text


def dim(text: str) -> str:
    return f"{DIM}{text}{PLAIN}" if text and has_colour() else text


def width() -> int:
    """Return the maximum number of columns of a line."""
    return min(shutil.get_terminal_size().columns, MAX_COLUMNS)


def paragraph(text: str, indent: int = 0, first: str = "") -> str:
    """Return the text in lines that fit; `first` stands in the indentation of the first one."""
    return fill(
        text,
        max(width(), indent + 20),
        initial_indent=first.ljust(indent),
        subsequent_indent=" " * indent,
        break_on_hyphens=False,
        break_long_words=False,
    )


def columns(words: Iterable[str], indent: int = 2) -> str:
    """Text in columns, read downward as in a list of files."""
    listed = list(words)
    wide = max(map(len, listed), default=0) + 2
    across = max((width() - indent) // wide, 1)
    down = -(-len(listed) // across)
    stacks = [listed[begin : begin + down] for begin in range(0, len(listed), down or 1)]
    rows = zip_longest(*stacks, fillvalue="")
    return "\n".join(
        (" " * indent + "".join(word.ljust(wide) for word in row)).rstrip() for row in rows
    )


# Games in words


def seats(about: About) -> str:
    """Return how many can play: `2`, or `1–4`."""
    choices = [option.values for option in about.options if option.name == "players"]
    numbers = sorted(map(int, choices[0])) if choices else [len(about.players)]
    return "–".join(map(str, dict.fromkeys((numbers[0], numbers[-1]))))


def option_lines(option: Option, language: str, indent: int = 2) -> list[str]:
    """Return an option with its values, the default first, and what it means."""
    name = option.name.ljust(10)
    values = paragraph(", ".join(option.values), indent + len(name) + 1).strip()
    meaning = paragraph(option.about.within(language), indent + len(name) + 1)
    return [f"{' ' * indent}{bold(name)} {values}", dim(meaning)]


def rules_text(game: Game, language: str, say: Say) -> str:
    """Return the rules of a game with the options chosen, its options and its author."""
    about = game.about
    headline = [about.title.within(language), game.variant.within(language)]
    lines = [bold(" · ".join(filter(None, headline))), paragraph(about.summary.within(language))]
    marks = {
        "reading": say("our reading"),
        "addition": say("our addition"),
    }
    for section in game.rules:
        lines += ["", bold(section.heading.within(language))]
        for rule in section.paragraphs:
            mark = f" ({marks[rule.mark]})" if rule.mark else ""
            lines.append(paragraph(rule.text.within(language) + mark, 2))
    if about.options:
        lines += ["", say("Options (the first value is usual)")]
    for option in about.options:
        lines += option_lines(option, language)
    if credit := about.credit.within(language):
        lines += ["", paragraph(credit)]
    return "\n".join(lines)
