"""Interrupted matches are resumed, and no finished game is lost."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from steinreich import load
from steinreich.arena.match_file import MatchFile, MatchFileError, get_game_key, read_file
from steinreich.arena.plan import Match, schedule
from steinreich.arena.running import play_games
from steinreich.records import read, write
from steinreich.rules.errors import BadRecord
from tests.arena.players import make_player

PROGRAM = Path(sys.executable).with_name("steinreich")
MATCH = Match(load("vier3d"), ("random", "random"), games=5000)
SMALL = Match(load("vier3d"), ("first", "last"), games=4)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.jsonl"


@pytest.fixture(scope="module")
def finished_content(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the content of the file of the finished small match."""
    path = tmp_path_factory.mktemp("arena") / "finished.jsonl"
    records = list(play_games(SMALL, str(path), workers=1, create_player=make_player))
    assert len(records) == 4
    return path.read_bytes()


@pytest.fixture
def running_match(file: Path) -> "Iterator[subprocess.Popen[bytes]]":
    """Run the match in a process of its own until it is in the middle of its games."""
    match = ["arena", "match", "vier3d", "random", "random", "--games", "5000"]
    switches = ["--workers", "2", "--out", str(file), "--lang", "en"]
    with subprocess.Popen([PROGRAM, *match, *switches], stderr=subprocess.PIPE) as process:
        try:
            while not file.exists() or file.read_bytes().count(b"\n") < 5:
                assert process.poll() is None
                time.sleep(0.01)
            yield process
        finally:
            process.kill()


def children(pid: int) -> list[Path]:
    """Return the child processes of a process."""
    lists = Path(f"/proc/{pid}/task").glob("*/children")  # each thread has its own
    return [
        Path(f"/proc/{child}") for child_list in lists for child in child_list.read_text().split()
    ]


def is_alive(process: Path) -> bool:
    """Return whether a process runs; a terminated one is listed until it is reaped."""
    try:
        return process.joinpath("stat").read_text().rpartition(") ")[2][0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_until_all_exit(processes: list[Path]) -> None:
    assert processes
    deadline = time.monotonic() + 20
    while any(map(is_alive, processes)):
        assert time.monotonic() < deadline, "a worker has outlived its arena"
        time.sleep(0.02)


def check_resuming(file: Path) -> None:
    """Resume the match with some games more than are stored; check that stored ones are kept."""
    before = file.read_bytes()
    complete_lines = before[: before.rindex(b"\n") + 1]
    num_games = complete_lines.count(b"\n")
    assert 5 <= num_games < MATCH.games
    longer_match = MATCH._replace(games=num_games + 10)
    records = list(play_games(longer_match, str(file), workers=2))
    after = file.read_bytes()
    assert after.startswith(complete_lines)
    assert after.count(b"\n") == len(records) == longer_match.total
    assert {get_game_key(record) for record in records} == {
        task.key for task in schedule(longer_match)
    }
    for record in read_file(str(file)):
        record.check()
        assert record.end.is_over


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for processes in /proc")
def test_resumes_a_killed_match(running_match: "subprocess.Popen[bytes]", file: Path) -> None:
    workers = children(running_match.pid)
    os.kill(running_match.pid, signal.SIGKILL)
    assert running_match.wait(20) == -signal.SIGKILL
    wait_until_all_exit(workers)
    check_resuming(file)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for processes in /proc")
def test_resumes_an_interrupted_match(running_match: "subprocess.Popen[bytes]", file: Path) -> None:
    workers = children(running_match.pid)
    running_match.send_signal(signal.SIGINT)
    _, output = running_match.communicate(timeout=20)
    assert running_match.returncode == 130
    assert b" of 5000 games are saved in " in output
    assert b"Traceback" not in output
    wait_until_all_exit(workers)
    check_resuming(file)


def test_finished_match_is_not_played_again(file: Path, finished_content: bytes) -> None:
    file.write_bytes(finished_content)
    records = list(play_games(SMALL, str(file), create_player=fail_if_called))
    assert write(records, "jsonl").encode() == finished_content == file.read_bytes()
    assert read(file) == records


def fail_if_called(*_: object) -> NoReturn:
    raise AssertionError


@pytest.mark.parametrize("cut", [1, 2, 30, -2])
def test_incomplete_line_is_played_again(file: Path, finished_content: bytes, cut: int) -> None:
    """The writer was killed in the middle of the third line."""
    lines = finished_content.splitlines(keepends=True)
    file.write_bytes(lines[0] + lines[1] + lines[2][:cut])
    assert len(read_file(str(file))) == 2
    records = list(play_games(SMALL, str(file), workers=1, create_player=make_player))
    assert len(records) == 4
    replayed = file.read_bytes().splitlines(keepends=True)
    assert replayed[:2] == lines[:2]
    assert sorted(map(get_actions, replayed)) == sorted(map(get_actions, lines))


def get_actions(line: bytes) -> list[str]:
    return [node["action"] for node in json.loads(line)["line"]]


def test_line_without_its_line_break_is_complete(file: Path, finished_content: bytes) -> None:
    file.write_bytes(finished_content[:-1])
    assert len(list(play_games(SMALL, str(file), create_player=make_player))) == 4
    assert file.read_bytes() == finished_content


def test_tolerates_a_truncated_character(file: Path, finished_content: bytes) -> None:
    file.write_bytes(finished_content + '{"version": 1, "game": "ä'.encode()[:-1])
    assert len(read_file(str(file))) == 4


def test_resuming_can_add_games(file: Path, finished_content: bytes) -> None:
    file.write_bytes(finished_content)
    records = list(
        play_games(SMALL._replace(games=6), str(file), workers=1, create_player=make_player)
    )
    assert len(records) == 6
    assert file.read_bytes().startswith(finished_content)
    assert len(list(play_games(SMALL._replace(games=2), str(file), create_player=make_player))) == 2


@pytest.mark.parametrize(
    "other",
    [
        SMALL._replace(seed=1),
        SMALL._replace(players=("last", "first")),
        SMALL._replace(game=load("vier3d", variant="most_fours")),
        SMALL._replace(is_ladder=True),
    ],
)
def test_rejects_the_file_of_another_match(
    file: Path, finished_content: bytes, other: Match
) -> None:
    file.write_bytes(finished_content)
    with pytest.raises(MatchFileError) as caught:
        list(play_games(other, str(file), create_player=make_player))
    message = str(caught.value)
    assert f"is of another match ({SMALL}), not of this {other}" in message
    assert file.read_bytes() == finished_content


@pytest.mark.parametrize("text", ["hello\n", '{"version": 1}\n', "[]\n", "\xff\n"])
def test_rejects_any_other_file(file: Path, text: str) -> None:
    file.write_text(text, "latin-1")
    with pytest.raises(BadRecord, match="line 1"):
        list(play_games(SMALL, str(file), create_player=make_player))
    assert file.read_text("latin-1") == text


def test_rejects_the_record_of_another_program(file: Path) -> None:
    file.write_text('{"version": 1, "game": "vier3d", "line": []}\n')
    with pytest.raises(MatchFileError, match=r"is of another match \(none\)"):
        list(play_games(SMALL, str(file), create_player=make_player))


def test_file_is_locked_against_a_second_match(file: Path) -> None:
    with MatchFile(str(file), SMALL), pytest.raises(MatchFileError, match="by another arena"):
        list(play_games(SMALL, str(file), create_player=make_player))
    assert len(list(play_games(SMALL, str(file), workers=1, create_player=make_player))) == 4


def test_match_works_without_fcntl_and_process_groups(file: Path, tmp_path: Path) -> None:
    """As on Windows: matches are played and resumed, and hanging players are replaced."""
    (tmp_path / "sitecustomize.py").write_text(
        "import os, sys\nsys.modules['fcntl'] = None\ndel os.setsid, os.killpg\n"
    )
    script = tmp_path / "arena.py"
    script.write_text(
        "import sys\n"
        "from steinreich import load\n"
        "from steinreich.arena.running import play_games\n"
        "from steinreich.arena.plan import Match\n"
        "from tests.arena import players\n"
        "if __name__ == '__main__':\n"
        "    match = Match(load('vier3d'), ('first', 'hanging'), int(sys.argv[1]), timeout=0.2)\n"
        "    played = play_games(match, sys.argv[2], 2, players.make_player)\n"
        "    print(*sorted(record.headers['Termination'] for record in played), sep='\\n')\n"
    )
    paths = [str(tmp_path), str(Path.cwd()), os.environ.get("PYTHONPATH", "")]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
    for games in (2, 4):
        command = [sys.executable, str(script), str(games), str(file)]
        result = subprocess.run(command, env=environment, capture_output=True, text=True)
        # On this system, a killed process may be noticed before asyncio does.
        error_lines = [
            line for line in result.stderr.splitlines() if "Unknown child process" not in line
        ]
        assert (result.returncode, error_lines) == (0, [])
        assert result.stdout.count("hanging failed: no answer within 0.2 s\n") == games
        assert len(read_file(str(file))) == games


@pytest.mark.parametrize("name", ["no/such/folder/file", ".", "a\0b"])
def test_reports_unusable_files(name: str) -> None:
    with pytest.raises(MatchFileError, match="cannot write"):
        list(play_games(SMALL, name, create_player=make_player))
    with pytest.raises(MatchFileError, match="cannot read"):
        read_file(name)
