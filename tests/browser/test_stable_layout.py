"""Tables do not wrap or move in any game, language and window width."""

import random
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from steinreich import games, load
from steinreich.session.schema.limits import MAX_NAME_LENGTH
from tests.browser.conftest import Visit
from tests.browser.tables import create_played_table, play, sit_at
from tests.conftest import mark_matrix
from tests.hall.server_process import Host

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
MANY = 36  # actions, if a game lasts that long
# Elements that take more than a line or overflow their container
FAULTS = """() => {
  const found = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth} wide`);
  const told = (one) => one.textContent.trim().replace(/\\s+/g, " ").slice(0, 60);
  const rows = (selector) => [...document.querySelectorAll(selector)];
  const oneLine = (one, within) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 2);
    if (!boxes.length) return;
    const high = Math.max(...boxes.map((box) => box.bottom))
      - Math.min(...boxes.map((box) => box.top));
    const most = 2 * parseFloat(getComputedStyle(one).fontSize);
    const outer = within.getBoundingClientRect();
    if (high > most) found.push(`${told(one)}: ${high} high`);
    if (one.getBoundingClientRect().right > outer.right + 0.5)
      found.push(`${told(one)}: sticks out by ${one.getBoundingClientRect().right - outer.right}`);
  };
  for (const clock of rows("[role=timer]")) {
    oneLine(clock, clock.closest("li"));
    if (clock.scrollWidth > clock.clientWidth + 1) found.push(`${told(clock)}: cut off`);
  }
  for (const name of rows("section[aria-labelledby=players] .name"))
    oneLine(name, name.closest("li"));
  for (const counts of rows("section[aria-labelledby=players] .counts"))
    oneLine(counts, counts.closest("li"));
  for (const turn of rows("section[aria-labelledby=moves] li")) oneLine(turn, turn.parentElement);
  return found;
}"""
# At the top of the page, with the layout settled
SETTLE = """() => {
  scrollTo(0, 0);
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
}"""
# Positions of the board and of all permanent buttons
PLACES = """() => Object.fromEntries(
  [...document.querySelectorAll("[data-board] svg:has([role=grid]), .dock .bar > .button, "
    + "section[aria-labelledby=moves] .bar > *, .board .reach, section[aria-labelledby=players]")]
    .map((one) => [one.ariaLabel ?? (one.textContent.trim().slice(0, 30) || one.className.baseVal),
      Object.values(one.getBoundingClientRect().toJSON()).map(Math.round).join(" ")]))"""


def long_line(game: str, most: int) -> str:
    """Return random actions in whole turns after which the game continues."""
    best: list[str] = []
    for seed in range(20):
        chance, position, line = random.Random(seed), load(game).start(), list[str]()
        whole = 0
        while len(line) < most and not position.is_over:
            position = position.play(action := chance.choice(position.legal_moves()))
            line.append(action)
            whole = len(line) if position.starts_turn and not position.is_over else whole
        best = max(best, line[:whole], key=len)
    return " ".join(best)


GAMES = [
    "tzaar(setup=fixed)",
    "chain_reaxis",
    "inner_square",
    "six_in_line",
    "six_in_line(players=4)",
    "vier3d(variant=most_fours)",
]


@pytest.mark.parametrize("game", mark_matrix(GAMES))
def test_nothing_wraps_or_moves(visit: Visit, hall: Host, game: str) -> None:
    assert {one.split("(")[0] for one in GAMES} == set(games())
    names = tuple(name[:MAX_NAME_LENGTH] for name in NAMES[: load(game).players])
    made = create_played_table(hall, game, "", names, clock=CLOCK)
    visitor = visit()
    sit_at(visitor, made, game)
    visitor.sees("to move")

    def look() -> dict[str, Any]:
        places = {}
        for language in LANGUAGES:
            visitor.change_language(language)
            expect(visitor.status).not_to_be_empty()
            for size in SIZES:
                visitor.page.set_viewport_size(size)
                visitor.page.evaluate(SETTLE)
                where = f"{language}, {size['width']}"
                assert visitor.page.evaluate(FAULTS) == [], where
                places[where] = visitor.page.evaluate(PLACES)
        return places

    before = look()
    line = long_line(game, MANY)
    play(hall, made, game, line)
    expect(visitor.written).to_have_count(len(line.split()))
    after = look()
    for where, places in before.items():
        assert after[where] == places, where
