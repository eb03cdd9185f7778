"""Hints and reasons: who may ask for them, and of what."""

from typing import Any

import pytest

from steinreich.rules.language import Words
from steinreich.session import texts
from steinreich.session.rulings import rematch_data, rematch_seats
from steinreich.session.schema.commands import Explain, Hint, Outcome, Refusal, Resign, Thinkable
from steinreich.session.table import Event, Table
from steinreich.session.views.tables import snapshot
from tests.session.sitting import FIRST, NOBODY, NOON, SECOND, Sitting, fresh, opened


def with_hints(game: str = "vier3d", kinds: str = "here computer", **more: Any) -> Sitting:
    """A table at which hints are allowed."""
    sitting = Sitting(game, kinds)
    sitting.events[0].data.update(hints=True, **more)
    sitting.table = Table.of("t", sitting.events)
    return sitting


def hint(*actions: str, at: int = 0, stage: int = 1) -> Hint:
    return Hint(7, at, actions, stage)


def why(outcome: Outcome) -> Words:
    assert isinstance(outcome, Refusal)
    return outcome.why


def test_tables_without_a_word_about_hints_have_none() -> None:
    """As all that were opened before there were any."""
    event = opened()
    assert not {"hints", "teaching"} & set(event.data)
    table = Table.of("t", [event])
    assert (table.hints, table.teaching) == (False, False)
    assert why(Sitting().ask(hint(), FIRST)) == texts.NO_HINTS


def test_everybody_sees_what_is_allowed_and_a_rematch_allows_the_same() -> None:
    table = with_hints(teaching=True).table
    shown = snapshot(table, NOON)
    assert (shown["hints"], shown["teaching"]) == (True, True)
    data = rematch_data(table, rematch_seats(table), 1)
    assert (data["hints"], data["teaching"]) == (True, True)


def test_who_is_to_act_may_ask() -> None:
    sitting = with_hints(kinds="here friend")
    assert why(sitting.ask(hint(), FIRST)) == texts.NOT_EVERYBODY_HERE
    sitting = with_hints(kinds="here here")
    asked = sitting.ask(hint(), FIRST)
    assert asked == Thinkable(hint(), sitting.table.position, ())
    assert sitting.table.seq == 1, "nothing has happened"
    assert isinstance(sitting.ask(hint(), SECOND), Refusal)
    assert why(sitting.ask(hint(), NOBODY)) == texts.ONLY_WATCHING
    assert why(sitting.ask(hint(at=1), FIRST)) == texts.GONE_ON
    sitting.play("a1")
    asked = sitting.ask(hint(at=1), SECOND)
    assert isinstance(asked, Thinkable)
    assert asked.actions == ("a1",)


def test_within_a_turn_the_next_action_is_asked_about() -> None:
    sitting = with_hints("six_in_line", "here here")
    asked = sitting.ask(hint("a1"), FIRST)
    assert isinstance(asked, Thinkable)
    assert (asked.actions, str(asked.position)) == (
        ("a1",),
        str(sitting.table.position.play("a1")),
    )
    assert why(sitting.ask(hint("a1", "a2"), FIRST)) == texts.TURN_IS_COMPLETE
    assert isinstance(sitting.ask(hint("z9"), FIRST), Refusal)


def test_the_computer_is_asked_why_it_played() -> None:
    sitting = Sitting("vier3d", "here computer")
    sitting.play("a1")
    sitting.play("b2")
    asked = sitting.ask(Explain(7, 1), FIRST)
    assert asked == Thinkable(Explain(7, 1), sitting.table.positions[1], ("a1",), "b2")
    assert why(sitting.ask(Explain(7, 0), FIRST)) == texts.NOT_THE_COMPUTERS
    assert why(sitting.ask(Explain(7, 2), FIRST)) == texts.NOT_PLAYED
    assert why(sitting.ask(Explain(7, 1), NOBODY)) == texts.ONLY_WATCHING


@pytest.mark.parametrize("allowed", [False, True])
def test_beside_other_people_the_computers_reasons_are_hints(allowed: bool) -> None:
    """Until the game is over."""
    kinds = "here computer here"
    game = "vier3d(players=3)"
    sitting = with_hints(game, kinds) if allowed else Sitting(game, kinds)
    sitting.play("a1")
    sitting.play("b2")
    asked = sitting.ask(Explain(7, 1), FIRST)
    assert isinstance(asked, Thinkable) == allowed
    assert isinstance(sitting.ask(Resign(next(fresh), 0), FIRST), Event)
    assert isinstance(sitting.ask(Explain(7, 1), FIRST), Thinkable)
