"""Asks as fast as it can, with many connections from one address, and counts the answers."""

import argparse
import asyncio
import json
from collections import Counter
from collections.abc import Callable, Coroutine
from time import perf_counter
from typing import Any, cast

import orjson
import uvloop

from bench.crowd.wire import Rest, Socket

RECORD = '[Game "vier3d"]\n\n1. a1 b1 2. a1 b1 3. a1 b1 4. a1 1-0\n'
REQUESTS: dict[str, tuple[str, str, Any]] = {  # {table}: one that there is
    "front page": ("GET", "/", None),
    "no such page": ("GET", "/nothing", None),
    "games": ("GET", "/api/games", None),
    "lobby": ("GET", "/api/tables", None),
    "table": ("GET", "/api/tables/{table}", None),
    "health": ("GET", "/api/health", None),
    "interface": ("GET", "/api/openapi.json", None),
    "positions": ("POST", "/api/positions", {"game": "tzaar", "position": "nonsense"}),
    "records": ("POST", "/api/records", {"text": RECORD * 200}),
}
THINK = {"type": "think", "n": 1, "game": "vier3d", "lines": 1, "actions": [], "language": "en"}
MESSAGES: dict[str, tuple[str, Any]] = {  # where they are sent, and what
    "hello": ("/api/tables/{table}/socket", {"type": "hello"}),
    "wait": ("/api/tables/{table}/socket", {"type": "wait", "waits": True}),
    "nonsense": ("/api/tables/{table}/socket", {"type": "nonsense"}),
    "study": ("/api/study", THINK),
}
KINDS = (*REQUESTS, "new connections", *MESSAGES)
AT_ONCE = 200  # messages that are written in one go
AGAIN_SECONDS = 0.01  # before a connection that has ended is made again


class Asking(asyncio.Protocol):
    """One connection for requests, each sent when the one before is answered."""

    def __init__(self, request: bytes, seen: Counter[str], ended: Callable[[], None]) -> None:
        self.request = request
        self.seen = seen
        self.ended = ended
        self.missing = 0  # bytes of the body

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        if not self.missing:
            head, _, body = data.partition(b"\r\n\r\n")
            self.seen[head[9:12].decode()] += 1
            length = head.lower().partition(b"content-length: ")[2].partition(b"\r")[0]
            self.missing = int(length or 0)
            data = body
        self.missing -= len(data)
        if not self.missing and not self.transport.is_closing():
            self.transport.write(self.request)

    def connection_lost(self, exc: Exception | None) -> None:
        self.ended()


class Shouting(Socket):
    """One socket that says the same again and again, as fast as it is taken."""

    message = b""
    is_paused = False

    def pause_writing(self) -> None:
        self.is_paused = True

    def resume_writing(self) -> None:
        self.is_paused = False


async def ask(args: argparse.Namespace, seen: Counter[str], table: str) -> None:
    """One connection, made again when it ends."""
    host, _, port = args.url.removeprefix("http://").partition(":")
    loop = asyncio.get_running_loop()
    method, path, body = REQUESTS["games" if args.kind == "new connections" else args.kind]
    data = b"" if body is None else orjson.dumps(body)
    closes = "Connection: close\r\n" if args.kind == "new connections" else ""
    request = (
        f"{method} {path.format(table=table)} HTTP/1.1\r\nHost: {host}:{port}\r\n{closes}"
        f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
    ).encode() + data
    while perf_counter() < args.until:
        over = asyncio.Event()
        make = lambda: Asking(request, seen, over.set)  # noqa: E731, B023
        try:
            await loop.create_connection(make, host, int(port), local_addr=(args.address, 0))
            await over.wait()
        except OSError:
            seen["no connection"] += 1
        await asyncio.sleep(AGAIN_SECONDS)


async def shout(args: argparse.Namespace, seen: Counter[str], table: str, token: str) -> None:
    """One socket, made again when it ends."""
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
        make = lambda: Shouting(address, path.format(table=table), hear, over.set)  # noqa: E731, B023
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
    args.until = perf_counter() + args.seconds

    def one() -> Coroutine[Any, Any, None]:
        if args.kind in MESSAGES:
            return shout(args, seen, made["id"], made["token"])
        return ask(args, seen, made["id"])

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
