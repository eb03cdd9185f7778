"""Many games at once: each in a process of a supervisor, which is told of everything at once."""

import asyncio
import sys
from collections.abc import Iterator
from functools import partial
from itertools import islice

from steinreich.arena.notes import Notes
from steinreich.arena.plan import Match, ScheduledGame
from steinreich.arena.playing import Absent, Asked, Coming, Failed, GameService, Maker, Message
from steinreich.engines.loop_thread import LoopThread
from steinreich.engines.supervisor import Job, NotReady, Supervisor, WorkerFailed
from steinreich.engines.worker import Launch
from steinreich.records import Record
from steinreich.rules.errors import SteinreichError

READY_SECONDS = 120.0  # until a player's first answer: machine code may have to be compiled
FAREWELL_SECONDS = 3.0  # for players to leave


class ArenaStopped(SteinreichError):
    """The match cannot go on; the message says why."""


class Arena:
    """The games of a match that are played now."""

    def __init__(self, match: Match, made: Maker, workers: int) -> None:
        self.match = match
        self.workers = workers
        launch = Launch(partial(GameService, match, made), script_of(made))
        self.supervisor = Supervisor(launch, workers, farewell=FAREWELL_SECONDS)
        self.under_way: set[asyncio.Task[Record]] = set()
        self.able: set[str] = set()  # players who have answered once

    def play(self, games: Iterator[ScheduledGame]) -> Iterator[Record]:
        """Play games; their records in the order in which they end."""
        thread = LoopThread()
        try:
            thread.run(self.begin(islice(games, self.workers)))
            while self.under_way:
                yield from thread.run(self.advance(games))
        finally:
            thread.run(self.close())
            thread.close()

    async def begin(self, games: Iterator[ScheduledGame]) -> None:
        """Begin games."""
        for game in games:
            self.under_way.add(asyncio.create_task(self.record(game)))

    async def advance(self, games: Iterator[ScheduledGame]) -> list[Record]:
        """The records of what ends next; as many other games begin."""
        ended, self.under_way = await asyncio.wait(
            self.under_way, return_when=asyncio.FIRST_COMPLETED
        )
        errors = [error for one in ended if (error := one.exception())]
        if errors:
            raise errors[0]
        records = [one.result() for one in ended]
        await self.begin(islice(games, len(records)))
        return records

    async def close(self) -> None:
        """End all games, wherever they are."""
        for game in self.under_way:
            game.cancel()
        await self.supervisor.close()
        await asyncio.gather(*self.under_way, return_exceptions=True)

    async def record(self, game: ScheduledGame) -> Record:
        """The record of a game, whatever happens in it."""
        notes = Notes(self.match, game)

        def hear(message: Message) -> None:
            notes.take(message)
            if isinstance(message, Coming | Asked):
                job.allow(patience(self.match, message))

        job = Job(game, hear, seconds=READY_SECONDS)
        try:
            notes.take(await self.supervisor.ask(job))
        except NotReady as error:
            raise not_ready(error) from None
        except WorkerFailed as error:
            notes.take(blamed(notes.expected, error))
        self.able |= {game.players[played.seat] for played in notes.played}
        if isinstance(notes.end, Absent):
            name = game.players[notes.end.seat]
            if name not in self.able:  # a slip of the pen, most likely; no reason to lose a match
                raise ArenaStopped(f"{name!r} does not come to the table: {notes.end.reason}")
        return notes.record()


def patience(match: Match, message: Coming | Asked) -> float:
    """How many seconds a player may take for what is expected of it."""
    is_settled = isinstance(message, Asked) and message.is_settled
    return max(match.patience, 0 if is_settled else READY_SECONDS)


def blamed(expected: Coming | Asked | None, error: WorkerFailed) -> Message:
    """Nothing comes from a process any more: whose fault that is."""
    if not expected:
        raise not_ready(error)
    kind = Absent if isinstance(expected, Coming) else Failed
    return kind(expected.seat, str(error))


def not_ready(error: WorkerFailed) -> ArenaStopped:
    """It is nobody's fault that no game can be played."""
    return ArenaStopped(f"a process that was to play games did not get ready: {error}")


def script_of(made: Maker) -> str | None:
    """The script that this process runs, if players are made by a function of it."""
    is_ours = getattr(made, "__module__", None) == "__main__"
    return getattr(sys.modules["__main__"], "__file__", None) if is_ours else None
