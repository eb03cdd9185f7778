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
from tests.browser.test_access import check_accessibility
from tests.browser.test_own_games import END, FAULTY_RECORD, GAME, WINNING_ACTIONS
from tests.browser.visitor import PHONE_OPTIONS, Visitor
from tests.hall.server_process import ServerProcess

pytestmark = pytest.mark.xdist_group("browser")
EVALUATION_TIMEOUT_MS = 90_000  # to start an analyst and analyse 16 actions


def get_graph(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("slider")


def expect_moment(visitor: Visitor, moment: int | str) -> None:
    expect(get_graph(visitor)).to_have_attribute("aria-valuenow", str(moment))


def practise_last_mistake(visitor: Visitor) -> None:
    """Practise the mistakes of the loser up to the last one; ask for its solution."""
    page = visitor.page
    page.get_by_role("button", name="Practise the mistakes of Ben").click()
    prompt = visitor.board.get_by_role("status")
    expect(prompt).to_contain_text("Ben played")
    check_accessibility(visitor)
    while "a2a1" not in prompt.inner_text():
        visitor.button("Next mistake").click()
        expect(prompt).to_contain_text(re.compile("Ben played"))
    position = load(GAME).start()
    for action in WINNING_ACTIONS.split()[:-1]:
        position = position.play(action)
    act(visitor, Mouse(), position, "a2a1")
    expect(prompt).to_contain_text("a2a1 is the move that was played.")
    visitor.button("Try again").click()
    expect(prompt).to_contain_text("Find a better move")
    visitor.button("Show the better move").click()
    expect(prompt).to_contain_text("The better move:")
    visitor.button("Next mistake").click()
    expect(prompt).to_contain_text("Done: 0 of")
    visitor.button("Back to the game").click()
    expect(visitor.button("Evaluate deeper")).to_be_visible()


def test_finished_game_is_evaluated_and_works_offline(visit: Visit, hall: ServerProcess) -> None:
    new_table = create_played_table(hall, GAME, WINNING_ACTIONS, ("Ada", "Ben"))
    visitor = visit(
        f"game/{new_table['id']}#9",
        bypass_csp=True,
        permissions=["clipboard-read", "clipboard-write"],
    )
    page = visitor.page
    expect_moment(visitor, 9)
    expect(visitor.button("Next move")).to_be_in_viewport(ratio=1)
    expect(get_graph(visitor)).to_be_in_viewport(ratio=1)
    expect(visitor.button("Evaluate the game")).to_be_enabled()
    nothing_found = page.get_by_text("No significant mistakes found.")
    expect(nothing_found).to_have_count(0)  # nothing has been evaluated
    visitor.button("Evaluate the game").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(nothing_found).to_have_count(0)
    expect(visitor.button("Evaluate deeper")).to_be_visible(timeout=EVALUATION_TIMEOUT_MS)
    moves = page.get_by_role("region", name="Moves", exact=True)
    # The last action is a blunder: it completes a four of the opponent
    last = moves.get_by_role("button", name=re.compile("^a2a1.*blunder"))
    expect(last).to_contain_text("??")  # as text, not by colour only
    assert get_graph(visitor).locator("text").filter(has_text="??").count() > 0
    check_accessibility(visitor)
    practise_last_mistake(visitor)

    page.route("**/api/**", lambda route: route.abort())
    last.click()
    expect_moment(visitor, END)
    expect(get_graph(visitor)).to_have_attribute("aria-valuetext", re.compile("Ada wins .*proven"))
    box = get_graph(visitor).bounding_box()
    assert box
    page.mouse.click(box["x"] + 2, box["y"] + box["height"] / 2)
    expect_moment(visitor, 0)
    get_graph(visitor).focus()
    for key, moment in (("ArrowRight", 1), ("PageDown", 11), ("ArrowLeft", 10), ("Home", 0)):
        page.keyboard.press(key)
        expect_moment(visitor, moment)
    page.get_by_role("combobox", name="Speed").select_option("fast")
    get_graph(visitor).press("Space")
    expect(visitor.button("Pause")).to_be_visible()
    expect_moment(visitor, END)  # it stops at the end
    expect(visitor.button("Play the moves")).to_be_visible()
    visitor.button("Previous move").click()
    visitor.button("Link to this move").click()
    expect(visitor.button("Copied")).to_be_visible()
    assert visitor.errors == []
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{visitor.base_url}game/{new_table['id']}#15"


def test_offers_practice_of_own_mistakes(visit: Visit, hall: ServerProcess) -> None:
    new_table = create_played_table(hall, GAME, WINNING_ACTIONS, ("Ada", "Ben"))
    visitor = visit()
    visitor.open_with_seats(new_table, GAME, [1], f"game/{new_table['id']}")
    visitor.button("Evaluate the game").click()
    visitor.button("Learn from your mistakes").click(timeout=EVALUATION_TIMEOUT_MS)
    expect(visitor.button("Practise the mistakes of Ben")).to_have_count(0)
    prompt = visitor.board.get_by_role("status")
    expect(prompt).to_contain_text(re.compile("You played .* Find a better move"))
    mistake = prompt.inner_text().split("You played ")[1].split(".")[0]
    visitor.button("Show the better move").click()
    expect(prompt).to_contain_text("The better move:")
    better = prompt.inner_text().split("The better move: ")[1].strip()
    visitor.button("Back to the game").click()
    visitor.button("Learn from your mistakes").click()
    position = load(GAME).start()
    for action in WINNING_ACTIONS.split()[: WINNING_ACTIONS.split().index(mistake)]:
        position = position.play(action)
    act(visitor, Mouse(), position, better)
    expect(prompt).to_contain_text(f"Right: {better} is the best move.")


def test_shows_and_links_a_faulty_record_up_to_its_error(visit: Visit) -> None:
    visitor = visit(
        "games", locale="de-DE", permissions=["clipboard-read", "clipboard-write"], **PHONE_OPTIONS
    )
    page = visitor.page
    visitor.button("Partien hinzufügen").tap()
    page.get_by_label("Aufzeichnungen", exact=True).fill(FAULTY_RECORD)
    visitor.button("Zu meinen Partien hinzufügen").tap()
    page.get_by_role("dialog").get_by_role("link").tap()
    note = page.get_by_role("note")
    expect(note).to_contain_text("Zeile 7, Spalte 9: Aktion 2, 'zz'")
    expect_moment(visitor, 1)
    expect(visitor.button("Voriger Zug")).to_be_enabled()
    box = get_graph(visitor).bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + 3, box["y"] + 9)
    expect_moment(visitor, 0)
    page_width = page.evaluate("document.documentElement.scrollWidth")
    assert page_width <= PHONE_OPTIONS["viewport"]["width"]
    visitor.button("Link zu diesem Zug").tap()
    expect(visitor.button("Kopiert")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()").removeprefix(visitor.base_url)

    other = visit(link)
    expect_moment(other, 0)
    expect(other.page.get_by_text("Ada – Ben")).to_be_visible()
    other.button("Add to my games").click()
    expect(other.page).to_have_url(re.compile("/game/record-"))
    expect_moment(other, 1)
    truncated = visit(link[: len(link) // 2])
    expect(
        truncated.page.get_by_role("heading", name="This link contains no record.")
    ).to_be_visible()


def test_running_game_is_replayed_without_evaluation(visit: Visit, hall: ServerProcess) -> None:
    new_table = create_played_table(hall, GAME, "c3c2 d2d3")
    visitor = visit(f"watch/{new_table['id']}")
    visitor.link("Replay").click()
    expect_moment(visitor, 2)
    expect(visitor.page.get_by_text("This game is still being played.")).to_be_visible()
    expect(visitor.button("Evaluate the game")).to_have_count(0)
    with connect(hall.socket_url(new_table["id"]), proxy=None) as socket:
        socket.send(json.dumps({"type": "hello", "token": new_table["token"]}))
        turn = {"type": "act", "id": "third", "at": 2, "actions": ["e3e2"]}
        socket.send(json.dumps(turn))
        while json.loads(socket.recv()).get("id") != "third":
            pass
    visitor.button("Load new moves").click()
    expect_moment(visitor, 3)
