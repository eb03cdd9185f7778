"""External engines: correct ones play, and faulty ones are reported and ended."""

import os
import re
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Timer

import pytest

from steinreich import load
from steinreich.core.game import Game
from steinreich.engines.named_players import player
from steinreich.engines.ugi.external import External, UgiTimeouts, make_go_command
from steinreich.engines.ugi.process import split_command
from steinreich.players.player import Limit, PlayerFailed
from steinreich.search.result import SearchResult

FAKE_ENGINE_COMMAND = f"{shlex.quote(sys.executable)} -m tests.players.fakes"
LONG_TIMEOUTS = UgiTimeouts(
    greeting=20.0, banner=20.0, start=20.0, action=20.0, grace=20.0, quit=5.0
)
SHORT_TIMEOUTS = UgiTimeouts(  # for engines that do not answer in time
    greeting=0.4, banner=0.3, start=0.4, action=0.2, grace=0.2, quit=0.1
)
SLOW_START_TIMEOUTS = SHORT_TIMEOUTS._replace(greeting=20.0, start=2.0)

EngineFactory = Callable[..., External]

# The script of a correct engine, with a placeholder for each answer; faulty engines replace some.
ENGINE_TEMPLATE = """\
import os, subprocess, sys, time
def say(*lines):
    print(*lines, sep="\\n", flush=True)
for line in sys.stdin:
    words = line.split()
    match words:
        case ["ugi"]:
            UGI
        case ["isready"]:
            READY
        case ["position", "fen", *fen]:
            POSITION
        case ["go", *_]:
            GO
        case ["stop"]:
            STOP
        case ["quit"]:
            QUIT
"""
DEFAULT_PARTS = {
    "UGI": "say('id name Tiny', 'ugiok')",
    "READY": "say('readyok')",
    "POSITION": "pass",
    "GO": "say('info depth 1 score cp 7 pv a1', 'bestmove a1')",
    "STOP": "say('bestmove b2')",
    "QUIT": "break",
}


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[EngineFactory]:
    """Return a function that starts an engine; `engine(GO="...")` replaces its answer to `go`.

    All engines are closed after the test.
    """
    engines: list[External] = []

    def make(timeouts: UgiTimeouts = LONG_TIMEOUTS, **parts: str) -> External:
        script = tmp_path / "engine.py"
        text = ENGINE_TEMPLATE
        for name, part in (DEFAULT_PARTS | parts).items():
            text = text.replace(f"            {name}\n", f"            {part}\n")
        script.write_text(text)
        command = f"{shlex.quote(sys.executable)} -S {shlex.quote(str(script))}"
        engines.append(External(command, load("vier3d"), timeouts=timeouts))
        return engines[-1]

    yield make
    for external in engines:
        external.close()


def get_failure(external: External) -> str:
    """Return the error of an engine that fails to answer; check that it has been killed."""
    assert external.process
    pid = external.process.process.pid
    with pytest.raises(PlayerFailed) as caught:
        external.think(load("vier3d").start(), Limit(seconds=0.1))
    assert external.process is None
    assert not process_exists(pid)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 1000
    return str(caught.value)


def process_exists(pid: int) -> bool:
    """Return whether a process with this id exists; zombies count."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


# Correct engines


@pytest.mark.parametrize("id", ["vier3d", "vier3d(players=3)", "examples/connect_four.py"])
def test_ugi_servers_of_this_package_play_a_game(id: str) -> None:
    game = load(id)
    engines_by_seat = [External(f"{FAKE_ENGINE_COMMAND} {game.name}", game) for _ in range(2)]
    position = game.start()
    try:
        for number in range(8):
            result = engines_by_seat[number % 2].think(position, Limit(depth=2))
            assert result.depth == 2
            assert result.best == position.actions()[0]
            assert len(result.lines[0].actions) == 2
            assert result.verdict.values[position.player] == 0.25
            position = position.after(result.best)
        assert all(external.name.startswith("Steinreich ") for external in engines_by_seat)
    finally:
        for external in engines_by_seat:
            external.close()


def test_reads_proven_verdicts() -> None:
    game = load("vier3d")
    external = player(f"ugi:{FAKE_ENGINE_COMMAND} vier3d", game)
    result = external.think(game.position("rrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- r"), Limit(depth=1))
    assert result.verdict.is_proven
    assert (result.verdict.outcome, result.verdict.turns) == (0, 1)
    external.close()
    external.close()  # a second time: no effect


def test_progress_is_the_output_of_the_engine() -> None:
    game = load("vier3d")
    external = player(f"ugi:{FAKE_ENGINE_COMMAND} vier3d", game)
    reports: list[SearchResult] = []
    result = external.think(game.start(), Limit(depth=3), progress=reports.append)
    assert [report.depth for report in reports] == [1, 2, 3]
    assert reports[-1].lines == result.lines
    external.close()


def test_supports_a_minimal_engine(engine: EngineFactory) -> None:
    external = engine()
    assert external.name == "Tiny"
    result = external.think(load("vier3d").start(), Limit(nodes=10))
    assert result.verdict.values == (0.007, -0.007)
    assert result.seconds > 0
    external.new_game()
    assert external.think(load("vier3d").start(), Limit()).best == 0


def test_forwards_stop(engine: EngineFactory) -> None:
    external = engine(GO="pass")
    stop = Event()
    timer = Timer(0.1, stop.set)
    timer.start()
    result = external.think(load("vier3d").start(), Limit(seconds=3600), stop=stop)
    assert load("vier3d").start().name(result.best) == "b2"
    timer.join()


def test_limits_are_sent_as_commands() -> None:
    timeouts = UgiTimeouts(action=2.5)
    assert make_go_command(Limit(), timeouts) == "go movetime 2500"
    assert make_go_command(Limit(seconds=0.0001), timeouts) == "go movetime 1"
    assert make_go_command(Limit(nodes=5, depth=6), timeouts) == "go nodes 5 depth 6"
    assert make_go_command(Limit(seconds=1.5, nodes=5), timeouts) == "go movetime 1500 nodes 5"


def test_options_are_set(engine: EngineFactory) -> None:
    external = External(
        f"{FAKE_ENGINE_COMMAND} vier3d",
        load("tzaar(setup=fixed)"),
        options={"MultiPV": 3},
        timeouts=LONG_TIMEOUTS,
    )
    result = external.think(load("tzaar(setup=fixed)").start(), Limit(depth=1))
    assert len(result.lines) == 3
    external.close()


def test_reports_unknown_options() -> None:
    with pytest.raises(PlayerFailed, match=r"unknown option .*Hush"):
        External(
            f"{FAKE_ENGINE_COMMAND} vier3d",
            load("vier3d"),
            options={"Hush": 3},
            timeouts=LONG_TIMEOUTS,
        )


# Engines that do not start


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("", "no command is given"),
        ("no/such/engine --fast", "'no/such/engine --fast' cannot be started: No such file"),
        ("/", "'/' cannot be started: Permission denied"),
        ("'half a quote", "cannot be started: No closing quotation"),
        ("a\0b", "cannot be started: embedded null byte"),
        ("true", "true has exited with code 0; last command 'ugi'"),
        (
            "sh -c 'echo no luck >&2; exit 3'",
            "code 3; last command 'ugi'; on standard error 'no luck'",
        ),
        ("cat /dev/zero", "sends a line of more than 65536 bytes"),
        ("yes hello", "sends more than 100000 lines; last command 'ugi'; last output 'hello'"),
        (
            "cat",
            "cat does not speak UGI: no ugiok within 0.3 seconds; "
            "last command 'ugi'; last output 'ugi'",
        ),
        (
            "sleep 100",
            "sleep 100 does not speak UGI: no ugiok within 0.4 seconds; last command 'ugi'",
        ),
    ],
)
def test_reports_engines_that_do_not_start(command: str, reason: str, game: Game) -> None:
    timeouts = SHORT_TIMEOUTS if "within" in reason else LONG_TIMEOUTS
    with pytest.raises(PlayerFailed) as caught:
        External(command, game, timeouts=timeouts)
    assert reason in str(caught.value)


@pytest.fixture
def game() -> Game:
    return load("vier3d")


def test_does_not_split_windows_command_lines() -> None:
    """On Windows a backslash is part of a path."""
    assert split_command(r"C:\engines\tiny.exe --fast", "nt") == r"C:\engines\tiny.exe --fast"
    assert split_command("'my engine' --fast", "posix") == ["my engine", "--fast"]


def test_another_protocol_is_detected_at_once(engine: EngineFactory) -> None:
    with pytest.raises(
        PlayerFailed, match=r"Tiny speaks UCI, not UGI; last command 'ugi'; .* 'uciok'"
    ):
        engine(UGI="say('id name Tiny', 'uciok')")


@pytest.mark.parametrize("command", ["cat", "sh -c 'echo hello; sleep 100'"])
def test_program_without_ugi_blocks_only_briefly(command: str, game: Game) -> None:
    """With the default timeouts, the caller waits ten seconds at most."""
    with pytest.raises(PlayerFailed, match="does not speak UGI: no ugiok within"):
        External(command, game)
    assert UgiTimeouts().greeting <= 10


def test_ignores_output_before_the_handshake(engine: EngineFactory) -> None:
    """After its first line in UGI, an engine has longer than `banner` seconds for `ugiok`."""
    lines = "say('Tiny 1.0, by Ada', '', 'id name Tiny'); time.sleep(0.6); say('ugiok')"
    external = engine(LONG_TIMEOUTS._replace(banner=0.3), UGI=lines)
    assert external.name == "Tiny"


def test_engine_that_is_never_ready_fails(engine: EngineFactory) -> None:
    with pytest.raises(PlayerFailed, match="does not send readyok within"):
        engine(SLOW_START_TIMEOUTS, READY="pass")


# Engines that fail during a game


@pytest.mark.parametrize(
    ("part", "statement", "reason"),
    [
        (
            "GO",
            "sys.exit('out of luck')",
            "Tiny has exited with code 1; last command 'go movetime 100'",
        ),
        ("GO", "os.kill(os.getpid(), 11)", "Tiny has exited with code -11"),
        ("GO", "1 / 0", "on standard error 'ZeroDivisionError: division by zero'"),
        ("GO", "os.close(1); time.sleep(60)", "Tiny has closed its output"),
        ("GO", "time.sleep(60)", "Tiny does not send bestmove within 0.3 seconds"),
        ("GO", "say('bestmove zz')", "Tiny plays an illegal action: 'zz': not the name of an"),
        ("GO", "say('bestmove')", "Tiny plays an illegal action: '': not the name"),
        ("GO", "say('bestmove \\x1b[2J' + 'x' * 999)", "plays an illegal action: '\\x1b[2Jxxx"),
        ("GO", "say('bestmove ' + '\\u202e' * 10)", "Tiny plays an illegal action"),
        ("GO", "say(*['info depth 1'] * 200_000)", "Tiny sends more than 100000 lines"),
        ("GO", "say(*['info ' + 'x' * 9_999] * 2_000)", "Tiny sends more than 16000000 bytes"),
        ("GO", "say('x' * 1_000_000)", "Tiny sends a line of more than 65536 bytes"),
        ("POSITION", "break", "Tiny has exited with code 0"),
        (
            "POSITION",
            "say('info string error: no such board')",
            "Tiny reports an error after 'position fen",
        ),
        ("POSITION", "time.sleep(60)", "Tiny does not send readyok within 0.2 seconds"),
    ],
)
def test_reports_failing_engines(
    engine: EngineFactory, part: str, statement: str, reason: str
) -> None:
    timeouts = SLOW_START_TIMEOUTS if "within" in reason else LONG_TIMEOUTS
    assert reason in get_failure(engine(timeouts, **{part: statement}))


def test_engine_with_closed_input_fails(engine: EngineFactory) -> None:
    """The failure is detected when a command is sent, or when no answer arrives."""
    failure = get_failure(
        engine(SLOW_START_TIMEOUTS, READY="say('readyok'); os.close(0); time.sleep(60)")
    )
    assert re.search("Tiny does not send|Tiny has closed its output", failure)


def test_kills_an_engine_with_endless_output(engine: EngineFactory) -> None:
    failure = get_failure(engine(SLOW_START_TIMEOUTS, GO="while True: say('info depth 1')"))
    assert "sends more than" in failure or "does not send bestmove within" in failure


def test_limits_stored_standard_error(engine: EngineFactory) -> None:
    external = engine(SLOW_START_TIMEOUTS, GO="while True: print('e' * 1000, file=sys.stderr)")
    assert "does not send bestmove within" in get_failure(external)


def test_kills_an_engine_that_does_not_stop(engine: EngineFactory) -> None:
    external = engine(SLOW_START_TIMEOUTS, GO="pass", STOP="pass")
    stop = Event()
    stop.set()
    with pytest.raises(PlayerFailed, match=r"not send bestmove within .* last command 'stop'"):
        external.think(load("vier3d").start(), Limit(seconds=60), stop=stop)


def test_failed_engine_is_restarted_for_a_new_game(engine: EngineFactory) -> None:
    external = engine(GO="sys.exit(1) if len(fen) > 2 or fen[1] == 'b' else say('bestmove a1')")
    start = load("vier3d").start()
    with pytest.raises(PlayerFailed, match="exited with code 1"):
        external.think(start.play("a1"), Limit(seconds=0.1))
    with pytest.raises(PlayerFailed, match="Tiny is not running"):
        external.think(start, Limit(seconds=0.1))
    external.new_game()
    assert external.think(start, Limit(seconds=0.1)).best == 0


# Cleanup


@pytest.mark.parametrize("quit", ["break", "pass", "time.sleep(60)"])
def test_kills_the_whole_process_group(engine: EngineFactory, tmp_path: Path, quit: str) -> None:
    """Child processes of the engine end with it, whether it exits cleanly or not."""
    pid_file = tmp_path / "child"
    child = "child = subprocess.Popen(['sleep', '100'])"
    external = engine(
        LONG_TIMEOUTS._replace(quit=0.1),
        GO=f"{child}; open({str(pid_file)!r}, 'w').write(str(child.pid)); say('bestmove a1')",
        QUIT=quit,
    )
    external.think(load("vier3d").start(), Limit(seconds=0.1))
    assert external.process
    pid = external.process.process.pid
    assert process_exists(pid)
    external.close()
    assert not process_exists(pid)
    assert ends_soon(int(pid_file.read_text()))


def ends_soon(pid: int) -> bool:
    """Return whether an orphaned process ends within some seconds; a zombie has ended.

    Its new parent needs some time to reap it.
    """
    for _ in range(200):
        status = Path(f"/proc/{pid}/stat")
        if not process_exists(pid) or (status.exists() and status.read_text().split()[2] == "Z"):
            return True
        time.sleep(0.02)
    return False


def test_unclosed_engine_leaves_no_process(engine: EngineFactory) -> None:
    external: External | None = External(
        f"{FAKE_ENGINE_COMMAND} vier3d", load("vier3d"), timeouts=LONG_TIMEOUTS
    )
    assert external
    assert external.process
    pid = external.process.process.pid
    external = None
    assert not process_exists(pid)
