"""What stands between the world and the hall: headers, origins, sizes, and a line in the log.

Everything here is plain ASGI, so that sockets pass through it as well.
"""

import asyncio
import ipaddress
import logging
import re
import socket
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, MutableMapping
from typing import Any

import orjson

from steinreich.hall.lan import Lan
from steinreich.hall.limits.addresses import visitor_of
from steinreich.hall.limits.budget import Budget, OverBudget
from steinreich.hall.limits.costs import answer_cost, request_cost
from steinreich.hall.metrics import Metrics
from steinreich.rules.language import Words
from steinreich.session.schema.records import LONGEST_RECORDS

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

log = logging.getLogger("steinreich.requests")

REFUSAL_PAUSE_SECONDS = 1.0
LARGEST_BODY = 16_384
LARGEST_RECORDS = 4 * LONGEST_RECORDS + LARGEST_BODY  # of requests that bring records along
RECORDS = "/api/records"  # where they are brought
PORTION = 65_536  # bytes of an answer that are handed over at once
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
HEADERS = [
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),  # invitations and ids of tables stay here
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
CHANGING = {"POST", "PUT", "PATCH", "DELETE"}
METHODS = CHANGING | {"GET", "HEAD", "OPTIONS"}  # all others are counted as one
LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")

NOT_FROM_THERE = Words(
    "Requests from other sites are not allowed.", "Anfragen von anderen Seiten sind nicht erlaubt."
)
NOT_CALLED_SO = Words(
    "This is not the address of the hall.", "Das ist nicht die Adresse des Saals."
)
TOO_LARGE = Words("This is too large.", "Das ist zu groß.")


class Gatekeeper:
    """Lets in what may come in, and puts the headers on what goes out."""

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
        # A hall is called by its names only: a page whose own name was made to lead here (DNS
        # rebinding) would otherwise pass for one of ours.  An address cannot be made to do so.
        self.lan = lan
        self.names = {*LOCAL_NAMES, *hosts, *map(host_of, self.origins)}
        self.is_in_network = lan is not None and not lan.is_alone
        if self.is_in_network:
            self.names |= {socket.gethostname().lower(), socket.getfqdn().lower()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and not await self.is_paid(scope, send):
            return
        if scope["type"] == "http":
            await self.request(scope, receive, send)
        elif scope["type"] == "websocket" and not self.is_ours(scope):
            await refuse_socket(send, 421, NOT_CALLED_SO)
        elif scope["type"] == "websocket" and not self.is_welcome(scope):
            await refuse_socket(send, 403, NOT_FROM_THERE)
        else:
            await self.app(scope, receive, send)

    async def is_paid(self, scope: Scope, send: Send) -> bool:
        """Charge the address, and wait until that is covered; or refuse, after a pause: as long as
        it lasts the connection asks for nothing else."""
        if self.budget is None:
            return True
        try:
            await self.budget.spend(visitor_of(scope), request_cost(scope["path"]))
        except OverBudget as error:
            self.metrics.dropped.labels("budget").inc()
            await asyncio.sleep(REFUSAL_PAUSE_SECONDS)
            kind = "http" if scope["type"] == "http" else "websocket.http"
            await refuse(send, error.status, error.why, error.retry_seconds, kind)
            return False
        return True

    async def request(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A request with its headers and its line in the log."""
        began = time.perf_counter()
        status, size = 500, 0
        body = Body(receive, largest_body(scope))

        async def sending(message: Message) -> None:
            nonlocal status, size
            size += len(message.get("body", b""))
            if message["type"] == "http.response.start":
                status = message["status"]
                present = {name for name, _ in message["headers"]}
                more = [header for header in HEADERS if header[0] not in present]
                message = {**message, "headers": [*message["headers"], *more]}
            for part in in_portions(message):
                await send(part)

        async def answering(message: Message) -> None:
            if not body.is_too_large:
                await sending(message)

        try:
            if not self.is_ours(scope):
                await refuse(sending, 421, NOT_CALLED_SO)
            elif scope["method"] in CHANGING and not self.is_welcome(scope):
                await refuse(sending, 403, NOT_FROM_THERE)
            elif too_large(scope):
                await refuse(sending, 413, TOO_LARGE)
            else:
                await self.app(scope, body.receive, answering)
                if body.is_too_large:
                    await refuse(sending, 413, TOO_LARGE)
        finally:
            if self.budget:
                self.budget.charge(visitor_of(scope), answer_cost(size))
            route = getattr(scope.get("route"), "path", "other")
            method = scope["method"] if scope["method"] in METHODS else "other"
            self.metrics.requests.labels(method, route, status).inc()
            spent = round(1000 * (time.perf_counter() - began), 1)
            more = {"method": method, "route": route, "status": status}
            log.info("request", extra=more | {"milliseconds": spent})

    def is_ours(self, scope: Scope) -> bool:
        """Whether it was sent to a name of this hall."""
        if self.lan is None:
            return True
        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
        name = host_of(f"//{host}").lower().removesuffix(".")
        if name in self.names or name == self.lan.host:
            return True
        return self.is_in_network and (not name or name.endswith(".local") or is_address(name))

    def is_welcome(self, scope: Scope) -> bool:
        """Whether it comes from a page of ours; programs that are no browsers send no origin."""
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1")
        host = headers.get(b"host", b"").decode("latin-1")
        return not origin or origin in self.origins or origin.partition("://")[2] == host


def host_of(origin: str) -> str:
    """The name of the machine in an origin, without scheme and port."""
    name = origin.partition("//")[2]
    return name.rpartition(":")[0] if re.search(r":\d*$", name) else name


def is_address(name: str) -> bool:
    """Whether a host is given by its address, not by a name."""
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def in_portions(message: Message) -> Iterator[Message]:
    """A message as it is, and a long body in portions: the next one is handed over when the last
    one has been read, so that little waits for who reads slowly."""
    body: bytes = message.get("body", b"")
    begins = range(0, len(body) - PORTION, PORTION)
    for begin in begins:
        yield {**message, "body": body[begin : begin + PORTION], "more_body": True}
    yield {**message, "body": body[len(begins) * PORTION :]} if begins else message


def largest_body(scope: Scope) -> int:
    """How many bytes a request may bring."""
    path: str = scope["path"]
    return LARGEST_RECORDS if f"{path}/".startswith(f"{RECORDS}/") else LARGEST_BODY


def too_large(scope: Scope) -> bool:
    """Whether the request itself says that it is too large."""
    length = dict(scope["headers"]).get(b"content-length", b"0")
    return not length.isdigit() or int(length) > largest_body(scope)


class Body:
    """A body that says nothing about its size is cut off where it becomes too large."""

    def __init__(self, receive: Receive, largest: int) -> None:
        self.more = receive
        self.largest = largest
        self.seen = 0

    @property
    def is_too_large(self) -> bool:
        return self.seen > self.largest

    async def receive(self) -> Message:
        """The next part of it."""
        message = await self.more()
        self.seen += len(message.get("body", b""))
        return {"type": "http.disconnect"} if self.is_too_large else message


async def refuse(
    send: Send, status: int, why: Words, wait: int | None = None, kind: str = "http"
) -> None:
    """A short answer."""
    headers, body = explained(why, wait)
    start = {"type": f"{kind}.response.start", "status": status, "headers": headers}
    await send(start)
    await send({"type": f"{kind}.response.body", "body": body})


async def refuse_socket(send: Send, status: int, why: Words, wait: int | None = None) -> None:
    """The same to who wants a socket, before there is one.  Browsers do not tell their pages of
    it; a page may ask for the same address without a socket."""
    await refuse(send, status, why, wait, "websocket.http")


def explained(why: Words, wait: int | None = None) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """Headers and body of a refusal: why, and in how many seconds it is worth another try."""
    body = orjson.dumps({"detail": {"why": why._asdict()}})
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    return (headers if wait is None else [*headers, (b"retry-after", b"%d" % wait)]), body
