"""Hints and explanations: who may ask for them, and about which positions."""

from typing import Any

import pytest

from steinreich.rules.language import Text
from steinreich.session import texts
from steinreich.session.decisions import (
    EngineQuery,
    Outcome,
    Refusal,
    get_rematch_seats,
    make_rematch_data,
)
from steinreich.session.schema.messages import Explain, Hint, Resign
from steinreich.session.table import Event, Table
from steinreich.session.views.tables import make_snapshot
from tests.session.table_driver import FIRST, NOBODY, NOON, SECOND, TableDriver, fresh, opened_event


def with_hints(game: str = "vier3d", kinds: str = "here computer", **more: Any) -> TableDriver:
    """Return a table that allows hints."""
    sitting = TableDriver(game, kinds)
    sitting.events[0].data.update(hints=True, **more)
    sitting.table = Table.from_events("t", sitting.events)
    return sitting


def hint(*actions: str, at: int = 0, stage: int = 1) -> Hint:
    return Hint(7, at, actions, stage)


def why(outcome: Outcome) -> Text:
    assert isinstance(outcome, Refusal)
    return outcome.why


def test_tables_without_a_hints_setting_have_no_hints() -> None:
    """Such as tables created before the setting existed."""
    event = opened_event()
    assert not {"hints", "teaching"} & set(event.data)
    table = Table.from_events("t", [event])
    assert (table.hints, table.teaching) == (False, False)
    assert why(TableDriver().ask(hint(), FIRST)) == texts.HINTS_NOT_ALLOWED


def test_hints_setting_is_public_and_kept_in_a_rematch() -> None:
    table = with_hints(teaching=True).table
    shown = make_snapshot(table, NOON)
    assert (shown["hints"], shown["teaching"]) == (True, True)
    data = make_rematch_data(table, get_rematch_seats(table), 1)
    assert (data["hints"], data["teaching"]) == (True, True)


def test_player_to_move_can_ask_for_a_hint() -> None:
    sitting = with_hints(kinds="here friend")
    assert why(sitting.ask(hint(), FIRST)) == texts.NOT_ALL_SEATS_TAKEN
    sitting = with_hints(kinds="here here")
    asked = sitting.ask(hint(), FIRST)
    assert asked == EngineQuery(hint(), sitting.table.position, ())
    assert sitting.table.seq == 1, "no event has happened"
    assert isinstance(sitting.ask(hint(), SECOND), Refusal)
    assert why(sitting.ask(hint(), NOBODY)) == texts.ONLY_WATCHING
    assert why(sitting.ask(hint(at=1), FIRST)) == texts.GAME_HAS_MOVED_ON
    sitting.play("a1")
    asked = sitting.ask(hint(at=1), SECOND)
    assert isinstance(asked, EngineQuery)
    assert asked.actions == ("a1",)


def test_hint_within_a_turn_is_about_the_next_action() -> None:
    sitting = with_hints("six_in_line", "here here")
    asked = sitting.ask(hint("a1"), FIRST)
    assert isinstance(asked, EngineQuery)
    assert (asked.actions, str(asked.position)) == (
        ("a1",),
        str(sitting.table.position.play("a1")),
    )
    assert why(sitting.ask(hint("a1", "a2"), FIRST)) == texts.TURN_IS_COMPLETE
    assert isinstance(sitting.ask(hint("z9"), FIRST), Refusal)


def test_computer_can_be_asked_why_it_played() -> None:
    sitting = TableDriver("vier3d", "here computer")
    sitting.play("a1")
    sitting.play("b2")
    asked = sitting.ask(Explain(7, 1), FIRST)
    assert asked == EngineQuery(Explain(7, 1), sitting.table.positions[1], ("a1",), "b2")
    assert why(sitting.ask(Explain(7, 0), FIRST)) == texts.NOT_A_COMPUTER_ACTION
    assert why(sitting.ask(Explain(7, 2), FIRST)) == texts.NO_SUCH_ACTION
    assert why(sitting.ask(Explain(7, 1), NOBODY)) == texts.ONLY_WATCHING


@pytest.mark.parametrize("allowed", [False, True])
def test_explanations_of_the_computer_count_as_hints_among_people(allowed: bool) -> None:
    """Until the game is over."""
    kinds = "here computer here"
    game = "vier3d(players=3)"
    sitting = with_hints(game, kinds) if allowed else TableDriver(game, kinds)
    sitting.play("a1")
    sitting.play("b2")
    asked = sitting.ask(Explain(7, 1), FIRST)
    assert isinstance(asked, EngineQuery) == allowed
    assert isinstance(sitting.ask(Resign(next(fresh), 0), FIRST), Event)
    assert isinstance(sitting.ask(Explain(7, 1), FIRST), EngineQuery)
