"""Play the games of a match, from a script or from the command line."""

import os
from collections.abc import Generator
from contextlib import ExitStack

from steinreich.arena.match_file import MatchFile, key_of, read_file
from steinreich.arena.plan import Key, Match, encounters, schedule
from steinreich.arena.playing import Maker
from steinreich.arena.running import Arena
from steinreich.engines.by_name import player
from steinreich.records import Record


def play_games(
    match: Match, out: str | None = None, workers: int | None = None, made: Maker = player
) -> Generator[Record, None, None]:
    """The games of a match as they end.

    With `out` each game is kept in that file before it comes from here.  Games that are in the
    file already come first and are not played again.  `made` makes players in the worker
    processes, so these have to find it by its name: it is a function of a module.
    """
    with ExitStack() as stack:
        file = stack.enter_context(MatchFile(out, match)) if out else None
        earlier = file.earlier if file else {}
        yield from (record for key, record in earlier.items() if is_wanted(key, match))
        due = (game for game in schedule(match) if game.key not in earlier)
        for record in Arena(match, made, workers or default_workers()).play(due):
            if file:
                file.append(record)
            yield record


def games_kept(match: Match, out: str) -> int:
    """How many games of a match a file holds."""
    return sum(is_wanted(key_of(record), match) for record in read_file(out, match.game))


def is_wanted(key: Key, match: Match) -> bool:
    """Whether a game that was played before is one of those asked for now."""
    round, pair, seating = key
    return round <= len(encounters(match)) and pair <= match.pairs and seating <= match.game.players


def default_workers() -> int:
    """One for each processor that we may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
