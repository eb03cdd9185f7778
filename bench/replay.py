"""Measure the replay in a real browser: the time to open a long record, to show a step, and to
evaluate the game.
"""

import gzip
import tempfile
import time
from base64 import urlsafe_b64encode
from pathlib import Path
from statistics import median

from playwright.sync_api import Page

from bench.hall import Measured, chromium, print_hall, running_hall
from bench.study import GAME_LENGTH, MAX_EVALUATION_SECONDS, random_game
from steinreich import load
from steinreich.records import Record, write

VISITS = 5
LONG_GAME, LONG_LENGTH = "inner_square", 300  # actions
MAX_OPEN_SECONDS, MAX_STEP_SECONDS = 1.0, 0.1
COMPILE_TIMEOUT_MS = 600_000  # for machine code that has not been compiled yet

# Steps through the game by keyboard; returns the milliseconds until each step is drawn.
STEP_THROUGH = """async () => {
  const graph = document.querySelector("[role=slider]");
  const shownStep = () => Number(graph.ariaValueNow);
  const keyEvent = (key) => new KeyboardEvent("keydown", {key, bubbles: true});
  const press = (key) => document.body.dispatchEvent(keyEvent(key));
  const nextFrame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  press("Home");
  await nextFrame();
  const times = [];
  for (let at = 1; at <= Number(graph.ariaValueMax); at++) {
    const started = performance.now();
    press("ArrowRight");
    do await nextFrame(); while (shownStep() < at);
    times.push(performance.now() - started);
  }
  return times;
}"""
# Waits until the game is evaluated; returns the number of different progress values displayed.
COUNT_PROGRESS = """() => new Promise((done) => {
  const values = new Set();
  const check = () => {
    const bar = document.querySelector("progress");
    if (bar) values.add(bar.value);
    if (!bar && values.size > 0) done(values.size);
    else requestAnimationFrame(check);
  };
  check();
})"""


def make_long_record() -> tuple[str, int]:
    """Return a record as text, and its number of actions."""
    start, names = random_game(LONG_GAME, LONG_LENGTH)
    record = Record.from_position(load(LONG_GAME).position(start))
    for name in names:
        record.play(name)
    return write(record), len(names)


def make_link(text: str) -> str:
    """Return the path of a link that contains a record."""
    packed = gzip.compress(text.encode())
    return f"/replay#.{urlsafe_b64encode(packed).decode().rstrip('=')}"


def open_record(page: Page, address: str) -> float:
    """Open a game; return the seconds until all its positions are loaded."""
    started = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.locator("[role=slider][aria-disabled=false]").wait_for()
    return time.perf_counter() - started


def evaluate_record(page: Page) -> tuple[float, int]:
    """Evaluate a game; return the seconds and the number of progress values displayed."""
    page.get_by_role("button", name="Evaluate the game").click()
    # The first progress text appears when machine code is compiled, which is not measured.
    page.get_by_text(" evaluated").wait_for(timeout=COMPILE_TIMEOUT_MS)
    started = time.perf_counter()
    progress_count: int = page.evaluate(COUNT_PROGRESS)
    return time.perf_counter() - started, progress_count


def measure_replay() -> list[Measured]:
    """Return all measurements of the replay."""
    text, actions = make_long_record()
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
                opening.append(open_record(page, url + make_link(text)))
                context.set_offline(True)
                steps += page.evaluate(STEP_THROUGH)
        with browser.new_context(locale="en-GB") as context:
            page = context.new_page()
            open_record(page, url + make_link(text))
            seconds, progress_count = evaluate_record(page)
    p95 = sorted(steps)[int(0.95 * len(steps))] / 1000
    name, max_seconds = (
        f"a record of {actions} actions",
        MAX_EVALUATION_SECONDS / GAME_LENGTH * actions,
    )
    return [
        Measured(
            f"{name} opened from a link",
            f"{median(opening):.2f} s",
            f"{MAX_OPEN_SECONDS:g} s",
            median(opening) <= MAX_OPEN_SECONDS,
        ),
        Measured(
            f"{name}: a step without the network",
            f"{median(steps):.0f} ms (95 % in {1000 * p95:.0f} ms)",
            f"{1000 * MAX_STEP_SECONDS:.0f} ms",
            p95 <= MAX_STEP_SECONDS,
        ),
        Measured(
            f"{name} evaluated in the browser",
            f"{seconds:.1f} s",
            f"{max_seconds:.0f} s",
            seconds <= max_seconds,
        ),
        Measured(
            f"{name} evaluated: progress values displayed",
            str(progress_count),
            f"{actions // 10}",
            progress_count >= actions // 10,
        ),
    ]


if __name__ == "__main__":
    print_hall(measure_replay())
