"""Lessons: the actions they ask for can be done by mouse, finger and keyboard."""

import re
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, expect

from steinreich import Game, games, load
from steinreich.arena.balance.words import balance_view
from steinreich.core.checking.texts import ANY, get_figure_position
from tests.browser.conftest import Visit
from tests.browser.devices import Device, Finger, Keyboard, Mouse, act
from tests.browser.visitor import Visitor
from tests.conftest import mark_matrix

pytestmark = pytest.mark.xdist_group(__name__)

BESIDE = """(figures, text) => figures.flatMap((one, number) =>
  one.textContent.replace(/\\s+/g, " ").includes(text) ? [number] : [])"""


class Board(NamedTuple):
    """One of the boards on a page."""

    figure: Locator

    def cell(self, name: str) -> Locator:
        return self.figure.locator(f"[data-name='{name}']")

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.figure.get_by_role("button", name=name, exact=isinstance(name, str))


def board(visitor: Visitor, game: Game, name: str) -> Board:
    """Return the board of this name in a lesson, found by the text beside it."""
    [text] = [
        paragraph.text.in_language("en")
        for section in game.lesson
        for paragraph in section.paragraphs
        if paragraph.figure == name
    ]
    figures = visitor.page.locator("figure")
    expect(figures.last).to_be_visible()
    [number] = figures.evaluate_all(
        BESIDE, " ".join(text.split())
    )  # searched once, which is sufficient
    figure = figures.nth(number)
    figure.scroll_into_view_if_needed()
    return Board(figure)


def learn(visit: Visit, id: str, **options: Any) -> Visitor:
    visitor = visit(f"learn/{id}", **options)
    expect(visitor.page.get_by_role("heading", level=1)).to_contain_text("Learn")
    return visitor


@pytest.mark.parametrize("name", mark_matrix(games(), keep=2))
def test_requested_actions_can_be_done(visit: Visit, name: str) -> None:
    """On a desktop by mouse, and on two boards by keyboard; on a phone by finger."""
    game = load(name)
    live = [figure for figure in game.figures if shown(game, figure)]
    visitor = learn(visit, name)
    for number, figure in enumerate(live):
        try_out(visitor, game, figure, Keyboard() if number in (1, 2) else Mouse())
    visitor = learn(visit, name, **Finger.options)
    for figure in live[:3]:
        try_out(visitor, game, figure, Finger())


def try_out(visitor: Visitor, game: Game, figure: str, hand: Device) -> None:
    """Do on a board what the text beside it asks for."""
    on, position = board(visitor, game, figure), get_figure_position(game, game.figures[figure])
    for step in game.figures[figure].goals[0].split():
        action = position.legal_moves()[0] if step == ANY else step
        position = act(on, hand, position, action)
    expect(on.figure).to_have_attribute("data-stage", "done")
    if position.ending:
        expect(on.figure.get_by_role("status")).to_contain_text(re.compile("wins|Draw"))


def shown(game: Game, figure: str) -> bool:
    """Return whether the lesson asks for an action on this board."""
    beside = {one.figure for section in game.lesson for one in section.paragraphs}
    return figure in beside and bool(game.figures[figure].goals)


def test_illegal_actions_are_refused_with_the_reason(visit: Visit) -> None:
    visitor, game = learn(visit, "inner_square"), load("inner_square")
    on = board(visitor, game, "between")
    on.cell("d2").click()
    on.cell("d4").click()
    expect(on.figure.get_by_role("status")).to_have_text(re.compile("between two enemies"))
    forbidden = on.figure.get_by_role("group").filter(has_text="What is not allowed here")
    on.figure.get_by_text("What is not allowed here").click()
    expect(forbidden.get_by_role("listitem")).to_contain_text("d2-d4")
    on.cell("a1").click()
    on.cell("a2").click()
    expect(on.figure).to_have_attribute("data-stage", "missed")
    expect(on.figure.get_by_role("status")).to_contain_text("something else")
    on.button("Start over").click()
    expect(on.figure).to_have_attribute("data-stage", "open")


def test_lesson_follows_the_options(visit: Visit) -> None:
    visitor = learn(visit, "vier3d")
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
    visitor, report = learn(visit, "inner_square"), balance_view(load("inner_square"))
    expect(visitor.page.get_by_text(str(report["summary"]))).to_be_visible()
    expect(visitor.page.get_by_text(str(report["advice"]))).to_be_visible()
    [best] = [one for one in report["variants"] if one["game"] == report["most_decisive"]]
    visitor.page.get_by_text(f"All {len(report['variants'])} variants measured").click()
    visitor.link(str(best["variant"])).first.click()
    there = balance_view(load(best["game"]))
    expect(visitor.page.get_by_text(str(there["summary"]))).to_be_visible()


def test_lessons_are_linked_everywhere(visit: Visit) -> None:
    visitor = visit("")
    page, heading = visitor.page, visitor.page.get_by_role("heading", level=1)
    visitor.link("Learn TZAAR").click()
    expect(heading).to_have_text("Learn TZAAR")
    visitor.go("new/chain_reaxis")
    page.get_by_role("radio", name="at a corner as well", exact=True).check()
    visitor.link("Learn").click()
    expect(page.get_by_text("along an edge or at a corner")).to_be_visible()
    visitor.go("new/six_in_line")
    visitor.button("Rules").click()
    visitor.link("Learn it with boards to try").click()
    expect(heading).to_have_text("Learn Six in Line")
    visitor.sit_down("inner_square")
    with visitor.context.expect_page() as beside:
        visitor.link("Learn Inner Square").click()
    expect(beside.value.get_by_role("heading", level=1)).to_have_text("Learn Inner Square")


def test_unknown_game_has_no_lesson(visit: Visit) -> None:
    visitor = visit("learn/chess")
    expect(visitor.page.get_by_text("There is no such game")).to_be_visible()
    visitor.faults.clear()  # the browser logs the 404 of the server
