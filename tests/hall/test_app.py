"""The application that answers requests."""

import asyncio
from pathlib import Path

from steinreich.hall.api import lessons, records, rest
from steinreich.hall.app import make_app
from steinreich.hall.settings import Settings
from steinreich.hall.study import puzzles
from steinreich.session import legal_actions


def test_the_first_visitor_does_not_wait_for_routes(tmp_path: Path) -> None:
    """They were made when the program was loaded; FastAPI makes those of included routers again,
    at the first request."""
    app = make_app(Settings(engines=0, database=f"sqlite:///{tmp_path / 'hall.sqlite'}"))
    for part in (rest, lessons, records, puzzles):
        assert part.router.routes
        assert all(route in app.routes for route in part.router.routes)


def test_what_it_changes_ends_with_it(tmp_path: Path) -> None:
    """Whatever else its process does lists legal actions as before."""
    app = make_app(Settings(engines=0, database=f"sqlite:///{tmp_path / 'hall.sqlite'}"))
    before = legal_actions.lister, legal_actions.meanings_lister

    async def run() -> None:
        async with app.router.lifespan_context(app):
            assert legal_actions.lister != before[0]

    asyncio.run(run())
    assert (legal_actions.lister, legal_actions.meanings_lister) == before
