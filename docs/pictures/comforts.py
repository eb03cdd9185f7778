"""Takes the pictures of comforts of the board in docs/hall.md:  python -m docs.pictures.comforts

Needs Chromium and the pages that `make client` builds.
"""

import json
import tempfile
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import expect, sync_playwright

from docs.pictures.hall import SCENES, SIZES, THEMES, take
from steinreich.draw.styles import Style
from tests.browser.conftest import SOFTWARE_GRAPHICS_FLAGS
from tests.browser.devices import get_centre
from tests.browser.tables import create_played_table, open_with_all_seats
from tests.browser.visitor import Visitor, find_chromium
from tests.hall.server_process import running_server

Modifiers = tuple[str, ...]


class Comfort(NamedTuple):
    """One of them, at a moment of a game."""

    name: str
    game: str
    style: Style
    use: Callable[[Visitor], None]


def draw(*strokes: tuple[str, str, Modifiers]) -> Callable[[Visitor], None]:
    """Rings and arrows by the right mouse button."""

    def by(visitor: Visitor) -> None:
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

    return by


def open_settings(visitor: Visitor) -> None:
    visitor.button("Settings").click()
    expect(visitor.page.get_by_role("dialog")).to_be_visible()


def begin_zen(visitor: Visitor) -> None:
    visitor.button("Zen mode").click()
    expect(visitor.button("Leave zen mode")).to_be_visible()


COMFORTS = [
    Comfort("settings", "inner_square", "wood", open_settings),
    Comfort("zen", "chain_reaxis", "wood", begin_zen),
    Comfort(
        "plain",
        "tzaar(setup=fixed)",
        "plain",
        draw(
            ("D4", "G5", ()),
            ("F4", "H4", ("Shift",)),
            ("A4", "D8", ("Alt",)),
            ("E1", "H1", ("Shift", "Alt")),
            ("B3", "B3", ("Shift",)),
        ),
    ),
    Comfort(
        "contrast",
        "vier3d",
        "contrast",
        draw(("a4.1", "a4.4", ("Shift",)), ("a1.1", "a1.1", ()), ("b2.1", "d4.1", ())),
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
        for comfort in COMFORTS:
            scene = scenes[comfort.game]
            table = create_played_table(server, scene.game, scene.actions)
            for theme, size in product(THEMES, SIZES):
                visitor = Visitor(
                    browser, server.url, in_3d=True, color_scheme=theme, **SIZES[size]
                )
                kept = json.dumps(json.dumps({"style": comfort.style, "language": "en"}))
                visitor.context.add_init_script(f"localStorage['steinreich.settings'] ??= {kept}")
                open_with_all_seats(visitor, table, scene.game)
                expect(visitor.move_buttons).to_have_count(len(scene.actions.split()))
                comfort.use(visitor)
                visitor.page.wait_for_timeout(1000)  # until a picture in 3D is drawn
                visitor.page.evaluate("scrollTo(0, 0)")
                take(visitor, f"{comfort.name}-{size}-{theme}")
        browser.close()


if __name__ == "__main__":
    main()
