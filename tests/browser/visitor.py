"""A visitor of the server: a browser, what it shows, and all errors in it."""

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

PATIENCE = 45_000  # milliseconds for conditions that should become true
DESKTOP = {"width": 1280, "height": 860}
LANGUAGE_BUTTONS = {"de": "DE: Deutsch", "en": "EN: English", "fr": "FR: Français"}
BOARDS = ", ".join(f"section[aria-label={name}]" for name in ("Board", "Brett", "Plateau"))
LOADING = re.compile("One moment…|Einen Augenblick …|Un instant…")
PHONE: ViewportSize = {"width": 360, "height": 740}
PHONE_OPTIONS: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
KEEP = """{
  const kept = JSON.parse(localStorage["steinreich.tables"] ?? "{}");
  localStorage["steinreich.tables"] = JSON.stringify({ ...kept, ...%s });
}"""
SEATS: dict[str, dict[str, Any]] = {  # as the form asks for them
    "here": {"kind": "here"},
    "friend": {"kind": "friend"},
    "computer": {"kind": "computer", "level": 3},
}


def browser_program() -> str:
    """Return the path of Chromium; the headless program is preferred, in which visits are much
    faster.
    """
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert program, "the tests need Chromium; tools/system-packages installs it"
    return program


def new_context(browser: Browser, **options: Any) -> BrowserContext:
    """Return an empty browser context."""
    chosen = {"locale": "en-GB", "viewport": DESKTOP, "reduced_motion": "reduce"} | options
    context = browser.new_context(**chosen)
    context.set_default_timeout(PATIENCE)
    return context


class Visitor:
    """A person with a browser."""

    def __init__(self, browser: Browser, home: str, **options: Any) -> None:
        self.come(new_context(browser, **options), home)

    def come(self, context: BrowserContext, home: str) -> None:
        self.home = home
        self.faults: list[str] = []  # errors, and requests to other origins
        self.origins: set[str] = set()  # destinations of requests
        self.context = context
        self.context.on("request", self.look_at_request)
        self.page = self.open_tab()

    def open_tab(self) -> Page:
        """Open another tab of the same browser."""
        page = self.new_page()
        page.on("console", self.hear)
        page.on("pageerror", lambda error: self.faults.append(f"{error}"))
        page.on("websocket", lambda socket: self.look_at(socket.url))
        return page

    def new_page(self) -> Page:
        return self.context.new_page()

    def hear(self, message: ConsoleMessage) -> None:
        """Violations of the Content-Security-Policy are among the errors."""
        if message.type == "error":
            self.faults.append(message.text)

    def look_at_request(self, request: Request) -> None:
        self.look_at(request.url)

    def look_at(self, url: str) -> None:
        """Record requests to other origins than the server's."""
        scheme, place, *_ = urlsplit(url)
        if scheme in ("data", "blob"):
            return  # made by the page
        if scheme.startswith("http"):
            self.origins.add(f"{scheme}://{place}")
        if place != urlsplit(self.home).netloc:
            self.faults.append(f"a request to {url}")

    def go(self, path: str) -> None:
        self.page.goto(self.home + path)

    def leave(self) -> None:
        self.context.close()

    # Contents of the page

    def button(self, name: str | re.Pattern[str]) -> Locator:
        exact = isinstance(name, str)
        return self.page.get_by_role("button", name=name, exact=exact)

    def link(self, name: str | re.Pattern[str]) -> Locator:
        exact = isinstance(name, str)
        return self.page.get_by_role("link", name=name, exact=exact)

    def group(self, name: str) -> Locator:
        return self.page.get_by_role("group", name=name, exact=True)

    # These are queried very often: by role takes several times as long, and test_access.py checks
    # the roles once.

    @property
    def board(self) -> Locator:
        return self.page.locator(BOARDS)

    @property
    def status(self) -> Locator:
        """Return the line above the board."""
        return self.board.locator("p").first

    @property
    def players(self) -> Locator:
        return self.page.locator("section[aria-labelledby=players]")

    @property
    def move_list(self) -> Locator:
        return self.page.locator("section[aria-labelledby=moves]")

    def cell(self, name: str) -> Locator:
        """Return a cell by its spoken name; the lowest level of a rod, such as `b3.1`, by its own
        name, though the rod is spoken of as a whole (`devices.focus_target`).
        """
        if "." in name:
            return self.page.locator(f"[data-name='{name}']")
        return self.page.locator(f'[role=gridcell][aria-label^="{name},"]')

    @property
    def written(self) -> Locator:
        """Return the actions in the list of moves."""
        return self.move_list.locator("li button")

    def moves(self) -> list[str]:
        """Return the current list of moves."""
        return self.written.all_inner_texts()

    def sees(self, text: str | re.Pattern[str]) -> None:
        """Wait until the line above the board has a text."""
        expect(self.status).to_contain_text(text)

    # Actions

    def sit_down(self, game: str, kinds: str = "here here") -> None:
        """Open a new table, as if it had been set up on this screen; kinds as in the REST
        interface.
        """
        asked = [SEATS[kind] for kind in kinds.split()]
        wanted = {"game": game, "seats": asked}
        answer = self.context.request.post(f"{self.home}api/tables", data=wanted)
        assert answer.ok, answer.text()
        mine = [number for number, seat in enumerate(asked) if seat["kind"] == "here"]
        self.take_seats(answer.json(), game, mine)
        expect(self.board).to_be_visible()

    def take_seats(
        self, made: dict[str, Any], game: str, seats: list[int], path: str | None = None
    ) -> None:
        """Open a table, or another page, with the tokens of some seats, which the browser
        stores.
        """
        own = {"token": made["token"], "seats": seats, "invites": made.get("invites", {})}
        kept = {made["id"]: {**own, "game": game, "when": round(1000 * time.time())}}
        with self.page.add_init_script(KEEP % json.dumps(kept)):
            self.go(path or f"table/{made['id']}")

    def set_up(self, game: str, seats: list[str], **options: str) -> None:
        """Set up a table by the form: seats like `Here`, options by the words of their values."""
        self.go(f"new/{game}")
        for value in options.values():
            self.page.get_by_role("radio", name=value, exact=True).check()
        section = self.page.get_by_role("region", name="Who sits where")
        people = section.get_by_role("group").filter(
            has=self.page.get_by_role("radio", name="Here")
        )
        expect(people).to_have_count(len(seats))
        for number, kind in enumerate(seats):
            seat = people.nth(number)
            seat.get_by_role("radio", name=kind, exact=True).check()
        self.button("Start").click()
        expect(self.board).to_be_visible()

    def reload(self) -> None:
        self.page.reload()

    def change_language(self, language: str) -> None:
        """Choose a language in the header or its menu, which loads the page again."""
        chosen = self.page.locator(f"header button[lang={language}]")
        expect(chosen).to_be_attached()
        if not chosen.is_visible():
            self.page.locator("header button[popovertarget]").click()
        expect(chosen).to_have_accessible_name(LANGUAGE_BUTTONS[language])
        with self.page.expect_event("load"):
            chosen.click()
        expect(self.page.locator("html")).to_have_attribute("lang", language)
        expect(self.page.locator("main h1").first).to_be_attached()
        expect(self.page.locator("main").get_by_text(LOADING)).to_have_count(0)

    def link_for_friend(self) -> str:
        """Return the invitation beside the board."""
        return self.page.get_by_role("textbox", name=re.compile("^Link for the seat")).input_value()

    def let_friend_join(self) -> None:
        """Take the seat of the invitation through a client without a browser window."""
        table, seat, invite = re.split("[#.]", self.link_for_friend().rsplit("/", 1)[1])
        wanted = {"seat": int(seat), "invite": invite, "name": ""}
        answer = self.context.request.post(f"{self.home}api/tables/{table}/join", data=wanted)
        assert answer.ok, answer.text()
