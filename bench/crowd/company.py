"""Additional load while games are played: slow readers and computers."""

from typing import Any

from bench.crowd.playing import Crowd
from bench.crowd.wire import Socket, connect

STRONGEST = 10  # level of the computer


async def watch_without_reading(crowd: Crowd, ids: list[str], count: int) -> list[Socket]:
    """Connect a number of clients to tables that say hello and never read."""
    sockets = []
    for number in range(count):
        socket = await connect(crowd.url, ids[number % len(ids)], lambda message, at: None)
        socket.transport.pause_reading()
        socket.say({"type": "hello"})
        sockets.append(socket)
    return sockets


async def let_computers_play(crowd: Crowd, games: tuple[str, ...], tables: int) -> list[Socket]:
    """Let the strongest computers play each other; a client watches, as otherwise they would not
    play.
    """
    computer: dict[str, Any] = {"kind": "computer", "level": STRONGEST}
    sockets = []
    for number in range(tables):
        asked = {"game": games[number % len(games)], "seats": [computer, computer]}
        made = await crowd.rest.ask("POST", "/api/tables", asked)
        socket = await connect(crowd.url, made["id"], lambda message, at: None)
        socket.say({"type": "hello"})
        sockets.append(socket)
    return sockets
