"""Languages: chosen from the browser at first, switched at will, never mixed."""

import re

import pytest
from playwright.sync_api import Page, expect

from steinreich import games
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.xdist_group(__name__)

# Words that appear on almost every page in one language and on no page in the other
SURE = {
    "en": ["Skip to content", " the ", " and ", " with ", " your "],
    "de": ["Zum Inhalt springen", " der ", " und ", " mit ", " ein "],
    "fr": ["Aller au contenu", " les ", " et ", " avec ", " une "],
}
PAGES = ["", "lobby", "lobby/nothing/here", "new/nothing", *(f"new/{name}" for name in games())]


def check(page: Page, language: str) -> None:
    """Check that the whole page is in this language, spoken and written."""
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.get_by_role("heading", level=1)).not_to_be_empty()
    words = page.evaluate("""() => [
      document.title,
      document.body.innerText,
      ...[...document.querySelectorAll("[aria-label], [title], [placeholder]")]
        .filter((one) => !one.lang)
        .flatMap((one) => [one.ariaLabel, one.title, one.placeholder]),
    ].join("\\n")""")
    text = f" {' '.join(words.split())} "
    assert SURE[language][0] in text
    others = [word for other in SURE if other != language for word in SURE[other]]
    assert [word for word in others if word in text] == []


@pytest.mark.parametrize(
    ("locale", "language"), [("de-AT", "de"), ("en-GB", "en"), ("fr-FR", "fr"), ("it-IT", "en")]
)
def test_initial_language_is_that_of_the_browser(visit: Visit, locale: str, language: str) -> None:
    visitor = visit("", locale=locale)
    check(visitor.page, language)


LOADED = """() => performance.getEntriesByType("resource").map(
  ({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize])"""
MAX_FIRST_VISIT_BYTES = 150_000


def test_english_loads_no_catalogue(visit: Visit) -> None:
    """The first visit stays small; catalogues are loaded on demand, before the first paint."""
    page = visit("", locale="en-GB").page
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    loaded = page.evaluate(LOADED)
    files = [(path, size) for path, size in loaded if not path.startswith("/api/")]
    assert sum(size for _, size in files) <= MAX_FIRST_VISIT_BYTES, files
    assert not any("/locale-" in path for path, _ in files)
    german = visit("", locale="de-DE").page
    expect(german.get_by_role("heading", level=1)).to_be_visible()
    assert [path for path, _ in german.evaluate(LOADED) if "/locale-" in path]


def test_every_page_speaks_one_language(visit: Visit) -> None:
    visitor = visit("")
    for path in PAGES:
        visitor.go(path)
        expect(visitor.page.get_by_text("One moment…")).to_be_hidden()
        check(visitor.page, "en")
        for language in ("de", "fr"):
            visitor.change_language(language)
            check(visitor.page, language)
        visitor.change_language("en")


def test_table_and_its_dialogs_are_in_one_language(visit: Visit) -> None:
    visitor = visit()
    visitor.sit_down("tzaar", "here friend")
    check_all(visitor)
    friend = visit()
    friend.page.goto(visitor.link_for_friend())
    check_all(friend)
    friend.button("Take the seat").click()
    for person in (visitor, friend):
        expect(person.players).not_to_contain_text("free")
        check_all(person)
    for opener, closer in (("Rules", "Close"), ("Settings", "Close")):
        visitor.button(opener).click()
        check(visitor.page, "en")
        visitor.page.get_by_role("dialog").get_by_role("button", name=closer).click()


def check_all(visitor: Visitor) -> None:
    """As it is, and after a switch to other languages and back."""
    check(visitor.page, "en")
    for language in ("de", "fr"):
        visitor.change_language(language)
        check(visitor.page, language)
    visitor.change_language("en")


def test_chosen_language_is_stored(visit: Visit) -> None:
    visitor = visit("", locale="en-GB")
    visitor.change_language("de")
    visitor.reload()
    check(visitor.page, "de")
    visitor.button("Einstellungen").click()
    chosen = visitor.page.get_by_role("radio", name="Deutsch")
    expect(chosen).to_be_checked()
    with visitor.page.expect_event("load"):
        visitor.page.get_by_role("radio", name="English").click()
    check(visitor.page, "en")


def test_actions_are_spoken_in_the_language_chosen_at_the_table(visit: Visit) -> None:
    """The page is loaded again; a turn that has begun goes on."""
    visitor = visit()
    visitor.sit_down("tzaar(setup=fixed)")
    visitor.cell("E4").click()
    expect(visitor.cell("F3")).to_have_accessible_name(re.compile("E4 captures F3"))
    visitor.change_language("de")
    visitor.cell("E4").click()
    expect(visitor.cell("F3")).to_have_accessible_name(re.compile("E4 schlägt F3"))
    visitor.cell("F3").click()
    visitor.sees("Schwarz ist am Zug")
    visitor.cell("E5").click()
    visitor.cell("F5").click()
    skip = visitor.button("Passen")
    expect(skip).to_be_visible()
    visitor.change_language("en")
    expect(visitor.button("Pass")).to_be_visible()
    visitor.cell("A4").click()
    expect(visitor.cell("A5")).to_have_accessible_name(re.compile("A4 captures A5"))
    visitor.cell("A5").click()
    expect(visitor.written).to_have_count(3)
