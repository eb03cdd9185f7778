"""Reasons why actions are illegal, confirmation of turns, clocks, and stored settings."""

import re

import pytest
from playwright.sync_api import expect

from steinreich import load
from steinreich.rules.language import sentence
from tests.browser.conftest import Visit
from tests.browser.devices import Keyboard, Mouse, act
from tests.conftest import mark_matrix
from tests.hall.server_process import ServerProcess

pytestmark = pytest.mark.xdist_group(__name__)


@pytest.mark.parametrize(
    ("game", "played", "cells", "illegal_action"),
    [
        ("chain_reaxis", "a1a2", ["d5"], "d5e5"),
        ("inner_square", "", ["c2", "d4"], "c2-d4"),
        ("six_in_line", "b2", ["b2"], "b2"),
        ("tzaar(setup=fixed)", "", ["E4", "A1"], "E4xA1"),
        ("vier3d", "a1 a1 a1 a1", ["a1.4"], "a1"),
    ],
)
def test_illegal_action_is_explained_in_a_sentence(
    visit: Visit, game: str, played: str, cells: list[str], illegal_action: str
) -> None:
    visitor = visit()
    position = load(game).start()
    visitor.open_new_table(game)
    for action in played.split():
        position = act(visitor, Mouse(), position, action)
    expect(visitor.page.locator("[data-board] .choosable")).not_to_have_count(0)
    prompt = visitor.status.inner_text()
    for cell in cells:
        visitor.cell(cell).click()
    why = sentence(position.explain_illegal_name(illegal_action)).in_language("en")
    visitor.expect_status(why)
    visitor.expect_status(prompt)  # beside the reason
    expect(visitor.page.get_by_role("status")).to_contain_text(why)


@pytest.mark.parametrize("height", mark_matrix([600, 720, 860]))
def test_buttons_beside_the_board_are_visible(visit: Visit, height: int) -> None:
    visitor = visit(viewport={"width": 1280, "height": height})
    visitor.open_new_table("chain_reaxis")
    for name in ("Rotate", "Place"):
        expect(visitor.button(name)).to_be_in_viewport(ratio=1)
    visitor.open_new_table("tzaar(setup=fixed)")
    position = load("tzaar(setup=fixed)").start()
    for action in ("E4xF3", "E5xF5"):
        position = act(visitor, Mouse(), position, action)
    visitor.page.evaluate("scrollTo(0, 0)")
    expect(visitor.button("Pass")).to_be_in_viewport(ratio=1)
    act(visitor, Mouse(), position, "pass")
    expect(visitor.move_buttons).to_have_text(["E4xF3", "E5xF5", "pass"])


def test_confirmation_prevents_accidental_moves(visit: Visit) -> None:
    visitor = visit()
    visitor.open_new_table("inner_square")
    visitor.button("Settings").click()
    checkboxes = visitor.group("Confirm turns played").get_by_role("checkbox")
    expect(checkboxes).to_have_count(3)
    for number in (0, 2):  # by mouse and by keyboard
        checkboxes.nth(number).check()
    visitor.page.keyboard.press("Escape")
    start = load("inner_square").start()
    act(visitor, Mouse(), start, "c2-c5")
    visitor.expect_status("Play this turn?")
    visitor.button("Take back").click()
    visitor.expect_status("Red to move")
    act(visitor, Mouse(), start, "e2-e5")
    visitor.button("Confirm").click()
    expect(visitor.move_buttons).to_have_text(["e2-e5"])
    visitor.reload()
    visitor.expect_status("Yellow to move")
    act(visitor, Keyboard(), start.play("e2-e5"), "a6-a5")  # the choice is stored
    visitor.expect_status("Play this turn?")
    visitor.page.keyboard.press("Enter")
    expect(visitor.move_buttons).to_have_text(["e2-e5", "a6-a5"])


def test_clocks_count_down_to_a_timeout(visit: Visit, hall: ServerProcess) -> None:
    new_table = hall.open_table(
        "friend friend", "inner_square", clock={"kind": "move", "seconds": 5}
    )
    ada, ben = visit(), visit()
    for seat, person in enumerate((ada, ben)):
        person.open_page(f"join/{new_table['id']}#{seat}.{new_table['invites'][str(seat)]}")
        person.button("Take the seat").click()
    act(ada, Mouse(), load("inner_square").start(), "c2-c5")
    ben.expect_status("Your turn")
    clock = ben.players.get_by_role("timer").nth(1)
    expect(clock).to_have_text(re.compile("0:0[1-4]"))
    first = clock.inner_text()
    expect(clock).not_to_have_text(first)
    assert clock.inner_text() < first
    ben.expect_status("You have lost. You have run out of time")
    ben.expect_status("time")
    ada.expect_status("You have won!")
    expect(ada.button("Rematch")).to_be_visible()


def test_stores_settings(visit: Visit) -> None:
    visitor = visit("", color_scheme="light")
    html = visitor.page.locator("html")
    expect(html).to_have_attribute("data-theme", "light")
    visitor.button("Dark theme").click()
    expect(html).to_have_attribute("data-theme", "dark")
    visitor.button("Settings").click()
    visitor.page.get_by_role("checkbox", name="Sound").uncheck()
    visitor.page.get_by_role("radio", name="No motion").check()
    visitor.reload()
    expect(html).to_have_attribute("data-theme", "dark")
    visitor.button("Settings").click()
    for name in ("Dark", "No motion"):
        expect(visitor.page.get_by_role("radio", name=name, exact=True)).to_be_checked()
    expect(visitor.page.get_by_role("checkbox", name="Sound")).not_to_be_checked()


def test_full_screen_can_be_entered_and_left(visit: Visit) -> None:
    visitor = visit("lobby")
    visitor.button("Settings").click()
    visitor.button("Full screen").click()
    expect(visitor.button("Leave full screen")).to_be_visible()
    visitor.button("Leave full screen").click()
    expect(visitor.button("Full screen")).to_be_visible()


def test_resumes_a_running_game_and_exports_its_record(visit: Visit) -> None:
    visitor = visit()
    visitor.open_new_table("inner_square")
    act(visitor, Mouse(), load("inner_square").start(), "c2-c5")
    expect(visitor.move_buttons).to_have_count(1)
    with visitor.page.expect_download() as download:
        visitor.link("Download record").click()
    assert "c2-c5" in download.value.path().read_text()
    visitor.open_page("")
    games = visitor.page.get_by_role("region", name="Continue playing")
    games.get_by_role("link", name=re.compile("Inner Square")).click()
    visitor.expect_status("Yellow to move")
    visitor.button("Resign").click()
    visitor.button("Yes").click()
    visitor.expect_status("Red wins")
    visitor.open_page("")
    expect(visitor.button(re.compile("^Play TZAAR"))).to_be_visible()
    expect(games).to_be_hidden()
