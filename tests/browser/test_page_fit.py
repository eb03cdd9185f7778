"""Every page fits on phones with any font, and its targets are large enough for fingers."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from steinreich import games
from tests.browser.conftest import Visit
from tests.browser.visitor import PHONE, Visitor
from tests.conftest import mark_matrix
from tests.hall.server_process import ServerProcess

pytestmark = pytest.mark.xdist_group(__name__)

MIN_VIEWPORT: ViewportSize = {"width": 320, "height": 640}
MIN_TARGET_PIXELS = 24  # WCAG 2.2, 2.5.8
# Style sheets with unusual letters; the spacing is that of WCAG 1.4.12
LETTER_STYLES = {
    "bundled": "",
    "wide font": "* { font-family: 'DejaVu Sans Mono', monospace !important }",
    "twice as large": ":root { font-size: 200% !important }",
    "spaced": """* {
        line-height: 1.5 !important; letter-spacing: 0.12em !important;
        word-spacing: 0.16em !important }
      p { margin-bottom: 2em !important }""",
}
LANGUAGES = ("de", "fr", "en")  # each visit begins in English
# Applies style sheets in turn and returns the elements that overflow the page horizontally. In one
# call, because between several calls the browser would render the page.
FIND_OVERFLOWS = """(styles) => {
  const root = document.documentElement;
  const sheet = document.head.appendChild(document.createElement("style"));
  const isVisible = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const texts = [...document.querySelectorAll("a, button, input, select, label, h1, h2, p")]
    .filter((element) => !element.closest(".visually-hidden, svg"));
  const overflows = Object.entries(styles).flatMap(([name, css]) => {
    sheet.textContent = css;
    const boxes = texts.filter(isVisible)
      .map((element) => [element, element.getBoundingClientRect()])
      .filter(([, box]) => box.width > 1 && (box.left < -0.5 || box.right > root.clientWidth + 0.5))
      .map(([element, box]) =>
        `${name}: ${element.outerHTML.slice(0, 90)}: ${box.left} to ${box.right}`);
    const wide = root.scrollWidth > root.clientWidth ? [`${name}: ${root.scrollWidth} wide`] : [];
    return [...wide, ...boxes];
  });
  sheet.remove();
  return overflows;
}"""
APPLY_STYLE = """(css) => {
  document.getElementById("letters")?.remove();
  const sheet = document.head.appendChild(document.createElement("style"));
  Object.assign(sheet, { id: "letters", textContent: css });
}"""

TARGETS = "header button, main button, main a.button, [data-cell]"
FIND_SMALL_TARGETS = """(targets, minSize) => targets
  .map((target) =>
    [target.getAttribute("aria-label") ?? target.textContent, target.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && Math.min(box.width, box.height) < minSize)
  .map(([name, box]) => `${name.trim()}: ${box.width} by ${box.height}`)"""


@pytest.fixture
def visitor(visit: Visit) -> Visitor:
    """A visitor with a narrow phone; test fonts are allowed in spite of the policy."""
    return visit(viewport=MIN_VIEWPORT, has_touch=True, is_mobile=True, bypass_csp=True)


def check(visitor: Visitor, where: str) -> None:
    """Check that the current page fits with all letter styles; `where` is for error messages."""
    expect(visitor.page.get_by_text("One moment…")).to_be_hidden()
    assert visitor.page.evaluate(FIND_OVERFLOWS, LETTER_STYLES) == [], where


def check_all_languages(
    visitor: Visitor, where: str, prepare: Callable[[], object] = lambda: None
) -> None:
    """Check the page in all languages; `prepare` is called each time the page has loaded."""
    for language in LANGUAGES:
        visitor.change_language(language)
        prepare()
        check(visitor, f"{where}, {language}")


def check_targets(visitor: Visitor, where: str) -> None:
    """Check the page and the sizes of its targets in all languages on a phone of usual size."""
    visitor.page.set_viewport_size(PHONE)
    for language in LANGUAGES:
        visitor.change_language(language)
        assert visitor.page.evaluate(FIND_OVERFLOWS, {"bundled": ""}) == [], f"{where}, {language}"
        small = visitor.page.locator(TARGETS).evaluate_all(FIND_SMALL_TARGETS, MIN_TARGET_PIXELS)
        assert small == [], f"{where}, {language}"


def check_dialog(visitor: Visitor, opener: Locator, where: str) -> None:
    opener.tap()
    expect(visitor.page.get_by_role("dialog")).to_be_visible()
    check(visitor, where)
    visitor.page.keyboard.press("Escape")


def test_pages_without_a_game_fit(visitor: Visitor, hall: ServerProcess) -> None:
    hall.open_table("here friend", "chain_reaxis(size=8x8)", listed=True)
    private_table = hall.open_table("here friend", "inner_square")
    join = f"join/{private_table['id']}#1.{private_table['invites']['1']}"
    for path in ("", "lobby", "lobby/nothing", join, *(f"new/{name}" for name in games())):
        visitor.open_page(path)
        expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
        check_all_languages(visitor, path)
        check_targets(visitor, path)
        visitor.page.set_viewport_size(MIN_VIEWPORT)
    check_dialog(visitor, visitor.button("Rules"), "rules")
    check_dialog(visitor, visitor.button("Settings"), "settings")


@pytest.mark.parametrize("name", mark_matrix(games()))
def test_lessons_fit(visitor: Visitor, name: str) -> None:
    visitor.open_page(f"learn/{name}")

    def open_options() -> None:
        expect(visitor.page.get_by_role("figure").last).to_be_visible()
        visitor.page.locator("main details summary").first.tap()

    check_all_languages(visitor, f"{name} as a lesson", open_options)


@pytest.mark.parametrize("name", mark_matrix(["tzaar", "chain_reaxis"]))
def test_puzzles_fit(visitor: Visitor, name: str) -> None:
    visitor.open_page("puzzles")
    expect(visitor.page.get_by_role("listitem").first).to_be_visible()
    check_all_languages(visitor, "puzzles")
    visitor.open_page(f"puzzles/{name}#day")

    def show_solution() -> None:
        visitor.button(re.compile("Show the solution|Lösung zeigen|Voir la solution")).tap()
        solution_text = re.compile(
            r"That was the solution\.|Das war die Lösung\.|C’était la solution\."
        )
        expect(visitor.page.get_by_text(solution_text)).to_be_visible()

    check_all_languages(visitor, f"a puzzle of {name}", show_solution)


@pytest.mark.parametrize("name", mark_matrix(games()))
def test_tables_fit(visitor: Visitor, name: str) -> None:
    visitor.open_new_table(name, "here friend")
    visitor.expect_status("Waiting")
    check_all_languages(visitor, f"{name} is waiting")
    check_targets(visitor, f"{name} is waiting")
    visitor.page.set_viewport_size(MIN_VIEWPORT)
    visitor.open_new_table(name)
    visitor.expect_status("to move")
    check_all_languages(visitor, f"{name} is played")
    check_targets(visitor, f"{name} is played")
    visitor.page.evaluate("scrollTo(0, 0)")
    for button in ("Undo", "Resign", "Rotate board"):
        expect(visitor.button(button)).to_be_in_viewport(ratio=1)
    visitor.page.set_viewport_size(MIN_VIEWPORT)
    visitor.button("Resign").tap()
    check(visitor, f"{name}: a question")
    visitor.button("Yes").tap()
    visitor.expect_status("resigned")
    check_all_languages(visitor, f"{name} is over")
    visitor.open_page("games")
    expect(visitor.page.get_by_role("listitem")).to_have_count(2)
    check_targets(visitor, f"games of {name}")


def test_settings_are_visible(visitor: Visitor) -> None:
    visitor.open_page("lobby")
    for css in LETTER_STYLES.values():
        visitor.page.evaluate(APPLY_STYLE, css)
        expect(visitor.button("Settings")).to_be_in_viewport(ratio=1)
    check_dialog(visitor, visitor.button("Settings"), "settings")


def test_fonts_come_from_the_server(visit: Visit) -> None:
    """Pages do not depend on the fonts of the machine."""
    page = visit("").page
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.evaluate("document.fonts.ready.then(() => null)")
    fonts = page.evaluate(
        "[...document.fonts].filter(font => font.status === 'loaded').map(font => font.family)"
    )
    assert {name.strip('"') for name in fonts} == {"Source Sans 3", "Source Serif 4"}
