"""Seats: no error and no click loses one."""

import re

import pytest
from playwright.sync_api import Route, expect

from steinreich import load
from tests.browser.conftest import Visit
from tests.browser.devices import Mouse, act
from tests.browser.visitor import PHONE_OPTIONS, Visitor
from tests.hall.server_process import IN_NETWORK

pytestmark = pytest.mark.xdist_group(__name__)


def drop_responses(visitor: Visitor, pattern: str, count: int) -> list[str]:
    """Let the server handle the first requests and drop the responses; return the requests."""
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


def ignore_dropped_responses(visitor: Visitor) -> None:
    """Ignore browser errors about intentionally dropped responses."""
    visitor.faults = [fault for fault in visitor.faults if "ERR_FAILED" not in fault]


def test_join_with_a_lost_response_takes_the_seat(visit: Visit) -> None:
    ada, ben = visit(), visit()
    ada.sit_down("inner_square", "here friend")
    ben.page.goto(ada.link_for_friend())
    sent = drop_responses(ben, "**/join", 2)
    ben.button("Take the seat").click()
    ben.sees("Red to move")
    assert len(sent) == 3
    assert len(set(sent)) == 1, "it was the same request each time"
    position = act(ada, Mouse(), load("inner_square").start(), "c2-c5")
    act(ben, Mouse(), position, "a6-a5")
    ignore_dropped_responses(ben)


def test_abandoned_join_is_completed_on_return(visit: Visit) -> None:
    ada, ben = visit(), visit()
    ada.sit_down("inner_square", "here friend")
    link = ada.link_for_friend()
    ben.page.goto(link)
    drop_responses(ben, "**/join", 99)
    ben.button("Take the seat").click()
    expect(ben.page.get_by_role("alert")).to_contain_text("cannot be reached")
    ben.page.unroute("**/join")
    ben.page.goto("about:blank")
    ben.page.goto(link)
    ben.sees("Red to move")
    expect(ben.button("Change name: Yellow")).to_be_visible()
    ignore_dropped_responses(ben)


def test_table_with_a_lost_response_is_created_once(visit: Visit) -> None:
    ada = visit("new/tzaar")
    sent = drop_responses(ada, "**/api/tables", 1)
    ada.group("Black").get_by_role("radio", name="By link").check()
    ada.page.get_by_role("checkbox", name="Show this game in the lobby").check()
    ada.button("Start").click()
    ada.sees("Waiting")
    assert len(sent) == 2
    ben = visit("lobby")
    mine = ben.page.locator(f'a[href^="/join/{ada.page.url.rpartition("/")[2]}"]')
    expect(mine).to_have_count(1)
    ignore_dropped_responses(ada)


def test_undo_among_three_asks_all_whose_turn_is_removed(visit: Visit) -> None:
    ada, ben, carl = visit(), visit(), visit()
    ada.sit_down("six_in_line(players=3)", "here friend friend")
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
    mine = ada.group("You have asked to take back your turn.")
    expect(mine).to_contain_text("Waiting for Player 2, Player 3.")
    wanted = "Player 1 would like to take back the last turn."
    ben.group(wanted).get_by_role("button", name="Accept").click()
    expect(mine).to_contain_text("Waiting for Player 3.")
    expect(ben.group(wanted).get_by_role("button")).to_have_count(0)
    carl.group(wanted).get_by_role("button", name="Accept").click()
    expect(ada.written).to_have_count(0)


def test_sides_are_drawn_and_announced(visit: Visit) -> None:
    first: set[str] = set()
    for _ in range(30):
        ada, ben = visit(), visit()
        ada.go("new/tzaar")
        ada.page.get_by_role("radio", name="Drawn by lot").check()
        ada.group("Seat 2").get_by_role("radio", name="By link").check()
        ada.page.get_by_role("textbox", name="Seat 1: Name").fill("Ada")
        ada.button("Start").click()
        expect(ada.players).to_contain_text("Sides will be drawn by lot")
        expect(ada.players.locator(".counts")).to_have_count(0)  # no coloured pieces
        ben.page.goto(ada.link_for_friend())
        expect(ben.page.get_by_text("Sides will be drawn by lot")).to_be_visible()
        ben.page.get_by_role("textbox", name="Name").fill("Ben")
        ben.button("Take the seat").click()
        ben.sees(re.compile("Your turn|Ada to move"))
        begins = "Ben" if "Your turn" in ben.status.inner_text() else "Ada"
        adas, bens = ("Black", "White") if begins == "Ben" else ("White", "Black")
        told = f"Sides were drawn by lot: you are {adas}, Ben is {bens}."
        expect(ada.page.locator(".notice")).to_contain_text(told)
        expect(ada.page.get_by_role("status")).to_contain_text(told)
        expect(ben.page.locator(".notice")).to_contain_text(f"you are {bens}, Ada is {adas}.")
        expect(ben.button(f"Change name: {bens}")).to_be_visible()
        ada.sees("Your turn" if begins == "Ada" else "Ben to move")
        ada.reload()
        ada.sees("Your turn" if begins == "Ada" else "Ben to move")
        first.add(begins)
        ada.leave()
        ben.leave()
        if len(first) == 2:
            break
    assert first == {"Ada", "Ben"}


def test_events_without_actions_are_shown_and_spoken(visit: Visit) -> None:
    ada, ben = visit(), visit()
    ada.sit_down("inner_square", "here friend")
    ben.page.goto(ada.link_for_friend())
    ben.page.get_by_role("textbox", name="Name").fill("Ben")
    ben.button("Take the seat").click()

    def told(visitor: Visitor, text: str) -> None:
        expect(visitor.page.locator(".notice")).to_contain_text(text)
        expect(visitor.page.get_by_role("status")).to_contain_text(text)

    told(ada, "Ben has joined.")
    act(ada, Mouse(), load("inner_square").start(), "c2-c5")
    ada.button("Offer a draw").click()
    ada.button("Yes").click()
    ben.group("Red offers a draw.").get_by_role("button", name="Decline").click()
    told(ada, "Ben declines the draw.")
    ada.button("Undo").click()
    ben.group("Red would like to take back the last turn.").get_by_role(
        "button", name="Accept"
    ).click()
    for person in (ada, ben):
        told(person, "The turn has been taken back.")
    ada.page.locator(".notice").get_by_role("button", name="Close").click()
    expect(ada.page.locator(".notice")).to_have_count(0)


def test_several_computers_are_numbered(visit: Visit) -> None:
    ada = visit()
    ada.set_up("vier3d", ["Here", "Computer", "Computer"], players="three")
    for name in ("Computer 1 (level 3)", "Computer 2 (level 3)"):
        expect(ada.players).to_contain_text(name)


def test_ineffective_option_cannot_be_chosen(visit: Visit) -> None:
    ada = visit("new/vier3d")
    neutral = ada.group("Neutral balls")
    expect(neutral.get_by_role("radio", name="without")).to_be_disabled()
    expect(neutral).to_contain_text("Makes no difference")
    ada.page.get_by_role("radio", name="most fours").check()
    neutral.get_by_role("radio", name="without").check()
    ada.page.get_by_role("radio", name="three", exact=True).check()
    expect(neutral.get_by_role("radio", name="without")).to_be_disabled()


def test_hidden_game_keeps_its_seat_and_can_be_found_again(visit: Visit) -> None:
    ada = visit()
    ada.sit_down("inner_square")
    table = ada.page.url
    ada.go("")
    going_on = ada.page.get_by_role("region", name="Continue playing")
    going_on.get_by_role("button", name="Hide from the list: Inner Square").click()
    expect(going_on).to_have_count(0)
    ada.reload()
    ada.link("Your game").click()
    hidden = ada.page.get_by_role("region", name="Hidden")
    expect(hidden).to_contain_text("Inner Square")
    hidden.get_by_role("link", name="Inner Square").click()
    ada.sees("Red to move")
    assert ada.page.url == table
    act(ada, Mouse(), load("inner_square").start(), "c2-c5")
    ada.go("games")
    hidden.get_by_role("button", name="Show in the list again").click()
    expect(ada.page.get_by_role("region", name="Continue playing")).to_contain_text(
        "Yellow to move"
    )


def test_all_games_are_listed_with_their_state(visit: Visit) -> None:
    ada = visit()
    for _ in range(7):
        ada.sit_down("inner_square")
    ada.button("Resign").click()
    ada.button("Yes").click()
    ada.sees("wins")
    ada.sit_down("tzaar", "here friend")
    ada.go("")
    ada.link("All your 8 games").click()
    going_on = ada.page.get_by_role("region", name="Continue playing")
    expect(going_on.get_by_role("listitem")).to_have_count(7)
    expect(going_on.get_by_role("listitem").first).to_contain_text("Waiting for players")
    expect(going_on).to_contain_text("set up at random")
    over = ada.page.get_by_role("region", name="Finished")
    expect(over).to_contain_text("Yellow wins: Red has resigned")
    over.get_by_role("link").click()
    ada.sees("wins")


def test_table_without_opponents_can_be_cancelled(visit: Visit) -> None:
    ada = visit()
    ada.sit_down("inner_square", "here friend")
    ada.button("Cancel this game").click()
    ada.button("Yes").click()
    ada.sees("The game was cancelled")
    ada.go("games")
    expect(ada.page.get_by_role("region", name="Finished")).to_contain_text("cancelled")


def test_local_server_says_so_and_can_be_opened_for_phones(visit: Visit) -> None:
    ada = visit()
    ada.sit_down("inner_square", "here friend")
    waiting = ada.page.get_by_role("region", name="Waiting for your friend")
    expect(waiting).to_contain_text("links to it do not work on other devices")
    expect(waiting.get_by_role("button", name="QR code")).to_have_count(0)
    waiting.get_by_role("button", name="Open it to my network").click()
    expect(waiting).to_contain_text("Phones and computers in your network can play here.")
    link = ada.link_for_friend()
    assert link.startswith(f"http://{IN_NETWORK}:")
    waiting.get_by_role("button", name="QR code").click()
    expect(waiting.get_by_role("img", name="QR code with the link")).to_be_visible()
    ada.go("")
    expect(ada.page.get_by_role("img", name="QR code with the address of the hall")).to_be_visible()
    ben = visit(**PHONE_OPTIONS)
    ben.home = link.partition("join/")[0]  # all requests of this phone have been answered
    ben.page.goto(link)
    expect(ben.page.get_by_text("Inner Square · 7 × 7")).to_be_visible()
    expect(ben.page.get_by_role("region", name="Rules: Inner Square")).to_contain_text("corners")
    ben.button("Take the seat").click()
    ben.sees("Red to move")
    expect(ben.page.get_by_text("on this computer only")).to_have_count(0)
    ada.button("Close it again").click()
    expect(ada.button("Open it to my network")).to_be_visible()


def test_lobby_describes_variants_in_words(visit: Visit) -> None:
    ada = visit("new/chain_reaxis")
    ada.page.get_by_role("combobox", name="Board").select_option("8x8")
    ada.page.get_by_role("radio", name="do not count").check()
    ada.group("Perforated").get_by_role("radio", name="By link").check()
    ada.page.get_by_role("checkbox", name="Show this game in the lobby").check()
    ada.button("Start").click()
    ada.sees("Waiting")
    ben = visit("lobby")
    title = ben.page.get_by_role("heading", name="Chain Reaxis · 8 × 8, without diagonals")
    expect(title).to_be_visible()
    ada.button("Cancel this game").click()
    ada.button("Yes").click()


def test_notifications_are_sent_to_hidden_pages_on_request(visit: Visit) -> None:
    ada = visit(permissions=["notifications"])
    ada.page.add_init_script(
        """window.called = [];
        window.Notification = class {
          static get permission() { return sessionStorage.permission ?? "default"; }
          static async requestPermission() { return (sessionStorage.permission = "granted"); }
          constructor(title, { body }) { window.called.push(`${title} | ${body}`); }
          close() {}
        };
        Object.defineProperty(document, "hidden", { get: () => window.away ?? false });"""
    )
    ada.go("")
    ada.button("Settings").click()
    ada.page.get_by_role("checkbox", name="Notify me when it is my turn").check()
    ada.button("Close").click()
    ada.sit_down("inner_square", "here friend")
    ben = visit()
    ben.page.goto(ada.link_for_friend())
    ben.page.get_by_role("textbox", name="Name").fill("Ben")
    ben.button("Take the seat").click()
    position = act(ada, Mouse(), load("inner_square").start(), "c2-c5")
    ada.sees("Ben to move")
    ada.page.evaluate("window.away = true; document.dispatchEvent(new Event('visibilitychange'))")
    act(ben, Mouse(), position, "a6-a5")
    expect(ada.written).to_have_count(2)
    assert ada.page.evaluate("window.called") == ["Your turn | Inner Square: Ben"]


def test_link_of_a_cancelled_game_offers_a_similar_one(visit: Visit) -> None:
    ada, ben = visit(), visit()
    ada.go("new/chain_reaxis(size=8x8)")
    ada.group("Perforated").get_by_role("radio", name="By link").check()
    ada.page.get_by_role("radio", name="Per game").check()
    ada.page.get_by_role("radio", name="Custom…").last.check()
    ada.page.get_by_role("spinbutton", name="Minutes per game").fill("7")
    ada.page.get_by_role("radio", name="Drawn by lot").check()
    ada.button("Start").click()
    link = ada.link_for_friend()
    ada.button("Cancel this game").click()
    ada.button("Yes").click()
    ben.page.goto(link)
    expect(ben.page.get_by_role("heading", level=1)).to_have_text("The game was cancelled")
    expect(ben.page).to_have_title("The game was cancelled – Steinreich")
    expect(ben.button("Take the seat")).to_be_hidden()
    ben.link("New game with these settings").click()
    expect(ben.page.get_by_role("combobox").first).to_have_value("8x8")
    for name in ("Per game", "Drawn by lot"):
        expect(ben.page.get_by_role("radio", name=name, exact=True)).to_be_checked()
    expect(ben.page.get_by_role("spinbutton", name="Minutes per game")).to_have_value("7")
    expect(ben.group("Seat 1").get_by_role("radio", name="Here")).to_be_checked()
    expect(ben.group("Seat 2").get_by_role("radio", name="By link")).to_be_checked()


def test_link_of_a_finished_game_shows_its_result(visit: Visit) -> None:
    ada, ben = visit(), visit()
    ada.sit_down("inner_square", "here friend")
    link = ada.link_for_friend()
    ada.let_friend_join()
    act(ada, Mouse(), load("inner_square").start(), "c2-c5")
    ada.button("Resign").click()
    ada.button("Yes").click()
    ada.sees("You have lost")
    ben.page.goto(link)
    expect(ben.page.get_by_role("heading", level=1)).to_have_text("This game is over")
    expect(ben.page).to_have_title("This game is over – Steinreich")
    expect(ben.page.get_by_text("Yellow wins: Red has resigned")).to_be_visible()
    expect(ben.link("New game with these settings")).to_be_visible()
    ben.link("Look at the game").click()
    expect(ben.written).to_have_text(["c2-c5"])


def test_new_game_after_the_end_has_the_same_settings(visit: Visit) -> None:
    ada = visit()
    ada.set_up("vier3d", ["Computer", "Here"], variant="most fours")
    ada.button("Resign").click()
    ada.button("Yes").click()
    ada.link("New game").click()
    expect(ada.page.get_by_role("radio", name="most fours", exact=True)).to_be_checked()
    expect(ada.group("Red").get_by_role("radio", name="Computer")).to_be_checked()
    expect(ada.group("Blue").get_by_role("radio", name="Here")).to_be_checked()


def test_rematch_against_the_computer_announces_swapped_sides(visit: Visit) -> None:
    ada = visit()
    ada.sit_down("inner_square", "here computer")
    ada.button("Resign").click()
    ada.button("Yes").click()
    ada.button("Rematch").click()
    told = "Sides have changed: you are Yellow, Computer (level 3) is Red."
    expect(ada.page.locator(".notice")).to_contain_text(told)
    expect(ada.page.get_by_role("status")).to_contain_text(told)


def test_name_is_stored_for_all_tables_and_names_the_opponent(visit: Visit) -> None:
    ada = visit()
    ada.sit_down("inner_square", "here computer")
    ada.button(re.compile("^Change name")).click()
    ada.page.get_by_role("textbox", name="Name").fill("Ada")
    ada.button("Save").click()
    expect(ada.players).to_contain_text("Ada")
    ada.go("new/tzaar")
    expect(ada.page.get_by_role("textbox", name="White: Name")).to_have_value("Ada")
    ada.group("White").get_by_role("radio", name="Computer").check()
    ada.page.get_by_role("slider").first.fill("5")
    ada.group("Black").get_by_role("radio", name="By link").check()
    ada.group("Black").get_by_role("radio", name="Here").check()
    expect(ada.page.get_by_role("textbox", name="Black: Name")).to_have_value("Ada")
    ada.button("Start").click()
    ada.go("")
    expect(ada.page.get_by_text("Against the computer, level 5").first).to_be_visible()


def test_invitation_is_a_sentence(visit: Visit) -> None:
    ada = visit(permissions=["clipboard-read", "clipboard-write"], keeps=True)
    ada.go("new/chain_reaxis(size=8x8)")
    ada.page.get_by_role("textbox", name="Blank: Name").fill("Ada")
    ada.group("Perforated").get_by_role("radio", name="By link").check()
    ada.button("Start").click()
    link = ada.link_for_friend()
    ada.button("Copy invitation").click()
    expect(ada.button("Copied")).to_be_visible()
    copied = ada.page.evaluate("navigator.clipboard.readText()")
    assert copied == f"Ada invites you to a game of Chain Reaxis (8 × 8): {link}"
    ada.leave()
