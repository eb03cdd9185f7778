"""One game, played in this process."""

import numpy
import pytest

from steinreich import Position, load
from steinreich.arena.notes import Notes
from steinreich.arena.plan import Match, ScheduledGame, schedule
from steinreich.arena.playing import Absent, Asked, Coming, Failed, Over, Played, Roster, play
from steinreich.records import Record
from tests.arena.players import Simple, made

VIER3D = load("vier3d")


def noted(match: Match, task: ScheduledGame, roster: Roster) -> Record:
    notes = Notes(match, task)
    for message in play(task, roster):
        notes.take(message)
    return notes.record()


def test_a_game_is_told() -> None:
    match = Match(VIER3D, ("first", "last"), openings=0)
    told = list(play(next(schedule(match)), Roster(match, made)))
    assert told[:4] == [Coming(0), Coming(1), Asked(0, False), told[3]]
    played = [message for message in told if isinstance(message, Played)]
    assert [(one.seat, one.action) for one in played[:4]] == [
        (0, "a1"),
        (1, "d4"),
        (0, "a1"),
        (1, "d4"),
    ]
    assert told[-1] == Over((1, -1))  # four on one rod
    settled = [message.is_settled for message in told if isinstance(message, Asked)]
    assert settled == [False, False, True, True, True, True, True]


def test_the_record() -> None:
    match = Match(VIER3D, ("first", "last"), games=2, openings=3, seed=5)
    task = next(schedule(match))
    record = noted(match, task, Roster(match, made))
    record.check()
    assert tuple(record.moves()[:3]) == task.opening.actions
    headers = record.headers
    assert headers["Match"] == str(match)
    assert (headers["Round"], headers["Pair"], headers["Seating"]) == ("1", "1", "1")
    assert (headers["Player1"], headers["Player2"]) == ("first", "last")
    assert headers["Seed"] == str(task.opening.seed)
    assert headers["Opening"] == "3"
    assert headers["Termination"] == "normal"
    assert "Failed" not in headers
    live = record.positions()[3:-1]
    assert int(headers["Choices"]) == sum(len(position.actions()) for position in live)
    assert int(headers["Actions1"]) + int(headers["Actions2"]) == len(live)


def test_players_stay_between_games() -> None:
    match = Match(VIER3D, ("first", "last"), games=4)
    roster = Roster(match, made)
    seen = set()
    for number, task in enumerate(schedule(match), 1):
        noted(match, task, roster)
        seen.add(frozenset(map(id, roster.players.values())))
        games = {one.games for one in roster.players.values() if isinstance(one, Simple)}
        assert games == {number}
    assert len(seen) == 1


def test_who_plays_against_himself_sits_twice() -> None:
    match = Match(VIER3D, ("greedy", "greedy"))
    roster = Roster(match, made)
    noted(match, next(schedule(match)), roster)
    assert list(roster.players) == [("greedy", 0), ("greedy", 1)]
    one, other = roster.players.values()
    assert isinstance(one, Simple)
    assert isinstance(other, Simple)
    assert one.dice.random() != other.dice.random()


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("illegal", "it answered -5, which is not a legal action"),
        ("erring", "ZeroDivisionError: integer division or modulo by zero"),
        ("babbling", "it said 'hello' instead of an action"),
    ],
)
def test_failing_is_losing(name: str, reason: str) -> None:
    match = Match(VIER3D, ("first", name), games=2)
    for seat, task in zip((1, 0), schedule(match), strict=True):
        assert list(play(task, Roster(match, made)))[-1] == Failed(seat, reason)
        record = noted(match, task, Roster(match, made))
        record.check()
        assert record.result == ((-1, 1) if seat == 0 else (1, -1))
        assert record.headers["Failed"] == str(seat + 1)
        assert record.headers["Termination"] == f"{name} failed: {reason}"


def test_among_three_nobody_wins_when_one_fails() -> None:
    match = Match(load("vier3d", players=3), ("first", "illegal", "last"))
    record = noted(match, next(schedule(match)), Roster(match, made))
    record.check()
    assert record.result is None
    assert record.headers["Failed"] == "2"


def test_failing_alone() -> None:
    match = Match(load("six_in_line", players=1), ("illegal",))
    record = noted(match, next(schedule(match)), Roster(match, made))
    record.check()
    assert record.result == (-1,)


def test_absence() -> None:
    match = Match(VIER3D, ("first", "missing"))
    told = list(play(next(schedule(match)), Roster(match, made)))
    assert told == [Coming(0), Coming(1), Absent(1, "there is no such program")]


def test_numbers_of_any_kind_are_actions() -> None:
    class Numeric(Simple):
        def action(self, position: Position) -> int:
            return numpy.uint8(position.actions()[0])  # type: ignore[return-value]

    match = Match(VIER3D, ("numeric", "numeric"))
    roster = Roster(match, Numeric)
    record = noted(match, next(schedule(match)), roster)
    record.check()
    assert record.headers["Termination"] == "normal"
