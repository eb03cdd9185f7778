"""A hall in a process of its own, and windows on its tables that need no browser."""

import asyncio
import json
import os
import signal
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from itertools import count, pairwise
from multiprocessing.connection import Connection
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from typing import Any, cast

import httpx
import psycopg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from steinreich.core import registry
from steinreich.engines import pool
from steinreich.hall import hall, lan, limits
from steinreich.hall.api import rest, security
from steinreich.hall.server import serve
from steinreich.hall.settings import Settings
from steinreich.hall.storage import notifications, store
from steinreich.session import decisions
from steinreich.session.schema.messages import EventMessage
from steinreich.session.schema.protocol import TableState
from tests.hall.storage_helpers import processes
from tests.session.views.apply_changes import state_after

processes.set_forkserver_preload(
    ["__main__", "tests.hall.storage_helpers", __name__, "tests.hall.forkserver_preload"]
)

IN_NETWORK = "127.0.0.2"  # address of the server in its network: exists on any machine
PATIENCE = 60.0  # for conditions that should become true
QUICK: dict[str, Any] = {  # no limits and no delays
    "port": 0,
    "engines": 0,
    "analysts": 0,
    "min_engine_turn_seconds": 0.0,
    "log": "json",
    "budget_per_second": 1e9,
    "heavy_budget_per_second": 1e9,
    "max_open_tables": 100_000,
    "max_listed_tables": 1000,
    "max_connections_per_address": 1000,
    "max_connections": 100_000,
}

Message = dict[str, Any]
fresh = (f"command{number}" for number in count())


# The process


def run(
    settings: Settings,
    log: str,
    told: Connection,
    codes: list[str],
    grace: int,
    games: tuple[str, ...],
    claim_seconds: int | None,
    jump: "Synchronized[int]",
) -> None:
    """Run a server; warm up only these games, and use short timeouts for other servers."""
    shown_ns = time.time_ns
    time.time_ns = lambda: shown_ns() + jump.value
    descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(descriptor, 1)
    os.dup2(descriptor, 2)
    # Give every address the same burst, and never wait for budget.
    limits.BURST_SECONDS, limits.MAX_WAIT_SECONDS = 20_000.0, 0.0
    security.REFUSAL_PAUSE_SECONDS = 0.0
    hall.TAKEOVER_MS, hall.SWEEP_SECONDS, store.HEARTBEAT_SECONDS = grace, 0.2, 0.2
    notifications.MAX_SILENCE_SECONDS = 2.0
    if games:
        registry.register_game_files(games)
        rest.make_games.cache_clear()
    pool.all_code_ids = lambda: codes
    lan.find_lan_address = lambda: IN_NETWORK
    if claim_seconds is not None:
        decisions.CLAIM_DELAY_SECONDS["none"] = claim_seconds
    serve(settings, told.send)


class Host:
    """A server that can be stopped, killed and restarted on the same database and port."""

    def __init__(
        self,
        folder: Path,
        codes: list[str] | None = None,
        grace: int = 1000,
        games: tuple[str, ...] = (),  # files that are loaded as games
        claim_seconds: int | None = None,  # without a clock
        **settings: Any,
    ) -> None:
        self.log_file = folder / "log"
        self.database = settings.get("database") or f"sqlite:///{folder / 'hall.sqlite'}"
        self.settings = Settings(**(QUICK | settings | {"database": self.database}))
        self.patches = codes or [], grace, games, claim_seconds
        self.jump = processes.Value("q", 0)  # offset of the machine's clock in nanoseconds
        self.client = httpx.Client(timeout=PATIENCE, verify=False)
        self.start()

    def start(self) -> None:
        """Start the server and wait until it can be used."""
        heard, told = processes.Pipe(duplex=False)
        values = (self.settings, str(self.log_file), told, *self.patches, self.jump)
        self.process = processes.Process(target=run, args=values)
        self.process.start()
        told.close()
        try:
            if not heard.poll(PATIENCE):
                raise TimeoutError
            self.url: str = heard.recv()
        except (EOFError, TimeoutError) as error:
            raise AssertionError(f"the hall does not start:\n{self.log}") from error
        heard.close()

    def kill(self) -> None:
        """Kill the process, as `kill -9` does."""
        self.process.kill()
        self.process.join(PATIENCE)

    def stop(self) -> int | None:
        """Terminate the process, as `kill` does, and return its exit code."""
        if self.process.is_alive() and self.process.pid:
            os.kill(self.process.pid, signal.SIGTERM)
        self.process.join(PATIENCE)
        return self.process.exitcode

    @property
    def log(self) -> str:
        return self.log_file.read_text() if self.log_file.exists() else ""

    def failures(self) -> list[str]:
        """Return the lines of its log that report errors."""
        bad = ('"level": "error"', '"level": "critical"', "Traceback", "Exception")
        return [line for line in self.log.splitlines() if any(word in line for word in bad)]

    def stored_bytes(self) -> bytes:
        """Return the contents of all files of an SQLite database."""
        file = Path(self.database.removeprefix("sqlite:///"))
        return b"".join(one.read_bytes() for one in sorted(file.parent.glob(f"{file.name}*")))

    def rows(self, query: str, *values: Any) -> list[Any]:
        """Return the rows of a query to the database."""
        if self.database.startswith("postgresql"):
            with psycopg.connect(self.database) as server:
                return server.execute(query.replace("?", "%s").encode(), values).fetchall()
        with closing(sqlite3.connect(self.database.removeprefix("sqlite:///"))) as file:
            return file.execute(query, values).fetchall()

    # Requests

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.client.get(self.url + path, **more)

    def post(self, path: str, body: Any = None, **more: Any) -> httpx.Response:
        if body is not None:
            more["json"] = body
        return self.client.post(self.url + path, **more)

    def open_table(self, kinds: str = "here here", game: str = "vier3d", **more: Any) -> Message:
        """Create a table; kinds are given like `here friend computer`."""
        seats = [{"kind": kind} for kind in kinds.split()]
        answer = self.post("api/tables", {"game": game, "seats": seats, **more})
        assert answer.status_code == 201, answer.text
        made: Message = answer.json()
        return made

    def join(self, made: Message, seat: int = 1, name: str = "") -> str:
        """Take a friend's seat and return the token."""
        wanted = {"seat": seat, "invite": made["invites"][str(seat)], "name": name}
        answer = self.post(f"api/tables/{made['id']}/join", wanted)
        assert answer.status_code == 200, answer.text
        token: str = answer.json()["token"]
        return token

    def two_friends(self, **more: Any) -> tuple[str, str, str]:
        """Create a table for two people; return its id and both tokens."""
        made = self.open_table("here friend", **more)
        return made["id"], made["token"], self.join(made)

    def socket_url(self, table: str) -> str:
        return f"{self.url.replace('http', 'ws', 1)}api/tables/{table}/socket"


@contextmanager
def hosted(folder: Path, **settings: Any) -> Iterator[Host]:
    """Run a server; check at the end that its log has no errors."""
    host = Host(folder, **settings)
    try:
        yield host
        assert host.failures() == [], host.log
    finally:
        if host.process.is_alive():
            host.kill()
        host.client.close()
        host.process.close()


# Clients


class Gone(ConnectionError):
    """The connection has ended while a condition was awaited."""


class Window:
    """A client of a table that collects messages and applies events to its state."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.messages: list[Message] = []
        self.state: Message = {}
        self.mine: list[int] = []
        self.seqs: list[int] = []  # of all seen states, in order
        self.news = asyncio.Condition()
        self.closed: int | None = None  # the close code
        self.reading = asyncio.create_task(self.read())

    async def read(self) -> None:
        with suppress(ConnectionClosed):
            async for text in self.socket:
                await self.take_in(json.loads(text))
        async with self.news:
            self.closed = self.socket.close_code or 1006
            self.news.notify_all()

    async def take_in(self, message: Message) -> None:
        async with self.news:
            self.messages.append(message)
            if message["type"] == "welcome":
                self.mine, self.state = message["mine"], message["snapshot"]["state"]
                self.seqs.append(self.state["seq"])
            elif message["type"] == "resumed":
                self.mine = message["mine"]
                for event in message["events"]:
                    self.happen(event)
                self.state = {**self.state, "frame": self.state["frame"] | (message["legal"] or {})}
            elif message["type"] == "event":
                self.happen(message)
            self.news.notify_all()

    def happen(self, event: Message) -> None:
        """Apply an event unless it is already known."""
        if event["seq"] > self.state["seq"]:
            self.state = cast(
                Message, state_after(cast(TableState, self.state), cast(EventMessage, event))
            )
            self.seqs.append(self.state["seq"])

    async def until(self, is_so: Callable[[], Any]) -> Any:
        """Wait until a condition is true and return its value."""
        async with asyncio.timeout(PATIENCE), self.news:
            while not (found := is_so()):
                if self.closed:
                    raise Gone(f"closed with {self.closed}; last heard: {self.messages[-3:]}")
                await self.news.wait()
        return found

    async def hear(self, type: str, **fields: Any) -> Message:
        """Wait for a message of this type with these fields."""

        def found() -> Message | None:
            wanted = {"type": type, **fields}.items()
            return next((one for one in self.messages if wanted <= plain(one)), None)

        message: Message = await self.until(found)
        return message

    async def say(self, type: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"type": type, **fields}))

    async def ask(self, type: str, id: str | None = None, **fields: Any) -> Message:
        """Send a command and wait for its response."""
        id = id or next(fresh)
        before = len(self.messages)
        await self.say(type, id=id, **fields)
        message: Message = await self.until(
            lambda: next((one for one in self.messages[before:] if one.get("id") == id), None)
        )
        return message

    async def act(self, *actions: str, id: str | None = None, at: int | None = None) -> Message:
        """Play the actions, by default the first legal one."""
        at = self.state["actions"] if at is None else at
        chosen = list(actions) or [next(iter(self.state["frame"]["targets"]))]
        return await self.ask("act", id, at=at, actions=chosen)

    async def at(self, seq: int) -> Message:
        """Wait until the state has reached an event and return it."""
        await self.until(lambda: self.state.get("seq", 0) >= seq)
        return self.state

    async def over(self) -> Message:
        """Wait for the result of the game."""
        result: Message = await self.until(lambda: self.state["result"])
        return result

    async def end(self) -> int:
        """Wait until the server closes the connection and return the close code."""
        async with asyncio.timeout(PATIENCE):
            await self.reading
        assert self.closed is not None
        return self.closed


def is_done(answer: Message) -> bool:
    """Return whether a command was handled, now or by an earlier request with the same id."""
    return answer["type"] in ("event", "done")


def plain(message: Message) -> set[tuple[str, Any]] | Any:
    """Return the fields of a message that can be compared."""
    return {k: v for k, v in message.items() if isinstance(v, str | int | None)}.items()


@asynccontextmanager
async def watching(
    host: Host, table: str, token: str | None = None, known: Message | None = None, **more: Any
) -> AsyncIterator[Window]:
    """Connect to a table, with a token for a seat, and with a known state to resume from."""
    hello = {"type": "hello"} | ({"token": token} if token else {})
    hello |= {"seq": known["seq"], "listed": "en"} if known else {}
    usual = {"proxy": None, "compression": None, "open_timeout": PATIENCE}
    async with connect(host.socket_url(table), **(usual | more)) as socket:
        window = Window(socket)
        window.state = known or {}
        try:
            await socket.send(json.dumps(hello))
            await window.until(lambda: window.messages)  # welcome, or resumed
            yield window
        finally:
            await socket.close()
            await window.reading


def public_part(state: Message) -> Message:
    """Return a state without the legal actions, which only the player to move receives."""
    return {**state, "frame": {**state["frame"], "targets": {}, "to_put": {}}}


def has_no_gap(seqs: list[int]) -> bool:
    """Return whether the numbers are consecutive."""
    return all(later == seq + 1 for seq, later in pairwise(seqs))


async def play_on(windows: list[Window], turns: int | None = None) -> None:
    """Play the first legal action for a number of turns or until the end of the game."""
    turn = 0
    while (turns is None or turn < turns) and not windows[0].state["result"]:
        seat = windows[0].state["frame"]["turn"]
        one = next(window for window in windows if seat in window.mine)
        await one.at(windows[0].state["seq"])
        done = await one.act()
        assert done["type"] == "event", done
        await asyncio.gather(*(window.at(done["seq"]) for window in windows))
        turn += 1
