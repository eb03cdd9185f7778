"""Replay in a real browser: the time to open a long record, to show a step, and to evaluate all of
it.
"""

import gzip
import tempfile
import time
from base64 import urlsafe_b64encode
from pathlib import Path
from statistics import median

from playwright.sync_api import Page

from bench.hall import Measured, chromium, print_hall, running_hall
from bench.study import ASKED_WHOLE, LENGTH, random_game
from steinreich import load
from steinreich.records import Record, write

VISITS = 5
LONG_GAME, LONG_LENGTH = "inner_square", 300  # actions
ASKED_OPEN, ASKED_STEP = 1.0, 0.1  # seconds
WARM = 600_000  # for machine code that has not been compiled yet

# Steps from the start to the end by keyboard; the milliseconds until each is drawn.
STEPS = """async () => {
  const graph = document.querySelector("[role=slider]");
  const shown = () => Number(graph.ariaValueNow);
  const pressed = (key) => new KeyboardEvent("keydown", {key, bubbles: true});
  const press = (key) => document.body.dispatchEvent(pressed(key));
  const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  press("Home");
  await drawn();
  const times = [];
  for (let at = 1; at <= Number(graph.ariaValueMax); at++) {
    const began = performance.now();
    press("ArrowRight");
    do await drawn(); while (shown() < at);
    times.push(performance.now() - began);
  }
  return times;
}"""
# Every displayed progress until the game is evaluated.
PROGRESS = """() => new Promise((done) => {
  const seen = new Set();
  const look = () => {
    const bar = document.querySelector("progress");
    if (bar) seen.add(bar.value);
    if (!bar && seen.size > 0) done(seen.size);
    else requestAnimationFrame(look);
  };
  look();
})"""


def long_record() -> tuple[str, int]:
    """Return a record as text, and its number of actions."""
    start, names = random_game(LONG_GAME, LONG_LENGTH)
    record = Record.of(load(LONG_GAME).position(start))
    for name in names:
        record.play(name)
    return write(record), len(names)


def link_to(text: str) -> str:
    """Return the link that a page makes: it contains the record."""
    packed = gzip.compress(text.encode())
    return f"/replay#.{urlsafe_b64encode(packed).decode().rstrip('=')}"


def open_record(page: Page, address: str) -> float:
    """Open a game; return the seconds until all its positions are there."""
    began = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.locator("[role=slider][aria-disabled=false]").wait_for()
    return time.perf_counter() - began


def evaluate_record(page: Page) -> tuple[float, int]:
    """Evaluate a game; return the seconds, and how often progress is shown."""
    page.get_by_role("button", name="Evaluate the game").click()
    page.get_by_text(" evaluated").wait_for(timeout=WARM)  # machine code is compiled
    began = time.perf_counter()
    told: int = page.evaluate(PROGRESS)
    return time.perf_counter() - began, told


def measure_replay() -> list[Measured]:
    """Measure everything about replays."""
    text, actions = long_record()
    flags = ["--engines", "0"]
    opening, steps = list[float](), list[float]()
    with (
        tempfile.TemporaryDirectory() as folder,
        running_hall(Path(folder), *flags) as (url, _),
        chromium() as browser,
    ):
        for _ in range(VISITS):
            with browser.new_context(locale="en-GB") as context:
                page = context.new_page()
                opening.append(open_record(page, url + link_to(text)))
                context.set_offline(True)
                steps += page.evaluate(STEPS)
        with browser.new_context(locale="en-GB") as context:
            page = context.new_page()
            open_record(page, url + link_to(text))
            seconds, told = evaluate_record(page)
    late = sorted(steps)[int(0.95 * len(steps))] / 1000
    what, whole = f"a record of {actions} actions", ASKED_WHOLE / LENGTH * actions
    return [
        Measured(
            f"{what} opened from a link",
            f"{median(opening):.2f} s",
            f"{ASKED_OPEN:g} s",
            median(opening) <= ASKED_OPEN,
        ),
        Measured(
            f"{what}: a step without the network",
            f"{median(steps):.0f} ms (95 % in {1000 * late:.0f} ms)",
            f"{1000 * ASKED_STEP:.0f} ms",
            late <= ASKED_STEP,
        ),
        Measured(
            f"{what} evaluated in the browser",
            f"{seconds:.1f} s",
            f"{whole:.0f} s",
            seconds <= whole,
        ),
        Measured(
            f"{what} evaluated: progress seen",
            str(told),
            f"{actions // 10} times",
            told >= actions // 10,
        ),
    ]


if __name__ == "__main__":
    print_hall(measure_replay())
