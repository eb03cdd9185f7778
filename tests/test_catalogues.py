"""Translations are complete, and their placeholders are those of the English texts."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from babel.messages.catalog import Catalog, Message

from steinreich.rules.language import LANGUAGES
from tools.messages import (
    DOMAINS,
    ROOT,
    extract_template,
    format_catalogue,
    get_catalogue_path,
    list_languages,
    read_catalogue,
)

PLACEHOLDER = re.compile(r"\{(\w*)\}")
CATALOGUES = [(domain, language) for domain in DOMAINS for language in list_languages()]

catalogues = pytest.mark.parametrize(("domain", "language"), CATALOGUES)


def find_faults(catalogue: Catalog, template: Catalog) -> list[str]:
    """Return the faults in the translations of a template's texts."""
    return [
        f"{message.id!r}: {fault}"
        for source in template
        if source.id
        for message in [catalogue.get(source.id, source.context) or source]
        for fault in find_message_faults(message, catalogue.num_plurals)
    ]


def find_message_faults(message: Message, plurals: int) -> Iterator[str]:
    """Yield the faults in the translation of one text; `plurals` is the number of plural forms."""
    english = as_list(message.id)
    translated = as_list(message.string)
    if not translated or not all(translated):
        yield "missing"
        return
    if message.fuzzy:
        yield "fuzzy"
    if len(english) == 2 and len(translated) != plurals:
        yield f"{len(translated)} plural forms instead of {plurals}"
    expected = find_placeholders(english[-1])
    # A plural form may omit the number, and any placeholder that the English singular omits.
    optional = {"n", *(expected - find_placeholders(english[0]))} if len(english) == 2 else set()
    for text in translated:
        found = find_placeholders(text)
        left_out = expected - found
        if found - expected or not set(left_out) <= optional:
            yield f"placeholders {sorted(found)} instead of {sorted(expected)}"


def as_list(text: str | Sequence[str] | None) -> Sequence[str]:
    return [text] if isinstance(text, str) else text or []


def find_placeholders(text: str) -> Counter[str]:
    return Counter(set(PLACEHOLDER.findall(text)))


def test_each_language_but_english_has_catalogues() -> None:
    assert {"en", *list_languages()} == set(LANGUAGES)


@catalogues
def test_catalogue_is_up_to_date(domain: str, language: str) -> None:
    """`make messages` has been run since texts were last added, changed or removed."""
    written = get_catalogue_path(domain, language).read_bytes()
    updated = format_catalogue(read_catalogue(domain, language), extract_template(domain))
    assert updated.decode() == written.decode(), "`make messages` updates it"


@catalogues
def test_translations_are_complete(domain: str, language: str) -> None:
    faults = find_faults(read_catalogue(domain, language), extract_template(domain))
    assert faults == []


def test_extracts_every_message_of_the_client() -> None:
    """Texts are extracted from `words.ts` modules only, so no other module may call `m`."""
    imports = re.compile(r"import \{[^}]*\b(m|mc|p|pc)\b[^}]*\} from \"[^\"]*/messages\"")
    importing_modules = [
        str(file)
        for file in (ROOT / "web" / "src").rglob("*")
        if file.suffix in (".ts", ".svelte") and not file.name.endswith((".test.ts", "words.ts"))
        if imports.search(file.read_text())
    ]
    assert importing_modules == []


def make_catalogue(*messages: tuple[str | tuple[str, str], str | tuple[str, ...]]) -> Catalog:
    catalogue = Catalog("de")
    for english, german in messages:
        catalogue.add(english, german)
    return catalogue


@pytest.mark.parametrize(
    ("english", "german", "fault"),
    [
        ("Undo", "Zurück", None),
        ("Undo", "", "missing"),
        ("{name} has won", "{nam} hat gewonnen", "placeholders ['nam'] instead of ['name']"),
        ("{name} has won", "gewonnen", "placeholders [] instead of ['name']"),
        ("Undo", "{name}", "placeholders ['name'] instead of []"),
        (("{n} game", "{n} games"), ("eine Partie", "{n} Partien"), None),
        (("{n} game", "{n} games"), ("eine Partie", ""), "missing"),
        (("{n} game", "{n} games"), ("{n} Partien",), "1 plural forms instead of 2"),
        (("1 of {a}", "{n} of {a}"), ("1", "{n}"), "placeholders ['n'] instead of ['a', 'n']"),
    ],
)
def test_faults_are_found(
    english: str | tuple[str, str], german: str | tuple[str, ...], fault: str | None
) -> None:
    template = make_catalogue((english, "" if isinstance(english, str) else ("", "")))
    faults = find_faults(make_catalogue((english, german)), template)
    assert [fault_text.partition(": ")[2] for fault_text in faults][-1:] == (
        [fault] if fault else []
    )


def test_fuzzy_and_missing_translations_are_faults() -> None:
    template = make_catalogue(("Undo", ""), ("Redo", ""))
    fuzzy_catalogue = Catalog("de")
    fuzzy_catalogue.add("Undo", "Zurück", flags=("fuzzy",))
    assert find_faults(fuzzy_catalogue, template) == ["'Undo': fuzzy", "'Redo': missing"]
