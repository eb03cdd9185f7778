"""A single game in this process."""

import numpy
import pytest

from steinreich import Position, load
from steinreich.arena.game_recorder import GameRecorder
from steinreich.arena.plan import Match, ScheduledGame, schedule
from steinreich.arena.playing import (
    ActionPlayed,
    ActionRequested,
    GameEnded,
    PlayerFailedToAct,
    PlayerNotCreated,
    PlayerRequested,
    Roster,
    play,
)
from steinreich.records import Record
from tests.arena.players import FirstPlayer, make_player

VIER3D = load("vier3d")


def play_and_record(match: Match, task: ScheduledGame, roster: Roster) -> Record:
    recorder = GameRecorder(match, task)
    for message in play(task, roster):
        recorder.handle(message)
    return recorder.record()


def test_game_is_reported_action_by_action() -> None:
    match = Match(VIER3D, ("first", "last"), openings=0)
    messages = list(play(next(schedule(match)), Roster(match, make_player)))
    assert messages[:4] == [
        PlayerRequested(0),
        PlayerRequested(1),
        ActionRequested(0, False),
        messages[3],
    ]
    played = [message for message in messages if isinstance(message, ActionPlayed)]
    assert [(message.seat, message.action) for message in played[:4]] == [
        (0, "a1"),
        (1, "d4"),
        (0, "a1"),
        (1, "d4"),
    ]
    assert messages[-1] == GameEnded((1, -1))  # four on one rod
    are_warmed_up = [
        message.is_warmed_up for message in messages if isinstance(message, ActionRequested)
    ]
    assert are_warmed_up == [False, False, True, True, True, True, True]


def test_record_is_complete() -> None:
    match = Match(VIER3D, ("first", "last"), games=2, openings=3, seed=5)
    task = next(schedule(match))
    record = play_and_record(match, task, Roster(match, make_player))
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
    unfinished_positions = record.positions()[3:-1]
    assert int(headers["Choices"]) == sum(
        len(position.actions()) for position in unfinished_positions
    )
    assert int(headers["Actions1"]) + int(headers["Actions2"]) == len(unfinished_positions)


def test_players_are_reused_between_games() -> None:
    match = Match(VIER3D, ("first", "last"), games=4)
    roster = Roster(match, make_player)
    player_sets = set()
    for number, task in enumerate(schedule(match), 1):
        play_and_record(match, task, roster)
        player_sets.add(frozenset(map(id, roster.players.values())))
        games = {
            player.games for player in roster.players.values() if isinstance(player, FirstPlayer)
        }
        assert games == {number}
    assert len(player_sets) == 1


def test_player_against_itself_takes_two_seats() -> None:
    match = Match(VIER3D, ("greedy", "greedy"))
    roster = Roster(match, make_player)
    play_and_record(match, next(schedule(match)), roster)
    assert list(roster.players) == [("greedy", 0), ("greedy", 1)]
    first, second = roster.players.values()
    assert isinstance(first, FirstPlayer)
    assert isinstance(second, FirstPlayer)
    assert first.rng.random() != second.rng.random()


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("illegal", "it answered -5, which is not a legal action"),
        ("raising", "ZeroDivisionError: integer division or modulo by zero"),
        ("invalid", "it said 'hello' instead of an action"),
    ],
)
def test_failing_player_loses(name: str, reason: str) -> None:
    match = Match(VIER3D, ("first", name), games=2)
    for seat, task in zip((1, 0), schedule(match), strict=True):
        assert list(play(task, Roster(match, make_player)))[-1] == PlayerFailedToAct(seat, reason)
        record = play_and_record(match, task, Roster(match, make_player))
        record.check()
        assert record.result == ((-1, 1) if seat == 0 else (1, -1))
        assert record.headers["Failed"] == str(seat + 1)
        assert record.headers["Termination"] == f"{name} failed: {reason}"


def test_failure_among_three_has_no_winner() -> None:
    match = Match(load("vier3d", players=3), ("first", "illegal", "last"))
    record = play_and_record(match, next(schedule(match)), Roster(match, make_player))
    record.check()
    assert record.result is None
    assert record.headers["Failed"] == "2"


def test_failure_of_a_single_player() -> None:
    match = Match(load("six_in_line", players=1), ("illegal",))
    record = play_and_record(match, next(schedule(match)), Roster(match, make_player))
    record.check()
    assert record.result == (-1,)


def test_missing_player() -> None:
    match = Match(VIER3D, ("first", "missing"))
    messages = list(play(next(schedule(match)), Roster(match, make_player)))
    assert messages == [
        PlayerRequested(0),
        PlayerRequested(1),
        PlayerNotCreated(1, "there is no such program"),
    ]


def test_actions_can_be_any_integer_type() -> None:
    class NumpyPlayer(FirstPlayer):
        def action(self, position: Position) -> int:
            return numpy.uint8(position.actions()[0])  # type: ignore[return-value]

    match = Match(VIER3D, ("numeric", "numeric"))
    roster = Roster(match, NumpyPlayer)
    record = play_and_record(match, next(schedule(match)), roster)
    record.check()
    assert record.headers["Termination"] == "normal"
