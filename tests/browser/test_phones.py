"""Phones: important information is visible without scrolling, and cells are large."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from steinreich import games
from tests.browser.conftest import Visit
from tests.browser.visitor import PHONE, PHONE_OPTIONS, Visitor
from tests.conftest import mark_matrix

pytestmark = pytest.mark.xdist_group(__name__)

SMALL_PHONE: ViewportSize = {"width": 320, "height": 640}
SHORT_PHONE: ViewportSize = {"width": 375, "height": 553}  # the browser's bars take the rest
LANDSCAPE: ViewportSize = {"width": 844, "height": 390}
MIN_CELL_PIXELS = 36  # on screens of usual height
MEASURE_CELLS = """(cells) => cells.map((cell) => {
  const box = cell.querySelector(".cell-area").getBoundingClientRect();
  return Math.min(box.width, box.height);
})"""


def get_cells(visitor: Visitor) -> Locator:
    return visitor.page.locator("[data-cell]")


def resize(visitor: Visitor, size: ViewportSize) -> None:
    visitor.page.set_viewport_size(size)
    visitor.page.evaluate("scrollTo(0, 0)")


@pytest.fixture
def visitor(visit: Visit) -> Visitor:
    return visit(**PHONE_OPTIONS)


# Games with the smallest cells first
@pytest.mark.parametrize("name", mark_matrix(sorted(games(), key=lambda name: name != "tzaar")))
def test_cells_are_large_enough_for_fingers(visitor: Visitor, name: str) -> None:
    visitor.open_new_table(name)
    visitor.expect_status("to move")
    for size in (SMALL_PHONE, PHONE):
        resize(visitor, size)
        assert min(get_cells(visitor).evaluate_all(MEASURE_CELLS)) >= MIN_CELL_PIXELS, size
        assert visitor.page.evaluate("document.documentElement.scrollWidth") == size["width"]


@pytest.mark.parametrize(
    "game", mark_matrix(["tzaar", "six_in_line", "inner_square", "vier3d(variant=most_fours)"])
)
def test_information_about_the_opponent_is_visible(visitor: Visitor, game: str) -> None:
    visitor.open_new_table(game, "here friend")
    visitor.accept_invitation()
    visitor.expect_status("Your turn")
    opponent = visitor.players.locator("li:has(strong)").first
    expect(opponent).not_to_contain_text("(you)")
    for size in (SMALL_PHONE, PHONE, LANDSCAPE):
        resize(visitor, size)
        for count in opponent.locator("li").all():
            expect(count).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("game", mark_matrix(["vier3d", "vier3d(variant=most_fours)"]))
def test_all_levels_are_visible(visitor: Visitor, game: str) -> None:
    visitor.open_new_table(game)
    visitor.expect_status("to move")
    for size in (SMALL_PHONE, SHORT_PHONE, PHONE, LANDSCAPE):
        resize(visitor, size)
        bottom_bar = visitor.page.locator(".dock .bar").bounding_box()
        assert bottom_bar
        limit = bottom_bar["y"] if size["height"] > size["width"] else size["height"]
        lowest = visitor.cell("a1.1").bounding_box()
        assert lowest
        assert lowest["y"] + lowest["height"] <= limit, size


@pytest.mark.parametrize("size", mark_matrix([PHONE, LANDSCAPE]), ids=["portrait", "landscape"])
def test_view_in_3d_fills_the_screen(visit: Visit, size: ViewportSize) -> None:
    visitor = visit(**(PHONE_OPTIONS | {"viewport": size}), in_3d=True)
    visitor.open_new_table("vier3d(variant=most_fours)")
    visitor.expect_status("to move")
    visitor.button("3D view").tap()
    picture = visitor.page.locator("canvas")
    leave = visitor.button("Leave full screen")
    expect(leave).to_be_in_viewport(ratio=1)

    def get_canvas_box() -> dict[str, Any]:
        box = picture.bounding_box()
        assert box
        return dict(box)

    expect(visitor.page.get_by_role("radiogroup")).to_be_in_viewport(ratio=1)
    assert get_canvas_box()["width"] == size["width"]
    assert get_canvas_box()["height"] >= 0.7 * size["height"]
    leave.tap()
    expect(visitor.cell("a1.1")).to_be_in_viewport()
    visitor.button("3D view").tap()
    expect(leave).to_be_visible()
    visitor.page.keyboard.press("Escape")
    expect(leave).to_be_hidden()


def test_menu_links_to_all_pages(visitor: Visitor) -> None:
    visitor.open_page("")
    for size in (SMALL_PHONE, LANDSCAPE):
        resize(visitor, size)
        for title in ("Puzzles", "Your games", "Lobby"):
            visitor.button("Menu").tap()
            link = visitor.page.get_by_role("navigation", name="Main").get_by_role(
                "link", name=title, exact=True
            )
            expect(link).to_be_in_viewport(ratio=1)
            link.tap()
            expect(link).to_be_hidden()
            expect(visitor.page.get_by_role("heading", level=1)).to_have_text(re.compile(title))


def test_number_of_players_is_asked_above_their_seats(visitor: Visitor) -> None:
    visitor.open_page("new/six_in_line")
    section = visitor.page.get_by_role("region", name="Who sits where")
    players = section.get_by_role("radio", name="three", exact=True)
    players.check()
    seats = section.get_by_role("group", name=re.compile("^(Player|Seat) "))
    expect(seats).to_have_count(3)
    above, below = players.bounding_box(), seats.first.bounding_box()
    assert above
    assert below
    assert above["y"] < below["y"]
