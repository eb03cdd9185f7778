"""The ASGI application."""

from pathlib import Path

from steinreich.hall.api import lessons, records, rest
from steinreich.hall.app import make_app
from steinreich.hall.settings import Settings


def test_first_request_does_not_build_routes(tmp_path: Path) -> None:
    """Routes are built when the program is loaded; FastAPI builds those of included routers again
    at the first request.
    """
    app = make_app(Settings(engines=0, database=f"sqlite:///{tmp_path / 'hall.sqlite'}"))
    for part in (rest, lessons, records):
        assert part.router.routes
        assert all(route in app.routes for route in part.router.routes)
