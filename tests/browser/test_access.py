"""No page has a serious accessibility problem, according to axe-core."""

from itertools import cycle
from pathlib import Path
from typing import Literal, get_args

import pytest
from playwright.sync_api import expect

from steinreich import games, load
from tests.browser.conftest import Visit
from tests.browser.devices import Mouse, act
from tests.browser.visitor import PHONE_OPTIONS, Visitor
from tests.conftest import mark_matrix

pytestmark = pytest.mark.xdist_group(__name__)

Theme = Literal["light", "dark"]
AXE_SCRIPT = Path("web/node_modules/axe-core/axe.min.js")
COLOUR_RULES = ["color-contrast", "link-in-text-block"]  # those that depend on the theme
# Runs axe; returns serious and critical violations as text
FIND_VIOLATIONS = """async (rules) => {
  const options = rules ? { runOnly: { type: "rule", values: rules } } : {};
  const result = await axe.run(document, { resultTypes: ["violations"], ...options });
  return result.violations.filter((rule) => ["serious", "critical"].includes(rule.impact))
    .map((rule) => `${rule.id}: ${rule.help}: ` +
      rule.nodes.map((node) => node.html.slice(0, 200)));
}"""


@pytest.fixture
def visitor(visit: Visit) -> Visitor:
    """A visitor whose pages allow axe in spite of the Content-Security-Policy."""
    return visit(bypass_csp=True)


def check_accessibility(visitor: Visitor) -> None:
    """Check that the current page has no serious or critical problem."""
    page = visitor.page
    expect(page.get_by_text("One moment…")).to_be_hidden()
    if not page.evaluate("() => 'axe' in window"):
        page.add_script_tag(path=AXE_SCRIPT)
    assert page.evaluate(FIND_VIOLATIONS, None) == []


def check_both_themes(visitor: Visitor) -> None:
    """Check the current page in both themes; they differ in colours only."""
    check_accessibility(visitor)
    theme = visitor.page.locator("html").get_attribute("data-theme")
    other: Theme = "light" if theme == "dark" else "dark"
    visitor.page.emulate_media(color_scheme=other)
    expect(visitor.page.locator("html")).to_have_attribute("data-theme", other)
    assert visitor.page.evaluate(FIND_VIOLATIONS, COLOUR_RULES) == []


def test_pages_without_a_game(visitor: Visitor) -> None:
    for path in ("", "lobby", "new/vier3d", "new/six_in_line", "lobby/nothing/here"):
        visitor.open_page(path)
        check_both_themes(visitor)
    visitor.open_page("")
    visitor.button("Rules: TZAAR").click()
    check_both_themes(visitor)
    visitor.page.keyboard.press("Escape")
    visitor.button("Settings").click()
    check_both_themes(visitor)


@pytest.mark.parametrize(("name", "theme"), mark_matrix(zip(games(), cycle(get_args(Theme)))))
def test_lesson(visit: Visit, name: str, theme: Theme) -> None:
    visitor = visit(f"learn/{name}", color_scheme=theme, bypass_csp=True)
    expect(visitor.page.get_by_role("figure").last).to_be_visible()
    visitor.page.get_by_text("Variant:").click()
    check_accessibility(visitor)


def test_puzzles(visitor: Visitor) -> None:
    visitor.open_page("puzzles")
    expect(visitor.page.get_by_role("listitem").first).to_be_visible()
    check_both_themes(visitor)
    visitor.link("Solve puzzles: TZAAR").click()
    expect(visitor.button("Show the solution")).to_be_enabled()
    check_both_themes(visitor)
    visitor.button("Show the solution").click()
    expect(visitor.button("Next puzzle")).to_be_visible()
    expect(visitor.page.get_by_text("That was the solution.")).to_be_visible()
    check_both_themes(visitor)


def test_analysis_board(visitor: Visitor) -> None:
    visitor.open_page("analysis/inner_square#line=c2-c5,a6-a5")
    expect(visitor.page.get_by_role("heading", name="Best lines")).to_be_visible()
    check_both_themes(visitor)


@pytest.mark.parametrize("name", mark_matrix(games()))
def test_running_game(visitor: Visitor, name: str) -> None:
    visitor.open_new_table(name)
    position = load(name).start()
    if name != "tzaar":  # which starts at random
        act(visitor, Mouse(), position, position.legal_moves()[0])
        expect(visitor.move_buttons.or_(visitor.button("Take back"))).to_have_count(1)
    check_both_themes(visitor)


def test_waiting_running_and_finished_game(visitor: Visitor, visit: Visit) -> None:
    visitor.open_new_table("inner_square", "here friend")
    check_both_themes(visitor)
    visitor.open_page("games")
    check_both_themes(visitor)
    visitor.page.go_back()
    friend = visit(bypass_csp=True, **PHONE_OPTIONS)
    friend.page.goto(visitor.get_invitation_link())
    check_both_themes(friend)
    friend.button("Take the seat").click()
    friend.expect_status("Red to move")
    check_both_themes(friend)
    friend.button("Offer a draw").click()
    check_both_themes(friend)
    friend.button("Yes").click()
    expect(visitor.group("Yellow offers a draw.")).to_be_visible()
    check_both_themes(visitor)
    visitor.button("Resign").click()
    check_both_themes(visitor)
    visitor.button("Yes").click()
    visitor.expect_status("You have lost")
    check_both_themes(visitor)
    visitor.button("Rematch").click()
    expect(friend.group("Red would like a rematch.")).to_be_visible()
    check_both_themes(friend)
    visitor.button("Change name: Red").click()
    check_both_themes(visitor)


def test_cells_have_spoken_names_and_parts_of_a_table_have_titles(visit: Visit) -> None:
    visitor = visit()
    for name in games():
        visitor.open_new_table(name)
        cells = visitor.page.get_by_role("gridcell")
        board = load(name).board
        expect(cells).to_have_count(len(board.pillars or board.cells))
        labels = cells.evaluate_all("cells => cells.map(cell => cell.getAttribute('aria-label'))")
        assert len(set(labels)) == len(labels)
        assert all(", " in label for label in labels)
        parts = {"Board": visitor.board, "Players": visitor.players, "Moves": visitor.move_list}
        for title, part in parts.items():
            region = visitor.page.get_by_role("region", name=title, exact=True)
            expect(region).to_have_count(1)
            expect(region.and_(part)).to_be_visible()
        line = visitor.page.get_by_role("region", name="Board").get_by_role("paragraph").first
        expect(line.and_(visitor.status)).to_be_visible()
