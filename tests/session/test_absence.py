"""Claims against absent players, given presence and time."""

import pytest

from steinreich.session.decisions import (
    AlreadyDone,
    Outcome,
    Presence,
    decide,
    get_claim_delay_ms,
    get_claim_time,
)
from steinreich.session.records import make_record
from steinreich.session.schema.messages import Claim
from steinreich.session.schema.protocol import Clock
from steinreich.session.table import Event, Table
from steinreich.session.texts import get_ending
from tests.session.table_driver import (
    BOTH,
    FIRST,
    NOBODY,
    NOON,
    SECOND,
    TableDriver,
    friends,
    happened,
    refusal_reason,
)

WAIT = 300_000
HERE, AWAY = Presence(True, NOON), Presence(False, NOON)


def claim(
    sitting: TableDriver, seats: frozenset[int], presence: list[Presence], after: int = WAIT
) -> Outcome:
    """Return the outcome of a claim a number of milliseconds after noon."""
    return decide(sitting.table, Claim("c"), seats, NOON + after, presence)


def test_player_absent_at_their_turn_loses_by_claim() -> None:
    sitting = friends().play("a1")
    presence = [HERE, AWAY]
    assert "long enough" in refusal_reason(claim(sitting, FIRST, presence, WAIT - 1))
    outcome = claim(sitting, FIRST, presence)
    data = {"seat": 0, "left": 1, "reason": "left", "returns": [1, -1]}
    assert happened(outcome) == ("ended", data)
    assert isinstance(outcome, Event)
    sitting.take_in(outcome)
    again = Table.from_events("t", sitting.events)
    assert again.result
    assert (
        get_ending(again, again.result).in_language("en") == "Red wins: Ada was away for too long"
    )
    assert make_record(again).headers["Termination"] == "abandoned"
    assert make_record(again).result == (1, -1)
    assert decide(again, Claim("c"), FIRST, NOON, presence) == AlreadyDone(again.seq)
    assert refusal_reason(decide(again, Claim("d"), FIRST, NOON, presence)) == "The game is over."


@pytest.mark.parametrize(
    ("seats", "presence"),
    [
        (FIRST, [HERE, HERE]),  # not away
        (SECOND, [AWAY, HERE]),  # it is the claimer's own turn
        (FIRST, [AWAY, AWAY]),  # the claimer is not there either
        (BOTH, [HERE, AWAY]),  # both seats are the claimer's
        (FIRST, []),  # a front end without presence
    ],
)
def test_claim_is_refused(seats: frozenset[int], presence: list[Presence]) -> None:
    assert "not away" in refusal_reason(claim(friends().play("a1"), seats, presence))


def test_spectators_cannot_claim() -> None:
    assert "watching" in refusal_reason(claim(friends().play("a1"), NOBODY, [HERE, AWAY]))


def test_computers_and_tables_with_open_seats_cannot_be_claimed_from() -> None:
    assert "not away" in refusal_reason(
        claim(TableDriver(kinds="here computer").play("a1"), FIRST, [HERE, AWAY])
    )
    waiting = TableDriver(kinds="friend here")
    assert "game begins" in refusal_reason(claim(waiting, SECOND, [AWAY, HERE]))


def test_waiting_time_starts_at_the_latest_of_turn_and_absence() -> None:
    table = friends().play("a1", after=10).table
    left, came = Presence(False, NOON + 1000), Presence(True, NOON + 2000)
    assert get_claim_time(table, [HERE, AWAY], FIRST) == NOON + 10 + WAIT
    assert get_claim_time(table, [HERE, left], FIRST) == NOON + 1000 + WAIT
    assert get_claim_time(table, [came, left], FIRST) == NOON + 2000 + WAIT


def test_among_three_the_absent_player_loses_without_a_winner() -> None:
    sitting = TableDriver("vier3d(players=3)", "here here here").play("a1")
    outcome = claim(sitting, FIRST, [HERE, AWAY, HERE])
    assert happened(outcome)[1]["returns"] == [0, -1, 0]


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [
        ({"kind": "none"}, 300),
        ({"kind": "move", "seconds": 300}, 60),
        ({"kind": "move", "seconds": 86_400}, None),
        ({"kind": "fischer", "seconds": 600, "increment": 5}, 60),
        ({"kind": "fischer", "seconds": 86_400, "increment": 0}, None),
    ],
)
def test_claim_time_depends_on_the_clock(clock: Clock, seconds: int | None) -> None:
    assert get_claim_delay_ms(clock) == (None if seconds is None else 1000 * seconds)


def test_correspondence_games_allow_no_claims() -> None:
    sitting = friends(clock={"kind": "move", "seconds": 86_400}).play("a1")
    assert "cannot be claimed" in refusal_reason(claim(sitting, FIRST, [HERE, AWAY], 80_000_000))
