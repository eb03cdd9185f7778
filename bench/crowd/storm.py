"""A server restart: all clients reconnect at once, with the backoff of the web client."""

import asyncio
import random
from time import perf_counter

import orjson

from bench.crowd.playing import GAMES, Crowd, Played
from bench.crowd.wire import Socket, connect

# Seconds, as in web/src/server/connection.ts
FIRST_WAIT, LONGEST_WAIT, GROWTH = 0.5, 15.0, 1.3
SILENCE, LONGEST_SILENCE = 8.0, 60.0


class Visitor:
    """A client that reconnects when its connection is closed."""

    def __init__(self, crowd: Crowd, table: str, token: str, dice: random.Random) -> None:
        self.crowd = crowd
        self.table = table
        self.token = token
        self.dice = dice
        self.seq = 0  # number of the last event that this client knows
        self.welcomed = asyncio.Event()
        self.lost = asyncio.Event()
        self.back_at = 0.0
        self.socket: Socket | None = None

    async def come(self) -> None:
        """Connect, with retries, until the server has sent a snapshot or the missed events; after
        a disconnection, wait before the first attempt.
        """
        attempts = 0
        self.welcomed.clear()
        if self.seq:
            await self.pause(0)
            attempts = 1
        while not self.welcomed.is_set():
            try:
                await self.try_once(min(LONGEST_SILENCE, SILENCE * 2**attempts))
            except OSError:
                await self.pause(attempts)
                attempts += 1

    async def pause(self, attempts: int) -> None:
        wait = min(LONGEST_WAIT, FIRST_WAIT * GROWTH**attempts)
        await asyncio.sleep(2 * wait * self.dice.random())

    async def try_once(self, patience: float) -> None:
        self.lost.clear()
        self.socket = await connect(self.crowd.url, self.table, self.hear, self.lost.set)
        known = {"seq": self.seq, "legal_language": "en"} if self.seq else {}
        self.socket.say({"type": "hello", "token": self.token, **known})
        waits = [asyncio.create_task(event.wait()) for event in (self.welcomed, self.lost)]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED, timeout=patience)
        for wait in waits:
            wait.cancel()
        if not self.welcomed.is_set():
            self.socket.close()
            raise ConnectionResetError

    def hear(self, message: bytes, at: float) -> None:
        if message.startswith((b'{"type":"welcome"', b'{"type":"resumed"')):
            heard = orjson.loads(message)
            if heard["type"] == "welcome":
                seq = heard["snapshot"]["state"]["seq"]
            else:
                seq = self.seq + len(heard["events"])
            if seq < self.seq:
                self.crowd.seen.lost.append(f"{self.table}: {self.seq} events, now {seq}")
            self.seq, self.back_at = seq, at
            self.welcomed.set()


async def come_back(crowd: Crowd, tables: int, seed: int) -> list[float]:
    """Play games, connect a client for each seat, and wait for a restart of the server; return the
    seconds from the moment when all are disconnected until each client has reconnected.
    """
    dice = random.Random(seed)
    visitors: list[Visitor] = []
    slots = asyncio.Semaphore(64)

    async def play(number: int) -> None:
        async with slots:
            id, tokens = await crowd.sit_down(GAMES[number % len(GAMES)])
        own = random.Random(dice.random())
        played = Played(crowd.seen, own, tokens)
        await played.begin(crowd.url, id)
        await played.over
        played.leave()
        visitors.extend(Visitor(crowd, id, token, own) for token in tokens)

    await asyncio.gather(*map(play, range(tables)))
    await asyncio.gather(*(visitor.come() for visitor in visitors))
    print("ready", flush=True)  # restart the server now
    await asyncio.gather(*(visitor.lost.wait() for visitor in visitors))
    gone = perf_counter()
    await asyncio.gather(*(visitor.come() for visitor in visitors))
    return [visitor.back_at - gone for visitor in visitors]
