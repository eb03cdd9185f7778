"""Names that contain scripts: on no page does one run or have to be blocked."""

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
from tests.browser.tables import create_played_table, sit_at
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


def looks_harmless(visitor: Visitor) -> None:
    """Check that no script ran, no element was made of a name, and the policy blocked nothing."""
    page = visitor.page
    assert page.evaluate("window.ran === undefined")
    new_table = (
        "script:not([src]), img[src=x], [onload], [onerror], [onfocus], a[href^='javascript']"
    )
    assert page.locator(new_table).count() == 0


PAIRS = [(SCRIPTS[at], SCRIPTS[(at + 1) % len(SCRIPTS)]) for at in range(0, len(SCRIPTS), 2)]
GAME = "chain_reaxis"  # a flat one: 3D is slow, and irrelevant for names
LINE = "b6a6 b5c5 b4a4 b3b2"  # four in a row: the first player has won


@pytest.mark.parametrize(
    ("careless", "name"),
    [
        ("<p>{}</p>", SCRIPTS[0]),
        ("<p>{}</p>", SCRIPTS[1]),
        ("<p>{}</p>", SCRIPTS[2]),
        ('<input value="{}">', SCRIPTS[3]),
        ("<p>{}</p>", SCRIPTS[5]),
        ('<a href="{}">name</a>', SCRIPTS[7]),
    ],
)
def test_detects_a_page_that_does_not_escape_names(visit: Visit, careless: str, name: str) -> None:
    """All other tests rely on this."""
    visitor = visit("lobby")
    looks_harmless(visitor)
    visitor.page.evaluate("text => { document.body.innerHTML = text }", careless.format(name))
    with pytest.raises(AssertionError):
        looks_harmless(visitor)
    visitor.leave()
    visitor.faults.clear()  # the policy blocked it


@pytest.mark.parametrize(("mine", "theirs"), mark_matrix(PAIRS))
def test_names_are_text_on_every_page(
    visit: Visit, hall: ServerProcess, mine: str, theirs: str
) -> None:
    seats = [{"kind": "here", "name": mine}, {"kind": "friend"}]
    wanted = {"game": GAME, "seats": seats, "listed": True}
    new_table = hall.post("api/tables", wanted).json()
    visitor = visit("lobby")
    expect(visitor.page.get_by_role("main")).to_contain_text(mine)
    looks_harmless(visitor)
    visitor.go(f"join/{new_table['id']}#1.{new_table['invites']['1']}")
    name = visitor.page.get_by_role("textbox", name="Name")
    name.fill(theirs)
    looks_harmless(visitor)
    visitor.button("Take the seat").click()
    expect(visitor.players).to_contain_text(theirs)
    expect(visitor.players).to_contain_text(mine)
    looks_harmless(visitor)
    visitor.go("")
    expect(visitor.page.get_by_role("main")).to_be_visible()
    looks_harmless(visitor)
    other = visit("lobby", locale="de-DE")  # in sentences
    expect(other.page.get_by_role("main")).to_contain_text(theirs)
    looks_harmless(other)
    other.go(f"watch/{new_table['id']}")
    expect(other.players).to_contain_text(mine)
    expect(other.status).to_contain_text("am Zug")
    looks_harmless(other)
    for format in ("text", "json"):
        record = hall.get(f"api/tables/{new_table['id']}/record", params={"format": format})
        assert record.headers["x-content-type-options"] == "nosniff"
        assert re.match("(text/plain|application/json);", record.headers["content-type"])
        assert record.headers["content-disposition"].startswith("attachment")


# A game from its start to its replay


@pytest.mark.parametrize(("mine", "theirs"), mark_matrix(PAIRS))
def test_names_are_text_in_a_replayed_game(
    visit: Visit, hall: ServerProcess, mine: str, theirs: str
) -> None:
    """Its end, every move of it, its record, the list of own games, and a rematch."""
    visitor = visit()
    new_table = create_played_table(hall, GAME, LINE, (mine, theirs))
    sit_at(visitor, new_table, GAME)
    expect(visitor.board).to_contain_text(mine)  # has won
    assert mine in visitor.page.title()
    expect(visitor.written).to_have_count(4)
    visitor.button("Starting position").click()
    for number in range(4):
        looks_harmless(visitor)
        expect(visitor.status).to_contain_text(f"turn {number}" if number else "Starting position")
        visitor.button("Next move").click()
    looks_harmless(visitor)
    show_svg(visit(), draw_record(download_record(visitor), (mine, theirs)))
    visitor.go("games")
    expect(visitor.page.get_by_role("main")).to_contain_text(f"{mine} won")
    looks_harmless(visitor)
    visitor.page.locator("a[href^='/game/']").click()
    expect(visitor.page.get_by_role("main")).to_contain_text(f"{mine} – {theirs}")
    looks_harmless(visitor)
    visitor.go(f"table/{new_table['id']}")
    visitor.button("Rematch").click()
    expect(visitor.page).not_to_have_url(re.compile(new_table["id"]))
    expect(visitor.players).to_contain_text(mine)
    expect(visitor.status).to_contain_text("to move")
    looks_harmless(visitor)


def download_record(visitor: Visitor) -> str:
    """Return the record downloaded from a table."""
    with visitor.page.expect_download() as downloading:
        visitor.link("Download record").click()
    return Path(downloading.value.path()).read_text()


def draw_record(saved: str, names: tuple[str, ...]) -> str:
    """Return the last picture of a record with these names; names do not appear in it."""
    (record,) = parse_text(saved)
    assert (record.headers["Player1"], record.headers["Player2"]) == names
    shown = svg(record.end)
    assert "ran=1" not in shown
    return shown


def show_svg(visitor: Visitor, text: str) -> None:
    """Open an SVG by itself, where its scripts would run."""
    visitor.page.goto(f"data:image/svg+xml,{quote(text)}")
    assert visitor.page.locator("svg").count() == 1
    looks_harmless(visitor)


def test_names_are_text_in_a_chart_of_ratings(visit: Visit) -> None:
    games = [
        finished_game("ab", (1, -1), Player1=one, Player2=two) for one, two in pairwise(SCRIPTS)
    ]
    visitor = visit()
    show_svg(visitor, plot([report(games)]))
    words = " ".join(visitor.page.locator("text").all_text_contents())
    assert [name for name in SCRIPTS if name not in words and len(name) < 20] == []


@contextmanager
def connect_opponent(hall: ServerProcess, table: str, token: str) -> Iterator[Any]:
    """Connect another player to a table, who can send commands."""
    with connect(hall.socket_url(table), proxy=None) as socket:
        socket.send(json.dumps({"type": "hello", "token": token}))

        def say(type: str, **fields: Any) -> None:
            id = f"{type}{len(said)}"
            said.append(id)
            socket.send(json.dumps({"type": type, "id": id, **fields}))
            while (heard := json.loads(socket.recv())).get("id") != id:
                pass
            assert heard["type"] == "event", heard

        said: list[str] = []
        yield say


@pytest.mark.parametrize(("mine", "theirs"), mark_matrix(PAIRS))
def test_names_are_text_in_all_announcements(
    visit: Visit, hall: ServerProcess, mine: str, theirs: str
) -> None:
    """Offers, declined and withdrawn ones, turns, a new name, and the end."""
    new_table = hall.open_table("here friend", GAME)
    token = hall.join(new_table, name=theirs)
    visitor = visit()
    sit_at(visitor, new_table, GAME)
    page = visitor.page.get_by_role("main")
    expect(visitor.players).to_contain_text(theirs)
    with connect_opponent(hall, new_table["id"], new_table["token"]) as first:
        first("name", seat=0, name=mine)
        expect(visitor.players).to_contain_text(mine)
        first("act", at=0, actions=["b6a6"])
    with connect_opponent(hall, new_table["id"], token) as friend:
        friend("act", at=1, actions=["b5c5"])
        for what in ("draw", "undo"):
            friend("offer", what=what)
            expect(page).to_contain_text(f"{theirs} ")
            looks_harmless(visitor)
            friend("decline", what=what)
            looks_harmless(visitor)
        friend("name", seat=1, name=mine)
        expect(visitor.players).not_to_contain_text(theirs)
        friend("name", seat=1, name=theirs)
        friend("resign", seat=1)
        expect(visitor.board).to_contain_text(theirs)
        looks_harmless(visitor)
        friend("offer", offer="rematch")
        expect(page).to_contain_text(f"{theirs} would like a rematch.")
        looks_harmless(visitor)
