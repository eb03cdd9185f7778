"""Seats: they survive errors and reloads; their names, sides, invitations and rematches."""

import re

import pytest
from playwright.sync_api import Route, expect

from steinreich import load
from tests.browser.conftest import Visit
from tests.browser.devices import Mouse, act
from tests.browser.visitor import PHONE_OPTIONS, Visitor
from tests.hall.server_process import LAN_ADDRESS

pytestmark = pytest.mark.xdist_group(__name__)


def drop_responses(visitor: Visitor, pattern: str, count: int) -> list[str]:
    """Drop the responses to the first `count` requests, which the server still handles.

    Return a list of the bodies of all requests.
    """
    sent: list[str] = []

    def drop_first_responses(route: Route) -> None:
        sent.append(route.request.post_data or "")
        answer = route.fetch()
        if len(sent) > count:
            route.fulfill(response=answer)
        else:
            assert answer.ok
            route.abort()

    visitor.page.route(pattern, drop_first_responses)
    return sent


def ignore_dropped_responses(visitor: Visitor) -> None:
    """Ignore browser errors about intentionally dropped responses."""
    visitor.errors = [error for error in visitor.errors if "ERR_FAILED" not in error]


def test_join_with_a_lost_response_takes_the_seat(visit: Visit) -> None:
    ada, ben = visit(), visit()
    ada.open_new_table("inner_square", "here friend")
    ben.page.goto(ada.get_invitation_link())
    sent = drop_responses(ben, "**/join", 2)
    ben.button("Take the seat").click()
    ben.expect_status("Red to move")
    assert len(sent) == 3
    assert len(set(sent)) == 1, "all attempts send the same request"
    position = act(ada, Mouse(), load("inner_square").start(), "c2-c5")
    act(ben, Mouse(), position, "a6-a5")
    ignore_dropped_responses(ben)


def test_abandoned_join_is_completed_on_return(visit: Visit) -> None:
    ada, ben = visit(), visit()
    ada.open_new_table("inner_square", "here friend")
    link = ada.get_invitation_link()
    ben.page.goto(link)
    drop_responses(ben, "**/join", 99)
    ben.button("Take the seat").click()
    expect(ben.page.get_by_role("alert")).to_contain_text("cannot be reached")
    ben.page.unroute("**/join")
    ben.page.goto("about:blank")
    ben.page.goto(link)
    ben.expect_status("Red to move")
    expect(ben.button("Change name: Yellow")).to_be_visible()
    ignore_dropped_responses(ben)


def test_table_with_a_lost_response_is_created_once(visit: Visit) -> None:
    ada = visit("new/tzaar")
    sent = drop_responses(ada, "**/api/tables", 1)
    ada.group("Black").get_by_role("radio", name="By link").check()
    ada.page.get_by_role("checkbox", name="Show this game in the lobby").check()
    ada.button("Start").click()
    ada.expect_status("Waiting")
    assert len(sent) == 2
    ben = visit("lobby")
    join_links = ben.page.locator(f'a[href^="/join/{ada.page.url.rpartition("/")[2]}"]')
    expect(join_links).to_have_count(1)
    ignore_dropped_responses(ada)


def test_undo_among_three_needs_consent_of_both_opponents(visit: Visit) -> None:
    ada, ben, carl = visit(), visit(), visit()
    ada.open_new_table("six_in_line(players=3)", "here friend friend")
    links = ada.page.get_by_role("textbox", name=re.compile("^Link for the seat"))
    expect(links).to_have_count(2)
    for friend, link in zip(
        (ben, carl), [field.input_value() for field in links.all()], strict=True
    ):
        friend.page.goto(link)
        friend.button("Take the seat").click()
        expect(friend.board).to_be_visible()
    position = load("six_in_line(players=3)").start()
    for person, turn in ((ada, "a1 b2"), (ben, "a1-a3 +a2"), (carl, "b2-c2 +d2")):
        for action in turn.split():
            position = act(person, Mouse(), position, action)
    ada.expect_status("Your turn")
    ada.button("Undo").click()
    request = ada.group("You have asked to take back your turn.")
    expect(request).to_contain_text("Waiting for Player 2, Player 3.")
    question = "Player 1 would like to take back the last turn."
    ben.group(question).get_by_role("button", name="Accept").click()
    expect(request).to_contain_text("Waiting for Player 3.")
    expect(ben.group(question).get_by_role("button")).to_have_count(0)
    carl.group(question).get_by_role("button", name="Accept").click()
    expect(ada.move_buttons).to_have_count(0)


def test_draws_sides_by_lot_and_announces_them(visit: Visit) -> None:
    starters: set[str] = set()
    for _ in range(30):
        ada, ben = visit(), visit()
        ada.open_page("new/tzaar")
        ada.page.get_by_role("radio", name="Drawn by lot").check()
        ada.group("Seat 2").get_by_role("radio", name="By link").check()
        ada.page.get_by_role("textbox", name="Seat 1: Name").fill("Ada")
        ada.button("Start").click()
        expect(ada.players).to_contain_text("Sides will be drawn by lot")
        expect(ada.players.locator(".counts")).to_have_count(0)  # no coloured pieces
        ben.page.goto(ada.get_invitation_link())
        expect(ben.page.get_by_text("Sides will be drawn by lot")).to_be_visible()
        ben.page.get_by_role("textbox", name="Name").fill("Ben")
        ben.button("Take the seat").click()
        ben.expect_status(re.compile("Your turn|Ada to move"))
        starter = "Ben" if "Your turn" in ben.status.inner_text() else "Ada"
        adas_side, bens_side = ("Black", "White") if starter == "Ben" else ("White", "Black")
        announcement = f"Sides were drawn by lot: you are {adas_side}, Ben is {bens_side}."
        expect(ada.page.locator(".notice")).to_contain_text(announcement)
        expect(ada.page.get_by_role("status")).to_contain_text(announcement)
        expect(ben.page.locator(".notice")).to_contain_text(
            f"you are {bens_side}, Ada is {adas_side}."
        )
        expect(ben.button(f"Change name: {bens_side}")).to_be_visible()
        ada.expect_status("Your turn" if starter == "Ada" else "Ben to move")
        ada.reload()
        ada.expect_status("Your turn" if starter == "Ada" else "Ben to move")
        starters.add(starter)
        ada.close()
        ben.close()
        if len(starters) == 2:
            break
    assert starters == {"Ada", "Ben"}


def test_events_without_actions_are_shown_and_spoken(visit: Visit) -> None:
    ada, ben = visit(), visit()
    ada.open_new_table("inner_square", "here friend")
    ben.page.goto(ada.get_invitation_link())
    ben.page.get_by_role("textbox", name="Name").fill("Ben")
    ben.button("Take the seat").click()

    def expect_announcement(visitor: Visitor, text: str) -> None:
        expect(visitor.page.locator(".notice")).to_contain_text(text)
        expect(visitor.page.get_by_role("status")).to_contain_text(text)

    expect_announcement(ada, "Ben has joined.")
    act(ada, Mouse(), load("inner_square").start(), "c2-c5")
    ada.button("Offer a draw").click()
    ada.button("Yes").click()
    ben.group("Red offers a draw.").get_by_role("button", name="Decline").click()
    expect_announcement(ada, "Ben declines the draw.")
    ada.button("Undo").click()
    ben.group("Red would like to take back the last turn.").get_by_role(
        "button", name="Accept"
    ).click()
    for person in (ada, ben):
        expect_announcement(person, "The turn has been taken back.")
    ada.page.locator(".notice").get_by_role("button", name="Close").click()
    expect(ada.page.locator(".notice")).to_have_count(0)


def test_numbers_several_computers(visit: Visit) -> None:
    ada = visit()
    ada.create_table_by_form("vier3d", ["Here", "Computer", "Computer"], players="three")
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
    ada.open_new_table("inner_square")
    table = ada.page.url
    ada.open_page("")
    running_games = ada.page.get_by_role("region", name="Continue playing")
    running_games.get_by_role("button", name="Hide from the list: Inner Square").click()
    expect(running_games).to_have_count(0)
    ada.reload()
    ada.link("Your game").click()
    hidden = ada.page.get_by_role("region", name="Hidden")
    expect(hidden).to_contain_text("Inner Square")
    hidden.get_by_role("link", name="Inner Square").click()
    ada.expect_status("Red to move")
    assert ada.page.url == table
    act(ada, Mouse(), load("inner_square").start(), "c2-c5")
    ada.open_page("games")
    hidden.get_by_role("button", name="Show in the list again").click()
    expect(ada.page.get_by_role("region", name="Continue playing")).to_contain_text(
        "Yellow to move"
    )


def test_all_games_are_listed_with_their_state(visit: Visit) -> None:
    ada = visit()
    for _ in range(7):
        ada.open_new_table("inner_square")
    ada.button("Resign").click()
    ada.button("Yes").click()
    ada.expect_status("wins")
    ada.open_new_table("tzaar", "here friend")
    ada.open_page("")
    ada.link("All your 8 games").click()
    running_games = ada.page.get_by_role("region", name="Continue playing")
    expect(running_games.get_by_role("listitem")).to_have_count(7)
    expect(running_games.get_by_role("listitem").first).to_contain_text("Waiting for players")
    expect(running_games).to_contain_text("set up at random")
    finished = ada.page.get_by_role("region", name="Finished")
    expect(finished).to_contain_text("Yellow wins: Red has resigned")
    finished.get_by_role("link").click()
    ada.expect_status("wins")


def test_cancels_a_table_without_opponents(visit: Visit) -> None:
    ada = visit()
    ada.open_new_table("inner_square", "here friend")
    ada.button("Cancel this game").click()
    ada.button("Yes").click()
    ada.expect_status("The game was cancelled")
    ada.open_page("games")
    expect(ada.page.get_by_role("region", name="Finished")).to_contain_text("cancelled")


def test_local_server_can_be_opened_to_the_network(visit: Visit) -> None:
    ada = visit()
    ada.open_new_table("inner_square", "here friend")
    waiting = ada.page.get_by_role("region", name="Waiting for your friend")
    expect(waiting).to_contain_text("links to it do not work on other devices")
    expect(waiting.get_by_role("button", name="QR code")).to_have_count(0)
    waiting.get_by_role("button", name="Open it to my network").click()
    expect(waiting).to_contain_text("Phones and computers in your network can play here.")
    link = ada.get_invitation_link()
    assert link.startswith(f"http://{LAN_ADDRESS}:")
    waiting.get_by_role("button", name="QR code").click()
    expect(waiting.get_by_role("img", name="QR code with the link")).to_be_visible()
    ada.open_page("")
    expect(ada.page.get_by_role("img", name="QR code with the address of the hall")).to_be_visible()
    ben = visit(**PHONE_OPTIONS)
    # Requests to other servers would be reported as errors
    ben.base_url = link.partition("join/")[0]
    ben.page.goto(link)
    expect(ben.page.get_by_text("Inner Square · 7 × 7")).to_be_visible()
    expect(ben.page.get_by_role("region", name="Rules: Inner Square")).to_contain_text("corners")
    ben.button("Take the seat").click()
    ben.expect_status("Red to move")
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
    ada.expect_status("Waiting")
    ben = visit("lobby")
    title = ben.page.get_by_role("heading", name="Chain Reaxis · 8 × 8, without diagonals")
    expect(title).to_be_visible()
    ada.button("Cancel this game").click()
    ada.button("Yes").click()


def test_notifications_are_sent_to_hidden_pages_on_request(visit: Visit) -> None:
    ada = visit(permissions=["notifications"])
    ada.page.add_init_script(
        """window.notifications = [];
        window.Notification = class {
          static get permission() { return sessionStorage.permission ?? "default"; }
          static async requestPermission() { return (sessionStorage.permission = "granted"); }
          constructor(title, { body }) { window.notifications.push(`${title} | ${body}`); }
          close() {}
        };
        Object.defineProperty(document, "hidden", { get: () => window.isHidden ?? false });"""
    )
    ada.open_page("")
    ada.button("Settings").click()
    ada.page.get_by_role("checkbox", name="Notify me when it is my turn").check()
    ada.button("Close").click()
    ada.open_new_table("inner_square", "here friend")
    ben = visit()
    ben.page.goto(ada.get_invitation_link())
    ben.page.get_by_role("textbox", name="Name").fill("Ben")
    ben.button("Take the seat").click()
    position = act(ada, Mouse(), load("inner_square").start(), "c2-c5")
    ada.expect_status("Ben to move")
    ada.page.evaluate(
        "window.isHidden = true; document.dispatchEvent(new Event('visibilitychange'))"
    )
    act(ben, Mouse(), position, "a6-a5")
    expect(ada.move_buttons).to_have_count(2)
    assert ada.page.evaluate("window.notifications") == ["Your turn | Inner Square: Ben"]


def test_link_of_a_cancelled_game_offers_a_similar_one(visit: Visit) -> None:
    ada, ben = visit(), visit()
    ada.open_page("new/chain_reaxis(size=8x8)")
    ada.group("Perforated").get_by_role("radio", name="By link").check()
    ada.page.get_by_role("radio", name="Per game").check()
    ada.page.get_by_role("radio", name="Custom…").last.check()
    ada.page.get_by_role("spinbutton", name="Minutes per game").fill("7")
    ada.page.get_by_role("radio", name="Drawn by lot").check()
    ada.button("Start").click()
    link = ada.get_invitation_link()
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
    ada.open_new_table("inner_square", "here friend")
    link = ada.get_invitation_link()
    ada.accept_invitation()
    act(ada, Mouse(), load("inner_square").start(), "c2-c5")
    ada.button("Resign").click()
    ada.button("Yes").click()
    ada.expect_status("You have lost")
    ben.page.goto(link)
    expect(ben.page.get_by_role("heading", level=1)).to_have_text("This game is over")
    expect(ben.page).to_have_title("This game is over – Steinreich")
    expect(ben.page.get_by_text("Yellow wins: Red has resigned")).to_be_visible()
    expect(ben.link("New game with these settings")).to_be_visible()
    ben.link("Look at the game").click()
    expect(ben.move_buttons).to_have_text(["c2-c5"])


def test_new_game_after_the_end_has_the_same_settings(visit: Visit) -> None:
    ada = visit()
    ada.create_table_by_form("vier3d", ["Computer", "Here"], variant="most fours")
    ada.button("Resign").click()
    ada.button("Yes").click()
    ada.link("New game").click()
    expect(ada.page.get_by_role("radio", name="most fours", exact=True)).to_be_checked()
    expect(ada.group("Red").get_by_role("radio", name="Computer")).to_be_checked()
    expect(ada.group("Blue").get_by_role("radio", name="Here")).to_be_checked()


def test_rematch_against_the_computer_announces_swapped_sides(visit: Visit) -> None:
    ada = visit()
    ada.open_new_table("inner_square", "here computer")
    ada.button("Resign").click()
    ada.button("Yes").click()
    ada.button("Rematch").click()
    announcement = "Sides have changed: you are Yellow, Computer (level 3) is Red."
    expect(ada.page.locator(".notice")).to_contain_text(announcement)
    expect(ada.page.get_by_role("status")).to_contain_text(announcement)


def test_name_is_stored_for_all_tables_and_names_the_opponent(visit: Visit) -> None:
    ada = visit()
    ada.open_new_table("inner_square", "here computer")
    ada.button(re.compile("^Change name")).click()
    ada.page.get_by_role("textbox", name="Name").fill("Ada")
    ada.button("Save").click()
    expect(ada.players).to_contain_text("Ada")
    ada.open_page("new/tzaar")
    expect(ada.page.get_by_role("textbox", name="White: Name")).to_have_value("Ada")
    ada.group("White").get_by_role("radio", name="Computer").check()
    ada.page.get_by_role("slider").first.fill("5")
    ada.group("Black").get_by_role("radio", name="By link").check()
    ada.group("Black").get_by_role("radio", name="Here").check()
    expect(ada.page.get_by_role("textbox", name="Black: Name")).to_have_value("Ada")
    ada.button("Start").click()
    ada.open_page("")
    expect(ada.page.get_by_text("Against the computer, level 5").first).to_be_visible()


def test_invitation_is_a_sentence(visit: Visit) -> None:
    ada = visit(permissions=["clipboard-read", "clipboard-write"], own_context=True)
    ada.open_page("new/chain_reaxis(size=8x8)")
    ada.page.get_by_role("textbox", name="Blank: Name").fill("Ada")
    ada.group("Perforated").get_by_role("radio", name="By link").check()
    ada.button("Start").click()
    link = ada.get_invitation_link()
    ada.button("Copy invitation").click()
    expect(ada.button("Copied")).to_be_visible()
    copied = ada.page.evaluate("navigator.clipboard.readText()")
    assert copied == f"Ada invites you to a game of Chain Reaxis (8 × 8): {link}"
    ada.close()
