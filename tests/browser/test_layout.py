"""The layout of tables on all screens: stable, with large cells, everything reachable."""

import re
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Route, ViewportSize, expect

from steinreich import games, load
from tests.browser.conftest import Visit
from tests.browser.devices import Mouse, act
from tests.browser.layout_shifts import LayoutShifts
from tests.browser.visitor import PHONE, PHONE_OPTIONS, Visitor
from tests.conftest import mark_matrix

pytestmark = pytest.mark.xdist_group(__name__)

LANDSCAPE_SIZES: list[ViewportSize] = [{"width": 640, "height": 360}, {"width": 844, "height": 390}]
LARGE_SCREEN: ViewportSize = {"width": 2560, "height": 1440}
MIN_CELL_DISTANCE_PIXELS = 32  # between the centres of neighbours
MIN_BOARD_HEIGHT = 0.72  # as a share of the height of a large screen
# JavaScript: returns the distance from the first cell to its nearest neighbour
MEASURE_CELL_DISTANCE = """(cells) => {
  const boxes = cells.map((cell) => cell.querySelector(".cell-area").getBoundingClientRect());
  const centres = boxes.map((box) => [box.x + box.width / 2, box.y + box.height / 2]);
  const distances = centres.slice(1)
    .map(([x, y]) => Math.hypot(x - centres[0][0], y - centres[0][1]));
  return Math.min(...distances);
}"""

FIND_RIGHTMOST_X = "cells => Math.max(...cells.map(cell => cell.getBoundingClientRect().x))"


def make_phone_options(size: ViewportSize) -> dict[str, Any]:
    return {"viewport": size, "has_touch": True, "is_mobile": True}


def get_box(element: Locator) -> FloatRect:
    box = element.bounding_box()
    assert box
    return box


def get_cells(visitor: Visitor) -> Locator:
    """Return all cells."""
    return visitor.page.locator("[data-cell]")


class LayoutObserver:
    """Checks that the board and the list of players stay at the same place on the page."""

    def __init__(self, visitor: Visitor) -> None:
        self.board = visitor.page.locator("[data-board] svg:has([role=grid])")
        self.players = visitor.players
        self.before = get_box(self.board), get_box(self.players)

    def check(self, when: str) -> None:
        assert (get_box(self.board), get_box(self.players)) == self.before, when


# Stable layout


@pytest.mark.parametrize(
    "options",
    mark_matrix([PHONE_OPTIONS, {}, make_phone_options(LANDSCAPE_SIZES[0])]),
    ids=["phone", "desktop", "landscape"],
)
def test_board_does_not_move(visit: Visit, options: dict[str, Any]) -> None:
    visitor = visit(**options)
    visitor.open_new_table("inner_square", "here friend")
    friend = visit()
    friend.page.goto(visitor.get_invitation_link())
    friend.button("Take the seat").click()
    visitor.expect_status("Your turn")
    visitor.page.evaluate("scrollTo(0, 0)")
    layout = LayoutObserver(visitor)
    visitor.cell("d4").click()
    visitor.expect_status(re.compile("no stone|empty|nothing", re.IGNORECASE))
    layout.check("an error")
    visitor.cell("c2").click()
    visitor.expect_status("Your turn")  # a correct action removes the error message
    layout.check("after an error")
    visitor.cell("c5").click()
    friend.expect_status("Your turn")
    layout.check("the turn of the opponent")
    friend.button("Offer a draw").click()
    friend.button("Yes").click()
    expect(visitor.group("Yellow offers a draw.")).to_be_visible()
    layout.check("an offer")
    visitor.button("Decline").click()
    visitor.button("Resign").click()
    expect(visitor.group("Really resign?")).to_be_visible()
    layout.check("a question")
    visitor.button("Yes").click()
    visitor.expect_status("resigned")
    layout.check("a result")
    visitor.button("Starting position").click()
    visitor.expect_status("Starting position")
    visitor.page.evaluate("scrollTo(0, 0)")  # the button is further down
    layout.check("an earlier position")


def test_board_does_not_move_during_a_turn_of_two_actions(visit: Visit) -> None:
    visitor = visit()
    visitor.open_new_table("tzaar(setup=fixed)")
    visitor.expect_status("to move")
    layout = LayoutObserver(visitor)
    position = load("tzaar(setup=fixed)").start()
    for action in ("E4xF3", "E5xF5"):
        position = act(visitor, Mouse(), position, action)
    expect(visitor.button("Pass")).to_be_visible()
    layout.check("an incomplete turn")


@pytest.mark.parametrize(
    "options",
    mark_matrix(
        [
            make_phone_options({"width": 390, "height": 844}),
            {},
            make_phone_options(LANDSCAPE_SIZES[0]),
        ]
    ),
    ids=["phone", "desktop", "landscape"],
)
def test_board_does_not_move_when_its_3d_view_loads(visit: Visit, options: dict[str, Any]) -> None:
    visitor = visit(**options, in_3d=True)
    view3d = "**/View3d*.js"
    unanswered: list[Route] = []
    visitor.page.route(view3d, lambda route: unanswered.append(route))
    visitor.open_new_table("vier3d")
    expect(visitor.page.get_by_text("Loading the 3D view")).to_be_visible()
    layout = LayoutObserver(visitor)
    visitor.page.unroute(view3d)
    visitor.reload()
    picture = visitor.page.locator("canvas")
    expect(picture).to_be_visible()
    layout.check("the view has loaded")
    picture.evaluate(
        "canvas => canvas.getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()"
    )
    expect(visitor.page.get_by_text("The 3D view was interrupted")).to_be_visible()
    layout.check("the view was lost")
    visitor.page.add_init_script("HTMLCanvasElement.prototype.getContext = () => null")
    visitor.reload()
    expect(visitor.page.get_by_text("This browser cannot show 3D")).to_be_visible()
    layout.check("there is no view")


@pytest.mark.parametrize("options", mark_matrix([PHONE_OPTIONS, {}]), ids=["phone", "desktop"])
def test_pages_load_without_layout_shifts(visit: Visit, options: dict[str, Any]) -> None:
    visitor = visit(**options)
    shifts = LayoutShifts(visitor, latency_ms=100)
    for path, text in (
        ("puzzles/inner_square", "Red to move.|Yellow to move."),
        ("openings/tzaar", "Starting position"),
        ("analysis/inner_square", "Red: "),
    ):
        visitor.open_page(path)
        expect(visitor.page.get_by_text(re.compile(text)).first).to_be_visible()
        assert shifts.get_shifts() == [], path
    for game, kinds in (("vier3d", "here here"), ("tzaar", "here friend")):
        visitor.open_new_table(game, kinds)
        visitor.expect_status(re.compile("to move|Waiting"))
        assert shifts.get_shifts() == [], game


# Phones


def test_phones_show_all_controls_and_large_cells(visit: Visit) -> None:
    """In landscape, the cells are large and all in view, and the buttons are right of them."""
    visitor = visit(**PHONE_OPTIONS, in_3d=True)
    for name in games():
        visitor.page.set_viewport_size(PHONE)
        visitor.open_new_table(name, "here friend")
        visitor.accept_invitation()
        visitor.expect_status("Your turn")
        check_controls_visible(visitor)
        for size in LANDSCAPE_SIZES:
            visitor.page.set_viewport_size(size)
            check_controls_visible(visitor)
            assert (
                get_cells(visitor).evaluate_all(MEASURE_CELL_DISTANCE) >= MIN_CELL_DISTANCE_PIXELS
            ), name
            for cell in (get_cells(visitor).first, get_cells(visitor).last):
                expect(cell).to_be_in_viewport(ratio=1)
            button_x = get_box(visitor.button("Resign"))["x"]
            assert button_x > get_cells(visitor).evaluate_all(FIND_RIGHTMOST_X), name


def check_controls_visible(visitor: Visitor) -> None:
    """Check that all controls are visible without scrolling."""
    visitor.page.evaluate("scrollTo(0, 0)")
    for button in ("Undo", "Resign", "Rotate board"):
        expect(visitor.button(button)).to_be_in_viewport(ratio=1)


# Large screens


def test_board_fills_the_height_of_large_screens(visit: Visit) -> None:
    visitor = visit(viewport=LARGE_SCREEN, in_3d=True)
    for name in games():
        visitor.open_new_table(name)
        visitor.expect_status("to move")
        board = get_box(visitor.page.locator("[data-board]"))
        assert board["height"] >= MIN_BOARD_HEIGHT * LARGE_SCREEN["height"], name
        assert board["y"] + board["height"] <= LARGE_SCREEN["height"], name
    picture = get_box(visitor.page.locator("canvas"))  # vier3d comes last
    assert picture["height"] >= 0.6 * LARGE_SCREEN["height"]


# The piece chooser


@pytest.mark.parametrize(
    "options",
    mark_matrix([PHONE_OPTIONS, {}, make_phone_options(LANDSCAPE_SIZES[1])]),
    ids=["phone", "desktop", "landscape"],
)
def test_piece_chooser_covers_no_cell(visit: Visit, options: dict[str, Any]) -> None:
    visitor = visit(**options)
    for game in ("tzaar(setup=tournament)", "vier3d(variant=most_fours)"):
        visitor.open_new_table(game)
        visitor.expect_status("to move")
        visitor.page.evaluate("scrollTo(0, 0)")
        assert find_covered_cells(visitor) == []


def find_covered_cells(visitor: Visitor) -> list[str]:
    """Return the cells under the piece chooser."""
    chooser = visitor.board.get_by_role("radiogroup")
    expect(chooser).to_be_in_viewport(ratio=1)
    area = get_box(chooser)
    covered: list[str] = get_cells(visitor).evaluate_all(
        """(cells, area) => cells.filter((cell) => {
          const box = cell.querySelector(".cell-area").getBoundingClientRect();
          return box.right > area.x && box.left < area.x + area.width
            && box.bottom > area.y && box.top < area.y + area.height;
        }).map((cell) => cell.getAttribute("data-name"))""",
        dict(area),
    )
    return covered


# Tiles


def test_tile_is_one_piece_of_two_halves(visit: Visit) -> None:
    visitor = visit()
    visitor.open_new_table("chain_reaxis")
    position = load("chain_reaxis").start()
    for action in ("c3c4", "d4e4"):
        position = act(visitor, Mouse(), position, action)
        visitor.page.mouse.move(0, 0)
    expect(visitor.move_buttons).to_have_count(2)
    tiles = visitor.page.locator("[data-board] use[href*=tile-a]")  # horizontal or vertical
    expect(tiles).to_have_count(2)
    shapes = [get_box(tile)["width"] / get_box(tile)["height"] for tile in tiles.all()]
    # The tile is 94 by 194 units.  Its outline, 2.5 wide, adds half its width at the left and top;
    # its shadow, offset by (3, 6), adds that at the right and bottom.
    expected = [98.25 / 201.25, 198.25 / 101.25]
    assert sorted(shapes) == pytest.approx(expected, abs=0.01)


# Rotation


def test_second_seat_sees_its_own_side_below_and_boards_turn(visit: Visit) -> None:
    ada, ben = visit(), visit()
    ada.open_new_table("inner_square", "here friend")
    ben.page.goto(ada.get_invitation_link())
    ben.button("Take the seat").click()
    ada.expect_status("Your turn")
    ben.expect_status("to move")
    assert is_below(ada, "c2", "c6")
    assert is_below(ben, "c6", "c2")
    ben.button("Rotate board").click()  # by 90 degrees, clockwise: the right side is below now
    assert is_below(ben, "a4", "g4")
    ben.button("Rotate board").click()
    assert is_below(ben, "c2", "c6")
    ben.reload()  # the choice is stored
    ben.expect_status("to move")
    assert is_below(ben, "c2", "c6")
    ben.page.keyboard.press("Shift+b")
    assert is_below(ben, "a4", "g4")
    ben.page.keyboard.press("Shift+b")
    assert is_below(ben, "c6", "c2")
    ben.cell("c4").focus()
    ben.page.keyboard.press("ArrowDown")  # as displayed
    expect(ben.page.locator("[role=gridcell]:focus")).to_have_attribute("data-name", "c5")
    labels = ben.page.locator("[data-board] svg text")
    expect(labels.first).to_be_visible()
    assert labels.evaluate_all("all => all.every(label => label.getScreenCTM().a > 0)")  # upright


def is_below(visitor: Visitor, cell: str, other: str) -> bool:
    return get_box(visitor.cell(cell))["y"] > get_box(visitor.cell(other))["y"]


# Forced colours


def test_forced_colours_show_the_player_to_move(visit: Visit) -> None:
    visitor = visit(forced_colors="active")
    visitor.open_new_table("inner_square")
    visitor.expect_status("Red to move")
    rows = visitor.players.get_by_role("listitem").filter(has=visitor.page.locator("strong"))
    get_outlines = "rows => rows.map(row => getComputedStyle(row).outlineStyle)"
    assert rows.evaluate_all(get_outlines) == ["solid", "none"]
    expect(rows.first.get_by_text("to move")).to_be_visible()
    expect(rows.last.get_by_text("to move")).to_be_hidden()
    act(visitor, Mouse(), load("inner_square").start(), "c2-c5")
    visitor.expect_status("Yellow to move")
    assert rows.evaluate_all(get_outlines) == ["none", "solid"]
