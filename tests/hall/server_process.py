"""A server in a process of its own, and clients of its tables that need no browser."""

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
from tests.hall.storage_helpers import process_context
from tests.hall.waiting import CONDITION_TIMEOUT_SECONDS
from tests.session.views.apply_changes import apply_event

process_context.set_forkserver_preload(
    ["__main__", "tests.hall.storage_helpers", __name__, "tests.hall.forkserver_preload"]
)

LAN_ADDRESS = "127.0.0.2"  # stands for the address in the local network; any machine has it
UNLIMITED_SETTINGS: dict[str, Any] = {  # no limits and no delays
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

Message = dict[str, Any]  # parsed JSON: of a WebSocket message or an HTTP response
command_ids = (f"command{number}" for number in count())  # never the same one twice


# The server


def run_server(
    settings: Settings,
    log: str,
    sender: Connection,
    code_ids: list[str],
    game_files: tuple[str, ...],
    claim_delay_seconds: int | None,
    clock_offset_ns: "Synchronized[int]",
) -> None:
    """Run a server with short intervals between its checks; send its URL when it is ready.

    Its engines compile machine code for these code ids only.
    """
    real_time_ns = time.time_ns
    time.time_ns = lambda: real_time_ns() + clock_offset_ns.value
    log_descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(log_descriptor, 1)
    os.dup2(log_descriptor, 2)
    # Budgets hardly refill during a test: an address has 20,000 s of budget at the start, and
    # requests beyond it are refused at once.
    limits.BURST_SECONDS, limits.MAX_WAIT_SECONDS = 20_000.0, 0.0
    security.REFUSAL_DELAY_SECONDS = 0.0
    hall.TAKEOVER_MS, hall.SWEEP_SECONDS, store.HEARTBEAT_SECONDS = 1000, 0.2, 0.2
    notifications.MAX_SILENCE_SECONDS = 2.0
    if game_files:
        registry.register_game_files(game_files)
        rest.make_games.cache_clear()
    pool.get_all_code_ids = lambda: code_ids
    lan.find_lan_address = lambda: LAN_ADDRESS
    if claim_delay_seconds is not None:
        decisions.CLAIM_DELAY_SECONDS["none"] = claim_delay_seconds
    serve(settings, sender.send)


class ServerProcess:
    """A server that can be stopped, killed and restarted on the same database and port."""

    def __init__(
        self,
        folder: Path,
        code_ids: list[str] | None = None,
        game_files: tuple[str, ...] = (),
        claim_delay_seconds: int | None = None,  # at tables without a clock
        **settings: Any,
    ) -> None:
        self.log_file = folder / "log"
        self.database = settings.get("database") or f"sqlite:///{folder / 'hall.sqlite'}"
        self.settings = Settings(**(UNLIMITED_SETTINGS | settings | {"database": self.database}))
        self.patches = code_ids or [], game_files, claim_delay_seconds
        self.clock_offset_ns = process_context.Value("q", 0)  # shifts the system time of the server
        self.client = httpx.Client(timeout=CONDITION_TIMEOUT_SECONDS, verify=False)
        self.start()

    def start(self) -> None:
        """Start the server and wait until it can be used."""
        receiver, sender = process_context.Pipe(duplex=False)
        values = (self.settings, str(self.log_file), sender, *self.patches, self.clock_offset_ns)
        self.process = process_context.Process(target=run_server, args=values)
        self.process.start()
        sender.close()
        try:
            if not receiver.poll(CONDITION_TIMEOUT_SECONDS):
                raise TimeoutError
            self.url: str = receiver.recv()
        except (EOFError, TimeoutError) as error:
            raise AssertionError(f"the server does not start:\n{self.log}") from error
        receiver.close()

    def kill(self) -> None:
        """Kill the process, as `kill -9` does."""
        self.process.kill()
        self.process.join(CONDITION_TIMEOUT_SECONDS)

    def stop(self) -> int | None:
        """Terminate the process, as `kill` does, and return its exit code."""
        if self.process.is_alive() and self.process.pid:
            os.kill(self.process.pid, signal.SIGTERM)
        self.process.join(CONDITION_TIMEOUT_SECONDS)
        return self.process.exitcode

    @property
    def log(self) -> str:
        return self.log_file.read_text() if self.log_file.exists() else ""

    def find_log_errors(self) -> list[str]:
        """Return the lines of its log that report errors."""
        error_marks = ('"level": "error"', '"level": "critical"', "Traceback", "Exception")
        return [line for line in self.log.splitlines() if any(mark in line for mark in error_marks)]

    def read_database_files(self) -> bytes:
        """Return the contents of all files of an SQLite database."""
        file = Path(self.database.removeprefix("sqlite:///"))
        return b"".join(path.read_bytes() for path in sorted(file.parent.glob(f"{file.name}*")))

    def fetch_rows(self, query: str, *values: Any) -> list[Any]:
        """Execute a query and return its rows."""
        if self.database.startswith("postgresql"):
            with psycopg.connect(self.database) as connection:
                return connection.execute(query.replace("?", "%s").encode(), values).fetchall()
        with closing(sqlite3.connect(self.database.removeprefix("sqlite:///"))) as file:
            return file.execute(query, values).fetchall()

    # Requests

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.client.get(self.url + path, **options)

    def post(self, path: str, body: Any = None, **options: Any) -> httpx.Response:
        if body is not None:
            options["json"] = body
        return self.client.post(self.url + path, **options)

    def open_table(self, kinds: str = "here here", game: str = "vier3d", **options: Any) -> Message:
        """Create a table; kinds are given like `here friend computer`."""
        seats = [{"kind": kind} for kind in kinds.split()]
        answer = self.post("api/tables", {"game": game, "seats": seats, **options})
        assert answer.status_code == 201, answer.text
        new_table: Message = answer.json()
        return new_table

    def join(self, new_table: Message, seat: int = 1, name: str = "") -> str:
        """Take a friend's seat and return the token."""
        body = {"seat": seat, "invite": new_table["invites"][str(seat)], "name": name}
        answer = self.post(f"api/tables/{new_table['id']}/join", body)
        assert answer.status_code == 200, answer.text
        token: str = answer.json()["token"]
        return token

    def open_table_for_two(self, **options: Any) -> tuple[str, str, str]:
        """Create a table for two people; return its id and both tokens."""
        new_table = self.open_table("here friend", **options)
        return new_table["id"], new_table["token"], self.join(new_table)

    def socket_url(self, table: str) -> str:
        return f"{self.url.replace('http', 'ws', 1)}api/tables/{table}/socket"


@contextmanager
def running_server(folder: Path, **settings: Any) -> Iterator[ServerProcess]:
    """Run a server until the end of the context; check then that its log has no errors."""
    server = ServerProcess(folder, **settings)
    try:
        yield server
        assert server.find_log_errors() == [], server.log
    finally:
        if server.process.is_alive():
            server.kill()
        server.client.close()
        server.process.close()


# Clients


class ConnectionClosedEarly(ConnectionError):
    """The server closed the connection while a client waited for a condition."""


class SocketClient:
    """A WebSocket client that collects all messages; at a table, it applies events to its state."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.messages: list[Message] = []
        self.state: Message = {}
        self.seats: list[int] = []
        self.seqs: list[int] = []  # event numbers of all received states, in order
        self.message_received = asyncio.Condition()
        self.close_code: int | None = None
        self.reader_task = asyncio.create_task(self.read())

    async def read(self) -> None:
        with suppress(ConnectionClosed):
            async for text in self.socket:
                await self.handle_message(json.loads(text))
        async with self.message_received:
            self.close_code = self.socket.close_code or 1006
            self.message_received.notify_all()

    async def handle_message(self, message: Message) -> None:
        async with self.message_received:
            self.messages.append(message)
            if message["type"] == "welcome":
                self.seats, self.state = message["own_seats"], message["snapshot"]["state"]
                self.seqs.append(self.state["seq"])
            elif message["type"] == "resumed":
                self.seats = message["own_seats"]
                for event in message["events"]:
                    self.apply_event(event)
                self.state = {**self.state, "frame": self.state["frame"] | (message["legal"] or {})}
            elif message["type"] == "event":
                self.apply_event(message)
            self.message_received.notify_all()

    def apply_event(self, event: Message) -> None:
        """Apply an event unless it is already known."""
        if event["seq"] > self.state["seq"]:
            self.state = cast(
                Message, apply_event(cast(TableState, self.state), cast(EventMessage, event))
            )
            self.seqs.append(self.state["seq"])

    async def wait_until(self, condition: Callable[[], Any]) -> Any:
        """Wait until a condition is true and return its value."""
        async with asyncio.timeout(CONDITION_TIMEOUT_SECONDS), self.message_received:
            while not (value := condition()):
                if self.close_code:
                    raise ConnectionClosedEarly(
                        f"closed with {self.close_code}; last messages: {self.messages[-3:]}"
                    )
                await self.message_received.wait()
        return value

    async def wait_for(self, type: str, **fields: Any) -> Message:
        """Wait for a message of this type with these fields and return it."""

        def find_message() -> Message | None:
            expected = {"type": type, **fields}.items()
            return next((m for m in self.messages if expected <= scalar_fields(m).items()), None)

        message: Message = await self.wait_until(find_message)
        return message

    async def send(self, type: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"type": type, **fields}))

    async def send_command(self, type: str, id: str | None = None, **fields: Any) -> Message:
        """Send a command and wait for its response."""
        id = id or next(command_ids)
        before = len(self.messages)
        await self.send(type, id=id, **fields)
        message: Message = await self.wait_until(
            lambda: next((m for m in self.messages[before:] if m.get("id") == id), None)
        )
        return message

    async def act(self, *actions: str, id: str | None = None, at: int | None = None) -> Message:
        """Send a turn, by default the first legal action, and wait for the response."""
        at = self.state["actions"] if at is None else at
        played = list(actions) or [next(iter(self.state["frame"]["targets"]))]
        return await self.send_command("act", id, at=at, actions=played)

    async def wait_for_event(self, seq: int) -> Message:
        """Wait until the event with this number has been received; return the state."""
        await self.wait_until(lambda: self.state.get("seq", 0) >= seq)
        return self.state

    async def wait_for_result(self) -> Message:
        """Wait for the result of the game."""
        result: Message = await self.wait_until(lambda: self.state["result"])
        return result

    async def wait_for_close(self) -> int:
        """Wait until the server closes the connection and return the close code."""
        async with asyncio.timeout(CONDITION_TIMEOUT_SECONDS):
            await self.reader_task
        assert self.close_code is not None
        return self.close_code


def is_accepted(response: Message) -> bool:
    """Return whether a command was accepted, now or when it was sent before with the same id."""
    return response["type"] in ("event", "done")


def scalar_fields(message: Message) -> Message:
    """Return the fields of a message without lists and objects, which are not hashable."""
    return {k: v for k, v in message.items() if not isinstance(v, list | dict)}


@asynccontextmanager
async def connect_to_table(
    server: ServerProcess,
    table: str,
    token: str | None = None,
    known: Message | None = None,
    **options: Any,
) -> AsyncIterator[SocketClient]:
    """Connect to a table: with the token of a seat, or as a spectator.

    With `known`, a state that was received before, the client asks for missed events only.
    """
    hello = {"type": "hello"} | ({"token": token} if token else {})
    hello |= {"seq": known["seq"], "legal_language": "en"} if known else {}
    defaults = {"proxy": None, "compression": None, "open_timeout": CONDITION_TIMEOUT_SECONDS}
    async with connect(server.socket_url(table), **(defaults | options)) as socket:
        client = SocketClient(socket)
        client.state = known or {}
        try:
            await socket.send(json.dumps(hello))
            await client.wait_until(lambda: client.messages)  # welcome, or resumed
            yield client
        finally:
            await socket.close()
            await client.reader_task


def hide_legal_actions(state: Message) -> Message:
    """Return a copy of a state without the legal actions, which only the player to move gets."""
    return {**state, "frame": {**state["frame"], "targets": {}, "placeable": {}}}


def has_no_gap(seqs: list[int]) -> bool:
    """Return whether the numbers are consecutive."""
    return all(later == seq + 1 for seq, later in pairwise(seqs))


async def play_turns(clients: list[SocketClient], turns: int | None = None) -> None:
    """Play the first legal action in each turn, for a number of turns or until the game ends."""
    turn = 0
    while (turns is None or turn < turns) and not clients[0].state["result"]:
        seat = clients[0].state["frame"]["turn"]
        mover = next(client for client in clients if seat in client.seats)
        await mover.wait_for_event(clients[0].state["seq"])
        played = await mover.act()
        assert played["type"] == "event", played
        await asyncio.gather(*(client.wait_for_event(played["seq"]) for client in clients))
        turn += 1
