"""Records as JSON: round trips, the schema, and errors with their location."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from steinreich import BadRecord, load
from steinreich.records import Record, from_json, parse_text, read, schema, to_json, write
from tests.records.helpers import damaged_texts, get_error, records
from tests.records.test_text import SIX_IN_LINE, VIER3D, make_nested_record

VALIDATOR = Draft202012Validator(schema())
RODS = "/".join("-" * 16)


def make_data(**changes: Any) -> dict[str, Any]:
    return {"version": 1, "game": "vier3d", "line": [{"action": "a1"}]} | changes


def test_schema_is_valid() -> None:
    Draft202012Validator.check_schema(schema())


def test_record_is_converted_to_data() -> None:
    text = '[Game "vier3d"][Who "Ada"] {hm} 1. a1 $1 {firm} (1. b1 b2 (1... b3)) 1... c1 *'
    [record] = parse_text(text)
    assert to_json(record) == {
        "version": 1,
        "game": "vier3d",
        "start": f"{RODS} r",
        "headers": {"Who": "Ada"},
        "comment": "hm",
        "line": [
            {
                "action": "a1",
                "comment": "firm",
                "marks": [1],
                "variations": [
                    [{"action": "b1"}, {"action": "b2", "variations": [[{"action": "b3"}]]}]
                ],
            },
            {"action": "c1"},
        ],
        "result": None,
    }


def test_accepts_a_minimal_record() -> None:
    record = from_json({"version": 1, "game": "vier3d", "line": []})
    assert record == Record.new(load("vier3d"))
    assert from_json(make_data(start=None, result=[0, 0])).result == (0, 0)


@settings(max_examples=60, deadline=None)
@given(records())
def test_any_record_round_trips_and_fits_the_schema(record: Record) -> None:
    data = json.loads(json.dumps(to_json(record)))
    VALIDATOR.validate(data)
    assert from_json(data) == record


def test_several_records_are_an_array() -> None:
    both = parse_text(VIER3D + SIX_IN_LINE)
    assert read(write(both, "json")) == both
    assert json.loads(write(both[0], "json")) == to_json(both[0])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "the record: expected an object, not '[]'"),
        ({}, "the record: the key 'version' is missing"),
        (make_data(version=2), "version: unknown version 2"),
        (make_data(version=True), "version: expected an integer, not 'True'"),
        (make_data(game=7), "game: expected a string, not '7'"),
        (make_data(game="chess"), "game: no game is called 'chess'"),
        (make_data(game="tzaar"), "start: tzaar is set up at random"),
        (make_data(start="x"), "start: a position has 2 parts"),
        (make_data(extra=1), "the record: unknown key 'extra'; expected version, game"),
        (make_data(headers={"Game": "x"}), "headers: the header Game is derived from the record"),
        (make_data(headers={"a b": "x"}), "headers: 'a b' is not the name of a header"),
        (make_data(headers={"Event": 1}), "headers.Event: expected a string, not '1'"),
        (make_data(comment=1), "comment: expected a string"),
        (make_data(result=[1, 1]), "result: '[1, 1]' is not one of [1, -1], [-1, 1], [0, 0]"),
        (make_data(result="1-0"), "result: expected an array, not '1-0'"),
        (make_data(line={}), "line: expected an array"),
        (
            make_data(line=[{"action": ""}]),
            "line[0].action: expected a non-empty value",
        ),
        (make_data(line=[{"comment": ""}]), "line[0]: the key 'action' is missing"),
        (make_data(comment="\n\ud800"), "comment: line 2, column 1: an unpaired surrogate"),
        (
            make_data(headers={"Event": "\ud800"}),
            "headers.Event: line 1, column 1: an unpaired surrogate",
        ),
        (make_data(**{"\ud800": 1}), "the record: line 1, column 1: an unpaired surrogate"),
        (
            make_data(line=[{"action": "\ud800"}]),
            "line[0].action: line 1, column 1: an unpaired surrogate",
        ),
        (
            make_data(line=[{"action": "a1", "marks": [256]}]),
            "line[0].marks[0]: expected a number of at most 255",
        ),
        (
            make_data(line=[{"action": "a1", "variations": [[]]}]),
            "line[0].variations[0]: expected a non-empty value, not '[]'",
        ),
        (
            make_data(line=[{"action": "a1"}, {"action": "b1", "variations": [[{"action": 1}]]}]),
            "line[1].variations[0][0].action: expected a string, not '1'",
        ),
    ],
)
def test_errors_state_their_location(data: object, message: str) -> None:
    with pytest.raises(BadRecord) as caught:
        from_json(data)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.message.in_language("de") != caught.value.message.in_language("en")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"version": 1,\n "game"}', "line 2, column 8: "),
        ('{"version": 1, "version": 1}', "duplicate key 'version'"),
        ("[ ]", "the array is empty"),
        ("[" * 100_000, "too deep"),
        ("1" * 10_000, "too long"),
        ("[NaN]", "NaN is not a valid number in JSON"),
        (
            '[{"version": 1, "game": "vier3d", "line": []}, 3]',
            "record 2: the record: expected an object",
        ),
    ],
)
def test_json_syntax_errors_state_their_location(text: str, message: str) -> None:
    with pytest.raises(BadRecord) as caught:
        read(text, "json")
    assert message in str(caught.value)


def test_rejects_deep_nesting() -> None:
    assert from_json(to_json(make_nested_record(50))) == make_nested_record(50)
    with pytest.raises(BadRecord, match="more than 50 deep"):
        to_json(make_nested_record(51))
    deep: list[Any] = [{"action": "a1"}]
    for _ in range(51):
        deep = [{"action": "a1", "variations": [deep]}]
    with pytest.raises(BadRecord, match="more than 50 deep"):
        from_json(make_data(line=deep))
    for _ in range(400):
        deep = [{"action": "a1", "variations": [deep]}]
    with pytest.raises(BadRecord, match="more than 50 deep"):
        from_json(make_data(line=deep))


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)


@st.composite
def damaged_data(draw: st.DrawFn) -> dict[str, Any]:
    """A valid record with one value replaced or removed."""
    data = to_json(parse_text(VIER3D)[0])
    inside: Any = data
    while True:
        keys = list(inside) if isinstance(inside, dict) else list(range(len(inside)))
        key = draw(st.sampled_from(keys))
        if not isinstance(inside[key], dict | list) or not inside[key] or draw(st.booleans()):
            break
        inside = inside[key]
    if draw(st.booleans()):
        del inside[key]
    else:
        inside[key] = draw(JSON_VALUES)
    return data


@settings(max_examples=200, deadline=None)
@given(damaged_data())
def test_accepted_data_fits_the_schema(data: dict[str, Any]) -> None:
    invalid = get_error(lambda: from_json(data))
    assert "\n" not in invalid
    if not invalid:
        VALIDATOR.validate(data)
        VALIDATOR.validate(to_json(from_json(data)))


@settings(max_examples=200, deadline=None)
@given(JSON_VALUES)
def test_any_data_raises_only_bad_record(data: object) -> None:
    with pytest.raises(BadRecord):
        from_json(data)


@settings(max_examples=200, deadline=None)
@given(damaged_texts([write(parse_text(SIX_IN_LINE)[0], "json")], [*'{}[]",:\\', "null", "1e9"]))
def test_damaged_json_raises_only_bad_record(text: str) -> None:
    assert "\n" not in get_error(lambda: read(text, "json"))
