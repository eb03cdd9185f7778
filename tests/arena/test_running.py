"""Games in several processes: how long players are waited for, and that all processes end."""

from pathlib import Path

import pytest

from steinreich import load
from steinreich.arena.match import play_games
from steinreich.arena.notes import Notes
from steinreich.arena.plan import Match, schedule
from steinreich.arena.playing import Absent, Asked, Coming, Failed
from steinreich.arena.running import READY_SECONDS, ArenaStopped, blamed, patience
from steinreich.engines.supervisor import WorkerFailed
from tests.arena.players import made

MATCH = Match(load("vier3d"), ("first", "last"), patience=7.0)


def test_patience_is_longer_until_the_first_answer() -> None:
    assert patience(MATCH, Coming(0)) == READY_SECONDS
    assert patience(MATCH, Asked(0, is_settled=False)) == READY_SECONDS
    assert patience(MATCH, Asked(1, is_settled=True)) == 7.0
    patient = MATCH._replace(patience=2 * READY_SECONDS)
    assert patience(patient, Coming(0)) == 2 * READY_SECONDS


def test_whose_fault_silence_is() -> None:
    silence = WorkerFailed("no answer within 7 s")
    with pytest.raises(ArenaStopped, match="did not get ready: no answer within 7 s"):
        blamed(None, silence)
    for message, failure in (
        (Coming(1), Absent(1, "no answer within 7 s")),
        (Asked(0, is_settled=True), Failed(0, "no answer within 7 s")),
    ):
        notes = Notes(MATCH, next(schedule(MATCH)))
        notes.take(message)
        notes.take(blamed(notes.expected, silence))
        assert notes.end == failure


def workers() -> set[Path]:
    """The processes that this one has started to answer questions."""
    lists = Path("/proc/self/task").glob("*/children")  # each thread has its own
    children = [Path(f"/proc/{child}") for one in lists for child in one.read_text().split()]
    return {
        one
        for one in children
        if b"steinreich.engines.worker" in one.joinpath("cmdline").read_bytes()
    }


def test_nobody_is_left_when_no_more_games_are_wanted() -> None:
    before = workers()
    games = play_games(MATCH._replace(games=1000), workers=2, made=made)
    next(games)
    assert len(workers() - before) == 2
    games.close()
    assert workers() <= before
