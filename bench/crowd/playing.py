"""Games between two connections at a fixed rate."""

import asyncio
import random
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Any

import orjson

from bench.crowd.wire import Rest, Socket, connect

GAMES = ("vier3d", "chain_reaxis", "six_in_line", "inner_square", "tzaar")
PAUSE = 2.0  # seconds between two turns of a game
PLAYED = b'{"type":"event","kind":"played","seat":'
SEQ, OPENING = b',"seq":%d,', 2  # after the seat; that of the event before the first turn
TARGETS, EACH_TARGET, RESULT = b'"targets":{', b'":{"kind":"', b'"result":{'  # in messages
LOOKED_AT = 20  # one of this many messages is parsed as a whole


@dataclass
class Seen:
    """Measurements of turns that were due in the measured interval."""

    begin: float  # start of the measured interval
    end: float  # its end
    acknowledged: list[float] = field(default_factory=list)  # seconds, of each action
    seen: list[float] = field(default_factory=list)  # of each turn, for the waiting players
    watched: list[float] = field(default_factory=list)  # of each turn, for each spectator
    due: int = 0  # turns
    bytes: int = 0  # received by players
    messages: int = 0  # with legal actions
    finished: int = 0  # games
    lost: list[str] = field(default_factory=list)

    def counts(self, due: float) -> bool:
        """Return whether an action due at this time is measured."""
        return self.begin <= due < self.end


@dataclass
class Crowd:
    """The server and the measurements of all games."""

    url: str
    rest: Rest
    seen: Seen
    tables: list[str] = field(default_factory=list)  # that are played

    async def sit_down(self, game: str, **options: Any) -> tuple[str, list[str]]:
        """Create a table for two; return its id and their tokens."""
        asked = {"game": game, "seats": [{"kind": "here"}, {"kind": "friend"}], **options}
        made = await self.rest.ask("POST", "/api/tables", asked)
        join = {"seat": 1, "invite": made["invites"]["1"]}
        joined = await self.rest.ask("POST", f"/api/tables/{made['id']}/join", join)
        return made["id"], [made["token"], joined["token"]]

    async def keep_playing(self, game: str, dice: random.Random, spectators: int = 0) -> None:
        """Play one game after the other as long as the measurement lasts."""
        while perf_counter() < self.seen.end:
            id, tokens = await self.sit_down(game)
            self.tables.append(id)
            played = Played(self.seen, dice, tokens)
            audience = Audience(played)
            try:
                await audience.come(self.url, id, spectators)
                await played.begin(self.url, id)
                await played.over
            except OSError as error:
                self.seen.lost.append(f"{id}: {error!r}")
            finally:
                played.leave()
                audience.leave()
            await self.check(id, played.turns)

    async def check(self, id: str, turns: list[list[str]]) -> None:
        """Check that everything acknowledged is stored."""
        kept = await self.rest.ask("GET", f"/api/tables/{id}")
        if [turn["actions"] for turn in kept["turns"]][: len(turns)] != turns:
            self.seen.lost.append(f"{id}: the record differs")


class Played:
    """One game.

    A turn starts when it is due and its player knows the legal actions, whichever is later, and is
    timed from when it was due.
    """

    def __init__(self, seen: Seen, dice: random.Random, tokens: list[str]) -> None:
        self.seen = seen
        self.dice = dice
        self.tokens = tokens
        self.sockets: list[Socket] = []
        self.turns: list[list[str]] = []  # acknowledged ones
        self.loop = asyncio.get_running_loop()
        self.over: asyncio.Future[None] = self.loop.create_future()
        self.due = 0.0  # when the next turn is due
        self.played = 0  # actions before this turn
        self.turn: list[str] = []  # its actions so far
        self.mover = 0
        self.next = ""  # the mover's next action, as soon as the legal actions are known
        self.seqs = [OPENING, OPENING]  # of the last event that each of the two has received
        self.since = 0.0  # when the next action was due
        self.asked = [0.0, 0.0]  # when each player's last action was due
        self.is_time = False  # for the next turn

    async def begin(self, url: str, id: str) -> None:
        """Connect both players and the spectators, and schedule the first turn."""
        self.due = perf_counter() + self.dice.uniform(0, PAUSE)
        for seat in (0, 1):
            socket = await connect(url, id, partial(self.hear, seat), self.ended)
            self.sockets.append(socket)
            socket.say({"type": "hello", "token": self.tokens[seat]})
        self.wait()

    def wait(self) -> None:
        """Wait for the next turn."""
        self.is_time = False
        self.loop.call_at(self.loop.time() + self.due - perf_counter(), self.time_has_come)

    def time_has_come(self) -> None:
        if self.due >= self.seen.end or self.over.done():
            self.finish()
            return
        self.is_time = True
        self.since = self.due
        self.seen.due += self.seen.counts(self.due)
        if self.next:
            self.act()

    def act(self) -> None:
        """Play one action of the turn."""
        self.turn.append(self.next)
        self.next = ""
        self.asked[self.mover] = self.since
        id = f"{self.played}-{len(self.turn)}"
        act = {"type": "act", "id": id, "at": self.played, "actions": self.turn}
        self.sockets[self.mover].say(act)

    def hear(self, seat: int, message: bytes, at: float) -> None:
        """Handle a message to one of the two."""
        self.seen.bytes += len(message)
        kind = message[9 : message.index(b'"', 9)]  # {"type":"event",...
        if kind == b"event":
            self.hear_event(seat, message, at)
        elif kind == b"drafted":
            self.acknowledge(seat, at)
            self.since = at  # the next action is due now
            self.is_time = True
            self.hear_legal(seat, message, "frame")
        elif kind == b"welcome":
            self.hear_legal(seat, message, "snapshot", "state", "frame")
        elif kind == b"refused":
            self.fail(f"refused: {message.decode()}")

    def hear_event(self, seat: int, message: bytes, at: float) -> None:
        """Handle a played turn or a join. For the mover it is the response; the opponent's copy is
        the one that is timed.
        """
        if not message.startswith(PLAYED):
            return
        self.seqs[seat] += 1
        if not message.startswith(SEQ % self.seqs[seat], len(PLAYED) + 1):
            self.fail(f"not event {self.seqs[seat]}: {message.decode()}")
        if message[len(PLAYED)] == ord(b"01"[seat : seat + 1]):
            self.acknowledge(seat, at)
            return
        if self.seen.counts(self.due):
            self.seen.seen.append(at - self.asked[1 - seat])
        self.turns.append(self.turn)
        self.played += len(self.turn)
        self.turn = []
        if RESULT in message:
            self.seen.finished += 1
            self.finish()
            return
        self.due += PAUSE
        self.wait()
        self.hear_legal(seat, message, "state", "frame")

    def hear_legal(self, seat: int, message: bytes, *path: str) -> None:
        """Choose a random legal action if its player knows them now.

        Parsing every message would dominate the load, so actions are found by their form; some
        messages are parsed for comparison.
        """
        legal = message.partition(TARGETS)[2].split(EACH_TARGET)[:-1]  # each ends with a name
        self.seen.messages += 1
        if self.seen.messages % LOOKED_AT == 0:
            read = orjson.loads(message)
            for name in path:
                read = read[name]
            if [*read.get("targets", ())] != [one.rpartition(b'"')[2].decode() for one in legal]:
                self.fail(f"legal actions were misread: {message.decode()}")
        if legal:
            chosen = legal[int(self.dice.random() * len(legal))]
            self.mover, self.next = seat, chosen.rpartition(b'"')[2].decode()
            if self.is_time:
                self.act()

    def acknowledge(self, seat: int, at: float) -> None:
        if self.seen.counts(self.asked[seat]):
            self.seen.acknowledged.append(at - self.asked[seat])

    def ended(self) -> None:
        """Handle a broken connection."""
        if not self.over.done():
            self.fail("a connection ended")

    def fail(self, why: str) -> None:
        self.seen.lost.append(why)
        self.finish()

    def finish(self) -> None:
        if not self.over.done():
            self.over.set_result(None)

    def leave(self) -> None:
        for socket in self.sockets:
            socket.close()


class Audience:
    """Spectators of one table; each of them receives every turn."""

    def __init__(self, played: Played) -> None:
        self.played = played
        self.sockets: list[Socket] = []

    async def come(self, url: str, id: str, count: int) -> None:
        for _ in range(count):
            socket = await connect(url, id, self.hear)
            self.sockets.append(socket)
            socket.say({"type": "hello"})

    def hear(self, message: bytes, at: float) -> None:
        if message.startswith(PLAYED):
            asked = self.played.asked[message[len(PLAYED)] - ord("0")]
            if self.played.seen.counts(asked):
                self.played.seen.watched.append(at - asked)

    def leave(self) -> None:
        for socket in self.sockets:
            socket.close()
