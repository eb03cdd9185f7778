"""The front page shows every game at once."""

import pytest
from playwright.sync_api import Route, expect

from bench.hall import measure_size
from steinreich import games
from tests.browser.conftest import Visit

pytestmark = pytest.mark.xdist_group(__name__)


def test_pictures_are_part_of_the_front_page(visit: Visit) -> None:
    """Pictures are shown before the example games have loaded."""
    visitor = visit(reduced_motion="no-preference")
    unanswered: list[Route] = []
    visitor.page.route("**/demo", lambda route: unanswered.append(route))
    visitor.open_page("")
    pictures = visitor.page.get_by_role("article").locator(".picture > svg")
    expect(pictures).to_have_count(len(games()))
    for number in range(len(games())):
        assert pictures.nth(number).locator("use").count() > 5  # pieces, not an empty board
    assert len(unanswered) <= len(games())


def test_reduced_motion_loads_no_example_games(visit: Visit) -> None:
    visitor = visit()
    requested_urls: list[str] = []
    visitor.page.on("request", lambda request: requested_urls.append(request.url))
    visitor.open_page("")
    expect(visitor.page.get_by_role("article").locator(".picture > svg")).to_have_count(5)
    visitor.page.wait_for_load_state("networkidle")
    assert not [url for url in requested_urls if url.endswith("/demo")]


def test_first_visit_loads_little() -> None:
    """Rarely used pages and 3D are loaded on demand."""
    measured = measure_size()
    assert measured.is_met, measured.value
