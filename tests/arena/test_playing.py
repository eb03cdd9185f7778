"""A single game in this process."""

import numpy
import pytest

from steinreich import Position, load
from steinreich.arena.notes import Notes
from steinreich.arena.plan import Match, ScheduledGame, schedule
from steinreich.arena.playing import Asked, Creating, Failed, NotCreated, Over, Played, Roster, play
from steinreich.records import Record
from tests.arena.players import FirstPlayer, make_player

VIER3D = load("vier3d")


def noted(match: Match, task: ScheduledGame, roster: Roster) -> Record:
    notes = Notes(match, task)
    for message in play(task, roster):
        notes.take(message)
    return notes.record()


def test_game_is_reported_action_by_action() -> None:
    match = Match(VIER3D, ("first", "last"), openings=0)
    told = list(play(next(schedule(match)), Roster(match, make_player)))
    assert told[:4] == [Creating(0), Creating(1), Asked(0, False), told[3]]
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


def test_record_is_complete() -> None:
    match = Match(VIER3D, ("first", "last"), games=2, openings=3, seed=5)
    task = next(schedule(match))
    record = noted(match, task, Roster(match, make_player))
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


def test_players_are_reused_between_games() -> None:
    match = Match(VIER3D, ("first", "last"), games=4)
    roster = Roster(match, make_player)
    seen = set()
    for number, task in enumerate(schedule(match), 1):
        noted(match, task, roster)
        seen.add(frozenset(map(id, roster.players.values())))
        games = {one.games for one in roster.players.values() if isinstance(one, FirstPlayer)}
        assert games == {number}
    assert len(seen) == 1


def test_player_against_itself_takes_two_seats() -> None:
    match = Match(VIER3D, ("greedy", "greedy"))
    roster = Roster(match, make_player)
    noted(match, next(schedule(match)), roster)
    assert list(roster.players) == [("greedy", 0), ("greedy", 1)]
    one, other = roster.players.values()
    assert isinstance(one, FirstPlayer)
    assert isinstance(other, FirstPlayer)
    assert one.dice.random() != other.dice.random()


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("illegal", "it answered -5, which is not a legal action"),
        ("erring", "ZeroDivisionError: integer division or modulo by zero"),
        ("babbling", "it said 'hello' instead of an action"),
    ],
)
def test_failing_player_loses(name: str, reason: str) -> None:
    match = Match(VIER3D, ("first", name), games=2)
    for seat, task in zip((1, 0), schedule(match), strict=True):
        assert list(play(task, Roster(match, make_player)))[-1] == Failed(seat, reason)
        record = noted(match, task, Roster(match, make_player))
        record.check()
        assert record.result == ((-1, 1) if seat == 0 else (1, -1))
        assert record.headers["Failed"] == str(seat + 1)
        assert record.headers["Termination"] == f"{name} failed: {reason}"


def test_failure_among_three_has_no_winner() -> None:
    match = Match(load("vier3d", players=3), ("first", "illegal", "last"))
    record = noted(match, next(schedule(match)), Roster(match, make_player))
    record.check()
    assert record.result is None
    assert record.headers["Failed"] == "2"


def test_failure_of_a_single_player() -> None:
    match = Match(load("six_in_line", players=1), ("illegal",))
    record = noted(match, next(schedule(match)), Roster(match, make_player))
    record.check()
    assert record.result == (-1,)


def test_missing_player() -> None:
    match = Match(VIER3D, ("first", "missing"))
    told = list(play(next(schedule(match)), Roster(match, make_player)))
    assert told == [Creating(0), Creating(1), NotCreated(1, "there is no such program")]


def test_actions_can_be_any_integer_type() -> None:
    class NumpyPlayer(FirstPlayer):
        def action(self, position: Position) -> int:
            return numpy.uint8(position.actions()[0])  # type: ignore[return-value]

    match = Match(VIER3D, ("numeric", "numeric"))
    roster = Roster(match, NumpyPlayer)
    record = noted(match, next(schedule(match)), roster)
    record.check()
    assert record.headers["Termination"] == "normal"
