"""Advice at a table: hints in stages and explanations of the computer, only where agreed on."""

import re

import pytest
from playwright.sync_api import Locator, expect

from steinreich import load
from tests.browser.conftest import Visit
from tests.browser.devices import Keyboard, Mouse, act
from tests.browser.visitor import PHONE_OPTIONS, Visitor

pytestmark = pytest.mark.xdist_group(__name__)

COMPILE_TIMEOUT_SECONDS = 150  # for machine code that has not been compiled yet
THREE_IN_A_ROW = ("a1", "b2", "a1", "b2", "a1")  # the second player has to stop a fourth ball on a1


def get_advice(visitor: Visitor) -> Locator:
    """Return the box with the advice: a hint or an explanation."""
    return visitor.page.get_by_role("group", name=re.compile("^(Advice|Hilfen)$"))


def ask(visitor: Visitor, button: str) -> None:
    """Click a button and wait for the advice; machine code may have to be compiled first."""
    visitor.button(button).click()
    expect(get_advice(visitor)).to_be_visible(timeout=1000 * COMPILE_TIMEOUT_SECONDS)


def create_table_with_hints(visitor: Visitor, game: str) -> None:
    """Create a table with hints where one visitor plays both seats."""
    visitor.open_page(f"new/{game}")
    seats = visitor.page.get_by_role("region", name="Who sits where").get_by_role("group")
    seats = seats.filter(has=visitor.page.get_by_role("radio", name="Here"))
    hints = visitor.page.get_by_role("checkbox", name="Allow hints")
    teaching = visitor.page.get_by_role("checkbox", name="Teaching mode")
    expect(hints).to_be_checked()  # against the computer
    expect(teaching).not_to_be_checked()
    seats.nth(1).get_by_role("radio", name="Here", exact=True).check()
    expect(hints).not_to_be_checked()
    expect(teaching).to_have_count(0)
    hints.check()
    visitor.button("Start").click()
    expect(visitor.board).to_be_visible()


def test_hint_is_given_in_three_stages(visit: Visit) -> None:
    visitor = visit()
    create_table_with_hints(visitor, "vier3d")
    position = load("vier3d").start()
    for action in THREE_IN_A_ROW:
        position = act(visitor, Mouse(), position, action)
    ask(visitor, "Hint")
    expect(get_advice(visitor)).to_contain_text("Your opponent threatens to win. Prevent it.")
    markings = visitor.page.locator("[data-board] svg [data-annotation]")
    expect(markings).to_have_count(0)  # a marking would reveal the move
    visitor.button("Show the move").click()
    expect(markings).to_have_count(1)
    expect(get_advice(visitor)).to_contain_text("a1")
    visitor.button("Why?").click()
    paragraphs = get_advice(visitor).get_by_role("paragraph")
    expect(paragraphs).not_to_have_count(1)  # the reasons are further paragraphs
    act(visitor, Keyboard(), position, "a1")
    expect(get_advice(visitor)).to_have_count(0)
    expect(markings).to_have_count(0)
    visitor.page.keyboard.press("h")
    expect(visitor.button("Show the move")).to_be_visible()


def test_computer_explains_its_move_on_a_phone(visit: Visit) -> None:
    visitor = visit("", **PHONE_OPTIONS)
    visitor.button(re.compile("^Play Four in a Row 3D against the computer")).tap()
    visitor.expect_status("Your turn")
    act(visitor, Mouse(), load("vier3d").start(), "b2")
    expect(visitor.move_buttons).to_have_count(2)
    ask(visitor, "Why this move?")
    expect(get_advice(visitor)).to_contain_text(visitor.moves()[1])
    expect(get_advice(visitor)).to_be_in_viewport(ratio=1)
    get_advice(visitor).get_by_role("button", name="Close").tap()
    expect(get_advice(visitor)).to_have_count(0)
