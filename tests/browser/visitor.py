"""Somebody who visits the hall: a browser, what is seen in it, and whatever goes wrong there."""

import re
import shutil
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, ViewportSize, expect

PATIENCE = 45_000  # milliseconds until something that is not seen is a failure
DESKTOP = {"width": 1280, "height": 860}
PHONE: ViewportSize = {"width": 360, "height": 740}
PHONE_OPTIONS: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
# As in a browser without WebGL: drawn by software, each picture in 3D costs as much as a page
WITHOUT_3D = """const real = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
  return kind === "webgl2" ? null : real.call(this, kind, ...more);
};"""


def browser_program() -> str:
    """Chromium: where there is one without windows, that one, in which visits are much cheaper."""
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert program, "the tests need Chromium; tools/system-packages installs it"
    return program


class Visitor:
    """A person at a browser of their own, with nothing kept in it yet; it shows boards with height
    in 3D where a test is about that."""

    def __init__(self, browser: Browser, home: str, *, in_3d: bool = False, **options: Any) -> None:
        self.home = home
        self.faults: list[str] = []  # errors, and requests that leave the hall
        chosen = {"locale": "en-GB", "viewport": DESKTOP, "reduced_motion": "reduce"} | options
        self.context = browser.new_context(**chosen)
        if not in_3d:
            self.context.add_init_script(WITHOUT_3D)
        self.context.on("request", lambda request: self.look_at(request.url))
        self.context.set_default_timeout(PATIENCE)
        self.page = self.open_tab()

    def open_tab(self) -> Page:
        """Another tab of the same browser."""
        page = self.context.new_page()
        page.on("console", self.hear)
        page.on("pageerror", lambda error: self.faults.append(f"{error}"))
        page.on("websocket", lambda socket: self.look_at(socket.url))
        return page

    def hear(self, message: ConsoleMessage) -> None:
        """Violations of the Content-Security-Policy are among the errors."""
        if message.type == "error":
            self.faults.append(message.text)

    def look_at(self, url: str) -> None:
        """Only the hall itself may be asked."""
        if urlsplit(url).scheme in ("data", "blob"):
            return  # made by the page
        if urlsplit(url).netloc != urlsplit(self.home).netloc:
            self.faults.append(f"a request to {url}")

    def go(self, path: str) -> None:
        self.page.goto(self.home + path)

    def leave(self) -> None:
        self.context.close()

    # What is seen

    def button(self, name: str | re.Pattern[str]) -> Locator:
        exact = isinstance(name, str)
        return self.page.get_by_role("button", name=name, exact=exact)

    def link(self, name: str | re.Pattern[str]) -> Locator:
        exact = isinstance(name, str)
        return self.page.get_by_role("link", name=name, exact=exact)

    def group(self, name: str) -> Locator:
        return self.page.get_by_role("group", name=name, exact=True)

    @property
    def board(self) -> Locator:
        return self.page.get_by_role("region", name=re.compile("^(Board|Brett)$"))

    @property
    def status(self) -> Locator:
        """The line above the board."""
        return self.board.get_by_role("paragraph").first

    @property
    def players(self) -> Locator:
        return self.page.get_by_role("region", name=re.compile("^(Players|Spieler)$"))

    def cell(self, name: str) -> Locator:
        """A cell by the name that is spoken: `b3.1` is b3 on level 1."""
        place, _, level = name.partition(".")
        spoken = f"{place}, level {level}," if level else f"{place},"
        german = f"{place}, Ebene {level}," if level else f"{place},"
        return self.page.locator(
            f'[role=gridcell][aria-label^="{spoken}"], [role=gridcell][aria-label^="{german}"]'
        )

    @property
    def written(self) -> Locator:
        """The actions in the list of moves."""
        moves = self.page.get_by_role("region", name=re.compile("^(Moves|Züge)$"))
        return moves.get_by_role("listitem").get_by_role("button")

    def moves(self) -> list[str]:
        """The list of moves at this moment."""
        return self.written.all_inner_texts()

    def sees(self, text: str | re.Pattern[str]) -> None:
        """Wait until the line above the board says something."""
        expect(self.status).to_contain_text(text)

    # What is done

    def sit_down(self, game: str, seats: list[str], **options: str) -> None:
        """Set up a table: seats like `Here`, options by the words of their values."""
        self.go(f"new/{game}")
        for value in options.values():
            self.page.get_by_role("radio", name=value, exact=True).check()
        section = self.page.get_by_role("region", name="Who sits where")
        expect(section.get_by_role("group")).to_have_count(len(seats))
        for number, kind in enumerate(seats):
            seat = section.get_by_role("group").nth(number)
            seat.get_by_role("radio", name=kind, exact=True).check()
        self.button("Start").click()
        expect(self.board).to_be_visible()

    def reload(self) -> None:
        self.page.reload()

    def link_for_friend(self) -> str:
        """The invitation that stands beside the board."""
        return self.page.get_by_role("textbox", name=re.compile("^Link for the seat")).input_value()

    def let_friend_join(self) -> None:
        """Somebody takes the seat of the invitation, whose window nobody looks at."""
        table, seat, invite = re.split("[#.]", self.link_for_friend().rsplit("/", 1)[1])
        wanted = {"seat": int(seat), "invite": invite, "name": ""}
        answer = self.context.request.post(f"{self.home}api/tables/{table}/join", data=wanted)
        assert answer.ok, answer.text()
