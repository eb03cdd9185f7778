from pathlib import Path

import pytest

from steinreich import BadRecord, load
from steinreich.records import read
from steinreich.records.door import LONGEST_TEXT, is_usual, place, set_up_by_chance


def test_places_are_counted_from_one() -> None:
    assert place("ab\ncd", 0) == "line 1, column 1"
    assert place("ab\ncd", 4) == "line 2, column 2"


@pytest.mark.parametrize("form", ["text", "json", "little_golem", "rods"])
def test_too_long_a_text_is_refused(form: str) -> None:
    with pytest.raises(BadRecord, match="1000001 characters"):
        read(" " * (LONGEST_TEXT + 1), form)


@pytest.mark.parametrize("form", ["text", "json", "little_golem", "rods"])
def test_half_characters_are_refused(form: str) -> None:
    with pytest.raises(BadRecord, match="line 2, column 3: half a Unicode character"):
        read("\n..\ud800", form)


def test_chance_is_found_out() -> None:
    assert set_up_by_chance(load("tzaar"))
    assert not set_up_by_chance(load("tzaar(setup=fixed)"))
    assert not is_usual(load("tzaar").start(seed=1))
    assert is_usual(load("vier3d").start())
    assert not is_usual(load("vier3d").start().play("a1"))


def test_a_record_cannot_run_a_file(tmp_path: Path) -> None:
    """Only a caller who loaded a game file himself can read records of it."""
    trap = tmp_path / "trap.py"
    trap.write_text("raise SystemExit('the file was run')")
    for id in (str(trap), f" {trap}(a=b)"):
        with pytest.raises(BadRecord, match="is a file"):
            read(f'[Game "{id}"] *')


def test_a_game_file_of_ones_own_can_be_expected() -> None:
    path = load("vier3d").module.__file__
    game = load(str(path))
    [record] = read(f'[Game "{path}"] 1. a1 *', game=game)
    assert record.game is game


def test_ids_are_short() -> None:
    with pytest.raises(BadRecord, match="at most 200 characters"):
        read(f'[Game "{"x" * 201}"] *')
