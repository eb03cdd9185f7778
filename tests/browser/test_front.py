"""The front page: every game shows itself at once."""

import pytest
from playwright.sync_api import Route, expect

from bench.hall import measure_size
from steinreich import games
from tests.browser.conftest import Visit

pytestmark = pytest.mark.xdist_group(__name__)


def test_pictures_come_with_the_games_themselves(visit: Visit) -> None:
    """Not after the games that move on them, which are asked for later and may be late."""
    visitor = visit(reduced_motion="no-preference")
    late: list[Route] = []
    visitor.page.route("**/demo", lambda route: late.append(route))  # never answered
    visitor.go("")
    pictures = visitor.page.get_by_role("article").locator(".picture > svg")
    expect(pictures).to_have_count(len(games()))
    for number in range(len(games())):
        assert pictures.nth(number).locator("use").count() > 5  # pieces, not a bare board
    assert len(late) <= len(games())


def test_where_nothing_moves_nothing_more_is_asked_for(visit: Visit) -> None:
    visitor = visit()
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    visitor.go("")
    expect(visitor.page.get_by_role("article").locator(".picture > svg")).to_have_count(5)
    visitor.page.wait_for_load_state("networkidle")
    assert not [url for url in asked if url.endswith("/demo")]


def test_a_first_visit_loads_little() -> None:
    """Pages that few need, and 3D, come when somebody wants to see them."""
    measured = measure_size()
    assert measured.reached, measured.seen
