"""Animated and dragged pieces and 3D views; reduced motion is respected."""

import pytest
from playwright.sync_api import expect

from steinreich import load
from tests.browser.conftest import Visit
from tests.browser.devices import Mouse, act, expect_label, get_centre
from tests.browser.visitor import PHONE_OPTIONS, Visitor

pytestmark = pytest.mark.xdist_group(__name__)

# Counts the rendered frames in which an animation runs
COUNT_MOVING_FRAMES = """
  window.moving = 0;
  const checkFrame = () => {
    const isMoving = document.getAnimations().some(a => a.playState === "running");
    if (isMoving) window.moving += 1;
    requestAnimationFrame(checkFrame);
  };
  checkFrame();
"""


# Counts the animations of pieces
COUNT_ANIMATIONS = """
  window.started = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...options) {
    if (this.closest("[data-board]")) window.started += 1;
    return animate.apply(this, options);
  };
"""


def count_moving_frames(visitor: Visitor) -> int:
    """Visit the front page and play some turns; return the number of frames with motion."""
    visitor.page.add_init_script(COUNT_MOVING_FRAMES)
    visitor.open_page("")
    expect(visitor.page.get_by_role("article")).to_have_count(5)
    moving = visitor.page.evaluate("moving")
    for name, actions in (("inner_square", "c2-c5 a6-a5"), ("vier3d", "a1 a1 b2")):
        visitor.open_new_table(name)
        position = load(name).start()
        for number, action in enumerate(actions.split()):
            position = act(visitor, Mouse(), position, action)
            expect(visitor.move_buttons).to_have_count(number + 1)
        moving += visitor.page.evaluate("moving")
    return int(moving)


def test_animates_pieces(visit: Visit) -> None:
    assert count_moving_frames(visit(reduced_motion="no-preference", in_3d=True)) > 0


def test_reduced_motion_disables_animations(visit: Visit) -> None:
    assert count_moving_frames(visit(reduced_motion="reduce", in_3d=True)) == 0


def test_resizing_after_the_end_moves_no_piece(visit: Visit) -> None:
    visitor = visit(reduced_motion="no-preference")
    visitor.page.add_init_script(COUNT_ANIMATIONS)
    visitor.open_new_table("inner_square")
    act(visitor, Mouse(), load("inner_square").start(), "c2-c5")
    visitor.button("Resign").click()
    visitor.button("Yes").click()
    visitor.expect_status("wins")
    started = visitor.page.evaluate("started")
    assert started > 0
    for width in (900, 600, 400, 1200):
        visitor.page.set_viewport_size({"width": width, "height": 800})
        visitor.page.evaluate(
            "new Promise(done => requestAnimationFrame(() => "
            "requestAnimationFrame(() => setTimeout(done))))"
        )
    assert visitor.page.evaluate("started") == started


def test_piece_can_be_dragged_by_mouse(visit: Visit) -> None:
    visitor = visit()
    visitor.open_new_table("inner_square")
    visitor.expect_status("Red to move")
    mouse = visitor.page.mouse
    mouse.move(*get_centre(visitor.cell("c2")))
    mouse.down()
    mouse.move(*get_centre(visitor.cell("c4")))
    mouse.move(*get_centre(visitor.cell("c5")))
    mouse.up()
    expect(visitor.move_buttons).to_have_text(["c2-c5"])


def test_piece_can_be_dragged_by_finger(visit: Visit) -> None:
    visitor = visit(**PHONE_OPTIONS)
    visitor.open_new_table("inner_square")
    visitor.expect_status("Red to move")
    visitor.cell("c2").scroll_into_view_if_needed()
    finger = visitor.context.new_cdp_session(visitor.page)
    for event_type, name in (("touchStart", "c2"), ("touchMove", "c4"), ("touchMove", "c5")):
        x, y = get_centre(visitor.cell(name))
        finger.send(
            "Input.dispatchTouchEvent", {"type": event_type, "touchPoints": [{"x": x, "y": y}]}
        )
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(visitor.move_buttons).to_have_text(["c2-c5"])


def test_view_in_3d_rotates_when_dragged_and_accepts_clicks(visit: Visit) -> None:
    visitor = visit(in_3d=True)
    visitor.open_new_table("vier3d")
    visitor.expect_status("Red to move")
    picture = visitor.page.locator("canvas")
    x, y = get_centre(picture)
    before = picture.screenshot()
    mouse = visitor.page.mouse
    mouse.move(x - 120, y)
    mouse.down()
    mouse.move(x, y + 10, steps=4)
    mouse.up()
    expect(visitor.button("Reset view")).to_be_visible()
    assert picture.screenshot() != before
    visitor.expect_status("Red to move")
    mouse.click(x, y)
    expect(visitor.move_buttons).to_have_count(1)
    rod = visitor.moves()[0]
    expect_label(visitor.cell(f"{rod}.1"), f"{rod}: 1 of 4, red ball")
