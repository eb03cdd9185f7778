"""Every kind of page fits on phones, whatever the letters look like, and can be hit by fingers."""

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from steinreich import games
from tests.browser.conftest import Visit
from tests.browser.visitor import PHONE, Visitor
from tests.hall.hosting import Host

pytestmark = pytest.mark.xdist_group(__name__)

NARROWEST: ViewportSize = {"width": 320, "height": 640}
SMALLEST = 24  # pixels that a target has at least each way (WCAG 2.2, 2.5.8)
# A font as wide as any, letters twice as large, and the spacing of WCAG 1.4.12
LETTERS = {
    "bundled": "",
    "wide font": "* { font-family: 'DejaVu Sans Mono', monospace !important }",
    "twice as large": ":root { font-size: 200% !important }",
    "spaced": """* {
        line-height: 1.5 !important; letter-spacing: 0.12em !important;
        word-spacing: 0.16em !important }
      p { margin-bottom: 2em !important }""",
}
LANGUAGES = ("DE: Deutsch", "EN: English")
# What sticks out of the page to the side with these letters, one after the other; the move list and
# pictures keep to themselves.  All at once: each in a call of its own would be drawn as well.
STICKS_OUT = """(letters) => {
  const root = document.documentElement;
  const sheet = document.head.appendChild(document.createElement("style"));
  const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const texts = [...document.querySelectorAll("a, button, input, select, label, h1, h2, p")]
    .filter((one) => !one.closest(".unseen, svg"));
  const found = Object.entries(letters).flatMap(([name, css]) => {
    sheet.textContent = css;
    const boxes = texts.filter(seen).map((one) => [one, one.getBoundingClientRect()])
      .filter(([, box]) => box.width > 1 && (box.left < -0.5 || box.right > root.clientWidth + 0.5))
      .map(([one, box]) => `${name}: ${one.outerHTML.slice(0, 90)}: ${box.left} to ${box.right}`);
    const wide = root.scrollWidth > root.clientWidth ? [`${name}: ${root.scrollWidth} wide`] : [];
    return [...wide, ...boxes];
  });
  sheet.remove();
  return found;
}"""
PUT_ON = """(css) => {
  document.getElementById("letters")?.remove();
  const sheet = document.head.appendChild(document.createElement("style"));
  Object.assign(sheet, { id: "letters", textContent: css });
}"""

TARGETS = "header button, main button, main a.button, [data-cell]"
TOO_SMALL = """(targets, smallest) => targets
  .map((one) => [one.getAttribute("aria-label") ?? one.textContent, one.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && Math.min(box.width, box.height) < smallest)
  .map(([name, box]) => `${name.trim()}: ${box.width} by ${box.height}`)"""


@pytest.fixture
def visitor(visit: Visit) -> Visitor:
    """Somebody with a narrow phone; strange letters are let in past the policy."""
    return visit(viewport=NARROWEST, has_touch=True, is_mobile=True, bypass_csp=True)


def check(visitor: Visitor, where: str) -> None:
    """The page as it is fits, with any letters."""
    expect(visitor.page.get_by_text("One moment…")).to_be_hidden()
    assert visitor.page.evaluate(STICKS_OUT, LETTERS) == [], where


def check_both(visitor: Visitor, where: str) -> None:
    for language in LANGUAGES:
        visitor.button(language).tap()
        check(visitor, f"{where}, {language}")


def check_targets(visitor: Visitor, where: str) -> None:
    """As well on a phone of usual size, where everything on the page can be hit."""
    visitor.page.set_viewport_size(PHONE)
    for language in LANGUAGES:
        visitor.button(language).tap()
        assert visitor.page.evaluate(STICKS_OUT, {"bundled": ""}) == [], f"{where}, {language}"
        small = visitor.page.locator(TARGETS).evaluate_all(TOO_SMALL, SMALLEST)
        assert small == [], f"{where}, {language}"


def check_dialog(visitor: Visitor, opener: Locator, where: str) -> None:
    opener.tap()
    expect(visitor.page.get_by_role("dialog")).to_be_visible()
    check(visitor, where)
    visitor.page.keyboard.press("Escape")


def test_pages_without_a_game(visitor: Visitor, hall: Host) -> None:
    hall.open_table("here friend", "chain_reaxis(size=8x8)", listed=True)
    invited = hall.open_table("here friend", "inner_square")
    join = f"join/{invited['id']}#1.{invited['invites']['1']}"
    for path in ("", "lobby", "lobby/nothing", join, *(f"new/{name}" for name in games())):
        visitor.go(path)
        expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
        check_both(visitor, path)
        check_targets(visitor, path)
        visitor.page.set_viewport_size(NARROWEST)
    check_dialog(visitor, visitor.button("Rules"), "rules")
    check_dialog(visitor, visitor.button("Settings"), "settings")


@pytest.mark.parametrize("name", games())
def test_lessons(visitor: Visitor, name: str) -> None:
    visitor.go(f"learn/{name}")
    expect(visitor.page.get_by_role("figure").last).to_be_visible()
    visitor.page.get_by_text("Variant:").tap()
    check_both(visitor, f"{name} is taught")


@pytest.mark.parametrize("name", ["tzaar", "chain_reaxis"])
def test_puzzles(visitor: Visitor, name: str) -> None:
    visitor.go("puzzles")
    expect(visitor.page.get_by_role("listitem").first).to_be_visible()
    check_both(visitor, "puzzles")
    visitor.go(f"puzzles/{name}#day")
    visitor.button("Show the solution").tap()
    expect(visitor.page.get_by_text("That was the solution.")).to_be_visible()
    check_both(visitor, f"a puzzle of {name}")


@pytest.mark.parametrize("name", games())
def test_tables(visitor: Visitor, name: str) -> None:
    visitor.sit_down(name, "here friend")
    visitor.sees("Waiting")
    check_both(visitor, f"{name} waits")
    check_targets(visitor, f"{name} waits")
    visitor.page.set_viewport_size(NARROWEST)
    visitor.sit_down(name)
    visitor.sees("to move")
    check_both(visitor, f"{name} is played")
    check_targets(visitor, f"{name} is played")
    visitor.page.evaluate("scrollTo(0, 0)")
    for button in ("Undo", "Resign", "Rotate board"):
        expect(visitor.button(button)).to_be_in_viewport(ratio=1)
    visitor.page.set_viewport_size(NARROWEST)
    visitor.button("Resign").tap()
    check(visitor, f"{name}: a question")
    visitor.button("Yes").tap()
    visitor.sees("resigned")
    check_both(visitor, f"{name} is over")
    visitor.go("games")
    expect(visitor.page.get_by_role("listitem")).to_have_count(2)
    check_targets(visitor, f"games of {name}")


def test_the_settings_are_in_sight(visitor: Visitor) -> None:
    visitor.go("lobby")
    for letters in LETTERS.values():
        visitor.page.evaluate(PUT_ON, letters)
        expect(visitor.button("Settings")).to_be_in_viewport(ratio=1)
    check_dialog(visitor, visitor.button("Settings"), "settings")


def test_the_letters_are_the_same_everywhere(visit: Visit) -> None:
    """They come from the hall itself, not from whatever the machine has."""
    page = visit("").page
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.evaluate("document.fonts.ready.then(() => null)")
    came = page.evaluate(
        "[...document.fonts].filter(one => one.status === 'loaded').map(one => one.family)"
    )
    assert {name.strip('"') for name in came} == {"Source Sans 3", "Source Serif 4"}
