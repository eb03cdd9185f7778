"""People on different devices: invitations, reloads, offers, spectators, the lobby."""

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

from steinreich import load
from tests.browser.conftest import Visit
from tests.browser.devices import Mouse, act, expect_label
from tests.browser.visitor import Visitor
from tests.hall.server_process import running_server

pytestmark = pytest.mark.xdist_group(__name__)


def seat_two_friends(visit: Visit, game: str, **options: str) -> tuple[Visitor, Visitor]:
    """Return two visitors at a new table; the second one has used an invitation link."""
    ada, ben = visit(), visit()
    ada.create_table_by_form(game, ["Here", "By link"], **options)
    ada.expect_status("Waiting for players")
    ben.page.goto(ada.get_invitation_link())
    ben.page.get_by_role("textbox", name="Name").fill("Ben <b>")
    ben.button("Take the seat").click()
    expect(ada.players).to_contain_text("Ben <b>")
    return ada, ben


def test_game_between_two_browsers_survives_a_reload(visit: Visit) -> None:
    ada, ben = seat_two_friends(visit, "tzaar", setup="fixed layout")
    position = load("tzaar(setup=fixed)").start()
    position = act(ada, Mouse(), position, "E4xF3")
    ben.expect_status("Your turn: capture")
    expect(ben.button("Resign")).to_be_visible()
    expect(ben.button("Offer a draw")).to_be_hidden()  # impossible in this game
    position = act(ben, Mouse(), position, "E5xF5")
    ben.expect_status("Your turn continues")
    ada.expect_status("Ben <b> to move")
    assert ada.moves() == ["E4xF3"], "partial turns are not sent to others"
    ben.reload()
    ben.expect_status("Your turn continues")  # the draft is restored
    expect_label(ben.cell("F5"), "F5, black")
    position = act(ben, Mouse(), position, "H2+G3")
    ada.expect_status("Your turn: capture")
    ada.reload()
    for action in ("D5xF6", "D6xE6"):
        position = act(ada, Mouse(), position, action)
    for action in ("E7xD8", "D4+C3"):
        position = act(ben, Mouse(), position, action)
    position = act(ada, Mouse(), position, "F3xC4")
    assert position.is_over
    ada.expect_status("You have won! You captured Ben <b>'s last Tzaar")
    ben.expect_status("You have lost. White captured Ben <b>'s last Tzaar")
    assert ada.moves() == ben.moves()


def test_undo_by_consent_then_draw_then_rematch_with_swapped_sides(visit: Visit) -> None:
    ada, ben = seat_two_friends(visit, "inner_square")
    position = load("inner_square").start()
    position = act(ada, Mouse(), position, "c2-c5")
    ada.button("Undo").click()
    request = ben.group("Red would like to take back the last turn.")
    request.get_by_role("button", name="Decline").click()
    expect(ada.button("Withdraw")).to_be_hidden()
    assert ada.moves() == ["c2-c5"]
    position = act(ben, Mouse(), position, "a6-a5")
    ben.button("Undo").click()
    request = ada.group("Ben <b> would like to take back the last turn.")
    request.get_by_role("button", name="Accept").click()
    ben.expect_status("Your turn")
    assert ben.moves() == ["c2-c5"]
    ben.button("Offer a draw").click()
    ben.button("No").click()
    expect(ben.group("You have offered a draw.")).to_be_hidden()
    ben.button("Offer a draw").click()
    ben.button("Yes").click()
    expect(ben.group("You have offered a draw.")).to_be_visible()
    ada.group("Ben <b> offers a draw.").get_by_role("button", name="Accept").click()
    for person in (ada, ben):
        person.expect_status("Draw")
    carl = visit(ada.page.url.removeprefix(ada.base_url).replace("table", "watch"))
    carl.expect_status("Draw")
    ada.button("Rematch").click()
    ben.group("Red would like a rematch.").get_by_role("button", name="Accept").click()
    ben.expect_status("Your turn")
    ada.expect_status("Ben <b> to move")
    carl.expect_status("Ben <b> to move")  # the page of a spectator moves on to the rematch
    changed = "Sides have changed: you are Red"
    expect(ben.page.locator(".notice")).to_contain_text(changed)
    expect(ben.page.get_by_role("status")).to_contain_text(changed)
    act(ben, Mouse(), load("inner_square").start(), "c2-c5")
    ada.expect_status("Your turn")


def test_spectator_browsing_back_stays_at_the_position(visit: Visit) -> None:
    ada = visit()
    ada.open_new_table("inner_square")
    position = load("inner_square").start()
    for action in ("c2-c5", "a6-a5"):
        position = act(ada, Mouse(), position, action)
    spectator = visit()
    spectator.page.goto(ada.page.url.replace("/table/", "/watch/"))
    expect(spectator.page.get_by_text("You are watching.")).to_be_visible()
    expect(ada.players).to_contain_text("1 spectator")
    spectator.button("Previous move").click()
    spectator.expect_status("Position after turn 1")
    expect_label(spectator.cell("a5"), "a5, empty")
    for action in ("e2-e5", "a5-a6"):
        position = act(ada, Mouse(), position, action)
    back_button = spectator.button(re.compile("Back to the game"))
    expect(back_button).to_contain_text("2 new turns")
    spectator.expect_status("Position after turn 1")
    expect_label(spectator.cell("a5"), "a5, empty")
    expect_label(spectator.cell("e5"), "e5, empty")
    back_button.click()
    spectator.expect_status("Red to move")
    expect_label(spectator.cell("e5"), "e5, red")
    spectator.page.keyboard.press("ArrowLeft")
    spectator.expect_status("Position after turn 3")
    spectator.button("Last move").click()
    for name in ("c1", "c3"):
        spectator.cell(name).click()
    act(ada, Mouse(), position, "c1-c3")
    expect(spectator.move_buttons).to_have_text(["c2-c5", "a6-a5", "e2-e5", "a5-a6", "c1-c3"])


def test_lobby_offers_listed_games_only(visit: Visit) -> None:
    ada, ben, carl = visit(), visit(), visit()
    ada.open_page("new/chain_reaxis")
    for seat, kind in (("Blank", "By link"), ("Perforated", "Here")):
        ada.group(seat).get_by_role("radio", name=kind).check()
    ada.page.get_by_role("checkbox", name="Show this game in the lobby").check()
    ada.button("Start").click()
    ada.expect_status("Waiting")
    carl.open_new_table("inner_square", "here friend")
    carl.expect_status("Waiting")
    ben.open_page("lobby")
    waiting = ben.page.get_by_role("region", name="Games to join")
    expect(waiting).to_contain_text("Chain Reaxis")
    expect(waiting).not_to_contain_text("Inner Square")
    waiting.get_by_role("link", name="Join: Blank").click()
    ben.button("Take the seat").click()
    ben.expect_status("Your turn")
    act(ben, Mouse(), load("chain_reaxis").start(), "c3c4")
    ada.expect_status("Your turn")
    ben.page.go_back()
    running = ben.page.get_by_role("region", name="Games to watch")
    expect(running.get_by_role("link", name="To the table")).to_be_visible()


def test_two_tabs_of_one_seat_stay_in_step(visit: Visit) -> None:
    ada = visit()
    ada.open_new_table("inner_square")
    first, second = ada.page, ada.open_tab()
    second.goto(first.url)
    position = act(ada, Mouse(), load("inner_square").start(), "c2-c5")
    ada.page = second
    act(ada, Mouse(), position, "a6-a5")
    ada.page = first
    ada.expect_status("Red to move")
    assert ada.moves() == ["c2-c5", "a6-a5"]


def test_invitation_works_once(visit: Visit) -> None:
    ada, ben, carl = visit(), visit(), visit()
    ada.open_new_table("inner_square", "here friend")
    link = ada.get_invitation_link()
    ben.page.goto(link)
    expect(ben.page).to_have_title("You are invited – Steinreich")
    ben.button("Take the seat").click()
    ben.expect_status("Red to move")
    carl.page.goto(link)
    expect(carl.page.get_by_role("heading", level=1)).to_have_text("This seat is already taken")
    expect(carl.page).to_have_title("This seat is already taken – Steinreich")
    carl.link("Watch the game").click()
    expect(carl.page.get_by_text("You are watching.")).to_be_visible()


def test_absent_player_is_named_and_can_lose_by_a_claim(visit: Visit, tmp_path: Path) -> None:
    with running_server(tmp_path, claim_delay_seconds=1) as server:
        ada, ben = visit(server=server, own_context=True), visit(server=server)
        ada.open_new_table("inner_square", "here friend")
        link = ada.get_invitation_link()
        ben.page.goto(link)
        ben.page.get_by_role("textbox", name="Name").fill("Ben")
        ben.button("Take the seat").click()
        act(ada, Mouse(), load("inner_square").start(), "c2-c5")
        ben.expect_status("Your turn")
        ben.page.goto("about:blank")
        expect(ada.players.get_by_text("away", exact=True)).to_be_attached()
        now = time.time()
        ada.page.clock.set_fixed_time(now + 20)
        away = "Ben has been away for less than a minute."
        ada.expect_status(away)
        expect(ada.page.get_by_role("status")).to_contain_text(away)
        ada.expect_status("Ben to move")
        request = ada.group(f"{away} You may claim the win or keep waiting.")
        request.get_by_role("button", name="Keep waiting").click()
        expect(request).to_be_hidden()
        ada.page.clock.set_fixed_time(now + 21)
        request.get_by_role("button", name="Claim the win").click()
        ada.expect_status("You have won! Ben was away for too long")
        ben.page.goto(f"{server.url}table/{link.rsplit('/', 1)[1].partition('#')[0]}")
        ben.expect_status("You have lost. You were away for too long")
        ada.close()
        ben.close()
