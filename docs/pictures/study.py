"""Take the pictures of the study in docs/hall.md:  python -m docs.pictures.study

Needs Chromium and the pages that `make client` builds.
"""

import re
import tempfile
from itertools import product
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from docs.pictures.hall import SIZES, THEMES, take_screenshot
from tests.browser.conftest import SOFTWARE_GRAPHICS_FLAGS
from tests.browser.tables import create_played_table, open_with_all_seats
from tests.browser.visitor import Visitor, find_chromium
from tests.hall.server_process import running_server

GAME = "chain_reaxis"
ACTIONS = "e6d6 c5d5 d4d3 c4c3 a4b4 a2a3 b1b2 d2c2 f2e2 f3e3 f5f4 e5e4 c6b6 a5a6 d1e1"
ANALYSIS_TIMEOUT_MS = 120_000  # machine code may have to be compiled


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder), analysts=1) as server,
        sync_playwright() as playwright,
    ):
        flags = ["--no-sandbox", *SOFTWARE_GRAPHICS_FLAGS]
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=flags)
        new_table = create_played_table(server, GAME, ACTIONS, ("Ada", "Ben"))
        for theme, size in product(THEMES, SIZES):
            visitor = Visitor(browser, server.url, color_scheme=theme, **SIZES[size])
            open_with_all_seats(visitor, new_table, GAME)
            expect(visitor.move_buttons).to_have_count(len(ACTIONS.split()))
            visitor.open_page("games")
            expect(visitor.page.get_by_role("main")).to_contain_text("15 moves")
            take_screenshot(visitor, f"games-{size}-{theme}")
            visitor = Visitor(browser, server.url, color_scheme=theme, **SIZES[size])
            visitor.open_page(f"openings/{GAME}")
            expect(visitor.page.get_by_role("table")).to_be_visible()
            take_screenshot(visitor, f"openings-{size}-{theme}")
            visitor = Visitor(browser, server.url, color_scheme=theme, **SIZES[size])
            visitor.open_page(f"game/{new_table['id']}")
            visitor.button("Evaluate the game").click()
            expect(visitor.button("Evaluate the game")).to_be_hidden()
            expect(visitor.page.get_by_role("progressbar")).to_be_hidden(
                timeout=ANALYSIS_TIMEOUT_MS
            )
            visitor.page.evaluate("scrollTo(0, 0)")
            take_screenshot(visitor, f"replay-{size}-{theme}")
            visitor = Visitor(browser, server.url, color_scheme=theme, **SIZES[size])
            visitor.open_page(f"analysis/{GAME}")
            expect(visitor.page.get_by_text(re.compile(r"depth [3-9]"))).to_be_visible(
                timeout=ANALYSIS_TIMEOUT_MS
            )
            visitor.page.evaluate("scrollTo(0, 0)")
            take_screenshot(visitor, f"analysis-{size}-{theme}")
            visitor = Visitor(browser, server.url, color_scheme=theme, **SIZES[size])
            set_up_invalid_position(visitor)
            take_screenshot(visitor, f"editor-{size}-{theme}")
        browser.close()


def set_up_invalid_position(visitor: Visitor) -> None:
    """Set up a position of TZAAR with one piece too many."""
    visitor.open_page("analysis/tzaar(setup=fixed)")
    visitor.button("Position editor").click()
    visitor.page.locator("[data-piece='']").click()
    for cell in ("D4", "E5", "C4", "F4"):
        visitor.page.locator(f"[data-name='{cell}']").click()
    visitor.button("white Tzaar").click()
    visitor.button("Higher").click()
    visitor.page.locator("[data-name='D4']").click()
    expect(visitor.board.get_by_role("status").first).to_contain_text("White has 7 Tzaars in sight")
    visitor.page.evaluate("scrollTo(0, 0)")


if __name__ == "__main__":
    main()
