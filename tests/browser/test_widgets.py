"""Notebook widgets in a real browser, connected by a model.

`NOTEBOOK_PAGE` stands for a notebook: it loads the widget's module and forwards messages.
"""

import json
from typing import Any

from playwright.sync_api import Browser, Page, expect

from steinreich.notebook import PlayableBoard
from steinreich.notebook.widgets import FOLDER

STATE_NAMES = (
    "picture",
    "moves",
    "shown",
    "choices",
    "note",
    "labels",
    "can_rotate",
    "rendered_index",
)
NOTEBOOK_PAGE = """
<!doctype html><html lang="en"><title>notebook</title><style>{css}</style><main></main>
<script type="module">
  const widget = (await import("data:text/javascript," + encodeURIComponent({module}))).default;
  const listeners = {{}};
  const state = {state};
  window.setState = (changed) => {{
    Object.assign(state, changed);
    for (const name of Object.keys(changed)) listeners["change:" + name]?.();
  }};
  const model = {{
    get: (name) => state[name],
    set: (name, value) => (state[name] = value),
    save_changes: () => undefined, // of no interest here
    on: (name, call) => (listeners[name] = call),
    send: (message) => window.sendToPython(message),
  }};
  widget.render({{ model, el: document.querySelector("main") }});
</script>
"""


def get_state(board: PlayableBoard) -> dict[str, Any]:
    return {name: getattr(board, name) for name in STATE_NAMES}


def open_widget_page(chromium: Browser, board: PlayableBoard) -> Page:
    """Return a page that shows a widget and is connected to it."""
    page = chromium.new_page(viewport={"width": 700, "height": 900})

    page.expose_function("sendToPython", board.handle_message)
    module = json.dumps((FOLDER / "widget.js").read_text()).replace("</", "<\\/")
    state = json.dumps(get_state(board)).replace("</", "<\\/")
    page.set_content(
        NOTEBOOK_PAGE.format(css=(FOLDER / "widget.css").read_text(), module=module, state=state)
    )
    expect(page.locator("svg").first).to_be_visible()
    return page


def synchronize(page: Page, board: PlayableBoard) -> None:
    """Send changed state to the browser, as notebooks do by themselves."""
    page.evaluate("changed => window.setState(changed)", get_state(board))


def test_board_is_played_by_mouse_and_keyboard(chromium: Browser) -> None:
    board = PlayableBoard("tzaar(setup=fixed)")
    page = open_widget_page(chromium, board)
    first = board.position.legal_moves()[0]
    start, end = (
        board.position.game.board.cells[cell].name
        for cell in board.position.describe_action(first).cells
    )
    page.get_by_role("button", name=start, exact=True).click()
    synchronize(page, board)
    assert board.held is not None
    page.get_by_role("button", name=end, exact=True).click()
    synchronize(page, board)
    assert board.moves == [first]
    expect(page.locator("main")).to_contain_text(f"1 / 1 · {first}")
    # Back by its button, then the first cell in the order of the keyboard
    page.get_by_role("button", name="one move back").click()
    synchronize(page, board)
    assert board.shown == 0
    page.locator("[data-cell][tabindex='0']").focus()
    before = page.evaluate("document.activeElement.dataset.cell")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.cell") != before
    page.keyboard.press("Enter")
    synchronize(page, board)
    assert board.held is not None
    page.close()


def test_offers_choices(chromium: Browser) -> None:
    board = PlayableBoard("vier3d(variant=most_fours)")
    page = open_widget_page(chromium, board)
    page.get_by_role("button", name=board.position.game.board.cells[0].name, exact=True).click()
    synchronize(page, board)
    assert len(board.choices) == 2  # a ball of the player, or a neutral one
    page.get_by_role("button", name=board.choices[1], exact=True).click()
    synchronize(page, board)
    assert len(board.moves) == 1
    page.close()
