"""A browser that somebody has left is like a new one to the next visitor."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit

pytestmark = pytest.mark.xdist_group("browser")

LEAVE_BEHIND = """async () => {
  localStorage.left = sessionStorage.left = document.cookie = "left=behind";
  await new Promise((done) => { indexedDB.open("left").onsuccess = done; });
  await caches.open("left");
}"""
FIND = """async () => [
  localStorage.left, sessionStorage.left, document.cookie, (await indexedDB.databases()).length,
  (await caches.keys()).length, "ran" in window, matchMedia("print").matches,
]"""


def test_the_next_visitor_finds_nothing_of_the_last_one(visit: Visit) -> None:
    last = visit("lobby", color_scheme="dark")
    last.page.add_init_script("window.ran = true")
    last.page.emulate_media(media="print")
    last.page.route("**/api/**", lambda route: route.abort())
    last.reload()
    last.page.evaluate(LEAVE_BEHIND)
    found = last.page.evaluate(FIND)
    assert all(found), found
    last.open_tab()
    last.leave()
    last.faults.clear()  # the requests that failed were meant to
    beside = visit("lobby")
    here = visit("lobby", color_scheme="dark")
    assert here.context is last.context
    assert beside.context is not last.context
    expect(here.page.get_by_role("heading", level=1)).to_be_visible()
    assert not any(here.page.evaluate(FIND))
    assert len(here.context.pages) == 2  # and the one that keeps the process
