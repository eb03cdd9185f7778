"""Every page fits on phones with any font, and its targets are large enough for fingers."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from steinreich import games
from tests.browser.conftest import Visit
from tests.browser.visitor import PHONE, Visitor
from tests.conftest import mark_matrix
from tests.hall.server_process import Host

pytestmark = pytest.mark.xdist_group(__name__)

NARROWEST: ViewportSize = {"width": 320, "height": 640}
SMALLEST = 24  # minimum size of a target in pixels (WCAG 2.2, 2.5.8)
# A very wide font, doubled letter size, and the spacing of WCAG 1.4.12
LETTERS = {
    "bundled": "",
    "wide font": "* { font-family: 'DejaVu Sans Mono', monospace !important }",
    "twice as large": ":root { font-size: 200% !important }",
    "spaced": """* {
        line-height: 1.5 !important; letter-spacing: 0.12em !important;
        word-spacing: 0.16em !important }
      p { margin-bottom: 2em !important }""",
}
LANGUAGES = ("de", "fr", "en")  # each visit begins in English
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
    """A visitor with a narrow phone; test fonts are allowed in spite of the policy."""
    return visit(viewport=NARROWEST, has_touch=True, is_mobile=True, bypass_csp=True)


def check(visitor: Visitor, where: str) -> None:
    """Check that the current page fits, with any font."""
    expect(visitor.page.get_by_text("One moment…")).to_be_hidden()
    assert visitor.page.evaluate(STICKS_OUT, LETTERS) == [], where


def check_all(visitor: Visitor, where: str, prepare: Callable[[], object] = lambda: None) -> None:
    """In all languages, after `prepare`: a change of the language loads the page again."""
    for language in LANGUAGES:
        visitor.change_language(language)
        prepare()
        check(visitor, f"{where}, {language}")


def check_targets(visitor: Visitor, where: str) -> None:
    """Check both and the sizes of targets on a phone of usual size."""
    visitor.page.set_viewport_size(PHONE)
    for language in LANGUAGES:
        visitor.change_language(language)
        assert visitor.page.evaluate(STICKS_OUT, {"bundled": ""}) == [], f"{where}, {language}"
        small = visitor.page.locator(TARGETS).evaluate_all(TOO_SMALL, SMALLEST)
        assert small == [], f"{where}, {language}"


def check_dialog(visitor: Visitor, opener: Locator, where: str) -> None:
    opener.tap()
    expect(visitor.page.get_by_role("dialog")).to_be_visible()
    check(visitor, where)
    visitor.page.keyboard.press("Escape")


def test_pages_without_a_game_fit(visitor: Visitor, hall: Host) -> None:
    hall.open_table("here friend", "chain_reaxis(size=8x8)", listed=True)
    invited = hall.open_table("here friend", "inner_square")
    join = f"join/{invited['id']}#1.{invited['invites']['1']}"
    for path in ("", "lobby", "lobby/nothing", join, *(f"new/{name}" for name in games())):
        visitor.go(path)
        expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
        check_all(visitor, path)
        check_targets(visitor, path)
        visitor.page.set_viewport_size(NARROWEST)
    check_dialog(visitor, visitor.button("Rules"), "rules")
    check_dialog(visitor, visitor.button("Settings"), "settings")


@pytest.mark.parametrize("name", mark_matrix(games()))
def test_lessons_fit(visitor: Visitor, name: str) -> None:
    visitor.go(f"learn/{name}")

    def open_options() -> None:
        expect(visitor.page.get_by_role("figure").last).to_be_visible()
        visitor.page.locator("main details summary").first.tap()

    check_all(visitor, f"{name} is taught", open_options)


@pytest.mark.parametrize("name", mark_matrix(["tzaar", "chain_reaxis"]))
def test_puzzles_fit(visitor: Visitor, name: str) -> None:
    visitor.go("puzzles")
    expect(visitor.page.get_by_role("listitem").first).to_be_visible()
    check_all(visitor, "puzzles")
    visitor.go(f"puzzles/{name}#day")

    def show_solution() -> None:
        visitor.button(re.compile("Show the solution|Lösung zeigen|Voir la solution")).tap()
        told = re.compile(r"That was the solution\.|Das war die Lösung\.|C'était la solution\.")
        expect(visitor.page.get_by_text(told)).to_be_visible()

    check_all(visitor, f"a puzzle of {name}", show_solution)


@pytest.mark.parametrize("name", mark_matrix(games()))
def test_tables_fit(visitor: Visitor, name: str) -> None:
    visitor.sit_down(name, "here friend")
    visitor.sees("Waiting")
    check_all(visitor, f"{name} waits")
    check_targets(visitor, f"{name} waits")
    visitor.page.set_viewport_size(NARROWEST)
    visitor.sit_down(name)
    visitor.sees("to move")
    check_all(visitor, f"{name} is played")
    check_targets(visitor, f"{name} is played")
    visitor.page.evaluate("scrollTo(0, 0)")
    for button in ("Undo", "Resign", "Rotate board"):
        expect(visitor.button(button)).to_be_in_viewport(ratio=1)
    visitor.page.set_viewport_size(NARROWEST)
    visitor.button("Resign").tap()
    check(visitor, f"{name}: a question")
    visitor.button("Yes").tap()
    visitor.sees("resigned")
    check_all(visitor, f"{name} is over")
    visitor.go("games")
    expect(visitor.page.get_by_role("listitem")).to_have_count(2)
    check_targets(visitor, f"games of {name}")


def test_settings_are_visible(visitor: Visitor) -> None:
    visitor.go("lobby")
    for letters in LETTERS.values():
        visitor.page.evaluate(PUT_ON, letters)
        expect(visitor.button("Settings")).to_be_in_viewport(ratio=1)
    check_dialog(visitor, visitor.button("Settings"), "settings")


def test_fonts_come_from_the_server(visit: Visit) -> None:
    """They do not depend on the fonts of the machine."""
    page = visit("").page
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.evaluate("document.fonts.ready.then(() => null)")
    came = page.evaluate(
        "[...document.fonts].filter(one => one.status === 'loaded').map(one => one.family)"
    )
    assert {name.strip('"') for name in came} == {"Source Sans 3", "Source Serif 4"}
