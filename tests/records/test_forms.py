"""Formats of records: detection, several records, and values that are not records."""

import ast
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import steinreich.records
from steinreich import BadRecord, load
from steinreich.records import FORMS, detect_form, read, write
from steinreich.records.lenient import read_leniently
from steinreich.records.reading import MAX_RECORD_CHARACTERS
from tests.records.helpers import get_error, random_record
from tests.records.test_text import SIX_IN_LINE, TZAAR, VIER3D

SOURCES = sorted(Path(steinreich.records.__file__).parent.rglob("*.py"))


@pytest.mark.parametrize("form", FORMS)
def test_detects_each_format(form: str) -> None:
    record = random_record("tzaar" if form == "little_golem" else "vier3d", seed=2, actions=20)
    records = [record] * (2 if form == "jsonl" else 1)  # a single line is plain JSON
    text = write(records, form)
    for variant in (text, "\n " + text, "\ufeff" + text, text.replace("\n", "\r\n")):
        assert detect_form(variant) == form
        assert read(variant) == records


def test_text_can_contain_several_records() -> None:
    records = read(VIER3D + SIX_IN_LINE + TZAAR)
    assert len(records) == 3
    for form in ("text", "json"):
        assert read(write(records, form)) == records
    games = [random_record("tzaar", seed, 10) for seed in (1, 2)]
    assert read(write(games, "little_golem")) == games
    with pytest.raises(BadRecord, match="can hold one record, not 3"):
        write(records, "rods")


def test_actions_are_checked_when_read() -> None:
    text = '[Game "vier3d"] a1 a1 a1 a1 a1 *'
    with pytest.raises(BadRecord, match=r"^action 5, 'a1': rod a1 is full$"):
        read(text)
    with pytest.raises(BadRecord, match=r"^record 2: action 5, 'a1': rod a1 is full$"):
        read(VIER3D + text)
    [record] = read(text, check=False)
    assert record.moves() == ["a1"] * 5


def test_game_can_be_given() -> None:
    assert read("a1 b1 *", game=load("vier3d"))[0].moves() == ["a1", "b1"]
    assert read("0 1", game=load("vier3d(players=3)"))[0].game.id == "vier3d(players=3)"


def test_error_names_the_unknown_format() -> None:
    with pytest.raises(BadRecord, match="unknown record format 'pgn'; choose from text, json"):
        read("", "pgn")
    with pytest.raises(BadRecord, match="unknown record format 'pgn'"):
        write([], "pgn")


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet='[]{}();"*0123abcvier3dGame \\\n,$.-', max_size=80) | st.text())
def test_any_text_raises_only_bad_record(text: str) -> None:
    for form in (None, *FORMS):
        assert "\n" not in get_error(partial(read, text, form))


LOWER_LAYERS = ("rules", "core", "draw", "records")  # all of them pure Python


def test_records_import_lower_layers_only() -> None:
    """Records are read in pure Python; pydantic is loaded for JSON only."""
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text())):
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            elif isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            else:
                continue
            for name in names:
                own = name.startswith(tuple(f"steinreich.{layer}" for layer in LOWER_LAYERS))
                declared = name == "pydantic" and source.stem in ("json_form", "json_models")
                standard = name.partition(".")[0] in sys.stdlib_module_names
                assert own or declared or standard, (source, name)


def test_records_need_no_compiler() -> None:
    code = (
        "import sys; from steinreich.records import read, write;"
        "[r] = read('0 1 2'); write(r, 'text'); write(r, 'json');"
        "print({'numba', 'numpy', 'pydantic'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@pytest.mark.parametrize(("invalid", "kind"), [(None, "NoneType"), (b"0 1", "bytes"), (7, "int")])
@pytest.mark.parametrize("form", [None, *FORMS])
def test_rejects_values_that_are_not_text(invalid: Any, kind: str, form: str | None) -> None:
    with pytest.raises(BadRecord, match=f"^a record is read from a str, not from {kind}$"):
        read(invalid, form)


def test_json_lines_are_read_from_texts_and_files(tmp_path: Path) -> None:
    records = [random_record("tzaar", seed=seed, actions=12) for seed in (1, 2, 3)]
    text = write(records, "jsonl")
    assert text.count("\n") == 3
    file = tmp_path / "games.jsonl"
    file.write_text("\ufeff" + text.replace("\n", "\r\n\n"))
    assert read(text) == read(file) == records
    assert [game.record for game in read_leniently(text)] == records
    lines = text.split("\n")
    with pytest.raises(BadRecord, match=r"^line 2: "):
        read("\n".join([lines[0], lines[1][:-9], lines[2]]), "jsonl")
    file.write_bytes(b"\xff")
    with pytest.raises(BadRecord, match=r"games\.jsonl: this is not UTF-8 text"):
        read(file)


def test_files_of_json_lines_have_no_size_limit() -> None:
    [record] = read("0 1 0 1")
    record.root.comment = "x" * (MAX_RECORD_CHARACTERS // 4)
    assert read(write([record] * 5, "jsonl")) == [record] * 5
    with pytest.raises(BadRecord, match="the limit is 1000000"):
        read(write([record] * 5, "json"))


def test_rejects_invalid_games_and_records() -> None:
    invalid: Any
    assert read("0 1", game="vier3d") == read("0 1", game=load("vier3d"))
    for invalid in (7, load("vier3d").start()):
        with pytest.raises(TypeError, match="a game must be an id, a path or a Game, not"):
            read("0 1", game=invalid)
    for invalid in (None, "0 1", ["0 1"], [None], 7):
        with pytest.raises(TypeError, match="expected a Record or a list of Records, not"):
            write(invalid)
    invalid = 7
    with pytest.raises(BadRecord, match="unknown record format 7"):
        read("0 1", invalid)
