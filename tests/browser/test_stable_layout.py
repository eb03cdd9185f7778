"""Tables do not wrap or move in any game, language and window width."""

import random
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from steinreich import games, load
from steinreich.session.schema.limits import MAX_NAME_LENGTH
from tests.browser.conftest import Visit
from tests.browser.tables import create_played_table, open_with_all_seats, play_actions
from tests.conftest import mark_matrix
from tests.hall.server_process import ServerProcess

pytestmark = pytest.mark.xdist_group(__name__)

SIZES: list[ViewportSize] = [
    {"width": 320, "height": 640},
    {"width": 360, "height": 740},
    {"width": 768, "height": 1024},
    {"width": 900, "height": 700},
    {"width": 1024, "height": 768},
    {"width": 1280, "height": 720},
    {"width": 1366, "height": 768},
    {"width": 2560, "height": 1440},
]
LANGUAGES = ("de", "fr", "en")  # each visit begins in English
NAMES = (
    "W" * MAX_NAME_LENGTH,
    "Bartholomäus von Hohenlohe-Langenburg jun.",
    "Anna-Katharina Schwarzenberg-Wetterstein",
    "M" * MAX_NAME_LENGTH,
)
CLOCK = {"kind": "fischer", "seconds": 5400, "increment": 5}  # 1:30:00
MAX_ACTIONS = 36
# Elements that take more than a line or overflow their container
FIND_LAYOUT_FAULTS = """() => {
  const faults = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) faults.push(`the page is ${root.scrollWidth} wide`);
  const describe = (element) =>
    element.textContent.trim().replace(/\\s+/g, " ").slice(0, 60);
  const rows = (selector) => [...document.querySelectorAll(selector)];
  const checkOneLine = (element, container) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 2);
    if (!boxes.length) return;
    const height = Math.max(...boxes.map((box) => box.bottom))
      - Math.min(...boxes.map((box) => box.top));
    const maxHeight = 2 * parseFloat(getComputedStyle(element).fontSize);
    if (height > maxHeight) faults.push(`${describe(element)}: ${height} high`);
    const [inner, outer] = [element, container].map((box) => box.getBoundingClientRect());
    const overflow = inner.right - outer.right;
    if (overflow > 0.5) faults.push(`${describe(element)}: sticks out by ${overflow}`);
  };
  for (const clock of rows("[role=timer]")) {
    checkOneLine(clock, clock.closest("li"));
    if (clock.scrollWidth > clock.clientWidth + 1) faults.push(`${describe(clock)}: cut off`);
  }
  for (const name of rows("section[aria-labelledby=players] .name"))
    checkOneLine(name, name.closest("li"));
  for (const counts of rows("section[aria-labelledby=players] .counts"))
    checkOneLine(counts, counts.closest("li"));
  for (const turn of rows("section[aria-labelledby=moves] li"))
    checkOneLine(turn, turn.parentElement);
  return faults;
}"""
# Scrolls to the top and waits until the layout is complete
WAIT_FOR_LAYOUT = """() => {
  scrollTo(0, 0);
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
}"""
# Positions of the board and of all permanent buttons
MEASURE_POSITIONS = """() => Object.fromEntries(
  [...document.querySelectorAll("[data-board] svg:has([role=grid]), .dock .bar > .button, "
    + "section[aria-labelledby=moves] .bar > *, .board .reach, section[aria-labelledby=players]")]
    .map((element) => [
      element.ariaLabel ?? (element.textContent.trim().slice(0, 30) || element.className.baseVal),
      Object.values(element.getBoundingClientRect().toJSON()).map(Math.round).join(" ")]))"""


def make_long_game(game: str, max_actions: int) -> str:
    """Return the actions of the longest of some random games, up to a whole turn before the end."""
    longest: list[str] = []
    for seed in range(20):
        rng, position, actions = random.Random(seed), load(game).start(), list[str]()
        complete_length = 0
        while len(actions) < max_actions and not position.is_over:
            position = position.play(action := rng.choice(position.legal_moves()))
            actions.append(action)
            if position.starts_turn and not position.is_over:
                complete_length = len(actions)
        longest = max(longest, actions[:complete_length], key=len)
    return " ".join(longest)


GAMES = [
    "tzaar(setup=fixed)",
    "chain_reaxis",
    "inner_square",
    "six_in_line",
    "six_in_line(players=4)",
    "vier3d(variant=most_fours)",
]


@pytest.mark.parametrize("game", mark_matrix(GAMES))
def test_nothing_wraps_or_moves(visit: Visit, hall: ServerProcess, game: str) -> None:
    assert {game.split("(")[0] for game in GAMES} == set(games())
    names = tuple(name[:MAX_NAME_LENGTH] for name in NAMES[: load(game).players])
    new_table = create_played_table(hall, game, "", names, clock=CLOCK)
    visitor = visit()
    open_with_all_seats(visitor, new_table, game)
    visitor.expect_status("to move")

    def measure_positions() -> dict[str, Any]:
        positions = {}
        for language in LANGUAGES:
            visitor.change_language(language)
            expect(visitor.status).not_to_be_empty()
            for size in SIZES:
                visitor.page.set_viewport_size(size)
                visitor.page.evaluate(WAIT_FOR_LAYOUT)
                where = f"{language}, {size['width']}"
                assert visitor.page.evaluate(FIND_LAYOUT_FAULTS) == [], where
                positions[where] = visitor.page.evaluate(MEASURE_POSITIONS)
        return positions

    before = measure_positions()
    actions = make_long_game(game, MAX_ACTIONS)
    play_actions(hall, new_table, game, actions)
    expect(visitor.move_buttons).to_have_count(len(actions.split()))
    after = measure_positions()
    for where, positions in before.items():
        assert after[where] == positions, where
