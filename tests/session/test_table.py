"""A table is the sum of its events."""

import json
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from steinreich.core.game import load
from steinreich.core.registry import games
from steinreich.rules.errors import IllegalMove
from steinreich.session.decisions import Command, make_timeout
from steinreich.session.legal_actions import get_legal_actions
from steinreich.session.schema.messages import Act, Decline, Offer, OfferKind, Rename, Resign
from steinreich.session.table import Event, InvalidEventLog, Table, Turn
from tests.session.table_driver import (
    BOTH_SEATS,
    FIRST_SEAT,
    NOON,
    SECOND_SEAT,
    TableDriver,
    command_ids,
    make_opened_event,
)

FISCHER_CLOCK = {"kind": "fischer", "seconds": 60, "increment": 5}


def test_table_starts_with_the_opened_event() -> None:
    table = Table.from_events("t", [make_opened_event()])
    assert (table.seq, table.status, table.actions, table.turns) == (1, "playing", 0, [])
    assert table.game == load("vier3d")
    assert (table.opened_at, table.last_event_at) == (NOON, NOON)
    assert [seat.kind for seat in table.seats] == ["here", "here"]


@pytest.mark.parametrize("seqs", [[], [2], [1, 3], [1, 1], [1, 2, 2]])
def test_rejects_missing_and_repeated_events(seqs: list[int]) -> None:
    kinds = ["opened", "named", "named"]
    data = {**make_opened_event().data, "seat": 0, "name": "x"}
    events = [Event(seq, NOON, kind, data, None) for seq, kind in zip(seqs, kinds, strict=False)]
    with pytest.raises(InvalidEventLog):
        Table.from_events("t", events)


@pytest.mark.parametrize(
    ("kind", "data"),
    [("danced", {"seat": 0}), ("undone", {"seat": 0, "to": 1}), ("played", {})],
)
def test_invalid_event_changes_nothing(kind: str, data: dict[str, Any]) -> None:
    driver = TableDriver("six_in_line")
    driver.act("a1 b2")
    before = str(vars(driver.table))
    with pytest.raises((InvalidEventLog, KeyError)):
        driver.table.apply(Event(3, NOON, kind, data, None))
    assert str(vars(driver.table)) == before


def test_illegal_turn_changes_nothing() -> None:
    driver = TableDriver("six_in_line")
    before = str(vars(driver.table))
    illegal = Event(2, NOON, "played", {"seat": 0, "actions": ["a1", "a1"]}, None)
    with pytest.raises(IllegalMove):
        driver.table.apply(illegal)
    assert str(vars(driver.table)) == before


def test_game_waits_for_invited_friends() -> None:
    driver = TableDriver(kinds="here friend", clock={"kind": "move", "seconds": 30})
    table = driver.table
    assert table.status == "waiting"
    assert table.person_seats == FIRST_SEAT
    driver.apply(Event(2, NOON + 5000, "joined", {"seat": 1, "name": "Ada"}, None))
    assert driver.table.status == "playing"
    assert (table.seats[1].name, table.seats[1].taken) == ("Ada", True)
    assert table.person_seats == BOTH_SEATS


def test_opened_event_stores_the_random_start() -> None:
    first_table, second_table = (
        TableDriver("tzaar", seed=1).table,
        TableDriver("tzaar", seed=2).table,
    )
    assert first_table.position == load("tzaar").start(1)
    assert first_table.position != second_table.position


def test_game_can_start_within_a_turn() -> None:
    driver = TableDriver("six_in_line", start="6/6/6/6/6/o1o3 2 0-0 b1-a1")
    assert isinstance(driver.act("+d1", SECOND_SEAT), Event)
    assert driver.table.turns == [Turn(1, ("+d1",))]
    assert driver.table.position.player == 0


def test_finished_start_position_is_over() -> None:
    start = "rrrr/bbb/-/-/-/-/-/-/-/-/-/-/-/-/-/- b"
    table = TableDriver(start=start).table
    assert table.status == "over"
    assert table.result is not None
    assert table.result.returns == (1, -1)


def test_command_ids_are_scoped_to_seats() -> None:
    driver = TableDriver()
    driver.handle(Act("one", 0, ["a1"]), FIRST_SEAT)
    driver.handle(Act("one", 1, ["a2"]), SECOND_SEAT)
    assert driver.table.commands == {"0:one": 2, "1:one": 3}


def test_undo_keeps_clock_times_and_starts_the_clock_of_the_mover() -> None:
    driver = TableDriver(kinds="here here", clock=FISCHER_CLOCK).play(
        "a1 a2 a3 a4", delay_ms=10_000
    )
    assert driver.table.clocks.remaining_ms == (55_000, 55_000)
    driver.handle(Offer("u", "undo", 1), BOTH_SEATS, delay_ms=3000)
    assert driver.table.clocks.remaining_ms == (52_000, 55_000)
    assert driver.table.clocks.running == 1
    assert driver.table.actions == 3


def test_equal_positions_share_their_legal_actions() -> None:
    position = load("tzaar").start(7)
    assert get_legal_actions(position) is get_legal_actions(load("tzaar").start(7))
    assert sorted(get_legal_actions(position)) == position.legal_moves()
    with pytest.raises(IllegalMove, match="a turn begins with a capture"):
        position.play("pass")


# Random games by random commands


def random_command(table: Table, data: some.DataObject) -> Command:
    """Return a plausible command, mostly a turn."""
    # By frequency; a, which is not in the table below, stands for a turn.
    kind = data.draw(some.sampled_from("aaaaaaaaaaaaaaaaoodurnl"))
    what: OfferKind = data.draw(some.sampled_from(get_args(OfferKind)))
    seat = data.draw(some.sampled_from([None, *range(len(table.seats))]))
    id = next(command_ids)
    commands: dict[str, Command] = {
        "o": Offer(id, what, seat),
        "d": Decline(id, what, seat),
        "u": Offer(id, "undo", seat),
        "r": Resign(id, seat),
        "n": Rename(id, seat or 0, id),
        "l": Act(id, table.actions, ["a1", "zz"]),
    }
    return commands.get(kind) or Act(id, table.actions, random_turn(table, data))


def random_turn(table: Table, data: some.DataObject) -> list[str]:
    position = table.position
    turn: list[str] = []
    while not position.is_over:
        turn.append(data.draw(some.sampled_from(sorted(get_legal_actions(position)))))
        position = position.play(turn[-1])
        if position.starts_turn:
            break
    return turn


TABLES = [
    ("vier3d", "here here"),
    ("vier3d(players=3)", "here computer here"),
    ("six_in_line", "here computer"),
    ("six_in_line(players=1)", "here"),
    ("tzaar", "here here"),
    ("chain_reaxis(size=4x4)", "here here"),
    ("inner_square", "computer here"),
]


@settings(max_examples=40, deadline=None)
@given(some.sampled_from(TABLES), some.data())
def test_events_reproduce_the_same_table(kind: tuple[str, str], data: some.DataObject) -> None:
    """Random commands of random seats: refusals change nothing, and the log is complete."""
    driver = TableDriver(
        *kind, clock=data.draw(some.sampled_from([FISCHER_CLOCK, {"kind": "none"}]))
    )
    table = driver.table
    for _ in range(data.draw(some.integers(1, 25))):
        seats = frozenset(data.draw(some.sets(some.integers(0, len(table.seats) - 1))))
        command = random_command(table, data)
        before = str(vars(table))
        outcome = driver.handle(command, seats, data.draw(some.integers(0, 9000)))
        assert isinstance(outcome, Event) == (str(vars(table)) != before)
        end = make_timeout(table, driver.now)
        if end:
            driver.apply(end)
        assert all(left is None or left >= 0 for left in table.clocks.remaining_ms)
        assert table.actions == sum(len(turn.actions) for turn in table.turns)
        assert (table.clocks.running is None) or table.status == "playing"
    stored = [event._replace(data=json.loads(json.dumps(event.data))) for event in driver.events]
    assert vars(Table.from_events("t", stored)) == vars(table)


@pytest.mark.parametrize("name", games())
def test_whole_game_ends_with_the_right_result(name: str) -> None:
    driver = TableDriver(name)
    table, position = driver.table, driver.table.position
    number = 0
    while table.status == "playing":
        seat = position.player
        turn: list[str] = []
        while not turn or not (position.is_over or position.starts_turn):
            moves = position.legal_moves()
            turn.append(moves[number * 7919 % len(moves)])  # a prime, so that moves vary
            position, number = position.play(turn[-1]), number + 1
        assert isinstance(driver.act(turn, frozenset({seat})), Event)
        assert table.position == position
    assert position.is_over
    assert table.result is not None
    assert table.result.returns == position.returns
    assert table.result.reason == "rules"
    assert vars(Table.from_events("t", driver.events)) == vars(table)
