"""ASGI middleware for all requests: budgets, host and origin checks, size limits, security headers
and the request log.

It is plain ASGI, so that WebSockets pass through it as well.
"""

import asyncio
import ipaddress
import logging
import re
import socket
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, MutableMapping
from typing import Any

from steinreich.hall.encoding import get_language
from steinreich.hall.errors import error_response
from steinreich.hall.lan import Lan
from steinreich.hall.limits import (
    Budget,
    OverBudget,
    get_request_cost,
    get_response_cost,
    get_visitor,
)
from steinreich.hall.metrics import Metrics
from steinreich.rules.language import Text
from steinreich.session.schema.records import MAX_RECORDS_LENGTH

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

log = logging.getLogger("steinreich.requests")

REFUSAL_DELAY_SECONDS = 1.0
MAX_BODY_BYTES = 16_384
RECORDS_PATH = "/api/records"
MAX_RECORDS_BODY_BYTES = 4 * MAX_RECORDS_LENGTH + MAX_BODY_BYTES  # up to 4 bytes per character
CHUNK_BYTES = 65_536  # of a response, passed to uvicorn at once
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
SECURITY_HEADERS = [
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),  # keeps invitations and table ids private
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
UNSAFE_METHODS = {"POST", "PUT", "PATCH", "DELETE"}
KNOWN_METHODS = UNSAFE_METHODS | {"GET", "HEAD", "OPTIONS"}  # others share one label in the metrics
LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")

FOREIGN_ORIGIN = Text("Requests from other sites are not allowed.")
UNKNOWN_HOST = Text("This address does not belong to the hall.")
TOO_LARGE = Text("This request is too large.")


class SecurityMiddleware:
    """Refuses invalid requests, and adds security headers to responses."""

    def __init__(
        self,
        app: App,
        metrics: Metrics,
        origins: Iterable[str] = (),
        *,
        lan: Lan | None = None,
        hosts: Iterable[str] = (),
        budget: Budget | None = None,
    ) -> None:
        self.app = app
        self.metrics = metrics
        self.budget = budget
        self.origins = set(origins)
        # Other host names are refused, to prevent DNS rebinding: a foreign site whose name resolves
        # to this server would otherwise count as the same origin.  Addresses are not affected.
        self.lan = lan
        self.host_names = {*LOCAL_NAMES, *hosts, *map(get_host, self.origins)}
        self.is_in_network = lan is not None and not lan.is_loopback_only
        if self.is_in_network:
            self.host_names |= {socket.gethostname().lower(), socket.getfqdn().lower()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and not await self.charge_or_refuse(scope, send):
            return
        if scope["type"] == "http":
            await self.handle_request(scope, receive, send)
        elif scope["type"] == "websocket" and not self.has_known_host(scope):
            await refuse(scope, send, 421, UNKNOWN_HOST)
        elif scope["type"] == "websocket" and not self.has_allowed_origin(scope):
            await refuse(scope, send, 403, FOREIGN_ORIGIN)
        else:
            await self.app(scope, receive, send)

    async def charge_or_refuse(self, scope: Scope, send: Send) -> bool:
        """Charge the visitor and wait until its budget covers the request; return False if it was
        refused.

        The refusal is delayed, which slows down further requests on the same connection.
        """
        if self.budget is None:
            return True
        try:
            await self.budget.spend(get_visitor(scope), get_request_cost(scope["path"]))
        except OverBudget as error:
            self.metrics.dropped_connections.labels("budget").inc()
            await asyncio.sleep(REFUSAL_DELAY_SECONDS)
            await refuse(scope, send, error.status, error.why, error.retry_seconds)
            return False
        return True

    async def handle_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle an HTTP request, and log it."""
        started = time.perf_counter()
        status, size = 500, 0
        body = LimitedBody(receive, get_max_body_bytes(scope))

        async def send_with_headers(message: Message) -> None:
            nonlocal status, size
            size += len(message.get("body", b""))
            if message["type"] == "http.response.start":
                status = message["status"]
                present = {name for name, _ in message["headers"]}
                missing = [header for header in SECURITY_HEADERS if header[0] not in present]
                message = {**message, "headers": [*message["headers"], *missing]}
            for chunk in split_body(message):
                await send(chunk)

        async def send_unless_too_large(message: Message) -> None:
            if not body.is_too_large:
                await send_with_headers(message)

        try:
            if not self.has_known_host(scope):
                await refuse(scope, send_with_headers, 421, UNKNOWN_HOST)
            elif scope["method"] in UNSAFE_METHODS and not self.has_allowed_origin(scope):
                await refuse(scope, send_with_headers, 403, FOREIGN_ORIGIN)
            elif has_invalid_length(scope):
                await refuse(scope, send_with_headers, 413, TOO_LARGE)
            else:
                await self.app(scope, body.receive, send_unless_too_large)
                if body.is_too_large:
                    await refuse(scope, send_with_headers, 413, TOO_LARGE)
        finally:
            if self.budget:
                self.budget.charge(get_visitor(scope), get_response_cost(size))
            route = getattr(scope.get("route"), "path", "other")
            method = scope["method"] if scope["method"] in KNOWN_METHODS else "other"
            self.metrics.requests.labels(method, route, status).inc()
            duration_ms = round(1000 * (time.perf_counter() - started), 1)
            fields = {"method": method, "route": route, "status": status}
            log.info("request", extra=fields | {"duration_ms": duration_ms})

    def has_known_host(self, scope: Scope) -> bool:
        """Return whether the Host header names this hall."""
        if self.lan is None:
            return True
        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
        name = get_host(f"//{host}").lower().removesuffix(".")
        if name in self.host_names or name == self.lan.host:
            return True
        return self.is_in_network and (not name or name.endswith(".local") or is_address(name))

    def has_allowed_origin(self, scope: Scope) -> bool:
        """Return whether the Origin header is allowed, or missing: only browsers send it."""
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1")
        host = headers.get(b"host", b"").decode("latin-1")
        return not origin or origin in self.origins or origin.partition("://")[2] == host


def get_host(origin: str) -> str:
    """Return the host of an origin, without scheme and port."""
    name = origin.partition("//")[2]
    return name.rpartition(":")[0] if re.search(r":\d*$", name) else name


def is_address(name: str) -> bool:
    """Return whether a host is an IP address, not a name."""
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def split_body(message: Message) -> Iterator[Message]:
    """Split the body of a response message into chunks.

    uvicorn takes the next chunk when the client has read the last one, so little is buffered for
    slow clients.
    """
    body: bytes = message.get("body", b"")
    starts = range(0, len(body) - CHUNK_BYTES, CHUNK_BYTES)  # of all chunks except the last
    for start in starts:
        yield {**message, "body": body[start : start + CHUNK_BYTES], "more_body": True}
    yield {**message, "body": body[len(starts) * CHUNK_BYTES :]} if starts else message


def get_max_body_bytes(scope: Scope) -> int:
    """Return the size limit of the body of a request."""
    path: str = scope["path"]
    return MAX_RECORDS_BODY_BYTES if f"{path}/".startswith(f"{RECORDS_PATH}/") else MAX_BODY_BYTES


def has_invalid_length(scope: Scope) -> bool:
    """Return whether the Content-Length of a request is invalid or too large."""
    length = dict(scope["headers"]).get(b"content-length", b"0")
    return not length.isdigit() or int(length) > get_max_body_bytes(scope)


class LimitedBody:
    """Receives the body of a request; reports a disconnect when it exceeds the limit."""

    def __init__(self, receive: Receive, max_bytes: int) -> None:
        self.receive_message = receive
        self.max_bytes = max_bytes
        self.received_bytes = 0

    @property
    def is_too_large(self) -> bool:
        return self.received_bytes > self.max_bytes

    async def receive(self) -> Message:
        """Return the next message of the body."""
        message = await self.receive_message()
        self.received_bytes += len(message.get("body", b""))
        return {"type": "http.disconnect"} if self.is_too_large else message


async def refuse(
    scope: Scope, send: Send, status: int, why: Text, retry_after: int | None = None
) -> None:
    """Send an error response with the reason, to a WebSocket before its handshake.

    Browsers hide the reason from scripts; the client may request the same URL over HTTP to read it.
    """
    kind = "http" if scope["type"] == "http" else "websocket.http"
    headers, body = error_response(why, get_language(scope), retry_after)
    start = {"type": f"{kind}.response.start", "status": status, "headers": headers}
    await send(start)
    await send({"type": f"{kind}.response.body", "body": body})
