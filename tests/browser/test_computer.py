"""Games against the computer: started by one click, with visible thinking, "Move now", and undo
without consent.
"""

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from steinreich import load
from tests.browser.conftest import Visit
from tests.browser.devices import Keyboard, Mouse, act, tab_to
from tests.hall.server_process import ServerProcess, running_server

pytestmark = pytest.mark.xdist_group(__name__)

COMPILE_TIMEOUT_SECONDS = 150


@pytest.fixture(scope="module")
def hall_with_engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server whose computer plays at full strength in one game."""
    folder = tmp_path_factory.mktemp("thinking")
    with running_server(
        folder, engines=1, code_ids=["inner_square"], min_engine_turn_seconds=0.2
    ) as server:
        yield server


def wait_for_full_strength(server: ServerProcess) -> None:
    """Wait until the machine code is loaded."""
    deadline = time.monotonic() + COMPILE_TIMEOUT_SECONDS
    while server.get("api/ready").json()["engines"]["inner_square"] != "warm":
        assert time.monotonic() < deadline, "the computer does not warm up"
        time.sleep(0.1)


def test_one_click_on_the_front_page_starts_a_game(visit: Visit) -> None:
    visitor = visit("")
    visitor.button(re.compile("^Play Inner Square against the computer")).click()
    visitor.expect_status("Your turn")
    act(visitor, Mouse(), load("inner_square").start(), "c2-c5")
    expect(visitor.move_buttons).to_have_count(2)  # the computer has answered
    expect(visitor.page.get_by_role("status")).to_contain_text("Computer (level 3):")
    visitor.expect_status("Your turn")
    visitor.button("Undo").click()
    expect(visitor.page.get_by_text("No moves yet.")).to_be_visible()
    visitor.expect_status("Your turn")
    visitor.button("Swap sides").click()
    expect(visitor.move_buttons).to_have_count(1)  # now the computer begins
    visitor.expect_status("Your turn")


def test_game_can_be_started_and_played_by_keyboard_alone(visit: Visit) -> None:
    visitor = visit("")
    start = visitor.button(re.compile("^Play Chain Reaxis against the computer"))
    start.wait_for()
    tab_to(start)
    visitor.page.keyboard.press("Enter")
    visitor.expect_status("Your turn")
    act(visitor, Keyboard(), load("chain_reaxis").start(), "c2c3")
    expect(visitor.move_buttons).to_have_count(2)
    assert visitor.moves()[0] == "c2c3"


def test_thinking_is_shown_and_ends_on_request(
    visit: Visit, hall_with_engine: ServerProcess
) -> None:
    wait_for_full_strength(hall_with_engine)
    visitor = visit(server=hall_with_engine)
    visitor.open_page("new/inner_square")
    visitor.page.get_by_role("slider", name=re.compile("^Level")).fill("10")
    visitor.button("Start").click()
    position = act(visitor, Mouse(), load("inner_square").start(), "c2-c5")
    visitor.expect_status("Computer (level 10) is thinking")
    # The expected action has a name, not a number
    visitor.expect_status(re.compile("expects [a-g][1-7]-[a-g][1-7]"))
    visitor.button("Move now").click()
    expect(visitor.move_buttons).to_have_count(2)
    position = position.play(visitor.moves()[1])
    act(visitor, Mouse(), position, position.legal_moves()[0])
    visitor.expect_status("is thinking")
    visitor.button("Undo").click()  # interrupts the computer
    expect(visitor.move_buttons).to_have_count(2)
    visitor.expect_status("Your turn")
