"""Additional load while games are played: slow readers and computers."""

from typing import Any

from bench.load.clients import WebSocketClient, connect
from bench.load.games import LoadTest

STRONGEST_LEVEL = 10


def ignore(message: bytes, received_at: float) -> None:
    """Do nothing with a message."""


async def connect_slow_readers(
    load_test: LoadTest, ids: list[str], count: int
) -> list[WebSocketClient]:
    """Connect clients to tables that send a hello and never read."""
    sockets = []
    for number in range(count):
        socket = await connect(load_test.url, ids[number % len(ids)], ignore)
        socket.transport.pause_reading()
        socket.send({"type": "hello"})
        sockets.append(socket)
    return sockets


async def start_computer_games(
    load_test: LoadTest, games: tuple[str, ...], tables: int
) -> list[WebSocketClient]:
    """Open tables where computers of the highest level play each other, each with a spectator:
    without a client they would not play.
    """
    computer: dict[str, Any] = {"kind": "computer", "level": STRONGEST_LEVEL}
    sockets = []
    for number in range(tables):
        request = {"game": games[number % len(games)], "seats": [computer, computer]}
        opened = await load_test.rest_client.request("POST", "/api/tables", request)
        socket = await connect(load_test.url, opened["id"], ignore)
        socket.send({"type": "hello"})
        sockets.append(socket)
    return sockets
