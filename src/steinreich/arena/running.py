"""Plays the games of a match in parallel, each in a worker process of a supervisor."""

import asyncio
import os
import sys
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from functools import partial
from itertools import islice

from steinreich.arena.match_file import MatchFile, key_of, read_file
from steinreich.arena.notes import Notes
from steinreich.arena.plan import Key, Match, ScheduledGame, checked_match, encounters, schedule
from steinreich.arena.playing import (
    Asked,
    Creating,
    Failed,
    GameService,
    Message,
    NamedPlayerFactory,
    NotCreated,
)
from steinreich.engines.by_name import player
from steinreich.engines.supervisor import Job, LoopThread, NotReady, Supervisor, WorkerFailed
from steinreich.engines.worker import Launch
from steinreich.records import Record
from steinreich.rules import arguments
from steinreich.rules.errors import SteinreichError

READY_SECONDS = 120.0  # until a player's first answer, which may include compilation
SHUTDOWN_SECONDS = 3.0  # for players to close


def play_games(
    match: Match,
    out: str | None = None,
    workers: int | None = None,
    create_player: NamedPlayerFactory = player,
) -> Generator[Record, None, None]:
    """Return an iterator over the games of a match as they end.

    With `out` each game is written to that file before it is yielded.  Games that are already in
    the file come first and are not played again.  `create_player` is called in the
    worker processes, so it must be a function of a module.
    """
    encounters(checked_match(match))  # raise errors before the first iteration
    if out is not None:
        arguments.text("out", out)
    if workers is not None:
        workers = arguments.integer("workers", workers, 1)
    return played_games(
        match, out, workers or default_workers(), arguments.function("create_player", create_player)
    )


def played_games(
    match: Match, out: str | None, workers: int, create_player: NamedPlayerFactory
) -> Generator[Record, None, None]:
    """Yield the games of a match as they end; see `play_games`."""
    with ExitStack() as stack:
        file = stack.enter_context(MatchFile(out, match)) if out else None
        earlier = file.earlier if file else {}
        yield from (record for key, record in earlier.items() if is_wanted(key, match))
        due = (game for game in schedule(match) if game.key not in earlier)
        for record in Arena(match, create_player, workers).play(due):
            if file:
                file.append(record)
            yield record


def games_kept(match: Match, out: str) -> int:
    """Return the number of games of a match in a file."""
    return sum(is_wanted(key_of(record), match) for record in read_file(out, match.game))


def is_wanted(key: Key, match: Match) -> bool:
    """Return whether a recorded game belongs to a match."""
    round, pair, seating = key
    return round <= len(encounters(match)) and pair <= match.pairs and seating <= match.game.players


def default_workers() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class ArenaStopped(SteinreichError):
    """The match cannot go on; the message says why."""


class Arena:
    """The running games of a match."""

    def __init__(self, match: Match, create_player: NamedPlayerFactory, workers: int) -> None:
        self.match = match
        self.workers = workers
        launch = Launch(partial(GameService, match, create_player), script_of(create_player))
        self.supervisor = Supervisor(launch, workers, shutdown_seconds=SHUTDOWN_SECONDS)
        self.under_way: set[asyncio.Task[Record]] = set()
        self.able: set[str] = set()  # players that have answered once

    def play(self, games: Iterator[ScheduledGame]) -> Iterator[Record]:
        """Play games and yield their records in the order of completion."""
        thread = LoopThread()
        try:
            thread.run(self.begin(islice(games, self.workers)))
            while self.under_way:
                yield from thread.run(self.advance(games))
        finally:
            thread.run(self.close())
            thread.close()

    async def begin(self, games: Iterator[ScheduledGame]) -> None:
        """Start games."""
        for game in games:
            self.under_way.add(asyncio.create_task(self.record(game)))

    async def advance(self, games: Iterator[ScheduledGame]) -> list[Record]:
        """Wait for the next games to end, start as many others, and return their records."""
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
        """Cancel all games."""
        for game in self.under_way:
            game.cancel()
        await self.supervisor.close()
        await asyncio.gather(*self.under_way, return_exceptions=True)

    async def record(self, game: ScheduledGame) -> Record:
        """Play a game in a worker and return its record, even if a player or the worker fails."""
        notes = Notes(self.match, game)

        def handle_message(message: Message) -> None:
            notes.take(message)
            if isinstance(message, Creating | Asked):
                job.allow(response_timeout(self.match, message))

        job = Job(game, handle_message, seconds=READY_SECONDS)
        try:
            notes.take(await self.supervisor.ask(job))
        except NotReady as error:
            raise not_ready(error) from None
        except WorkerFailed as error:
            notes.take(failure_message(notes.expected, error))
        self.able |= {game.players[played.seat] for played in notes.played}
        if isinstance(notes.end, NotCreated):
            name = game.players[notes.end.seat]
            if name not in self.able:  # most likely a configuration error, not a lost game
                raise ArenaStopped(f"{name!r} does not come to the table: {notes.end.reason}")
        return notes.record()


def response_timeout(match: Match, message: Creating | Asked) -> float:
    """Return the timeout of a player's next response in seconds."""
    is_settled = isinstance(message, Asked) and message.is_settled
    return max(match.timeout, 0 if is_settled else READY_SECONDS)


def failure_message(expected: Creating | Asked | None, error: WorkerFailed) -> Message:
    """Return the message that attributes the failure of a process to the expected player."""
    if not expected:
        raise not_ready(error)
    kind = NotCreated if isinstance(expected, Creating) else Failed
    return kind(expected.seat, str(error))


def not_ready(error: WorkerFailed) -> ArenaStopped:
    """Return the error for worker processes that cannot be started."""
    return ArenaStopped(f"a process that was to play games did not get ready: {error}")


def script_of(create_player: NamedPlayerFactory) -> str | None:
    """Return the path of the main script, if `create_player` is one of its functions."""
    is_ours = getattr(create_player, "__module__", None) == "__main__"
    return getattr(sys.modules["__main__"], "__file__", None) if is_ours else None
