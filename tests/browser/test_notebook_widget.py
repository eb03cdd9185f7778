"""The browser's part of the widgets in a page that simulates a notebook.

As in Marimo, the widget is in a shadow DOM; the test answers its messages as a kernel would.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import steinreich
from steinreich import Record
from steinreich.draw.styles import DARK, LIGHT
from steinreich.notebook import PlayableBoard, RecordViewer
from steinreich.notebook.widgets import PositionViewer
from tests.browser.test_pictures import to_rgb

pytestmark = pytest.mark.xdist_group(__name__)

WIDGET = Path(steinreich.__file__).parent / "notebook"
TRAITS = ("picture", "moves", "shown", "rendered_index", "choices", "note", "labels", "can_rotate")
# A model as widgets expect it: state set by Python, and messages to Python
NOTEBOOK_SCRIPT = """
async ({ source, css, state }) => {
  const listeners = {};
  const model = {
    get: (name) => state[name],
    set: (name, value) => (state[name] = value),
    save_changes: () => {},
    on: (event, listener) => (listeners[event] ??= []).push(listener),
    off: (event, listener) =>
      (listeners[event] = listeners[event].filter((other) => other !== listener)),
    send: async (message) => {
      const changed = await window.sendToPython(message);
      Object.assign(state, changed);
      for (const name in changed)
        for (const listener of listeners[`change:${name}`] ?? []) listener();
    },
  };
  const host = document.body.appendChild(document.createElement("div"));
  const shadow = host.attachShadow({ mode: "open" });
  shadow.innerHTML = `<style>${css}</style><main></main>`;
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const widget = (await import(url)).default;
  window.closeWidget = widget.render({ model, el: shadow.querySelector("main") });
  window.countListeners = () => Object.values(listeners).flat().length;
}
"""


def show_widget(page: Page, widget: PositionViewer) -> Locator:
    """Return a widget on the page, connected to the one in Python."""

    def handle_message(message: dict[str, object]) -> dict[str, object]:
        before = get_state()
        widget.handle_message(message)
        if isinstance(widget, PlayableBoard):
            widget.wait()
        return {name: value for name, value in get_state().items() if value != before[name]}

    def get_state() -> dict[str, object]:
        return {name: getattr(widget, name) for name in TRAITS}

    page.expose_function("sendToPython", handle_message)
    source, css = ((WIDGET / f"widget.{end}").read_text() for end in ("js", "css"))
    page.evaluate(NOTEBOOK_SCRIPT, {"source": source, "css": css, "state": get_state()})
    return page.locator(".steinreich")


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page(color_scheme="light", has_touch=True)
    page.set_content("<body data-theme=dark>")
    yield page
    page.close()


def test_plays_back_and_rotates_a_record(page: Page) -> None:
    record = Record.new("vier3d")
    for move in ("b3", "c2", "b3"):
        record.play(move)
    viewer = RecordViewer(record)
    widget = show_widget(page, viewer)
    position_text = widget.locator(".position-label")
    expect(position_text).to_have_text("0 / 3")
    widget.get_by_role("button", name="one move forward").click()
    expect(position_text).to_have_text("1 / 3 · b3")
    page.clock.install()
    widget.get_by_role("button", name="play back").click()
    expect(position_text).to_have_text("2 / 3 · c2")
    page.clock.fast_forward(1000)
    expect(position_text).to_have_text("3 / 3 · b3")
    expect(widget.get_by_role("button", name="play back")).to_be_visible()  # playback has stopped
    widget.get_by_role("button", name="turn the board").click()
    expect(widget.get_by_text("Level 1")).to_be_visible()
    assert viewer.rotation == 90
    page.evaluate("closeWidget()")
    assert page.evaluate("countListeners()") == 0


def test_board_is_played_by_mouse_touch_and_keys(page: Page) -> None:
    board = PlayableBoard("vier3d", opponent=lambda position: "d4")
    widget = show_widget(page, board)
    position_text = widget.locator(".position-label")
    widget.locator('[aria-label="a1.1"]').click()
    expect(position_text).to_have_text("2 / 2 · d4")
    widget.locator('[aria-label="a2.1"]').tap()
    expect(position_text).to_have_text("4 / 4 · d4")
    expect(widget.locator('[aria-label="a2.1"]')).to_be_focused()  # in the new picture
    for key in ("ArrowRight", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(position_text).to_have_text("6 / 6 · d4")
    expect(widget.locator('[aria-label="b3.1"]')).to_be_focused()
    assert board.moves[::2] == ["a1", "a2", "b3"]


def test_theme_of_the_page_applies_inside_the_shadow_dom(page: Page) -> None:
    widget = show_widget(page, PlayableBoard("inner_square"))
    paper = widget.locator(".board > svg > rect")
    expect(paper).to_have_css("fill", to_rgb(DARK["paper"]))
    page.evaluate("document.body.dataset.theme = 'light'")
    expect(paper).to_have_css("fill", to_rgb(LIGHT["paper"]))


def test_board_with_height_is_taller_on_a_narrow_page(page: Page) -> None:
    widget = show_widget(page, PlayableBoard("vier3d"))
    tall = "(board) => board.clientHeight > board.clientWidth"
    assert not widget.locator(".board").evaluate(tall)
    page.set_viewport_size({"width": 390, "height": 800})
    expect(widget.locator(".board > svg")).to_have_attribute("width", "480")
    assert widget.locator(".board").evaluate(tall)
    cell = widget.locator('[aria-label="a1.1"]').bounding_box()
    assert cell is not None
    assert cell["width"] > 24  # large enough to be touched
