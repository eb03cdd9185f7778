"""Send requests as fast as possible through many connections from one address, and count the
responses.
"""

import argparse
import asyncio
import json
import random
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Iterator
from itertools import cycle, product
from time import perf_counter
from typing import Any, NamedTuple, cast

import orjson
import uvloop

from bench.load.clients import FINAL_TEXT, MASK_BIT, RestClient, WebSocketClient
from steinreich import load
from steinreich.puzzles.puzzle import load_puzzles

RECORD = '[Game "vier3d"]\n\n1. a1 b1 2. a1 b1 3. a1 b1 4. a1 1-0\n'
TABLES_PER_REQUEST = 20
UNKNOWN_TABLES = 1000


class Request(NamedTuple):
    """A request; {table} in its path is replaced by the id of an existing table."""

    method: str
    path: str
    body: Any = None


def refutation_requests() -> Iterator[Request]:
    """Yield requests for refutations of wrong actions in puzzles of the most expensive game."""
    for puzzle in load_puzzles("tzaar"):
        for wrong in puzzle.refutations[0]:
            path = f"/api/games/tzaar/puzzles/{puzzle.id}/refutation"
            yield Request("GET", f"{path}?step=0&action={wrong}")


def lesson_requests() -> Iterator[Request]:
    """Yield requests for the lessons of all variants of the game with the most variants."""
    options = load("chain_reaxis").about.options
    for values in product(*(option.values for option in options)):
        chosen = ",".join(
            map("=".join, zip((option.name for option in options), values, strict=True))
        )
        yield Request("GET", f"/api/lesson?game=chain_reaxis({chosen})")


def opening_requests() -> Iterator[Request]:
    """Yield requests for opening statistics after each first move of the game with the most
    moves."""
    id = "chain_reaxis(size=8x8,contact=corner)"
    for move in load(id).start().legal_moves():
        yield Request("GET", f"/api/openings?game={id}&line={move}")


def setup_requests() -> Iterator[Request]:
    """Yield requests of the position editor for the positions of random games."""
    game, rng = load("chain_reaxis"), random.Random(1)
    for seed in range(50):
        position = game.start(seed=seed)
        while not position.is_over:
            body = {"game": game.id, "position": str(position)}
            yield Request("POST", "/api/setup", body)
            position = position.after(rng.choice(position.actions()))


def unknown_table_requests(path: str, count: int = 1) -> Iterator[Request]:
    """Yield requests that name tables that do not exist, several in each."""
    for number in range(UNKNOWN_TABLES):
        yield Request("GET", path + "&id=".join(f"unknown-{number}-{n}" for n in range(count)))


REQUESTS: dict[str, Callable[[], Iterable[Request]]] = {  # requests by kind of flood, sent in turn
    "front page": lambda: [Request("GET", "/")],
    "no such page": lambda: [Request("GET", "/nothing")],
    "games": lambda: [Request("GET", "/api/games")],
    "lobby": lambda: [Request("GET", "/api/tables")],
    "table": lambda: [Request("GET", "/api/tables/{table}")],
    "health": lambda: [Request("GET", "/api/health")],
    "interface": lambda: [Request("GET", "/api/openapi.json")],
    "positions": lambda: [
        Request("POST", "/api/positions", {"game": "tzaar", "position": "nonsense"})
    ],
    "records": lambda: [Request("POST", "/api/records", {"text": RECORD * 200})],
    "refutation": refutation_requests,
    "lesson": lesson_requests,
    "openings": opening_requests,
    "setup": setup_requests,
    "preview": lambda: [Request("GET", "/table/{table}")],
    "previews of unknown tables": lambda: unknown_table_requests("/table/"),
    "unknown tables": lambda: unknown_table_requests("/api/tables/"),
    "named tables": lambda: unknown_table_requests("/api/tables?id=", TABLES_PER_REQUEST),
}
THINK = {"type": "think", "n": 1, "game": "vier3d", "lines": 1, "actions": [], "language": "en"}
MESSAGES: dict[str, tuple[str, Any]] = {  # path of the WebSocket and message, by kind of flood
    "hello": ("/api/tables/{table}/socket", {"type": "hello"}),
    "wait": ("/api/tables/{table}/socket", {"type": "wait", "waits": True}),
    "nonsense": ("/api/tables/{table}/socket", {"type": "nonsense"}),
    "study": ("/api/study", THINK),
}
KINDS = (*REQUESTS, "new connections", *MESSAGES)
MESSAGES_PER_WRITE = 200
PAUSE_SECONDS = 0.01  # between writes, and before a closed connection is opened again


class RequestProtocol(asyncio.Protocol):
    """A connection that sends the next request when the last one is answered."""

    def __init__(
        self, requests: Iterator[bytes], counts: Counter[str], on_close: Callable[[], None]
    ) -> None:
        self.requests = requests
        self.counts = counts
        self.on_close = on_close
        self.missing_bytes = 0  # of the body of the response

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(next(self.requests))

    def data_received(self, data: bytes) -> None:
        if not self.missing_bytes:
            head, _, body = data.partition(b"\r\n\r\n")
            self.counts[head[9:12].decode()] += 1  # the status: HTTP/1.1 200 OK
            length = head.lower().partition(b"content-length: ")[2].partition(b"\r")[0]
            self.missing_bytes = int(length or 0)
            data = body
        self.missing_bytes -= len(data)
        if not self.missing_bytes and not self.transport.is_closing():
            self.transport.write(next(self.requests))

    def connection_lost(self, exc: Exception | None) -> None:
        self.on_close()


class MessageProtocol(WebSocketClient):
    """A WebSocket that knows whether its write buffer is full."""

    is_paused = False

    def pause_writing(self) -> None:
        self.is_paused = True

    def resume_writing(self) -> None:
        self.is_paused = False


def encode_requests(args: argparse.Namespace, table: str) -> Iterator[bytes]:
    """Return the requests of a kind as bytes."""
    host = args.url.removeprefix("http://")
    closes_each_time = args.kind == "new connections"
    close_header = "Connection: close\r\n" if closes_each_time else ""
    for method, path, body in REQUESTS["games" if closes_each_time else args.kind]():
        data = b"" if body is None else orjson.dumps(body)
        yield (
            f"{method} {path.format(table=table)} HTTP/1.1\r\nHost: {host}\r\n{close_header}"
            f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        ).encode() + data


async def send_requests(
    args: argparse.Namespace, counts: Counter[str], requests: Iterator[bytes]
) -> None:
    """Keep one connection that sends requests, reopened when it is closed."""
    host, _, port = args.url.removeprefix("http://").partition(":")
    loop = asyncio.get_running_loop()
    while perf_counter() < args.until:
        closed = asyncio.Event()
        make = lambda: RequestProtocol(requests, counts, closed.set)  # noqa: E731, B023
        try:
            await loop.create_connection(make, host, int(port), local_addr=(args.address, 0))
            await closed.wait()
        except OSError:
            counts["no connection"] += 1
        await asyncio.sleep(PAUSE_SECONDS)


async def send_messages(
    args: argparse.Namespace, counts: Counter[str], table: str, token: str
) -> None:
    """Keep one socket that sends messages, reopened when it is closed."""
    address = args.url.removeprefix("http://")
    host, _, port = address.partition(":")
    loop = asyncio.get_running_loop()
    path, message = MESSAGES[args.kind]
    payload = orjson.dumps(message)
    size = len(payload)
    length = bytes([MASK_BIT | size]) if size < 126 else bytes([MASK_BIT | 126]) + size.to_bytes(2)
    # Masked with zeros, which leave the data unchanged
    data = (bytes([FINAL_TEXT]) + length + bytes(4) + payload) * MESSAGES_PER_WRITE

    def count_message(message: bytes, received_at: float) -> None:
        counts["received"] += 1

    while perf_counter() < args.until:
        closed = asyncio.Event()
        make = lambda: MessageProtocol(address, path.format(table=table), count_message, closed.set)  # noqa: E731, B023
        try:
            _, socket = await loop.create_connection(
                make, host, int(port), local_addr=(args.address, 0)
            )
            await socket.opened
            counts["opened"] += 1
            if args.kind != "study":
                socket.send({"type": "hello", "token": token})
            while not closed.is_set() and perf_counter() < args.until:
                if not socket.is_paused and not socket.transport.is_closing():
                    socket.transport.write(data)
                await asyncio.sleep(PAUSE_SECONDS)
        except OSError:
            counts["no connection"] += 1
        await asyncio.sleep(PAUSE_SECONDS)


async def flood(args: argparse.Namespace) -> Counter[str]:
    """Run all connections for the given time; return how often each response was received."""
    counts: Counter[str] = Counter()
    request = {"game": "vier3d", "seats": [{"kind": "here"}, {"kind": "computer", "level": 1}]}
    opened = await RestClient(args.url).request("POST", "/api/tables", request)
    requests = cycle([] if args.kind in MESSAGES else list(encode_requests(args, opened["id"])))
    args.until = perf_counter() + args.seconds

    def run_connection() -> Coroutine[Any, Any, None]:
        if args.kind in MESSAGES:
            return send_messages(args, counts, opened["id"], opened["token"])
        return send_requests(args, counts, requests)

    tasks = [asyncio.create_task(run_connection()) for _ in range(args.connections)]
    await asyncio.sleep(args.seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--url", required=True)
    parser.add_argument("--address", default="127.0.0.2", help="source address of the connections")
    parser.add_argument("--connections", type=int, default=190)
    parser.add_argument("--seconds", type=float, default=20.0)
    print(json.dumps(uvloop.run(flood(parser.parse_args()))))


if __name__ == "__main__":
    main()
