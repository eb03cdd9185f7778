"""A crowd that plays: many games at once, each by two connections, through the real server.

    python -m bench.crowd --url http://127.0.0.1:8421 --games 1000 --seconds 30

Every game makes a turn every two seconds, of one or more actions.  What is measured: how long it
takes until an action is acknowledged to the one who acted, and until the opponent has seen a turn.
Nothing may be lost: every acknowledged turn must be in the record that the server keeps.
"""

import argparse
import asyncio
import gc
import json
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import orjson
import uvloop
from websockets.asyncio.client import ClientConnection, connect

GAMES = ("vier3d", "chain_reaxis", "six_in_line", "inner_square", "tzaar")
PAUSE = 2.0  # seconds between two turns of a game
PATIENCE = 30.0  # seconds for an answer before it counts as lost


@dataclass
class Measurements:
    """What was seen."""

    acknowledged: list[float] = field(default_factory=list)  # seconds
    seen: list[float] = field(default_factory=list)
    finished: int = 0
    lost: list[str] = field(default_factory=list)


class Rest:
    """One connection for short questions; a full client would take more time than the server."""

    def __init__(self, url: str) -> None:
        self.host = url.removeprefix("http://")
        self.lock = asyncio.Lock()
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The answer to one question; one at a time."""
        async with self.lock:
            if self.streams is None:
                host, _, port = self.host.partition(":")
                self.streams = await asyncio.open_connection(host, int(port))
            reader, writer = self.streams
            data = b"" if body is None else orjson.dumps(body)
            head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\nContent-Length: {len(data)}"
            writer.write(f"{head}\r\nContent-Type: application/json\r\n\r\n".encode() + data)
            answer = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            length = answer.partition("content-length:")[2].partition("\r\n")[0]
            text = await reader.readexactly(int(length))
        if not answer.startswith("http/1.1 2"):
            raise RuntimeError(f"{method} {path}: {answer.splitlines()[0]} {text.decode()}")
        return orjson.loads(text)


@dataclass
class Crowd:
    """The players, and when they count."""

    url: str
    rest: Rest
    begin: float  # measured from here
    end: float  # to here
    measured: Measurements = field(default_factory=Measurements)

    async def sit_down(self, game: str) -> tuple[str, list[str]]:
        """A table with two people: its id and their tokens."""
        wanted = {"game": game, "seats": [{"kind": "here"}, {"kind": "friend"}]}
        made = await self.rest.ask("POST", "/api/tables", wanted)
        join = {"seat": 1, "invite": made["invites"]["1"]}
        joined = await self.rest.ask("POST", f"/api/tables/{made['id']}/join", join)
        return made["id"], [made["token"], joined["token"]]

    async def keep_playing(self, game: str, dice: random.Random) -> None:
        """One game after the other at the same place."""
        while time.perf_counter() < self.end:
            id, tokens = await self.sit_down(game)
            address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{id}/socket"
            async with (
                connect(address, compression=None) as one,
                connect(address, compression=None) as other,
            ):
                played = Played(self, (one, other), dice)
                try:
                    turns = await played.play(tokens)
                except TimeoutError:
                    self.measured.lost.append(f"{id}: no answer")
                    return
            await self.check(id, turns)

    async def check(self, id: str, turns: list[list[str]]) -> None:
        """Everything that was acknowledged is there."""
        kept = await self.rest.ask("GET", f"/api/tables/{id}")
        if [turn["actions"] for turn in kept["turns"]] != turns:
            self.measured.lost.append(f"{id}: the record differs")


class Played:
    """One game."""

    def __init__(
        self, crowd: Crowd, sockets: Sequence[ClientConnection], dice: random.Random
    ) -> None:
        self.crowd = crowd
        self.sockets = sockets
        self.dice = dice
        self.due = time.perf_counter() + dice.uniform(0, PAUSE)  # for the next turn

    async def play(self, tokens: list[str]) -> list[list[str]]:
        """Play to the end, or as long as the crowd plays; gives the acknowledged turns."""
        state: Any = None
        for socket, token in zip(self.sockets, tokens, strict=True):
            await socket.send(orjson.dumps({"type": "hello", "token": token}).decode())
            state = (await self.hear(socket, "welcome"))["snapshot"]["state"]
        turns = []
        while state["result"] is None and time.perf_counter() < self.crowd.end:
            state, actions = await self.turn(state)
            turns.append(actions)
        self.crowd.measured.finished += state["result"] is not None
        return turns

    async def turn(self, state: Any) -> tuple[Any, list[str]]:
        """One turn at random, and how long until its actions were acknowledged and it was seen."""
        frame, actions = state["frame"], list[str]()
        mover = frame["turn"]
        await self.pause()
        while True:
            actions.append(self.dice.choice(sorted(frame["targets"])))
            id = f"{state['actions']}-{len(actions)}"
            act = {"type": "act", "id": id, "at": state["actions"], "actions": actions}
            sent = time.perf_counter()
            await self.sockets[mover].send(orjson.dumps(act).decode())
            answer = await self.hear(self.sockets[mover], "done", "drafted", "refused")
            if self.counts(sent):
                self.crowd.measured.acknowledged.append(answer["heard"] - sent)
            if answer["type"] == "refused":
                raise RuntimeError(f"refused: {answer['why']['en']}")
            if answer["type"] == "done":
                break
            frame = answer["frame"]
        event = await self.hear(self.sockets[1 - mover], "event")
        if self.counts(sent):
            self.crowd.measured.seen.append(event["heard"] - sent)
        return event["state"], actions

    def counts(self, sent: float) -> bool:
        """Whether what was sent then is measured."""
        return self.crowd.begin < sent < self.crowd.end

    async def pause(self) -> None:
        """Wait until two seconds have passed since the last turn began."""
        now = time.perf_counter()
        await asyncio.sleep(max(0.0, self.due - now))
        self.due = max(now, self.due) + PAUSE

    async def hear(self, socket: ClientConnection, *kinds: str) -> Any:
        """The next message of one of these kinds."""
        async with asyncio.timeout(PATIENCE):
            while True:
                text = await socket.recv(decode=False)
                heard = time.perf_counter()
                if kind_of(text) in kinds:
                    return orjson.loads(text) | {"heard": heard}


def kind_of(message: bytes) -> str:
    """The kind of a message without reading all of it: `{"type":"event",...`."""
    return message[9 : message.index(b'"', 9)].decode()


async def gather(url: str, games: int, ramp: float, seconds: float, seed: int) -> Measurements:
    """All games at once, begun one after the other; measured once all have begun."""
    dice = random.Random(seed)
    begin = time.perf_counter() + ramp
    crowd = Crowd(url, Rest(url), begin, begin + seconds)

    async def arrive(number: int) -> None:
        await asyncio.sleep(0.9 * ramp * number / games)
        await crowd.keep_playing(GAMES[number % len(GAMES)], random.Random(dice.random()))

    results = await asyncio.gather(*map(arrive, range(games)), return_exceptions=True)
    crowd.measured.lost += [repr(error) for error in results if isinstance(error, BaseException)]
    return crowd.measured


def quantile(values: list[float], share: float) -> float:
    """The value that a share of all stay below."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", required=True)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--ramp", type=float, default=25.0, help="seconds until all have begun")
    parser.add_argument("--seconds", type=float, default=30.0, help="that are measured")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    gc.disable()  # what the crowd remembers is large, and to look through it would count as waiting
    measured = uvloop.run(gather(args.url, args.games, args.ramp, args.seconds, args.seed))
    result = {
        "actions_a_second": len(measured.acknowledged) / args.seconds,
        "finished": measured.finished,
        "lost": len(measured.lost),
        "examples": measured.lost[:3],
    }
    for name, values in (("acknowledged", measured.acknowledged), ("seen", measured.seen)):
        result[name] = {
            "median": median(values) if values else None,
            "p99": quantile(values, 0.99),
            "within_100_ms": sum(value <= 0.1 for value in values) / max(1, len(values)),
        }
    json.dump(result, sys.stdout)


if __name__ == "__main__":
    main()
