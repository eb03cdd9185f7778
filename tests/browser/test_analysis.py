"""The analysis board: lines, variations, threats, setup of positions, and games continued from
them.
"""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from steinreich import load
from steinreich.records import read
from tests.browser.conftest import Visit
from tests.browser.devices import Finger, Keyboard, Mouse, act, expect_label
from tests.browser.layout_shifts import LayoutShifts
from tests.browser.test_access import check_accessibility

# In one process with the tests of advice, whose analysts compile the same machine code.
pytestmark = pytest.mark.xdist_group("tests.browser.test_advice")

COMPILE_TIMEOUT_MS = 150_000
THREE_IN_A_ROW = ("a1", "b2", "a1", "b2", "a1")  # now a fourth ball on a1 is a threat


def test_layout_is_stable_during_the_analysis(visit: Visit) -> None:
    visitor = visit()
    shifts = LayoutShifts(visitor)
    visitor.open_page("analysis/vier3d")
    lines = visitor.page.get_by_role("region", name="Best lines")
    expect(lines.get_by_role("listitem")).to_have_count(3, timeout=COMPILE_TIMEOUT_MS)
    expect(lines).to_contain_text(re.compile(r"depth [6-9]|depth \d\d"))
    assert shifts.get_shifts() == []


def test_explores_and_analyses_a_position(visit: Visit) -> None:
    visitor = visit(f"analysis/vier3d#line={','.join(THREE_IN_A_ROW)}")
    page = visitor.page
    lines = page.get_by_role("region", name="Best lines").get_by_role("listitem")
    expect(lines).to_have_count(3, timeout=COMPILE_TIMEOUT_MS)
    expect(lines.first).to_contain_text("a1")
    expect(lines.first).to_contain_text(re.compile("proven|estimated"))
    expect(lines.nth(1)).to_contain_text("Red wins in 1 turn")
    expect(lines.nth(1)).to_contain_text("proven")
    expect(lines.nth(1).get_by_title("Turns are counted for the winner only.")).to_be_visible()
    expect(page.locator("[data-board] svg [data-annotation=solid]")).to_have_count(1)
    visitor.button("Threat").click()
    expect(page.get_by_text("Red’s threat:")).to_be_visible()
    expect(lines).to_have_count(1)
    expect(lines).to_contain_text("Red wins in 1")
    visitor.button("Threat").click()
    expect(lines).to_have_count(3)
    # Variations with comments
    moves = page.get_by_role("region", name="Moves and variations")
    position = load("vier3d").start()
    for action in THREE_IN_A_ROW:
        position = position.play(action)
    act(visitor, Keyboard(), position, "c3")
    page.get_by_role("textbox", name="Comment on this position").fill("careless")
    page.locator("h1").click()
    page.keyboard.press("ArrowLeft")
    act(visitor, Mouse(), position, "a1")
    current = moves.locator("[aria-current]")
    expect(current).to_have_text("a1")
    expect(moves).to_contain_text("careless")
    visitor.button("Make this the main line").click()
    expect(visitor.button("Make this the main line")).to_have_count(0)
    page.keyboard.press("Home")
    page.keyboard.press("End")
    expect(current).to_have_text("a1")
    visitor.cell("a1.1").click()  # the arrow keys also work with the focus on the board
    page.keyboard.press("ArrowLeft")
    prompt = visitor.board.get_by_role("status")
    expect(prompt).to_contain_text("Blue:")
    page.keyboard.press("ArrowRight")
    expect(prompt).to_contain_text("Red:")
    # A reload keeps everything, including the choice of the main line
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Home")
    moves.get_by_role("button", name="c3", exact=True).click()
    visitor.reload()
    expect(current).to_have_text("c3")
    expect(moves).to_contain_text("careless")
    expect(visitor.button("Make this the main line")).to_be_visible()


def test_suggestions_are_numbered_ghosts_with_evaluation_bar_and_explorer(visit: Visit) -> None:
    visitor = visit("analysis/chain_reaxis#line=c3c2", bypass_csp=True)
    page = visitor.page
    lines = page.get_by_role("region", name="Best lines").get_by_role("listitem")
    expect(lines).to_have_count(3, timeout=COMPILE_TIMEOUT_MS)
    ghosts = page.locator("[data-board] svg [data-rank]")
    expect(ghosts).to_have_count(3)
    assert ghosts.locator("rect").count() >= 3  # tiles, and no rings
    expect(page.locator("[data-board] .badge")).to_have_text(["3", "2", "1"])
    nothing_found = page.get_by_text("No significant mistakes found.")
    expect(nothing_found).to_be_visible()
    meter = page.get_by_role("meter", name="Evaluation")
    expect(meter).to_have_attribute("aria-valuetext", re.compile("(proven|estimated)$"))
    page.get_by_role("combobox", name="Lines").select_option("5")
    expect(lines).to_have_count(5)
    expect(ghosts).to_have_count(5)
    page.get_by_role("combobox", name="Depth").select_option("2 moves")
    expect(lines).to_have_count(5)
    explorer = page.get_by_role("region", name="Explorer")
    expect(explorer).to_contain_text("proven")
    check_accessibility(visitor)
    move = explorer.get_by_role("rowheader").get_by_role("button").first
    name = move.inner_text()
    move.click()
    current = page.locator("[aria-current]")
    expect(current).to_have_text(re.compile(f"^{name}"))
    expect(visitor.button("Evaluate the main line")).to_be_visible()
    expect(nothing_found).to_have_count(0)  # this move has not been evaluated
    visitor.reload()
    expect(page.get_by_role("combobox", name="Lines")).to_have_value("5")
    page.get_by_label("Show on the board").uncheck()
    expect(ghosts).to_have_count(0)


def test_link_contains_the_tree_with_its_comments(visit: Visit) -> None:
    visitor = visit(
        "analysis/chain_reaxis#line=c3c2,d2d3&at=1",
        permissions=["clipboard-read", "clipboard-write"],
    )
    page = visitor.page
    position = load("chain_reaxis").start().play("c3c2")
    act(visitor, Mouse(), position, "d3e3")
    page.get_by_role("textbox", name="Comment on this position").fill("or so – ☃")
    moves = page.get_by_role("region", name="Moves and variations")
    expect(moves).to_contain_text("☃")
    page.wait_for_timeout(300)  # the link is compressed
    visitor.button("Copy link to the analysis").click()
    expect(visitor.button("Copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()").removeprefix(visitor.base_url)
    assert len(link) < 300
    with page.expect_download() as download:
        visitor.button("Save as record").click()
    [record] = read(Path(download.value.path()).read_text())
    [variation] = record.root.children[0].children[1:]
    assert (variation.action, variation.comment) == ("d3e3", "or so – ☃")

    other = visit(link)
    shared = other.page.get_by_role("region", name="Moves and variations")
    expect(shared).to_contain_text("or so – ☃")
    expect(shared.locator("[aria-current]")).to_have_text(re.compile("^d3e3"))
    expect(other.button("Make this the main line")).to_be_visible()
    other.reload()
    expect(shared).to_contain_text("or so – ☃")
    expect(shared.locator("[aria-current]")).to_have_text(re.compile("^d3e3"))
    other.open_page("analysis/chain_reaxis#" + link.split("#")[1][:60])
    other.reload()
    expect(other.page.get_by_text("This link carries no analysis.")).to_be_visible()


def test_plays_from_a_position_set_up_by_hand(visit: Visit) -> None:
    visitor = visit("analysis/vier3d", **Finger.options)
    field = visitor.page.get_by_role("textbox", name=re.compile("^Edit this text"))
    field.fill("rrr/bb/-/-/-/-/-/-/-/-/-/-/-/-/-/- r")
    visitor.button("Set up").tap()
    alert = visitor.page.get_by_role("alert")
    expect(alert).to_contain_text("After 5 balls Blue is to move, not Red.")
    assert [error for error in visitor.errors if "400" not in error] == []
    visitor.errors.clear()  # the browser logs the response with status 400
    field.fill("rrr/bb/-/-/-/-/-/-/-/-/-/-/-/-/-/- b")
    visitor.button("Set up").tap()
    expect_label(visitor.cell("a1.3"), "a1: 3 of 4, red ball, red ball, red ball")
    visitor.page.get_by_role("radio", name="Blue").check()
    visitor.page.get_by_role("region", name="Play on against the computer").get_by_role(
        "button"
    ).tap()
    visitor.expect_status("Your turn")
    visitor.button("Resign").tap()
    visitor.button("Yes").tap()
    visitor.cell("b1.2").wait_for()


def test_finished_game_links_to_its_key_moments(visit: Visit) -> None:
    visitor = visit()
    visitor.open_new_table("vier3d")
    position = load("vier3d").start()
    for action in (*THREE_IN_A_ROW, "c3", "a1"):
        position = act(visitor, Mouse(), position, action)
    visitor.link("Analyse").click()
    moments = visitor.page.get_by_role("region", name="What decided the game")
    moment = moments.get_by_role("listitem").filter(has_text="c3 instead of a1")
    expect(moment).to_contain_text("after: certainly lost", timeout=COMPILE_TIMEOUT_MS)
    moment.get_by_role("button").click()
    current = visitor.page.locator("[aria-current]")
    # Perhaps with a mark, which depends on estimates
    expect(current).to_have_text(re.compile("^a1"))
    variations = visitor.page.get_by_role("region", name="Moves and variations")
    expect(variations).to_contain_text("c3??")
    expect(visitor.page.get_by_role("progressbar")).to_have_count(0)
