"""Puzzles solved in the browser by mouse, finger and keyboard, to the end of their lines."""

import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Locator, expect

from steinreich import games
from steinreich.puzzles.puzzle import Puzzle, load_puzzles
from tests.browser.conftest import Visit
from tests.browser.devices import Device, Finger, Keyboard, Mouse, act, get_centre
from tests.browser.visitor import Visitor
from tests.conftest import mark_matrix

pytestmark = pytest.mark.xdist_group(__name__)

DEVICES: list[Device] = [Mouse(), Finger(), Keyboard()]
FIXED_TIME = datetime(2026, 11, 16, 12)  # a test across midnight would see two days


def find_puzzle(name: str, turns: int) -> Puzzle:
    """Return a puzzle of a game with a win in `turns` turns, else its first puzzle with a win."""
    wins = [puzzle for puzzle in load_puzzles(name) if puzzle.goal == "win"]
    return next((puzzle for puzzle in wins if puzzle.turns == turns), wins[0])


def expect_stage(visitor: Visitor, stage: str) -> None:
    expect(visitor.page.locator("[data-stage]")).to_have_attribute("data-stage", stage)


def get_feedback(visitor: Visitor) -> Locator:
    return visitor.page.locator(".message")


def open_puzzle(visit: Visit, puzzle: Puzzle, device: Device) -> Visitor:
    name = puzzle.game.partition("(")[0]
    visitor = visit(f"puzzles/{name}#{puzzle.id}", **device.options)
    expect_stage(visitor, "open")
    return visitor


@pytest.mark.parametrize("name", mark_matrix(games(), keep=len(DEVICES)))
def test_puzzle_can_be_solved_by_any_device(visit: Visit, name: str) -> None:
    device = DEVICES[games().index(name) % len(DEVICES)]
    puzzle = find_puzzle(name, 2)
    visitor = open_puzzle(visit, puzzle, device)
    to_move_text = visitor.page.get_by_text(re.compile(r" to move\.$"))
    expect(to_move_text).to_have_count(0 if puzzle.start.game.players == 1 else 1)
    position, solver = puzzle.start, puzzle.start.player
    for action in puzzle.lines[0]:
        if position.player == solver:
            expect_stage(visitor, "open")
            position = act(visitor, device, position, action)
        else:
            position = position.play(action)
    expect_stage(visitor, "solved")
    expect(get_feedback(visitor)).to_contain_text("Solved!")
    expect(get_feedback(visitor)).to_contain_text("wins")
    expect(get_feedback(visitor)).to_contain_text(re.compile(r"Your rating: \d+ \(\+\d+\)"))
    expect(visitor.page.locator("dl")).to_contain_text("Streak 1")
    if isinstance(device, Mouse):
        visitor.link("Analyse").click()
        expect(visitor.page).to_have_url(re.compile("/analysis/.*line="))
        expect(visitor.page.locator("[data-board]").first).to_be_visible()


def test_wrong_action_is_refuted_and_counted_once(visit: Visit) -> None:
    puzzle = find_puzzle("inner_square", 1)
    visitor = open_puzzle(visit, puzzle, Mouse())
    wrong_action, refutation = next(iter(puzzle.refutations[0].items()))
    act(visitor, Mouse(), puzzle.start, wrong_action)
    expect_stage(visitor, "wrong")
    after = puzzle.start.play(wrong_action)
    reply = refutation.strip("()")
    expect(get_feedback(visitor)).to_contain_text(
        after.spoken_name(after.parse_move(reply)).in_language("en")
    )
    expect(get_feedback(visitor)).to_contain_text(re.compile(r"Your rating: \d+ \(−\d+\)"))
    visitor.button("Try again").click()
    expect_stage(visitor, "open")
    act(visitor, Mouse(), puzzle.start, puzzle.lines[0][0])
    expect_stage(visitor, "solved")
    expect(visitor.page.locator("dl")).to_contain_text("Streak 0")
    visitor.button("Next puzzle").click()
    expect_stage(visitor, "open")
    assert visitor.page.locator("[data-puzzle]").get_attribute("data-puzzle") != puzzle.id
    assert "#" not in visitor.page.url


def test_failed_puzzle_is_repeated_the_next_day(visit: Visit) -> None:
    puzzle = find_puzzle("inner_square", 1)
    visitor = visit(own_context=True)
    visitor.page.clock.set_fixed_time(FIXED_TIME)
    visitor.open_page(f"puzzles/inner_square#{puzzle.id}")
    expect_stage(visitor, "open")
    wrong_action = next(iter(puzzle.refutations[0]))
    act(visitor, Mouse(), puzzle.start, wrong_action)
    expect_stage(visitor, "wrong")
    expect(get_feedback(visitor)).to_contain_text("plays: ")
    visitor.open_page("puzzles/inner_square#review")
    expect(visitor.page.get_by_text("No puzzles are due for review.")).to_be_visible()
    visitor.page.clock.set_fixed_time(FIXED_TIME + timedelta(days=1))
    visitor.open_page("puzzles")
    visitor.link("Inner Square: Review (1 due)").click()
    expect_stage(visitor, "open")
    assert visitor.page.locator("[data-puzzle]").get_attribute("data-puzzle") == puzzle.id
    act(visitor, Mouse(), puzzle.start, puzzle.lines[0][0])
    expect_stage(visitor, "solved")
    visitor.button("Next puzzle").click()
    expect(visitor.page.get_by_text("No puzzles are due for review.")).to_be_visible()


def test_solution_is_shown_in_the_chosen_language(visit: Visit) -> None:
    puzzle = find_puzzle("chain_reaxis", 2)
    visitor = open_puzzle(visit, puzzle, Mouse())
    visitor.change_language("de")
    expect(visitor.page.get_by_role("heading", name="Gewinne in")).to_be_visible()
    visitor.button("Lösung zeigen").click()
    expect_stage(visitor, "revealed")
    expect(get_feedback(visitor)).to_contain_text("Das war die Lösung.")
    expect(visitor.button("Nächste Aufgabe")).to_be_visible()
    corner = get_centre(visitor.cell("a1"))
    visitor.page.keyboard.press("b")  # rotates the board
    assert get_centre(visitor.cell("a1")) != corner
    visitor.page.set_viewport_size({"width": 740, "height": 360})  # a phone in landscape
    for cell in (visitor.cell("a1"), visitor.cell("f6")):
        expect(cell).to_be_in_viewport(ratio=1)
        box = cell.bounding_box()
        assert box
        assert box["height"] > 32


def test_theme_difficulty_and_daily_puzzle_can_be_chosen(visit: Visit) -> None:
    visitor = visit(own_context=True)
    page = visitor.page
    page.clock.set_fixed_time(FIXED_TIME)
    visitor.open_page("puzzles")
    visitor.link("Solve puzzles: Inner Square").click()
    expect_stage(visitor, "open")
    page.get_by_role("radio", name="harder").check()
    page.get_by_role("combobox", name="Theme").select_option("corners")
    expect_stage(visitor, "open")
    puzzle_id = page.locator("[data-puzzle]").get_attribute("data-puzzle")
    assert (
        next(puzzle for puzzle in load_puzzles("inner_square") if puzzle.id == puzzle_id).theme
        == "corners"
    )
    visitor.link("Puzzle of the day").click()
    expect_stage(visitor, "open")
    today = page.locator("[data-puzzle]").get_attribute("data-puzzle")
    daily = next(puzzle for puzzle in load_puzzles("inner_square") if puzzle.id == today)
    page.reload()
    expect_stage(visitor, "open")
    assert page.locator("[data-puzzle]").get_attribute("data-puzzle") == today
    position = daily.start
    for action in daily.lines[0]:
        if position.player == daily.start.player:
            expect_stage(visitor, "open")
            act(visitor, Mouse(), position, action)
        position = position.play(action)
    expect_stage(visitor, "solved")
    expect(page.locator("dl")).to_contain_text("Days in a row 1")
    visitor.link("All puzzles").click()
    expect(visitor.link("Inner Square: Puzzle of the day: solved")).to_be_visible()


def test_reports_unknown_puzzles(visit: Visit) -> None:
    visitor = visit("puzzles/tzaar#nothing")
    expect(visitor.page.get_by_text("There is no such puzzle")).to_be_visible()
    visitor.open_page("puzzles/chess")
    expect(visitor.page.get_by_role("heading", level=1)).not_to_contain_text("Puzzles")
    visitor.open_page("")
    visitor.link("Solve puzzles").click()
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Puzzles")
    proof_note = visitor.page.get_by_text("Only one move reaches the goal; this is proven.")
    expect(proof_note).to_contain_text("Turns are counted for the winner only.")
