"""Games in several processes: time limits of players, and termination of all processes."""

from pathlib import Path

import pytest

from steinreich import load
from steinreich.arena.notes import Notes
from steinreich.arena.plan import Match, schedule
from steinreich.arena.playing import Asked, Creating, Failed, NotCreated
from steinreich.arena.running import (
    READY_SECONDS,
    ArenaStopped,
    failure_message,
    play_games,
    response_timeout,
)
from steinreich.engines.supervisor import WorkerFailed
from tests.arena.players import make_player

MATCH = Match(load("vier3d"), ("first", "last"), timeout=7.0)


def test_time_limit_is_longer_until_the_first_answer() -> None:
    assert response_timeout(MATCH, Creating(0)) == READY_SECONDS
    assert response_timeout(MATCH, Asked(0, is_settled=False)) == READY_SECONDS
    assert response_timeout(MATCH, Asked(1, is_settled=True)) == 7.0
    slow = MATCH._replace(timeout=2 * READY_SECONDS)
    assert response_timeout(slow, Creating(0)) == 2 * READY_SECONDS


def test_timeouts_are_attributed_to_the_right_player() -> None:
    silence = WorkerFailed("no answer within 7 s")
    with pytest.raises(ArenaStopped, match="did not get ready: no answer within 7 s"):
        failure_message(None, silence)
    for message, failure in (
        (Creating(1), NotCreated(1, "no answer within 7 s")),
        (Asked(0, is_settled=True), Failed(0, "no answer within 7 s")),
    ):
        notes = Notes(MATCH, next(schedule(MATCH)))
        notes.take(message)
        notes.take(failure_message(notes.expected, silence))
        assert notes.end == failure


def workers() -> set[Path]:
    """Return the processes that this one started to answer questions."""
    lists = Path("/proc/self/task").glob("*/children")  # each thread has its own
    children = [Path(f"/proc/{child}") for one in lists for child in one.read_text().split()]
    return {
        one
        for one in children
        if b"steinreich.engines.worker" in one.joinpath("cmdline").read_bytes()
    }


def test_workers_exit_when_no_more_games_are_wanted() -> None:
    before = workers()
    games = play_games(MATCH._replace(games=1000), workers=2, create_player=make_player)
    next(games)
    assert len(workers() - before) == 2
    games.close()
    assert workers() <= before
