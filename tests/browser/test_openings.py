"""Openings of imported games and of the engine's games, by mouse, touch and keyboard."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.test_access import check_accessibility
from tests.browser.test_own_games import WINNING_ACTIONS, import_records
from tests.browser.visitor import PHONE_OPTIONS

pytestmark = pytest.mark.xdist_group("browser")

# The same game twice, the second time on a mirrored board.
MIRROR = str.maketrans("abcdef", "fedcba")
GAMES = "\n".join(
    f'[Game "chain_reaxis"]\n[Result "1-0"]\n[Event "{n}"]\n\n{line} 1-0\n'
    for n, line in enumerate((WINNING_ACTIONS, WINNING_ACTIONS.translate(MIRROR)))
)


def test_imported_games_are_counted_up_to_symmetry(visit: Visit) -> None:
    visitor = visit("games", bypass_csp=True)
    import_records(visitor, GAMES)
    expect(visitor.page.get_by_text("2 games added.")).to_be_visible()
    visitor.page.keyboard.press("Escape")
    visitor.link("Openings").click()
    page = visitor.page
    rows = page.get_by_role("table").get_by_role("row")
    first = rows.nth(1)
    expect(page.get_by_role("columnheader")).to_contain_text(["Move", "You", "Others", "Computer"])
    # "You" has none: the visitor played neither of the imported games
    expect(first.get_by_role("cell").first).to_have_text("–")
    expect(first.get_by_role("cell").nth(1)).to_contain_text("2 won, 0 drawn, 0 lost")
    check_accessibility(visitor)
    first.get_by_role("button").press("Enter")
    steps = page.get_by_role("navigation", name="Moves so far")
    expect(steps.locator("[aria-current]")).to_have_count(1)
    expect(rows.nth(1).get_by_role("cell").nth(1)).to_contain_text("0 won, 0 drawn, 2 lost")
    page.get_by_role("main").press("ArrowLeft")
    expect(steps.locator("[aria-current]")).to_have_count(0)


def test_openings_on_a_phone_and_of_a_game_with_random_setup(visit: Visit) -> None:
    visitor = visit("openings", locale="de-DE", **PHONE_OPTIONS)
    page = visitor.page
    expect(page.get_by_role("heading", name="Eröffnungen")).to_be_visible()
    rows = page.get_by_role("table").get_by_role("row")
    rows.nth(1).get_by_role("button").tap()
    steps = page.get_by_role("navigation", name="Züge bisher")
    expect(steps.locator("[aria-current]")).to_have_count(1)
    visitor.button("Ausgangsstellung").tap()
    expect(steps.locator("[aria-current]")).to_have_count(0)
    page_width = page.evaluate("document.documentElement.scrollWidth")
    assert page_width <= page.viewport_size["width"] if page.viewport_size else False
    page.get_by_role("combobox", name="Spiel", exact=True).select_option("tzaar")
    expect(page).to_have_url(re.compile("/openings/tzaar$"))
    expect(page.get_by_text(re.compile("^Dieses Spiel wird zufällig aufgestellt"))).to_be_visible()
    visitor.link("feste Aufstellung").tap()
    expect(page.get_by_text(re.compile(r"^Der Computer \(Stufe 7, bis zu 4\.000"))).to_be_visible()
    expect(rows).not_to_have_count(1)
