"""Mouse, finger and keyboard: three ways to use a board."""

import re
from typing import Any, ClassVar, Protocol

from playwright.sync_api import Locator, expect

from steinreich import Position
from steinreich.draw.picture import picture
from tests.browser.visitor import PHONE_OPTIONS, Visitor

MAX_TAB_PRESSES = 60  # until the keyboard has reached everything
MAX_ARROW_PRESSES = 40  # across any board
SAME_PLACE = 3  # pixels
MAX_TILE_TURNS = 8  # four directions, two halves


class Seen(Protocol):
    """A board on a page: a visitor's table, or one of several boards."""

    def cell(self, name: str) -> Locator: ...

    def button(self, name: str | re.Pattern[str]) -> Locator: ...


class Device(Protocol):
    """Input by a hand."""

    options: ClassVar[dict[str, Any]]  # options of the browser

    def press(self, cell: Locator) -> None:
        """Pick up or put down a piece."""

    def push(self, button: Locator) -> None:
        """Press a button anywhere on the page."""

    def point(self, cell: Locator) -> None:
        """Hold a tile over a cell."""

    def turn(self, cell: Locator) -> None:
        """Turn the tile there."""

    def lay(self, cell: Locator) -> None:
        """Place the tile there."""

    def take_back(self, visitor: Visitor) -> None:
        """Undo an incomplete turn."""


class Mouse:
    options: ClassVar[dict[str, Any]] = {}

    def press(self, cell: Locator) -> None:
        cell.click()

    def push(self, button: Locator) -> None:
        button.click()

    def point(self, cell: Locator) -> None:
        cell.hover()

    def turn(self, cell: Locator) -> None:
        cell.page.mouse.wheel(0, 100)

    def lay(self, cell: Locator) -> None:
        cell.click()

    def take_back(self, visitor: Visitor) -> None:
        visitor.button("Take back").click()


class Finger:
    options: ClassVar[dict[str, Any]] = PHONE_OPTIONS

    def press(self, cell: Locator) -> None:
        cell.tap()

    def push(self, button: Locator) -> None:
        button.tap()

    def point(self, cell: Locator) -> None:
        cell.tap()

    def turn(self, cell: Locator) -> None:
        cell.tap()

    def lay(self, cell: Locator) -> None:
        find_board(cell).get_by_role("button", name="Place", exact=True).tap()

    def take_back(self, visitor: Visitor) -> None:
        visitor.button("Take back").tap()


class Keyboard:
    options: ClassVar[dict[str, Any]] = {}

    def press(self, cell: Locator) -> None:
        self.point(cell)
        cell.page.keyboard.press("Enter")

    def push(self, button: Locator) -> None:
        tab_to(button)
        button.page.keyboard.press("Enter")

    def point(self, cell: Locator) -> None:
        board = find_board(cell)
        if not board.locator("[role=gridcell]:focus").count():
            tab_to(board.locator("[role=gridcell][tabindex='0']"))
        walk(cell)

    def turn(self, cell: Locator) -> None:
        cell.page.keyboard.press("r")

    def lay(self, cell: Locator) -> None:
        cell.page.keyboard.press("Enter")

    def take_back(self, visitor: Visitor) -> None:
        visitor.page.keyboard.press("Escape")


def find_board(cell: Locator) -> Locator:
    """Return the board of a cell: there may be several on a page."""
    return cell.locator("xpath=ancestor::*[@data-board]")


def spoken_name(cell: Locator) -> str:
    return cell.get_attribute("data-name") or ""


def focus_target(cell: Locator) -> Locator:
    """Return the element that has the keyboard focus for a cell, with its spoken name: the cell or
    its rod.
    """
    rod, dot, _ = spoken_name(cell).partition(".")
    return find_board(cell).locator(f"[role=gridcell][data-name^='{rod}.']") if dot else cell


def base_cell(cell: Locator) -> Locator:
    """Return the lowest cell of a rod, since all rods are in rows; or the cell itself."""
    rod, dot, _ = spoken_name(cell).partition(".")
    return find_board(cell).locator(f"[data-name='{rod}.1']") if dot else cell


def tab_to(goal: Locator) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(MAX_TAB_PRESSES):
        if goal.evaluate("element => element === document.activeElement"):
            return
        goal.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {goal}")


def walk(goal: Locator) -> None:
    """Press arrow keys until a cell or its rod has the focus: first across, then up or down."""
    page = goal.page
    x, y = middle(base_cell(goal))
    for _ in range(MAX_ARROW_PRESSES):
        at_x, at_y = middle(base_cell(page.locator("[role=gridcell]:focus")))
        if abs(x - at_x) > SAME_PLACE:
            page.keyboard.press("ArrowRight" if x > at_x else "ArrowLeft")
        elif abs(y - at_y) > SAME_PLACE:
            page.keyboard.press("ArrowDown" if y > at_y else "ArrowUp")
        else:
            return
    raise AssertionError(f"arrow keys do not lead to {goal}")


def middle(cell: Locator) -> tuple[float, float]:
    """Return the visible centre of a cell."""
    box = cell.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# Actions


def named_cells(visitor: Seen, position: Position, action: str) -> list[Locator]:
    """Return the cells in the name of an action: source and destination."""
    drawn = picture(position)
    return [visitor.cell(drawn.board.cells[cell].name) for cell in drawn.targets[action]]


def act(visitor: Seen, device: Device, position: Position, action: str) -> Position:
    """Do an action with a device, guided by what the cells say of themselves."""
    spoken = position.spoken_name(position.parse_move(action)).within("en")
    cells = named_cells(visitor, position, action)
    if not cells:
        device.push(visitor.button(spoken.capitalize()))
    elif position.game.name == "chain_reaxis":
        lay_tile(device, cells[0], spoken)
    else:
        says(cells[0], "can be moved" if len(cells) > 1 else spoken)
        device.press(cells[0])
        for cell in cells[1:]:
            says(cell, spoken)
            device.press(cell)
    return position.play(action)


def lay_tile(device: Device, cell: Locator, spoken: str) -> None:
    """Hold a tile over a cell and turn it to the wanted direction."""
    expect(find_board(cell).get_by_role("button", name="Place", exact=True)).to_be_visible()
    device.point(cell)
    says(cell, "tile")
    for _ in range(MAX_TILE_TURNS):
        label = cell.get_attribute("aria-label") or ""
        if spoken in label:
            return device.lay(cell)
        device.turn(cell)
        expect(cell).not_to_have_attribute("aria-label", label)
    raise AssertionError(f"the tile cannot be turned to {spoken}")


def says(cell: Locator, text: str) -> None:
    """Wait until the spoken name of a cell or its rod is this."""
    expect(focus_target(cell)).to_have_attribute("aria-label", re.compile(re.escape(text)))
