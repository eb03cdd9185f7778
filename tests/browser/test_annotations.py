"""Rings and arrows on a board, by mouse, finger and keyboard, in 2D and 3D."""

import pytest
from playwright.sync_api import Locator, expect

from steinreich import load
from tests.browser.conftest import Visit
from tests.browser.devices import Keyboard, Mouse, act, expect_label, get_centre
from tests.browser.test_access import check_accessibility
from tests.browser.visitor import PHONE_OPTIONS, Visitor

pytestmark = pytest.mark.xdist_group(__name__)


def get_markings(visitor: Visitor) -> Locator:
    """Return the rings and arrows on the board."""
    return visitor.page.locator("[data-annotation]")


def get_marking_kinds(visitor: Visitor) -> list[str]:
    kinds: list[str] = get_markings(visitor).evaluate_all(
        "all => all.map(marking => marking.dataset.annotation)"
    )
    return kinds


def test_right_mouse_button_draws_rings_of_four_kinds_and_arrows(visit: Visit) -> None:
    visitor = visit()
    visitor.open_new_table("inner_square")
    for name, modifiers in (
        ("c4", []),
        ("d4", ["Shift"]),
        ("e4", ["Alt"]),
        ("d5", ["Shift", "Alt"]),
    ):
        visitor.cell(name).click(button="right", modifiers=modifiers)  # type: ignore[arg-type]
    assert get_marking_kinds(visitor) == ["solid", "dashed", "double", "dotted"]
    expect_label(visitor.cell("d4"), "ring (dashed)")
    visitor.cell("d4").click(button="right", modifiers=["Shift"])
    assert get_marking_kinds(visitor) == ["solid", "double", "dotted"]
    drag(visitor, "c2", "c5")
    expect_label(visitor.cell("c2"), "arrow to c5 (solid)")
    expect(get_markings(visitor)).to_have_count(4)
    visitor.page.keyboard.press("Escape")
    expect(get_markings(visitor)).to_have_count(0)
    mouse = visitor.page.mouse
    mouse.move(*get_centre(visitor.cell("c4")))
    mouse.down(button="right")
    mouse.move(2, 2)  # outside the board
    mouse.up(button="right")
    expect(get_markings(visitor)).to_have_count(0)
    drag(visitor, "c2", "c5")
    act(visitor, Mouse(), load("inner_square").start(), "c2-c5")
    visitor.expect_status("Yellow to move")
    expect(get_markings(visitor)).to_have_count(0)


def drag(visitor: Visitor, start: str, end: str) -> None:
    """Drag with the right button."""
    mouse = visitor.page.mouse
    mouse.move(*get_centre(visitor.cell(start)))
    mouse.down(button="right")
    mouse.move(*get_centre(visitor.cell(end)), steps=4)
    expect(get_markings(visitor).last).to_be_visible()  # while it is drawn
    mouse.up(button="right")


def test_right_button_turns_a_held_tile_and_draws_arrows_elsewhere(visit: Visit) -> None:
    visitor = visit()
    visitor.open_new_table("chain_reaxis")
    cell = visitor.cell("d4")
    cell.hover()
    expect_label(cell, "tile")
    before = cell.get_attribute("aria-label") or ""
    cell.click(button="right")
    expect(cell).not_to_have_attribute("aria-label", before)
    expect(get_markings(visitor)).to_have_count(0)
    drag(visitor, "b2", "e5")
    expect(get_markings(visitor)).to_have_count(1)


def test_long_press_draws_and_tap_erases(visit: Visit) -> None:
    visitor = visit(**PHONE_OPTIONS)
    visitor.open_new_table("inner_square")
    finger = TouchSession(visitor)
    finger.hold("c2")  # a movable piece
    finger.lift()
    assert get_marking_kinds(visitor) == ["solid"]
    expect_label(visitor.cell("c2"), "ring (solid)")
    finger.hold("c2")
    finger.lift()
    assert get_marking_kinds(visitor) == ["dashed"]
    finger.hold("c2")
    finger.move("e4")
    finger.lift()
    expect_label(visitor.cell("c2"), "arrow to e4 (solid)")
    assert visitor.moves() == []
    visitor.cell("d4").tap()
    expect(get_markings(visitor)).to_have_count(0)


def test_arrow_can_be_drawn_by_two_touches_without_dragging(visit: Visit) -> None:
    visitor = visit(**PHONE_OPTIONS, bypass_csp=True)
    visitor.open_new_table("inner_square")
    pen = visitor.button("Arrows and rings")
    pen.tap()
    visitor.expect_status("Select two cells for an arrow")
    check_accessibility(visitor)
    for name in ("c2", "c5", "d4", "d4"):  # c2-c5 would be legal
        visitor.cell(name).tap()
    expect_label(visitor.cell("c2"), "arrow to c5 (solid)")
    expect_label(visitor.cell("d4"), "ring (solid)")
    Keyboard().press(visitor.cell("d4"))
    Keyboard().press(visitor.cell("d4"))
    expect_label(visitor.cell("d4"), "ring (dashed)")
    assert visitor.moves() == []
    visitor.page.keyboard.press("Escape")
    expect(get_markings(visitor)).to_have_count(0)
    pen.tap()
    expect(pen).to_have_attribute("aria-pressed", "false")
    for name in ("c2", "c5"):
        visitor.cell(name).tap()
    expect(visitor.move_buttons).to_have_text(["c2-c5"])


class TouchSession:
    """One finger on the screen, moved step by step."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.session = visitor.context.new_cdp_session(visitor.page)

    def hold(self, cell: str) -> None:
        """Put the finger on a cell and wait until the long press draws something."""
        before = get_marking_kinds(self.visitor)
        self.touch("touchStart", get_centre(self.visitor.cell(cell)))
        self.visitor.page.wait_for_function(
            "count => document.querySelectorAll('[data-annotation]').length > count",
            arg=len(before),
        )

    def move(self, cell: str) -> None:
        self.touch("touchMove", get_centre(self.visitor.cell(cell)))

    def lift(self) -> None:
        self.touch("touchEnd")

    def touch(self, event_type: str, *points_on_page: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in points_on_page]
        self.session.send("Input.dispatchTouchEvent", {"type": event_type, "touchPoints": points})


def test_keys_draw_in_3d_and_are_listed_in_the_help(visit: Visit) -> None:
    visitor = visit(bypass_csp=True, has_touch=True, in_3d=True)
    visitor.open_new_table("vier3d")
    draw_on_3d_view(visitor)
    visitor.page.keyboard.press("Escape")
    keyboard = visitor.page.keyboard
    Keyboard().point_at(visitor.cell("b2.1"))
    keyboard.press("m")
    expect_label(visitor.cell("b2.1"), "ring (solid)")
    keyboard.press("m")
    expect_label(visitor.cell("b2.1"), "ring (dashed)")
    expect(visitor.page.get_by_text("ring (dashed)", exact=True)).to_have_count(1)  # spoken
    keyboard.press("a")
    Keyboard().point_at(visitor.cell("c2.1"))
    keyboard.press("a")
    expect_label(visitor.cell("b2.1"), "arrow to c2, level 1 (solid)")
    check_accessibility(visitor)
    keyboard.press("Escape")
    expect(get_markings(visitor)).to_have_count(0)
    keyboard.press("?")
    keys = visitor.page.get_by_role("dialog")
    for text in ("ring around a cell", "start an arrow", "zen mode", "rotate the board"):
        expect(keys).to_contain_text(text)


def draw_on_3d_view(visitor: Visitor) -> None:
    """Draw by mouse and finger on the 3D picture itself."""
    centre = get_centre(visitor.page.locator("canvas"))
    visitor.page.mouse.click(*centre, button="right")
    assert get_marking_kinds(visitor) == ["solid"]
    finger = TouchSession(visitor)
    finger.touch("touchStart", centre)
    expect(get_markings(visitor)).to_have_count(2)  # a preview
    finger.lift()
    assert get_marking_kinds(visitor) == ["dashed"]
    visitor.page.mouse.move(*centre)
    visitor.page.mouse.down(button="right")
    visitor.page.mouse.move(centre[0] - 90, centre[1], steps=3)
    visitor.page.mouse.up(button="right")
    expect(get_markings(visitor)).to_have_count(2)
    expect(visitor.page.locator("[role=gridcell][aria-label*='(solid)']")).to_have_count(1)
    assert visitor.moves() == []
