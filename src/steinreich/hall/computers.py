"""The turns of the computer at the tables, and its answers to offers."""

import asyncio
import time
from collections.abc import Coroutine
from typing import Any, Protocol

from steinreich.engines.pool import EnginePool
from steinreich.engines.supervisor import Requester
from steinreich.engines.turns import TurnProgress
from steinreich.hall.metrics import Metrics
from steinreich.hall.room import Room
from steinreich.hall.tokens import new_token
from steinreich.session.decisions import Command, Outcome
from steinreich.session.schema.messages import Act, Decline, Offer, ThinkingMessage, WarmthMessage
from steinreich.session.table import Table

CLOCK_RESERVE_SECONDS = 0.3  # of the computer's clock that it leaves unused
MIN_SEARCH_SECONDS = 0.05  # of search, even if less time is left
MIN_DRAW_PROGRESS = 0.5  # of the usual length of a game; before, draws are declined


class TableService(Protocol):
    """What computer players need of the hall."""

    metrics: Metrics

    def spawn(
        self, work: Coroutine[Any, Any, None], room: Room | None = None
    ) -> asyncio.Task[None]:
        """Start a background task for a table."""

    def is_responsible(self, room: Room) -> bool:
        """Return whether this server is responsible for the side effects of a table."""

    async def handle_command(self, room: Room, command: Command, seats: frozenset[int]) -> Outcome:
        """Handle a command and return its outcome."""
        ...


class Computers:
    """All computer players of one server."""

    def __init__(self, hall: TableService, engines: EnginePool, min_turn_seconds: float) -> None:
        self.hall = hall
        self.engines = engines
        # Shorter turns are delayed, so that people can follow
        self.min_turn_seconds = min_turn_seconds

    def update(self, room: Room) -> None:
        """Start or cancel the computer's turn according to the state of a table."""
        table = room.table
        engine = room.engine
        if engine.is_thinking and (table.status != "playing" or engine.actions != table.actions):
            engine.cancel_turn()
            self.engines.cancel(table.id)
        if table.status != "playing":
            return
        self.answer_draw(room)
        if not engine.is_thinking and is_computer_to_move(table) and self.should_think(room):
            engine.begin_turn(self.hall.spawn(self.think(room), room), table.actions)

    def should_think(self, room: Room) -> bool:
        """Return whether this server chooses the computer's turn now.

        It does so while a client is connected; also without one if the clock of the computer runs
        against a person, who could otherwise win on time by disconnecting.
        """
        has_running_clock = has_people(room.table) and room.table.clocks.running is not None
        return (room.has_clients or has_running_clock) and self.hall.is_responsible(room)

    def cancel_queued_turn(self, room: Room) -> None:
        """Cancel a turn that waits for an engine, when the last client has left."""
        is_queued = room.engine.is_thinking and self.engines.is_waiting(room.table.id)
        if is_queued and not self.should_think(room):
            room.engine.cancel_turn()
            self.engines.cancel(room.table.id)

    def get_requester(self, room: Room) -> Requester:
        """Return the address that a table's questions to the engine pool are charged to."""
        is_background = not (room.has_clients and has_people(room.table))
        return Requester(room.clients.first_address, is_background)

    async def think(self, room: Room) -> None:
        """Choose the computer's turn and play it."""
        table = room.table
        actions_before, seat = table.actions, table.position.player
        began = time.monotonic()

        def on_progress(progress: TurnProgress) -> None:
            self.broadcast_warmth(room, progress.is_cold)
            message: ThinkingMessage = {
                "type": "thinking",
                "seat": seat,
                "queue_position": progress.queue_position,
                "depth": progress.depth,
                "nodes": progress.nodes,
                "seconds": progress.seconds,
                "line": progress.line,
            }
            room.show_progress(message)

        left_ms = table.clocks.remaining_ms[seat]
        actions = await self.engines.choose_turn(
            table.id,
            table.game.id,
            str(table.position),
            table.seats[seat].level or 1,
            table.seed + actions_before,
            on_progress,
            None
            if left_ms is None
            else max(MIN_SEARCH_SECONDS, left_ms / 1000 - CLOCK_RESERVE_SECONDS),
            requester=self.get_requester(room),
            waits=room.engine.waits_for_code and left_ms is None,  # else its time could run out
        )
        self.hall.metrics.engine_turn_seconds.observe(time.monotonic() - began)
        await asyncio.sleep(max(0.0, self.min_turn_seconds - (time.monotonic() - began)))
        room.engine.end_turn()
        await self.hall.handle_command(
            room, Act(new_token(), actions_before, actions), frozenset({seat})
        )

    # Machine code

    def get_warmth(self, room: Room) -> WarmthMessage:
        """Return the message about machine code: whether a fallback player plays instead, whether
        the code can be compiled, and whether the players wait for it."""
        compiling = self.engines.can_warm(room.table.game)
        engine = room.engine
        return {
            "type": "warmth",
            "cold": engine.is_cold,
            "compiling": compiling,
            "waits": engine.waits_for_code,
        }

    def get_initial_warmth(self, room: Room) -> WarmthMessage | None:
        """Like `get_warmth`, for a new connection; None if no computer plays."""
        if not any(seat.kind == "computer" for seat in room.table.seats):
            return None
        room.engine.set_cold(self.engines.is_cold(room.table.game))
        return self.get_warmth(room)

    def broadcast_warmth(self, room: Room, is_cold: bool) -> None:
        """Broadcast whether a fallback player plays, if that has changed."""
        if room.engine.set_cold(is_cold):
            room.clients.broadcast(self.get_warmth(room))

    def set_waits_for_code(self, room: Room, waits: bool) -> None:
        """Set whether the players wait for machine code instead of the fallback player."""
        if not room.engine.set_waits_for_code(waits):
            return
        self.engines.set_waiting(room.table.id, waits and room.table.clock["kind"] == "none")
        room.clients.broadcast(self.get_warmth(room))

    # Offers of a draw

    def answer_draw(self, room: Room) -> None:
        """Start to answer a draw that all people at the table offer."""
        if not room.table.offers.draws:
            return
        offers = room.table.offers.draw
        computers = [
            index for index, seat in enumerate(room.table.seats) if seat.kind == "computer"
        ]
        people = set(range(len(room.table.seats))) - set(computers)
        undecided = [seat for seat in computers if seat not in offers]
        if people and people <= set(offers) and undecided and room.engine.answer_task is None:
            task = self.hall.spawn(self.decide_draw(room, undecided[0]), room)
            room.engine.begin_answer(task)

    async def decide_draw(self, room: Room, seat: int) -> None:
        """Accept a draw if enough of the game is played and the engine expects no better result."""
        table = room.table
        level = table.seats[seat].level or 1
        try:
            accepts = can_accept_draw(table) and await self.engines.wants_draw(
                table.id,
                table.game.id,
                str(table.position),
                level,
                seat,
                requester=self.get_requester(room),
            )
        finally:
            room.engine.end_answer()
        command_class = Offer if accepts else Decline  # an offer accepts that of the people
        command = command_class(new_token(), "draw", seat)
        await self.hall.handle_command(room, command, frozenset({seat}))


def can_accept_draw(table: Table) -> bool:
    """Return whether enough of a game is played for a computer to accept a draw."""
    return table.actions >= MIN_DRAW_PROGRESS * table.game.definition.typical_actions


def has_people(table: Table) -> bool:
    """Return whether a person plays."""
    return any(seat.is_person for seat in table.seats)


def is_computer_to_move(table: Table) -> bool:
    return table.seats[table.position.player].kind == "computer"
