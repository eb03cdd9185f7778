"""`steinreich convert`: records from one format to another."""

import json
from pathlib import Path

import pytest

from steinreich import load
from steinreich.records import Record, read, write
from tests.cli.conftest import CONNECT_FOUR, Run

RODS = "0 5 0 5 0 5 0\n"


@pytest.fixture
def tzaar_record() -> Record:
    record = Record.new(load("tzaar"), seed=1)
    for _ in range(5):
        record.play(record.end.legal_moves()[0])
    return record


def test_default_output_is_text(run: Run) -> None:
    assert run("convert", "-", stdin=RODS) == (0, write(read(RODS)), "")


def test_conversion_and_back_is_lossless(run: Run) -> None:
    as_json = run("convert", "-", "--to", "json", stdin=RODS).out
    assert json.loads(as_json)["result"] == [1, -1]
    as_text = run("convert", "-", "--to", "text", stdin=as_json).out
    assert run("convert", "-", "--to", "rods", stdin=as_text).out == RODS


def test_converts_to_little_golem_and_back(run: Run, tzaar_record: Record) -> None:
    golem = run("convert", "-", "--to", "little_golem", stdin=write(tzaar_record)).out
    assert golem.startswith("(;FF[TZAAR]")
    back = read(run("convert", "-", stdin=golem).out)[0]
    assert back.moves() == tzaar_record.moves()


def test_output_name_determines_the_format(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    assert run("convert", "-", "--output", file, stdin=RODS) == (0, "", "")
    assert json.loads(file.read_text())["game"] == "vier3d"


def test_file_can_be_converted_in_place(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RODS)
    file.chmod(0o640)
    assert run("convert", file, "-o", file).code == 0
    assert file.read_text() == write(read(RODS))
    assert file.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [file]


def test_failed_conversion_keeps_the_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("0 0 0 0 0")
    assert run("convert", file, "-o", file).code == 1
    assert file.read_text() == "0 0 0 0 0"
    file.write_text(RODS)
    done = run("convert", file, "-o", file, "--to", "little_golem")
    assert (done.code, done.out) == (1, "")
    assert "not of vier3d" in done.err
    assert file.read_text() == RODS


def test_output_follows_a_symbolic_link(run: Run, tmp_path: Path) -> None:
    file, link = tmp_path / "game.txt", tmp_path / "link.txt"
    link.symlink_to(file)
    assert run("convert", "-", "-o", link, stdin=RODS).code == 0
    assert link.is_symlink()
    assert file.read_text() == write(read(RODS))


def test_output_does_not_replace_a_device_file(run: Run) -> None:
    assert run("convert", "-", "-o", "/dev/null", stdin=RODS).code == 0
    assert not Path("/dev/null").is_file()


def test_game_option_sets_the_variant_of_rod_lists(run: Run) -> None:
    done = run("convert", "-", "--game", "vier3d(variant=most_fours)", stdin=RODS)
    assert '[Game "vier3d(variant=most_fours)"]' in done.out


def test_record_of_a_game_file_needs_the_file_as_game(run: Run) -> None:
    record = f'[Game "{CONNECT_FOUR}"]\n[Result "*"]\n\n1. a b *\n'
    assert run("convert", "-", stdin=record).code == 1
    assert run("convert", "-", "--game", CONNECT_FOUR, stdin=record) == (0, record, "")


COMMENTED = '[Game "vier3d"]\n[Result "1-0"]\n\n1. a1 {firm} b1 (1... c1) 1-0\n'


def test_lossy_conversion_needs_the_lossy_flag(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "rods.txt"
    done = run("convert", "-", "--to", "rods", "-o", file, stdin=COMMENTED)
    assert done.code == 1
    assert done.err == (
        "steinreich: the format rods cannot store comments, variations and the result; --lossy "
        "drops it\n"
    )
    assert not file.exists()
    done = run("convert", "-", "--to", "rods", "--lang", "de", stdin=COMMENTED)
    assert "kann Kommentare, Varianten und das Ergebnis nicht speichern" in done.err
    assert run("convert", "-", "--to", "rods", "--lossy", stdin=COMMENTED) == (0, "0 1\n", "")


@pytest.mark.parametrize("form", ["text", "json", "rods"])
def test_converts_a_record_without_actions(run: Run, form: str) -> None:
    start = write(Record.new(load("vier3d")))
    converted = run("convert", "-", "--to", form, stdin=start)
    assert converted.code == 0
    assert run("convert", "-", stdin=converted.out) == (0, start, "")


def test_errors_can_be_german(run: Run) -> None:
    def get_error(text: str) -> str:
        return run("convert", "-", "--lang", "de", stdin=text).err.partition(": ")[2].strip()

    assert get_error("0 0 0 0 0") == "Standardeingabe: Aktion 5, 'a1': Stab a1 ist voll"
    assert get_error('[Game "vier4d"] a1') == (
        "Standardeingabe: Zeile 1, Spalte 1: kein Spiel heißt 'vier4d'; "
        "es gibt chain_reaxis, inner_square, six_in_line, tzaar, vier3d; meintest du 'vier3d'?"
    )
    assert get_error('[Game "chain_reaxis"][Start "6/6/6/6/6/ox4 o a1b1"] *') == (
        "Standardeingabe: Zeile 1, Spalte 22: nach 1 Stein ist x am Zug, nicht o"
    )
    assert run("show", "vier3d(players=5)", "--lang", "de").err == (
        "steinreich: players muss bei vier3d eines von 2, 3 sein, nicht '5'\n"
    )


def test_rejects_an_unknown_format(run: Run) -> None:
    done = run("convert", "-", "--to", "pgn", stdin=RODS)
    assert done.code == 2
    assert "'pgn'" in done.err
