"""Draws, undo and rematches: making, accepting and declining offers, and their end."""

from typing import Any

import pytest

from steinreich import load
from steinreich.session.decisions import (
    Join,
    get_rematch_seats,
    make_rematch_data,
    make_rematch_event,
)
from steinreich.session.schema.messages import Decline, Offer, OfferKind, Resign
from steinreich.session.table import Event, Table, UndoOffer
from steinreich.session.views.tables import make_snapshot
from tests.session.table_driver import (
    BOTH_SEATS,
    FIRST_SEAT,
    NO_SEATS,
    NOON,
    SECOND_SEAT,
    THIRD_SEAT,
    TableDriver,
    get_event,
    get_refusal_reason,
    make_friends_table,
    make_opened_event,
)

# Draws


def test_accepting_a_draw_offer_ends_the_game() -> None:
    driver = make_friends_table().play("a1")
    data = {"seat": 0, "seats": [0], "what": "draw"}
    assert get_event(driver.handle(Offer("o", "draw"), FIRST_SEAT)) == ("offered", data)
    assert (
        get_refusal_reason(driver.handle(Offer("p", "draw"), FIRST_SEAT))
        == "You have already offered this."
    )
    end = get_event(driver.handle(Offer("q", "draw"), SECOND_SEAT))
    assert end == ("ended", {"seat": 1, "reason": "agreed", "returns": [0, 0]})
    assert driver.table.offers.draw == frozenset()


def test_draw_offer_stands_until_the_opponent_plays() -> None:
    driver = make_friends_table()
    driver.handle(Offer("o", "draw"), FIRST_SEAT)
    driver.act("a1", FIRST_SEAT)
    assert driver.table.offers.draw == FIRST_SEAT
    driver.act("a2", SECOND_SEAT)
    assert driver.table.offers.draw == NO_SEATS


def test_declined_offer_cannot_be_repeated_before_the_next_turn() -> None:
    driver = make_friends_table()
    driver.handle(Offer("o", "draw"), FIRST_SEAT)
    assert get_event(driver.handle(Decline("d", "draw"), SECOND_SEAT))[0] == "declined"
    assert driver.table.offers.draw == NO_SEATS
    assert get_refusal_reason(driver.handle(Offer("p", "draw"), FIRST_SEAT)).startswith(
        "This has just been declined"
    )
    assert (
        get_refusal_reason(driver.handle(Decline("e", "draw"), SECOND_SEAT))
        == "This offer is no longer open."
    )
    assert get_event(driver.handle(Offer("q", "draw"), SECOND_SEAT))[0] == "offered"
    driver.act("a1", FIRST_SEAT)
    assert get_event(driver.handle(Offer("r", "draw"), FIRST_SEAT))[0] == "offered"


def test_offer_can_be_withdrawn() -> None:
    driver = make_friends_table()
    driver.handle(Offer("o", "draw"), FIRST_SEAT)
    driver.handle(Decline("d", "draw"), FIRST_SEAT)
    assert driver.table.offers.draw == NO_SEATS
    assert get_event(driver.handle(Offer("p", "draw"), FIRST_SEAT))[0] == "offered"


def test_computer_can_be_offered_a_draw() -> None:
    driver = TableDriver(kinds="here computer")
    assert get_event(driver.handle(Offer("o", "draw"), FIRST_SEAT))[0] == "offered"
    assert get_event(driver.handle(Offer("p", "draw"), SECOND_SEAT))[1]["reason"] == "agreed"


def test_draw_offer_on_a_shared_screen_ends_the_game() -> None:
    assert get_event(TableDriver().handle(Offer("o", "draw"), BOTH_SEATS))[1]["reason"] == "agreed"


def test_offer_counts_for_all_seats_of_its_sender() -> None:
    driver = TableDriver("vier3d(players=3)", "here here friend")
    driver.handle(Join("j", 2, ""), NO_SEATS)
    driver.handle(Offer("o", "draw"), BOTH_SEATS)
    driver.act("a1", BOTH_SEATS)
    assert driver.table.offers.draw == BOTH_SEATS
    assert get_event(driver.handle(Offer("p", "draw"), THIRD_SEAT))[1]["reason"] == "agreed"


def test_single_player_cannot_draw() -> None:
    driver = TableDriver("six_in_line(players=1)", "here")
    assert "You play alone" in get_refusal_reason(driver.handle(Offer("o", "draw"), FIRST_SEAT))


def test_games_without_draws_allow_no_offer() -> None:
    for driver in (make_friends_table("tzaar"), TableDriver("tzaar")):
        assert (
            get_refusal_reason(driver.handle(Offer("o", "draw"), FIRST_SEAT))
            == "TZAAR has no draws."
        )
        assert not make_snapshot(driver.table, NOON)["can_offer_draw"]
    assert make_snapshot(make_friends_table().table, NOON)["can_offer_draw"]
    assert not make_snapshot(TableDriver("six_in_line(players=1)", "here").table, NOON)[
        "can_offer_draw"
    ]


@pytest.mark.parametrize("what", ["draw", "undo"])
def test_finished_game_allows_no_offers_except_rematches(what: OfferKind) -> None:
    driver = make_friends_table().play("a1")
    driver.handle(Resign("r"), FIRST_SEAT)
    assert get_refusal_reason(driver.handle(Offer("o", what), FIRST_SEAT)) == "The game is over."


# Undo


def test_undo_against_the_computer_includes_its_turn() -> None:
    driver = TableDriver(kinds="here computer").play("a1 a2 a3 a4")
    assert get_event(driver.handle(Offer("u", "undo"), FIRST_SEAT)) == (
        "undone",
        {"seat": 0, "to": 2},
    )
    assert driver.table.position == TableDriver().play("a1 a2").table.position
    assert [turn.actions for turn in driver.table.turns] == [("a1",), ("a2",)]


def test_undo_while_the_computer_thinks() -> None:
    driver = TableDriver(kinds="here computer").play("a1 a2 a3")
    driver.handle(Offer("u", "undo"), FIRST_SEAT)
    assert driver.table.actions == 2


def test_undo_on_a_shared_screen_removes_the_last_turn() -> None:
    driver = TableDriver().play("a1 a2 a3")
    for remaining in (2, 1, 0):
        driver.handle(Offer(f"u{remaining}", "undo"), BOTH_SEATS)
        assert driver.table.actions == remaining
    assert (
        get_refusal_reason(driver.handle(Offer("u", "undo"), BOTH_SEATS))
        == "There is nothing to take back."
    )


def test_undo_removes_whole_turns() -> None:
    driver = TableDriver("six_in_line")
    driver.act("a1 b2")
    driver.act("a1-c1 +d1")
    driver.handle(Offer("u", "undo"), BOTH_SEATS)
    assert driver.table.actions == 2
    assert driver.table.position.starts_turn


def test_undo_resumes_a_finished_game() -> None:
    driver = TableDriver(kinds="here computer").play("a1 b1 a1 b1 a1 b1 a1")
    table = driver.table
    assert table.status == "over"
    driver.handle(Offer("u", "undo"), FIRST_SEAT)
    assert driver.table.status == "playing"
    assert driver.table.result is None
    assert isinstance(driver.act("c1", FIRST_SEAT), Event)


def test_undo_among_friends_needs_consent() -> None:
    driver = make_friends_table().play("a1 a2")
    assert get_event(driver.handle(Offer("u", "undo"), FIRST_SEAT))[0] == "offered"
    assert driver.table.offers.undo == UndoOffer(0, 0, SECOND_SEAT)
    assert (
        get_refusal_reason(driver.handle(Offer("v", "undo"), FIRST_SEAT))
        == "You have already offered this."
    )
    assert get_event(driver.handle(Offer("w", "undo"), SECOND_SEAT)) == (
        "undone",
        {"seat": 1, "to": 0},
    )
    assert driver.table.offers.undo is None
    assert (
        get_refusal_reason(driver.handle(Offer("x", "undo"), FIRST_SEAT))
        == "There is nothing to take back."
    )


def make_three_friends_table(**options: Any) -> TableDriver:
    """Return a table of three people on different devices."""
    driver = TableDriver("vier3d(players=3)", "here friend friend", **options)
    for seat in (1, 2):
        driver.handle(Join("j", seat, ""), NO_SEATS)
    return driver


def test_undo_among_three_needs_consent_of_both_opponents() -> None:
    driver = make_three_friends_table().play("a1 a2 a3")  # the first is to play again
    assert get_event(driver.handle(Offer("u", "undo"), FIRST_SEAT))[1]["asks"] == [1, 2]
    assert get_event(driver.handle(Offer("v", "undo"), SECOND_SEAT))[0] == "offered"
    assert driver.table.offers.undo == UndoOffer(0, 0, THIRD_SEAT)
    assert driver.table.actions == 3, "one of two is not enough"
    assert (
        get_refusal_reason(driver.handle(Offer("w", "undo"), SECOND_SEAT))
        == "You have not been asked."
    )
    assert get_event(driver.handle(Offer("x", "undo"), THIRD_SEAT)) == (
        "undone",
        {"seat": 2, "to": 0},
    )
    assert driver.table.actions == 0
    assert Table.from_events("t", driver.events).positions == driver.table.positions


def test_undo_among_three_asks_no_others() -> None:
    driver = make_three_friends_table().play("a1 a2 a3 a4 b1")  # the third is to play
    assert get_event(driver.handle(Offer("u", "undo"), SECOND_SEAT))[1]["asks"] == [2]
    assert (
        get_refusal_reason(driver.handle(Offer("v", "undo"), FIRST_SEAT))
        == "You have not been asked."
    )
    assert (
        get_refusal_reason(driver.handle(Decline("d", "undo"), FIRST_SEAT))
        == "You have not been asked."
    )
    assert get_event(driver.handle(Offer("w", "undo"), THIRD_SEAT))[0] == "undone"
    assert driver.table.actions == 4


def test_any_asked_player_can_decline_an_undo() -> None:
    driver = make_three_friends_table().play("a1 a2 a3")
    driver.handle(Offer("u", "undo"), FIRST_SEAT)
    driver.handle(Offer("v", "undo"), SECOND_SEAT)
    assert get_event(driver.handle(Decline("d", "undo"), THIRD_SEAT))[0] == "declined"
    assert driver.table.offers.undo is None
    assert driver.table.actions == 3


def test_holder_of_two_seats_agrees_for_both() -> None:
    driver = TableDriver("vier3d(players=3)", "here here friend")
    driver.handle(Join("j", 2, ""), NO_SEATS)
    driver.play("a1 a2 a3 a4 b1")
    assert get_event(driver.handle(Offer("u", "undo"), THIRD_SEAT))[1]["asks"] == [0, 1]
    assert get_event(driver.handle(Offer("v", "undo"), BOTH_SEATS))[0] == "undone"


def test_undo_of_a_computer_turn_needs_consent() -> None:
    driver = TableDriver("vier3d(players=3)", "here friend computer")
    driver.handle(Join("j", 1, ""), NO_SEATS)
    driver.play("a1 a2")
    assert get_event(driver.handle(Offer("u", "undo"), SECOND_SEAT))[1]["asks"] == [0]


def test_older_undo_offer_without_list_of_players_needs_any_consent() -> None:
    driver = make_three_friends_table().play("a1 a2 a3")
    data = {"seat": 0, "seats": [0], "what": "undo", "to": 0}
    driver.apply(Event(driver.table.seq + 1, NOON, "offered", data, "0:old"))
    assert get_event(driver.handle(Offer("v", "undo"), THIRD_SEAT))[0] == "undone"


def test_undo_offer_ends_when_declined_or_at_the_next_turn() -> None:
    driver = make_friends_table().play("a1 a2")
    driver.handle(Offer("u", "undo"), FIRST_SEAT)
    driver.handle(Decline("d", "undo"), SECOND_SEAT)
    assert driver.table.offers.undo is None
    assert get_refusal_reason(driver.handle(Offer("v", "undo"), FIRST_SEAT)).startswith(
        "This has just been declined"
    )
    driver.play("a3")
    driver.handle(Offer("w", "undo"), FIRST_SEAT)
    driver.play("a4")
    assert driver.table.offers.undo is None


# Rematch


def test_rematch_needs_offers_of_all_people() -> None:
    driver = make_friends_table()
    assert (
        get_refusal_reason(driver.handle(Offer("o", "rematch"), FIRST_SEAT))
        == "The game is not over yet."
    )
    driver.handle(Resign("r"), FIRST_SEAT)
    driver.handle(Offer("o", "rematch"), FIRST_SEAT)
    assert driver.table.offers.rematch == FIRST_SEAT
    assert not driver.table.has_rematch_agreement
    driver.handle(Decline("d", "rematch"), SECOND_SEAT)
    assert driver.table.offers.rematch == NO_SEATS
    driver.handle(Offer("p", "rematch"), FIRST_SEAT)
    driver.handle(Offer("q", "rematch"), SECOND_SEAT)
    assert driver.table.has_rematch_agreement


def test_computer_always_accepts_a_rematch() -> None:
    driver = TableDriver(kinds="here computer")
    driver.handle(Resign("r"), FIRST_SEAT)
    driver.handle(Offer("o", "rematch"), FIRST_SEAT)
    assert driver.table.has_rematch_agreement


def test_rematch_swaps_sides_and_keeps_the_players() -> None:
    driver = TableDriver("vier3d(players=3)", "here friend computer")
    driver.handle(Join("j", 1, "Ada"), NO_SEATS)
    seats = get_rematch_seats(driver.table)
    assert [seat.old_seat for seat in seats] == [1, 2, 0]
    assert [seat.data["kind"] for seat in seats] == ["friend", "computer", "here"]
    assert seats[1].data["level"] == 5
    data = driver.events[0].data | {"seats": [seat.data for seat in seats]}
    rematch = Table.from_events("u", [driver.events[0]._replace(data=data)])
    assert rematch.status == "playing"
    assert rematch.seats[0].name == "Ada"


def test_rematch_repeats_a_chosen_start_position() -> None:
    position = str(load("vier3d").start().play("a1").play("b2"))
    event = make_opened_event(start=position)
    chosen = Table.from_events("t", [event._replace(data=event.data | {"set_up": True})])
    data = make_rematch_data(chosen, get_rematch_seats(chosen), 1)
    assert (data["start"], data["set_up"]) == (position, True)
    table = TableDriver("tzaar").table
    data = make_rematch_data(table, get_rematch_seats(table), 1)
    assert data["start"] != str(table.positions[0]), "a random start is drawn again"
    assert not data["set_up"]


def test_table_has_at_most_one_rematch() -> None:
    driver = TableDriver().play("a1")
    driver.handle(Resign("r"), BOTH_SEATS)
    event = make_rematch_event(driver.table, "next", driver.now)
    assert event is not None
    driver.apply(event)
    assert driver.table.rematch_table == "next"
    assert make_rematch_event(driver.table, "other", driver.now) is None
    for command in (Offer("o", "rematch"), Offer("u", "undo")):
        assert (
            get_refusal_reason(driver.handle(command, BOTH_SEATS))
            == "The rematch has already been set up."
        )
