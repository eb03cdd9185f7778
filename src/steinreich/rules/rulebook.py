"""The rules of a game as text for players: one document, whose paragraphs depend on the options.

A line `# Set-up` begins a section, an empty line or a line break a paragraph. Brackets before a
paragraph state when it is shown and its origin:

    # Set-up
    [setup=fixed] The pieces stand in the known layout.
    [players=3|4, addition] Two coins win.

`[players=3|4]` shows a paragraph only with these values of an option; `reading` marks an
interpretation of unclear printed rules, `addition` a rule of this package. `{size}` is replaced by
the label of the chosen value. All translations have the same paragraphs.

A paragraph with a board, one of the game's `figures`, begins with its name:

    !capture Take the Tott on E3. => Right: it leaves the game, and your piece takes its place.

After the arrow follows the message for a solved task. Such paragraphs are shown only by clients
with boards.
"""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from steinreich.rules.about import About, Option, Options, Paragraph, Section
from steinreich.rules.language import DEFAULT_LANGUAGE, LANGUAGES, Document, Text

MARKS = ("reading", "addition")
FIGURE = re.compile(r"!(\w+) (.+?)(?: => (.+))?")
DEFAULT_HEADING = Text("Rules")  # of paragraphs before the first heading


def read_rules(file: str, name: str) -> Text:
    """Return the text `NAME.en.md` beside a file, with its translations, such as `NAME.de.md`."""
    files = {str(language): Path(file).with_name(f"{name}.{language}.md") for language in LANGUAGES}
    texts = {
        language: path.read_text("utf-8").strip()
        for language, path in files.items()
        if path.exists()
    }
    return Document(texts.pop(DEFAULT_LANGUAGE), **texts)


def get_rules(about: About, options: Options) -> tuple[Section, ...]:
    """Return the rules with these options, without figures."""
    return tuple(
        section._replace(paragraphs=paragraphs)
        for section in get_lesson(about, options)
        if (paragraphs := tuple(part for part in section.paragraphs if not part.figure))
    )


def get_lesson(about: About, options: Options) -> tuple[Section, ...]:
    """Return the rules with these options, including the paragraphs with figures."""
    labels = [
        (option.name, option.labels[option.values.index(options[option.name])])
        for option in about.options
    ]
    sections = []
    for section in parse_rules(about.rules, about.options):
        paragraphs = tuple(
            Paragraph(
                fill_labels(paragraph.text, labels),
                paragraph.tag.mark,
                paragraph.figure,
                fill_labels(paragraph.done, labels),
            )
            for paragraph in section.paragraphs
            if is_shown(paragraph.tag, options)
        )
        if paragraphs:
            sections.append(Section(section.heading, paragraphs))
    return tuple(sections)


def fill_labels(text: Document, labels: list[tuple[str, Text]]) -> Document:
    """Return the text with each `{option}` replaced by the label of its chosen value."""
    texts = {
        language: translation.format(
            **{name: label.in_language(language) for name, label in labels}
        )
        for language, translation in text.in_all_languages().items()
    }
    return make_document(texts)


# Parsing the text


class Tag(NamedTuple):
    """The brackets before a paragraph, parsed."""

    requirements: tuple[tuple[str, tuple[str, ...]], ...]  # options with their accepted values
    mark: str  # one of MARKS, or empty


class TaggedParagraph(NamedTuple):
    """A paragraph with the condition under which it is shown."""

    tag: Tag
    text: Document
    figure: str  # the name of the board beside it, or empty
    done: Document  # the message for a solved task


class ParsedSection(NamedTuple):
    """A section with its paragraphs for all options."""

    heading: Text
    paragraphs: tuple[TaggedParagraph, ...]


def is_shown(tag: Tag, options: Options) -> bool:
    """Return whether a paragraph is shown with these options."""
    return all(options[name] in values for name, values in tag.requirements)


@cache
def parse_rules(rules: Text, options: tuple[Option, ...]) -> tuple[ParsedSection, ...]:
    """Parse all sections.

    Raise `ValueError` if translations differ in structure or a tag is invalid.
    """
    option_values = {option.name: option.values for option in options}
    texts = {
        language: [line.strip() for line in text.split("\n") if line.strip()]
        for language, text in rules.in_all_languages().items()
    }
    counts = {language: len(lines) for language, lines in texts.items()}
    if len({*counts.values()}) > 1:
        listed = ", ".join(f"{count} in {language}" for language, count in counts.items())
        raise ValueError(f"the languages differ in their number of paragraphs: {listed}")
    sections: list[tuple[Text, list[TaggedParagraph]]] = []
    for translations in zip(*texts.values(), strict=True):
        lines = dict(zip(texts, translations, strict=True))
        if len({line.startswith("# ") for line in translations}) > 1:
            raise ValueError(f"a heading in some languages only: {quote_beginnings(lines)}")
        if translations[0].startswith("# "):
            heading = make_document({language: line[2:] for language, line in lines.items()})
            sections.append((heading, []))
            continue
        if not sections:
            sections.append((DEFAULT_HEADING, []))
        split_lines = {language: split_tag(line) for language, line in lines.items()}
        tags = {tag for tag, _ in split_lines.values()}
        if len(tags) > 1:
            raise ValueError(f"different tags: {quote_beginnings(lines)}")
        texts_and_figure = split_figure(
            {language: text for language, (_, text) in split_lines.items()}
        )
        tag = parse_tag(tags.pop(), option_values)
        sections[-1][1].append(TaggedParagraph(tag, *texts_and_figure))
    return tuple(ParsedSection(heading, tuple(paragraphs)) for heading, paragraphs in sections)


def make_document(texts: dict[str, str]) -> Document:
    """Return a text from its translations by language."""
    translations = dict(texts)
    return Document(translations.pop(DEFAULT_LANGUAGE), **translations)


def quote_beginnings(texts: dict[str, str]) -> str:
    """Return the beginnings of a text in all languages, for an error."""
    return ", ".join(repr(text[:60]) for text in texts.values())


def split_tag(paragraph: str) -> tuple[str, str]:
    """Split a paragraph into the content of the brackets before it, or "", and its text."""
    match = re.match(r"\[([^\]]*)\]\s*", paragraph)
    return (match[1], paragraph[match.end() :]) if match else ("", paragraph)


def split_figure(texts: dict[str, str]) -> tuple[Document, str, Document]:
    """Split a paragraph, given in each language, into its text, the name of its figure, and the
    message for a solved task.
    """
    if not any(text.startswith("!") for text in texts.values()):
        return make_document(texts), "", Document("")
    matches = {language: FIGURE.fullmatch(text) for language, text in texts.items()}
    matched = {language: match for language, match in matches.items() if match}
    if len(matched) < len(texts):
        raise ValueError(f"a figure needs a name and a text: {quote_beginnings(texts)}")
    if len({(match[1], bool(match[3])) for match in matched.values()}) > 1:
        raise ValueError(f"different figures: {quote_beginnings(texts)}")
    paragraph = make_document({language: match[2] for language, match in matched.items()})
    done = make_document({language: match[3] or "" for language, match in matched.items()})
    return paragraph, matched[DEFAULT_LANGUAGE][1], done


def parse_tag(tag: str, option_values: dict[str, tuple[str, ...]]) -> Tag:
    """Parse a tag such as `players=3|4, addition`."""
    requirements, mark = [], ""
    for word in filter(None, (word.strip() for word in tag.split(","))):
        name, equals, values = word.partition("=")
        if not equals:
            if word not in MARKS:
                raise ValueError(f"[{tag}]: {word!r} is not one of {', '.join(MARKS)}")
            mark = word
            continue
        if not set(values.split("|")) <= set(option_values.get(name, ())):
            raise ValueError(f"[{tag}]: there is no option {word!r}")
        requirements.append((name, tuple(values.split("|"))))
    return Tag(tuple(requirements), mark)
