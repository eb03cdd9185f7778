"""Records of Four in a Row 3D as lists of rods."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steinreich import BadRecord, load
from steinreich.records import Record, detect_form, parse_rods, read, to_rods
from tests.records.helpers import get_error, random_record


def test_rods_are_numbered_row_by_row() -> None:
    assert parse_rods("0 1,4\n15").moves() == ["a1", "b1", "a2", "d4"]
    assert to_rods(parse_rods("0 1,4\n15")) == "0 1 4 15\n"


def test_finished_game_has_its_result() -> None:
    assert parse_rods("0 1 0 1 0 1 0").result == (1, -1)
    assert parse_rods("0 1 0 1 0 1").result is None


def test_whole_games_round_trip() -> None:
    record = random_record("vier3d", seed=8, actions=64)
    assert record.end.is_over
    assert parse_rods(to_rods(record)) == record


@pytest.mark.parametrize("text", ["[0, 1, 4]", " [0,1,4]\n", "[\n 0,\n 1,\n 4\n]"])
def test_accepts_a_json_list(text: str) -> None:
    assert detect_form(text) == "rods"
    assert read(text) == [parse_rods("0 1 4")]


@pytest.mark.parametrize("text", ["[0, 1", "0, 1]", "[[0, 1]]", "[0] 1"])
def test_brackets_have_to_match(text: str) -> None:
    with pytest.raises(BadRecord, match="is not a rod"):
        parse_rods(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0 16", "action 2: '16' is not a rod from 0 to 15"),
        ("0 1 a5", "action 3: 'a5' is not a rod from 0 to 15 or a1 to d4"),
        ("-1", "action 1: '-1' is not a rod"),
        ("٣", "action 1: '٣' is not a rod"),
        ("0 0 0 0 0", "action 5, 'a1': rod a1 is full"),
    ],
)
def test_errors_name_the_index(text: str, message: str) -> None:
    with pytest.raises(BadRecord) as caught:
        parse_rods(text)
    assert message in str(caught.value)


def test_rejects_unsupported_content() -> None:
    for id in ("vier3d(variant=most_fours)", "vier3d(players=3)", "vier3d(yellow=off)"):
        with pytest.raises(BadRecord, match=r"a game of plain vier3d, not of vier3d\("):
            to_rods(random_record(id, seed=8, actions=5))
    record = Record.new(load("vier3d"))
    record.play("a1")
    with pytest.raises(BadRecord, match="begins with empty rods"):
        to_rods(Record.from_position(record.end))
    record.root.line()[-1].add("b1y")
    with pytest.raises(BadRecord, match=r"action 2: 'b1y' is not a rod"):
        to_rods(record)
    with pytest.raises(BadRecord, match="not of six_in_line"):
        to_rods(Record.new(load("six_in_line")))
    with pytest.raises(BadRecord, match="not of six_in_line"):
        parse_rods("0", load("six_in_line"))


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="0123456789 ,\nx", max_size=60) | st.text())
def test_any_text_raises_only_bad_record(text: str) -> None:
    invalid = get_error(lambda: parse_rods(text))
    assert "\n" not in invalid
    if not invalid:
        assert parse_rods(to_rods(parse_rods(text))) == parse_rods(text)


@pytest.mark.parametrize(
    "text",
    ["a1 b1 a2", "A1, B1,a2\n", '["a1", "b1", "a2"]', "\ufeffa1\nb1\na2", "['a1' 'b1' 'a2']"],
)
def test_rods_can_be_given_by_name(text: str) -> None:
    assert detect_form(text) == "rods"
    assert read(text) == [parse_rods("0 1 4")]


def test_rejects_unknown_rod_names() -> None:
    with pytest.raises(BadRecord, match="action 3: 'e7' is not a rod"):
        read("a1 b1 e7")
    for text in ("e3e4 a1", "c3c2 d2d3", "a1x", "", "1. a1 b1"):
        assert detect_form(text) == "text"
    assert detect_form("a1 b1", load("examples/connect_four.py")) == "text"  # its own names
