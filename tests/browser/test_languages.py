"""German and English: chosen from the browser at first, switched at will, never mixed."""

import re

import pytest
from playwright.sync_api import Page, expect

from steinreich import games
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.xdist_group(__name__)

# Words that stand on almost every page in one language and on no page in the other
SURE = {
    "en": ["Skip to content", " the ", " and ", " with ", " your "],
    "de": ["Zum Inhalt springen", " der ", " und ", " mit ", " ein "],
}
OTHER = {"en": "de", "de": "en"}
PAGES = ["", "lobby", "lobby/nothing/here", "new/nothing", *(f"new/{name}" for name in games())]


def check(page: Page, language: str) -> None:
    """Everything on the page is in this language, spoken and written."""
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
    assert [word for word in SURE[OTHER[language]] if word in text] == []


@pytest.mark.parametrize(
    ("locale", "language"), [("de-AT", "de"), ("en-GB", "en"), ("fr-FR", "en")]
)
def test_the_browser_chooses_at_first(visit: Visit, locale: str, language: str) -> None:
    visitor = visit("", locale=locale)
    check(visitor.page, language)


def test_every_page_speaks_one_language(visit: Visit) -> None:
    visitor = visit("")
    for path in PAGES:
        visitor.go(path)
        expect(visitor.page.get_by_text("One moment…")).to_be_hidden()
        check(visitor.page, "en")
        visitor.button("DE: Deutsch").click()
        check(visitor.page, "de")
        visitor.button("EN: English").click()


def test_a_table_and_its_dialogs_speak_one_language(visit: Visit) -> None:
    visitor = visit()
    visitor.sit_down("tzaar", "here friend")
    check_both(visitor)
    friend = visit()
    friend.page.goto(visitor.link_for_friend())
    check_both(friend)
    friend.button("Take the seat").click()
    for person in (visitor, friend):
        expect(person.players).not_to_contain_text("free")
        check_both(person)
    for opener, closer in (("Rules", "Close"), ("Settings", "Close")):
        visitor.button(opener).click()
        check(visitor.page, "en")
        visitor.page.get_by_role("dialog").get_by_role("button", name=closer).click()


def check_both(visitor: Visitor) -> None:
    """As it is, and after a switch to German and back."""
    check(visitor.page, "en")
    visitor.button("DE: Deutsch").click()
    check(visitor.page, "de")
    visitor.button("EN: English").click()


def test_the_choice_is_kept(visit: Visit) -> None:
    visitor = visit("", locale="en-GB")
    visitor.button("DE: Deutsch").click()
    visitor.reload()
    check(visitor.page, "de")
    visitor.button("Einstellungen").click()
    chosen = visitor.page.get_by_role("radio", name="Deutsch")
    expect(chosen).to_be_checked()
    visitor.page.get_by_role("radio", name="English").check()
    check(visitor.page, "en")


def test_actions_are_spoken_in_the_language_chosen_at_the_table(visit: Visit) -> None:
    """They come from the server in one language only; a turn that has begun goes on."""
    visitor = visit()
    visitor.sit_down("tzaar(setup=fixed)")
    visitor.cell("E4").click()
    expect(visitor.cell("F3")).to_have_accessible_name(re.compile("E4 captures F3"))
    visitor.button("DE: Deutsch").click()
    expect(visitor.cell("F3")).to_have_accessible_name(re.compile("E4 schlägt F3"))
    visitor.cell("F3").click()
    visitor.sees("Schwarz ist am Zug")
    visitor.cell("E5").click()
    visitor.cell("F5").click()
    skip = visitor.button("Passen")
    expect(skip).to_be_visible()
    visitor.button("EN: English").click()
    expect(visitor.button("Pass")).to_be_visible()
    visitor.cell("A4").click()
    expect(visitor.cell("A5")).to_have_accessible_name(re.compile("A4 captures A5"))
    visitor.cell("A5").click()
    expect(visitor.written).to_have_count(3)
