"""`steinreich ugi` and `steinreich analyse` as processes, with their engine."""

import json
import shlex
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from steinreich import load
from steinreich.engines.ugi.external import External
from steinreich.players.player import Limit
from tests.cli.conftest import PROGRAM, Run
from tests.cli.test_main import shell

WINS_AT_ONCE = "rrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- r"


@pytest.fixture
def engine() -> Iterator["subprocess.Popen[str]"]:
    """Return a UGI process that is ready for vier3d."""
    with subprocess.Popen(
        [PROGRAM, "ugi", "vier3d", "--memory", "4"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as process:
        send_lines(process, "ugi", "isready")
        read_until(process, "readyok")
        yield process
        process.kill()


def send_lines(process: "subprocess.Popen[str]", *lines: str) -> None:
    assert process.stdin
    process.stdin.write("".join(f"{line}\n" for line in lines))


def read_until(process: "subprocess.Popen[str]", word: str) -> list[str]:
    """Return the output up to a line that begins with a word."""
    assert process.stdout
    lines = [process.stdout.readline().rstrip("\n")]
    while not lines[-1].startswith(word):
        assert lines[-1], "the process has ended"
        lines.append(process.stdout.readline().rstrip("\n"))
    return lines


# UGI


def test_ugi_conversation(engine: "subprocess.Popen[str]") -> None:
    send_lines(engine, f"position fen {WINS_AT_ONCE}", "go nodes 2000")
    *info_lines, answer = read_until(engine, "bestmove")
    assert answer == "bestmove a1"
    assert "info string proven multipv 1 p1win in 1" in info_lines
    assert any(" score mate 1 " in line for line in info_lines)
    send_lines(engine, "position startpos", "go infinite")
    read_until(engine, "info depth")
    send_lines(engine, "isready")
    read_until(engine, "readyok")
    send_lines(engine, "stop")
    assert read_until(engine, "bestmove")[-1].split()[1] in load("vier3d").start().legal_moves()
    send_lines(engine, "go infinite", "quit")
    assert engine.wait(timeout=20) == 0
    assert engine.stderr
    assert engine.stderr.read() == ""


def test_ctrl_c_ends_the_engine(engine: "subprocess.Popen[str]") -> None:
    send_lines(engine, "go infinite")
    read_until(engine, "info depth")
    engine.send_signal(signal.SIGINT)
    assert engine.wait(timeout=20) == 130


def test_end_of_input_ends_the_engine(run: Run) -> None:
    done = run("ugi", "vier3d", "--memory", "4", stdin="go depth 2\n")
    assert done.code == 0
    assert done.out.splitlines()[-1].split()[1] in load("vier3d").start().legal_moves()
    assert run("ugi", "vier3d") == (0, "", "")


def test_commands_that_need_no_engine_are_fast(run: Run) -> None:
    done = run("ugi", "tzaar(setup=fixed)", "--seed", 3, stdin="query game\nquery p1turn\nquit\n")
    assert done == (0, "response tzaar(setup=fixed)\nresponse true\n", "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("ugi chess", "no game is called 'chess'"),
        ("ugi vier3d --level 0", "--level: 0 is not from 1 to"),
        ("ugi vier3d --memory x", "--memory: 'x' is not a whole number"),
        ("analyse chess", "no game is called 'chess'"),
        ("analyse --workers 0", "--workers: 0 is not from 1 to 256"),
    ],
)
def test_rejects_invalid_arguments(run: Run, arguments: str, message: str) -> None:
    done = run(*arguments.split())
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"steinreich: {message}")


@pytest.mark.parametrize(
    "line",
    ["echo ugi | $RUN ugi vier3d", "echo nonsense | $RUN analyse", "echo x | $RUN ugi tzaar"],
)
def test_reports_a_full_disk(line: str) -> None:
    done = shell(f"{line} > /dev/full")
    assert done.returncode == 2
    assert done.stderr == "steinreich: input or output failed: No space left on device\n"


def test_closed_output_ends_the_engine() -> None:
    done = shell("(yes ugi | $RUN ugi vier3d; echo $? >&2) | head -1")
    assert done.stderr == "141\n"


def test_engine_plays_itself() -> None:
    game = load("vier3d")
    command = f"{shlex.quote(str(PROGRAM))} ugi vier3d --memory 4"
    seats = [External(command, game), External(f"{command} --seed 1", game)]
    position = game.start()
    try:
        for seat in seats * 3:
            result = seat.think(position, Limit(nodes=500))
            assert result.nodes > 0
            position = position.after(result.best)
    finally:
        for seat in seats:
            seat.close()


# Analysis


def test_analysis_of_json_queries(tmp_path: Path) -> None:
    queries: list[dict[str, Any]] = [
        {"id": "won", "position": WINS_AT_ONCE, "lines": 2, "nodes": 1000, "reasons": True},
        {"id": "wrong", "position": "nonsense"},
        {"id": "start", "seconds": 0.2, "reportDuringSearchEvery": 0.01},
        *({"id": id, "moves": ["a1", "b2"], "nodes": 3000} for id in ("once", "again")),
    ]
    file = tmp_path / "queries.jsonl"
    file.write_text("".join(json.dumps(query) + "\n" for query in queries))
    with file.open() as stream:
        done = subprocess.run(
            [PROGRAM, "analyse", "vier3d", "--workers", "2", "--memory", "4"],
            stdin=stream,
            capture_output=True,
            text=True,
            check=True,
        )
    assert done.stderr == ""
    found = [json.loads(line) for line in done.stdout.splitlines()]
    final = {answer["id"]: answer for answer in found if not answer.get("isDuringSearch")}
    assert set(final) == {query["id"] for query in queries}
    proven = {"certainty": "proven", "values": [1, -1], "turns": 1, "stored": False}
    assert final["won"]["verdict"] == proven
    assert final["won"]["lines"][0]["reasons"]
    assert len(final["won"]["lines"]) == 2
    assert final["wrong"]["field"] == "position"
    assert final["start"]["verdict"]["certainty"] == "estimated"
    assert {**final["once"], "id": 0, "seconds": 0} == {**final["again"], "id": 0, "seconds": 0}
