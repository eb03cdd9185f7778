"""The computer at the tables: when it thinks, and what it answers to an offer."""

import asyncio
import time
from typing import TYPE_CHECKING

from steinreich.engines.fair_queue import Asker
from steinreich.engines.turns.pool import Engines
from steinreich.engines.turns.table_job import Thought
from steinreich.hall.api.tokens import new_token
from steinreich.hall.room import Room
from steinreich.session.schema.commands import Act, Decline, Offer
from steinreich.session.schema.messages import ThinkingMessage, WarmthMessage
from steinreich.session.table import Table

if TYPE_CHECKING:
    from steinreich.hall.hall import Hall

RESERVE = 0.3  # seconds of its clock that the computer leaves unused
LEAST = 0.05  # seconds that it has even then
UNDER_WAY = 0.5  # of the usual length of a game: before, the computer declines draws


class Computers:
    """All computer players of one server process."""

    def __init__(self, hall: "Hall", engines: Engines, pace: float) -> None:
        self.hall = hall
        self.engines = engines
        self.pace = pace  # seconds that a turn takes at least, so that the eye can follow

    def follow_up(self, room: Room) -> None:
        """Think where the computer is due; stop where it is not any more."""
        table = room.table
        if room.is_thinking and (table.status != "playing" or room.thinking_about != table.actions):
            room.stop_thinking()
            self.engines.cancel(table.id)
        if table.status != "playing":
            return
        self.answer_draw(room)
        if not room.is_thinking and is_computer(table) and self.is_wanted(room):
            room.thinking_about = table.actions
            room.thinking = self.hall.spawn(self.think(room), room)

    def is_wanted(self, room: Room) -> bool:
        """Whether this process shall think: somebody looks, and no other process is at it.  Where
        the computer's time runs against a person it thinks in any case, or who leaves would win."""
        in_time = has_people(room.table) and room.table.clocks.running is not None
        return bool(room.connections or in_time) and self.hall.is_due_here(room)

    def rest(self, room: Room) -> None:
        """Nobody looks any more: what has not been begun is left until somebody does."""
        waiting = room.is_thinking and self.engines.is_waiting(room.table.id)
        if waiting and not self.is_wanted(room):
            room.stop_thinking()
            self.engines.cancel(room.table.id)

    def asker(self, room: Room) -> Asker:
        """In whose turn the computer thinks at a table."""
        return Asker(room.address, not (room.connections and has_people(room.table)))

    async def think(self, room: Room) -> None:
        """The computer's turn."""
        table = room.table
        at, seat = table.actions, table.position.player
        began = time.monotonic()

        def on_thought(thought: Thought) -> None:
            self.tell_warmth(room, thought.is_cold)
            message: ThinkingMessage = {
                "type": "thinking",
                "seat": seat,
                "queue": thought.queue,
                "depth": thought.depth,
                "nodes": thought.nodes,
                "seconds": thought.seconds,
                "line": thought.line,
            }
            room.thought = room.broadcast(message)

        left = table.clocks.left[seat]
        actions = await self.engines.choose(
            table.id,
            table.game.id,
            str(table.position),
            table.seats[seat].level or 1,
            table.seed + at,
            on_thought,
            None if left is None else max(LEAST, left / 1000 - RESERVE),
            asker=self.asker(room),
            waits=room.waits and left is None,  # or its time would run out
        )
        self.hall.metrics.thinking_seconds.observe(time.monotonic() - began)
        await asyncio.sleep(max(0.0, self.pace - (time.monotonic() - began)))
        room.thinking = None  # so that the next turn can begin
        await self.hall.carry_out(room, Act(new_token(), at, actions), frozenset({seat}))

    def warmth(self, room: Room) -> WarmthMessage:
        """Whether the computer at a table is not ready and a stand-in plays for it, whether it will
        be, and whether the players would rather wait."""
        coming = self.engines.can_warm(room.table.game)
        return {"type": "warmth", "cold": room.is_cold, "coming": coming, "waits": room.waits}

    def welcome(self, room: Room) -> WarmthMessage | None:
        """The same for somebody who comes: as it is now, if a computer plays at all."""
        if room.asleep or not any(seat.kind == "computer" for seat in room.table.seats):
            return None
        room.is_cold = self.engines.is_cold(room.table.game)
        return self.warmth(room)

    def tell_warmth(self, room: Room, is_cold: bool) -> None:
        """Let everybody know, if that is news."""
        if is_cold != room.is_cold:
            room.is_cold = is_cold
            room.broadcast(self.warmth(room))

    def wait(self, room: Room, waits: bool) -> None:
        """The players would rather wait for the computer than play against its stand-in, or not."""
        if room.waits == waits:
            return
        room.waits = waits
        self.engines.wait(room.table.id, waits and room.table.clock["kind"] == "none")
        room.broadcast(self.warmth(room))

    def answer_draw(self, room: Room) -> None:
        """Where all people offer a draw, the computer answers."""
        if not room.table.offers.draws:
            return
        offers = room.table.offers.draw
        computers = [
            number for number, seat in enumerate(room.table.seats) if seat.kind == "computer"
        ]
        people = set(range(len(room.table.seats))) - set(computers)
        undecided = [seat for seat in computers if seat not in offers]
        if people and people <= set(offers) and undecided and room.answering is None:
            room.answering = self.hall.spawn(self.weigh_draw(room, undecided[0]), room)

    async def weigh_draw(self, room: Room, seat: int) -> None:
        """Agree to a draw where the game is well under way and the computer expects no more."""
        table = room.table
        level = table.seats[seat].level or 1
        try:
            agrees = is_under_way(table) and await self.engines.wants_draw(
                table.id, table.game.id, str(table.position), level, seat, asker=self.asker(room)
            )
        finally:
            room.answering = None
        answer = Offer if agrees else Decline
        await self.hall.carry_out(room, answer(new_token(), "draw", seat), frozenset({seat}))


def is_under_way(table: Table) -> bool:
    """Whether a computer may accept a draw."""
    return table.actions >= UNDER_WAY * table.game.definition.usual_actions


def has_people(table: Table) -> bool:
    """Whether somebody plays who is no computer."""
    return any(seat.is_person for seat in table.seats)


def is_computer(table: Table) -> bool:
    """Whether the computer is to move."""
    return table.seats[table.position.player].kind == "computer"
