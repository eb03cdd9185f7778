"""Complete games by mouse, by touch and by keyboard alone."""

from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from steinreich import Position, games, load
from steinreich.draw.picture import result
from tests.browser.conftest import Visit
from tests.browser.devices import Device, Finger, Keyboard, Mouse, act
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.xdist_group(__name__)


class Script(NamedTuple):
    """A short complete game."""

    game: str  # the id
    options: dict[str, str]  # labels of the chosen options on the setup page
    actions: str


SCRIPTS = [
    Script("chain_reaxis", {}, "a3a4 b3b4 c3c4 d3d4"),
    Script("inner_square", {}, "c2-c5 a6-a5 e2-e5 a5-a6 c1-c3 a6-a5 e1-e3"),
    Script(
        "six_in_line(players=3)",
        {"players": "three"},
        "a1 a6 a1-f1 +c1 c1-c4 +c6 c6-f6 +e6 e6-e2 +e5 e5-e6 +e4 e4-e5 +e1 c4-e4 +d4 d4-c4 +f4"
        " e5-b5 +f5 f5-e5 +c5 c5-c6 +c3 c3-d3 +e3",
    ),
    Script(
        "tzaar(setup=fixed)",
        {"setup": "fixed layout"},
        "E4xF3 E5xF5 H2+G3 D5xF6 D6xE6 E7xD8 D4+C3 F3xC4",
    ),
    Script("vier3d", {}, "a1 b1 a1 b1 a1 b1 a1"),
]


TILES, RODS = SCRIPTS[0], SCRIPTS[-1]  # always tested with all devices because their input differs
CASES = [
    pytest.param(
        script,
        device,
        id=f"{load(script.game).name}-{type(device).__name__}",
        marks=[] if isinstance(device, Mouse) or script in (TILES, RODS) else pytest.mark.matrix,
    )
    for script in SCRIPTS
    for device in (Mouse(), Finger(), Keyboard())
]


def test_every_game_has_a_script() -> None:
    assert {load(script.game).name for script in SCRIPTS} == set(games())


@pytest.mark.parametrize(("script", "device"), CASES)
def test_game_can_be_played_to_its_end(visit: Visit, device: Device, script: Script) -> None:
    visitor = visit(**device.options, in_3d=True)
    position = load(script.game).start()
    visitor.create_table_by_form(
        position.game.name, ["Here"] * position.game.players, **script.options
    )
    has_taken_back = False
    for action in script.actions.split():
        position = act(visitor, device, position, action)
        if not has_taken_back and not position.starts_turn:
            take_back_and_repeat(visitor, device, position, action)
            has_taken_back = True
    assert position.is_over
    visitor.expect_status(result(position).in_language("en"))
    expect(visitor.page.get_by_role("status")).to_contain_text(result(position).in_language("en"))
    assert visitor.moves() == script.actions.split()
    expect(visitor.button("Rematch")).to_be_visible()


def take_back_and_repeat(visitor: Visitor, device: Device, position: Position, action: str) -> None:
    """Check that an incomplete turn shows its prompt; take its action back and repeat it."""
    visitor.expect_status(f"Your turn continues: {position.prompt.in_language('en')}")
    played = visitor.moves()
    device.take_back(visitor)
    expect(visitor.button("Take back")).to_be_hidden()
    visitor.expect_status("to move")
    before = load(position.game.id).start()
    for earlier in played:
        before = before.play(earlier)
    assert act(visitor, device, before, action) == position
    visitor.expect_status("Your turn continues")
