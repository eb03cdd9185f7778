"""The application: REST, sockets, pages and figures, over one hall."""

import asyncio
import gc
import logging
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from starlette.convertors import PathConvertor, register_url_convertor
from starlette.exceptions import HTTPException

from steinreich import __version__
from steinreich.engines.study.analysts import Analysts
from steinreich.engines.turns.pool import Engines
from steinreich.hall import compiled_lister
from steinreich.hall.api import lessons, records, rest
from steinreich.hall.api.declarations import described
from steinreich.hall.api.pages import Pages
from steinreich.hall.api.preview import preview, table_of
from steinreich.hall.api.refusals import NotAllowed
from steinreich.hall.api.security import Gatekeeper
from steinreich.hall.api.socket import Sockets
from steinreich.hall.api.strict_json import say_where
from steinreich.hall.hall import Hall
from steinreich.hall.inbox import Inboxes
from steinreich.hall.lan import Lan, is_local
from steinreich.hall.limits.addresses import networks, visitor_of
from steinreich.hall.limits.budget import Budget
from steinreich.hall.limits.http_connections import Border
from steinreich.hall.limits.openings import Openings
from steinreich.hall.limits.retention import Retention
from steinreich.hall.limits.shared import Counting
from steinreich.hall.metrics import Metrics, set_up_logging
from steinreich.hall.processes.place import Place
from steinreich.hall.settings import Settings
from steinreich.hall.storage.database import proofs_file
from steinreich.hall.storage.store import Storage, StorageFailed, default_url
from steinreich.hall.study import puzzles
from steinreich.hall.study.studies import Studies
from steinreich.hall.upkeep.handover import keep_descriptors
from steinreich.hall.upkeep.health import Health
from steinreich.players.facts import ProvenFacts
from steinreich.players.proof_file import ProofFile

log = logging.getLogger("steinreich.app")

CALM_SECONDS = 5.0  # of a hall for many, in which machine code is not loaded
SWITCH_SECONDS = 0.0005  # how long the event loop and the threads may have to wait for each other

NOT_NOW = {
    "en": "The database does not answer; please try again soon.",
    "de": "Die Datenbank antwortet nicht; bitte versuche es gleich noch einmal.",
}


class HallApp(FastAPI):
    """FastAPI whose OpenAPI page says what fields mean, too."""

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            self.openapi_schema = described(super().openapi())
        return self.openapi_schema


def life_with(
    settings: Settings, metrics: Metrics, place: Place | None
) -> Callable[[FastAPI], AbstractAsyncContextManager[dict[str, Any]]]:
    """What begins before an application answers, and ends after it."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[dict[str, Any]]:
        storage = Storage(settings.database or default_url(), place.folder if place else None)
        await storage.open()
        engines = Engines(settings.engines, memory_mb=settings.engine_memory)
        await engines.start()
        if place:  # a hall for many: those who come back at once are first
            listing = compiled_lister.listing_by_machine_code(CALM_SECONDS, rest.prepare)
        else:
            rest.prepare()
            listing = compiled_lister.listing_by_machine_code()
        hall = app.state.hall = hall_with(settings, storage, engines, metrics, place)
        proofs = proofs_file(settings.database)
        app.state.facts = ProvenFacts(ProofFile(proofs) if proofs else None)
        analysts = Analysts(settings.analysts, memory_mb=settings.engine_memory, proofs=proofs)
        metrics.follow(metrics.studying, lambda: len(analysts.waiting))
        app.state.studies = Studies(hall, analysts, settings, app.state.budget)
        app.state.health = Health(storage, engines)
        run_smoothly()
        app.state.resuming = hall.spawn(hall.resume())
        retention = Retention(hall, settings)
        works = hall.neighbours.sweep(), metrics.stay_fresh(), retention.run()
        repeated = [asyncio.create_task(work) for work in works]
        log.info("the hall is open")
        try:
            with listing:
                yield known_to_connections(app.state.budget, metrics, app.state.border)
        finally:
            for task in repeated:
                task.cancel()
            await hall.close()
            await asyncio.gather(analysts.close(), engines.close())
            await storage.close()
            app.state.facts.close()
            log.info("the hall is closed")

    return life


def hall_with(
    settings: Settings, storage: Storage, engines: Engines, metrics: Metrics, place: Place | None
) -> Hall:
    """A hall that is measured."""
    hall = Hall(
        storage,
        engines,
        metrics,
        pace=settings.pace,
        most_events=settings.events_a_table,
        room_memory=settings.room_memory,
        is_home_of=home_in(place, storage),
    )
    metrics.follow(metrics.tables, lambda: len(hall.rooms))
    metrics.follow(metrics.room_bytes, lambda: hall.size)
    metrics.follow(metrics.waiting, lambda: len(engines.waiting))
    return hall


def border_with(settings: Settings, metrics: Metrics, counting: Counting, budget: Budget) -> Border:
    """What is asked of connections before anybody reads what they say."""
    return Border(
        counting.held("connections", settings.connections),
        counting.held("all-connections", settings.all_connections),
        tuple(networks(settings.proxies)),
        settings.header_seconds,
        settings.body_seconds,
        budget,
        metrics,
    )


def known_to_connections(budget: Budget, metrics: Metrics, border: Border) -> dict[str, Any]:
    """What connections find in the state of the application."""
    return {
        "budget": budget,
        "metrics": metrics,
        "border": border,
        "inboxes": Inboxes(asyncio.get_running_loop()),
    }


def home_in(place: Place | None, storage: Storage) -> Callable[[str], bool]:
    """Which tables no other process is meant to be at.  Other machines may be at any."""
    return place.is_home_of if place and storage.pipes else lambda table: False


def make_app(settings: Settings, place: Place | None = None) -> FastAPI:
    """The application with these settings, as one of several processes or alone."""
    metrics = Metrics()

    app = HallApp(
        title="Steinreich",
        version=__version__,
        summary="A hall for five abstract board games.",
        lifespan=life_with(settings, metrics, place),
        docs_url=None,  # their pages would load scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
        redirect_slashes=False,
    )
    app.state.settings = settings
    counting = app.state.counting = Counting(place.folder if place else None)
    budget = app.state.budget = counting.budget(
        settings.budget_per_second, settings.heavy_budget_per_second
    )
    border = app.state.border = border_with(settings, metrics, counting, budget)
    app.state.openings = Openings(settings, budget)
    add_interface(app)
    add_metrics(app, settings, metrics)
    add_pages(app)
    origins = [origin.strip() for origin in settings.origins.split(",") if origin.strip()]
    app.add_middleware(
        Sockets,
        hall=lambda: app.state.hall,
        held=counting.held("sockets", settings.connections),
        border=border,
        openings=app.state.openings,
        studies=lambda: app.state.studies,
    )
    app.state.lan = Lan(settings.host, "off" if origins or settings.proxies else settings.lan)
    app.add_middleware(
        Gatekeeper,
        metrics=metrics,
        origins=origins,
        lan=app.state.lan,
        hosts=listed_names(settings),
        budget=budget,
    )
    return app


def listed_names(settings: Settings) -> list[str]:
    """The names by which a hall may be called besides its own."""
    names = [*settings.hosts.split(","), settings.host]
    return [name.strip().lower() for name in names if name.strip()]


def run_smoothly() -> None:
    """Look for garbage seldom: with thousands of tables in memory a look takes long, and nearly
    everything a hall throws away needs no looking for.  Threads take turns often."""
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)
    gc.enable()
    sys.setswitchinterval(SWITCH_SECONDS)


def add_interface(app: FastAPI) -> None:
    """What is asked by REST, and how it is refused."""
    # As they are: included, they would be made once more, while the first visitor waits.
    for part in (rest, lessons, records, puzzles):
        app.router.routes += part.router.routes
    app.add_exception_handler(NotAllowed, rest.say_why)
    app.add_exception_handler(HTTPException, rest.say_what)
    app.add_exception_handler(RequestValidationError, say_where)
    app.add_exception_handler(StorageFailed, not_now)


async def not_now(request: Request, error: Exception) -> JSONResponse:
    return JSONResponse({"detail": {"why": NOT_NOW}}, 503)


def add_metrics(app: FastAPI, settings: Settings, metrics: Metrics) -> None:
    @app.get("/metrics", response_class=PlainTextResponse, responses=rest.faults(403))
    async def show_metrics(request: Request) -> Response:
        """Figures for Prometheus."""
        local = is_local(visitor_of(request.scope))
        if settings.metrics == "nobody" or (settings.metrics == "local" and not local):
            raise NotAllowed(403, "These figures are not public.", "Nicht öffentlich.")
        return PlainTextResponse(metrics.text())


def add_pages(app: FastAPI) -> None:
    pages = Pages()
    register_url_convertor("page", PagePath())

    @app.get("/{path:page}", include_in_schema=False)
    async def page(request: Request, path: str) -> Response:
        return pages.answer(request, path, await head_of(request, path, pages))


async def head_of(request: Request, path: str, pages: Pages) -> str:
    """What stands in the head of a page beside what is in the head of all: the preview of a table
    that can be read."""
    id = table_of(path)
    if id is None:
        return ""
    try:
        room = await request.app.state.hall.room(id)
    except (NotAllowed, StorageFailed):
        return ""
    language = "de" if request.headers.get("accept-language", "").startswith("de") else "en"
    origin = f"{request.url.scheme}://{request.url.netloc}"
    return preview(room.table, origin, language, pages.files)


class PagePath(PathConvertor):
    """Whatever is no address of the interface, which says itself what it takes."""

    regex = r"(?!api/).*"


def from_environment(place: Place) -> FastAPI:
    """The application of a server process that another one has started."""
    keep_descriptors()
    settings = Settings()
    set_up_logging(settings.log)
    return make_app(settings, place)
