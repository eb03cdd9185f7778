"""`steinreich replay`: check and show records."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from steinreich import load
from steinreich.draw import text
from steinreich.records import Record, write
from tests.cli.conftest import CONNECT_FOUR, PROGRAM, Run

RODS = "0 5 0 5 0 5 0"
TWO_RECORDS = '[Game "vier3d"]\n1. a1 *\n[Game "chain_reaxis"]\n1. c3c4 *\n'


@pytest.fixture
def tzaar_game() -> str:
    record = Record.new(load("tzaar", setup="fixed"), seed=1)
    record.headers["Player1"] = "Ada"
    for _ in range(5):
        record.play(record.end.legal_moves()[0])
    record.root.line()[0].comment = "a fine beginning"
    return write(record)


def test_game_and_its_end_are_shown(run: Run) -> None:
    done = run("replay", "-", stdin=RODS)
    assert done.code == 0
    assert "Four in a Row 3D · vier3d" in done.out
    assert "   1. a1    b2\n   2. a1    b2\n   3. a1    b2\n   4. a1 ◎\n" in done.out
    assert "After 7 of 7 actions" in done.out
    assert "Red wins: Red completed a four" in done.out
    assert done.out.endswith("Result: 1-0\n")


def test_turns_of_several_actions_headers_and_comments(run: Run, tzaar_game: str) -> None:
    done = run("replay", "-", stdin=tzaar_game)
    assert done.code == 0
    assert "Player1: Ada" in done.out
    assert "      White        Black" in done.out
    first, second = (line for line in done.out.splitlines() if line[:6].strip() in ("1.", "2."))
    assert [len(turn.split(",")) for turn in first.split()[1:]] == [1, 2]
    assert [len(turn.split(",")) for turn in second.split()[1:]] == [2]
    assert "a fine beginning" in done.out


def test_output_can_be_german(run: Run) -> None:
    done = run("replay", "-", "--lang", "de", stdin=RODS)
    assert "Nach 7 von 7 Aktionen" in done.out
    assert "Rot gewinnt" in done.out
    assert "Ergebnis: 1-0" in done.out


def test_one_position_can_be_shown(run: Run) -> None:
    position = load("vier3d").start().play("a1").play("b2")
    done = run("replay", "-", "--at", 2, stdin=RODS)
    assert done == (0, f"After 2 of 7 actions\n{text(position)}\n", "")


def test_rejects_a_position_after_the_end(run: Run) -> None:
    assert run("replay", "-", "--at", 7, stdin=RODS).code == 0
    done = run("replay", "-", "--at", 8, stdin=RODS)
    assert (done.code, done.err) == (2, "steinreich: --at 8: the game has 7 actions\n")
    assert run("replay", "-", "--at", -1, stdin=RODS).code == 2


def test_all_positions_can_be_shown(run: Run) -> None:
    out = run("replay", "-", "--all", stdin=RODS).out
    assert [f"After {number} of 7 actions" in out for number in range(9)] == [True] * 8 + [False]


def test_json_output(run: Run) -> None:
    data = json.loads(run("replay", "-", "--json", stdin=RODS).out)
    assert data["game"] == "vier3d"
    assert data["moves"] == ["a1", "b2"] * 3 + ["a1"]
    assert data["players"] == [0, 1, 0, 1, 0, 1, 0]
    assert len(data["positions"]) == 8
    assert data["positions"][-1].startswith("rrrr/-/")
    assert (data["is_over"], data["result"], data["result_name"]) == (True, [1, -1], "1-0")


def test_several_records_are_shown(run: Run) -> None:
    done = run("replay", "-", stdin=TWO_RECORDS)
    assert "Record 1 of 2" in done.out
    assert "Record 2 of 2" in done.out
    data = json.loads(run("replay", "-", "--json", stdin=TWO_RECORDS).out)
    assert [record["game"] for record in data] == ["vier3d", "chain_reaxis"]


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ("0 0 0 0 0", "action 5, 'a1': rod a1 is full"),
        ('[Game "vier3d"]\n1. a1 a1 2. a1 a1 3. a1 *', "action 5, 'a1': rod a1 is full"),
        (f"{RODS} 5", "action 8, 'b2': the game is over"),
        ('[Game "chess"]\n1. e4 *', "no game is called 'chess'"),
        ('[Game "vier3d"]\n1. a1 b2 2. a1 b2 3. a1 b2 4. a1 0-1', "the game ended 1-0"),
        ("", "the text is empty"),
        ("{}", "the record"),
        ('[Game "vier3d"] 1. a1 a1 2. a1 a1 3. a1 zz', "action 5, 'a1': rod a1 is full"),
        ('[Game "vier3d"] 1. a1 zz 2. a1', "action 2, 'zz': not the name of an action"),
    ],
)
def test_reports_an_invalid_record_in_one_line(run: Run, record: str, message: str) -> None:
    done = run("replay", "-", stdin=record)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("steinreich: standard input: ")
    assert message in done.err
    assert done.err.count("\n") == 1


def test_several_files_are_shown(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RODS)
    assert run("replay", file) == run("replay", "-", stdin=RODS)
    missing = run("replay", tmp_path / "nothing.txt")
    assert missing.code == 2
    assert "No such file or directory" in missing.err
    assert run("replay", tmp_path).code == 2


def test_rejects_a_binary_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "bin.py"
    file.write_bytes(b"\xff\xfe\x00")
    assert run("replay", file) == (1, "", f"steinreich: {file}: this is not UTF-8 text\n")
    for encoding in ("utf-8", "latin-1"):  # independent of the encoding of the terminal
        done = subprocess.run(
            [PROGRAM, "replay", "-"],
            input=b'[Game "vier3d"]\n{\xff} 1. a1 *',
            capture_output=True,
            env={**os.environ, "PYTHONIOENCODING": encoding},
            check=False,
        )
        assert done.returncode == 1
        assert done.stderr == b"steinreich: standard input: this is not UTF-8 text\n"


def test_game_file_has_to_be_given(run: Run) -> None:
    record = f'[Game "{CONNECT_FOUR}"]\n1. a b *'
    done = run("replay", "-", stdin=record)
    assert done.code == 1
    assert "if you trust this file" in done.err
    assert run("replay", "-", "--game", CONNECT_FOUR, stdin=record).code == 0


def test_rod_list_needs_a_game(run: Run) -> None:
    most = "vier3d(variant=most_fours)"
    data = json.loads(run("replay", "-", "--game", most, "--json", stdin=RODS).out)
    assert (data["game"], data["is_over"]) == (most, False)


def test_output_escapes_control_characters(run: Run) -> None:
    control_characters = "a\x1b[2J\x9b1m\x07\u202eb\x00c"
    record = Record.new(load("vier3d"))
    record.headers = {
        "Event": f"{control_characters}\nResult: 1-0",
        "Termination": control_characters,
    }
    record.root.comment = control_characters
    record.play("a1")
    record.headers["Termination"] = control_characters
    record.root.line()[0].comment = control_characters
    escaped = "a\ufffd[2J\ufffd1m\ufffd\ufffdb\ufffdc"
    for arguments in ((), ("--all",)):
        done = run("replay", "-", *arguments, stdin=write(record))
        assert done.code == 0
        assert f"Event: {escaped} Result: 1-0\n" in done.out
        assert f"({escaped})\n" in done.out
        assert not set(done.out) & set("\x1b\x9b\x07\u202e\x00")


def test_accepts_any_path_to_the_same_game_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game, record = tmp_path / "four.py", tmp_path / "g.txt"
    game.write_text(Path(CONNECT_FOUR).read_text())
    seats = ("--seats", "human,random")
    assert run("play", "four.py", *seats, "--save", "g.txt", "--seed", 1, stdin="a\n").code == 0
    for spelling in ("four.py", "./four.py", str(game), f"../{tmp_path.name}/four.py"):
        assert run("replay", "g.txt", "--game", spelling).code == 0
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    assert run("replay", record, "--game", game).code == 0
    assert run("play", "../four.py", "--load", record, stdin="").code == 0


def test_rejects_a_different_game_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("one.py", "two.py"):
        Path(name).write_text(Path(CONNECT_FOUR).read_text())
    record = '[Game "one.py"]\n1. a b *'
    done = run("replay", "-", "--game", "two.py", stdin=record)
    assert done.code == 1
    assert done.err.endswith(
        ": the record is of 'one.py', which is a different file from 'two.py'\n"
    )
    done = run("replay", "-", "--game", "vier3d", stdin=record)
    assert done.err.endswith(": the record is of 'one.py', not of vier3d\n")


def test_single_action_is_in_the_singular(run: Run) -> None:
    for language, line in (("en", "After 1 of 1 action\n"), ("de", "Nach 1 von 1 Aktion\n")):
        assert line in run("replay", "-", "--lang", language, stdin="0").out
