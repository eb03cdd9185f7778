"""A visitor of the server: a browser context with its pages, and all errors that occur in it."""

import json
import re
import shutil
import time
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    ViewportSize,
    expect,
)

CONDITION_TIMEOUT_MS = 45_000
DESKTOP = {"width": 1280, "height": 860}
LANGUAGE_BUTTONS = {"de": "DE: Deutsch", "en": "EN: English", "fr": "FR: Français"}
BOARD_SELECTOR = ", ".join(f"section[aria-label={name}]" for name in ("Board", "Brett", "Plateau"))
LOADING_TEXT = re.compile("One moment…|Einen Augenblick …|Un instant…")
PHONE: ViewportSize = {"width": 360, "height": 740}
PHONE_OPTIONS: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
STORE_TOKENS = """{
  const stored = JSON.parse(localStorage["steinreich.tables"] ?? "{}");
  localStorage["steinreich.tables"] = JSON.stringify({ ...stored, ...%s });
}"""  # adds the tokens of tables to those that the client stores
SEAT_REQUESTS: dict[str, dict[str, Any]] = {  # as the setup form sends them
    "here": {"kind": "here"},
    "friend": {"kind": "friend"},
    "computer": {"kind": "computer", "level": 3},
}


def find_chromium() -> str:
    """Return the path of Chromium, preferably of the headless program, which is much faster."""
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert program, "the tests need Chromium; tools/system-packages installs it"
    return program


def create_context(browser: Browser, **options: Any) -> BrowserContext:
    """Return an empty browser context."""
    context_options = {"locale": "en-GB", "viewport": DESKTOP, "reduced_motion": "reduce"} | options
    context = browser.new_context(**context_options)
    context.set_default_timeout(CONDITION_TIMEOUT_MS)
    return context


class Visitor:
    """Opens pages of a server in a browser context and records errors.

    Requests to other origins are errors, too.
    """

    def __init__(self, browser: Browser, base_url: str, **options: Any) -> None:
        self.attach(create_context(browser, **options), base_url)

    def attach(self, context: BrowserContext, base_url: str) -> None:
        """Use a browser context and open its first page."""
        self.base_url = base_url
        self.errors: list[str] = []
        self.origins: set[str] = set()  # of all requests
        self.context = context
        self.context.on("request", self.on_request)
        self.page = self.open_tab()

    def open_tab(self) -> Page:
        """Open another tab of the same browser."""
        page = self.new_page()
        page.on("console", self.on_console_message)
        page.on("pageerror", lambda error: self.errors.append(f"{error}"))
        page.on("websocket", lambda socket: self.check_origin(socket.url))
        return page

    def new_page(self) -> Page:
        return self.context.new_page()

    def on_console_message(self, message: ConsoleMessage) -> None:
        """Record errors, among them violations of the Content-Security-Policy."""
        if message.type == "error":
            self.errors.append(message.text)

    def on_request(self, request: Request) -> None:
        self.check_origin(request.url)

    def check_origin(self, url: str) -> None:
        """Record the origin of a URL, and an error if it is not that of the server."""
        scheme, host, *_ = urlsplit(url)
        if scheme in ("data", "blob"):
            return  # not a request to a server
        if scheme.startswith("http"):
            self.origins.add(f"{scheme}://{host}")
        if host != urlsplit(self.base_url).netloc:
            self.errors.append(f"a request to {url}")

    def open_page(self, path: str) -> None:
        self.page.goto(self.base_url + path)

    def close(self) -> None:
        self.context.close()

    # Elements of the page

    def button(self, name: str | re.Pattern[str]) -> Locator:
        exact = isinstance(name, str)
        return self.page.get_by_role("button", name=name, exact=exact)

    def link(self, name: str | re.Pattern[str]) -> Locator:
        exact = isinstance(name, str)
        return self.page.get_by_role("link", name=name, exact=exact)

    def group(self, name: str) -> Locator:
        return self.page.get_by_role("group", name=name, exact=True)

    # Found by CSS selectors because queries by role take several times as long; test_access.py
    # checks their roles.

    @property
    def board(self) -> Locator:
        return self.page.locator(BOARD_SELECTOR)

    @property
    def status(self) -> Locator:
        """The line of text above the board."""
        return self.board.locator("p").first

    @property
    def players(self) -> Locator:
        return self.page.locator("section[aria-labelledby=players]")

    @property
    def move_list(self) -> Locator:
        return self.page.locator("section[aria-labelledby=moves]")

    def cell(self, name: str) -> Locator:
        """Return a cell by its name.

        Names with a dot, such as `b3.1`, are levels of a rod; there, only the rod as a whole has an
        accessible name (see `devices.get_focus_target`).
        """
        if "." in name:
            return self.page.locator(f"[data-name='{name}']")
        return self.page.locator(f'[role=gridcell][aria-label^="{name},"]')

    @property
    def move_buttons(self) -> Locator:
        """The actions in the list of moves."""
        return self.move_list.locator("li button")

    def moves(self) -> list[str]:
        """Return the texts of the list of moves, as they are now."""
        return self.move_buttons.all_inner_texts()

    def expect_status(self, text: str | re.Pattern[str]) -> None:
        """Wait until the line above the board contains a text."""
        expect(self.status).to_contain_text(text)

    # Actions

    def open_new_table(self, game: str, kinds: str = "here here") -> None:
        """Create a table through the REST interface and open its page.

        `kinds` are those of the seats; the visitor gets all seats of the kind `here`.
        """
        seat_requests = [SEAT_REQUESTS[kind] for kind in kinds.split()]
        body = {"game": game, "seats": seat_requests}
        answer = self.context.request.post(f"{self.base_url}api/tables", data=body)
        assert answer.ok, answer.text()
        own_seats = [number for number, seat in enumerate(seat_requests) if seat["kind"] == "here"]
        self.open_with_seats(answer.json(), game, own_seats)
        expect(self.board).to_be_visible()

    def open_with_seats(
        self, new_table: dict[str, Any], game: str, seats: list[int], path: str | None = None
    ) -> None:
        """Store the token of a table for some of its seats, and open the table or another page."""
        table_access = {
            "token": new_table["token"],
            "seats": seats,
            "invites": new_table.get("invites", {}),
        }
        stored = {
            new_table["id"]: {**table_access, "game": game, "when": round(1000 * time.time())}
        }
        with self.page.add_init_script(STORE_TOKENS % json.dumps(stored)):
            self.open_page(path or f"table/{new_table['id']}")

    def create_table_by_form(self, game: str, seats: list[str], **options: str) -> None:
        """Create a table with the setup form.

        `seats` are the labels of the kinds of seats; the values of `options` are the labels of the
        chosen options, and their names have no meaning.
        """
        self.open_page(f"new/{game}")
        for value in options.values():
            self.page.get_by_role("radio", name=value, exact=True).check()
        section = self.page.get_by_role("region", name="Who sits where")
        seat_groups = section.get_by_role("group").filter(
            has=self.page.get_by_role("radio", name="Here")
        )
        expect(seat_groups).to_have_count(len(seats))
        for number, kind in enumerate(seats):
            seat = seat_groups.nth(number)
            seat.get_by_role("radio", name=kind, exact=True).check()
        self.button("Start").click()
        expect(self.board).to_be_visible()

    def reload(self) -> None:
        self.page.reload()

    def change_language(self, language: str) -> None:
        """Choose a language in the header or its menu, and wait until the page has loaded again."""
        button = self.page.locator(f"header button[lang={language}]")
        expect(button).to_be_attached()
        if not button.is_visible():
            self.page.locator("header button[popovertarget]").click()
        expect(button).to_have_accessible_name(LANGUAGE_BUTTONS[language])
        with self.page.expect_event("load"):
            button.click()
        expect(self.page.locator("html")).to_have_attribute("lang", language)
        expect(self.page.locator("main h1").first).to_be_attached()
        expect(self.page.locator("main").get_by_text(LOADING_TEXT)).to_have_count(0)

    def get_invitation_link(self) -> str:
        """Return the invitation link that is shown beside the board."""
        return self.page.get_by_role("textbox", name=re.compile("^Link for the seat")).input_value()

    def accept_invitation(self) -> None:
        """Take the seat of the invitation link through the REST interface, as another visitor."""
        table, seat, invite = re.split("[#.]", self.get_invitation_link().rsplit("/", 1)[1])
        body = {"seat": int(seat), "invite": invite, "name": ""}
        answer = self.context.request.post(f"{self.base_url}api/tables/{table}/join", data=body)
        assert answer.ok, answer.text()
