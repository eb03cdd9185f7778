"""Records with errors are read as far as possible, and the error is located."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steinreich.records import read, write
from steinreich.records.faulty import ReadGame, read_as_far
from tests.records.helpers import IDS, random_record

HEAD = '[Game "vier3d"]\n[Result "*"]\n\n'


def moves(game: ReadGame) -> list[str]:
    assert game.record is not None
    return game.record.moves()


def english(game: ReadGame) -> str:
    assert game.fault is not None
    assert game.fault.within("de") != game.fault.within("en")
    return game.fault.within("en")


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("id", IDS)
def test_record_without_errors_is_read_as_usual(id: str, form: str) -> None:
    record = random_record(id, 3, 30)
    assert read_as_far(write(record, form)) == [ReadGame(record, None)]


def test_illegal_action_ends_the_game_and_is_located_by_line_and_column() -> None:
    [game] = read_as_far(HEAD + "1. a1 a1 2. a1 a1\n3. a1 b2 1-0".replace("1-0", "*"))
    assert moves(game) == ["a1"] * 4
    assert english(game) == "line 5, column 4: action 5, 'a1': rod a1 is full"


def test_unreadable_word_keeps_what_precedes_it() -> None:
    [game] = read_as_far(HEAD + "1. a1 b2 { never closed")
    assert moves(game) == ["a1", "b2"]
    assert english(game).startswith("line 4, column 10: this comment")


def test_illegal_variation_is_cut_off_and_the_game_continues() -> None:
    [game] = read_as_far(HEAD + "1. a1 b1 (1... b2 zz) 2. c1 *")
    assert moves(game) == ["a1", "b1", "c1"]
    assert game.record is not None
    _, b1 = game.record.root.children[0].children
    assert (b1.action, b1.children) == ("b2", [])
    assert english(game).startswith("line 4, column 19: action 3 of a variation, 'zz'")


def test_error_in_the_main_line_precedes_errors_in_variations() -> None:
    [game] = read_as_far(HEAD + "1. a1 b1 (1... zz) 2. yy *")
    assert moves(game) == ["a1", "b1"]
    assert "'yy'" in english(game)


def test_wrong_result_is_corrected() -> None:
    [game] = read_as_far(HEAD.replace("*", "0-1") + "1. a1 b1 2. a1 b1 3. a1 b1 4. a1 0-1")
    assert game.record is not None
    assert game.record.result == (1, -1)
    assert "0-1" in english(game)


def test_reading_continues_with_the_next_game() -> None:
    unknown = '[Game "nothing"]\n[Result "*"]\n\n1. a1 *\n'
    twice = '[Game "vier3d"]\n[Game "vier3d"]\n[Event "x"]\n\n1. a1 *\n'
    good = HEAD + "1. c3 *\n"
    broken, none, double, last = read_as_far("\n".join([HEAD + "1. a1 (\n", unknown, twice, good]))
    assert moves(broken) == ["a1"]
    assert none.record is None
    assert "'nothing'" in english(none)
    assert "twice" in english(double)
    assert (moves(last), last.fault) == (["c3"], None)


@pytest.mark.parametrize("text", ["", " \n", "[ ]\n[", "{", "[{]", "garbage", "(;", "\ud800"])
def test_text_without_readable_game_is_reported(text: str) -> None:
    found = read_as_far(text)
    assert found
    assert all(game.record is None for game in found)
    assert all(english(game) for game in found)


def test_rod_list_is_read_up_to_the_error() -> None:
    [strange] = read_as_far("0 1 2 99 3")
    assert (moves(strange), "99" in english(strange)) == (["a1", "b1", "c1"], True)
    [full] = read_as_far("[0, 0, 0, 0, 0]")
    assert (moves(full), "full" in english(full)) == (["a1"] * 4, True)
    [whole] = read_as_far("0 1 0 1 0 1 0")
    assert [whole.record] == read("0 1 0 1 0 1 0")


def test_json_is_read_up_to_the_error() -> None:
    line = '"line": [{"action": "a1"}, {"action": "zz"}]'
    good, bad = read_as_far(f'[{{"version": 1, "game": "vier3d", {line}}}, {{"version": 2}}]')
    assert (moves(good), "'zz'" in english(good)) == (["a1"], True)
    assert bad.record is None
    [broken] = read_as_far('{"version": 1,,}')
    assert "line 1" in english(broken)


def test_little_golem_record_is_read_up_to_the_error() -> None:
    text = write(random_record("tzaar", 5, 12), "little_golem")
    whole = read(text)[0].moves()
    first = text.index(";", text.index(";") + 1)  # the first turn
    second = text.index(";", first + 1)
    [cut] = read_as_far(text[:second] + ";W[zz]" + text[second:])
    assert moves(cut) == whole[: len(moves(cut))]
    assert moves(cut)
    assert english(cut)
    [open_end] = read_as_far(text.rstrip().rstrip(")"))
    assert moves(open_end) == whole
    assert "not closed" in english(open_end)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.data())
def test_any_damaged_text_gets_a_result(data: st.DataObject) -> None:
    text = write([random_record(id, 7, 20) for id in ("vier3d", "six_in_line")])
    at = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(at, min(len(text), at + 20)))
    spoiled = text[:at] + data.draw(st.text('[](){};$"\\ a1-0*', max_size=5)) + text[end:]
    for game in read_as_far(spoiled):
        assert game.record or game.fault
        if game.record:
            game.record.check()
