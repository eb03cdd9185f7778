"""A match that is interrupted goes on later, and no finished game is lost."""

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
from steinreich.arena.match import play_games
from steinreich.arena.match_file import FileTrouble, MatchFile, key_of, read_file
from steinreich.arena.plan import Match, schedule
from steinreich.records import read, write
from steinreich.rules.errors import BadRecord
from tests.arena.players import made

PROGRAM = Path(sys.executable).with_name("steinreich")
MATCH = Match(load("vier3d"), ("random", "random"), games=5000)
SMALL = Match(load("vier3d"), ("first", "last"), games=4)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.jsonl"


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of the small match."""
    path = tmp_path_factory.mktemp("arena") / "finished.jsonl"
    records = list(play_games(SMALL, str(path), workers=1, made=made))
    assert len(records) == 4
    return path.read_bytes()


@pytest.fixture
def arena(file: Path) -> "Iterator[subprocess.Popen[bytes]]":
    """The match in a process of its own, in the middle of its games."""
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
    """The processes that a process has started."""
    lists = Path(f"/proc/{pid}/task").glob("*/children")  # each thread has its own
    return [Path(f"/proc/{child}") for listed in lists for child in listed.read_text().split()]


def is_alive(process: Path) -> bool:
    """Whether it runs; one that has ended may be listed until somebody asks for its exit code."""
    try:
        return process.joinpath("stat").read_text().rpartition(") ")[2][0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def check_that_all_end(processes: list[Path]) -> None:
    assert processes
    deadline = time.monotonic() + 20
    while any(map(is_alive, processes)):
        assert time.monotonic() < deadline, "a worker has outlived its arena"
        time.sleep(0.02)


def check_that_it_goes_on(file: Path) -> None:
    """Up to some games more, since the number of games may change."""
    before = file.read_bytes()
    kept = before[: before.rindex(b"\n") + 1]
    done = kept.count(b"\n")
    assert 5 <= done < MATCH.games
    wanted = MATCH._replace(games=done + 10)
    records = list(play_games(wanted, str(file), workers=2))
    after = file.read_bytes()
    assert after.startswith(kept)
    assert after.count(b"\n") == len(records) == wanted.total
    assert {key_of(record) for record in records} == {task.key for task in schedule(wanted)}
    for record in read_file(str(file)):
        record.check()
        assert record.end.is_over


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for processes in /proc")
def test_killed_in_the_middle(arena: "subprocess.Popen[bytes]", file: Path) -> None:
    workers = children(arena.pid)
    os.kill(arena.pid, signal.SIGKILL)
    assert arena.wait(20) == -signal.SIGKILL
    check_that_all_end(workers)
    check_that_it_goes_on(file)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for processes in /proc")
def test_interrupted_in_the_middle(arena: "subprocess.Popen[bytes]", file: Path) -> None:
    workers = children(arena.pid)
    arena.send_signal(signal.SIGINT)
    _, said = arena.communicate(timeout=20)
    assert arena.returncode == 130
    assert b" of 5000 games are kept in " in said
    assert b"Traceback" not in said
    check_that_all_end(workers)
    check_that_it_goes_on(file)


def test_a_finished_match_is_not_played_again(file: Path, finished: bytes) -> None:
    file.write_bytes(finished)
    records = list(play_games(SMALL, str(file), made=nobody_plays))
    assert write(records, "jsonl").encode() == finished == file.read_bytes()
    assert read(file) == records


def nobody_plays(*_: object) -> NoReturn:
    raise AssertionError


@pytest.mark.parametrize("cut", [1, 2, 30, -2])
def test_half_a_line_is_played_again(file: Path, finished: bytes, cut: int) -> None:
    """The writer was killed in the middle of the third line."""
    lines = finished.splitlines(keepends=True)
    file.write_bytes(lines[0] + lines[1] + lines[2][:cut])
    assert len(read_file(str(file))) == 2
    records = list(play_games(SMALL, str(file), workers=1, made=made))
    assert len(records) == 4
    again = file.read_bytes().splitlines(keepends=True)
    assert again[:2] == lines[:2]
    assert sorted(map(played, again)) == sorted(map(played, lines))


def played(line: bytes) -> list[str]:
    return [node["action"] for node in json.loads(line)["line"]]


def test_a_line_that_lacks_its_end_only_is_whole(file: Path, finished: bytes) -> None:
    file.write_bytes(finished[:-1])
    assert len(list(play_games(SMALL, str(file), made=made))) == 4
    assert file.read_bytes() == finished


def test_half_a_letter(file: Path, finished: bytes) -> None:
    file.write_bytes(finished + '{"version": 1, "game": "ä'.encode()[:-1])
    assert len(read_file(str(file))) == 4


def test_more_games_are_played_on_top(file: Path, finished: bytes) -> None:
    file.write_bytes(finished)
    records = list(play_games(SMALL._replace(games=6), str(file), workers=1, made=made))
    assert len(records) == 6
    assert file.read_bytes().startswith(finished)
    assert len(list(play_games(SMALL._replace(games=2), str(file), made=made))) == 2


@pytest.mark.parametrize(
    "other",
    [
        SMALL._replace(seed=1),
        SMALL._replace(players=("last", "first")),
        SMALL._replace(game=load("vier3d", variant="most_fours")),
        SMALL._replace(is_ladder=True),
    ],
)
def test_the_file_of_another_match_is_refused(file: Path, finished: bytes, other: Match) -> None:
    file.write_bytes(finished)
    with pytest.raises(FileTrouble) as caught:
        list(play_games(other, str(file), made=made))
    message = str(caught.value)
    assert f"is of another match ({SMALL}), not of this {other}" in message
    assert file.read_bytes() == finished


@pytest.mark.parametrize("text", ["hello\n", '{"version": 1}\n', "[]\n", "\xff\n"])
def test_any_other_file_is_refused(file: Path, text: str) -> None:
    file.write_text(text, "latin-1")
    with pytest.raises(BadRecord, match="line 1"):
        list(play_games(SMALL, str(file), made=made))
    assert file.read_text("latin-1") == text


def test_a_record_that_no_arena_wrote_is_refused(file: Path) -> None:
    file.write_text('{"version": 1, "game": "vier3d", "line": []}\n')
    with pytest.raises(FileTrouble, match=r"is of another match \(none\)"):
        list(play_games(SMALL, str(file), made=made))


def test_two_arenas_do_not_write_one_file(file: Path) -> None:
    with MatchFile(str(file), SMALL), pytest.raises(FileTrouble, match="by another arena"):
        list(play_games(SMALL, str(file), made=made))
    assert len(list(play_games(SMALL, str(file), workers=1, made=made))) == 4


def test_a_system_without_fcntl_and_groups(file: Path, tmp_path: Path) -> None:
    """As Windows is: matches are played and go on, and who hangs is replaced."""
    (tmp_path / "sitecustomize.py").write_text(
        "import os, sys\nsys.modules['fcntl'] = None\ndel os.setsid, os.killpg\n"
    )
    script = tmp_path / "arena.py"
    script.write_text(
        "import sys\n"
        "from steinreich import load\n"
        "from steinreich.arena.match import play_games\n"
        "from steinreich.arena.plan import Match\n"
        "from tests.arena import players\n"
        "if __name__ == '__main__':\n"
        "    match = Match(load('vier3d'), ('first', 'hanging'), int(sys.argv[1]), patience=0.2)\n"
        "    played = play_games(match, sys.argv[2], 2, players.made)\n"
        "    print(*sorted(record.headers['Termination'] for record in played), sep='\\n')\n"
    )
    paths = [str(tmp_path), str(Path.cwd()), os.environ.get("PYTHONPATH", "")]
    surroundings = os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
    for games in (2, 4):
        command = [sys.executable, str(script), str(games), str(file)]
        done = subprocess.run(command, env=surroundings, capture_output=True, text=True)
        # Here, unlike there, who kills a process may learn of its end before asyncio does.
        said = [line for line in done.stderr.splitlines() if "Unknown child process" not in line]
        assert (done.returncode, said) == (0, [])
        assert done.stdout.count("hanging failed: no answer within 0.2 s\n") == games
        assert len(read_file(str(file))) == games


@pytest.mark.parametrize("name", ["no/such/folder/file", ".", "a\0b"])
def test_files_that_cannot_be(name: str) -> None:
    with pytest.raises(FileTrouble, match="cannot write"):
        list(play_games(SMALL, name, made=made))
    with pytest.raises(FileTrouble, match="cannot read"):
        read_file(name)
