"""Settings of the board: rotation, styles, coordinates, confirmation, zen mode, premoves."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from steinreich import load
from steinreich.draw.styles import STYLES, Style, get_page_palettes
from tests.browser.conftest import Visit
from tests.browser.devices import Keyboard, Mouse, act, expect_label, get_centre
from tests.browser.test_access import check_accessibility
from tests.browser.test_annotations import get_markings
from tests.browser.visitor import PHONE_OPTIONS, Visitor
from tests.conftest import mark_matrix

pytestmark = pytest.mark.xdist_group(__name__)


# Rotation


@pytest.mark.parametrize(
    ("game", "steps"),
    mark_matrix([("tzaar", 6), ("chain_reaxis", 4), ("vier3d", 4), ("six_in_line", 4)], keep=2),
)
def test_boards_turn_as_their_shape_allows(visit: Visit, game: str, steps: int) -> None:
    visitor = visit()
    visitor.open_new_table(game)
    cell = visitor.page.locator("[data-cell='0']")
    centres = []
    for _ in range(steps):
        centres.append(get_centre(cell))
        visitor.button("Rotate board").click()
    assert len({(round(x), round(y)) for x, y in centres}) == steps
    expect(visitor.page.get_by_role("status")).to_contain_text("rotated by 0 degrees")
    assert get_centre(cell) == pytest.approx(centres[0], abs=2)
    for _ in range(steps - 1):
        visitor.page.keyboard.press("Shift+B")
    assert get_centre(cell) == pytest.approx(centres[1], abs=2)
    if game == "six_in_line":  # another table of the same game has the same rotation
        visitor.open_new_table(game)
        assert get_centre(cell) == pytest.approx(centres[1], abs=2)


# Styles and coordinates

STYLE_LABELS: dict[Style, str] = {"plain": "Plain", "contrast": "High contrast", "wood": "Wood"}


def test_applies_and_stores_style_and_coordinates(visit: Visit) -> None:
    visitor = visit(color_scheme="dark", bypass_csp=True)
    visitor.open_new_table("vier3d")
    coordinates = visitor.page.locator("[data-board] text.coordinate")
    expect(coordinates.first).to_be_visible()
    for style, label in STYLE_LABELS.items():
        visitor.button("Settings").click()
        visitor.page.get_by_role("radio", name=label, exact=True).check()
        check_accessibility(visitor)
        visitor.page.keyboard.press("Escape")
        frame_colour = (
            "getComputedStyle(document.documentElement).getPropertyValue('--board-frame')"
        )
        assert visitor.page.evaluate(frame_colour) == get_page_palettes(style).dark["frame"]
        check_accessibility(visitor)
    assert set(STYLE_LABELS) == set(STYLES)
    visitor.button("Settings").click()
    visitor.page.get_by_role("checkbox", name="Coordinates on the board").uncheck()
    visitor.page.get_by_role("radio", name="Plain", exact=True).check()
    visitor.reload()
    expect(coordinates.first).to_be_hidden()
    expect(visitor.page.get_by_text("Level 1").first).to_be_visible()
    expect(visitor.page.locator("html")).to_have_attribute("data-style", "plain")


# Confirmation by device


def test_each_device_has_its_own_confirmation_setting(visit: Visit) -> None:
    visitor = visit(**PHONE_OPTIONS)
    visitor.open_new_table("inner_square")
    visitor.button("Settings").tap()
    confirmations = visitor.group("Confirm turns played")
    confirmations.get_by_role("checkbox", name="by touch").check()
    visitor.button("Close").tap()
    for name in ("c2", "c5"):
        visitor.cell(name).tap()
    visitor.expect_status("Play this turn?")
    visitor.button("Take back").tap()
    visitor.expect_status("Red to move")
    for name in ("c2", "c5"):
        visitor.cell(name).click()  # a mouse beside the touch screen
    expect(visitor.move_buttons).to_have_text(["c2-c5"])


# Zen mode


@pytest.mark.parametrize("options", mark_matrix([{}, PHONE_OPTIONS]), ids=["desktop", "phone"])
def test_zen_mode_leaves_the_board_and_the_players(
    visit: Visit, options: dict[str, object]
) -> None:
    visitor = visit(bypass_csp=True, **options)
    visitor.open_new_table("inner_square")
    settings = visitor.button("Settings")
    visitor.button("Zen mode").click()
    expect(settings).to_be_hidden()
    expect(visitor.button("Resign")).to_be_hidden()
    expect(visitor.page.get_by_role("region", name="Moves")).to_be_hidden()
    expect(visitor.players).to_be_visible()
    expect(visitor.page.get_by_role("status")).to_contain_text("Zen mode")
    check_accessibility(visitor)
    act(visitor, Mouse(), load("inner_square").start(), "c2-c5")
    visitor.expect_status("Yellow to move")
    visitor.reload()
    visitor.expect_status("Yellow to move")
    expect(settings).to_be_hidden()  # as long as the tab is open
    visitor.button("Leave zen mode").click()
    expect(settings).to_be_visible()
    visitor.page.keyboard.press("z")
    expect(settings).to_be_hidden()
    visitor.page.keyboard.press("Escape")
    expect(settings).to_be_visible()


def test_empty_target_is_announced_with_its_action(visit: Visit) -> None:
    visitor = visit()
    visitor.open_new_table("six_in_line")
    visitor.expect_status("to move")
    label = "a6, empty, possible move: stone on a6"
    expect(visitor.cell("a6")).to_have_attribute("aria-label", label)


# Rods

EMPTY_ROD = "b3: empty; possible move: ball on b3, level 1"


@pytest.mark.parametrize("full_screen", [False, True], ids=["levels", "3D view in full screen"])
def test_keyboard_moves_between_rods_and_focus_stays_on_the_ball(
    visit: Visit, full_screen: bool
) -> None:
    visitor = visit(in_3d=full_screen)
    visitor.open_new_table("vier3d")
    keyboard = visitor.page.keyboard
    focus = visitor.page.locator("[role=gridcell]:focus")
    if full_screen:
        visitor.page.get_by_role("button", name="3D view in full screen").click()
        expect(visitor.button("Leave full screen")).to_be_visible()
        picture = visitor.page.locator("canvas").bounding_box()
        assert picture
        assert picture["height"] > 400
    expect(visitor.page.locator("[role=gridcell]")).to_have_count(16)
    Keyboard().point_at(visitor.cell("b3.1"))
    expect(focus).to_have_attribute("aria-label", EMPTY_ROD)
    keyboard.press("Enter")
    announcement = visitor.page.get_by_role("status").filter(has_text="Red: ball on b3, level 1.")
    expect(announcement).to_have_count(1)
    expect(focus).to_have_attribute("data-name", "b3.1")
    keyboard.press("Enter")
    expect(focus).to_have_attribute("data-name", "b3.2")  # the focus follows the ball
    label = (
        "b3: 2 of 4, red ball, blue ball; level 2: last move; possible move: ball on b3, level 3"
    )
    expect(focus).to_have_attribute("aria-label", label)
    keyboard.press("ArrowRight")
    expect(focus).to_have_attribute("data-name", "c3.1")
    keyboard.press("ArrowLeft")
    expect(focus).to_have_attribute("data-name", "b3.2")
    keyboard.press("n")
    expect(focus).to_have_attribute("data-name", "c3.1")
    if full_screen:
        keyboard.press("Escape")
        expect(visitor.button("3D view in full screen")).to_be_visible()
    visitor.cell("b3.4").click()  # anywhere on a rod
    expect(focus).to_have_attribute("data-name", "b3.3")
    visitor.change_language("de")
    expect_label(
        visitor.cell("b3.1"),
        "b3: 3 von 4, rote Kugel, blaue Kugel, rote Kugel; Ebene 3: letzter Zug",
    )


# Premoves

SelectCell = Callable[[Visitor, str], None]


def click_cell(visitor: Visitor, cell: str) -> None:
    visitor.cell(cell).click()


def tap_cell(visitor: Visitor, cell: str) -> None:
    visitor.cell(cell).tap()


def press_keys_at_cell(visitor: Visitor, cell: str) -> None:
    Keyboard().press(visitor.cell(cell))


@pytest.mark.parametrize(
    "select_cell", mark_matrix([click_cell, press_keys_at_cell, tap_cell], keep=2)
)
def test_plays_a_legal_premove_and_drops_an_illegal_one(
    visit: Visit, select_cell: SelectCell
) -> None:
    options = PHONE_OPTIONS if select_cell is tap_cell else {}
    ada, ben = visit(), visit(**options)
    ada.open_new_table("inner_square", "here friend")
    ben.page.goto(ada.get_invitation_link())
    ben.button("Take the seat").click()
    ben.expect_status("to move")
    for cell in ("a6", "a5"):
        select_cell(ben, cell)
    ben.expect_status("Premove: a6 → a5")
    expect_label(ben.cell("a6"), "arrow to a5 (planned)")
    expect(ben.page.get_by_role("status")).to_contain_text("Premove: a6 → a5")
    position = act(ada, Mouse(), load("inner_square").start(), "c2-c5")
    expect(ada.move_buttons).to_have_text(["c2-c5", "a6-a5"])
    expect(get_markings(ben)).to_have_count(0)
    position = position.play("a6-a5")
    for cell in ("a5", "d1"):  # far away
        select_cell(ben, cell)
    ben.expect_status("Premove: a5 → d1")
    act(ada, Mouse(), position, "e2-e5")
    ben.expect_status("Your turn")
    expect(ben.page.get_by_text("Your premove is no longer possible.").first).to_be_visible()
    expect(ada.move_buttons).to_have_count(3)


def test_cancels_and_disables_premoves(visit: Visit) -> None:
    ada, ben = visit(), visit()
    ada.open_new_table("vier3d", "here friend")
    ben.page.goto(ada.get_invitation_link())
    ben.button("Take the seat").click()
    ben.expect_status("to move")
    ben.cell("b2.1").click()
    ben.expect_status("Premove: b2")
    ben.page.keyboard.press("Escape")
    expect(ben.status).not_to_contain_text("Premove")
    ben.cell("b2.1").click()
    ben.expect_status("Premove: b2")
    ben.cell("c4.1").click()
    expect(ben.status).not_to_contain_text("Premove")
    ben.button("Settings").click()
    ben.page.get_by_role("checkbox", name="Premoves").uncheck()
    ben.page.keyboard.press("Escape")
    ben.cell("b2.1").click()
    act(ada, Mouse(), load("vier3d").start(), "b2")
    ben.expect_status("Your turn")
    expect(ben.move_buttons).to_have_text(["b2"])
    ben.button("Settings").click()
    ben.page.get_by_role("checkbox", name="Premoves").check()
    ben.page.keyboard.press("Escape")
    act(ben, Mouse(), load("vier3d").start().play("b2"), "a1")
    expect(ben.move_buttons).to_have_text(["b2", "a1"])
    ben.cell("b2.1").click()  # played one level higher, above the next ball of the opponent
    ben.expect_status("Premove: b2")
    act(ada, Mouse(), load("vier3d").start().play("b2").play("a1"), "c3")
    expect(ben.move_buttons).to_have_text(["b2", "a1", "c3", "b2"])


def test_premove_of_a_tile_keeps_the_order_of_its_cells(visit: Visit) -> None:
    ada, ben = visit(), visit()
    ada.open_new_table("chain_reaxis", "here friend")
    ben.page.goto(ada.get_invitation_link())
    ben.button("Take the seat").click()
    ben.expect_status("to move")
    for name in ("d4", "d3"):
        ben.cell(name).click()
    ben.expect_status("Premove: d4 → d3")
    act(ada, Mouse(), load("chain_reaxis").start(), "c3c4")
    expect(ada.move_buttons).to_have_text(["c3c4", "d4d3"])


def test_premoves_are_disabled_for_turns_of_several_actions(visit: Visit) -> None:
    ada, ben = visit(), visit()
    ada.open_new_table("tzaar(setup=fixed)", "here friend")
    ben.page.goto(ada.get_invitation_link())
    ben.button("Take the seat").click()
    ben.expect_status("to move")
    ben.cell("E5").click()
    ben.cell("F5").click()
    expect(get_markings(ben)).to_have_count(0)
    ben.page.keyboard.press("z")  # offers are announced in zen mode, too
    act(ada, Mouse(), load("tzaar(setup=fixed)").start(), "E4xF3")
    ada.button("Undo").click()
    expect(ben.button("Accept")).to_be_visible()


# Settings on a small screen with large letters


def test_settings_fit_a_small_phone_with_large_text(visit: Visit) -> None:
    small = {"width": 320, "height": 640}
    visitor = visit(viewport=small, locale="de-DE", contrast="more", bypass_csp=True)
    visitor.open_page("lobby")
    expect(visitor.page.locator("html")).to_have_attribute("data-style", "contrast")
    visitor.page.add_style_tag(content="html { font-size: 200% !important }")
    visitor.page.get_by_role("button", name="Einstellungen").click()
    dialog = visitor.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_have_text(
        ["Einstellungen", "Aussehen", "Spielen", "Ton und Benachrichtigungen", "Tastenkürzel"]
    )  # all parts have loaded
    assert dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
    check_accessibility(visitor)
