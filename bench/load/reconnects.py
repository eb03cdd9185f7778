"""Measure a server restart: all clients reconnect at once, with the backoff of the web client."""

import asyncio
import random
from time import perf_counter

import orjson

from bench.load.clients import WebSocketClient, connect
from bench.load.games import GAMES, GameClients, LoadTest

# As in web/src/server/connection.ts
MIN_BACKOFF_SECONDS, MAX_BACKOFF_SECONDS, BACKOFF_FACTOR = 0.5, 15.0, 1.3
MIN_RESPONSE_TIMEOUT_SECONDS, MAX_RESPONSE_TIMEOUT_SECONDS = 8.0, 60.0


class ReconnectingClient:
    """A client that reconnects when its connection is closed."""

    def __init__(self, load_test: LoadTest, table: str, token: str, rng: random.Random) -> None:
        self.load_test = load_test
        self.table = table
        self.token = token
        self.rng = rng
        self.seq = 0  # number of the last event that this client knows
        self.is_connected = asyncio.Event()  # and up to date
        self.is_disconnected = asyncio.Event()
        self.connected_at = 0.0
        self.socket: WebSocketClient | None = None

    async def connect(self) -> None:
        """Connect, with retries, until the server has sent a snapshot or the missed events.

        When reconnecting, wait before the first attempt, too.
        """
        attempts = 0
        self.is_connected.clear()
        if self.seq:
            await self.back_off(0)
            attempts = 1
        while not self.is_connected.is_set():
            try:
                timeout = MIN_RESPONSE_TIMEOUT_SECONDS * 2**attempts
                await self.try_to_connect(min(MAX_RESPONSE_TIMEOUT_SECONDS, timeout))
            except OSError:
                await self.back_off(attempts)
                attempts += 1

    async def back_off(self, attempts: int) -> None:
        backoff = min(MAX_BACKOFF_SECONDS, MIN_BACKOFF_SECONDS * BACKOFF_FACTOR**attempts)
        await asyncio.sleep(2 * backoff * self.rng.random())

    async def try_to_connect(self, timeout: float) -> None:
        self.is_disconnected.clear()
        self.socket = await connect(
            self.load_test.url, self.table, self.on_message, self.is_disconnected.set
        )
        last_known = {"seq": self.seq, "legal_language": "en"} if self.seq else {}
        self.socket.send({"type": "hello", "token": self.token, **last_known})
        waits = [
            asyncio.create_task(event.wait()) for event in (self.is_connected, self.is_disconnected)
        ]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED, timeout=timeout)
        for wait in waits:
            wait.cancel()
        if not self.is_connected.is_set():
            self.socket.close()
            raise ConnectionResetError

    def on_message(self, message: bytes, received_at: float) -> None:
        if message.startswith((b'{"type":"welcome"', b'{"type":"resumed"')):
            response = orjson.loads(message)
            if response["type"] == "welcome":
                seq = response["snapshot"]["state"]["seq"]
            else:
                seq = self.seq + len(response["events"])
            if seq < self.seq:
                self.load_test.measurements.errors.append(
                    f"{self.table}: {self.seq} events, now {seq}"
                )
            self.seq, self.connected_at = seq, received_at
            self.is_connected.set()


async def measure_reconnects(load_test: LoadTest, tables: int, seed: int) -> list[float]:
    """Play games, connect a client for each seat, and wait for a restart of the server.

    Return the seconds until each client has reconnected, from when all were disconnected.
    """
    rng = random.Random(seed)
    clients: list[ReconnectingClient] = []
    table_slots = asyncio.Semaphore(64)  # tables opened at the same time

    async def play(number: int) -> None:
        async with table_slots:
            id, tokens = await load_test.open_table_for_two(GAMES[number % len(GAMES)])
        own_rng = random.Random(rng.random())
        game_clients = GameClients(load_test.measurements, own_rng, tokens)
        await game_clients.start(load_test.url, id)
        await game_clients.over
        game_clients.close()
        clients.extend(ReconnectingClient(load_test, id, token, own_rng) for token in tokens)

    await asyncio.gather(*map(play, range(tables)))
    await asyncio.gather(*(client.connect() for client in clients))
    print("ready", flush=True)  # restart the server now
    await asyncio.gather(*(client.is_disconnected.wait() for client in clients))
    disconnected_at = perf_counter()
    await asyncio.gather(*(client.connect() for client in clients))
    return [client.connected_at - disconnected_at for client in clients]
