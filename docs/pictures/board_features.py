"""Take the pictures of features of the board in docs/hall.md.

Run it by  python -m docs.pictures.board_features

Needs Chromium and the pages that `make client` builds.
"""

import json
import tempfile
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import expect, sync_playwright

from docs.pictures.hall import SCENES, SIZES, THEMES, take_screenshot
from steinreich.draw.styles import Style
from tests.browser.conftest import SOFTWARE_GRAPHICS_FLAGS
from tests.browser.devices import get_centre
from tests.browser.tables import create_played_table, open_with_all_seats
from tests.browser.visitor import Visitor, find_chromium
from tests.hall.server_process import running_server

Modifiers = tuple[str, ...]


class Feature(NamedTuple):
    """A feature of the board, in use during a game."""

    name: str
    game: str
    style: Style
    activate: Callable[[Visitor], None]


def make_drawing(*strokes: tuple[str, str, Modifiers]) -> Callable[[Visitor], None]:
    """Return a function that draws arrows and rings with the right mouse button."""

    def draw_strokes(visitor: Visitor) -> None:
        mouse, keyboard = visitor.page.mouse, visitor.page.keyboard
        for start, end, modifiers in strokes:
            for key in modifiers:
                keyboard.down(key)
            mouse.move(*get_centre(visitor.cell(start)))
            mouse.down(button="right")
            mouse.move(*get_centre(visitor.cell(end)), steps=3)
            mouse.up(button="right")
            for key in modifiers:
                keyboard.up(key)
        mouse.move(1, 1)
        expect(visitor.page.locator("[data-annotation]")).to_have_count(len(strokes))

    return draw_strokes


def open_settings(visitor: Visitor) -> None:
    visitor.button("Settings").click()
    expect(visitor.page.get_by_role("dialog")).to_be_visible()


def enter_zen_mode(visitor: Visitor) -> None:
    visitor.button("Zen mode").click()
    expect(visitor.button("Leave zen mode")).to_be_visible()


FEATURES = [
    Feature("settings", "inner_square", "wood", open_settings),
    Feature("zen", "chain_reaxis", "wood", enter_zen_mode),
    Feature(
        "plain",
        "tzaar(setup=fixed)",
        "plain",
        make_drawing(
            ("D4", "G5", ()),
            ("F4", "H4", ("Shift",)),
            ("A4", "D8", ("Alt",)),
            ("E1", "H1", ("Shift", "Alt")),
            ("B3", "B3", ("Shift",)),
        ),
    ),
    Feature(
        "contrast",
        "vier3d",
        "contrast",
        make_drawing(("a4.1", "a4.4", ("Shift",)), ("a1.1", "a1.1", ()), ("b2.1", "d4.1", ())),
    ),
]


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        flags = ["--no-sandbox", *SOFTWARE_GRAPHICS_FLAGS]
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=flags)
        scenes = {scene.game: scene for scene in SCENES}
        for feature in FEATURES:
            scene = scenes[feature.game]
            table = create_played_table(server, scene.game, scene.actions)
            for theme, size in product(THEMES, SIZES):
                visitor = Visitor(
                    browser, server.url, in_3d=True, color_scheme=theme, **SIZES[size]
                )
                # Encoded twice: the stored JSON text, as a literal of the script
                settings = json.dumps(json.dumps({"style": feature.style, "language": "en"}))
                visitor.context.add_init_script(
                    f"localStorage['steinreich.settings'] ??= {settings}"
                )
                open_with_all_seats(visitor, table, scene.game)
                expect(visitor.move_buttons).to_have_count(len(scene.actions.split()))
                feature.activate(visitor)
                visitor.page.wait_for_timeout(1000)  # until a picture in 3D is drawn
                visitor.page.evaluate("scrollTo(0, 0)")
                take_screenshot(visitor, f"{feature.name}-{size}-{theme}")
        browser.close()


if __name__ == "__main__":
    main()
