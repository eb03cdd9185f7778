"""Positions set up by hand on the analysis board: by mouse, touch and keys."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visit
from tests.browser.test_access import check_accessibility
from tests.browser.visitor import PHONE_OPTIONS, Visitor

pytestmark = pytest.mark.xdist_group("browser")

PHONE = PHONE_OPTIONS | {"viewport": {"width": 320, "height": 640}}


def open_editor(visitor: Visitor, game: str, name: str = "Position editor") -> None:
    visitor.open_page(f"analysis/{game}")
    visitor.button(name).click()
    expect(visitor.page.locator("[data-piece][aria-pressed=true]")).to_be_visible()


def get_palette_button(visitor: Visitor, letter: str) -> Locator:
    return visitor.page.locator(f"[data-piece='{letter}']")


def get_cell(visitor: Visitor, name: str) -> Locator:
    return visitor.page.locator(f"[data-name='{name}']")


def expect_content(visitor: Visitor, name: str, content: str) -> None:
    expect(get_cell(visitor, name)).to_have_attribute("aria-label", re.compile(rf"\b{content}\b"))


def get_status(visitor: Visitor) -> Locator:
    return visitor.board.get_by_role("status").first


def get_centre(element: Locator) -> tuple[float, float]:
    box = element.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_position_is_set_up_and_analysed_by_mouse(visit: Visit) -> None:
    visitor = visit(bypass_csp=True)
    open_editor(visitor, "tzaar(setup=fixed)")
    page = visitor.page
    expect(get_status(visitor)).to_contain_text("White: capture")
    expect(visitor.button("Analyse this position")).to_be_enabled()
    expect(page.get_by_text("All 30 pieces of White are on the board.")).to_be_visible()
    expect(get_palette_button(visitor, "")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_label("Whose turn").locator("option")).to_have_text(["White"])
    visitor.button("Clear the board").click()
    expect(get_status(visitor)).to_contain_text("as soon as one kind is missing")
    expect(visitor.button("Analyse this position")).to_be_disabled()
    for letter, name in (("Z", "A1"), ("R", "B1"), ("T", "C1"), ("z", "A2"), ("r", "I5")):
        get_palette_button(visitor, letter).click()
        get_cell(visitor, name).click()
    # A stack of two, dragged from the palette and then to another point
    visitor.button("Higher").click()
    expect(page.locator("output")).to_have_text("2")
    page.mouse.move(*get_centre(get_palette_button(visitor, "t")))
    page.mouse.down()
    page.mouse.move(*get_centre(get_cell(visitor, "H5")), steps=4)
    page.mouse.up()
    expect_content(visitor, "H5", "black Tott, height 2")
    page.mouse.move(*get_centre(get_cell(visitor, "H5")))
    page.mouse.down()
    page.mouse.move(*get_centre(get_cell(visitor, "H6")), steps=4)
    page.mouse.up()
    expect_content(visitor, "H6", "black Tott, height 2")
    expect_content(visitor, "H5", "empty")
    expect(get_status(visitor)).to_contain_text("White: capture")
    page.get_by_label("Whose turn").select_option("Black")
    expect(get_status(visitor)).to_contain_text("Black: capture")
    # All pieces of a kind are used: no more can be placed, and the reason is shown
    visitor.button("Lower").click()
    get_palette_button(visitor, "Z").click()
    for name in ("D1", "E1", "F1", "G1", "H1"):
        get_cell(visitor, name).click()
    reason = "White already has all 6 Tzaars in sight."
    expect(get_palette_button(visitor, "Z")).to_have_attribute("aria-disabled", "true")
    expect(get_palette_button(visitor, "Z")).to_have_accessible_description(reason)
    expect(get_palette_button(visitor, "R")).to_have_attribute("aria-disabled", "false")
    expect(page.get_by_text(reason)).to_be_visible()
    get_cell(visitor, "I1").click()
    expect_content(visitor, "I1", "empty")
    expect(page.locator("[aria-live=polite]").filter(has_text=reason)).to_have_count(1)
    check_accessibility(visitor)
    get_cell(visitor, "D1").click()  # placing the same piece again removes it
    expect_content(visitor, "D1", "empty")
    expect(get_palette_button(visitor, "Z")).to_have_attribute("aria-disabled", "false")
    get_palette_button(visitor, "").click()
    get_cell(visitor, "E1").click()
    expect_content(visitor, "E1", "empty")
    expect(get_status(visitor)).to_contain_text("Black: capture")
    visitor.button("Analyse this position").click()
    field = page.get_by_role("textbox", name=re.compile("^Edit this text"))
    expect(field).to_have_value(re.compile(r"^Zz\.\.\./R.* b 1$"))
    # Cancelling returns to the same position.
    visitor.button("Position editor").click()
    visitor.button("Starting position").click()
    expect(get_status(visitor)).to_contain_text("White: capture")
    visitor.button("Cancel").click()
    expect(field).to_have_value(re.compile(r"^Zz\.\.\./R.* b 1$"))


def test_balls_drop_by_touch_and_the_game_continues(visit: Visit) -> None:
    visitor = visit(locale="de-DE", color_scheme="dark", bypass_csp=True, **PHONE)
    open_editor(visitor, "vier3d", "Stellungseditor")
    page = visitor.page
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]
    page.get_by_label("Steine reihum setzen").tap()
    for name in ("b2.4", "b2.4", "b2.4"):  # anywhere on the rod
        get_cell(visitor, name).tap()
    expect_content(visitor, "b2.1", "rote Kugel")
    expect_content(visitor, "b2.2", "blaue Kugel")
    expect_content(visitor, "b2.3", "rote Kugel")
    expect(get_status(visitor)).to_have_text("Blau: Stecke eine Kugel auf einen Stab")
    get_palette_button(visitor, "").tap()
    get_cell(visitor, "b2.2").tap()  # the ball above it falls
    expect_content(visitor, "b2.2", "rote Kugel")
    expect_content(visitor, "b2.3", "leer")
    expect(get_status(visitor)).to_have_text("Rot hat 2 Kugeln nach 1 Zug.")
    check_accessibility(visitor)
    # A finger drags a ball off the board.
    touch = page.context.new_cdp_session(page)
    get_cell(visitor, "b2.2").scroll_into_view_if_needed()
    (x, y), steps = get_centre(get_cell(visitor, "b2.2")), (0, 20, 40)
    touch.send("Input.dispatchTouchEvent", make_touch("touchStart", x, y))
    for step in steps:
        touch.send("Input.dispatchTouchEvent", make_touch("touchMove", x, y + step))
    x, y = get_centre(get_status(visitor))
    touch.send("Input.dispatchTouchEvent", make_touch("touchMove", x, max(y, 5)))
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect_content(visitor, "b2.2", "leer")
    expect(get_status(visitor)).to_have_text("Blau: Stecke eine Kugel auf einen Stab")
    page.get_by_role("region", name="Gegen den Computer weiterspielen").get_by_role("button").tap()
    visitor.expect_status("Du bist am Zug")
    expect_content(visitor, "b2.1", "rote Kugel")


def make_touch(event_type: str, x: float, y: float) -> dict[str, object]:
    return {"type": event_type, "touchPoints": [{"x": x, "y": y}]}


def test_tiles_are_placed_by_keys(visit: Visit) -> None:
    visitor = visit()
    open_editor(visitor, "chain_reaxis")
    page = visitor.page
    get_cell(visitor, "a1").focus()
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect_content(visitor, "a1", "blank half")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")  # halves are placed in turn
    expect_content(visitor, "b1", "perforated half")
    expect(get_status(visitor)).to_contain_text("Perforated:")
    expect(page.get_by_label("Last tile").locator("option")).to_have_text(["a1 and b1"])
    page.keyboard.press("ArrowUp")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    expect(get_status(visitor)).to_have_text(re.compile("1 blank and 2 perforated"))
    page.keyboard.press("Delete")
    expect_content(visitor, "b2", "empty")
    expect(page.locator("[aria-live=polite]").filter(has_text="b2 empty")).to_have_count(1)
    expect(get_status(visitor)).to_contain_text("Perforated:")
    page.keyboard.press("Control+z")
    expect_content(visitor, "b2", "perforated half")
    page.keyboard.press("?")
    keys = page.get_by_role("dialog")
    expect(keys).to_contain_text("Setting up a position")
    expect(keys).to_contain_text("Ctrl+Z")


def test_other_games_are_set_up_in_the_same_way(visit: Visit) -> None:
    visitor = visit()
    open_editor(visitor, "inner_square")
    expect(visitor.button("Analyse this position")).to_be_enabled()
    visitor.button("Clear the board").click()
    expect(get_status(visitor)).to_contain_text("had lost before")
    open_editor(visitor, "six_in_line(players=3)")
    for name in ("a1", "c3"):
        get_cell(visitor, name).click()
    expect(get_status(visitor)).to_have_text("Player 2: slide a stone")
    due = visitor.page.get_by_label("What is due")
    expect(due.locator("option", has_text="place after b1-a1")).to_have_count(1)
    expect(due.locator("option", has_text="open with two stones")).to_have_count(0)
    due.select_option("place after b1-a1")
    expect(get_status(visitor)).to_contain_text("Player 2: place a stone in the same row or column")
    visitor.page.get_by_label("Coins: Player 1").select_option("4")
    expect(get_status(visitor)).to_have_text("Player 1 wins: Player 1 has 4 coins (4 : 1 : 0).")
    expect(due).to_have_value("")  # reset by the choice of coins, which ends the game
