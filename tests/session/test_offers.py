"""Draws, undo and rematches: who is asked, when they are agreed, when offers lapse."""

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
    BOTH,
    FIRST,
    NOBODY,
    NOON,
    SECOND,
    THIRD,
    TableDriver,
    friends,
    happened,
    opened_event,
    refusal_reason,
)

# Draws


def test_draw_is_agreed() -> None:
    sitting = friends().play("a1")
    data = {"seat": 0, "seats": [0], "what": "draw"}
    assert happened(sitting.ask(Offer("o", "draw"), FIRST)) == ("offered", data)
    assert (
        refusal_reason(sitting.ask(Offer("p", "draw"), FIRST)) == "You have already offered this."
    )
    end = happened(sitting.ask(Offer("q", "draw"), SECOND))
    assert end == ("ended", {"seat": 1, "reason": "agreed", "returns": [0, 0]})
    assert sitting.table.offers.draw == frozenset()


def test_draw_offer_stands_until_the_opponent_plays() -> None:
    sitting = friends()
    sitting.ask(Offer("o", "draw"), FIRST)
    sitting.act("a1", FIRST)
    assert sitting.table.offers.draw == FIRST
    sitting.act("a2", SECOND)
    assert sitting.table.offers.draw == NOBODY


def test_declined_offer_cannot_be_repeated_before_the_next_turn() -> None:
    sitting = friends()
    sitting.ask(Offer("o", "draw"), FIRST)
    assert happened(sitting.ask(Decline("d", "draw"), SECOND))[0] == "declined"
    assert sitting.table.offers.draw == NOBODY
    assert refusal_reason(sitting.ask(Offer("p", "draw"), FIRST)).startswith(
        "This has just been declined"
    )
    assert (
        refusal_reason(sitting.ask(Decline("e", "draw"), SECOND)) == "This offer is no longer open."
    )
    assert happened(sitting.ask(Offer("q", "draw"), SECOND))[0] == "offered"
    sitting.act("a1", FIRST)
    assert happened(sitting.ask(Offer("r", "draw"), FIRST))[0] == "offered"


def test_offer_can_be_withdrawn() -> None:
    sitting = friends()
    sitting.ask(Offer("o", "draw"), FIRST)
    sitting.ask(Decline("d", "draw"), FIRST)
    assert sitting.table.offers.draw == NOBODY
    assert happened(sitting.ask(Offer("p", "draw"), FIRST))[0] == "offered"


def test_computer_can_be_offered_a_draw() -> None:
    sitting = TableDriver(kinds="here computer")
    assert happened(sitting.ask(Offer("o", "draw"), FIRST))[0] == "offered"
    assert happened(sitting.ask(Offer("p", "draw"), SECOND))[1]["reason"] == "agreed"


def test_draw_on_a_shared_screen_is_agreed_at_once() -> None:
    assert happened(TableDriver().ask(Offer("o", "draw"), BOTH))[1]["reason"] == "agreed"


def test_offer_counts_for_all_seats_of_its_sender() -> None:
    sitting = TableDriver("vier3d(players=3)", "here here friend")
    sitting.ask(Join("j", 2, ""), NOBODY)
    sitting.ask(Offer("o", "draw"), BOTH)
    sitting.act("a1", BOTH)
    assert sitting.table.offers.draw == BOTH
    assert happened(sitting.ask(Offer("p", "draw"), THIRD))[1]["reason"] == "agreed"


def test_single_player_cannot_draw() -> None:
    sitting = TableDriver("six_in_line(players=1)", "here")
    assert "You play alone" in refusal_reason(sitting.ask(Offer("o", "draw"), FIRST))


def test_games_without_draws_allow_no_offer() -> None:
    for sitting in (friends("tzaar"), TableDriver("tzaar")):
        assert refusal_reason(sitting.ask(Offer("o", "draw"), FIRST)) == "TZAAR has no draws."
        assert not make_snapshot(sitting.table, NOON)["can_offer_draw"]
    assert make_snapshot(friends().table, NOON)["can_offer_draw"]
    assert not make_snapshot(TableDriver("six_in_line(players=1)", "here").table, NOON)[
        "can_offer_draw"
    ]


@pytest.mark.parametrize("what", ["draw", "undo"])
def test_finished_game_allows_no_offers_except_rematches(what: OfferKind) -> None:
    sitting = friends().play("a1")
    sitting.ask(Resign("r"), FIRST)
    assert refusal_reason(sitting.ask(Offer("o", what), FIRST)) == "The game is over."


# Undo


def test_undo_against_the_computer_includes_its_turn() -> None:
    sitting = TableDriver(kinds="here computer").play("a1 a2 a3 a4")
    assert happened(sitting.ask(Offer("u", "undo"), FIRST)) == ("undone", {"seat": 0, "to": 2})
    assert sitting.table.position == TableDriver().play("a1 a2").table.position
    assert [turn.actions for turn in sitting.table.turns] == [("a1",), ("a2",)]


def test_undo_while_the_computer_thinks() -> None:
    sitting = TableDriver(kinds="here computer").play("a1 a2 a3")
    sitting.ask(Offer("u", "undo"), FIRST)
    assert sitting.table.actions == 2


def test_undo_on_a_shared_screen_removes_the_last_turn() -> None:
    sitting = TableDriver().play("a1 a2 a3")
    for left in (2, 1, 0):
        sitting.ask(Offer(f"u{left}", "undo"), BOTH)
        assert sitting.table.actions == left
    assert refusal_reason(sitting.ask(Offer("u", "undo"), BOTH)) == "There is nothing to take back."


def test_undo_removes_whole_turns() -> None:
    sitting = TableDriver("six_in_line")
    sitting.act("a1 b2")
    sitting.act("a1-c1 +d1")
    sitting.ask(Offer("u", "undo"), BOTH)
    assert sitting.table.actions == 2
    assert sitting.table.position.starts_turn


def test_undo_resumes_a_finished_game() -> None:
    sitting = TableDriver(kinds="here computer").play("a1 b1 a1 b1 a1 b1 a1")
    table = sitting.table
    assert table.status == "over"
    sitting.ask(Offer("u", "undo"), FIRST)
    assert sitting.table.status == "playing"
    assert sitting.table.result is None
    assert isinstance(sitting.act("c1", FIRST), Event)


def test_undo_among_friends_needs_consent() -> None:
    sitting = friends().play("a1 a2")
    assert happened(sitting.ask(Offer("u", "undo"), FIRST))[0] == "offered"
    assert sitting.table.offers.undo == UndoOffer(0, 0, SECOND)
    assert (
        refusal_reason(sitting.ask(Offer("v", "undo"), FIRST)) == "You have already offered this."
    )
    assert happened(sitting.ask(Offer("w", "undo"), SECOND)) == ("undone", {"seat": 1, "to": 0})
    assert sitting.table.offers.undo is None
    assert (
        refusal_reason(sitting.ask(Offer("x", "undo"), FIRST)) == "There is nothing to take back."
    )


def three_friends(**more: Any) -> TableDriver:
    """Return a table of three people on different devices."""
    sitting = TableDriver("vier3d(players=3)", "here friend friend", **more)
    for seat in (1, 2):
        sitting.ask(Join("j", seat, ""), NOBODY)
    return sitting


def test_undo_among_three_needs_consent_of_both_opponents() -> None:
    sitting = three_friends().play("a1 a2 a3")  # the first is to play again
    assert happened(sitting.ask(Offer("u", "undo"), FIRST))[1]["asks"] == [1, 2]
    assert happened(sitting.ask(Offer("v", "undo"), SECOND))[0] == "offered"
    assert sitting.table.offers.undo == UndoOffer(0, 0, THIRD)
    assert sitting.table.actions == 3, "one of two is not enough"
    assert refusal_reason(sitting.ask(Offer("w", "undo"), SECOND)) == "You have not been asked."
    assert happened(sitting.ask(Offer("x", "undo"), THIRD)) == ("undone", {"seat": 2, "to": 0})
    assert sitting.table.actions == 0
    assert Table.from_events("t", sitting.events).positions == sitting.table.positions


def test_undo_among_three_asks_no_others() -> None:
    sitting = three_friends().play("a1 a2 a3 a4 b1")  # the third is to play
    assert happened(sitting.ask(Offer("u", "undo"), SECOND))[1]["asks"] == [2]
    assert refusal_reason(sitting.ask(Offer("v", "undo"), FIRST)) == "You have not been asked."
    assert refusal_reason(sitting.ask(Decline("d", "undo"), FIRST)) == "You have not been asked."
    assert happened(sitting.ask(Offer("w", "undo"), THIRD))[0] == "undone"
    assert sitting.table.actions == 4


def test_any_asked_player_can_decline_an_undo() -> None:
    sitting = three_friends().play("a1 a2 a3")
    sitting.ask(Offer("u", "undo"), FIRST)
    sitting.ask(Offer("v", "undo"), SECOND)
    assert happened(sitting.ask(Decline("d", "undo"), THIRD))[0] == "declined"
    assert sitting.table.offers.undo is None
    assert sitting.table.actions == 3


def test_holder_of_two_seats_agrees_for_both() -> None:
    sitting = TableDriver("vier3d(players=3)", "here here friend")
    sitting.ask(Join("j", 2, ""), NOBODY)
    sitting.play("a1 a2 a3 a4 b1")
    assert happened(sitting.ask(Offer("u", "undo"), THIRD))[1]["asks"] == [0, 1]
    assert happened(sitting.ask(Offer("v", "undo"), BOTH))[0] == "undone"


def test_undo_needs_consent_even_if_only_a_computer_turn_is_removed() -> None:
    sitting = TableDriver("vier3d(players=3)", "here friend computer")
    sitting.ask(Join("j", 1, ""), NOBODY)
    sitting.play("a1 a2")
    assert happened(sitting.ask(Offer("u", "undo"), SECOND))[1]["asks"] == [0]


def test_older_undo_offer_without_list_of_players_needs_any_consent() -> None:
    sitting = three_friends().play("a1 a2 a3")
    data = {"seat": 0, "seats": [0], "what": "undo", "to": 0}
    sitting.take_in(Event(sitting.table.seq + 1, NOON, "offered", data, "0:old"))
    assert happened(sitting.ask(Offer("v", "undo"), THIRD))[0] == "undone"


def test_undo_offer_is_declined_or_lapses() -> None:
    sitting = friends().play("a1 a2")
    sitting.ask(Offer("u", "undo"), FIRST)
    sitting.ask(Decline("d", "undo"), SECOND)
    assert sitting.table.offers.undo is None
    assert refusal_reason(sitting.ask(Offer("v", "undo"), FIRST)).startswith(
        "This has just been declined"
    )
    sitting.play("a3")
    sitting.ask(Offer("w", "undo"), FIRST)
    sitting.play("a4")
    assert sitting.table.offers.undo is None


# Rematch


def test_rematch_is_agreed() -> None:
    sitting = friends()
    assert refusal_reason(sitting.ask(Offer("o", "rematch"), FIRST)) == "The game is not over yet."
    sitting.ask(Resign("r"), FIRST)
    sitting.ask(Offer("o", "rematch"), FIRST)
    assert sitting.table.offers.rematch == FIRST
    assert not sitting.table.is_rematch_agreed
    sitting.ask(Decline("d", "rematch"), SECOND)
    assert sitting.table.offers.rematch == NOBODY
    sitting.ask(Offer("p", "rematch"), FIRST)
    sitting.ask(Offer("q", "rematch"), SECOND)
    assert sitting.table.is_rematch_agreed


def test_computer_always_accepts_a_rematch() -> None:
    sitting = TableDriver(kinds="here computer")
    sitting.ask(Resign("r"), FIRST)
    sitting.ask(Offer("o", "rematch"), FIRST)
    assert sitting.table.is_rematch_agreed


def test_rematch_swaps_sides_and_keeps_the_players() -> None:
    sitting = TableDriver("vier3d(players=3)", "here friend computer")
    sitting.ask(Join("j", 1, "Ada"), NOBODY)
    seats = get_rematch_seats(sitting.table)
    assert [seat.old_seat for seat in seats] == [1, 2, 0]
    assert [seat.data["kind"] for seat in seats] == ["friend", "computer", "here"]
    assert seats[1].data["level"] == 5
    data = sitting.events[0].data | {"seats": [seat.data for seat in seats]}
    again = Table.from_events("u", [sitting.events[0]._replace(data=data)])
    assert again.status == "playing"
    assert again.seats[0].name == "Ada"


def test_rematch_repeats_a_chosen_start_position() -> None:
    position = str(load("vier3d").start().play("a1").play("b2"))
    event = opened_event(start=position)
    chosen = Table.from_events("t", [event._replace(data=event.data | {"set_up": True})])
    data = make_rematch_data(chosen, get_rematch_seats(chosen), 1)
    assert (data["start"], data["set_up"]) == (position, True)
    usual = TableDriver("tzaar").table
    data = make_rematch_data(usual, get_rematch_seats(usual), 1)
    assert data["start"] != str(usual.positions[0]), "a random start is drawn again"
    assert not data["set_up"]


def test_only_one_rematch_is_created() -> None:
    sitting = TableDriver().play("a1")
    sitting.ask(Resign("r"), BOTH)
    event = make_rematch_event(sitting.table, "next", sitting.now)
    assert event is not None
    sitting.take_in(event)
    assert sitting.table.rematch_table == "next"
    assert make_rematch_event(sitting.table, "other", sitting.now) is None
    for command in (Offer("o", "rematch"), Offer("u", "undo")):
        assert refusal_reason(sitting.ask(command, BOTH)) == "The rematch has already been set up."
