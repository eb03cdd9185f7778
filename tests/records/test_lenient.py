"""Records with errors are read as far as possible, and the error is located."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steinreich.records import read, write
from steinreich.records.lenient import ReadGame, read_leniently
from tests.records.helpers import IDS, random_record

HEAD = '[Game "vier3d"]\n[Result "*"]\n\n'


def get_moves(game: ReadGame) -> list[str]:
    assert game.record is not None
    return game.record.moves()


def get_english_fault(game: ReadGame) -> str:
    assert game.fault is not None
    assert game.fault.in_language("de") != game.fault.in_language("en")
    return game.fault.in_language("en")


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("id", IDS)
def test_record_without_errors_is_read_as_usual(id: str, form: str) -> None:
    record = random_record(id, 3, 30)
    assert read_leniently(write(record, form)) == [ReadGame(record, None)]


def test_illegal_action_ends_the_game_and_is_located_by_line_and_column() -> None:
    [game] = read_leniently(HEAD + "1. a1 a1 2. a1 a1\n3. a1 b2 *")
    assert get_moves(game) == ["a1"] * 4
    assert get_english_fault(game) == "line 5, column 4: action 5, 'a1': rod a1 is full"


def test_unreadable_word_keeps_what_precedes_it() -> None:
    [game] = read_leniently(HEAD + "1. a1 b2 { never closed")
    assert get_moves(game) == ["a1", "b2"]
    assert get_english_fault(game).startswith("line 4, column 10: this comment")


def test_illegal_variation_is_cut_off_and_the_game_continues() -> None:
    [game] = read_leniently(HEAD + "1. a1 b1 (1... b2 zz) 2. c1 *")
    assert get_moves(game) == ["a1", "b1", "c1"]
    assert game.record is not None
    _, variation = game.record.root.children[0].children
    assert (variation.action, variation.children) == ("b2", [])
    assert get_english_fault(game).startswith("line 4, column 19: action 3 of a variation, 'zz'")


def test_error_in_the_main_line_precedes_errors_in_variations() -> None:
    [game] = read_leniently(HEAD + "1. a1 b1 (1... zz) 2. yy *")
    assert get_moves(game) == ["a1", "b1"]
    assert "'yy'" in get_english_fault(game)


def test_corrects_a_wrong_result() -> None:
    [game] = read_leniently(HEAD.replace("*", "0-1") + "1. a1 b1 2. a1 b1 3. a1 b1 4. a1 0-1")
    assert game.record is not None
    assert game.record.result == (1, -1)
    assert "0-1" in get_english_fault(game)


def test_reading_continues_with_the_next_game() -> None:
    unknown = '[Game "nothing"]\n[Result "*"]\n\n1. a1 *\n'
    twice = '[Game "vier3d"]\n[Game "vier3d"]\n[Event "x"]\n\n1. a1 *\n'
    good = HEAD + "1. c3 *\n"
    broken, without_game, repeated_header, last = read_leniently(
        "\n".join([HEAD + "1. a1 (\n", unknown, twice, good])
    )
    assert get_moves(broken) == ["a1"]
    assert without_game.record is None
    assert "'nothing'" in get_english_fault(without_game)
    assert "duplicate" in get_english_fault(repeated_header)
    assert (get_moves(last), last.fault) == (["c3"], None)


@pytest.mark.parametrize("text", ["", " \n", "[ ]\n[", "{", "[{]", "garbage", "(;", "\ud800"])
def test_rejects_text_without_a_readable_game(text: str) -> None:
    found = read_leniently(text)
    assert found
    assert all(game.record is None for game in found)
    assert all(get_english_fault(game) for game in found)


def test_rod_list_is_read_up_to_the_error() -> None:
    [unknown_rod] = read_leniently("0 1 2 99 3")
    assert (get_moves(unknown_rod), "99" in get_english_fault(unknown_rod)) == (
        ["a1", "b1", "c1"],
        True,
    )
    [full] = read_leniently("[0, 0, 0, 0, 0]")
    assert (get_moves(full), "full" in get_english_fault(full)) == (["a1"] * 4, True)
    [complete] = read_leniently("0 1 0 1 0 1 0")
    assert [complete.record] == read("0 1 0 1 0 1 0")


def test_json_is_read_up_to_the_error() -> None:
    line = '"line": [{"action": "a1"}, {"action": "zz"}]'
    good, bad = read_leniently(f'[{{"version": 1, "game": "vier3d", {line}}}, {{"version": 2}}]')
    assert (get_moves(good), "'zz'" in get_english_fault(good)) == (["a1"], True)
    assert bad.record is None
    [broken] = read_leniently('{"version": 1,,}')
    assert "line 1" in get_english_fault(broken)


def test_little_golem_record_is_read_up_to_the_error() -> None:
    text = write(random_record("tzaar", 5, 12), "little_golem")
    complete = read(text)[0].moves()
    first = text.index(";", text.index(";") + 1)  # the first turn
    second = text.index(";", first + 1)
    [interrupted] = read_leniently(text[:second] + ";W[zz]" + text[second:])
    assert get_moves(interrupted) == complete[: len(get_moves(interrupted))]
    assert get_moves(interrupted)
    assert get_english_fault(interrupted)
    [open_end] = read_leniently(text.rstrip().rstrip(")"))
    assert get_moves(open_end) == complete
    assert "not closed" in get_english_fault(open_end)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.data())
def test_any_damaged_text_gets_a_result(data: st.DataObject) -> None:
    text = write([random_record(id, 7, 20) for id in ("vier3d", "six_in_line")])
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    damaged_text = text[:start] + data.draw(st.text('[](){};$"\\ a1-0*', max_size=5)) + text[end:]
    for game in read_leniently(damaged_text):
        assert game.record or game.fault
        if game.record:
            game.record.check()
