"""Seats: nothing that goes wrong, and no click, destroys one."""

import re

import pytest
from playwright.sync_api import Route, expect

from steinreich import load
from tests.browser.conftest import Visit
from tests.browser.devices import Mouse, act
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.xdist_group("browser")


def lose_answers(visitor: Visitor, pattern: str, count: int) -> list[str]:
    """The server hears the first requests, and its answers get lost; what was sent."""
    sent: list[str] = []

    def lose(route: Route) -> None:
        sent.append(route.request.post_data or "")
        answer = route.fetch()
        if len(sent) > count:
            route.fulfill(response=answer)
        else:
            assert answer.ok
            route.abort()

    visitor.page.route(pattern, lose)
    return sent


def forgive(visitor: Visitor) -> None:
    """What the browser says of answers that were lost on purpose is no fault."""
    visitor.faults = [fault for fault in visitor.faults if "ERR_FAILED" not in fault]


def test_a_join_whose_answer_gets_lost_still_takes_the_seat(visit: Visit) -> None:
    ada, ben = visit(), visit()
    ada.sit_down("inner_square", ["Here", "By link"])
    ben.page.goto(ada.link_for_friend())
    sent = lose_answers(ben, "**/join", 2)
    ben.button("Take the seat").click()
    ben.sees("Red to move")
    assert len(sent) == 3
    assert len(set(sent)) == 1, "it was the same wish each time"
    position = act(ada, Mouse(), load("inner_square").start(), "c2-c5")
    act(ben, Mouse(), position, "a6-a5")
    forgive(ben)


def test_who_gave_up_on_a_join_sits_down_when_he_comes_back(visit: Visit) -> None:
    ada, ben = visit(), visit()
    ada.sit_down("inner_square", ["Here", "By link"])
    link = ada.link_for_friend()
    ben.page.goto(link)
    lose_answers(ben, "**/join", 99)
    ben.button("Take the seat").click()
    expect(ben.page.get_by_role("alert")).to_contain_text("cannot be reached")
    ben.page.unroute("**/join")
    ben.page.goto("about:blank")
    ben.page.goto(link)
    ben.sees("Red to move")
    expect(ben.button("Change name: Yellow")).to_be_visible()
    forgive(ben)


def test_a_table_whose_answer_gets_lost_is_opened_once(visit: Visit) -> None:
    ada = visit("new/tzaar")
    sent = lose_answers(ada, "**/api/tables", 1)
    ada.group("Black").get_by_role("radio", name="By link").check()
    ada.page.get_by_role("checkbox", name="Show this game in the lobby").check()
    ada.button("Start").click()
    ada.sees("Waiting")
    assert len(sent) == 2
    ben = visit("lobby")
    mine = ben.page.locator(f'a[href^="/join/{ada.page.url.rpartition("/")[2]}"]')
    expect(mine).to_have_count(1)
    forgive(ada)


def test_undo_among_three_asks_all_whose_turn_is_taken_back(visit: Visit) -> None:
    ada, ben, carl = visit(), visit(), visit()
    ada.sit_down("six_in_line", ["Here", "By link", "By link"], players="three")
    links = ada.page.get_by_role("textbox", name=re.compile("^Link for the seat"))
    expect(links).to_have_count(2)
    for friend, link in zip((ben, carl), [one.input_value() for one in links.all()], strict=True):
        friend.page.goto(link)
        friend.button("Take the seat").click()
        expect(friend.board).to_be_visible()
    position = load("six_in_line(players=3)").start()
    for person, turn in ((ada, "a1 b2"), (ben, "a1-a3 +a2"), (carl, "b2-c2 +d2")):
        for action in turn.split():
            position = act(person, Mouse(), position, action)
    ada.sees("Your turn")
    ada.button("Undo").click()
    mine = ada.group("You have asked to undo.")
    expect(mine).to_contain_text("Waiting for Second, Third.")
    wish = "First would like to undo the last turn."
    ben.group(wish).get_by_role("button", name="Accept").click()
    expect(mine).to_contain_text("Waiting for Third.")
    expect(ben.group(wish).get_by_role("button")).to_have_count(0)
    carl.group(wish).get_by_role("button", name="Accept").click()
    expect(ada.written).to_have_count(0)
