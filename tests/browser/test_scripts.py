"""Names that contain scripts are shown as text on all pages; no script runs or is blocked."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import expect
from websockets.sync.client import connect

from steinreich.arena.chart import plot
from steinreich.arena.report import report
from steinreich.draw import svg
from steinreich.records import parse_text
from tests.arena.test_report import finished_game
from tests.browser.conftest import Visit
from tests.browser.tables import create_played_table, open_with_all_seats
from tests.browser.visitor import Visitor
from tests.conftest import mark_matrix
from tests.hall.server_process import ServerProcess

pytestmark = pytest.mark.xdist_group(__name__)
SCRIPTS = [  # at most 30 characters each, the limit of names
    "<script>ran=1</script>",
    "<img src=x onerror=ran=1>",
    "<svg onload=ran=1>",
    '"onfocus=ran=1 autofocus x="',
    "'-ran=1-'",
    "</title><svg/onload=ran=1>",
    "{{ran=1}}${ran=1}{@html 1}",
    "javascript:ran=1",
    "&lt;svg onload=ran=1&gt;",
]


def check_no_script_ran(visitor: Visitor) -> None:
    """Check that no script ran and no name was parsed as HTML.

    What the Content-Security-Policy blocks is among the errors that fail each test.
    """
    page = visitor.page
    assert page.evaluate("window.ran === undefined")
    injected = (
        "script:not([src]), img[src=x], [onload], [onerror], [onfocus], a[href^='javascript']"
    )
    assert page.locator(injected).count() == 0


PAIRS = [(SCRIPTS[at], SCRIPTS[(at + 1) % len(SCRIPTS)]) for at in range(0, len(SCRIPTS), 2)]
GAME = "chain_reaxis"  # without a 3D view, which is slow
LINE = "b6a6 b5c5 b4a4 b3b2"  # four in a row: the first player has won


@pytest.mark.parametrize(
    ("template", "name"),
    [
        ("<p>{}</p>", SCRIPTS[0]),
        ("<p>{}</p>", SCRIPTS[1]),
        ("<p>{}</p>", SCRIPTS[2]),
        ('<input value="{}">', SCRIPTS[3]),
        ("<p>{}</p>", SCRIPTS[5]),
        ('<a href="{}">name</a>', SCRIPTS[7]),
    ],
)
def test_detects_a_page_that_does_not_escape_names(visit: Visit, template: str, name: str) -> None:
    """Shows that `check_no_script_ran` finds such mistakes."""
    visitor = visit("lobby")
    check_no_script_ran(visitor)
    visitor.page.evaluate("text => { document.body.innerHTML = text }", template.format(name))
    with pytest.raises(AssertionError):
        check_no_script_ran(visitor)
    visitor.close()
    visitor.errors.clear()  # the policy blocked it


@pytest.mark.parametrize(("own_name", "other_name"), mark_matrix(PAIRS))
def test_names_are_text_on_every_page(
    visit: Visit, hall: ServerProcess, own_name: str, other_name: str
) -> None:
    seats = [{"kind": "here", "name": own_name}, {"kind": "friend"}]
    body = {"game": GAME, "seats": seats, "listed": True}
    new_table = hall.post("api/tables", body).json()
    visitor = visit("lobby")
    expect(visitor.page.get_by_role("main")).to_contain_text(own_name)
    check_no_script_ran(visitor)
    visitor.open_page(f"join/{new_table['id']}#1.{new_table['invites']['1']}")
    name = visitor.page.get_by_role("textbox", name="Name")
    name.fill(other_name)
    check_no_script_ran(visitor)
    visitor.button("Take the seat").click()
    expect(visitor.players).to_contain_text(other_name)
    expect(visitor.players).to_contain_text(own_name)
    check_no_script_ran(visitor)
    visitor.open_page("")
    expect(visitor.page.get_by_role("main")).to_be_visible()
    check_no_script_ran(visitor)
    other = visit("lobby", locale="de-DE")  # names are parts of translated sentences
    expect(other.page.get_by_role("main")).to_contain_text(other_name)
    check_no_script_ran(other)
    other.open_page(f"watch/{new_table['id']}")
    expect(other.players).to_contain_text(own_name)
    expect(other.status).to_contain_text("am Zug")
    check_no_script_ran(other)
    for format in ("text", "json"):
        record = hall.get(f"api/tables/{new_table['id']}/record", params={"format": format})
        assert record.headers["x-content-type-options"] == "nosniff"
        assert re.match("(text/plain|application/json);", record.headers["content-type"])
        assert record.headers["content-disposition"].startswith("attachment")


# A game from its start to its replay


@pytest.mark.parametrize(("own_name", "other_name"), mark_matrix(PAIRS))
def test_names_are_text_in_a_replayed_game(
    visit: Visit, hall: ServerProcess, own_name: str, other_name: str
) -> None:
    """Checks the finished game, each of its moves, its record, saved games and a rematch."""
    visitor = visit()
    new_table = create_played_table(hall, GAME, LINE, (own_name, other_name))
    open_with_all_seats(visitor, new_table, GAME)
    expect(visitor.board).to_contain_text(own_name)  # has won
    assert own_name in visitor.page.title()
    expect(visitor.move_buttons).to_have_count(4)
    visitor.button("Starting position").click()
    for number in range(4):
        check_no_script_ran(visitor)
        expect(visitor.status).to_contain_text(f"turn {number}" if number else "Starting position")
        visitor.button("Next move").click()
    check_no_script_ran(visitor)
    show_svg(visit(), draw_record(download_record(visitor), (own_name, other_name)))
    visitor.open_page("games")
    expect(visitor.page.get_by_role("main")).to_contain_text(f"{own_name} won")
    check_no_script_ran(visitor)
    visitor.page.locator("a[href^='/game/']").click()
    expect(visitor.page.get_by_role("main")).to_contain_text(f"{own_name} – {other_name}")
    check_no_script_ran(visitor)
    visitor.open_page(f"table/{new_table['id']}")
    visitor.button("Rematch").click()
    expect(visitor.page).not_to_have_url(re.compile(new_table["id"]))
    expect(visitor.players).to_contain_text(own_name)
    expect(visitor.status).to_contain_text("to move")
    check_no_script_ran(visitor)


def download_record(visitor: Visitor) -> str:
    """Return the record downloaded from a table."""
    with visitor.page.expect_download() as downloading:
        visitor.link("Download record").click()
    return Path(downloading.value.path()).read_text()


def draw_record(saved: str, names: tuple[str, ...]) -> str:
    """Return the last picture of a record with these names; names do not appear in it."""
    (record,) = parse_text(saved)
    assert (record.headers["Player1"], record.headers["Player2"]) == names
    picture = svg(record.end)
    assert "ran=1" not in picture
    return picture


def show_svg(visitor: Visitor, text: str) -> None:
    """Open an SVG by itself, where its scripts would run."""
    visitor.page.goto(f"data:image/svg+xml,{quote(text)}")
    assert visitor.page.locator("svg").count() == 1
    check_no_script_ran(visitor)


def test_names_are_text_in_a_chart_of_ratings(visit: Visit) -> None:
    games = [
        finished_game("ab", (1, -1), Player1=first, Player2=second)
        for first, second in pairwise(SCRIPTS)
    ]
    visitor = visit()
    show_svg(visitor, plot([report(games)]))
    chart_text = " ".join(visitor.page.locator("text").all_text_contents())
    assert [name for name in SCRIPTS if name not in chart_text and len(name) < 20] == []


@contextmanager
def connect_opponent(hall: ServerProcess, table: str, token: str) -> Iterator[Any]:
    """Connect another player to a table, who can send commands."""
    with connect(hall.socket_url(table), proxy=None) as socket:
        socket.send(json.dumps({"type": "hello", "token": token}))

        def send_command(type: str, **fields: Any) -> None:
            id = f"{type}{len(ids)}"
            ids.append(id)
            socket.send(json.dumps({"type": type, "id": id, **fields}))
            while (message := json.loads(socket.recv())).get("id") != id:
                pass
            assert message["type"] == "event", message

        ids: list[str] = []
        yield send_command


@pytest.mark.parametrize(("own_name", "other_name"), mark_matrix(PAIRS))
def test_names_are_text_in_all_announcements(
    visit: Visit, hall: ServerProcess, own_name: str, other_name: str
) -> None:
    """Announcements of offers, refusals, turns, a new name and the end of the game."""
    new_table = hall.open_table("here friend", GAME)
    token = hall.join(new_table, name=other_name)
    visitor = visit()
    open_with_all_seats(visitor, new_table, GAME)
    page = visitor.page.get_by_role("main")
    expect(visitor.players).to_contain_text(other_name)
    with connect_opponent(hall, new_table["id"], new_table["token"]) as first:
        first("name", seat=0, name=own_name)
        expect(visitor.players).to_contain_text(own_name)
        first("act", at=0, actions=["b6a6"])
    with connect_opponent(hall, new_table["id"], token) as friend:
        friend("act", at=1, actions=["b5c5"])
        for offer in ("draw", "undo"):
            friend("offer", offer=offer)
            expect(page).to_contain_text(f"{other_name} ")
            check_no_script_ran(visitor)
            friend("decline", offer=offer)
            check_no_script_ran(visitor)
        friend("name", seat=1, name=own_name)
        expect(visitor.players).not_to_contain_text(other_name)
        friend("name", seat=1, name=other_name)
        friend("resign", seat=1)
        expect(visitor.board).to_contain_text(other_name)
        check_no_script_ran(visitor)
        friend("offer", offer="rematch")
        expect(page).to_contain_text(f"{other_name} would like a rematch.")
        check_no_script_ran(visitor)
