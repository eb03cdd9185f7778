"""On a phone nothing sticks out to the side, in both languages, and targets are large enough."""

import pytest
from playwright.sync_api import expect

from steinreich import games
from tests.browser.conftest import Visit
from tests.browser.visitor import PHONE, PHONE_OPTIONS, Visitor

pytestmark = pytest.mark.xdist_group(__name__)

SMALLEST = 24  # pixels that a target has at least each way (WCAG 2.2, 2.5.8)
TOO_SMALL = """(targets, smallest) => targets
  .map((one) => [one.getAttribute("aria-label") ?? one.textContent, one.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && Math.min(box.width, box.height) < smallest)
  .map(([name, box]) => `${name.trim()}: ${box.width} by ${box.height}`)"""


def check(visitor: Visitor) -> None:
    """The page fits, and everything on it can be hit."""
    page = visitor.page
    expect(page.get_by_text("One moment…")).to_be_hidden()
    for language in ("DE: Deutsch", "EN: English"):
        visitor.button(language).tap()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        targets = page.locator("header button, main button, main a.button, [role=gridcell]")
        assert targets.evaluate_all(TOO_SMALL, SMALLEST) == []


def test_pages_fit(visit: Visit) -> None:
    visitor = visit(**PHONE_OPTIONS)
    for path in ("", "lobby", "lobby/nothing", *(f"new/{name}" for name in games())):
        visitor.go(path)
        check(visitor)


@pytest.mark.parametrize("name", games())
def test_tables_fit(visit: Visit, name: str) -> None:
    visitor = visit(**PHONE_OPTIONS)
    visitor.sit_down(name, ["Here", "By link"])
    visitor.sees("Waiting")
    check(visitor)
    visitor.sit_down(name, ["Here", "Here"])
    visitor.sees("to move")
    check(visitor)
    visitor.go("games")
    expect(visitor.page.get_by_role("listitem")).to_have_count(2)
    check(visitor)
