"""The command `steinreich serve`: it says where it is, ends in good order, and names what fails."""

import re
import resource
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from steinreich.cli.main import main
from steinreich.hall.run import MOST_FILES, listen, url
from steinreich.hall.storage.database import where_kept
from steinreich.hall.storage.database_lock import Occupied, locked
from steinreich.hall.upkeep.handover import CannotListen
from tests.hall.commanding import COMMAND, PATIENCE, environment, flags, running

pytestmark = pytest.mark.xdist_group("postgres")


@contextmanager
def taken() -> Iterator[int]:
    """A port at which somebody else listens."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def browser(folder: Path) -> Path:
    """A program that notes down what it shall show."""
    script = folder / "browser"
    script.write_text(
        f'#!/bin/sh\necho "$1" > {folder}/shown.part\nmv {folder}/shown.part {folder}/shown\n'
    )
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return script


def test_it_serves_on_loopback_opens_a_browser_and_ends_when_told(tmp_path: Path) -> None:
    """Where the port is taken, a free one will do for who opens a browser."""
    variables = {"BROWSER": str(browser(tmp_path)), "STEINREICH_LOG": "json"}
    with (
        taken() as port,
        running(tmp_path, [*flags(tmp_path, port=port), "--open"], **variables) as command,
    ):
        address = command.address()
        assert address.startswith("http://127.0.0.1:")
        assert address != f"http://127.0.0.1:{port}/"
        assert httpx.get(address + "api/health").json() == {"status": "ok"}
        assert '"message": "the hall is open"' in command.said
        shown = tmp_path / "shown"
        until = time.monotonic() + PATIENCE
        while not shown.exists() and time.monotonic() < until:
            time.sleep(0.02)
        assert shown.read_text().strip() == address
        began = time.monotonic()
        assert command.ends(signal.SIGTERM) == 0
        assert time.monotonic() - began < 10
        assert "Traceback" not in command.said


def test_a_hall_may_hold_more_connections_than_is_usual(tmp_path: Path) -> None:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (300, most[1]))
    try:
        with running(tmp_path, flags(tmp_path)) as command:
            command.address()
            limits = Path(f"/proc/{command.process.pid}/limits").read_text()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, most)
    found = re.search(r"Max open files\s+(\d+)", limits)
    assert found
    assert int(found[1]) == min(most[1], MOST_FILES)


def test_who_plays_is_told_three_lines_whatever_is_asked_for(tmp_path: Path) -> None:
    """Where it is, where the games are, how it ends; no line for each request."""
    variables = {"BROWSER": "true", "LANG": "en_GB.UTF-8", "LANGUAGE": "en"}
    with running(tmp_path, [*flags(tmp_path), "--open"], **variables) as command:
        address = command.address()
        for path in ("", "api/games", "api/games/vier3d/demo", "nothing"):
            httpx.get(address + path)
        assert command.ends(signal.SIGTERM) == 0
        assert command.said.splitlines() == [
            f"Steinreich: {address}",
            f"Games are kept in {tmp_path / 'hall.sqlite'}.",
            "Ctrl-C ends it.",
        ]


def test_no_password_is_told() -> None:
    kept = where_kept("postgresql://hall:secret@localhost/hall?password=secret")
    assert kept == "postgresql://hall:***@localhost/hall"
    assert where_kept("sqlite:////var/hall.sqlite") == "/var/hall.sqlite"


def test_without_a_browser_it_serves_all_the_same(tmp_path: Path) -> None:
    variables = {"BROWSER": str(tmp_path / "nothing"), "PATH": ""}
    with running(tmp_path, [*flags(tmp_path), "--open"], **variables) as command:
        assert httpx.get(command.address() + "api/health").status_code == 200
        assert command.ends(signal.SIGINT) in (0, 130)
        assert "Traceback" not in command.said


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"port": "taken"}, "cannot listen on 127.0.0.1"),
        ({"database": "mysql://x/y"}, "sqlite or postgresql"),
        ({"database": "sqlite:///{folder}/said/hall.sqlite"}, "said"),  # which is no folder
    ],
)
def test_what_cannot_be_is_named(tmp_path: Path, more: dict[str, str], said: str) -> None:
    with taken() as port:
        wrong = {
            name: value.replace("taken", str(port)).format(folder=tmp_path)
            for name, value in more.items()
        }
        with running(tmp_path, flags(tmp_path, **wrong)) as command:
            assert command.ends() in (2, 3)
            assert said in command.said


@pytest.mark.parametrize(
    ("flag", "variables", "said"),
    [
        ("--metrics=friends", {}, "metrics: one of local, all, nobody belongs here"),
        ("--processes=none", {}, "processes: an integer belongs here"),
        ("--log=text", {"STEINREICH_PACE": "slow"}, "pace: a number belongs here"),
    ],
)
def test_bad_settings_are_named_in_one_line(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    flag: str,
    variables: dict[str, str],
    said: str,
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert main(["serve", flag]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_several_processes_behind_one_port(
    request: pytest.FixtureRequest, tmp_path: Path, database: str
) -> None:
    chosen = flags(tmp_path, processes=2, log="json")
    if database == "postgresql":
        chosen.append(f"--database={request.getfixturevalue('postgres').new_database()}")
    with running(tmp_path, chosen) as command:
        address = command.address()
        transport = httpx.HTTPTransport(retries=5)
        with httpx.Client(base_url=address, transport=transport, timeout=PATIENCE) as client:
            assert client.get("/api/health").status_code == 200
            seats = [{"kind": "here"}, {"kind": "here"}]
            made = client.post("/api/tables", json={"game": "vier3d", "seats": seats}).json()
        opened = 'events_total{kind="opened"} 1.0'
        until = time.monotonic() + PATIENCE  # each process tells of its figures now and then
        while opened not in httpx.get(f"{address}metrics").text and time.monotonic() < until:
            time.sleep(0.1)
        for _ in range(6):  # whoever answers
            assert httpx.get(f"{address}api/tables/{made['id']}").status_code == 200
            assert opened in httpx.get(f"{address}metrics").text
        assert command.ends(signal.SIGTERM) == 0
        assert command.said.count("the hall is closed") == 2
        assert "Traceback" not in command.said


def test_addresses_that_cannot_be_had() -> None:
    with taken() as port:
        with pytest.raises(CannotListen, match=str(port)):
            listen("127.0.0.1", port, any_port=False)
        with listen("127.0.0.1", port, any_port=True) as other:
            assert other.getsockname()[1] != port
    with pytest.raises(CannotListen):
        listen("203.0.113.1", 0, any_port=True)


def test_the_shown_address_is_one_that_a_browser_understands() -> None:
    with listen("0.0.0.0", 0, any_port=False) as everywhere:
        assert url(everywhere).startswith("http://127.0.0.1:")


@pytest.mark.parametrize(
    ("database", "says"),
    [("postgresql://hall:secret@127.0.0.1:1/hall", "refused"), ("nonsense", "URL")],
)
def test_a_database_that_is_not_there_is_said_in_a_line(database: str, says: str) -> None:
    command = [sys.executable, "-m", "steinreich", "serve", "--port", "0", "--database", database]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert says in done.stderr
    assert "secret" not in done.stderr


ALREADY = {
    "en": "a hall with these games is already running: {}; a second one",
    "de": "mit diesen Partien läuft schon ein Saal: {}; ein zweiter",
}


def test_a_second_hall_on_one_file_says_where_the_first_one_is(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path)  # the same file by another name
    with running(tmp_path, flags(tmp_path)) as first:
        address = first.address()
        for language, says in ALREADY.items():
            arguments = [*COMMAND, "--lang", language, *flags(link)]
            second = subprocess.run(
                arguments, capture_output=True, text=True, timeout=60, env=environment()
            )
            assert second.returncode == 2
            assert says.format(address) in second.stderr
            assert len(second.stderr.strip().splitlines()) == 1
        assert httpx.get(address + "api/health").status_code == 200, "the first one goes on"
        first.process.kill()
        first.process.wait()
    with running(tmp_path, flags(tmp_path)) as third:
        assert httpx.get(third.address() + "api/health").status_code == 200


def test_who_plays_a_second_time_is_led_to_the_running_hall(tmp_path: Path) -> None:
    """As by `make play` in another terminal; also when the first one has just been started."""
    with running(tmp_path, flags(tmp_path)) as first:
        until = time.monotonic() + PATIENCE
        while not (tmp_path / "hall.sqlite.lock").exists() and time.monotonic() < until:
            time.sleep(0.01)
        variables = environment(BROWSER=str(browser(tmp_path)))
        arguments = [*COMMAND, "--open", *flags(tmp_path)]
        second = subprocess.run(
            arguments, capture_output=True, text=True, timeout=60, check=False, env=variables
        )
        assert second.returncode == 0, second.stderr
        assert f"already running, and your browser opens it: {first.address()}" in second.stderr
        assert (tmp_path / "shown").read_text().strip() == first.address()


def test_a_claim_ends_with_its_holder(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'new' / 'hall.sqlite'}"
    for _ in range(2):
        with locked(database) as lock:
            lock.tell("http://here/")
            with pytest.raises(Occupied) as caught, locked(database):
                pass
            assert caught.value.address == "http://here/"
    with locked("postgresql://hall@db.local/hall"), locked("postgresql://hall@db.local/hall"):
        pass


def test_lan_without_a_value_means_on(capsys: pytest.CaptureFixture[str]) -> None:
    several = ["--processes=2", "--database=postgresql://nowhere/hall"]
    assert main(["serve", "--lan", *several]) != 0
    assert "several processes open no local network" in capsys.readouterr().err
    assert main(["serve", "--lan=perhaps"]) != 0
    assert "lan: one of offer, on, off belongs here, not 'perhaps'" in capsys.readouterr().err
