"""Games between two connections at a fixed rate, and their measurements."""

import asyncio
import random
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Any

import orjson

from bench.load.clients import RestClient, WebSocketClient, connect

GAMES = ("vier3d", "chain_reaxis", "six_in_line", "inner_square", "tzaar")
TURN_SECONDS = 2.0  # between two turns of a game
# Parts of messages: clients find them as text instead of parsing all messages
PLAYED = b'{"type":"event","kind":"played","seat":'
SEQ = b',"seq":%d,'  # after the seat
TARGETS, EACH_TARGET, RESULT = b'"targets":{', b'":{"kind":"', b'"result":{'
JOINED_SEQ = 2  # number of the event `joined`, the last one before the first turn
PARSE_INTERVAL = 20  # every 20th message with legal actions is also parsed, to check the search


@dataclass
class Measurements:
    """Measurements of turns that were due in the measured interval."""

    begin: float  # of the measured interval
    end: float
    # Seconds since an action was due
    acknowledged: list[float] = field(default_factory=list)  # until its player gets the response
    received: list[float] = field(default_factory=list)  # until the opponent gets the turn
    watched: list[float] = field(default_factory=list)  # until each spectator gets the turn
    due_turns: int = 0
    received_bytes: int = 0  # by players
    messages_with_legal_actions: int = 0
    finished_games: int = 0
    errors: list[str] = field(default_factory=list)  # lost turns, and failed connections

    def includes(self, due: float) -> bool:
        """Return whether an action due at this time is measured."""
        return self.begin <= due < self.end


@dataclass
class LoadTest:
    """Plays games on a server and collects the measurements of all games."""

    url: str
    rest_client: RestClient
    measurements: Measurements
    tables: list[str] = field(default_factory=list)  # ids of the tables in play

    async def open_table_for_two(self, game: str, **options: Any) -> tuple[str, list[str]]:
        """Open a table for two players; return its id and their seat tokens."""
        request = {"game": game, "seats": [{"kind": "here"}, {"kind": "friend"}], **options}
        opened = await self.rest_client.request("POST", "/api/tables", request)
        join = {"seat": 1, "invite": opened["invites"]["1"]}
        joined = await self.rest_client.request("POST", f"/api/tables/{opened['id']}/join", join)
        return opened["id"], [opened["token"], joined["token"]]

    async def play_games(self, game: str, rng: random.Random, spectators: int = 0) -> None:
        """Play one game after the other until the measurement ends."""
        while perf_counter() < self.measurements.end:
            id, tokens = await self.open_table_for_two(game)
            self.tables.append(id)
            game_clients = GameClients(self.measurements, rng, tokens)
            spectator_clients = Spectators(game_clients)
            try:
                await spectator_clients.connect(self.url, id, spectators)
                await game_clients.start(self.url, id)
                await game_clients.over
            except OSError as error:
                self.measurements.errors.append(f"{id}: {error!r}")
            finally:
                game_clients.close()
                spectator_clients.close()
            await self.check(id, game_clients.turns)

    async def check(self, id: str, turns: list[list[str]]) -> None:
        """Check that everything acknowledged is stored."""
        stored = await self.rest_client.request("GET", f"/api/tables/{id}")
        if [turn["actions"] for turn in stored["turns"]][: len(turns)] != turns:
            self.measurements.errors.append(f"{id}: the record differs")


class GameClients:
    """The clients of the two players of one game.

    A turn starts when it is due and its player has the legal actions, whichever is later, and is
    measured from when it was due.
    """

    def __init__(self, measurements: Measurements, rng: random.Random, tokens: list[str]) -> None:
        self.measurements = measurements
        self.rng = rng
        self.tokens = tokens
        self.sockets: list[WebSocketClient] = []
        self.turns: list[list[str]] = []  # those acknowledged
        self.loop = asyncio.get_running_loop()
        self.over: asyncio.Future[None] = self.loop.create_future()
        self.turn_due = 0.0  # when the next turn is due
        self.action_count = 0  # number of actions before this turn
        self.turn: list[str] = []  # the actions of this turn so far
        self.mover = 0  # index of the player to move
        self.next_action = ""  # of the mover; empty until the legal actions are known
        self.seqs = [JOINED_SEQ, JOINED_SEQ]  # of the last event that each player has received
        self.action_due = 0.0  # when the next action was due
        self.last_due = [0.0, 0.0]  # when each player's last action was due
        self.may_act = False  # whether the next action is due

    async def start(self, url: str, id: str) -> None:
        """Connect both players, and schedule the first turn."""
        self.turn_due = perf_counter() + self.rng.uniform(0, TURN_SECONDS)
        for seat in (0, 1):
            socket = await connect(url, id, partial(self.on_message, seat), self.on_close)
            self.sockets.append(socket)
            socket.send({"type": "hello", "token": self.tokens[seat]})
        self.schedule_turn()

    def schedule_turn(self) -> None:
        """Start the next turn when it is due."""
        self.may_act = False
        self.loop.call_at(self.loop.time() + self.turn_due - perf_counter(), self.start_turn)

    def start_turn(self) -> None:
        if self.turn_due >= self.measurements.end or self.over.done():
            self.finish()
            return
        self.may_act = True
        self.action_due = self.turn_due
        self.measurements.due_turns += self.measurements.includes(self.turn_due)
        if self.next_action:
            self.act()

    def act(self) -> None:
        """Play one action of the turn."""
        self.turn.append(self.next_action)
        self.next_action = ""
        self.last_due[self.mover] = self.action_due
        id = f"{self.action_count}-{len(self.turn)}"
        act = {"type": "act", "id": id, "at": self.action_count, "actions": self.turn}
        self.sockets[self.mover].send(act)

    def on_message(self, seat: int, message: bytes, received_at: float) -> None:
        """Handle a message to one of the two players."""
        self.measurements.received_bytes += len(message)
        kind = message[9 : message.index(b'"', 9)]  # the message begins: {"type":"event",...
        if kind == b"event":
            self.on_event(seat, message, received_at)
        elif kind == b"drafted":
            self.acknowledge(seat, received_at)
            self.action_due = received_at  # the next action is due now
            self.may_act = True
            self.choose_action(seat, message, "frame")
        elif kind == b"welcome":
            self.choose_action(seat, message, "snapshot", "state", "frame")
        elif kind == b"refused":
            self.fail(f"refused: {message.decode()}")

    def on_event(self, seat: int, message: bytes, received_at: float) -> None:
        """Handle a played turn.

        To its player, the event is the response to the command.  When it reaches the opponent, its
        arrival is measured and the next turn is scheduled.
        """
        if not message.startswith(PLAYED):
            return
        self.seqs[seat] += 1
        if not message.startswith(SEQ % self.seqs[seat], len(PLAYED) + 1):
            self.fail(f"not event {self.seqs[seat]}: {message.decode()}")
        if message[len(PLAYED)] == ord("0") + seat:
            self.acknowledge(seat, received_at)
            return
        if self.measurements.includes(self.turn_due):
            self.measurements.received.append(received_at - self.last_due[1 - seat])
        self.turns.append(self.turn)
        self.action_count += len(self.turn)
        self.turn = []
        if RESULT in message:
            self.measurements.finished_games += 1
            self.finish()
            return
        self.turn_due += TURN_SECONDS
        self.schedule_turn()
        self.choose_action(seat, message, "state", "frame")

    def choose_action(self, seat: int, message: bytes, *path: str) -> None:
        """Choose a random legal action for a player if the message contains them.

        `path` leads to the frame in the message.  Parsing every message would take too much time,
        so the names are found by the text around them; some messages are parsed for comparison.
        """
        legal = message.partition(TARGETS)[2].split(EACH_TARGET)[:-1]  # each part ends with a name
        self.measurements.messages_with_legal_actions += 1
        if self.measurements.messages_with_legal_actions % PARSE_INTERVAL == 0:
            frame = orjson.loads(message)
            for name in path:
                frame = frame[name]
            names = [part.rpartition(b'"')[2].decode() for part in legal]
            if [*frame.get("targets", ())] != names:
                self.fail(f"legal actions were misread: {message.decode()}")
        if legal:
            chosen = legal[int(self.rng.random() * len(legal))]
            self.mover, self.next_action = seat, chosen.rpartition(b'"')[2].decode()
            if self.may_act:
                self.act()

    def acknowledge(self, seat: int, received_at: float) -> None:
        if self.measurements.includes(self.last_due[seat]):
            self.measurements.acknowledged.append(received_at - self.last_due[seat])

    def on_close(self) -> None:
        """Handle a broken connection."""
        if not self.over.done():
            self.fail("a connection ended")

    def fail(self, error: str) -> None:
        self.measurements.errors.append(error)
        self.finish()

    def finish(self) -> None:
        if not self.over.done():
            self.over.set_result(None)

    def close(self) -> None:
        for socket in self.sockets:
            socket.close()


class Spectators:
    """Spectators of one table; each of them receives every turn."""

    def __init__(self, game_clients: GameClients) -> None:
        self.game_clients = game_clients
        self.sockets: list[WebSocketClient] = []

    async def connect(self, url: str, id: str, count: int) -> None:
        for _ in range(count):
            socket = await connect(url, id, self.on_message)
            self.sockets.append(socket)
            socket.send({"type": "hello"})

    def on_message(self, message: bytes, received_at: float) -> None:
        if message.startswith(PLAYED):
            due = self.game_clients.last_due[message[len(PLAYED)] - ord("0")]
            if self.game_clients.measurements.includes(due):
                self.game_clients.measurements.watched.append(received_at - due)

    def close(self) -> None:
        for socket in self.sockets:
            socket.close()
