"""The visitor's games: stored in the browser, found, opened, exported, imported, transferred."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Download, FilePayload, Locator, expect

from steinreich.records import read
from tests.browser.conftest import Visit
from tests.browser.tables import create_played_table, open_with_all_seats
from tests.browser.test_access import check_accessibility
from tests.browser.visitor import PHONE_OPTIONS, Visitor
from tests.hall.server_process import ServerProcess

pytestmark = pytest.mark.xdist_group("browser")

# Flat boards: these tests do not depend on height, and 3D is slow.
GAME = "chain_reaxis"
WINNING_ACTIONS = "f3f2 d3e3 c2d2 b1c1 b3b2 c4c3 b4b5 c6b6 d5d6 e5e6 f4e4 f5f6 a4a3 a6a5 e2e1 a2a1"
END = str(len(WINNING_ACTIONS.split()))
SHORT = '[Game "chain_reaxis"]\n\n1. c3c2 d2d3 *\n'
FAULTY_RECORD = """[Game "chain_reaxis"]
[Result "*"]
[Date "2024.02.29"]
[Player1 "Ada"]
[Player2 "Ben"]

1. c3c2 zz *
"""


# Collects the links of all cards that are on the page at any time
RECORD_SHOWN_LINKS = """globalThis.shownLinks = [];
new MutationObserver(() => {
  for (const link of document.querySelectorAll("section li a"))
    if (!shownLinks.includes(link.getAttribute("href"))) shownLinks.push(link.getAttribute("href"));
}).observe(document, { childList: true, subtree: true });"""


def finish_a_game(visitor: Visitor, hall: ServerProcess) -> str:
    """Open a table whose game is over; the browser stores it."""
    new_table = create_played_table(hall, GAME, WINNING_ACTIONS, ("Ada", "Ben"))
    with visitor.page.expect_response(re.compile("api/records/frames")):
        open_with_all_seats(visitor, new_table, GAME)
    return str(new_table["id"])


def get_cards(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("region", name="Finished").get_by_role("listitem")


def import_records(visitor: Visitor, text: str) -> None:
    visitor.button("Add records").click()
    visitor.page.get_by_label("Records", exact=True).fill(text)
    visitor.button("Add to my games").click()


def read_download(download: Download) -> str:
    return Path(download.path()).read_text("utf-8")


def test_finished_game_is_available_offline(visit: Visit, hall: ServerProcess) -> None:
    visitor = visit()
    new_table = create_played_table(hall, GAME, WINNING_ACTIONS, ("Ada", "Ben"))
    id = new_table["id"]
    visitor.page.add_init_script(RECORD_SHOWN_LINKS)
    open_with_all_seats(visitor, new_table, GAME, "games")
    expect(get_cards(visitor).get_by_role("link")).to_have_attribute("href", f"/game/{id}")
    assert visitor.page.evaluate("shownLinks") == [f"/game/{id}"]  # no other card was visible
    expect(get_cards(visitor)).to_contain_text(f"{END} turns")
    expect(get_cards(visitor).locator("svg").first).to_be_visible()
    visitor.page.route("**/api/**", lambda route: route.abort())
    get_cards(visitor).get_by_role("link").click()
    page = visitor.page
    expect(page).to_have_url(re.compile(f"/game/{id}$"))
    moves = page.get_by_role("region", name="Moves")
    expect(moves.locator("[aria-current]")).to_have_attribute("data-after", END)
    expect(visitor.button("Previous move")).to_be_enabled()  # all positions are stored
    page.keyboard.press("ArrowLeft")
    expect(moves.locator("[aria-current]")).to_have_attribute("data-after", str(int(END) - 1))
    page.keyboard.press("Home")
    expect(moves.locator("[aria-current]")).to_have_count(0)
    visitor.button("Next move").click()
    expect(moves.locator("[aria-current]")).to_have_attribute("data-after", "1")
    visitor.close()
    visitor.errors.clear()  # the failed requests are intended


def test_records_are_imported_found_and_hidden_by_keyboard(visit: Visit) -> None:
    visitor = visit("games", bypass_csp=True)
    page = visitor.page
    expect(page.get_by_text("No games yet.")).to_be_visible()
    import_records(visitor, FAULTY_RECORD + '\n[Game "six_in_line"]\n\n1. e3e4 *\n')
    status = page.get_by_role("dialog").get_by_role("status")
    expect(status).to_contain_text("2 games added.")
    expect(status).to_contain_text("line 7, column 9: action 2, 'zz'")
    check_accessibility(visitor)
    page.keyboard.press("Escape")
    expect(get_cards(visitor)).to_have_count(2)
    check_accessibility(visitor)
    page.get_by_label("Search").fill("ben 2024")
    expect(get_cards(visitor)).to_have_count(1)
    expect(get_cards(visitor)).to_contain_text("Ada – Ben")
    page.get_by_role("combobox", name="Game", exact=True).select_option("six_in_line")
    expect(page.get_by_text("No games match.")).to_be_visible()
    visitor.button("Show all").press("Enter")
    expect(get_cards(visitor)).to_have_count(2)
    page.get_by_label("To", exact=True).fill("2024-03-01")
    expect(get_cards(visitor)).to_have_count(1)
    get_cards(visitor).get_by_role("button", name=re.compile("^Hide")).press("Enter")
    hidden = page.get_by_role("region", name="Hidden")
    expect(hidden.get_by_role("listitem")).to_have_count(1)
    hidden.get_by_role("link").press("Enter")
    expect(page.get_by_role("note")).to_contain_text("action 2, 'zz'")
    check_accessibility(visitor)
    visitor.button("Remove").press("Enter")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/games$"))
    expect(get_cards(visitor)).to_have_count(1)


def test_game_is_exported_in_every_format(visit: Visit, hall: ServerProcess) -> None:
    visitor = visit()
    finish_a_game(visitor, hall)
    visitor.open_page("games")
    get_cards(visitor).locator("a[href^='/game/']").click()
    page = visitor.page
    exports = {}
    for name in ("Text", "JSON", "SVG", "PNG", "Animated GIF"):
        with page.expect_download() as download:
            visitor.button(name).click()
        exports[name] = Path(download.value.path()).read_bytes()
    assert read(exports["Text"].decode()) == read(exports["JSON"].decode())
    assert exports["SVG"].startswith(b"<svg")
    assert exports["PNG"].startswith(b"\x89PNG")
    assert exports["Animated GIF"].startswith(b"GIF89a")
    graphic_control = b"\x21\xf9\x04"  # begins each frame of a GIF
    assert exports["Animated GIF"].count(graphic_control) == int(END) + 1


def get_comment_field(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("textbox", name="Comment on this position")


def test_list_is_transferred_to_another_browser_with_or_without_seats(
    visit: Visit, hall: ServerProcess
) -> None:
    source = visit()
    source.open_page("analysis/chain_reaxis#line=c3c2,d2d3")
    get_comment_field(source).fill("from here")
    open_table = create_played_table(hall, GAME, "c3c2 d2d3")
    open_with_all_seats(source, open_table, GAME)
    expect(source.board).to_be_visible()
    results = {
        "rating": 1777,
        "tried": 1,
        "streak": 1,
        "best": 1,
        "seen": [],
        "days": 0,
        "day": "",
        "reviews": {},
    }
    source.page.evaluate("r => localStorage['steinreich.puzzles.tzaar'] = r", json.dumps(results))
    source.open_page("games")
    import_records(source, SHORT)
    expect(source.page.get_by_text("1 game added.")).to_be_visible()
    source.page.keyboard.press("Escape")
    source.button("Export or transfer").click()
    with source.page.expect_download() as list_download:
        source.button("Save list").click()
    assert open_table["token"] not in read_download(list_download.value)
    source.page.get_by_role("checkbox", name=re.compile("^Include my seats")).check()
    with source.page.expect_download() as seats_download:
        source.button("Save list with seat keys").click()
    assert "SECRET" in seats_download.value.suggested_filename
    assert json.loads(read_download(seats_download.value))["warning"].startswith("SECRET")
    for button, form in (("Text", "text"), ("JSON", "json")):
        with source.page.expect_download() as records:
            source.button(button).click()
        assert len(read(read_download(records.value), form)) == 1

    target = visit("games", **PHONE_OPTIONS)
    target.button("Export or transfer").tap()
    chooser = target.page.get_by_role("dialog").locator("input[type=file]")
    broken: FilePayload = {"name": "x.json", "mimeType": "application/json", "buffer": b"{}"}
    chooser.set_input_files(broken)
    expect(target.page.get_by_role("alert")).to_contain_text("not a list of games")
    chooser.set_input_files(seats_download.value.path())
    added = "Games added: 1 · analyses: 1 · puzzle results: 1 · seats: 1"
    expect(target.page.get_by_text(added)).to_be_visible()
    target.button("Close").tap()
    running = target.page.get_by_role("region", name="Continue playing")
    running.get_by_role("link").tap()
    expect(target.button("Resign")).to_be_enabled()  # spectators have no such button
    target.open_page("analysis/chain_reaxis#line=c3c2,d2d3")
    expect(get_comment_field(target)).to_have_value("from here")
    target.open_page("puzzles")
    expect(target.page.get_by_text(re.compile("1777"))).to_be_visible()


def test_shows_games_of_other_tabs_and_reports_blocked_storage(visit: Visit) -> None:
    visitor = visit("games")
    expect(visitor.page.get_by_text("No games yet.")).to_be_visible()
    other = visitor.open_tab()
    other.goto(visitor.base_url + "games")
    other.get_by_role("button", name="Add records").click()
    other.get_by_label("Records", exact=True).fill(SHORT)
    other.get_by_role("button", name="Add to my games").click()
    expect(get_cards(visitor)).to_have_count(1)

    private = visit(locale="de-DE")
    private.page.add_init_script("Object.defineProperty(window, 'indexedDB', {value: undefined})")
    private.open_page("games")
    private.button("Partien hinzufügen").click()
    private.page.get_by_label("Aufzeichnungen", exact=True).fill(SHORT)
    private.button("Zu meinen Partien hinzufügen").click()
    expect(private.page.get_by_role("alert")).to_contain_text("bewahrt für diese Seite nichts auf")


def test_stored_games_follow_the_language(visit: Visit, hall: ServerProcess) -> None:
    visitor = visit()
    id = finish_a_game(visitor, hall)
    visitor.open_page(f"game/{id}#1")
    moment = visitor.page.locator(".description")
    expect(moment).to_contain_text(": tile on f3 and f2")
    visitor.change_language("de")
    expect(moment).to_contain_text("Stein auf f3 und f2")
    expect(visitor.page.get_by_text("Ada – Ben")).to_be_visible()


VERSION_1 = Path("web/src/library/version1.fixture.json")
# Store a game as earlier versions did, with its texts in both languages
STORE_GAME = """({ game, frames }) => new Promise((done, failed) => {
  const request = indexedDB.open("steinreich");
  request.onerror = failed;
  request.onsuccess = () => {
    const transaction = request.result.transaction(["games", "frames"], "readwrite");
    transaction.objectStore("games").put(game, game.id);
    const bytes = new TextEncoder().encode(JSON.stringify(frames));
    transaction.objectStore("frames").put(bytes, game.id);
    transaction.oncomplete = done;
  };
})"""


def test_games_of_earlier_versions_are_shown_in_either_language(visit: Visit) -> None:
    stored = json.loads(VERSION_1.read_text("utf-8"))
    [game] = stored["file"]["games"]
    visitor = visit("games")
    expect(visitor.page.get_by_text("No games yet.")).to_be_visible()
    visitor.page.evaluate(STORE_GAME, {"game": game, "frames": stored["frames"]})
    visitor.reload()
    card = visitor.page.locator(f'li:has([href="/game/{game["id"]}"])')
    expect(card).to_contain_text("Four in a Row 3D")
    expect(card).to_contain_text("Ada – Blue")
    visitor.change_language("de")
    expect(card).to_contain_text("Vier gewinnt 3D")
    expect(card).to_contain_text("Ada – Blau")
    visitor.open_page(f"game/{game['id']}#2")
    expect(visitor.page.locator(".description")).to_contain_text("Kugel auf b1, Ebene 1")
