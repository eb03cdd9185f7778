"""The rules of a game as text for players: one document, filtered by options.

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
PLAIN_HEADING = Text("Rules")  # for paragraphs before the first heading


def read_rules(file: str, name: str) -> Text:
    """Return the text `NAME.en.md` beside a file, with its translations, such as `NAME.de.md`."""
    files = {str(one): Path(file).with_name(f"{name}.{one}.md") for one in LANGUAGES}
    texts = {one: path.read_text("utf-8").strip() for one, path in files.items() if path.exists()}
    return Document(texts.pop(DEFAULT_LANGUAGE), **texts)


def rules_for(about: About, options: Options) -> tuple[Section, ...]:
    """Return the rules with these options, without figures."""
    return tuple(
        section._replace(paragraphs=texts)
        for section in lesson_for(about, options)
        if (texts := tuple(one for one in section.paragraphs if not one.figure))
    )


def lesson_for(about: About, options: Options) -> tuple[Section, ...]:
    """Return the rules with these options, including the paragraphs with figures."""
    labels = [
        (option.name, option.labels[option.values.index(options[option.name])])
        for option in about.options
    ]
    sections = []
    for part in parts(about.rules, about.options):
        shown = tuple(
            Paragraph(
                fill_labels(paragraph.text, labels),
                paragraph.tag.mark,
                paragraph.figure,
                fill_labels(paragraph.done, labels),
            )
            for paragraph in part.paragraphs
            if applies(paragraph.tag, options)
        )
        if shown:
            sections.append(Section(part.heading, shown))
    return tuple(sections)


def fill_labels(text: Document, labels: list[tuple[str, Text]]) -> Document:
    """Return the text with labels of the chosen values in place of `{option}`."""
    texts = {
        language: part.format(**{name: label.within(language) for name, label in labels})
        for language, part in text.in_all_languages().items()
    }
    return document(texts)


# Reading the text


class Tag(NamedTuple):
    """The brackets before a paragraph, parsed."""

    needs: tuple[tuple[str, tuple[str, ...]], ...]  # required values of options
    mark: str


class TaggedParagraph(NamedTuple):
    """A paragraph with the condition under which it is shown."""

    tag: Tag
    text: Document
    figure: str  # the name of the board beside it, or empty
    done: Document


class Part(NamedTuple):
    """A section with all its paragraphs."""

    heading: Text
    paragraphs: tuple[TaggedParagraph, ...]


def applies(tag: Tag, options: Options) -> bool:
    """Return whether a paragraph is shown with these options."""
    return all(options[name] in values for name, values in tag.needs)


@cache
def parts(rules: Text, options: tuple[Option, ...]) -> tuple[Part, ...]:
    """Parse all sections; `ValueError` if translations differ in structure or a tag is invalid."""
    known = {option.name: option.values for option in options}
    texts = {
        language: [line.strip() for line in text.split("\n") if line.strip()]
        for language, text in rules.in_all_languages().items()
    }
    counts = {language: len(lines) for language, lines in texts.items()}
    if len({*counts.values()}) > 1:
        said = ", ".join(f"{count} in {language}" for language, count in counts.items())
        raise ValueError(f"the languages differ in their number of paragraphs: {said}")
    found: list[tuple[Text, list[TaggedParagraph]]] = []
    for together in zip(*texts.values(), strict=True):
        lines = dict(zip(texts, together, strict=True))
        if len({line.startswith("# ") for line in together}) > 1:
            raise ValueError(f"a heading in some languages only: {quote_beginnings(lines)}")
        if together[0].startswith("# "):
            found.append((document({one: line[2:] for one, line in lines.items()}), []))
            continue
        if not found:
            found.append((PLAIN_HEADING, []))
        tagged = {language: split_tag(line) for language, line in lines.items()}
        tags = {tag for tag, _ in tagged.values()}
        if len(tags) > 1:
            raise ValueError(f"different tags: {quote_beginnings(lines)}")
        beside = split_figure({language: text for language, (_, text) in tagged.items()})
        found[-1][1].append(TaggedParagraph(parse_tag(tags.pop(), known), *beside))
    return tuple(Part(heading, tuple(paragraphs)) for heading, paragraphs in found)


def document(texts: dict[str, str]) -> Document:
    """Return a text of which all translations are given."""
    rest = dict(texts)
    return Document(rest.pop(DEFAULT_LANGUAGE), **rest)


def quote_beginnings(texts: dict[str, str]) -> str:
    """Return the beginnings of a text in all languages, for an error."""
    return ", ".join(repr(text[:60]) for text in texts.values())


def split_tag(paragraph: str) -> tuple[str, str]:
    """Return the brackets before a paragraph, and the paragraph itself."""
    match = re.match(r"\[([^\]]*)\]\s*", paragraph)
    return (match[1], paragraph[match.end() :]) if match else ("", paragraph)


def split_figure(texts: dict[str, str]) -> tuple[Document, str, Document]:
    """Split a paragraph with a figure into its text, the name of the figure, and the message for a
    solved task."""
    if not any(text.startswith("!") for text in texts.values()):
        return document(texts), "", Document("")
    matches = {language: FIGURE.fullmatch(text) for language, text in texts.items()}
    found = {language: match for language, match in matches.items() if match}
    if len(found) < len(texts):
        raise ValueError(f"a figure needs a name and a text: {quote_beginnings(texts)}")
    if len({(match[1], bool(match[3])) for match in found.values()}) > 1:
        raise ValueError(f"different figures: {quote_beginnings(texts)}")
    paragraph = document({language: match[2] for language, match in found.items()})
    done = document({language: match[3] or "" for language, match in found.items()})
    return paragraph, found[DEFAULT_LANGUAGE][1], done


def parse_tag(tag: str, known: dict[str, tuple[str, ...]]) -> Tag:
    """Parse a tag such as `players=3|4, addition`."""
    needs, mark = [], ""
    for word in filter(None, (word.strip() for word in tag.split(","))):
        name, equals, values = word.partition("=")
        if not equals:
            if word not in MARKS:
                raise ValueError(f"[{tag}]: {word!r} is not one of {', '.join(MARKS)}")
            mark = word
            continue
        if not set(values.split("|")) <= set(known.get(name, ())):
            raise ValueError(f"[{tag}]: there is no option {word!r}")
        needs.append((name, tuple(values.split("|"))))
    return Tag(tuple(needs), mark)
