"""The turns of the computer at the tables, and its answers to offers."""

import asyncio
import time
from collections.abc import Coroutine
from typing import Any, Protocol

from steinreich.engines.pool import EnginePool
from steinreich.engines.supervisor import Requester
from steinreich.engines.turns import Thought
from steinreich.hall.metrics import Metrics
from steinreich.hall.room import Room
from steinreich.hall.tokens import new_token
from steinreich.session.decisions import Command, Outcome
from steinreich.session.schema.messages import Act, Decline, Offer, ThinkingMessage, WarmthMessage
from steinreich.session.table import Table

RESERVE_SECONDS = 0.3  # of its clock are left unused
MIN_SECONDS = 0.05  # of search even if less is left
MIN_DRAW_PROGRESS = 0.5  # of the usual length of a game; before, draws are declined


class TableService(Protocol):
    """The interface of the hall for computer players."""

    metrics: Metrics

    def spawn(
        self, work: Coroutine[Any, Any, None], room: Room | None = None
    ) -> asyncio.Task[None]:
        """Start a background task for a table."""

    def is_responsible(self, room: Room) -> bool:
        """Return whether this server causes the side effects of a table."""

    async def handle_command(self, room: Room, command: Command, seats: frozenset[int]) -> Outcome:
        """Handle a command and return its outcome."""
        ...


class Computers:
    """All computer players of one server."""

    def __init__(self, hall: TableService, engines: EnginePool, min_turn_seconds: float) -> None:
        self.hall = hall
        self.engines = engines
        self.min_turn_seconds = (
            min_turn_seconds  # shorter turns are delayed, so that people can follow
        )

    def update(self, room: Room) -> None:
        """Start or cancel the computer's turn according to the state of a table."""
        table = room.table
        engine = room.engine
        if engine.is_thinking and (table.status != "playing" or engine.actions != table.actions):
            engine.stop()
            self.engines.cancel(table.id)
        if table.status != "playing":
            return
        self.answer_draw(room)
        if not engine.is_thinking and is_computer_to_move(table) and self.should_think(room):
            engine.begin(self.hall.spawn(self.think(room), room), table.actions)

    def should_think(self, room: Room) -> bool:
        """Whether this server lets the computer think: a client is connected, or the computer's
        clock runs, as otherwise leaving would win against it."""
        has_clock = has_people(room.table) and room.table.clocks.running is not None
        return (room.has_clients or has_clock) and self.hall.is_responsible(room)

    def withdraw(self, room: Room) -> None:
        """Withdraw a queued turn when the last client has left."""
        is_queued = room.engine.is_thinking and self.engines.is_waiting(room.table.id)
        if is_queued and not self.should_think(room):
            room.engine.stop()
            self.engines.cancel(room.table.id)

    def requester(self, room: Room) -> Requester:
        """Return the address that a table's questions to the engine pool are charged to."""
        is_background = not (room.has_clients and has_people(room.table))
        return Requester(room.clients.first_address, is_background)

    async def think(self, room: Room) -> None:
        """Choose the computer's turn and play it."""
        table = room.table
        at, seat = table.actions, table.position.player
        began = time.monotonic()

        def on_thought(thought: Thought) -> None:
            self.broadcast_warmth(room, thought.is_cold)
            message: ThinkingMessage = {
                "type": "thinking",
                "seat": seat,
                "queue": thought.queue,
                "depth": thought.depth,
                "nodes": thought.nodes,
                "seconds": thought.seconds,
                "line": thought.line,
            }
            room.show_progress(message)

        left = table.clocks.left[seat]
        actions = await self.engines.choose(
            table.id,
            table.game.id,
            str(table.position),
            table.seats[seat].level or 1,
            table.seed + at,
            on_thought,
            None if left is None else max(MIN_SECONDS, left / 1000 - RESERVE_SECONDS),
            requester=self.requester(room),
            waits=room.engine.waits and left is None,  # else its time could run out
        )
        self.hall.metrics.engine_turn_seconds.observe(time.monotonic() - began)
        await asyncio.sleep(max(0.0, self.min_turn_seconds - (time.monotonic() - began)))
        room.engine.end()
        await self.hall.handle_command(room, Act(new_token(), at, actions), frozenset({seat}))

    # Machine code

    def warmth(self, room: Room) -> WarmthMessage:
        """Return whether a fallback player plays, whether machine code will come, and whether the
        players wait for it."""
        coming = self.engines.can_warm(room.table.game)
        engine = room.engine
        return {"type": "warmth", "cold": engine.is_cold, "coming": coming, "waits": engine.waits}

    def current_warmth(self, room: Room) -> WarmthMessage | None:
        """Like `warmth`, for a new connection; None if no computer plays."""
        if not any(seat.kind == "computer" for seat in room.table.seats):
            return None
        room.engine.set_cold(self.engines.is_cold(room.table.game))
        return self.warmth(room)

    def broadcast_warmth(self, room: Room, is_cold: bool) -> None:
        """Broadcast whether a fallback player plays, if that has changed."""
        if room.engine.set_cold(is_cold):
            room.clients.broadcast(self.warmth(room))

    def set_waits(self, room: Room, waits: bool) -> None:
        """Set whether the players wait for machine code instead of the fallback player."""
        if not room.engine.set_waits(waits):
            return
        self.engines.wait(room.table.id, waits and room.table.clock["kind"] == "none")
        room.clients.broadcast(self.warmth(room))

    # Offers of a draw

    def answer_draw(self, room: Room) -> None:
        """Let the computer answer when all other players offer a draw."""
        if not room.table.offers.draws:
            return
        offers = room.table.offers.draw
        computers = [
            number for number, seat in enumerate(room.table.seats) if seat.kind == "computer"
        ]
        people = set(range(len(room.table.seats))) - set(computers)
        undecided = [seat for seat in computers if seat not in offers]
        if people and people <= set(offers) and undecided and room.engine.answering is None:
            answering = self.hall.spawn(self.decide_draw(room, undecided[0]), room)
            room.engine.begin_answer(answering)

    async def decide_draw(self, room: Room, seat: int) -> None:
        """Agree to a draw if the game is long enough and the engine expects no more."""
        table = room.table
        level = table.seats[seat].level or 1
        try:
            agrees = is_draw_due(table) and await self.engines.wants_draw(
                table.id,
                table.game.id,
                str(table.position),
                level,
                seat,
                requester=self.requester(room),
            )
        finally:
            room.engine.end_answer()
        answer = Offer if agrees else Decline
        await self.hall.handle_command(room, answer(new_token(), "draw", seat), frozenset({seat}))


def is_draw_due(table: Table) -> bool:
    """Return whether a computer may accept a draw."""
    return table.actions >= MIN_DRAW_PROGRESS * table.game.definition.typical_actions


def has_people(table: Table) -> bool:
    """Return whether a person plays."""
    return any(seat.is_person for seat in table.seats)


def is_computer_to_move(table: Table) -> bool:
    return table.seats[table.position.player].kind == "computer"
