"""Workers: how long they are waited for, and that they end."""

from multiprocessing import Pipe, active_children

import pytest

from steinreich import load
from steinreich.arena.match import play_games
from steinreich.arena.notes import Notes
from steinreich.arena.plan import Match, schedule
from steinreich.arena.playing import Absent, Coming, Failed, Thinking
from steinreich.arena.pool import READY_SECONDS, ArenaStopped, Desk
from tests.arena.players import made

MATCH = Match(load("vier3d"), ("first", "last"), patience=7.0)


class Silent(Desk):
    """A worker of which there is only the link; the test speaks for it."""

    def __init__(self) -> None:
        self.match = MATCH
        self.link, self.worker = Pipe()
        self.notes = Notes(MATCH, next(schedule(MATCH)))
        self.expected = None
        self.deadline = 0.0
        self.patience = READY_SECONDS
        self.is_interrupted = False

    def interrupt(self) -> None:
        self.is_interrupted = True


def test_patience_is_longer_until_the_first_answer() -> None:
    desk = Silent()
    for message, patience in (
        (Coming(0), READY_SECONDS),
        (Thinking(0, is_settled=False), READY_SECONDS),
        (Thinking(1, is_settled=True), 7.0),
    ):
        desk.worker.send(message)
        assert desk.hear() == message
        assert desk.patience == patience
        assert desk.hear() is None


def test_whose_fault_silence_is() -> None:
    desk = Silent()
    with pytest.raises(ArenaStopped, match="did not get ready: no answer within 120 s"):
        desk.hear()
    for message, blamed in (
        (Coming(1), Absent(1, "no answer within 120 s")),
        (Thinking(0, is_settled=True), Failed(0, "no answer within 7 s")),
    ):
        desk.is_interrupted = False
        desk.worker.send(message)
        desk.hear()
        desk.deadline = 0.0
        assert desk.hear() == blamed
        assert desk.is_interrupted
        assert desk.notes.end == blamed


def test_a_late_answer_is_heard_before_the_clock_is_looked_at() -> None:
    """The arena may have been busy itself."""
    desk = Silent()
    desk.worker.send(Coming(0))
    assert desk.hear() == Coming(0)


def test_nobody_is_left_when_no_more_games_are_wanted() -> None:
    games = play_games(MATCH._replace(games=1000), workers=2, made=made)
    next(games)
    assert len(active_children()) == 2
    games.close()
    assert active_children() == []
