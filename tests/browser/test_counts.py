"""Counts beside every board: pieces of each kind, coins, fours, supplies."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, expect

from steinreich.puzzles.puzzle import load_puzzles, main_line_positions
from tests.browser.conftest import Visit
from tests.browser.tables import create_played_table, open_with_all_seats
from tests.browser.visitor import PHONE, Visitor
from tests.hall.server_process import ServerProcess

pytestmark = pytest.mark.xdist_group(__name__)


def expect_counts(visitor: Visitor, *counts: str) -> Locator:
    """Wait until the counts below the board contain these and are visible; return them."""
    counts_box = visitor.board.locator(".counts")
    for count in counts:
        expect(counts_box).to_contain_text(re.compile(count.replace(" ", r"\s+")))
    expect(counts_box).to_be_in_viewport(ratio=1)
    return counts_box


def test_puzzles_show_counts(visit: Visit) -> None:
    visitor = visit("puzzles/tzaar")
    expect_counts(visitor, r"\d+ Tzaar", r"\d+ Tzarra", r"\d+ Tott")
    visitor.open_page("puzzles/six_in_line")
    expect_counts(visitor, r"\d+ stones? in supply")
    visitor.open_page("puzzles/inner_square")
    expect_counts(visitor, r"\d+ stones")


def test_analysis_board_and_editor_show_counts(visit: Visit) -> None:
    visitor = visit("analysis/vier3d(variant=most_fours)")
    expect_counts(visitor, "0 fours", "21 neutral balls left")
    visitor.open_page("analysis/six_in_line")
    counts = expect_counts(visitor, "Player 1:", "0 coins", "30 stones in supply")
    expect(counts.get_by_text(re.compile(r"0\s+coins"))).to_have_count(2)
    visitor.button("Position editor").click()
    expect_counts(visitor, "Player 2:", "0 coins", "30 stones in supply")


def test_lessons_show_counts(visit: Visit) -> None:
    visitor = visit("learn/inner_square")
    expect(visitor.page.get_by_role("figure").first).to_contain_text(re.compile(r"\d+\s+stones"))


def test_replays_and_openings_show_counts(visit: Visit, hall: ServerProcess) -> None:
    visitor = visit()
    game = "tzaar(setup=fixed)"
    open_with_all_seats(visitor, create_played_table(hall, game, "E4xF3"), game)
    visitor.link("Replay").click()
    expect(visitor.page.get_by_role("heading", name="TZAAR")).to_be_visible()
    counts = expect_counts(visitor, "6 Tzaars", "15 Totts")
    expect(counts).to_contain_text(re.compile(r"(14\s+Totts|8\s+Tzarras|5\s+Tzaars)"))  # captured
    visitor.page.set_viewport_size(PHONE)
    assert visitor.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    visitor.open_page("openings/inner_square")
    expect_counts(visitor, "14 stones")


def test_rings_do_not_cover_the_heights_of_stacks(visit: Visit) -> None:
    """Rings around stacks have a gap where the number is."""
    visitor = visit("analysis/tzaar(setup=fixed)#line=E4xF3,A1xB1,A2%2BA3")
    expect_counts(visitor, "Totts")
    rings = visitor.page.locator("[data-board] .targets circle")
    expect(rings.first).to_be_visible()
    masked = rings.first.locator("xpath=ancestor::*[@mask]")
    expect(masked).to_have_count(1)
    holes = visitor.page.locator("[data-board] mask circle")
    expect(holes).to_have_count(1)


def test_rings_around_decisive_stacks_do_not_cover_their_heights(visit: Visit) -> None:
    """The rings mark all stacks of the player without captures; the reason is their heights."""
    puzzle = next(puzzle for puzzle in load_puzzles("tzaar") if puzzle.theme == "no_capture")
    end = main_line_positions(puzzle)[-1]
    tall = [piece for piece in end.pieces() if piece.height > 1]
    line = ",".join(puzzle.lines[0])
    visitor = visit("analysis/tzaar#" + urlencode({"position": puzzle.position, "line": line}))
    expect(visitor.board.get_by_role("status")).to_contain_text("cannot capture any more")
    rings = visitor.page.locator("[data-board] [data-decisive]")
    expect(rings.locator("circle").first).to_be_visible()
    expect(rings.locator("xpath=ancestor::*[@mask]")).to_have_count(1)
    assert tall
    expect(visitor.page.locator("[data-board] mask circle")).to_have_count(len(tall))
