"""Who else is in the hall while games are played: slow readers and computers."""

from typing import Any

from bench.crowd.playing import Crowd
from bench.crowd.wire import Socket, connect

STRONGEST = 10  # level of the computer


async def look_on_without_reading(crowd: Crowd, ids: list[str], count: int) -> list[Socket]:
    """So many who come to tables, say hello and never read what they are told."""
    sockets = []
    for number in range(count):
        socket = await connect(crowd.url, ids[number % len(ids)], lambda message, at: None)
        socket.transport.pause_reading()
        socket.say({"type": "hello"})
        sockets.append(socket)
    return sockets


async def let_computers_play(crowd: Crowd, games: tuple[str, ...], tables: int) -> list[Socket]:
    """The strongest computers against each other; somebody looks on, or they would not play."""
    computer: dict[str, Any] = {"kind": "computer", "level": STRONGEST}
    sockets = []
    for number in range(tables):
        asked = {"game": games[number % len(games)], "seats": [computer, computer]}
        made = await crowd.rest.ask("POST", "/api/tables", asked)
        socket = await connect(crowd.url, made["id"], lambda message, at: None)
        socket.say({"type": "hello"})
        sockets.append(socket)
    return sockets
