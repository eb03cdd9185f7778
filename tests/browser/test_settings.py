"""Reasons for refusals, confirmation of moves, clocks, stored settings."""

import re

import pytest
from playwright.sync_api import expect

from steinreich import load
from steinreich.rules.language import sentence
from tests.browser.conftest import Visit
from tests.browser.devices import Keyboard, Mouse, act
from tests.conftest import mark_matrix
from tests.hall.server_process import Host

pytestmark = pytest.mark.xdist_group(__name__)


@pytest.mark.parametrize(
    ("game", "played", "cells", "wanted"),
    [
        ("chain_reaxis", "a1a2", ["d5"], "d5e5"),
        ("inner_square", "", ["c2", "d4"], "c2-d4"),
        ("six_in_line", "b2", ["b2"], "b2"),
        ("tzaar(setup=fixed)", "", ["E4", "A1"], "E4xA1"),
        ("vier3d", "a1 a1 a1 a1", ["a1.4"], "a1"),
    ],
)
def test_illegal_action_is_explained_in_a_sentence(
    visit: Visit, game: str, played: str, cells: list[str], wanted: str
) -> None:
    visitor = visit()
    position = load(game).start()
    visitor.sit_down(game)
    for action in played.split():
        position = act(visitor, Mouse(), position, action)
    expect(visitor.page.locator("[data-board] .choosable")).not_to_have_count(0)
    prompt = visitor.status.inner_text()
    for cell in cells:
        visitor.cell(cell).click()
    why = sentence(position.why_not(wanted)).within("en")
    visitor.sees(why)
    visitor.sees(prompt)  # the reason stands beside it
    expect(visitor.page.get_by_role("status")).to_contain_text(why)


@pytest.mark.parametrize("height", mark_matrix([600, 720, 860]))
def test_buttons_beside_the_board_are_visible(visit: Visit, height: int) -> None:
    visitor = visit(viewport={"width": 1280, "height": height})
    visitor.sit_down("chain_reaxis")
    for name in ("Rotate", "Place"):
        expect(visitor.button(name)).to_be_in_viewport(ratio=1)
    visitor.sit_down("tzaar(setup=fixed)")
    position = load("tzaar(setup=fixed)").start()
    for action in ("E4xF3", "E5xF5"):
        position = act(visitor, Mouse(), position, action)
    visitor.page.evaluate("scrollTo(0, 0)")
    expect(visitor.button("Pass")).to_be_in_viewport(ratio=1)
    act(visitor, Mouse(), position, "pass")
    expect(visitor.written).to_have_text(["E4xF3", "E5xF5", "pass"])


def test_confirmation_prevents_accidental_moves(visit: Visit) -> None:
    visitor = visit()
    visitor.sit_down("inner_square")
    visitor.button("Settings").click()
    asked = visitor.group("Confirm turns played").get_by_role("checkbox")
    expect(asked).to_have_count(3)
    for number in (0, 2):  # by mouse and by keyboard
        asked.nth(number).check()
    visitor.page.keyboard.press("Escape")
    start = load("inner_square").start()
    act(visitor, Mouse(), start, "c2-c5")
    visitor.sees("Play this turn?")
    visitor.button("Take back").click()
    visitor.sees("Red to move")
    act(visitor, Mouse(), start, "e2-e5")
    visitor.button("Confirm").click()
    expect(visitor.written).to_have_text(["e2-e5"])
    visitor.reload()
    visitor.sees("Yellow to move")
    act(visitor, Keyboard(), start.play("e2-e5"), "a6-a5")  # the choice is stored
    visitor.sees("Play this turn?")
    visitor.page.keyboard.press("Enter")
    expect(visitor.written).to_have_text(["e2-e5", "a6-a5"])


def test_clocks_count_down_to_a_timeout(visit: Visit, hall: Host) -> None:
    made = hall.open_table("friend friend", "inner_square", clock={"kind": "move", "seconds": 5})
    ada, ben = visit(), visit()
    for seat, person in enumerate((ada, ben)):
        person.go(f"join/{made['id']}#{seat}.{made['invites'][str(seat)]}")
        person.button("Take the seat").click()
    act(ada, Mouse(), load("inner_square").start(), "c2-c5")
    ben.sees("Your turn")
    clock = ben.players.get_by_role("timer").nth(1)
    expect(clock).to_have_text(re.compile("0:0[1-4]"))
    first = clock.inner_text()
    expect(clock).not_to_have_text(first)
    assert clock.inner_text() < first
    ben.sees("You have lost. You have run out of time")
    ben.sees("time")
    ada.sees("You have won!")
    expect(ada.button("Rematch")).to_be_visible()


def test_settings_are_stored(visit: Visit) -> None:
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


def test_running_game_is_resumed_from_the_front_page_and_its_record_exported(visit: Visit) -> None:
    visitor = visit()
    visitor.sit_down("inner_square")
    act(visitor, Mouse(), load("inner_square").start(), "c2-c5")
    expect(visitor.written).to_have_count(1)
    with visitor.page.expect_download() as download:
        visitor.link("Download record").click()
    assert "c2-c5" in download.value.path().read_text()
    visitor.go("")
    games = visitor.page.get_by_role("region", name="Continue playing")
    games.get_by_role("link", name=re.compile("Inner Square")).click()
    visitor.sees("Yellow to move")
    visitor.button("Resign").click()
    visitor.button("Yes").click()
    visitor.sees("Red wins")
    visitor.go("")
    expect(visitor.button(re.compile("^Play TZAAR"))).to_be_visible()
    expect(games).to_be_hidden()
