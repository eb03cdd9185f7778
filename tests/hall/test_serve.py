"""The command `steinreich serve`: startup messages, clean exit, and errors."""

import json
import re
import resource
import signal
import socket
import sqlite3
import stat
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from steinreich.cli.main import main
from steinreich.hall.server import MAX_FILES, CannotListen, Restart, get_url, listen, run_server
from steinreich.hall.settings import Settings
from steinreich.hall.storage.database import describe_location
from steinreich.hall.storage.database_lock import DatabaseInUse, lock_database
from tests.hall.serve_command import (
    COMMAND,
    START_TIMEOUT_SECONDS,
    make_environment,
    make_flags,
    run_serve_command,
)

pytestmark = pytest.mark.xdist_group("postgres")


@contextmanager
def occupied_port() -> Iterator[int]:
    """A port on which another socket listens."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def make_browser(folder: Path) -> Path:
    """Create a program that stands for a browser: it writes the URL that it opens to a file."""
    script = folder / "browser"
    script.write_text(
        f'#!/bin/sh\necho "$1" > {folder}/url.part\nmv {folder}/url.part {folder}/opened_url\n'
    )
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return script


def test_server_listens_on_loopback_and_opens_a_browser_and_stops_on_signal(tmp_path: Path) -> None:
    """With `--open`, another port is used if the port is taken."""
    variables = {"BROWSER": str(make_browser(tmp_path)), "STEINREICH_LOG": "json"}
    with (
        occupied_port() as port,
        run_serve_command(
            tmp_path, [*make_flags(tmp_path, port=port), "--open"], **variables
        ) as command,
    ):
        address = command.wait_for_address()
        assert address.startswith("http://127.0.0.1:")
        assert address != f"http://127.0.0.1:{port}/"
        assert httpx.get(address + "api/health").json() == {"status": "ok"}
        assert '"message": "the hall is open"' in command.output
        opened_url = tmp_path / "opened_url"
        deadline = time.monotonic() + START_TIMEOUT_SECONDS
        while not opened_url.exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        assert opened_url.read_text().strip() == address
        assert command.wait_for_exit(signal.SIGTERM) == 0
        assert "Traceback" not in command.output


def test_limit_of_connections_can_exceed_the_default_of_the_system(tmp_path: Path) -> None:
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (300, limit[1]))
    try:
        with run_serve_command(tmp_path, make_flags(tmp_path)) as command:
            command.wait_for_address()
            limits_text = Path(f"/proc/{command.process.pid}/limits").read_text()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limit)
    match = re.search(r"Max open files\s+(\d+)", limits_text)
    assert match
    assert int(match[1]) == min(limit[1], MAX_FILES)


def test_playing_does_not_load_the_compiler_in_the_server(tmp_path: Path) -> None:
    """Engines and record readers have processes of their own: the server never stalls to load a
    compiler.
    """
    record = '[Game "vier3d"] 1. a1 b1 2. a1 b1 3. a1 b1 4. a1 1-0'
    with run_serve_command(tmp_path, make_flags(tmp_path, engines=1)) as command:
        address = command.wait_for_address()
        seats = [{"kind": "here"}, {"kind": "computer", "level": 1}]
        new_table = httpx.post(
            address + "api/tables", json={"game": "vier3d", "seats": seats}
        ).json()
        url = f"{address.replace('http', 'ws', 1)}api/tables/{new_table['id']}/socket"
        with connect(url, proxy=None) as socket:
            socket.send(json.dumps({"type": "hello", "token": new_table["token"]}))
            for actions, rod in enumerate(("a1", "b3", "d4")):
                played = {"type": "act", "id": rod, "at": 2 * actions, "actions": [rod]}
                socket.send(json.dumps(played))
                while True:  # until the computer has answered
                    message = json.loads(socket.recv(timeout=START_TIMEOUT_SECONDS))
                    if message["type"] == "event" and message.get("seat") == 1:
                        break
        for path, body in {
            "api/records": {"text": record},
            "api/records/frames": {"text": record},
            "api/positions": {"game": "tzaar"},
        }.items():
            assert httpx.post(address + path, json=body, timeout=START_TIMEOUT_SECONDS).is_success
        memory_maps = Path(f"/proc/{command.process.pid}/maps").read_text()
        assert {*re.findall("orjson|numpy|numba|llvmlite", memory_maps)} == {"orjson"}
        assert command.wait_for_exit(signal.SIGTERM) == 0


def test_serve_with_open_prints_three_lines(tmp_path: Path) -> None:
    """They are the address, the location of the games and how to stop; requests print nothing."""
    variables = {"BROWSER": "true", "LANG": "en_GB.UTF-8", "LANGUAGE": "en"}
    with run_serve_command(tmp_path, [*make_flags(tmp_path), "--open"], **variables) as command:
        address = command.wait_for_address()
        for path in ("", "api/games", "api/games/vier3d/demo", "nothing"):
            httpx.get(address + path)
        assert command.wait_for_exit(signal.SIGTERM) == 0
        assert command.output.splitlines() == [
            f"Steinreich: {address}",
            f"Games are stored in {tmp_path / 'hall.sqlite'}.",
            "Press Ctrl-C to stop.",
        ]


def test_prints_no_passwords() -> None:
    location = describe_location("postgresql://hall:secret@localhost/hall?password=secret")
    assert location == "postgresql://hall:***@localhost/hall"
    assert describe_location("sqlite:////var/hall.sqlite") == "/var/hall.sqlite"


def test_server_works_without_a_browser(tmp_path: Path) -> None:
    variables = {"BROWSER": str(tmp_path / "nothing"), "PATH": ""}
    with run_serve_command(tmp_path, [*make_flags(tmp_path), "--open"], **variables) as command:
        assert httpx.get(command.wait_for_address() + "api/health").status_code == 200
        assert command.wait_for_exit(signal.SIGINT) in (0, 130)
        assert "Traceback" not in command.output


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"port": "taken"}, "cannot listen on 127.0.0.1"),
        ({"database": "mysql://x/y"}, "sqlite or postgresql"),
        ({"database": "sqlite:///{folder}/output/hall.sqlite"}, "output"),  # a file, not a folder
    ],
)
def test_reports_invalid_settings(tmp_path: Path, options: dict[str, str], message: str) -> None:
    with occupied_port() as port:
        wrong = {
            name: value.replace("taken", str(port)).format(folder=tmp_path)
            for name, value in options.items()
        }
        with run_serve_command(tmp_path, make_flags(tmp_path, **wrong)) as command:
            assert command.wait_for_exit() in (2, 3)
            assert message in command.output


@pytest.mark.parametrize(
    ("flag", "variables", "message"),
    [
        ("--metrics=friends", {}, "metrics: expected one of local, all, none"),
        ("--engines=none", {}, "engines: expected an integer"),
        (
            "--log=text",
            {"STEINREICH_MIN_ENGINE_TURN_SECONDS": "slow"},
            "min_engine_turn_seconds: expected a number",
        ),
    ],
)
def test_settings_errors_take_one_line(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    flag: str,
    variables: dict[str, str],
    message: str,
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert main(["serve", flag]) == 2
    errors = capsys.readouterr().err
    assert message in errors
    assert errors.count("\n") == 1


def test_reports_unavailable_addresses() -> None:
    with occupied_port() as port:
        with pytest.raises(CannotListen, match=str(port)):
            listen("127.0.0.1", port, any_port=False)
        with listen("127.0.0.1", port, any_port=True) as other:
            assert other.getsockname()[1] != port
    with pytest.raises(CannotListen):
        listen("203.0.113.1", 0, any_port=True)


def test_printed_address_works_in_a_browser() -> None:
    with listen("0.0.0.0", 0, any_port=False) as listening:
        assert get_url(listening).startswith("http://127.0.0.1:")


def test_start_waits_for_a_database_that_does_not_answer(tmp_path: Path) -> None:
    """Each attempt is logged in one line with the reason and without the password."""
    database = "postgresql://hall:secret@127.0.0.1:1/hall"
    with run_serve_command(tmp_path, make_flags(tmp_path, database=database), LANG="C") as command:
        deadline = time.monotonic() + START_TIMEOUT_SECONDS
        while command.output.count("next attempt in") < 3 and time.monotonic() < deadline:
            assert command.process.poll() is None, command.output
            time.sleep(0.02)
        lines = command.output.splitlines()
        pauses = [re.findall(r"next attempt in (\S+) s", line) for line in lines[:3]]
        assert pauses == [["0.5"], ["1"], ["2"]]
        assert all("refused" in line and "secret" not in line for line in lines)
        assert command.wait_for_exit(signal.SIGTERM) == 0


def make_newer_database(folder: Path) -> str:
    """Create a database of a newer version of the program and return its URL."""
    file = folder / "newer.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
        connection.commit()
    return f"sqlite:///{file}"


def make_invalid_database(folder: Path) -> str:
    """Create a file that is not a database and return its URL."""
    file = folder / "text.sqlite"
    file.write_text("once upon a time " * 1000)
    return f"sqlite:///{file}"


@pytest.mark.parametrize(
    ("make_database", "message"),
    [
        (lambda folder: "nonsense", "URL"),
        (lambda folder: "postgresql://hall:secret@host:port/hall", "URL"),
        (make_newer_database, "9999"),
        (make_invalid_database, "not a database"),
    ],
)
def test_unusable_database_is_reported_in_one_line(
    tmp_path: Path, make_database: Callable[[Path], str], message: str
) -> None:
    command = [*COMMAND, "--port", "0", "--database", make_database(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert message in done.stderr
    assert "secret" not in done.stderr


def test_database_lost_during_startup_leads_to_an_error_exit(tmp_path: Path) -> None:
    """The database was available when the command checked it, but not when the server opened it."""
    folder = tmp_path / "folder"
    folder.write_text("")
    settings = Settings(database=f"sqlite:///{folder}/hall.sqlite", engines=0, analysts=0)
    with listen("127.0.0.1", 0, any_port=True) as listening:
        restart = Restart(listening)
        try:
            with pytest.raises(SystemExit) as ended:
                run_server(settings, listening, lambda: None, restart)
        finally:
            restart.listener.close()
            signal.signal(signal.SIGHUP, signal.SIG_DFL)
    assert ended.value.code not in (0, None)


ALREADY_RUNNING = {
    "en": "a server with these games is already running: {}; a second one",
    "de": "mit diesen Partien läuft schon ein Server: {}; ein zweiter",
}


def test_second_server_on_one_file_names_the_first(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path)  # the same file by another name
    with run_serve_command(tmp_path, make_flags(tmp_path)) as first:
        address = first.wait_for_address()
        for language, message in ALREADY_RUNNING.items():
            arguments = [*COMMAND, "--lang", language, *make_flags(link)]
            second = subprocess.run(
                arguments, capture_output=True, text=True, timeout=60, env=make_environment()
            )
            assert second.returncode == 2
            assert message.format(address) in second.stderr
            assert len(second.stderr.strip().splitlines()) == 1
        assert httpx.get(address + "api/health").status_code == 200, "the first server still runs"
        first.process.kill()
        first.process.wait()
    with run_serve_command(tmp_path, make_flags(tmp_path)) as third:
        assert httpx.get(third.wait_for_address() + "api/health").status_code == 200


def test_second_serve_with_open_shows_the_running_server(tmp_path: Path) -> None:
    """The second command opens a browser at the first server, even if that is still starting."""
    with run_serve_command(tmp_path, make_flags(tmp_path)) as first:
        deadline = time.monotonic() + START_TIMEOUT_SECONDS
        while not (tmp_path / "hall.sqlite.lock").exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        variables = make_environment(BROWSER=str(make_browser(tmp_path)))
        arguments = [*COMMAND, "--open", *make_flags(tmp_path)]
        second = subprocess.run(
            arguments, capture_output=True, text=True, timeout=60, check=False, env=variables
        )
        assert second.returncode == 0, second.stderr
        assert (
            f"already running, and your browser opens it: {first.wait_for_address()}"
            in second.stderr
        )
        assert (tmp_path / "opened_url").read_text().strip() == first.wait_for_address()


def test_lock_is_released_when_its_process_ends(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'new' / 'hall.sqlite'}"
    for _ in range(2):
        with lock_database(database) as lock:
            lock.write_address("http://here/")
            with pytest.raises(DatabaseInUse) as caught, lock_database(database):
                pass
            assert caught.value.address == "http://here/"
    with (
        lock_database("postgresql://hall@db.local/hall"),
        lock_database("postgresql://hall@db.local/hall"),
    ):
        pass


def test_lan_flag_without_a_value_means_on(capsys: pytest.CaptureFixture[str]) -> None:
    # `--lan` does not take the next flag as its value
    assert main(["serve", "--lan", "--log=perhaps"]) != 0
    assert "log: expected one of text, json, quiet" in capsys.readouterr().err
    assert main(["serve", "--lan=perhaps"]) != 0
    assert "lan: expected one of offer, on, off, not 'perhaps'" in capsys.readouterr().err
