"""The browser's part of the widgets in a page that simulates a notebook.

As in Marimo it is in a shadow DOM; a small kernel here answers as Python would.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import steinreich
from steinreich import Record
from steinreich.draw.styles import DARK, LIGHT
from steinreich.notebook import PlayableBoard, RecordViewer
from steinreich.notebook.widgets import Line
from tests.browser.test_pictures import rgb

pytestmark = pytest.mark.xdist_group(__name__)

WIDGET = Path(steinreich.__file__).parent / "notebook"
TRAITS = ("picture", "moves", "shown", "seen", "choices", "note", "labels", "can_turn")
# A model as widgets expect it: state set by Python, and messages to Python
HOST = """
async ({ source, css, state }) => {
  const listeners = {};
  const model = {
    get: (name) => state[name],
    set: (name, value) => (state[name] = value),
    save_changes: () => {},
    on: (event, heard) => (listeners[event] ??= []).push(heard),
    off: (event, heard) => (listeners[event] = listeners[event].filter((one) => one !== heard)),
    send: async (message) => {
      const changed = await window.hear(message);
      Object.assign(state, changed);
      for (const name in changed) for (const heard of listeners[`change:${name}`] ?? []) heard();
    },
  };
  const host = document.body.appendChild(document.createElement("div"));
  const shadow = host.attachShadow({ mode: "open" });
  shadow.innerHTML = `<style>${css}</style><main></main>`;
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const widget = (await import(url)).default;
  window.leave = widget.render({ model, el: shadow.querySelector("main") });
  window.listening = () => Object.values(listeners).flat().length;
}
"""


def shown(page: Page, widget: Line) -> Locator:
    """Return a widget on the page, connected to the one in Python."""

    def hear(message: dict[str, object]) -> dict[str, object]:
        before = state()
        widget.handle_message(message)
        if isinstance(widget, PlayableBoard):
            widget.wait()
        return {name: value for name, value in state().items() if value != before[name]}

    def state() -> dict[str, object]:
        return {name: getattr(widget, name) for name in TRAITS}

    page.expose_function("hear", hear)
    source, css = ((WIDGET / f"widget.{end}").read_text() for end in ("js", "css"))
    page.evaluate(HOST, {"source": source, "css": css, "state": state()})
    return page.locator(".steinreich")


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page(color_scheme="light", has_touch=True)
    page.set_content("<body data-theme=dark>")
    yield page
    page.close()


def test_record_is_played_back_and_rotated(page: Page) -> None:
    record = Record.new("vier3d")
    for move in ("b3", "c2", "b3"):
        record.play(move)
    viewer = RecordViewer(record)
    seen = shown(page, viewer)
    where = seen.locator(".where")
    expect(where).to_have_text("0 / 3")
    seen.get_by_role("button", name="one move forward").click()
    expect(where).to_have_text("1 / 3 · b3")
    page.clock.install()
    seen.get_by_role("button", name="play back").click()
    expect(where).to_have_text("2 / 3 · c2")
    page.clock.fast_forward(1000)
    expect(where).to_have_text("3 / 3 · b3")
    expect(seen.get_by_role("button", name="play back")).to_be_visible()  # it has stopped
    seen.get_by_role("button", name="turn the board").click()
    expect(seen.get_by_text("Level 1")).to_be_visible()
    assert viewer.turned == 90
    page.evaluate("leave()")
    assert page.evaluate("listening()") == 0


def test_board_is_played_by_mouse_touch_and_keys(page: Page) -> None:
    board = PlayableBoard("vier3d", opponent=lambda position: "d4")
    seen = shown(page, board)
    where = seen.locator(".where")
    seen.locator('[aria-label="a1.1"]').click()
    expect(where).to_have_text("2 / 2 · d4")
    seen.locator('[aria-label="a2.1"]').tap()
    expect(where).to_have_text("4 / 4 · d4")
    expect(seen.locator('[aria-label="a2.1"]')).to_be_focused()  # though the picture is another
    for key in ("ArrowRight", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(where).to_have_text("6 / 6 · d4")
    expect(seen.locator('[aria-label="b3.1"]')).to_be_focused()
    assert board.moves[::2] == ["a1", "a2", "b3"]


def test_theme_of_the_page_applies_inside_the_shadow_dom(page: Page) -> None:
    seen = shown(page, PlayableBoard("inner_square"))
    paper = seen.locator(".board > svg > rect")
    expect(paper).to_have_css("fill", rgb(DARK["paper"]))
    page.evaluate("document.body.dataset.theme = 'light'")
    expect(paper).to_have_css("fill", rgb(LIGHT["paper"]))


def test_board_with_height_is_taller_on_a_narrow_page(page: Page) -> None:
    seen = shown(page, PlayableBoard("vier3d"))
    tall = "(board) => board.clientHeight > board.clientWidth"
    assert not seen.locator(".board").evaluate(tall)
    page.set_viewport_size({"width": 390, "height": 800})
    expect(seen.locator(".board > svg")).to_have_attribute("width", "480")
    assert seen.locator(".board").evaluate(tall)
    cell = seen.locator('[aria-label="a1.1"]').bounding_box()
    assert cell is not None
    assert cell["width"] > 24  # it can be touched
