"""Plays the games of a match in parallel, each in a worker process of a supervisor."""

import asyncio
import os
import sys
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from functools import partial
from itertools import islice

from steinreich.arena.game_recorder import GameRecorder
from steinreich.arena.match_file import MatchFile, get_game_key, read_file
from steinreich.arena.plan import (
    GameKey,
    Match,
    ScheduledGame,
    get_encounters,
    schedule,
    validate_match,
)
from steinreich.arena.playing import (
    ActionRequested,
    GameService,
    Message,
    NamedPlayerFactory,
    PlayerFailedToAct,
    PlayerNotCreated,
    PlayerRequested,
)
from steinreich.engines.named_players import player
from steinreich.engines.supervisor import Job, LoopThread, NotReady, Supervisor, WorkerFailed
from steinreich.engines.worker import Launch
from steinreich.records import Record
from steinreich.rules import arguments
from steinreich.rules.errors import SteinreichError

READY_TIMEOUT_SECONDS = 120.0  # of a player's first answer, which may include compilation
SHUTDOWN_TIMEOUT_SECONDS = 3.0  # of closing all players


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
    get_encounters(validate_match(match))  # raise `BadMatch` before the first iteration
    if out is not None:
        arguments.check_text("out", out)
    if workers is not None:
        workers = arguments.check_integer("workers", workers, 1)
    return yield_games(
        match,
        out,
        workers or default_workers(),
        arguments.check_function("create_player", create_player),
    )


def yield_games(
    match: Match, out: str | None, workers: int, create_player: NamedPlayerFactory
) -> Generator[Record, None, None]:
    """Yield the games of a match as they end; see `play_games`."""
    with ExitStack() as stack:
        file = stack.enter_context(MatchFile(out, match)) if out else None
        recorded_games = file.recorded_games if file else {}
        yield from (
            record for key, record in recorded_games.items() if is_game_of_match(key, match)
        )
        remaining_games = (game for game in schedule(match) if game.key not in recorded_games)
        for record in Arena(match, create_player, workers).play(remaining_games):
            if file:
                file.append(record)
            yield record


def count_finished_games(match: Match, out: str) -> int:
    """Return the number of games of a match in a file."""
    return sum(
        is_game_of_match(get_game_key(record), match) for record in read_file(out, match.game)
    )


def is_game_of_match(key: GameKey, match: Match) -> bool:
    """Return whether the key of a recorded game is one of a match."""
    round, pair, seating = key
    return (
        round <= len(get_encounters(match))
        and pair <= match.pairs
        and seating <= match.game.players
    )


def default_workers() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class ArenaStopped(SteinreichError):
    """The match cannot continue; the message says why."""


class Arena:
    """Plays games of a match at the same time, each in a worker process."""

    def __init__(self, match: Match, create_player: NamedPlayerFactory, workers: int) -> None:
        self.match = match
        self.workers = workers
        launch = Launch(partial(GameService, match, create_player), find_script(create_player))
        self.supervisor = Supervisor(launch, workers, shutdown_seconds=SHUTDOWN_TIMEOUT_SECONDS)
        self.running_games: set[asyncio.Task[Record]] = set()
        self.working_players: set[str] = set()  # names of players that have played an action

    def play(self, games: Iterator[ScheduledGame]) -> Iterator[Record]:
        """Play games and yield their records in the order of completion."""
        thread = LoopThread()
        try:
            thread.run(self.start_games(islice(games, self.workers)))
            while self.running_games:
                yield from thread.run(self.finish_games(games))
        finally:
            thread.run(self.close())
            thread.close()

    async def start_games(self, games: Iterator[ScheduledGame]) -> None:
        """Start games in the background."""
        for game in games:
            self.running_games.add(asyncio.create_task(self.record(game)))

    async def finish_games(self, games: Iterator[ScheduledGame]) -> list[Record]:
        """Wait for the next games to end, start as many others, and return their records."""
        ended, self.running_games = await asyncio.wait(
            self.running_games, return_when=asyncio.FIRST_COMPLETED
        )
        errors = [error for game_task in ended if (error := game_task.exception())]
        if errors:
            raise errors[0]
        records = [game_task.result() for game_task in ended]
        await self.start_games(islice(games, len(records)))
        return records

    async def close(self) -> None:
        """Cancel all games."""
        for game in self.running_games:
            game.cancel()
        await self.supervisor.close()
        await asyncio.gather(*self.running_games, return_exceptions=True)

    async def record(self, game: ScheduledGame) -> Record:
        """Play a game in a worker and return its record, even if a player or the worker fails."""
        recorder = GameRecorder(self.match, game)

        def handle_message(message: Message) -> None:
            recorder.handle(message)
            if isinstance(message, PlayerRequested | ActionRequested):
                job.restart_timeout(response_timeout(self.match, message))

        job = Job(game, handle_message, seconds=READY_TIMEOUT_SECONDS)
        try:
            recorder.handle(await self.supervisor.ask(job))
        except NotReady as error:
            raise make_not_ready_error(error) from None
        except WorkerFailed as error:
            recorder.handle(failure_message(recorder.awaited, error))
        self.working_players |= {game.players[played.seat] for played in recorder.played}
        if isinstance(recorder.final_message, PlayerNotCreated):
            name = game.players[recorder.final_message.seat]
            if name not in self.working_players:
                # Most likely a configuration error, not a lost game
                raise ArenaStopped(f"{name!r} cannot play: {recorder.final_message.reason}")
        return recorder.record()


def response_timeout(match: Match, message: PlayerRequested | ActionRequested) -> float:
    """Return the timeout of a player's next response in seconds."""
    is_warmed_up = isinstance(message, ActionRequested) and message.is_warmed_up
    return max(match.timeout, 0 if is_warmed_up else READY_TIMEOUT_SECONDS)


def failure_message(
    expected: PlayerRequested | ActionRequested | None, error: WorkerFailed
) -> Message:
    """Return the message that attributes the failure of a process to the expected player."""
    if not expected:
        raise make_not_ready_error(error)
    kind = PlayerNotCreated if isinstance(expected, PlayerRequested) else PlayerFailedToAct
    return kind(expected.seat, str(error))


def make_not_ready_error(error: WorkerFailed) -> ArenaStopped:
    """Return the error for worker processes that cannot be started."""
    return ArenaStopped(f"a process that was to play games did not get ready: {error}")


def find_script(create_player: NamedPlayerFactory) -> str | None:
    """Return the path of the main script, if `create_player` is one of its functions."""
    is_in_script = getattr(create_player, "__module__", None) == "__main__"
    return getattr(sys.modules["__main__"], "__file__", None) if is_in_script else None
