"""The rules of a game as people read them: one text, of which each option shows its part.

A line `# Set-up` begins a section, an empty line or a line break a paragraph.  In front of a
paragraph brackets may say when it is shown and whose it is:

    # Set-up
    [setup=fixed] The pieces stand in the known layout.
    [players=3|4, addition] Two coins win.

`[players=3|4]` shows a paragraph with these values of an option only; `reading` marks how we
read a leaflet that leaves something open, `addition` what no leaflet has.  `{size}` stands for
the label of the value that was chosen.  The texts in both languages have the same parts.

A paragraph may stand beside a board, one of the game's `figures`, and then begins with its name:

    !capture Take the Tott on E3. => Right: it leaves the game, and your piece takes its place.

Behind the arrow stands what is said to who has done it.  Such paragraphs are shown where there are
boards, and nowhere else.
"""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from steinreich.rules.about import About, Option, Options, Paragraph, Section
from steinreich.rules.language import NO_WORDS, Words

MARKS = ("reading", "addition")
FIGURE = re.compile(r"!(\w+) (.+?)(?: => (.+))?")
PLAIN_HEADING = Words("Rules", "Regeln")  # of what stands before the first heading


def rules_beside(file: str, name: str) -> Words:
    """The texts `NAME.en.md` and `NAME.de.md` beside a file."""
    english, german = (
        Path(file).with_name(f"{name}.{language}.md").read_text("utf-8").strip()
        for language in Words._fields
    )
    return Words(english, german)


def rules_for(about: About, options: Options) -> tuple[Section, ...]:
    """The rules with these options as text alone."""
    return tuple(
        section._replace(paragraphs=texts)
        for section in lesson_for(about, options)
        if (texts := tuple(one for one in section.paragraphs if not one.figure))
    )


def lesson_for(about: About, options: Options) -> tuple[Section, ...]:
    """The rules with these options, and what stands beside figures: what belongs to other options
    is left out."""
    labels = [
        (option.name, option.labels[option.values.index(options[option.name])])
        for option in about.options
    ]
    sections = []
    for part in parts(about.rules, about.options):
        shown = tuple(
            Paragraph(
                filled(paragraph.text, labels),
                paragraph.tag.mark,
                paragraph.figure,
                filled(paragraph.done, labels),
            )
            for paragraph in part.paragraphs
            if applies(paragraph.tag, options)
        )
        if shown:
            sections.append(Section(part.heading, shown))
    return tuple(sections)


def filled(text: Words, labels: list[tuple[str, Words]]) -> Words:
    """The text with labels of the chosen values in place of `{option}`."""
    return Words(
        text.en.format(**{name: label.en for name, label in labels}),
        text.de.format(**{name: label.de for name, label in labels}),
    )


# Reading the text


class Tag(NamedTuple):
    """What stands in the brackets before a paragraph."""

    needs: tuple[tuple[str, tuple[str, ...]], ...]  # options, each with the values it must have
    mark: str


class TaggedParagraph(NamedTuple):
    """A paragraph that is shown with some options."""

    tag: Tag
    text: Words
    figure: str  # the name of the board beside it, or nothing
    done: Words


class Part(NamedTuple):
    """A section with all its paragraphs."""

    heading: Words
    paragraphs: tuple[TaggedParagraph, ...]


def applies(tag: Tag, options: Options) -> bool:
    """Whether a paragraph is shown with these options."""
    return all(options[name] in values for name, values in tag.needs)


@cache
def parts(rules: Words, options: tuple[Option, ...]) -> tuple[Part, ...]:
    """All sections; `ValueError` where the languages differ or a tag means nothing."""
    known = {option.name: option.values for option in options}
    english, german = (
        [line.strip() for line in text.split("\n") if line.strip()] for text in rules
    )
    if len(english) != len(german):
        raise ValueError(f"{len(english)} paragraphs in English, {len(german)} in German")
    found: list[tuple[Words, list[TaggedParagraph]]] = []
    for en, de in zip(english, german, strict=True):
        if en.startswith("# ") != de.startswith("# "):
            raise ValueError(f"a heading in one language only: {en!r}, {de!r}")
        if en.startswith("# "):
            found.append((Words(en[2:], de[2:]), []))
            continue
        if not found:
            found.append((PLAIN_HEADING, []))
        (tag, english_text), (german_tag, german_text) = split_tag(en), split_tag(de)
        if tag != german_tag:
            raise ValueError(f"different tags: {en[:60]!r}, {de[:60]!r}")
        beside = beside_figure(english_text, german_text)
        found[-1][1].append(TaggedParagraph(parse_tag(tag, known), *beside))
    return tuple(Part(heading, tuple(paragraphs)) for heading, paragraphs in found)


def split_tag(paragraph: str) -> tuple[str, str]:
    """The brackets before a paragraph, and the paragraph itself."""
    match = re.match(r"\[([^\]]*)\]\s*", paragraph)
    return (match[1], paragraph[match.end() :]) if match else ("", paragraph)


def beside_figure(english: str, german: str) -> tuple[Words, str, Words]:
    """A text without the name of a figure before it, that name, and what is said afterwards."""
    if not english.startswith("!") and not german.startswith("!"):
        return Words(english, german), "", NO_WORDS
    en, de = FIGURE.fullmatch(english), FIGURE.fullmatch(german)
    if not en or not de:
        raise ValueError(f"a figure needs a name and a text: {english[:60]!r}, {german[:60]!r}")
    if en[1] != de[1] or bool(en[3]) != bool(de[3]):
        raise ValueError(f"different figures: {english[:60]!r}, {german[:60]!r}")
    return Words(en[2], de[2]), en[1], Words(en[3] or "", de[3] or "")


def parse_tag(tag: str, known: dict[str, tuple[str, ...]]) -> Tag:
    """The meaning of `players=3|4, addition`."""
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
