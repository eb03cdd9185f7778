"""Take the pictures of puzzles in docs/puzzles.md:  python -m docs.pictures.puzzles

Needs Chromium and the pages that `make client` builds.
"""

import tempfile
from itertools import product
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from docs.pictures.hall import SIZES, THEMES, take_screenshot
from steinreich.puzzles.puzzle import Puzzle, load_puzzles
from tests.browser.devices import Mouse, act
from tests.browser.visitor import Visitor, find_chromium
from tests.hall.server_process import running_server

GAME = "inner_square"


def find_easy_puzzle() -> Puzzle:
    """Return the first puzzle with a win in two turns."""
    return next(
        puzzle for puzzle in load_puzzles(GAME) if puzzle.goal == "win" and puzzle.turns == 2
    )


def main() -> None:
    puzzle = find_easy_puzzle()
    wrong_action = max(puzzle.refutations[0])
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        for theme, size in product(THEMES, SIZES):
            visitor = Visitor(browser, server.url, color_scheme=theme, **SIZES[size])
            visitor.open_page("puzzles")
            expect(visitor.page.get_by_role("listitem").first).to_be_visible()
            take_screenshot(visitor, f"puzzles-{size}-{theme}")
            visitor = Visitor(browser, server.url, color_scheme=theme, **SIZES[size])
            visitor.open_page(f"puzzles/{GAME}#{puzzle.id}")
            expect(visitor.button("Show the solution")).to_be_enabled()
            act(visitor, Mouse(), puzzle.start, wrong_action)
            expect(visitor.button("Try again")).to_be_visible()
            take_screenshot(visitor, f"puzzle-{size}-{theme}")
        browser.close()


if __name__ == "__main__":
    main()
