"""Lost connections, refused connections, and requests to other origins."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import expect

from steinreich import load
from steinreich.hall.tokens import new_id
from tests.browser.conftest import Visit
from tests.browser.devices import Mouse, act
from tests.browser.visitor import Visitor
from tests.conftest import mark_matrix
from tests.hall.server_process import Host, hosted
from tests.hall.test_connections import Line

pytestmark = pytest.mark.xdist_group(__name__)


@pytest.fixture
def frail_hall(tmp_path: Path) -> Iterator[Host]:
    """A server that restarts at the same address."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    with hosted(tmp_path, port=port) as host:
        yield host


def ignore_connection_errors(visitor: Visitor) -> None:
    """Ignore the errors that browsers log while they retry to reach a server."""
    visitor.leave()
    unreachable = ("WebSocket connection to", "net::ERR_CONNECTION")
    visitor.faults = [
        fault for fault in visitor.faults if not any(word in fault for word in unreachable)
    ]


def test_page_reports_a_lost_connection_and_recovers(visit: Visit, frail_hall: Host) -> None:
    visitor = visit(host=frail_hall)
    visitor.sit_down("tzaar(setup=fixed)")
    position = load("tzaar(setup=fixed)").start()
    for action in ("E4xF3", "E5xF5"):
        position = act(visitor, Mouse(), position, action)
    visitor.sees("Your turn continues")
    frail_hall.kill()
    visitor.sees("Connection lost. Reconnecting…")
    spoken = visitor.page.get_by_role("status")
    expect(spoken).to_contain_text("Connection lost.")
    frail_hall.start()
    expect(spoken).to_contain_text("Connected again.")
    visitor.sees("Your turn continues")
    position = act(visitor, Mouse(), position, "H2+G3")
    visitor.sees("White to move")
    assert frail_hall.stop() == 0
    visitor.sees("Connection lost. Reconnecting…")
    frail_hall.start()
    position = act(visitor, Mouse(), position, "D5xF6")
    visitor.sees("Your turn continues")
    ignore_connection_errors(visitor)


def test_front_page_reports_an_unreachable_server(visit: Visit, frail_hall: Host) -> None:
    visitor = visit("", host=frail_hall)
    start = visitor.button("Play TZAAR against the computer, level 3")
    start.wait_for()
    frail_hall.stop()
    start.click()
    card = visitor.page.get_by_role("article").filter(has=start)
    expect(card.get_by_role("alert")).to_contain_text("cannot be reached")
    frail_hall.start()
    start.click()
    visitor.sees("Your turn")
    ignore_connection_errors(visitor)


@pytest.mark.parametrize(
    ("locale", "sentence"),
    mark_matrix(
        [
            ("en-GB", "Too many connections from this address; please close some. Trying again…"),
            (
                "de-DE",
                "Zu viele Verbindungen von hier; bitte schließe einige. Ich versuche es wieder …",
            ),
        ]
    ),
)
def test_page_says_why_it_is_refused_and_recovers(
    visit: Visit, tmp_path: Path, locale: str, sentence: str
) -> None:
    with hosted(tmp_path, max_connections_per_address=12) as host:
        made = host.open_table("here friend", "six_in_line", listed=True)
        host.client.close()
        visitor = visit("lobby", host=host, locale=locale)
        visitor.page.locator(f'a[href*="{made["id"]}"]').first.wait_for()
        with ExitStack() as held:
            while not is_refused(held.enter_context(Line(host))):
                pass  # until the address has all its connections
            visitor.page.evaluate(
                """path => {
                  history.pushState({}, "", path);
                  dispatchEvent(new PopStateEvent("popstate"));
                }""",
                f"/watch/{made['id']}",
            )
            visitor.sees(sentence)
        expect(visitor.status).not_to_contain_text(sentence)
        expect(visitor.board.get_by_role("gridcell").first).to_be_visible()
        visitor.leave()
        visitor.faults = [fault for fault in visitor.faults if "429" not in fault]


def is_refused(line: Line) -> bool:
    """Return whether the server sends a refusal unasked."""
    line.socket.settimeout(0.3)
    try:
        return line.socket.recv(1) != b""
    except TimeoutError:
        return False


def test_request_to_another_origin_is_detected(visit: Visit) -> None:
    """All other tests rely on this."""
    visitor = visit("lobby")
    page = visitor.page
    with page.expect_console_message(lambda message: "connect-src" in message.text):
        page.evaluate("fetch('http://elsewhere.invalid/').catch(() => null)")
    with page.expect_console_message(lambda message: "style-src" in message.text):
        page.evaluate("document.body.setAttribute('style', 'color: red')")
    with page.expect_event("pageerror"):
        page.evaluate("setTimeout(() => { throw new Error('on purpose') })")
    with page.expect_request("http://**"):
        page.evaluate("location = 'http://elsewhere.invalid/'")
    noticed = "\n".join(visitor.faults)
    assert "connect-src" in noticed
    assert "style-src" in noticed
    assert "on purpose" in noticed
    assert "a request to http://elsewhere.invalid/" in noticed
    visitor.faults.clear()


def test_link_to_a_deleted_table_says_so(visit: Visit) -> None:
    visitor = visit(f"table/{new_id()}")
    expect(visitor.page.get_by_text("This game has been removed from the hall.")).to_be_visible()
    visitor.go(f"join/{new_id()}#1.x")
    expect(visitor.page.get_by_text("This game has been removed from the hall.")).to_be_visible()
    expect(visitor.link("To the games")).to_be_visible()
    visitor.faults = [fault for fault in visitor.faults if "404" not in fault]


def test_unknown_pages_are_not_found(visit: Visit) -> None:
    visitor = visit()
    unknown = visitor.page.get_by_text("There is no such game in this hall.")
    for path in ("new/nothing", "table/nothing", "watch/nothing", "lobby/nothing"):
        visitor.go(path)
        expect(visitor.page.get_by_role("heading", name="Not found")).to_be_visible()
        expect(visitor.page.get_by_text("mistyped").or_(unknown)).to_be_visible()
        visitor.link("To the games").click()
        expect(visitor.page.get_by_role("heading", name="Take a seat.")).to_be_visible()
