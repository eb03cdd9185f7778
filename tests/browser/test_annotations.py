"""Rings and arrows on a board, by mouse, finger and keyboard, in 2D and 3D."""

import pytest
from playwright.sync_api import Locator, expect

from steinreich import load
from tests.browser.conftest import Visit
from tests.browser.devices import Keyboard, Mouse, act, middle, says
from tests.browser.test_access import check
from tests.browser.visitor import PHONE_OPTIONS, Visitor

pytestmark = pytest.mark.xdist_group(__name__)


def drawn(visitor: Visitor) -> Locator:
    """Return the rings and arrows on the board."""
    return visitor.page.locator("[data-drawn]")


def kinds(visitor: Visitor) -> list[str]:
    found: list[str] = drawn(visitor).evaluate_all("all => all.map(one => one.dataset.drawn)")
    return found


def test_right_mouse_button_draws_in_four_kinds(visit: Visit) -> None:
    visitor = visit()
    visitor.sit_down("inner_square")
    for name, modifiers in (
        ("c4", []),
        ("d4", ["Shift"]),
        ("e4", ["Alt"]),
        ("d5", ["Shift", "Alt"]),
    ):
        visitor.cell(name).click(button="right", modifiers=modifiers)  # type: ignore[arg-type]
    assert kinds(visitor) == ["solid", "dashed", "double", "dotted"]
    says(visitor.cell("d4"), "ring (dashed)")
    visitor.cell("d4").click(button="right", modifiers=["Shift"])
    assert kinds(visitor) == ["solid", "double", "dotted"]
    drag(visitor, "c2", "c5")
    says(visitor.cell("c2"), "arrow to c5 (solid)")
    expect(drawn(visitor)).to_have_count(4)
    visitor.page.keyboard.press("Escape")
    expect(drawn(visitor)).to_have_count(0)
    mouse = visitor.page.mouse
    mouse.move(*middle(visitor.cell("c4")))
    mouse.down(button="right")
    mouse.move(2, 2)  # off the board
    mouse.up(button="right")
    expect(drawn(visitor)).to_have_count(0)
    drag(visitor, "c2", "c5")
    act(visitor, Mouse(), load("inner_square").start(), "c2-c5")
    visitor.sees("Yellow to move")
    expect(drawn(visitor)).to_have_count(0)


def drag(visitor: Visitor, start: str, end: str) -> None:
    """Drag with the right button."""
    mouse = visitor.page.mouse
    mouse.move(*middle(visitor.cell(start)))
    mouse.down(button="right")
    mouse.move(*middle(visitor.cell(end)), steps=4)
    expect(drawn(visitor).last).to_be_visible()  # while it is drawn
    mouse.up(button="right")


def test_right_button_turns_a_held_tile_and_draws_arrows_elsewhere(visit: Visit) -> None:
    visitor = visit()
    visitor.sit_down("chain_reaxis")
    cell = visitor.cell("d4")
    cell.hover()
    says(cell, "tile")
    before = cell.get_attribute("aria-label") or ""
    cell.click(button="right")
    expect(cell).not_to_have_attribute("aria-label", before)
    expect(drawn(visitor)).to_have_count(0)
    drag(visitor, "b2", "e5")
    expect(drawn(visitor)).to_have_count(1)


def test_long_press_draws_and_tap_erases(visit: Visit) -> None:
    visitor = visit(**PHONE_OPTIONS)
    visitor.sit_down("inner_square")
    finger = Finger(visitor)
    finger.hold("c2")  # a movable piece
    finger.lift()
    assert kinds(visitor) == ["solid"]
    says(visitor.cell("c2"), "ring (solid)")
    finger.hold("c2")
    finger.lift()
    assert kinds(visitor) == ["dashed"]
    finger.hold("c2")
    finger.move("e4")
    finger.lift()
    says(visitor.cell("c2"), "arrow to e4 (solid)")
    assert visitor.moves() == []
    visitor.cell("d4").tap()
    expect(drawn(visitor)).to_have_count(0)


def test_arrow_can_be_drawn_by_two_touches_without_dragging(visit: Visit) -> None:
    visitor = visit(**PHONE_OPTIONS, bypass_csp=True)
    visitor.sit_down("inner_square")
    pen = visitor.button("Arrows and rings")
    pen.tap()
    visitor.sees("Select two cells for an arrow")
    check(visitor)
    for name in ("c2", "c5", "d4", "d4"):  # c2-c5 would be legal
        visitor.cell(name).tap()
    says(visitor.cell("c2"), "arrow to c5 (solid)")
    says(visitor.cell("d4"), "ring (solid)")
    Keyboard().press(visitor.cell("d4"))
    Keyboard().press(visitor.cell("d4"))
    says(visitor.cell("d4"), "ring (dashed)")
    assert visitor.moves() == []
    visitor.page.keyboard.press("Escape")
    expect(drawn(visitor)).to_have_count(0)
    pen.tap()
    expect(pen).to_have_attribute("aria-pressed", "false")
    for name in ("c2", "c5"):
        visitor.cell(name).tap()
    expect(visitor.written).to_have_text(["c2-c5"])


class Finger:
    """A finger that stays on the screen."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.session = visitor.context.new_cdp_session(visitor.page)

    def hold(self, cell: str) -> None:
        """Hold until something is drawn."""
        before = kinds(self.visitor)
        self.touch("touchStart", middle(self.visitor.cell(cell)))
        self.visitor.page.wait_for_function(
            "count => document.querySelectorAll('[data-drawn]').length > count", arg=len(before)
        )

    def move(self, cell: str) -> None:
        self.touch("touchMove", middle(self.visitor.cell(cell)))

    def lift(self) -> None:
        self.touch("touchEnd")

    def touch(self, kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in places]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_keys_draw_in_3d_and_are_listed_in_the_help(visit: Visit) -> None:
    visitor = visit(bypass_csp=True, has_touch=True, in_3d=True)
    visitor.sit_down("vier3d")
    draw_in_space(visitor)
    visitor.page.keyboard.press("Escape")
    keyboard = visitor.page.keyboard
    Keyboard().point(visitor.cell("b2.1"))
    keyboard.press("m")
    says(visitor.cell("b2.1"), "ring (solid)")
    keyboard.press("m")
    says(visitor.cell("b2.1"), "ring (dashed)")
    expect(visitor.page.get_by_text("ring (dashed)", exact=True)).to_have_count(1)  # spoken
    keyboard.press("a")
    Keyboard().point(visitor.cell("c2.1"))
    keyboard.press("a")
    says(visitor.cell("b2.1"), "arrow to c2, level 1 (solid)")
    check(visitor)
    keyboard.press("Escape")
    expect(drawn(visitor)).to_have_count(0)
    keyboard.press("?")
    keys = visitor.page.get_by_role("dialog")
    for text in ("ring around a cell", "start an arrow", "zen mode", "rotate the board"):
        expect(keys).to_contain_text(text)


def draw_in_space(visitor: Visitor) -> None:
    """Draw by mouse and finger on the 3D picture itself."""
    place = middle(visitor.page.locator("canvas"))
    visitor.page.mouse.click(*place, button="right")
    assert kinds(visitor) == ["solid"]
    finger = Finger(visitor)
    finger.touch("touchStart", place)
    expect(drawn(visitor)).to_have_count(2)  # a preview
    finger.lift()
    assert kinds(visitor) == ["dashed"]
    visitor.page.mouse.move(*place)
    visitor.page.mouse.down(button="right")
    visitor.page.mouse.move(place[0] - 90, place[1], steps=3)
    visitor.page.mouse.up(button="right")
    expect(drawn(visitor)).to_have_count(2)
    expect(visitor.page.locator("[role=gridcell][aria-label*='(solid)']")).to_have_count(1)
    assert visitor.moves() == []
