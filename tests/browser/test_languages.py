"""Languages: pages start in the language of the browser, can change it, and never mix languages."""

import re

import pytest
from playwright.sync_api import Page, expect

from steinreich import games
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.xdist_group(__name__)

# Words that appear on almost every page in one language and on no page in the other
TYPICAL_WORDS = {
    "en": ["Skip to content", " the ", " and ", " with ", " your "],
    "de": ["Zum Inhalt springen", " der ", " und ", " mit ", " ein "],
    "fr": ["Aller au contenu", " les ", " et ", " avec ", " une "],
}
PAGES = ["", "lobby", "lobby/nothing/here", "new/nothing", *(f"new/{name}" for name in games())]


def check_language(page: Page, language: str) -> None:
    """Check that the whole page is in this language: visible texts, title and accessible names."""
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.get_by_role("heading", level=1)).not_to_be_empty()
    page_text = page.evaluate("""() => [
      document.title,
      document.body.innerText,
      ...[...document.querySelectorAll("[aria-label], [title], [placeholder]")]
        .filter((element) => !element.lang)
        .flatMap((element) => [element.ariaLabel, element.title, element.placeholder]),
    ].join("\\n")""")
    text = f" {' '.join(page_text.split())} "
    assert TYPICAL_WORDS[language][0] in text
    foreign_words = [
        word for other in TYPICAL_WORDS if other != language for word in TYPICAL_WORDS[other]
    ]
    assert [word for word in foreign_words if word in text] == []


@pytest.mark.parametrize(
    ("locale", "language"), [("de-AT", "de"), ("en-GB", "en"), ("fr-FR", "fr"), ("it-IT", "en")]
)
def test_initial_language_is_that_of_the_browser(visit: Visit, locale: str, language: str) -> None:
    visitor = visit("", locale=locale)
    check_language(visitor.page, language)


LIST_LOADED_FILES = """() => performance.getEntriesByType("resource").map(
  ({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize])"""
MAX_FIRST_VISIT_BYTES = 150_000


def test_english_loads_no_catalogue(visit: Visit) -> None:
    """The first visit stays small; catalogues are loaded on demand, before the first paint."""
    page = visit("", locale="en-GB").page
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    loaded = page.evaluate(LIST_LOADED_FILES)
    files = [(path, size) for path, size in loaded if not path.startswith("/api/")]
    assert sum(size for _, size in files) <= MAX_FIRST_VISIT_BYTES, files
    assert not any("/locale-" in path for path, _ in files)
    german = visit("", locale="de-DE").page
    expect(german.get_by_role("heading", level=1)).to_be_visible()
    assert [path for path, _ in german.evaluate(LIST_LOADED_FILES) if "/locale-" in path]


def test_every_page_speaks_one_language(visit: Visit) -> None:
    visitor = visit("")
    for path in PAGES:
        visitor.open_page(path)
        expect(visitor.page.get_by_text("One moment…")).to_be_hidden()
        check_language(visitor.page, "en")
        for language in ("de", "fr"):
            visitor.change_language(language)
            check_language(visitor.page, language)
        visitor.change_language("en")


def test_table_and_its_dialogs_are_in_one_language(visit: Visit) -> None:
    visitor = visit()
    visitor.open_new_table("tzaar", "here friend")
    check_all_languages(visitor)
    friend = visit()
    friend.page.goto(visitor.get_invitation_link())
    check_all_languages(friend)
    friend.button("Take the seat").click()
    for person in (visitor, friend):
        expect(person.players).not_to_contain_text("free")
        check_all_languages(person)
    for opener, closer in (("Rules", "Close"), ("Settings", "Close")):
        visitor.button(opener).click()
        check_language(visitor.page, "en")
        visitor.page.get_by_role("dialog").get_by_role("button", name=closer).click()


def check_all_languages(visitor: Visitor) -> None:
    """Check the page in English and after changes to the other languages."""
    check_language(visitor.page, "en")
    for language in ("de", "fr"):
        visitor.change_language(language)
        check_language(visitor.page, language)
    visitor.change_language("en")


def test_stores_the_chosen_language(visit: Visit) -> None:
    visitor = visit("", locale="en-GB")
    visitor.change_language("de")
    visitor.reload()
    check_language(visitor.page, "de")
    visitor.button("Einstellungen").click()
    chosen = visitor.page.get_by_role("radio", name="Deutsch")
    expect(chosen).to_be_checked()
    with visitor.page.expect_event("load"):
        visitor.page.get_by_role("radio", name="English").click()
    check_language(visitor.page, "en")


def test_actions_are_spoken_in_the_language_chosen_at_the_table(visit: Visit) -> None:
    """A turn that has begun continues after the page has loaded in the other language."""
    visitor = visit()
    visitor.open_new_table("tzaar(setup=fixed)")
    visitor.cell("E4").click()
    expect(visitor.cell("F3")).to_have_accessible_name(re.compile("E4 captures F3"))
    visitor.change_language("de")
    visitor.cell("E4").click()
    expect(visitor.cell("F3")).to_have_accessible_name(re.compile("E4 schlägt F3"))
    visitor.cell("F3").click()
    visitor.expect_status("Schwarz ist am Zug")
    visitor.cell("E5").click()
    visitor.cell("F5").click()
    pass_button = visitor.button("Passen")
    expect(pass_button).to_be_visible()
    visitor.change_language("en")
    expect(visitor.button("Pass")).to_be_visible()
    visitor.cell("A4").click()
    expect(visitor.cell("A5")).to_have_accessible_name(re.compile("A4 captures A5"))
    visitor.cell("A5").click()
    expect(visitor.move_buttons).to_have_count(3)
