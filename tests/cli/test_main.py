"""The program as a whole: help, errors, exit codes, startup time."""

import os
import shlex
import signal
import subprocess
import sys
import time
from argparse import Namespace
from typing import NoReturn

import pytest

from steinreich import __version__
from steinreich.cli import main as main_module
from steinreich.cli.commands import games as games_command
from steinreich.cli.commands import serve as serve_command
from steinreich.cli.language import Translator
from steinreich.cli.main import COMMANDS, make_parser
from tests.cli.conftest import PROGRAM, Run

HEAVY_MODULES = {"asyncio", "llvmlite", "numba", "numpy", "rich", "urllib.request"}
COMMAND_NAMES = [command.__name__.rpartition(".")[2].replace("_", "-") for command in COMMANDS]


def test_help_lists_every_command(run: Run) -> None:
    done = run("--help")
    assert done.code == 0
    assert all(f"\n    {name} " in done.out for name in COMMAND_NAMES)


@pytest.mark.parametrize("name", COMMAND_NAMES)
def test_every_command_has_help_in_both_languages(run: Run, name: str) -> None:
    english, german = run(name, "--help"), run(name, "-h", "--lang", "de")
    assert english.code == german.code == 0
    assert english.out.startswith(f"usage: steinreich {name}")
    assert german.out.startswith(f"Aufruf: steinreich {name}")
    assert "\noptions:" in english.out
    assert "\nSchalter:" in german.out


@pytest.mark.parametrize("name", COMMAND_NAMES)
def test_examples_in_the_help_are_valid(run: Run, name: str) -> None:
    examples = run(name, "--help").out.partition("\nexamples:\n")[2].splitlines()
    assert examples
    for example in examples:
        words = shlex.split(example.rpartition("|")[2].partition("<")[0].partition(">")[0])
        assert words[:2] == ["steinreich", name]
        assert make_parser(Translator("en")).parse_args(words[1:]).command == name


def test_prints_the_version(run: Run) -> None:
    assert run("--version") == (0, f"steinreich {__version__}\n", "")


@pytest.mark.parametrize("line", ["", "--lang de"])
def test_program_without_command_starts_the_server(
    run: Run, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    def print_arguments(args: Namespace) -> int:
        print(args.command, args.open, args.lang)
        return 0

    monkeypatch.setattr(serve_command, "run", print_arguments)
    assert run(*line.split()) == (0, f"serve True {line[-2:] or 'en'}\n", "")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("pley", "COMMAND: invalid choice: 'pley'"),
        ("perft vier3d", "the following arguments are required: DEPTH"),
        ("games --fast", "unrecognized arguments: --fast"),
        ("show vier3d --svg a --json", "--json: not allowed with argument --svg"),
        ("show vier3d --seed", "--seed: expected one argument"),
        ("games --lang xx", "--lang: invalid choice: 'xx'"),
        ("show nogame", "no game is called 'nogame'; there are chain_reaxis"),
        ("show vier3d(players=9)", "players of vier3d must be one of 2, 3, not '9'"),
        ("show vier3d(", "'vier3d(' is not the id of a game"),
        ("show no/game.py", "game file 'no/game.py' not found"),
        ("show vier3d nonsense", "a position has 2 parts"),
    ],
)
def test_reports_invalid_input_in_one_line(run: Run, line: str, message: str) -> None:
    done = run(*line.split())
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"steinreich: {message}")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("spiele", "BEFEHL: 'spiele' ist nicht unter"),
        ("perft vier3d", "es fehlt: TIEFE"),
        ("games --fast", "das ist zu viel oder unbekannt: --fast"),
        ("show vier3d --svg a --json", "--json: geht nicht zusammen mit --svg"),
        ("show vier3d --seed", "--seed: hier fehlt eine Angabe"),
        ("perft vier3d x", "TIEFE: 'x' ist keine ganze Zahl"),
    ],
)
def test_reports_invalid_input_in_german(run: Run, line: str, message: str) -> None:
    done = run("--lang", "de", *line.split())
    assert done.code == 2
    assert done.err.startswith(f"steinreich: {message}")
    assert done.err.endswith("--help\n")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "suggestion"),
    [
        ("pley", "did you mean 'play'? see steinreich --help"),
        ("--lang de shwo", "meintest du 'show'? siehe steinreich --help"),
        ("puzzles chekc", "did you mean 'check'? see steinreich puzzles --help"),
        ("show tzaar --thme=dark", "did you mean '--theme'? see steinreich --help"),
        (
            "show tzaar --theme drak --svg -",
            "did you mean 'dark'? see steinreich show --help",
        ),
        ("puzzles mine --cuont 5", "did you mean '--count'? see steinreich --help"),
        ("puzzles mine --game tzar", "did you mean 'tzaar'?"),
        ("show vier3", "did you mean 'vier3d'?"),
        ("--lang de show vier3d(varient=most_fours)", "meintest du 'variant'?"),
        ("play vier3d --seats humen,3", "did you mean 'human'?"),
    ],
)
def test_error_suggests_similar_words(run: Run, line: str, suggestion: str) -> None:
    done = run(*line.split())
    assert done.code == 2
    assert done.err.endswith(f"; {suggestion}\n")
    assert done.err.count("\n") == 1


def test_environment_determines_the_language(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "de_DE")
    assert "2 Spieler" in run("games").out


def test_interrupt_sets_the_exit_code(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(args: Namespace) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(games_command, "run", interrupt)
    assert run("games") == (130, "", "\n")


def test_ctrl_c_interrupts_machine_code() -> None:
    """A deep perft runs for hours; Ctrl-C ends it at once."""
    with subprocess.Popen(
        [PROGRAM, "perft", "vier3d", "30"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout
        while not process.stdout.readline().startswith(b"5 "):
            pass
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130
        assert process.stderr
        assert b"Traceback" not in process.stderr.read()


def test_closed_output_is_not_an_error() -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    done = subprocess.run([PROGRAM, "games"], stdout=write_end, stderr=subprocess.PIPE, check=False)
    os.close(write_end)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["games"],
        ["show", "tzaar", "--svg", "-"],
        ["perft", "vier3d", "2"],
        ["play", "vier3d", "--seats", "random,random"],
    ],
)
def test_fast_commands_load_no_heavy_modules(arguments: list[str]) -> None:
    code = (
        "import sys; from steinreich.cli.main import main; code = main(sys.argv[1:]);"
        f"print({HEAVY_MODULES} & set(sys.modules), code, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    assert done.stderr == "set() 0\n"


def test_output_replaces_unencodable_characters() -> None:
    done = subprocess.run(
        [PROGRAM, "games", "--lang", "de"],
        capture_output=True,
        env={"PYTHONIOENCODING": "ascii"},
        check=True,
    )
    assert b"St?be" in done.stdout


def test_main_reads_the_command_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["steinreich", "--version"])
    assert main_module.main() == 0
    assert capsys.readouterr().out.startswith("steinreich ")


def shell(line: str, **surroundings: str) -> subprocess.CompletedProcess[str]:
    """Run a command line in a shell, in which $RUN is the program."""
    environment = {**os.environ, "RUN": str(PROGRAM), "LANGUAGE": "en", **surroundings}
    return subprocess.run(
        ["sh", "-c", line], capture_output=True, text=True, env=environment, check=False
    )


@pytest.mark.parametrize("line", ["games", "--help", "convert -", "show vier3d", "play vier3d"])
def test_reports_a_full_disk(line: str) -> None:
    done = shell(f"echo 0 1 | $RUN {line} > /dev/full")
    assert done.returncode == 2
    assert done.stderr == "steinreich: input or output failed: No space left on device\n"


def test_reports_a_full_disk_in_german() -> None:
    done = shell("$RUN games > /dev/full", LANGUAGE="de")
    assert done.stderr.startswith("steinreich: Ein- oder Ausgabe fehlgeschlagen: ")


def test_tolerates_closed_standard_error() -> None:
    assert shell("$RUN games > /dev/full 2>&1").returncode == 2
    assert shell("$RUN pley 2> /dev/full").returncode == 2


@pytest.mark.parametrize(
    ("line", "code", "error"),
    [
        ("show vier3d >&-", 0, ""),
        ("show nogame 2>&-", 2, ""),
        ("replay - <&-", 1, "steinreich: standard input: the text is empty"),
        ("play vier3d <&-", 0, ""),
        ("play vier3d --seats random,random <&- >&- 2>&-", 0, ""),
        ("convert - <&- >&-", 1, "steinreich: standard input: the text is empty"),
    ],
)
def test_tolerates_missing_streams(line: str, code: int, error: str) -> None:
    done = shell(f"$RUN {line}")
    assert done.returncode == code
    assert done.stderr.startswith(error)
    assert done.stderr.count("\n") == bool(error)


def test_reports_unreadable_input() -> None:
    done = shell("$RUN play vier3d 0> /dev/null")
    assert done.returncode == 2
    assert done.stderr == "steinreich: input or output failed: Bad file descriptor\n"


def test_package_can_be_run_by_python() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "steinreich", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"steinreich {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "tzaar", "x", "--seed", "1"], "--seed sets up the start and cannot be combined"),
        (["perft", "tzaar", "1", "--position", "x", "--seed", "1"], "--seed sets up the start"),
        (["show", "vier3d", "--theme", "dark"], "--theme needs --svg or --png"),
        (["show", "vier3d", "--style", "plain"], "--style needs --svg or --png"),
        (["show", "vier3d", "--rules", "--seed", "1"], "--rules cannot be combined with --seed"),
        (["show", "vier3d", "x", "--rules"], "--rules cannot be combined with POSITION"),
        (["show", "vier3d", "--svg", ""], "--svg: the file name is empty"),
        (["convert", "-", "--output", ""], "-o/--output: the file name is empty"),
        (["replay", ""], "FILE: the file name is empty"),
        (["play", "--load", ""], "--load: the file name is empty"),
        (["play", "vier3d", "--save", ""], "--save: the file name is empty"),
        (["play", ""], "'' is not the id of a game"),
        (["replay", "-", "--game", ""], "'' is not the id of a game"),
        (["games", "vier3d(players=3)"], "games lists all options; give vier3d without brackets"),
        (["perft", "vier3d", "0", "--divide"], "--divide needs a DEPTH of at least 1"),
    ],
)
def test_rejects_arguments_without_effect(run: Run, arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"steinreich: {message}")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "tzaar", "x", "--seed", "1"], "--seed bestimmt die Aufstellung"),
        (["show", "vier3d", "--theme", "dark"], "--theme braucht --svg oder --png"),
        (["show", "vier3d", "x", "--rules"], "--rules und STELLUNG schließen sich aus"),
        (["show", "vier3d", "--svg", ""], "--svg: der Dateiname ist leer"),
        (["games", "vier3d(players=3)"], "games zeigt alle Optionen; nenne vier3d ohne Klammern"),
        (["perft", "vier3d", "0", "--divide"], "--divide braucht eine TIEFE von mindestens 1"),
    ],
)
def test_rejects_arguments_without_effect_in_german(
    run: Run, arguments: list[str], message: str
) -> None:
    done = run(*arguments, "--lang", "de")
    assert done.code == 2
    assert done.err.startswith(f"steinreich: {message}")
