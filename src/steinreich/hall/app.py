"""The ASGI application: REST, WebSockets, pages and metrics."""

import asyncio
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
from steinreich.engines.pool import EnginePool
from steinreich.hall.api import lessons, records, rest
from steinreich.hall.api.declarations import add_field_descriptions
from steinreich.hall.api.pages import Pages, parse_table_id, render_preview
from steinreich.hall.api.security import MAX_BODY_BYTES, SecurityMiddleware
from steinreich.hall.api.socket import SocketMiddleware
from steinreich.hall.connections import ConnectionPolicy, RequestTracker
from steinreich.hall.encoding import get_language
from steinreich.hall.errors import RequestRefused
from steinreich.hall.hall import Hall
from steinreich.hall.lan import Lan, is_local
from steinreich.hall.limits import Budget, ConcurrencyQuota, get_visitor, parse_networks
from steinreich.hall.metrics import Metrics
from steinreich.hall.opening import TableQuota
from steinreich.hall.settings import Settings
from steinreich.hall.storage.database import get_proofs_file
from steinreich.hall.storage.store import Storage, StorageFailed, default_url
from steinreich.hall.study.studies import Studies
from steinreich.hall.upkeep import (
    Health,
    Retention,
    collect_garbage_when_quiet,
    configure_garbage_collection,
)
from steinreich.players.facts import ProvenFacts
from steinreich.players.proof_file import ProofFile
from steinreich.rules.language import Text

log = logging.getLogger("steinreich.app")

# Of the interpreter: shorter than by default, so that the event loop waits less for other threads
SWITCH_INTERVAL_SECONDS = 0.0005

NOT_NOW = Text("The database does not answer; please try again soon.")


class HallApp(FastAPI):
    """A FastAPI application whose OpenAPI description documents the fields of messages."""

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            self.openapi_schema = add_field_descriptions(super().openapi())
        return self.openapi_schema


def make_lifespan(
    settings: Settings, metrics: Metrics, on_ready: Callable[[], None]
) -> Callable[[FastAPI], AbstractAsyncContextManager[dict[str, Any]]]:
    """Return the lifespan of an application: open and close everything that it uses.

    `on_ready` is called once requests can be answered.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, Any]]:
        storage = Storage(settings.database or default_url())
        await storage.open()
        proofs = get_proofs_file(settings.database)
        engines = EnginePool(
            settings.engines, settings.analysts, memory_mb=settings.engine_memory_mb, proofs=proofs
        )
        await engines.start()
        rest.warm_caches()
        hall = app.state.hall = make_hall(settings, storage, engines, metrics)
        app.state.facts = ProvenFacts(ProofFile(proofs) if proofs else None)
        app.state.studies = Studies(hall, settings, app.state.budget)
        app.state.health = Health(storage, engines)
        configure_garbage_collection()
        sys.setswitchinterval(SWITCH_INTERVAL_SECONDS)
        app.state.resume_task = hall.spawn(hall.resume())
        retention = Retention(hall, settings)
        periodic = [
            asyncio.create_task(work)
            for work in (hall.sweep(), retention.run(), collect_garbage_when_quiet(hall))
        ]
        log.info("the hall is open")
        on_ready()
        try:
            yield {"policy": app.state.policy}  # for connections
        finally:
            for task in periodic:
                task.cancel()
            await hall.close()
            await engines.close()
            await storage.close()
            app.state.facts.close()
            log.info("the hall is closed")

    return lifespan


def make_hall(settings: Settings, storage: Storage, engines: EnginePool, metrics: Metrics) -> Hall:
    """Return a hall whose sizes are tracked by the metrics."""
    hall = Hall(
        storage,
        engines,
        metrics,
        min_turn_seconds=settings.min_engine_turn_seconds,
        max_events=settings.max_events_per_table,
        room_memory_mb=settings.room_memory_mb,
    )
    metrics.track(metrics.tables, lambda: len(hall.rooms))
    metrics.track(metrics.room_bytes, lambda: hall.size)
    metrics.track(metrics.engine_queue, lambda: engines.count_waiting(""))
    metrics.track(metrics.study_queue, lambda: engines.count_waiting("study"))
    return hall


def make_policy(settings: Settings, metrics: Metrics, budget: Budget) -> ConnectionPolicy:
    """Return the connection limits from the settings."""
    return ConnectionPolicy(
        ConcurrencyQuota(settings.max_connections_per_address),
        ConcurrencyQuota(settings.max_connections),
        tuple(parse_networks(settings.proxies)),
        settings.header_timeout_seconds,
        settings.body_timeout_seconds,
        MAX_BODY_BYTES,
        budget,
        metrics,
    )


def make_app(settings: Settings, on_ready: Callable[[], None] = lambda: None) -> FastAPI:
    """Return the application with these settings; it calls `on_ready` once it can answer
    requests."""
    metrics = Metrics()

    app = HallApp(
        title="Steinreich",
        version=__version__,
        summary="A hall for five abstract board games.",
        lifespan=make_lifespan(settings, metrics, on_ready),
        docs_url=None,  # its page would load scripts from another site
        redoc_url=None,
        openapi_url="/api/openapi.json",
        redirect_slashes=False,
    )
    app.state.settings = settings
    budget = app.state.budget = Budget(settings.budget_per_second, settings.heavy_budget_per_second)
    policy = app.state.policy = make_policy(settings, metrics, budget)
    app.state.table_quota = TableQuota(settings, budget)
    add_rest_routes(app)
    add_metrics(app, settings, metrics)
    add_pages(app)
    origins = [origin.strip() for origin in settings.origins.split(",") if origin.strip()]
    app.add_middleware(
        SocketMiddleware,
        hall=lambda: app.state.hall,
        socket_quota=ConcurrencyQuota(settings.max_connections_per_address),
        policy=policy,
        table_quota=app.state.table_quota,
        studies=lambda: app.state.studies,
    )
    app.state.lan = Lan(settings.host, "off" if origins or settings.proxies else settings.lan)
    app.add_middleware(
        SecurityMiddleware,
        metrics=metrics,
        origins=origins,
        lan=app.state.lan,
        hosts=parse_host_names(settings),
        budget=budget,
    )
    app.add_middleware(RequestTracker)
    return app


def parse_host_names(settings: Settings) -> list[str]:
    """Return the host names from the settings by which the hall may be called."""
    names = [*settings.hosts.split(","), settings.host]
    return [name.strip().lower() for name in names if name.strip()]


def add_rest_routes(app: FastAPI) -> None:
    """Add the REST routes and their error handlers."""
    # `include_router` would rebuild all routes, which delays the start.
    for part in (rest, lessons, records):
        app.router.routes += part.router.routes
    app.add_exception_handler(RequestRefused, rest.handle_refused_request)
    app.add_exception_handler(HTTPException, rest.handle_http_error)
    app.add_exception_handler(RequestValidationError, rest.handle_validation_error)
    app.add_exception_handler(StorageFailed, handle_storage_failure)


async def handle_storage_failure(request: Request, error: Exception) -> JSONResponse:
    return rest.refusal_response(request, 503, NOT_NOW)


def add_metrics(app: FastAPI, settings: Settings, metrics: Metrics) -> None:
    @app.get("/metrics", response_class=PlainTextResponse, responses=rest.error_responses(403))
    async def show_metrics(request: Request) -> Response:
        """Metrics in the Prometheus text format."""
        is_from_here = is_local(get_visitor(request.scope))
        if settings.metrics == "none" or (settings.metrics == "local" and not is_from_here):
            raise RequestRefused(403, Text("These metrics are not public."))
        return PlainTextResponse(metrics.render())


def add_pages(app: FastAPI) -> None:
    pages = Pages()
    register_url_convertor("page", PagePath())

    @app.get("/{path:page}", include_in_schema=False)
    async def page(request: Request, path: str) -> Response:
        return pages.make_response(request, path, await make_head(request, path, pages))


async def make_head(request: Request, path: str, pages: Pages) -> str:
    """Return additional elements for the head of a page: the preview of the table it shows, if it
    can be read."""
    id = parse_table_id(path)
    if id is None:
        return ""
    try:
        room = await rest.get_room_and_charge(request, id)
    except (RequestRefused, StorageFailed):
        return ""
    language = get_language(request.scope)
    origin = f"{request.url.scheme}://{request.url.netloc}"
    return render_preview(room.table, origin, language, pages.files)


class PagePath(PathConvertor):
    """Matches every path that is not part of the REST interface, which has its own 404."""

    regex = r"(?!api/).*"
