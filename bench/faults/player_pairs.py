"""Pairs of players that create tables, join, play, undo, resign and play again.

They remember everything that the server has acknowledged, and resend unacknowledged commands with
the same id until a server answers.
"""

import asyncio
import random
from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import Any, NamedTuple

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from steinreich.hall.tokens import new_token
from tests.hall.server_process import (
    Message,
    ServerProcess,
    SocketClient,
    command_ids,
    connect_to_table,
    has_no_gap,
    is_accepted,
)

CONNECTION_ERRORS = (
    ConnectionClosed,
    ConnectionError,
    InvalidHandshake,
    InvalidMessage,
    EOFError,
    OSError,
    TimeoutError,
    httpx.TransportError,
)
RETRY_SECONDS = 0.05
CLOCK = {"kind": "fischer", "seconds": 600, "increment": 5}
GAMES = ("vier3d", "tzaar", "chain_reaxis", "inner_square", "six_in_line")


class TemporaryRefusal(ConnectionError):
    """The server cannot handle the command now."""


class UnexpectedRefusal(Exception):
    """A command was refused that the state of the client allows: client and server disagree."""


class PlannedCommand(NamedTuple):
    """A command that a seat sends until it is acknowledged."""

    seat: int
    fields: dict[str, Any]


class PlayerPair:
    """Two players and their tables, one after the other."""

    def __init__(self, seed: int, servers: Sequence[ServerProcess]) -> None:
        self.servers = servers
        self.rng = random.Random(seed)
        self.game = GAMES[seed % len(GAMES)]
        self.tokens = (new_token(), new_token())
        self.first_table: Message | None = None  # the response to opening it
        self.tables: list[str] = []
        self.has_joined = False  # whether the second player has joined the first table
        self.plan: list[PlannedCommand] = []
        self.acknowledged: dict[tuple[str, str], int] = {}  # event number by table and command id
        self.gaps = 0  # times that a client has missed an event
        self.failures = 0  # of connections

    @property
    def acknowledged_count(self) -> int:
        """The number of acknowledged commands, tables and joins."""
        return len(self.acknowledged) + len(self.tables) + self.has_joined

    def get_server(self, seat: int) -> ServerProcess:
        """Return the server that a seat uses, which changes after each failure."""
        return self.servers[(seat + self.failures) % len(self.servers)]

    async def run(self, stop: asyncio.Event) -> None:
        """Play until `stop` is set; reconnect after each failure of the server."""
        while not stop.is_set():
            try:
                await self.take_seats()
                await self.play(stop)
            except CONNECTION_ERRORS:
                self.failures += 1
                await asyncio.sleep(RETRY_SECONDS)

    async def take_seats(self) -> None:
        """Open the first table and join at it, unless that is acknowledged already."""
        if self.first_table is None:
            seats = [{"kind": "here"}, {"kind": "friend"}]
            request = {"game": self.game, "seats": seats, "clock": CLOCK, "token": self.tokens[0]}
            self.first_table = await self.post(0, "api/tables", request)
            self.tables.append(self.first_table["id"])
        if not self.has_joined:
            join_request = {
                "seat": 1,
                "invite": self.first_table["invites"]["1"],
                "token": self.tokens[1],
            }
            await self.post(1, f"api/tables/{self.first_table['id']}/join", join_request)
            self.has_joined = True

    async def post(self, seat: int, path: str, body: Message) -> Message:
        response = await asyncio.to_thread(self.get_server(seat).post, path, body)
        if response.status_code >= 500:
            raise TemporaryRefusal(response.text)
        assert response.status_code in (200, 201), response.text
        data: Message = response.json()
        return data

    async def play(self, stop: asyncio.Event) -> None:
        """Play at the last table until a rematch is agreed; append the table of the rematch."""
        table = self.tables[-1]
        async with AsyncExitStack() as stack:
            clients = [
                await stack.enter_async_context(
                    connect_to_table(self.get_server(seat), table, token)
                )
                for seat, token in enumerate(self.tokens)
            ]
            while not stop.is_set():
                seq = max(client.state["seq"] for client in clients)
                await asyncio.gather(*(client.wait_for_event(seq) for client in clients))
                self.gaps += not all(has_no_gap(client.seqs) for client in clients)
                rematch_table = clients[0].state["rematch_table"]
                if rematch_table and not self.plan:
                    self.tables.append(rematch_table)
                    return
                self.plan = self.plan or self.make_plan(clients)
                if self.plan:
                    await self.send_next(table, clients)
                else:
                    await clients[0].wait_until(lambda: clients[0].state["rematch_table"])

    def make_plan(self, clients: Sequence[SocketClient]) -> list[PlannedCommand]:
        """Plan the next commands: a turn, an undo by consent, a resignation, or a rematch."""
        state, roll = clients[0].state, self.rng.random()
        seats = {seat: client for client in clients for seat in client.seats}
        if state["result"]:
            undecided = [seat for seat in seats if seat not in state["offers"]["rematch"]]
            return [self.make_command(seat, type="offer", offer="rematch") for seat in undecided]
        if state["actions"] >= 8 and roll < 0.1:
            first = self.rng.choice(list(seats))
            return [
                self.make_command(seat, type="offer", offer="undo") for seat in (first, 1 - first)
            ]
        if state["actions"] >= 4 and roll < 0.2:
            return [self.make_command(self.rng.choice(list(seats)), type="resign")]
        turn = state["frame"]["turn"]
        return [self.make_command(turn, type="act", at=state["actions"], actions=[])]

    def make_command(self, seat: int, **fields: Any) -> PlannedCommand:
        return PlannedCommand(seat, {"id": next(command_ids), **fields})

    async def send_next(self, table: str, clients: Sequence[SocketClient]) -> None:
        """Send the next planned command until it is acknowledged; extend a turn by random actions
        until it is complete.
        """
        seat, fields = self.plan[0]
        client = next(client for client in clients if seat in client.seats)
        if fields["type"] == "act" and not fields["actions"]:
            fields["actions"].append(self.rng.choice(list(client.state["frame"]["targets"])))
        answer = await client.send_command(**fields)
        while answer["type"] == "drafted":
            fields["actions"].append(self.rng.choice(list(answer["frame"]["targets"])))
            answer = await client.send_command(**fields)
        if answer["type"] == "refused":
            if "try again" in answer["why"]:
                raise TemporaryRefusal(str(answer))
            raise UnexpectedRefusal(f"{fields} was refused: {answer['why']}")
        assert is_accepted(answer), answer
        self.acknowledged[table, fields["id"]] = answer["seq"]
        del self.plan[0]
