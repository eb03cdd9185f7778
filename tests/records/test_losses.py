"""Lost content of a conversion is named, and all other content is kept."""

import pytest
from hypothesis import given, settings

from steinreich import BadRecord, load
from steinreich.records import FORMS, Record, losses, read, write
from tests.records.helpers import IDS, get_error, random_record, records


@settings(max_examples=300, deadline=None)
@given(records())
def test_losses_name_the_lost_content(record: Record) -> None:
    """A format refuses a record, says what it drops, or returns it unchanged."""
    for form in FORMS:
        if not get_error(lambda: write(record, form)):  # noqa: B023
            assert (read(write(record, form), form) == [record]) == (losses(record, form) == [])


@pytest.mark.parametrize("id", [*IDS, "six_in_line(coins=turn)", "inner_square(quiet=corners)"])
def test_record_without_actions_is_kept(id: str) -> None:
    """In every format that supports the game, from its start or any other position."""
    game = load(id)
    supporting_forms = set()
    for start in (game.start(seed=3), *random_record(id, 3, 6).positions()):
        record = Record.from_position(start)
        for form in FORMS:
            if not get_error(lambda: write(record, form)):  # noqa: B023
                assert losses(record, form) == []
                assert read(write(record, form)) == [record]
                assert read(write(record, form), form) == [record]
                supporting_forms.add(form)
    assert supporting_forms >= {"text", "json"}
    assert ("rods" in supporting_forms) == (id == "vier3d")
    assert ("little_golem" in supporting_forms) == (id in ("tzaar", "tzaar(setup=fixed)"))


def test_each_loss_has_a_name() -> None:
    record = random_record("vier3d", seed=1, actions=6)
    assert losses(record, "rods") == []
    record.last.comment = "well"
    record.last.marks = [1]
    record.root.add("d4")
    record.headers = {"Player1": "Ada", "Event": "Friday"}
    record.result = (1, -1)
    assert [lost.in_language("en") for lost in losses(record, "rods")] == [
        "comments",
        "marks",
        "variations",
        "the result",
        "headers (Player1, Event)",
    ]
    assert losses(record, "json") == losses(record, "text") == []


def test_little_golem_keeps_a_resignation() -> None:
    record = random_record("tzaar", seed=1, actions=9)
    record.result = (-1, 1)
    assert [lost.in_language("de") for lost in losses(record, "little_golem")] == ["das Ergebnis"]
    record.headers["Termination"] = "resignation"
    assert losses(record, "little_golem") == []


def test_different_options_are_a_loss() -> None:
    full = random_record("tzaar(setup=tournament)", seed=1, actions=60).end
    assert str(full).endswith(" w 0")
    [lost] = losses(Record.from_position(full), "little_golem")
    assert lost.in_language("en") == "the options of tzaar(setup=tournament)"


def test_losses_of_several_records_are_named_once() -> None:
    games = [random_record("tzaar", seed, 4) for seed in (1, 2)]
    for record in games:
        record.root.comment = "begun"
    assert [lost.in_language("en") for lost in losses(games, "little_golem")] == ["comments"]
    with pytest.raises(BadRecord, match="unknown record format"):
        losses(games, "pgn")
