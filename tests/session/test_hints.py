"""Hints and explanations: the clients that may request them, and the positions."""

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
from tests.session.table_driver import (
    FIRST_SEAT,
    NO_SEATS,
    NOON,
    SECOND_SEAT,
    TableDriver,
    command_ids,
    make_opened_event,
)


def make_table_with_hints(
    game: str = "vier3d", kinds: str = "here computer", **options: Any
) -> TableDriver:
    """Return a table that allows hints."""
    driver = TableDriver(game, kinds)
    driver.events[0].data.update(hints=True, **options)
    driver.table = Table.from_events("t", driver.events)
    return driver


def make_hint(*actions: str, at: int = 0, stage: int = 1) -> Hint:
    return Hint(7, at, actions, stage)


def get_refusal_text(outcome: Outcome) -> Text:
    assert isinstance(outcome, Refusal)
    return outcome.why


def test_tables_without_a_hints_setting_have_no_hints() -> None:
    """For example tables created before the setting existed."""
    event = make_opened_event()
    assert not {"hints", "teaching"} & set(event.data)
    table = Table.from_events("t", [event])
    assert (table.hints, table.teaching) == (False, False)
    assert (
        get_refusal_text(TableDriver().handle(make_hint(), FIRST_SEAT)) == texts.HINTS_NOT_ALLOWED
    )


def test_hints_setting_is_public_and_kept_in_a_rematch() -> None:
    table = make_table_with_hints(teaching=True).table
    view = make_snapshot(table, NOON)
    assert (view["hints"], view["teaching"]) == (True, True)
    data = make_rematch_data(table, get_rematch_seats(table), 1)
    assert (data["hints"], data["teaching"]) == (True, True)


def test_player_to_move_can_ask_for_a_hint() -> None:
    driver = make_table_with_hints(kinds="here friend")
    assert get_refusal_text(driver.handle(make_hint(), FIRST_SEAT)) == texts.NOT_ALL_SEATS_TAKEN
    driver = make_table_with_hints(kinds="here here")
    query = driver.handle(make_hint(), FIRST_SEAT)
    assert query == EngineQuery(make_hint(), driver.table.position, ())
    assert driver.table.seq == 1, "no event has happened"
    assert isinstance(driver.handle(make_hint(), SECOND_SEAT), Refusal)
    assert get_refusal_text(driver.handle(make_hint(), NO_SEATS)) == texts.ONLY_WATCHING
    assert get_refusal_text(driver.handle(make_hint(at=1), FIRST_SEAT)) == texts.GAME_HAS_MOVED_ON
    driver.play("a1")
    query = driver.handle(make_hint(at=1), SECOND_SEAT)
    assert isinstance(query, EngineQuery)
    assert query.actions == ("a1",)


def test_hint_within_a_turn_is_about_the_next_action() -> None:
    driver = make_table_with_hints("six_in_line", "here here")
    query = driver.handle(make_hint("a1"), FIRST_SEAT)
    assert isinstance(query, EngineQuery)
    assert (query.actions, str(query.position)) == (
        ("a1",),
        str(driver.table.position.play("a1")),
    )
    assert (
        get_refusal_text(driver.handle(make_hint("a1", "a2"), FIRST_SEAT)) == texts.TURN_IS_COMPLETE
    )
    assert isinstance(driver.handle(make_hint("z9"), FIRST_SEAT), Refusal)


def test_computer_explains_its_action() -> None:
    driver = TableDriver("vier3d", "here computer")
    driver.play("a1")
    driver.play("b2")
    query = driver.handle(Explain(7, 1), FIRST_SEAT)
    assert query == EngineQuery(Explain(7, 1), driver.table.positions[1], ("a1",), "b2")
    assert get_refusal_text(driver.handle(Explain(7, 0), FIRST_SEAT)) == texts.NOT_A_COMPUTER_ACTION
    assert get_refusal_text(driver.handle(Explain(7, 2), FIRST_SEAT)) == texts.NO_SUCH_ACTION
    assert get_refusal_text(driver.handle(Explain(7, 1), NO_SEATS)) == texts.ONLY_WATCHING


@pytest.mark.parametrize("allowed", [False, True])
def test_explanations_of_the_computer_count_as_hints_among_people(allowed: bool) -> None:
    """They are free again when the game is over."""
    kinds = "here computer here"
    game = "vier3d(players=3)"
    driver = make_table_with_hints(game, kinds) if allowed else TableDriver(game, kinds)
    driver.play("a1")
    driver.play("b2")
    query = driver.handle(Explain(7, 1), FIRST_SEAT)
    assert isinstance(query, EngineQuery) == allowed
    assert isinstance(driver.handle(Resign(next(command_ids), 0), FIRST_SEAT), Event)
    assert isinstance(driver.handle(Explain(7, 1), FIRST_SEAT), EngineQuery)
