"""Draws, undoing and rematches: who is asked, what is agreed, what lapses."""

from typing import Any

import pytest

from steinreich import load
from steinreich.session.rulings import rematch_data, rematch_event, rematch_seats
from steinreich.session.schema.commands import (
    Decline,
    Join,
    Offer,
    OfferKind,
    Resign,
)
from steinreich.session.table import Event, Table, UndoOffer
from steinreich.session.views.tables import snapshot
from tests.session.sitting import (
    BOTH,
    FIRST,
    NOBODY,
    NOON,
    SECOND,
    THIRD,
    Sitting,
    friends,
    happened,
    opened,
    why,
)

# Draws


def test_a_draw_is_agreed() -> None:
    sitting = friends().play("a1")
    data = {"seat": 0, "seats": [0], "what": "draw"}
    assert happened(sitting.ask(Offer("o", "draw"), FIRST)) == ("offered", data)
    assert why(sitting.ask(Offer("p", "draw"), FIRST)) == "You have already offered this."
    end = happened(sitting.ask(Offer("q", "draw"), SECOND))
    assert end == ("ended", {"seat": 1, "reason": "agreed", "returns": [0, 0]})
    assert sitting.table.offers.draw == frozenset()


def test_an_offer_of_a_draw_stands_until_the_other_plays() -> None:
    sitting = friends()
    sitting.ask(Offer("o", "draw"), FIRST)
    sitting.act("a1", FIRST)
    assert sitting.table.offers.draw == FIRST
    sitting.act("a2", SECOND)
    assert sitting.table.offers.draw == NOBODY


def test_who_was_declined_plays_on_before_he_asks_again() -> None:
    sitting = friends()
    sitting.ask(Offer("o", "draw"), FIRST)
    assert happened(sitting.ask(Decline("d", "draw"), SECOND))[0] == "declined"
    assert sitting.table.offers.draw == NOBODY
    assert why(sitting.ask(Offer("p", "draw"), FIRST)).startswith("This has just been declined")
    assert why(sitting.ask(Decline("e", "draw"), SECOND)) == "This offer is no longer open."
    assert happened(sitting.ask(Offer("q", "draw"), SECOND))[0] == "offered"
    sitting.act("a1", FIRST)
    assert happened(sitting.ask(Offer("r", "draw"), FIRST))[0] == "offered"


def test_an_offer_is_taken_back() -> None:
    sitting = friends()
    sitting.ask(Offer("o", "draw"), FIRST)
    sitting.ask(Decline("d", "draw"), FIRST)
    assert sitting.table.offers.draw == NOBODY
    assert happened(sitting.ask(Offer("p", "draw"), FIRST))[0] == "offered"


def test_the_computer_is_asked_as_well() -> None:
    sitting = Sitting(kinds="here computer")
    assert happened(sitting.ask(Offer("o", "draw"), FIRST))[0] == "offered"
    assert happened(sitting.ask(Offer("p", "draw"), SECOND))[1]["reason"] == "agreed"


def test_at_one_screen_a_draw_is_agreed_at_once() -> None:
    assert happened(Sitting().ask(Offer("o", "draw"), BOTH))[1]["reason"] == "agreed"


def test_one_persons_offer_counts_for_all_his_seats() -> None:
    sitting = Sitting("vier3d(players=3)", "here here friend")
    sitting.ask(Join("j", 2, ""), NOBODY)
    sitting.ask(Offer("o", "draw"), BOTH)
    sitting.act("a1", BOTH)
    assert sitting.table.offers.draw == BOTH
    assert happened(sitting.ask(Offer("p", "draw"), THIRD))[1]["reason"] == "agreed"


def test_alone_there_is_no_draw() -> None:
    sitting = Sitting("six_in_line(players=1)", "here")
    assert "You play alone" in why(sitting.ask(Offer("o", "draw"), FIRST))


def test_where_games_have_no_draws_none_is_offered() -> None:
    for sitting in (friends("tzaar"), Sitting("tzaar")):
        assert why(sitting.ask(Offer("o", "draw"), FIRST)) == "TZAAR has no draws."
        assert not snapshot(sitting.table, NOON)["draws"]
    assert snapshot(friends().table, NOON)["draws"]
    assert not snapshot(Sitting("six_in_line(players=1)", "here").table, NOON)["draws"]


@pytest.mark.parametrize("what", ["draw", "undo"])
def test_nothing_is_offered_to_a_friend_when_the_game_is_over(what: OfferKind) -> None:
    sitting = friends().play("a1")
    sitting.ask(Resign("r"), FIRST)
    assert why(sitting.ask(Offer("o", what), FIRST)) == "The game is over."


# Undo


def test_undo_against_the_computer_takes_back_its_turn_too() -> None:
    sitting = Sitting(kinds="here computer").play("a1 a2 a3 a4")
    assert happened(sitting.ask(Offer("u", "undo"), FIRST)) == ("undone", {"seat": 0, "to": 2})
    assert sitting.table.position == Sitting().play("a1 a2").table.position
    assert [turn.actions for turn in sitting.table.turns] == [("a1",), ("a2",)]


def test_undo_while_the_computer_thinks() -> None:
    sitting = Sitting(kinds="here computer").play("a1 a2 a3")
    sitting.ask(Offer("u", "undo"), FIRST)
    assert sitting.table.actions == 2


def test_undo_at_one_screen_takes_back_the_last_turn() -> None:
    sitting = Sitting().play("a1 a2 a3")
    for left in (2, 1, 0):
        sitting.ask(Offer(f"u{left}", "undo"), BOTH)
        assert sitting.table.actions == left
    assert why(sitting.ask(Offer("u", "undo"), BOTH)) == "There is nothing to take back."


def test_undo_takes_back_whole_turns() -> None:
    sitting = Sitting("six_in_line")
    sitting.act("a1 b2")
    sitting.act("a1-c1 +d1")
    sitting.ask(Offer("u", "undo"), BOTH)
    assert sitting.table.actions == 2
    assert sitting.table.position.starts_turn


def test_undo_brings_a_finished_game_back() -> None:
    sitting = Sitting(kinds="here computer").play("a1 b1 a1 b1 a1 b1 a1")
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
    assert why(sitting.ask(Offer("v", "undo"), FIRST)) == "You have already offered this."
    assert happened(sitting.ask(Offer("w", "undo"), SECOND)) == ("undone", {"seat": 1, "to": 0})
    assert sitting.table.offers.undo is None
    assert why(sitting.ask(Offer("x", "undo"), FIRST)) == "There is nothing to take back."


def three_friends(**more: Any) -> Sitting:
    """Three people far apart."""
    sitting = Sitting("vier3d(players=3)", "here friend friend", **more)
    for seat in (1, 2):
        sitting.ask(Join("j", seat, ""), NOBODY)
    return sitting


def test_undo_among_three_asks_everybody_whose_turn_is_taken_back() -> None:
    sitting = three_friends().play("a1 a2 a3")  # the first is to play again
    assert happened(sitting.ask(Offer("u", "undo"), FIRST))[1]["asks"] == [1, 2]
    assert happened(sitting.ask(Offer("v", "undo"), SECOND))[0] == "offered"
    assert sitting.table.offers.undo == UndoOffer(0, 0, THIRD)
    assert sitting.table.actions == 3, "one of two is not enough"
    assert why(sitting.ask(Offer("w", "undo"), SECOND)) == "You have not been asked."
    assert happened(sitting.ask(Offer("x", "undo"), THIRD)) == ("undone", {"seat": 2, "to": 0})
    assert sitting.table.actions == 0
    assert Table.of("t", sitting.events).positions == sitting.table.positions


def test_undo_among_three_asks_nobody_else() -> None:
    sitting = three_friends().play("a1 a2 a3 a4 b1")  # the third is to play
    assert happened(sitting.ask(Offer("u", "undo"), SECOND))[1]["asks"] == [2]
    assert why(sitting.ask(Offer("v", "undo"), FIRST)) == "You have not been asked."
    assert why(sitting.ask(Decline("d", "undo"), FIRST)) == "You have not been asked."
    assert happened(sitting.ask(Offer("w", "undo"), THIRD))[0] == "undone"
    assert sitting.table.actions == 4


def test_any_of_those_asked_may_decline_an_undo() -> None:
    sitting = three_friends().play("a1 a2 a3")
    sitting.ask(Offer("u", "undo"), FIRST)
    sitting.ask(Offer("v", "undo"), SECOND)
    assert happened(sitting.ask(Decline("d", "undo"), THIRD))[0] == "declined"
    assert sitting.table.offers.undo is None
    assert sitting.table.actions == 3


def test_one_who_holds_two_seats_agrees_for_both() -> None:
    sitting = Sitting("vier3d(players=3)", "here here friend")
    sitting.ask(Join("j", 2, ""), NOBODY)
    sitting.play("a1 a2 a3 a4 b1")
    assert happened(sitting.ask(Offer("u", "undo"), THIRD))[1]["asks"] == [0, 1]
    assert happened(sitting.ask(Offer("v", "undo"), BOTH))[0] == "undone"


def test_undo_asks_somebody_even_where_only_the_computer_has_its_turn_taken() -> None:
    sitting = Sitting("vier3d(players=3)", "here friend computer")
    sitting.ask(Join("j", 1, ""), NOBODY)
    sitting.play("a1 a2")
    assert happened(sitting.ask(Offer("u", "undo"), SECOND))[1]["asks"] == [0]


def test_an_undo_that_was_asked_for_before_all_were_asked_needs_anybody() -> None:
    sitting = three_friends().play("a1 a2 a3")
    data = {"seat": 0, "seats": [0], "what": "undo", "to": 0}
    sitting.take_in(Event(sitting.table.seq + 1, NOON, "offered", data, "0:old"))
    assert happened(sitting.ask(Offer("v", "undo"), THIRD))[0] == "undone"


def test_an_offer_to_undo_is_declined_or_lapses() -> None:
    sitting = friends().play("a1 a2")
    sitting.ask(Offer("u", "undo"), FIRST)
    sitting.ask(Decline("d", "undo"), SECOND)
    assert sitting.table.offers.undo is None
    assert why(sitting.ask(Offer("v", "undo"), FIRST)).startswith("This has just been declined")
    sitting.play("a3")
    sitting.ask(Offer("w", "undo"), FIRST)
    sitting.play("a4")
    assert sitting.table.offers.undo is None


# Rematch


def test_a_rematch_is_agreed() -> None:
    sitting = friends()
    assert why(sitting.ask(Offer("o", "rematch"), FIRST)) == "The game is not over yet."
    sitting.ask(Resign("r"), FIRST)
    sitting.ask(Offer("o", "rematch"), FIRST)
    assert sitting.table.offers.rematch == FIRST
    assert not sitting.table.rematch_agreed
    sitting.ask(Decline("d", "rematch"), SECOND)
    assert sitting.table.offers.rematch == NOBODY
    sitting.ask(Offer("p", "rematch"), FIRST)
    sitting.ask(Offer("q", "rematch"), SECOND)
    assert sitting.table.rematch_agreed


def test_the_computer_always_plays_again() -> None:
    sitting = Sitting(kinds="here computer")
    sitting.ask(Resign("r"), FIRST)
    sitting.ask(Offer("o", "rematch"), FIRST)
    assert sitting.table.rematch_agreed


def test_sides_change_and_everybody_keeps_sitting() -> None:
    sitting = Sitting("vier3d(players=3)", "here friend computer")
    sitting.ask(Join("j", 1, "Ada"), NOBODY)
    seats = rematch_seats(sitting.table)
    assert [seat.was for seat in seats] == [1, 2, 0]
    assert [seat.data["kind"] for seat in seats] == ["friend", "computer", "here"]
    assert seats[1].data["level"] == 5
    data = sitting.events[0].data | {"seats": [seat.data for seat in seats]}
    again = Table.of("u", [sitting.events[0]._replace(data=data)])
    assert again.status == "playing"
    assert again.seats[0].name == "Ada"


def test_a_rematch_begins_where_the_game_began_if_somebody_chose_that() -> None:
    position = str(load("vier3d").start().play("a1").play("b2"))
    event = opened(start=position)
    chosen = Table.of("t", [event._replace(data=event.data | {"set_up": True})])
    data = rematch_data(chosen, rematch_seats(chosen), 1)
    assert (data["start"], data["set_up"]) == (position, True)
    usual = Sitting("tzaar").table
    data = rematch_data(usual, rematch_seats(usual), 1)
    assert data["start"] != str(usual.positions[0]), "chance sets it up anew"
    assert not data["set_up"]


def test_there_is_one_rematch() -> None:
    sitting = Sitting().play("a1")
    sitting.ask(Resign("r"), BOTH)
    event = rematch_event(sitting.table, "next", sitting.now)
    assert event is not None
    sitting.take_in(event)
    assert sitting.table.next == "next"
    assert rematch_event(sitting.table, "other", sitting.now) is None
    for command in (Offer("o", "rematch"), Offer("u", "undo")):
        assert why(sitting.ask(command, BOTH)) == "The rematch has already been set up."
