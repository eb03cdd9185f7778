"""Games in several processes: time limits of players, and termination of all processes."""

from pathlib import Path

import pytest

from steinreich import load
from steinreich.arena.game_recorder import GameRecorder
from steinreich.arena.plan import Match, schedule
from steinreich.arena.playing import (
    ActionRequested,
    PlayerFailedToAct,
    PlayerNotCreated,
    PlayerRequested,
)
from steinreich.arena.running import (
    READY_TIMEOUT_SECONDS,
    ArenaStopped,
    failure_message,
    play_games,
    response_timeout,
)
from steinreich.engines.supervisor import WorkerFailed
from tests.arena.players import make_player

MATCH = Match(load("vier3d"), ("first", "last"), timeout=7.0)


def test_time_limit_is_longer_until_the_first_answer() -> None:
    assert response_timeout(MATCH, PlayerRequested(0)) == READY_TIMEOUT_SECONDS
    assert response_timeout(MATCH, ActionRequested(0, is_warmed_up=False)) == READY_TIMEOUT_SECONDS
    assert response_timeout(MATCH, ActionRequested(1, is_warmed_up=True)) == 7.0
    slow = MATCH._replace(timeout=2 * READY_TIMEOUT_SECONDS)
    assert response_timeout(slow, PlayerRequested(0)) == 2 * READY_TIMEOUT_SECONDS


def test_timeouts_are_attributed_to_the_right_player() -> None:
    silence = WorkerFailed("no answer within 7 s")
    with pytest.raises(ArenaStopped, match="did not get ready: no answer within 7 s"):
        failure_message(None, silence)
    for message, failure in (
        (PlayerRequested(1), PlayerNotCreated(1, "no answer within 7 s")),
        (ActionRequested(0, is_warmed_up=True), PlayerFailedToAct(0, "no answer within 7 s")),
    ):
        recorder = GameRecorder(MATCH, next(schedule(MATCH)))
        recorder.handle(message)
        recorder.handle(failure_message(recorder.awaited, silence))
        assert recorder.final_message == failure


def list_workers() -> set[Path]:
    """Return the worker processes of this process, as folders in /proc."""
    lists = Path("/proc/self/task").glob("*/children")  # each thread has its own
    folders = [Path(f"/proc/{pid}") for pids in lists for pid in pids.read_text().split()]
    return {
        folder
        for folder in folders
        if b"steinreich.engines.worker" in folder.joinpath("cmdline").read_bytes()
    }


def test_workers_exit_when_the_iterator_is_closed() -> None:
    before = list_workers()
    games = play_games(MATCH._replace(games=1000), workers=2, create_player=make_player)
    next(games)
    assert len(list_workers() - before) == 2
    games.close()
    assert list_workers() <= before
