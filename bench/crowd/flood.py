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

from bench.crowd.wire import Rest, Socket
from steinreich import load
from steinreich.puzzles.puzzle import shipped

RECORD = '[Game "vier3d"]\n\n1. a1 b1 2. a1 b1 3. a1 b1 4. a1 1-0\n'
NAMED = 20  # tables in one request
UNKNOWN = 1000  # tables that do not exist


class Request(NamedTuple):
    """A request; {table} in its path is replaced by the id of an existing table."""

    method: str
    path: str
    body: Any = None


def wrong_answers() -> Iterator[Request]:
    """Yield questions about wrong actions in puzzles of the most expensive game."""
    for puzzle in shipped("tzaar"):
        for wrong in puzzle.refutations[0]:
            path = f"/api/games/tzaar/puzzles/{puzzle.id}/refutation"
            yield Request("GET", f"{path}?step=0&action={wrong}")


def all_lessons() -> Iterator[Request]:
    """Yield the lessons of all variants of the game with the most variants."""
    options = load("chain_reaxis").about.options
    for values in product(*(option.values for option in options)):
        chosen = ",".join(map("=".join, zip((one.name for one in options), values, strict=True)))
        yield Request("GET", f"/api/lesson?game=chain_reaxis({chosen})")


def first_moves() -> Iterator[Request]:
    """Yield openings after each first move of the game with the most moves."""
    id = "chain_reaxis(size=8x8,contact=corner)"
    for move in load(id).start().legal_moves():
        yield Request("GET", f"/api/openings?game={id}&line={move}")


def setups() -> Iterator[Request]:
    """Yield positions of a random game for the editor."""
    game, dice = load("chain_reaxis"), random.Random(1)
    for seed in range(50):
        position = game.start(seed=seed)
        while not position.is_over:
            wanted = {"game": game.id, "position": str(position)}
            yield Request("POST", "/api/setup", wanted)
            position = position.after(dice.choice(position.actions()))


def unknown_tables(path: str, count: int = 1) -> Iterator[Request]:
    """Yield requests that name tables that do not exist, several in each."""
    for number in range(UNKNOWN):
        yield Request("GET", path + "&id=".join(f"unknown-{number}-{n}" for n in range(count)))


REQUESTS: dict[str, Callable[[], Iterable[Request]]] = {  # which are sent in turn
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
    "refutation": wrong_answers,
    "lesson": all_lessons,
    "openings": first_moves,
    "setup": setups,
    "preview": lambda: [Request("GET", "/table/{table}")],
    "previews of unknown tables": lambda: unknown_tables("/table/"),
    "unknown tables": lambda: unknown_tables("/api/tables/"),
    "named tables": lambda: unknown_tables("/api/tables?id=", NAMED),
}
THINK = {"type": "think", "n": 1, "game": "vier3d", "lines": 1, "actions": [], "language": "en"}
MESSAGES: dict[str, tuple[str, Any]] = {  # where they are sent, and what
    "hello": ("/api/tables/{table}/socket", {"type": "hello"}),
    "wait": ("/api/tables/{table}/socket", {"type": "wait", "waits": True}),
    "nonsense": ("/api/tables/{table}/socket", {"type": "nonsense"}),
    "study": ("/api/study", THINK),
}
KINDS = (*REQUESTS, "new connections", *MESSAGES)
AT_ONCE = 200  # messages that are written at once
AGAIN_SECONDS = 0.01  # before an ended connection is opened again


class RequestProtocol(asyncio.Protocol):
    """A connection that sends each request when the one before is answered."""

    def __init__(
        self, requests: Iterator[bytes], seen: Counter[str], ended: Callable[[], None]
    ) -> None:
        self.requests = requests
        self.seen = seen
        self.ended = ended
        self.missing = 0  # bytes of the body

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(next(self.requests))

    def data_received(self, data: bytes) -> None:
        if not self.missing:
            head, _, body = data.partition(b"\r\n\r\n")
            self.seen[head[9:12].decode()] += 1
            length = head.lower().partition(b"content-length: ")[2].partition(b"\r")[0]
            self.missing = int(length or 0)
            data = body
        self.missing -= len(data)
        if not self.missing and not self.transport.is_closing():
            self.transport.write(next(self.requests))

    def connection_lost(self, exc: Exception | None) -> None:
        self.ended()


class MessageProtocol(Socket):
    """A socket that sends the same message repeatedly, as fast as it is accepted."""

    message = b""
    is_paused = False

    def pause_writing(self) -> None:
        self.is_paused = True

    def resume_writing(self) -> None:
        self.is_paused = False


def encode_requests(args: argparse.Namespace, table: str) -> Iterator[bytes]:
    """Return the requests of a kind as bytes."""
    host = args.url.removeprefix("http://")
    is_new = args.kind == "new connections"
    closes = "Connection: close\r\n" if is_new else ""
    for method, path, body in REQUESTS["games" if is_new else args.kind]():
        data = b"" if body is None else orjson.dumps(body)
        yield (
            f"{method} {path.format(table=table)} HTTP/1.1\r\nHost: {host}\r\n{closes}"
            f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        ).encode() + data


async def send_requests(
    args: argparse.Namespace, seen: Counter[str], requests: Iterator[bytes]
) -> None:
    """Keep one connection that sends requests, opened again when it ends."""
    host, _, port = args.url.removeprefix("http://").partition(":")
    loop = asyncio.get_running_loop()
    while perf_counter() < args.until:
        over = asyncio.Event()
        make = lambda: RequestProtocol(requests, seen, over.set)  # noqa: E731, B023
        try:
            await loop.create_connection(make, host, int(port), local_addr=(args.address, 0))
            await over.wait()
        except OSError:
            seen["no connection"] += 1
        await asyncio.sleep(AGAIN_SECONDS)


async def send_messages(
    args: argparse.Namespace, seen: Counter[str], table: str, token: str
) -> None:
    """Keep one socket that sends messages, opened again when it ends."""
    address = args.url.removeprefix("http://")
    host, _, port = address.partition(":")
    loop = asyncio.get_running_loop()
    path, message = MESSAGES[args.kind]
    payload = orjson.dumps(message)
    head = (
        bytes([0x81, 0x80 | len(payload)])
        if len(payload) < 126
        else (b"\x81\xfe" + len(payload).to_bytes(2))
    )
    shouted = (head + bytes(4) + payload) * AT_ONCE

    def hear(message: bytes, at: float) -> None:
        seen["heard"] += 1

    while perf_counter() < args.until:
        over = asyncio.Event()
        make = lambda: MessageProtocol(address, path.format(table=table), hear, over.set)  # noqa: E731, B023
        try:
            _, socket = await loop.create_connection(
                make, host, int(port), local_addr=(args.address, 0)
            )
            await socket.opened
            seen["opened"] += 1
            if args.kind != "study":
                socket.say({"type": "hello", "token": token})
            while not over.is_set() and perf_counter() < args.until:
                if not socket.is_paused and not socket.transport.is_closing():
                    socket.transport.write(shouted)
                await asyncio.sleep(AGAIN_SECONDS)
        except OSError:
            seen["no connection"] += 1
        await asyncio.sleep(AGAIN_SECONDS)


async def flood(args: argparse.Namespace) -> Counter[str]:
    seen: Counter[str] = Counter()
    wanted = {"game": "vier3d", "seats": [{"kind": "here"}, {"kind": "computer", "level": 1}]}
    made = await Rest(args.url).ask("POST", "/api/tables", wanted)
    requests = cycle([] if args.kind in MESSAGES else list(encode_requests(args, made["id"])))
    args.until = perf_counter() + args.seconds

    def one() -> Coroutine[Any, Any, None]:
        if args.kind in MESSAGES:
            return send_messages(args, seen, made["id"], made["token"])
        return send_requests(args, seen, requests)

    tasks = [asyncio.create_task(one()) for _ in range(args.connections)]
    await asyncio.sleep(args.seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return seen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--url", required=True)
    parser.add_argument("--address", default="127.0.0.2", help="from which it comes")
    parser.add_argument("--connections", type=int, default=190)
    parser.add_argument("--seconds", type=float, default=20.0)
    print(json.dumps(uvloop.run(flood(parser.parse_args()))))


if __name__ == "__main__":
    main()
