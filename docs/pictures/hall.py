"""Take the pictures of the hall in docs/hall.md:  python -m docs.pictures.hall

Needs Chromium and the pages that `make client` builds.
"""

import base64
import tempfile
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, expect, sync_playwright

from steinreich import load
from tests.browser.conftest import SOFTWARE_GRAPHICS_FLAGS
from tests.browser.tables import create_played_table, open_with_all_seats
from tests.browser.visitor import DESKTOP, PHONE_OPTIONS, Visitor, find_chromium
from tests.hall.server_process import ServerProcess, running_server

FOLDER = Path(__file__).parent / "hall"
THEMES = ("light", "dark")
SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": DESKTOP},
    "phone": {**PHONE_OPTIONS, "device_scale_factor": 1.5},
}
QUALITY = 72  # of WebP, in percent


class Scene(NamedTuple):
    """A position of a game as it is shown in a picture."""

    game: str
    actions: str
    active_cell: str  # the cell under the pointer, or of the piece that is picked up


SCENES = [
    Scene("chain_reaxis", "f6e6 f5e5 e4f4 d5d4 c6d6 a6b6 b5a5 a4b4 c3c4", "c2"),
    Scene(
        "inner_square",
        "f2-e3 f6-e5 b2-c3 b6-c5 f1-f4 g6-g3 b1-b4 a6-a3 d2-d4 f7-f4 d4-a4 b7-b4 a4-a5 g7-g4 d1-d4"
        " a7-b6 a2-a4 d6-d5 a1-a3 e7-d6 c1-d2",
        "g4",
    ),
    Scene(
        "six_in_line",
        "b2 a5 b2-b3 +b4 a5-f5 +d5 f5-f6 +f2 f2-f4 +f5 f6-a6 +b6 b4-c4 +a4 f5-e5 +a5 b6-c6 +f6"
        " f4-f5 +f1 f1-e1 +c1 e1-e4 +e6 c1-a1 +f1 d5-d2 +d4 f1-f3 +f2 c4-c1 +c3",
        "d2",
    ),
    Scene(
        "tzaar(setup=fixed)",
        "E3xF3 F2xF3 F7+G7 G4xF4 I5+H5 E7xD7 G1+G2 H5xH6 C5+B5 G6xD8 B3+A3 C2xC3 C7+B6 H2xH3 I1+H1"
        " C6xC4 B6+D6 F3xF4 A3+A4 E4xF4 F5+G5 G2xI2 H3xH4 H6xG7 E2+D2",
        "D4",
    ),
    Scene(
        "vier3d",
        "d1 a4 a1 d4 a4 c1 a4 c2 c2 c2 a4 d1 c4 c1 a1 a1 d4 a1 d4 c1 c1 d1 b2",
        "b2.2",
    ),
]


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        flags = ["--no-sandbox", *SOFTWARE_GRAPHICS_FLAGS]
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=flags)
        tables = {scene: create_played_table(server, scene.game, scene.actions) for scene in SCENES}
        for theme, size in product(THEMES, SIZES):
            take_page_screenshots(browser, server, theme, size)
            for scene, table in tables.items():
                take_game_screenshot(browser, server, scene, table, theme, size)
        browser.close()


def take_game_screenshot(
    browser: Browser,
    server: ServerProcess,
    scene: Scene,
    new_table: dict[str, Any],
    theme: str,
    size: str,
) -> None:
    """Take the picture of a running game."""
    visitor = Visitor(browser, server.url, in_3d=True, color_scheme=theme, **SIZES[size])
    open_with_all_seats(visitor, new_table, scene.game)
    expect(visitor.move_buttons).to_have_count(len(scene.actions.split()))
    cell = visitor.cell(scene.active_cell)
    if scene.game == "vier3d":
        expect(visitor.page.locator("canvas")).to_be_visible()
        visitor.page.wait_for_timeout(1000)  # until the picture is drawn
    if size == "phone" and scene.game != "vier3d":
        cell.tap()
    elif scene.game in ("chain_reaxis", "vier3d"):
        cell.hover()
    else:
        cell.click()
    visitor.page.evaluate("scrollTo(0, 0)")
    take_screenshot(visitor, f"{load(scene.game).name}-{size}-{theme}")


def take_page_screenshots(browser: Browser, server: ServerProcess, theme: str, size: str) -> None:
    """Take pictures of the front page, the setup form, a lesson and the balance of a game."""
    visitor = Visitor(browser, server.url, color_scheme=theme, **SIZES[size])
    visitor.open_page("")
    expect(visitor.page.locator("article svg[viewBox]")).not_to_have_count(0)
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.evaluate("scrollTo(0, 0)")
    take_screenshot(visitor, f"front-{size}-{theme}")
    visitor.close()
    visitor = Visitor(browser, server.url, color_scheme=theme, **SIZES[size])
    visitor.open_page("new/vier3d")
    expect(visitor.button("Start")).to_be_visible()
    take_screenshot(visitor, f"set-up-{size}-{theme}")
    visitor = Visitor(browser, server.url, color_scheme=theme, **SIZES[size])
    visitor.open_page("learn/tzaar(setup=fixed)")
    visitor.page.get_by_role("figure").nth(1).scroll_into_view_if_needed()
    take_screenshot(visitor, f"lesson-{size}-{theme}")
    visitor = Visitor(browser, server.url, color_scheme=theme, **SIZES[size])
    visitor.open_page("learn/inner_square")
    visitor.page.get_by_role(
        "heading", name="How fair and how decisive it is"
    ).scroll_into_view_if_needed()
    expect(visitor.page.get_by_text("Red, who goes first")).to_be_visible()
    visitor.page.get_by_text("To the games").scroll_into_view_if_needed()
    take_screenshot(visitor, f"balance-{size}-{theme}")


def take_screenshot(visitor: Visitor, name: str) -> None:
    """Write a picture of the window as WebP, encoded by the browser; close the visitor."""
    session = visitor.context.new_cdp_session(visitor.page)
    options = {"format": "webp", "quality": QUALITY}
    data = session.send("Page.captureScreenshot", options)["data"]
    (FOLDER / f"{name}.webp").write_bytes(base64.b64decode(data))
    visitor.close()
    assert visitor.errors == []


if __name__ == "__main__":
    main()
