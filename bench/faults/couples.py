"""Pairs of players who create tables, join, play, undo, resign and play again.

They remember everything acknowledged, and resend unacknowledged commands with the same id as soon
as a server answers.
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

AWAY = (
    ConnectionClosed,
    ConnectionError,
    InvalidHandshake,
    InvalidMessage,
    EOFError,
    OSError,
    TimeoutError,
    httpx.TransportError,
)
PAUSE = 0.05  # before a retry
CLOCK = {"kind": "fischer", "seconds": 600, "increment": 5}
GAMES = ("vier3d", "tzaar", "chain_reaxis", "inner_square", "six_in_line")


class Refused(ConnectionError):
    """The server cannot handle the command now."""


class Astray(Exception):
    """A command that must be possible was refused: client and server disagree."""


class Wanted(NamedTuple):
    """A command that a seat sends until it is acknowledged."""

    seat: int
    fields: dict[str, Any]


class Couple:
    """Two players and their tables, one after the other."""

    def __init__(self, seed: int, hosts: Sequence[ServerProcess]) -> None:
        self.hosts = hosts
        self.dice = random.Random(seed)
        self.game = GAMES[seed % len(GAMES)]
        self.tokens = (new_token(), new_token())
        self.opened: Message | None = None  # the first table, as it was acknowledged
        self.tables: list[str] = []
        self.joined = False
        self.plan: list[Wanted] = []
        self.acknowledged: dict[tuple[str, str], int] = {}  # the event of each command, by table
        self.gaps = 0
        self.attempts = 0

    @property
    def count(self) -> int:
        """Return the number of acknowledged commands, tables and joins."""
        return len(self.acknowledged) + len(self.tables) + self.joined

    def host(self, seat: int) -> ServerProcess:
        """Return the server that a seat uses; another one after each failure."""
        return self.hosts[(seat + self.attempts) % len(self.hosts)]

    async def live(self, over: asyncio.Event) -> None:
        """Play until the end, whatever happens to the server."""
        while not over.is_set():
            try:
                await self.sit_down()
                await self.play(over)
            except AWAY:
                self.attempts += 1
                await asyncio.sleep(PAUSE)

    async def sit_down(self) -> None:
        """Create a table and take the friend's seat, once each."""
        if self.opened is None:
            seats = [{"kind": "here"}, {"kind": "friend"}]
            wanted = {"game": self.game, "seats": seats, "clock": CLOCK, "token": self.tokens[0]}
            self.opened = await self.post(0, "api/tables", wanted)
            self.tables.append(self.opened["id"])
        if not self.joined:
            seat = {"seat": 1, "invite": self.opened["invites"]["1"], "token": self.tokens[1]}
            await self.post(1, f"api/tables/{self.opened['id']}/join", seat)
            self.joined = True

    async def post(self, seat: int, path: str, body: Message) -> Message:
        answer = await asyncio.to_thread(self.host(seat).post, path, body)
        if answer.status_code >= 500:
            raise Refused(answer.text)
        assert answer.status_code in (200, 201), answer.text
        made: Message = answer.json()
        return made

    async def play(self, over: asyncio.Event) -> None:
        """Play at the last table until it has a successor."""
        table = self.tables[-1]
        async with AsyncExitStack() as stack:
            clients = [
                await stack.enter_async_context(connect_to_table(self.host(seat), table, token))
                for seat, token in enumerate(self.tokens)
            ]
            while not over.is_set():
                seq = max(client.state["seq"] for client in clients)
                await asyncio.gather(*(client.wait_for_event(seq) for client in clients))
                self.gaps += not all(has_no_gap(client.seqs) for client in clients)
                following = clients[0].state["rematch_table"]
                if following and not self.plan:
                    self.tables.append(following)
                    return
                self.plan = self.plan or self.next_plan(clients)
                if self.plan:
                    await self.send(table, clients)
                else:
                    await clients[0].wait_until(lambda: clients[0].state["rematch_table"])

    def next_plan(self, clients: Sequence[SocketClient]) -> list[Wanted]:
        """Return the next plan: a turn, an undo by consent, a resignation, or a rematch."""
        state, roll = clients[0].state, self.dice.random()
        seats = {seat: client for client in clients for seat in client.seats}
        if state["result"]:
            both = [seat for seat in seats if seat not in state["offers"]["rematch"]]
            return [self.wanted(seat, type="offer", offer="rematch") for seat in both]
        if state["actions"] >= 8 and roll < 0.1:
            first = self.dice.choice(list(seats))
            pair = (first, 1 - first)
            return [self.wanted(seat, type="offer", offer="undo") for seat in pair]
        if state["actions"] >= 4 and roll < 0.2:
            return [self.wanted(self.dice.choice(list(seats)), type="resign")]
        turn = state["frame"]["turn"]
        return [self.wanted(turn, type="act", at=state["actions"], actions=[])]

    def wanted(self, seat: int, **fields: Any) -> Wanted:
        return Wanted(seat, {"id": next(command_ids), **fields})

    async def send(self, table: str, clients: Sequence[SocketClient]) -> None:
        """Send the next planned command until it is acknowledged; a turn grows until it is
        complete.
        """
        seat, fields = self.plan[0]
        client = next(one for one in clients if seat in one.seats)
        if fields["type"] == "act" and not fields["actions"]:
            fields["actions"].append(self.dice.choice(list(client.state["frame"]["targets"])))
        answer = await client.send_command(**fields)
        while answer["type"] == "drafted":
            fields["actions"].append(self.dice.choice(list(answer["frame"]["targets"])))
            answer = await client.send_command(**fields)
        if answer["type"] == "refused":
            if "try again" in answer["why"]:
                raise Refused(str(answer))
            raise Astray(f"{fields} was refused: {answer['why']}")
        assert is_accepted(answer), answer
        self.acknowledged[table, fields["id"]] = answer["seq"]
        del self.plan[0]
