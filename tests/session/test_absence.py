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
    BOTH_SEATS,
    FIRST_SEAT,
    NO_SEATS,
    NOON,
    SECOND_SEAT,
    TableDriver,
    get_event,
    get_refusal_reason,
    make_friends_table,
)

CLAIM_DELAY_MS = 300_000
CONNECTED, DISCONNECTED = Presence(True, NOON), Presence(False, NOON)


def decide_claim(
    driver: TableDriver,
    seats: frozenset[int],
    presence: list[Presence],
    after: int = CLAIM_DELAY_MS,
) -> Outcome:
    """Return the outcome of a claim `after` milliseconds after noon."""
    return decide(driver.table, Claim("c"), seats, NOON + after, presence)


def test_player_absent_at_their_turn_loses_by_claim() -> None:
    driver = make_friends_table().play("a1")
    presence = [CONNECTED, DISCONNECTED]
    assert "long enough" in get_refusal_reason(
        decide_claim(driver, FIRST_SEAT, presence, CLAIM_DELAY_MS - 1)
    )
    outcome = decide_claim(driver, FIRST_SEAT, presence)
    data = {"seat": 0, "left": 1, "reason": "left", "returns": [1, -1]}
    assert get_event(outcome) == ("ended", data)
    assert isinstance(outcome, Event)
    driver.apply(outcome)
    reloaded = Table.from_events("t", driver.events)
    assert reloaded.result
    assert (
        get_ending(reloaded, reloaded.result).in_language("en")
        == "Red wins: Ada was away for too long"
    )
    assert make_record(reloaded).headers["Termination"] == "abandoned"
    assert make_record(reloaded).result == (1, -1)
    assert decide(reloaded, Claim("c"), FIRST_SEAT, NOON, presence) == AlreadyDone(reloaded.seq)
    assert (
        get_refusal_reason(decide(reloaded, Claim("d"), FIRST_SEAT, NOON, presence))
        == "The game is over."
    )


@pytest.mark.parametrize(
    ("seats", "presence"),
    [
        (FIRST_SEAT, [CONNECTED, CONNECTED]),  # not away
        (SECOND_SEAT, [DISCONNECTED, CONNECTED]),  # it is the claimer's own turn
        (FIRST_SEAT, [DISCONNECTED, DISCONNECTED]),  # the claimer is not there either
        (BOTH_SEATS, [CONNECTED, DISCONNECTED]),  # both seats are the claimer's
        (FIRST_SEAT, []),  # a front end without presence
    ],
)
def test_rejects_a_claim_without_an_absent_opponent(
    seats: frozenset[int], presence: list[Presence]
) -> None:
    assert "not away" in get_refusal_reason(
        decide_claim(make_friends_table().play("a1"), seats, presence)
    )


def test_spectators_cannot_claim() -> None:
    assert "watching" in get_refusal_reason(
        decide_claim(make_friends_table().play("a1"), NO_SEATS, [CONNECTED, DISCONNECTED])
    )


def test_rejects_claims_against_computers_and_while_seats_are_open() -> None:
    assert "not away" in get_refusal_reason(
        decide_claim(
            TableDriver(kinds="here computer").play("a1"), FIRST_SEAT, [CONNECTED, DISCONNECTED]
        )
    )
    waiting = TableDriver(kinds="friend here")
    assert "game begins" in get_refusal_reason(
        decide_claim(waiting, SECOND_SEAT, [DISCONNECTED, CONNECTED])
    )


def test_waiting_time_starts_at_the_latest_of_turn_and_absence() -> None:
    table = make_friends_table().play("a1", delay_ms=10).table
    departed, arrived = Presence(False, NOON + 1000), Presence(True, NOON + 2000)
    assert (
        get_claim_time(table, [CONNECTED, DISCONNECTED], FIRST_SEAT) == NOON + 10 + CLAIM_DELAY_MS
    )
    assert get_claim_time(table, [CONNECTED, departed], FIRST_SEAT) == NOON + 1000 + CLAIM_DELAY_MS
    assert get_claim_time(table, [arrived, departed], FIRST_SEAT) == NOON + 2000 + CLAIM_DELAY_MS


def test_among_three_the_absent_player_loses_without_a_winner() -> None:
    driver = TableDriver("vier3d(players=3)", "here here here").play("a1")
    outcome = decide_claim(driver, FIRST_SEAT, [CONNECTED, DISCONNECTED, CONNECTED])
    assert get_event(outcome)[1]["returns"] == [0, -1, 0]


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
def test_claim_delay_depends_on_the_clock(clock: Clock, seconds: int | None) -> None:
    assert get_claim_delay_ms(clock) == (None if seconds is None else 1000 * seconds)


def test_correspondence_games_allow_no_claims() -> None:
    driver = make_friends_table(clock={"kind": "move", "seconds": 86_400}).play("a1")
    assert "cannot be claimed" in get_refusal_reason(
        decide_claim(driver, FIRST_SEAT, [CONNECTED, DISCONNECTED], 80_000_000)
    )
