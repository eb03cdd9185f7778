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
from tests.hall.server_process import ServerProcess, running_server
from tests.hall.test_connections import RawConnection

pytestmark = pytest.mark.xdist_group(__name__)


@pytest.fixture
def restartable_hall(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that restarts at the same address."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    with running_server(tmp_path, port=port) as server:
        yield server


def ignore_connection_errors(visitor: Visitor) -> None:
    """Close the page, and ignore the errors that it logged while the server was unreachable."""
    visitor.close()
    unreachable = ("WebSocket connection to", "net::ERR_CONNECTION")
    visitor.errors = [
        error for error in visitor.errors if not any(word in error for word in unreachable)
    ]


def test_page_reports_a_lost_connection_and_recovers(
    visit: Visit, restartable_hall: ServerProcess
) -> None:
    visitor = visit(server=restartable_hall)
    visitor.open_new_table("tzaar(setup=fixed)")
    position = load("tzaar(setup=fixed)").start()
    for action in ("E4xF3", "E5xF5"):
        position = act(visitor, Mouse(), position, action)
    visitor.expect_status("Your turn continues")
    restartable_hall.kill()
    visitor.expect_status("Connection lost. Reconnecting…")
    spoken = visitor.page.get_by_role("status")
    expect(spoken).to_contain_text("Connection lost.")
    restartable_hall.start()
    expect(spoken).to_contain_text("Connected again.")
    visitor.expect_status("Your turn continues")
    position = act(visitor, Mouse(), position, "H2+G3")
    visitor.expect_status("White to move")
    assert restartable_hall.stop() == 0
    visitor.expect_status("Connection lost. Reconnecting…")
    restartable_hall.start()
    position = act(visitor, Mouse(), position, "D5xF6")
    visitor.expect_status("Your turn continues")
    ignore_connection_errors(visitor)


def test_front_page_reports_an_unreachable_server(
    visit: Visit, restartable_hall: ServerProcess
) -> None:
    visitor = visit("", server=restartable_hall)
    start = visitor.button("Play TZAAR against the computer, level 3")
    start.wait_for()
    restartable_hall.stop()
    start.click()
    card = visitor.page.get_by_role("article").filter(has=start)
    expect(card.get_by_role("alert")).to_contain_text("cannot be reached")
    restartable_hall.start()
    start.click()
    visitor.expect_status("Your turn")
    ignore_connection_errors(visitor)


@pytest.mark.parametrize(
    ("locale", "sentence"),
    mark_matrix(
        [
            ("en-GB", "Too many connections from this address; please close some. Trying again…"),
            (
                "de-DE",
                "Zu viele Verbindungen von dieser Adresse; bitte schließe einige. Ich versuche "
                "es wieder …",
            ),
        ]
    ),
)
def test_page_shows_why_its_connection_is_refused_and_recovers(
    visit: Visit, tmp_path: Path, locale: str, sentence: str
) -> None:
    with running_server(tmp_path, max_connections_per_address=12) as server:
        new_table = server.open_table("here friend", "six_in_line", listed=True)
        server.client.close()
        visitor = visit("lobby", server=server, locale=locale)
        visitor.page.locator(f'a[href*="{new_table["id"]}"]').first.wait_for()
        with ExitStack() as stack:
            while not is_refused(stack.enter_context(RawConnection(server))):
                pass  # until the address has as many connections as it may
            visitor.page.evaluate(
                """path => {
                  history.pushState({}, "", path);
                  dispatchEvent(new PopStateEvent("popstate"));
                }""",
                f"/watch/{new_table['id']}",
            )
            visitor.expect_status(sentence)
        expect(visitor.status).not_to_contain_text(sentence)
        expect(visitor.board.get_by_role("gridcell").first).to_be_visible()
        visitor.close()
        visitor.errors = [error for error in visitor.errors if "429" not in error]


def is_refused(connection: RawConnection) -> bool:
    """Return whether the server refuses a connection at once, before any request."""
    connection.socket.settimeout(0.3)
    try:
        return connection.socket.recv(1) != b""
    except TimeoutError:
        return False


def test_detects_requests_to_other_origins(visit: Visit) -> None:
    """The fixture `visit` relies on this detection in all other tests."""
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
    errors = "\n".join(visitor.errors)
    assert "connect-src" in errors
    assert "style-src" in errors
    assert "on purpose" in errors
    assert "a request to http://elsewhere.invalid/" in errors
    visitor.errors.clear()


def test_link_to_a_deleted_table_shows_that_it_was_removed(visit: Visit) -> None:
    visitor = visit(f"table/{new_id()}")
    expect(visitor.page.get_by_text("This game has been removed from the hall.")).to_be_visible()
    visitor.open_page(f"join/{new_id()}#1.x")
    expect(visitor.page.get_by_text("This game has been removed from the hall.")).to_be_visible()
    expect(visitor.link("To the games")).to_be_visible()
    visitor.errors = [error for error in visitor.errors if "404" not in error]


def test_unknown_pages_are_not_found(visit: Visit) -> None:
    visitor = visit()
    unknown = visitor.page.get_by_text("There is no such game in this hall.")
    for path in ("new/nothing", "table/nothing", "watch/nothing", "lobby/nothing"):
        visitor.open_page(path)
        expect(visitor.page.get_by_role("heading", name="Not found")).to_be_visible()
        expect(visitor.page.get_by_text("mistyped").or_(unknown)).to_be_visible()
        visitor.link("To the games").click()
        expect(visitor.page.get_by_role("heading", name="Take a seat.")).to_be_visible()
