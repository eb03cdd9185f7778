"""Input devices for tests: mouse, finger and keyboard, with the same methods."""

import re
from typing import Any, ClassVar, Protocol

from playwright.sync_api import Locator, expect

from steinreich import Position
from steinreich.draw.picture import picture
from tests.browser.visitor import PHONE_OPTIONS, Visitor

MAX_TAB_PRESSES = 60  # to reach any element of a page
MAX_ARROW_PRESSES = 40  # to cross any board
POSITION_TOLERANCE_PIXELS = 3
MAX_TILE_TURNS = 8  # four directions for each of two halves


class BoardView(Protocol):
    """The cells and buttons of a board: of a whole page, or of one board among several."""

    def cell(self, name: str) -> Locator: ...

    def button(self, name: str | re.Pattern[str]) -> Locator: ...


class Device(Protocol):
    """An input device: how to play on a board with it."""

    options: ClassVar[dict[str, Any]]  # for the browser context

    def press(self, cell: Locator) -> None:
        """Pick up or put down a piece."""

    def press_button(self, button: Locator) -> None:
        """Press a button anywhere on the page."""

    def point_at(self, cell: Locator) -> None:
        """Show the tile in hand over a cell."""

    def rotate_tile(self, cell: Locator) -> None:
        """Rotate the tile over a cell to its next direction."""

    def place_tile(self, cell: Locator) -> None:
        """Place the tile that is shown over a cell."""

    def take_back(self, visitor: Visitor) -> None:
        """Undo an incomplete turn."""


class Mouse:
    """The mouse: its wheel rotates a tile."""

    options: ClassVar[dict[str, Any]] = {}

    def press(self, cell: Locator) -> None:
        cell.click()

    def press_button(self, button: Locator) -> None:
        button.click()

    def point_at(self, cell: Locator) -> None:
        cell.hover()

    def rotate_tile(self, cell: Locator) -> None:
        cell.page.mouse.wheel(0, 100)

    def place_tile(self, cell: Locator) -> None:
        cell.click()

    def take_back(self, visitor: Visitor) -> None:
        visitor.button("Take back").click()


class Finger:
    """A finger on a phone: a tap shows or rotates a tile, and a button places it."""

    options: ClassVar[dict[str, Any]] = PHONE_OPTIONS

    def press(self, cell: Locator) -> None:
        cell.tap()

    def press_button(self, button: Locator) -> None:
        button.tap()

    def point_at(self, cell: Locator) -> None:
        cell.tap()

    def rotate_tile(self, cell: Locator) -> None:
        cell.tap()

    def place_tile(self, cell: Locator) -> None:
        find_board(cell).get_by_role("button", name="Place", exact=True).tap()

    def take_back(self, visitor: Visitor) -> None:
        visitor.button("Take back").tap()


class Keyboard:
    """The keyboard: Tab and arrow keys move the focus."""

    options: ClassVar[dict[str, Any]] = {}

    def press(self, cell: Locator) -> None:
        self.point_at(cell)
        cell.page.keyboard.press("Enter")

    def press_button(self, button: Locator) -> None:
        tab_to(button)
        button.page.keyboard.press("Enter")

    def point_at(self, cell: Locator) -> None:
        board = find_board(cell)
        if not board.locator("[role=gridcell]:focus").count():
            tab_to(board.locator("[role=gridcell][tabindex='0']"))
        move_focus(cell)

    def rotate_tile(self, cell: Locator) -> None:
        cell.page.keyboard.press("r")

    def place_tile(self, cell: Locator) -> None:
        cell.page.keyboard.press("Enter")

    def take_back(self, visitor: Visitor) -> None:
        visitor.page.keyboard.press("Escape")


def find_board(cell: Locator) -> Locator:
    """Return the board that contains a cell."""
    return cell.locator("xpath=ancestor::*[@data-board]")


def get_cell_name(cell: Locator) -> str:
    return cell.get_attribute("data-name") or ""


def get_focus_target(cell: Locator) -> Locator:
    """Return the element that gets the keyboard focus for a cell: the cell itself or its rod."""
    rod, dot, _ = get_cell_name(cell).partition(".")
    return find_board(cell).locator(f"[role=gridcell][data-name^='{rod}.']") if dot else cell


def get_base_cell(cell: Locator) -> Locator:
    """Return the lowest cell of the rod of a cell, or the cell itself if there are no rods.

    Only the lowest cells of rods are arranged in rows and columns.
    """
    rod, dot, _ = get_cell_name(cell).partition(".")
    return find_board(cell).locator(f"[data-name='{rod}.1']") if dot else cell


def tab_to(target: Locator) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(MAX_TAB_PRESSES):
        if target.evaluate("element => element === document.activeElement"):
            return
        target.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {target}")


def move_focus(target: Locator) -> None:
    """Press arrow keys until a cell or its rod has the focus: horizontally, then vertically."""
    page = target.page
    x, y = get_centre(get_base_cell(target))
    for _ in range(MAX_ARROW_PRESSES):
        focus_x, focus_y = get_centre(get_base_cell(page.locator("[role=gridcell]:focus")))
        if abs(x - focus_x) > POSITION_TOLERANCE_PIXELS:
            page.keyboard.press("ArrowRight" if x > focus_x else "ArrowLeft")
        elif abs(y - focus_y) > POSITION_TOLERANCE_PIXELS:
            page.keyboard.press("ArrowDown" if y > focus_y else "ArrowUp")
        else:
            return
    raise AssertionError(f"arrow keys do not reach {target}")


def get_centre(cell: Locator) -> tuple[float, float]:
    """Return the visible centre of a cell."""
    box = cell.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# Actions


def find_action_cells(view: BoardView, position: Position, action: str) -> list[Locator]:
    """Return the cells that have to be pressed for an action, in order."""
    frame = picture(position)
    return [view.cell(frame.board.cells[cell].name) for cell in frame.targets[action]]


def act(view: BoardView, device: Device, position: Position, action: str) -> Position:
    """Play an action with a device, and check the accessible names of its cells on the way."""
    spoken = position.spoken_name(position.parse_move(action)).in_language("en")
    cells = find_action_cells(view, position, action)
    if not cells:
        device.press_button(view.button(spoken.capitalize()))
    elif position.game.name == "chain_reaxis":
        turn_and_place_tile(device, cells[0], spoken)
    else:
        expect_label(cells[0], "can be moved" if len(cells) > 1 else spoken)
        device.press(cells[0])
        for cell in cells[1:]:
            expect_label(cell, spoken)
            device.press(cell)
    return position.play(action)


def turn_and_place_tile(device: Device, cell: Locator, spoken: str) -> None:
    """Show a tile over a cell, rotate it until the action is as wanted, and place it."""
    expect(find_board(cell).get_by_role("button", name="Place", exact=True)).to_be_visible()
    device.point_at(cell)
    expect_label(cell, "tile")
    for _ in range(MAX_TILE_TURNS):
        label = cell.get_attribute("aria-label") or ""
        if spoken in label:
            return device.place_tile(cell)
        device.rotate_tile(cell)
        expect(cell).not_to_have_attribute("aria-label", label)
    raise AssertionError(f"the tile cannot be turned to {spoken}")


def expect_label(cell: Locator, text: str) -> None:
    """Wait until the accessible name of a cell or its rod contains a text."""
    expect(get_focus_target(cell)).to_have_attribute("aria-label", re.compile(re.escape(text)))
