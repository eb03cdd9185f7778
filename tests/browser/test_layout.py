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

SIDEWAYS: list[ViewportSize] = [{"width": 640, "height": 360}, {"width": 844, "height": 390}]
LARGE: ViewportSize = {"width": 2560, "height": 1440}
ENOUGH = 32  # pixels between neighbouring cells
USED = 0.72  # share of a large screen's height that the board takes
# The distance of the nearest two cells
PITCH = """(cells) => {
  const boxes = cells.map((one) => one.querySelector(".ground").getBoundingClientRect());
  const spots = boxes.map((box) => [box.x + box.width / 2, box.y + box.height / 2]);
  const gaps = spots.slice(1).map(([x, y]) => Math.hypot(x - spots[0][0], y - spots[0][1]));
  return Math.min(...gaps);
}"""

RIGHTMOST = "cells => Math.max(...cells.map(one => one.getBoundingClientRect().x))"


def phone(size: ViewportSize) -> dict[str, Any]:
    return {"viewport": size, "has_touch": True, "is_mobile": True}


def box(one: Locator) -> FloatRect:
    found = one.bounding_box()
    assert found
    return found


def grid(visitor: Visitor) -> Locator:
    """Return all cells."""
    return visitor.page.locator("[data-cell]")


class LayoutObserver:
    """Notices movements of the board or the list of players."""

    def __init__(self, visitor: Visitor) -> None:
        self.board = visitor.page.locator("[data-board] svg:has([role=grid])")
        self.players = visitor.players
        self.before = box(self.board), box(self.players)

    def check(self, when: str) -> None:
        assert (box(self.board), box(self.players)) == self.before, when


# Stable layout


@pytest.mark.parametrize(
    "options",
    mark_matrix([PHONE_OPTIONS, {}, phone(SIDEWAYS[0])]),
    ids=["phone", "desktop", "sideways"],
)
def test_board_does_not_move(visit: Visit, options: dict[str, Any]) -> None:
    visitor = visit(**options)
    visitor.sit_down("inner_square", "here friend")
    friend = visit()
    friend.page.goto(visitor.link_for_friend())
    friend.button("Take the seat").click()
    visitor.sees("Your turn")
    visitor.page.evaluate("scrollTo(0, 0)")
    still = LayoutObserver(visitor)
    visitor.cell("d4").click()
    visitor.sees(re.compile("no stone|empty|nothing", re.IGNORECASE))
    still.check("an error")
    visitor.cell("c2").click()
    visitor.sees("Your turn")  # a correct action removes the error message
    still.check("no error any more")
    visitor.cell("c5").click()
    friend.sees("Your turn")
    still.check("the other's turn")
    friend.button("Offer a draw").click()
    friend.button("Yes").click()
    expect(visitor.group("Yellow offers a draw.")).to_be_visible()
    still.check("an offer")
    visitor.button("Decline").click()
    visitor.button("Resign").click()
    expect(visitor.group("Really resign?")).to_be_visible()
    still.check("a question")
    visitor.button("Yes").click()
    visitor.sees("resigned")
    still.check("a result")
    visitor.button("Starting position").click()
    visitor.sees("Starting position")
    visitor.page.evaluate("scrollTo(0, 0)")  # the button is further down
    still.check("looking back")


def test_board_does_not_move_while_the_computer_thinks(visit: Visit) -> None:
    visitor = visit()
    visitor.sit_down("tzaar(setup=fixed)")
    visitor.sees("to move")
    still = LayoutObserver(visitor)
    position = load("tzaar(setup=fixed)").start()
    for action in ("E4xF3", "E5xF5"):
        position = act(visitor, Mouse(), position, action)
    expect(visitor.button("Pass")).to_be_visible()
    still.check("a turn half done")


@pytest.mark.parametrize(
    "options",
    mark_matrix([phone({"width": 390, "height": 844}), {}, phone(SIDEWAYS[0])]),
    ids=["phone", "desktop", "sideways"],
)
def test_board_does_not_move_when_its_3d_view_loads(visit: Visit, options: dict[str, Any]) -> None:
    visitor = visit(**options, in_3d=True)
    view3d = "**/View3d*.js"
    late: list[Route] = []
    visitor.page.route(view3d, lambda route: late.append(route))  # never answered
    visitor.sit_down("vier3d")
    expect(visitor.page.get_by_text("Loading the 3D view")).to_be_visible()
    still = LayoutObserver(visitor)
    visitor.page.unroute(view3d)
    visitor.reload()
    picture = visitor.page.locator("canvas")
    expect(picture).to_be_visible()
    still.check("the view has come")
    picture.evaluate(
        "one => one.getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()"
    )
    expect(visitor.page.get_by_text("The 3D view was interrupted")).to_be_visible()
    still.check("the view was lost")
    visitor.page.add_init_script("HTMLCanvasElement.prototype.getContext = () => null")
    visitor.reload()
    expect(visitor.page.get_by_text("This browser cannot show 3D")).to_be_visible()
    still.check("there is no view")


@pytest.mark.parametrize("options", mark_matrix([PHONE_OPTIONS, {}]), ids=["phone", "desktop"])
def test_pages_load_without_layout_shifts(visit: Visit, options: dict[str, Any]) -> None:
    visitor = visit(**options)
    jumps = LayoutShifts(visitor, latency=100)
    for path, there in (
        ("puzzles/inner_square", "Red to move.|Yellow to move."),
        ("openings/tzaar", "Starting position"),
        ("analysis/inner_square", "Red: "),
    ):
        visitor.go(path)
        expect(visitor.page.get_by_text(re.compile(there)).first).to_be_visible()
        assert jumps.seen() == [], path
    for game, kinds in (("vier3d", "here here"), ("tzaar", "here friend")):
        visitor.sit_down(game, kinds)
        visitor.sees(re.compile("to move|Waiting"))
        assert jumps.seen() == [], game


# Phones


def test_board_takes_the_height_in_landscape_and_all_controls_are_visible(visit: Visit) -> None:
    """On phones of several sizes, in portrait as well."""
    visitor = visit(**PHONE_OPTIONS, in_3d=True)
    for name in games():
        visitor.page.set_viewport_size(PHONE)
        visitor.sit_down(name, "here friend")
        visitor.let_friend_join()
        visitor.sees("Your turn")
        check_controls_visible(visitor)
        for size in SIDEWAYS:
            visitor.page.set_viewport_size(size)
            check_controls_visible(visitor)
            assert grid(visitor).evaluate_all(PITCH) >= ENOUGH, name
            for cell in (grid(visitor).first, grid(visitor).last):
                expect(cell).to_be_in_viewport(ratio=1)
            beside = box(visitor.button("Resign"))["x"]
            assert beside > grid(visitor).evaluate_all(RIGHTMOST), name


def check_controls_visible(visitor: Visitor) -> None:
    """Check that all controls are visible without scrolling."""
    visitor.page.evaluate("scrollTo(0, 0)")
    for button in ("Undo", "Resign", "Rotate board"):
        expect(visitor.button(button)).to_be_in_viewport(ratio=1)


# Large screens


def test_large_screens_are_used(visit: Visit) -> None:
    visitor = visit(viewport=LARGE, in_3d=True)
    for name in games():
        visitor.sit_down(name)
        visitor.sees("to move")
        board = box(visitor.page.locator("[data-board]"))
        assert board["height"] >= USED * LARGE["height"], name
        assert board["y"] + board["height"] <= LARGE["height"], name
    picture = box(visitor.page.locator("canvas"))  # vier3d comes last
    assert picture["height"] >= 0.6 * LARGE["height"]


# The piece chooser


@pytest.mark.parametrize(
    "options",
    mark_matrix([PHONE_OPTIONS, {}, phone(SIDEWAYS[1])]),
    ids=["phone", "desktop", "sideways"],
)
def test_piece_chooser_covers_no_cell(visit: Visit, options: dict[str, Any]) -> None:
    visitor = visit(**options)
    for game in ("tzaar(setup=tournament)", "vier3d(variant=most_fours)"):
        visitor.sit_down(game)
        visitor.sees("to move")
        visitor.page.evaluate("scrollTo(0, 0)")
        assert covered_by_chooser(visitor) == []


def covered_by_chooser(visitor: Visitor) -> list[str]:
    """Return the cells under the piece chooser."""
    chooser = visitor.board.get_by_role("radiogroup")
    expect(chooser).to_be_in_viewport(ratio=1)
    area = box(chooser)
    covered: list[str] = grid(visitor).evaluate_all(
        """(cells, area) => cells.filter((one) => {
          const box = one.querySelector(".ground").getBoundingClientRect();
          return box.right > area.x && box.left < area.x + area.width
            && box.bottom > area.y && box.top < area.y + area.height;
        }).map((one) => one.getAttribute("data-name"))""",
        dict(area),
    )
    return covered


# Tiles


def test_tile_is_one_piece_of_two_halves(visit: Visit) -> None:
    visitor = visit()
    visitor.sit_down("chain_reaxis")
    position = load("chain_reaxis").start()
    for action in ("c3c4", "d4e4"):
        position = act(visitor, Mouse(), position, action)
        visitor.page.mouse.move(0, 0)
    expect(visitor.written).to_have_count(2)
    tiles = visitor.page.locator("[data-board] use[href*=tile-a]")  # horizontal or vertical
    expect(tiles).to_have_count(2)
    shapes = [box(tile)["width"] / box(tile)["height"] for tile in tiles.all()]
    # 94 by 194, with half of its edge (2.5) on one side and its shadow (3 and 6 off) on the other
    expected = [98.25 / 201.25, 198.25 / 101.25]
    assert sorted(shapes) == pytest.approx(expected, abs=0.01)


# Rotation


def test_second_seat_sees_its_own_side_below_and_boards_turn(visit: Visit) -> None:
    ada, ben = visit(), visit()
    ada.sit_down("inner_square", "here friend")
    ben.page.goto(ada.link_for_friend())
    ben.button("Take the seat").click()
    ada.sees("Your turn")
    ben.sees("to move")
    assert below(ada, "c2", "c6")
    assert below(ben, "c6", "c2")
    ben.button("Rotate board").click()  # a quarter, clockwise: what was right is below
    assert below(ben, "a4", "g4")
    ben.button("Rotate board").click()
    assert below(ben, "c2", "c6")
    ben.reload()  # the choice is stored
    ben.sees("to move")
    assert below(ben, "c2", "c6")
    ben.page.keyboard.press("Shift+b")
    assert below(ben, "a4", "g4")
    ben.page.keyboard.press("Shift+b")
    assert below(ben, "c6", "c2")
    ben.cell("c4").focus()
    ben.page.keyboard.press("ArrowDown")  # as displayed
    expect(ben.page.locator("[role=gridcell]:focus")).to_have_attribute("data-name", "c5")
    labels = ben.page.locator("[data-board] svg text")
    expect(labels.first).to_be_visible()
    assert labels.evaluate_all("all => all.every(one => one.getScreenCTM().a > 0)")  # upright


def below(visitor: Visitor, one: str, other: str) -> bool:
    return box(visitor.cell(one))["y"] > box(visitor.cell(other))["y"]


# Forced colours


def test_forced_colours_show_the_player_to_move(visit: Visit) -> None:
    visitor = visit(forced_colors="active")
    visitor.sit_down("inner_square")
    visitor.sees("Red to move")
    rows = visitor.players.get_by_role("listitem").filter(has=visitor.page.locator("strong"))
    look = "rows => rows.map(one => getComputedStyle(one).outlineStyle)"
    assert rows.evaluate_all(look) == ["solid", "none"]
    expect(rows.first.get_by_text("to move")).to_be_visible()
    expect(rows.last.get_by_text("to move")).to_be_hidden()
    act(visitor, Mouse(), load("inner_square").start(), "c2-c5")
    visitor.sees("Yellow to move")
    assert rows.evaluate_all(look) == ["none", "solid"]
