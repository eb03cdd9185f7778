"""Claims against players who are away: by presence and time that come from outside."""

import pytest

from steinreich.session.absence import Presence, claim_after, claimable_at
from steinreich.session.records import record
from steinreich.session.rulings import rule_on
from steinreich.session.schema.commands import Claim, Done, Outcome
from steinreich.session.schema.protocol import Clock
from steinreich.session.table import Event, Table
from steinreich.session.texts import ending
from tests.session.sitting import BOTH, FIRST, NOBODY, NOON, SECOND, Sitting, friends, happened, why

WAIT = 300_000
HERE, AWAY = Presence(True, NOON), Presence(False, NOON)


def claim(
    sitting: Sitting, seats: frozenset[int], presence: list[Presence], after: int = WAIT
) -> Outcome:
    """What a claim leads to, so many milliseconds after noon."""
    return rule_on(sitting.table, Claim("c"), seats, NOON + after, presence)


def test_the_win_is_claimed_from_who_has_left_at_their_turn() -> None:
    sitting = friends().play("a1")
    presence = [HERE, AWAY]
    assert "long enough" in why(claim(sitting, FIRST, presence, WAIT - 1))
    outcome = claim(sitting, FIRST, presence)
    data = {"seat": 0, "left": 1, "reason": "left", "returns": [1, -1]}
    assert happened(outcome) == ("ended", data)
    assert isinstance(outcome, Event)
    sitting.take_in(outcome)
    again = Table.of("t", sitting.events)
    assert again.result
    assert ending(again, again.result).en == "Red wins: Ada was away for too long"
    assert record(again).headers["Termination"] == "abandoned"
    assert record(again).result == (1, -1)
    assert rule_on(again, Claim("c"), FIRST, NOON, presence) == Done(again.seq)
    assert why(rule_on(again, Claim("d"), FIRST, NOON, presence)) == "The game is over."


@pytest.mark.parametrize(
    ("seats", "presence"),
    [
        (FIRST, [HERE, HERE]),  # not away
        (SECOND, [AWAY, HERE]),  # it is the claimer's own turn
        (FIRST, [AWAY, AWAY]),  # the claimer is not there either
        (BOTH, [HERE, AWAY]),  # both seats are the claimer's
        (FIRST, []),  # a front end that knows of no presence
    ],
)
def test_nothing_is_claimed(seats: frozenset[int], presence: list[Presence]) -> None:
    assert "not away" in why(claim(friends().play("a1"), seats, presence))


def test_spectators_claim_nothing() -> None:
    assert "watching" in why(claim(friends().play("a1"), NOBODY, [HERE, AWAY]))


def test_nothing_is_claimed_from_computers_or_before_the_game_begins() -> None:
    assert "not away" in why(claim(Sitting(kinds="here computer").play("a1"), FIRST, [HERE, AWAY]))
    waiting = Sitting(kinds="friend here")
    assert "game begins" in why(claim(waiting, SECOND, [AWAY, HERE]))


def test_the_time_counts_from_whatever_was_last() -> None:
    table = friends().play("a1", after=10).table
    left, came = Presence(False, NOON + 1000), Presence(True, NOON + 2000)
    assert claimable_at(table, [HERE, AWAY], FIRST) == NOON + 10 + WAIT
    assert claimable_at(table, [HERE, left], FIRST) == NOON + 1000 + WAIT
    assert claimable_at(table, [came, left], FIRST) == NOON + 2000 + WAIT


def test_among_three_the_one_who_left_loses_and_nobody_wins() -> None:
    sitting = Sitting("vier3d(players=3)", "here here here").play("a1")
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
def test_the_fair_time_depends_on_the_clock(clock: Clock, seconds: int | None) -> None:
    assert claim_after(clock) == (None if seconds is None else 1000 * seconds)


def test_in_correspondence_games_nothing_is_claimed() -> None:
    sitting = friends(clock={"kind": "move", "seconds": 86_400}).play("a1")
    assert "cannot be claimed" in why(claim(sitting, FIRST, [HERE, AWAY], 80_000_000))
