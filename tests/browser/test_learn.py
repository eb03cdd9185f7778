"""Lessons: the actions they ask for can be done by mouse, finger and keyboard."""

import re
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, expect

from steinreich import Game, games, load
from steinreich.arena.balance.words import make_balance_view
from steinreich.core.checking.texts import ANY_ACTION, get_figure_position
from tests.browser.conftest import Visit
from tests.browser.devices import Device, Finger, Keyboard, Mouse, act
from tests.browser.visitor import Visitor
from tests.conftest import mark_matrix

pytestmark = pytest.mark.xdist_group(__name__)

FIND_FIGURE = """(figures, text) => figures.flatMap((figure, number) =>
  figure.textContent.replace(/\\s+/g, " ").includes(text) ? [number] : [])"""


class Board(NamedTuple):
    """One of the boards on a page."""

    figure: Locator

    def cell(self, name: str) -> Locator:
        return self.figure.locator(f"[data-name='{name}']")

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.figure.get_by_role("button", name=name, exact=isinstance(name, str))


def find_board(visitor: Visitor, game: Game, name: str) -> Board:
    """Return the board for a figure of a lesson, found by the text beside it."""
    [text] = [
        paragraph.text.in_language("en")
        for section in game.lesson
        for paragraph in section.paragraphs
        if paragraph.figure == name
    ]
    figures = visitor.page.locator("figure")
    expect(figures.last).to_be_visible()
    # Without retries, because all figures have loaded
    [number] = figures.evaluate_all(FIND_FIGURE, " ".join(text.split()))
    figure = figures.nth(number)
    figure.scroll_into_view_if_needed()
    return Board(figure)


def open_lesson(visit: Visit, id: str, **options: Any) -> Visitor:
    visitor = visit(f"learn/{id}", **options)
    expect(visitor.page.get_by_role("heading", level=1)).to_contain_text("Learn")
    return visitor


@pytest.mark.parametrize("name", mark_matrix(games(), keep=2))
def test_requested_actions_can_be_done(visit: Visit, name: str) -> None:
    """Uses the mouse, on two boards the keyboard, and on a phone the finger."""
    game = load(name)
    figures = [figure for figure in game.figures if has_goal(game, figure)]
    visitor = open_lesson(visit, name)
    for number, figure in enumerate(figures):
        reach_goal(visitor, game, figure, Keyboard() if number in (1, 2) else Mouse())
    visitor = open_lesson(visit, name, **Finger.options)
    for figure in figures[:3]:
        reach_goal(visitor, game, figure, Finger())


def reach_goal(visitor: Visitor, game: Game, figure: str, device: Device) -> None:
    """Play the actions that the text beside a board asks for."""
    board, position = (
        find_board(visitor, game, figure),
        get_figure_position(game, game.figures[figure]),
    )
    for step in game.figures[figure].goals[0].split():
        action = position.legal_moves()[0] if step == ANY_ACTION else step
        position = act(board, device, position, action)
    expect(board.figure).to_have_attribute("data-stage", "done")
    if position.ending:
        expect(board.figure.get_by_role("status")).to_contain_text(re.compile("wins|Draw"))


def has_goal(game: Game, figure: str) -> bool:
    """Return whether the lesson asks for an action on this board."""
    shown = {p.figure for section in game.lesson for p in section.paragraphs}
    return figure in shown and bool(game.figures[figure].goals)


def test_illegal_actions_are_refused_with_the_reason(visit: Visit) -> None:
    visitor, game = open_lesson(visit, "inner_square"), load("inner_square")
    board = find_board(visitor, game, "between")
    board.cell("d2").click()
    board.cell("d4").click()
    expect(board.figure.get_by_role("status")).to_have_text(re.compile("between two enemies"))
    forbidden = board.figure.get_by_role("group").filter(has_text="What is not allowed here")
    board.figure.get_by_text("What is not allowed here").click()
    expect(forbidden.get_by_role("listitem")).to_contain_text("d2-d4")
    board.cell("a1").click()
    board.cell("a2").click()
    expect(board.figure).to_have_attribute("data-stage", "missed")
    expect(board.figure.get_by_role("status")).to_contain_text("something else")
    board.button("Start over").click()
    expect(board.figure).to_have_attribute("data-stage", "open")


def test_lesson_follows_the_options(visit: Visit) -> None:
    visitor = open_lesson(visit, "vier3d")
    page = visitor.page
    expect(page.get_by_text("32 balls each")).to_be_visible()
    page.get_by_text("Variant:").click()
    page.get_by_role("radio", name="three", exact=True).check()
    expect(page.get_by_text("Yellow have 21 balls each")).to_be_visible()
    expect(page.get_by_text("32 balls each")).to_be_hidden()
    assert page.url.endswith("/learn/vier3d(players=3)")
    page.reload()
    expect(page.get_by_text("Yellow have 21 balls each")).to_be_visible()
    visitor.change_language("de")
    expect(page.get_by_text("Gelb haben je 21 Kugeln")).to_be_visible()
    expect(page.get_by_text("Probier es aus").first).to_be_visible()


def test_balance_of_a_game_is_below_its_rules(visit: Visit) -> None:
    visitor, report = open_lesson(visit, "inner_square"), make_balance_view(load("inner_square"))
    expect(visitor.page.get_by_text(str(report["summary"]))).to_be_visible()
    expect(visitor.page.get_by_text(str(report["advice"]))).to_be_visible()
    [best] = [
        variant for variant in report["variants"] if variant["game"] == report["most_decisive"]
    ]
    visitor.page.get_by_text(f"All {len(report['variants'])} variants measured").click()
    visitor.link(str(best["variant"])).first.click()
    best_report = make_balance_view(load(best["game"]))
    expect(visitor.page.get_by_text(str(best_report["summary"]))).to_be_visible()


def test_lessons_are_linked_everywhere(visit: Visit) -> None:
    visitor = visit("")
    page, heading = visitor.page, visitor.page.get_by_role("heading", level=1)
    visitor.link("Learn TZAAR").click()
    expect(heading).to_have_text("Learn TZAAR")
    visitor.open_page("new/chain_reaxis")
    page.get_by_role("radio", name="at a corner as well", exact=True).check()
    visitor.link("Learn").click()
    expect(page.get_by_text("along an edge or at a corner")).to_be_visible()
    visitor.open_page("new/six_in_line")
    visitor.button("Rules").click()
    visitor.link("Learn it with boards to try").click()
    expect(heading).to_have_text("Learn Six in Line")
    visitor.open_new_table("inner_square")
    with visitor.context.expect_page() as opened_page:
        visitor.link("Learn Inner Square").click()
    expect(opened_page.value.get_by_role("heading", level=1)).to_have_text("Learn Inner Square")


def test_unknown_game_has_no_lesson(visit: Visit) -> None:
    visitor = visit("learn/chess")
    expect(visitor.page.get_by_text("There is no such game")).to_be_visible()
    visitor.errors.clear()  # the browser logs the 404 of the server
