"""Machine code on disk: cached, shared between processes, and verified before use."""

import os
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from steinreich import load
from steinreich.compile import cache
from steinreich.compile.cache import (
    CODE,
    MAX_FILES_PER_ENTRY_POINT,
    MAX_UNUSED_SECONDS,
    prune,
    read,
    write,
)
from steinreich.compile.machine_code import Compiler, EntryPoint
from steinreich.rules.bits import rule
from tests.compile.code_files import get_code_file
from tests.conftest import CONNECT_FOUR

COUNT_SCRIPT = """
import sys, warnings
warnings.simplefilter(sys.argv[1] if sys.argv[1:] else "error")
from steinreich import load
from steinreich.rules import playout
entry = load("examples/connect_four.py").compiler.entry(playout.make_stream)
answer = entry(7, 5)
print(int(entry.is_from_cache), int(not entry.is_from_cache), answer)
"""
# Two searches that differ in the evaluation only: their functions are compiled in the same order.
ESTIMATE_SCRIPT = """
import sys
from steinreich import load
from steinreich.rules.bits import rule
from steinreich.compile.machine_code import Compiler, EntryPoint
from steinreich.search.alphabeta.iterative_deepening import make_memory
from steinreich.search.alphabeta.rules import WIN, search_position
from steinreich.search.knowledge import evaluate

@rule
def seven(s): return 7

@rule
def eleven(s): return 11

game = load("examples/connect_four.py")
state, memory = game.start().state, make_memory(game.definition.num_actions, 1024)
for name in sys.argv[1:]:
    search = Compiler(game.module, {evaluate: globals()[name]}).entry(search_position)
    print(search(state, memory, 0, -WIN, WIN, 0))
"""
# Simulates a read-only disk, even for root
READ_ONLY_SCRIPT = """
import os, sys
def watch(event, values):
    writing = event == "open" and values[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
    if writing or event == "os.mkdir":
        if str(values[0]).startswith(os.environ["STEINREICH_CACHE"]):
            raise PermissionError(13, "Permission denied", values[0])
sys.addaudithook(watch)
"""


@rule
def double(n: int) -> int:
    return n + n


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A separate cache for each test."""
    monkeypatch.setenv("STEINREICH_CACHE", str(tmp_path))
    return tmp_path


def new_entry() -> EntryPoint:
    """Return an entry point as in another process: it knows only what is on disk."""
    entry: EntryPoint = Compiler(load(CONNECT_FOUR).module).entry(double)
    return entry


def count_cache_hits(*arguments: str, before: str = "", after: str = "") -> list[int]:
    """Return hits, misses and a result from another process."""
    code = before + COUNT_SCRIPT + after
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return list(map(int, done.stdout.split()))


# Reuse


def test_second_process_uses_the_code_of_the_first() -> None:
    first, second = count_cache_hits(), count_cache_hits()
    assert first[:2] == [0, 1]
    assert second[:2] == [1, 0]
    assert first[2:] == second[2:]


def test_cached_code_needs_no_compiler() -> None:
    """Importing Numba takes about a second."""
    print_numba_loaded = 'print(int("numba" in sys.modules))'
    assert count_cache_hits(after=print_numba_loaded)[-1] == 1
    assert count_cache_hits(after=print_numba_loaded)[-1] == 0


def test_same_game_in_two_folders_shares_code(tmp_path: Path) -> None:
    """A second load of the same game compiles nothing, and loads the code only once."""
    code = """
import sys
from steinreich import load
from steinreich.rules import contract
game, *others = map(load, sys.argv[1:])
entry = game.compiler.entry(contract.player)
for _ in range(3):
    entry(game.start().state)
print(int(entry.is_from_cache), int(not entry.is_from_cache))
"""
    games = [tmp_path / folder / "columns.py" for folder in "ab"]
    for game in games:
        game.parent.mkdir()
        game.write_text(Path(CONNECT_FOUR).read_text())

    def hits_and_misses(*given: Path) -> str:
        command = [sys.executable, "-c", code, *map(str, given)]
        return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout

    assert hits_and_misses(*games) == "0 1\n"
    assert hits_and_misses(games[0]) == "1 0\n"


def test_code_of_two_processes_is_consistent_in_a_third() -> None:
    def estimates(*names: str) -> list[str]:
        command = [sys.executable, "-c", ESTIMATE_SCRIPT, *names]
        return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.split()

    assert estimates("seven") == ["7"]
    assert estimates("eleven") == ["11"]
    assert estimates("seven", "eleven") == ["7", "11"]


def test_concurrent_processes_compile_once() -> None:
    command = [sys.executable, "-c", COUNT_SCRIPT]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    outputs = [process.communicate()[0].split() for process in started]
    assert sorted(output[:2] for output in outputs) == [["0", "1"], ["1", "0"], ["1", "0"]]
    assert len({tuple(output[2:]) for output in outputs}) == 1


def test_waiting_for_a_lock_has_a_limit(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """A process holds the lock and does nothing."""
    monkeypatch.setattr(cache, "MAX_LOCK_WAIT_SECONDS", 0.2)
    compiled_entry = new_entry()
    assert compiled_entry(3) == 6
    file = get_code_file(compiled_entry)
    file.unlink()
    with file.with_suffix(".lock").open("ab") as held:
        cache.acquire_lock(held.fileno())
        entry = new_entry()
        assert entry(4) == 8
    assert not entry.is_from_cache
    assert file.exists()


def test_order_of_fields_is_part_of_the_signature() -> None:
    entries = []
    for fields in ("one: int\n    other: int", "other: int\n    one: int"):
        space: dict[str, type] = {}
        exec(f"from typing import NamedTuple\nclass Pair(NamedTuple):\n    {fields}", space)
        get_first.__annotations__["pair"] = space["Pair"]
        entry = Compiler(load(CONNECT_FOUR).module).entry(get_first)
        assert entry(space["Pair"](one=1, other=2)) == 1
        entries.append(entry)
    assert get_code_file(entries[0]) != get_code_file(entries[1])


@rule
def get_first(pair: Any) -> int:
    return int(pair.one)


# Damage

DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "garbage": lambda data: b"\x00garbage" * 1000,
    "cut off": lambda data: data[: len(data) // 2],
    "without its end": lambda data: data[:-1],
    "one bit": lambda data: data[:-100] + bytes([data[-100] ^ 4]) + data[-99:],
    "another beginning": lambda data: bytes([data[0] ^ 1]) + data[1:],
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_recompiles_damaged_code(damage: str) -> None:
    first = new_entry()
    assert first(20) == 40
    file = get_code_file(first)
    whole = file.read_bytes()
    file.write_bytes(DAMAGES[damage](whole))
    second = new_entry()
    assert (second(21), second.is_from_cache) == (42, False)
    third = new_entry()
    assert (third(22), third.is_from_cache) == (44, True)  # it has been repaired


def test_concurrent_processes_repair_damage_once(folder: Path) -> None:
    first = count_cache_hits()
    for file in folder.glob(f"*/*{CODE}"):
        file.write_bytes(file.read_bytes()[:-7])
    command = [sys.executable, "-c", COUNT_SCRIPT]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    outputs = [process.communicate()[0].split() for process in started]
    assert [process.returncode for process in started] == [0, 0, 0]
    assert sorted(output[:2] for output in outputs) == [["0", "1"], ["1", "0"], ["1", "0"]]
    assert {tuple(output[2:]) for output in outputs} == {tuple(map(str, first[2:]))}


# Read-only and full disks


def test_read_only_folder_is_used_with_a_warning(folder: Path) -> None:
    """The warning appears once; cached code in the folder is used."""
    (folder / "connect_four").mkdir()
    refused = subprocess.run(
        [sys.executable, "-c", READ_ONLY_SCRIPT + COUNT_SCRIPT, "always"],
        capture_output=True,
        text=True,
    )
    assert refused.stdout.split()[:2] == ["0", "1"]
    assert refused.stderr.count("machine code is compiled anew each time: ") == 1
    assert list(folder.glob("*/*")) == []
    count_cache_hits()
    assert count_cache_hits(before=READ_ONLY_SCRIPT)[:2] == [1, 0]


def test_compiles_without_cache_if_the_folder_cannot_be_created(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "file").write_text("")
    monkeypatch.setenv("STEINREICH_CACHE", str(folder / "file" / "folder"))
    entry = new_entry()
    with pytest.warns(UserWarning, match="machine code is compiled anew each time: "):
        assert entry(5) == 10
    assert entry.file is None


def test_full_disk_keeps_no_partial_file(folder: Path) -> None:
    """The compiled code is still used."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
    try:
        with pytest.warns(UserWarning, match="machine code of double is not kept: .*too large"):
            assert new_entry()(6) == 12
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list(folder.glob("*/*")) == []


# Pruning


def test_prune_deletes_unused_code(folder: Path) -> None:
    ours, others = folder / "vier3d", folder / "photos"
    old, new = time.time() - MAX_UNUSED_SECONDS - 10, time.time() - MAX_UNUSED_SECONDS + 1000
    files = {
        ours / "pick-00.code": old,
        ours / "pick-11.code": new,
        ours / "pick-00.lock": old,
        ours / "notes.txt": old,
        others / "holiday.jpg": old,
    }
    for path, at in files.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text("")
        os.utime(path, (at, at))
    prune(ours, "perft")
    left = {path.relative_to(folder).as_posix() for path in folder.glob("*/*")}
    assert left == {"vier3d/pick-11.code", "vier3d/notes.txt", "photos/holiday.jpg"}


def test_prune_deletes_the_oldest_of_many_files(folder: Path) -> None:
    (folder / "vier3d").mkdir()
    for number in range(MAX_FILES_PER_ENTRY_POINT + 3):
        path = folder / "vier3d" / f"pick-{number}.code"
        path.write_text("")
        os.utime(path, (time.time() - 1000 + number,) * 2)
    prune(folder / "vier3d", "pick")
    assert {path.name for path in (folder / "vier3d").iterdir()} == {
        f"pick-{number}.code" for number in range(3, MAX_FILES_PER_ENTRY_POINT + 3)
    }


def test_used_code_is_kept(folder: Path) -> None:
    first = new_entry()
    first(1)
    file = get_code_file(first)
    long_ago = time.time() - MAX_UNUSED_SECONDS - 10
    os.utime(file, (long_ago, long_ago))
    second = new_entry()
    second(1)
    assert second.is_from_cache
    assert time.time() - file.stat().st_mtime < 1000


def test_new_folders_of_other_processes_are_kept(folder: Path) -> None:
    """Another process has created its folder, and is about to write into it."""
    new = folder / "tzaar"
    new.mkdir()
    prune(folder / "vier3d", "pick")
    assert new.is_dir()


def test_writes_into_a_deleted_cache(folder: Path) -> None:
    path = folder / "vier3d" / "pick-00.code"
    write(path, b"code")
    shutil.rmtree(folder)
    write(path, b"code")
    assert read(path) == b"code"


def test_prune_ignores_files_removed_concurrently(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = folder / "vier3d" / "pick-00.code"
    write(old, b"code")
    os.utime(old, (1, 1))

    def twice(path: Path) -> None:
        os.unlink(path)
        os.unlink(path)  # as if another process had been faster

    monkeypatch.setattr(Path, "unlink", twice)
    prune(folder / "vier3d", "perft")
    assert not old.exists()
