"""Replay of games: step by step, evaluated, by mouse, touch and keyboard, with links to moves."""

import json
import re

import pytest
from playwright.sync_api import Locator, expect
from websockets.sync.client import connect

from steinreich import load
from tests.browser.conftest import Visit
from tests.browser.devices import Mouse, act
from tests.browser.tables import create_played_table
from tests.browser.test_access import check
from tests.browser.test_own_games import END, GAME, RECORD, WON
from tests.browser.visitor import PHONE_OPTIONS, Visitor
from tests.hall.server_process import Host

pytestmark = pytest.mark.xdist_group("browser")
EVALUATED = 90_000  # milliseconds until an analyst has started and analysed 16 actions


def graph(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("slider")


def is_at(visitor: Visitor, moment: int | str) -> None:
    expect(graph(visitor)).to_have_attribute("aria-valuenow", str(moment))


def practise(visitor: Visitor) -> None:
    """Replay the last mistake of the loser with a better move."""
    page = visitor.page
    page.get_by_role("button", name="Practise the mistakes of Ben").click()
    due = visitor.board.get_by_role("status")
    expect(due).to_contain_text("Ben played")
    check(visitor)
    while "a2a1" not in due.inner_text():
        visitor.button("Next mistake").click()
        expect(due).to_contain_text(re.compile("Ben played"))
    position = load(GAME).start()
    for action in WON.split()[:-1]:
        position = position.play(action)
    act(visitor, Mouse(), position, "a2a1")
    expect(due).to_contain_text("a2a1 is the move that was played.")
    visitor.button("Try again").click()
    expect(due).to_contain_text("Find a better move")
    visitor.button("Show the better move").click()
    expect(due).to_contain_text("The better move:")
    visitor.button("Next mistake").click()
    expect(due).to_contain_text("Done: 0 of")
    visitor.button("Back to the game").click()
    expect(visitor.button("Evaluate deeper")).to_be_visible()


def test_imported_game_is_evaluated_and_works_offline(visit: Visit, hall: Host) -> None:
    made = create_played_table(hall, GAME, WON, ("Ada", "Ben"))
    visitor = visit(
        f"game/{made['id']}#9", bypass_csp=True, permissions=["clipboard-read", "clipboard-write"]
    )
    page = visitor.page
    is_at(visitor, 9)
    expect(visitor.button("Next move")).to_be_in_viewport(ratio=1)
    expect(graph(visitor)).to_be_in_viewport(ratio=1)
    expect(visitor.button("Evaluate the game")).to_be_enabled()
    nothing_found = page.get_by_text("No significant mistakes found.")
    expect(nothing_found).to_have_count(0)  # nothing has been evaluated
    visitor.button("Evaluate the game").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(nothing_found).to_have_count(0)
    expect(visitor.button("Evaluate deeper")).to_be_visible(timeout=EVALUATED)
    moves = page.get_by_role("region", name="Moves", exact=True)
    last = moves.get_by_role(
        "button", name=re.compile("^a2a1.*blunder")
    )  # makes four for the opponent
    expect(last).to_contain_text("??")  # as text: not by colour only
    assert graph(visitor).locator("text").filter(has_text="??").count() > 0
    check(visitor)
    practise(visitor)

    page.route("**/api/**", lambda route: route.abort())
    last.click()
    is_at(visitor, END)
    expect(graph(visitor)).to_have_attribute("aria-valuetext", re.compile("Ada wins .*proven"))
    box = graph(visitor).bounding_box()
    assert box
    page.mouse.click(box["x"] + 2, box["y"] + box["height"] / 2)
    is_at(visitor, 0)
    graph(visitor).focus()
    for key, moment in (("ArrowRight", 1), ("PageDown", 11), ("ArrowLeft", 10), ("Home", 0)):
        page.keyboard.press(key)
        is_at(visitor, moment)
    page.get_by_role("combobox", name="Speed").select_option("fast")
    graph(visitor).press("Space")
    expect(visitor.button("Pause")).to_be_visible()
    is_at(visitor, END)  # and there it stops
    expect(visitor.button("Play the moves")).to_be_visible()
    visitor.button("Previous move").click()
    visitor.button("Link to this move").click()
    expect(visitor.button("Copied")).to_be_visible()
    assert visitor.faults == []
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{visitor.home}game/{made['id']}#15"


def test_mistakes_of_a_played_game_can_be_practised(visit: Visit, hall: Host) -> None:
    made = create_played_table(hall, GAME, WON, ("Ada", "Ben"))
    visitor = visit()
    visitor.take_seats(made, GAME, [1], f"game/{made['id']}")
    visitor.button("Evaluate the game").click()
    visitor.button("Learn from your mistakes").click(timeout=EVALUATED)
    expect(visitor.button("Practise the mistakes of Ben")).to_have_count(0)
    due = visitor.board.get_by_role("status")
    expect(due).to_contain_text(re.compile("You played .* Find a better move"))
    mistake = due.inner_text().split("You played ")[1].split(".")[0]
    visitor.button("Show the better move").click()
    expect(due).to_contain_text("The better move:")
    better = due.inner_text().split("The better move: ")[1].strip()
    visitor.button("Back to the game").click()
    visitor.button("Learn from your mistakes").click()
    position = load(GAME).start()
    for action in WON.split()[: WON.split().index(mistake)]:
        position = position.play(action)
    act(visitor, Mouse(), position, better)
    expect(due).to_contain_text(f"Right: {better} is the best move.")


def test_faulty_record_is_shown_up_to_its_error_and_can_be_linked(visit: Visit) -> None:
    visitor = visit(
        "games", locale="de-DE", permissions=["clipboard-read", "clipboard-write"], **PHONE_OPTIONS
    )
    page = visitor.page
    visitor.button("Partien hinzufügen").tap()
    page.get_by_label("Aufzeichnungen", exact=True).fill(RECORD)
    visitor.button("Zu meinen Partien hinzufügen").tap()
    page.get_by_role("dialog").get_by_role("link").tap()
    note = page.get_by_role("note")
    expect(note).to_contain_text("Zeile 7, Spalte 9: Aktion 2, 'zz'")
    is_at(visitor, 1)
    expect(visitor.button("Voriger Zug")).to_be_enabled()
    box = graph(visitor).bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + 3, box["y"] + 9)
    is_at(visitor, 0)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE_OPTIONS["viewport"]["width"]
    visitor.button("Link zu diesem Zug").tap()
    expect(visitor.button("Kopiert")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()").removeprefix(visitor.home)

    other = visit(link)
    is_at(other, 0)
    expect(other.page.get_by_text("Ada – Ben")).to_be_visible()
    other.button("Add to my games").click()
    expect(other.page).to_have_url(re.compile("/game/record-"))
    is_at(other, 1)
    cut = visit(link[: len(link) // 2])
    expect(cut.page.get_by_role("heading", name="This link contains no record.")).to_be_visible()


def test_running_game_is_replayed_without_evaluation(visit: Visit, hall: Host) -> None:
    made = create_played_table(hall, GAME, "c3c2 d2d3")
    visitor = visit(f"watch/{made['id']}")
    visitor.link("Replay").click()
    is_at(visitor, 2)
    expect(visitor.page.get_by_text("This game is still being played.")).to_be_visible()
    expect(visitor.button("Evaluate the game")).to_have_count(0)
    with connect(hall.socket_url(made["id"]), proxy=None) as socket:
        socket.send(json.dumps({"type": "hello", "token": made["token"]}))
        turn = {"type": "act", "id": "third", "at": 2, "actions": ["e3e2"]}
        socket.send(json.dumps(turn))
        while json.loads(socket.recv()).get("id") != "third":
            pass
    visitor.button("Load new moves").click()
    is_at(visitor, 3)
