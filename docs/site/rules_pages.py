"""Pages with the rules of every game in all languages, generated from the games."""

from collections.abc import Iterator
from pathlib import Path

from steinreich import Game, games, load
from steinreich.rules.language import Text

LANGUAGES = {
    "en": "The rules in English",
    "de": "Die Regeln auf Deutsch",
    "fr": "Les règles en français",
}
MARKS = {  # labels of paragraphs that are not original rules, by their tag
    "reading": Text("our reading"),
    "addition": Text("our addition"),
}
OPTIONS = Text("Options")
DEFAULT_VALUE = Text("usual")


def write_rules(folder: Path) -> None:
    """Write a page for each game and language, and an index for each language."""
    folder.mkdir()
    for language, title in LANGUAGES.items():
        pages = [f"{name}-{language}" for name in games()]
        for name, page in zip(games(), pages, strict=True):
            (folder / f"{page}.md").write_text(
                "\n".join(generate_lines(load(name), language)), "utf-8"
            )
        page_list = "\n".join(pages)
        index = f"# {title}\n\n```{{toctree}}\n:maxdepth: 1\n\n{page_list}\n```\n"
        (folder / f"{language}.md").write_text(index, "utf-8")


def generate_lines(game: Game, language: str) -> Iterator[str]:
    """Yield the lines of a page: title and summary, board, rules and options of a game."""
    about = game.about
    title = about.title.in_language(language)
    yield f"# {title}\n\n*{about.summary.in_language(language)}*\n"
    yield from generate_pictures(game.name, title)
    for section in game.rules:
        yield f"## {section.heading.in_language(language)}\n"
        for paragraph in section.paragraphs:
            mark = MARKS.get(paragraph.mark)
            mark_text = f" *({mark.in_language(language)})*" if mark else ""
            yield f"- {paragraph.text.in_language(language)}{mark_text}"
        yield ""
    if about.options:
        yield f"## {OPTIONS.in_language(language)}\n"
    for option in about.options:
        title, meaning = option.title.in_language(language), option.about.in_language(language)
        yield f"{title} (`{option.name}`): {meaning}\n"
        for number, (value, label) in enumerate(zip(option.values, option.labels, strict=True)):
            suffix = f" ({DEFAULT_VALUE.in_language(language)})" if number == 0 else ""
            yield f"- `{value}`: {label.in_language(language)}{suffix}"
        yield ""


def generate_pictures(name: str, title: str) -> Iterator[str]:
    """Yield pictures of the board for light and for dark pages."""
    for theme in ("light", "dark"):
        yield f'![{title}](../pictures/{name}-{theme}.svg){{.only-{theme} width="420px"}}\n'
