"""Deployment files match the project: packages, settings, paths, systemd units."""

import configparser
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from steinreich.hall.api.security import MAX_BODY_BYTES, MAX_RECORDS_BODY_BYTES
from steinreich.hall.settings import Settings, get_environment_variable
from tests.proxies import DEPLOY, find_free_port, find_program, running_proxy

SERVICE = DEPLOY / "steinreich@.service"
OTHER_VARIABLES = {
    "STEINREICH_CACHE",
    "STEINREICH_GAMES",
}  # variables that are not settings of the server


def read_locked_versions(group: str) -> dict[str, str]:
    """Return the version and hashes of each package, without environment markers."""
    lines = Path(f"requirements/{group}.txt").read_text().replace("\\\n", "").splitlines()
    entries = (line.partition("==") for line in lines)
    return {name: re.sub(r" ; .*?(?=--hash)|\s+", " ", pin) for name, _, pin in entries}


def test_server_requirements_are_locked_to_the_tested_versions() -> None:
    hall, dev = read_locked_versions("hall"), read_locked_versions("dev")
    assert {"fastapi", "uvicorn", "sqlalchemy", "psycopg-binary", "numba"} <= hall.keys()
    assert not {"pytest", "mypy", "ruff"} & hall.keys(), "no test packages at run time"
    assert hall.items() <= dev.items()
    assert all("--hash=sha256:" in line for line in hall.values())
    assert "http" not in Path("requirements/hall.txt").read_text()


def test_play_requirements_are_locked_to_the_tested_versions() -> None:
    """With other versions, installing test packages would replace packages that compile games."""
    build, dev = read_locked_versions("build"), read_locked_versions("dev")
    assert {"hatchling", "editables"} <= build.keys()
    assert build.items() <= dev.items()


def test_requirements_lock_all_dependencies() -> None:
    text = Path("pyproject.toml").read_text()
    hall_group = re.search(r"^hall = \[(.*?)^\]", text, re.M | re.S)
    assert hall_group
    names = re.findall(r'^    "([\w-]+)', hall_group[1], re.M)
    assert len(names) >= 10
    assert set(names) <= read_locked_versions("hall").keys()


def test_settings_in_deploy_exist() -> None:
    known = {get_environment_variable(name) for name in Settings.model_fields} | OTHER_VARIABLES
    for file in DEPLOY.iterdir():
        used = set(re.findall(r"STEINREICH_\w+", file.read_text()))
        assert used <= known, file


def test_container_copies_existing_files_and_nothing_else() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    allowed = {
        line[1:] for line in Path(".dockerignore").read_text().splitlines() if line[0] == "!"
    }
    copied = [
        name for line in re.findall(r"^COPY (?!--)(.+) \S+$", text, re.M) for name in line.split()
    ]
    assert copied
    for path in copied:
        assert Path(path).exists(), path
        assert any(path == name or path.startswith(f"{name}/") for name in allowed), path
    assert re.search(r"^USER [1-9]", text, re.M), "not root"
    assert "/api/health" in text


def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    """systemd, if it is installed, verifies the unit, with Python in place of the program."""
    text = SERVICE.read_text()
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[method-assign,assignment]
    unit.read_string(text)
    service = unit["Service"]
    assert service["ExecStart"].endswith("/bin/steinreich serve --port %i")
    assert service["NoNewPrivileges"] == service["DynamicUser"] == "yes"
    assert service["ProtectSystem"] == "strict"
    assert int(service["LimitNOFILE"]) >= 65536
    analyze = shutil.which("systemd-analyze")
    if analyze:
        copy = tmp_path / "steinreich@8421.service"
        copy.write_text(text.replace("/opt/steinreich/bin/steinreich", sys.executable))
        socket = shutil.copy(DEPLOY / "steinreich@.socket", tmp_path / "steinreich@8421.socket")
        result = subprocess.run(
            [analyze, "verify", str(copy), str(socket)], capture_output=True, text=True, check=False
        )
        assert (result.returncode, result.stderr) == (0, "")


def test_proxies_forward_what_the_server_needs() -> None:
    text = (DEPLOY / "nginx.conf").read_text()
    for header in ("Host", "X-Forwarded-For", "Upgrade", "Connection"):
        assert re.search(rf"proxy_set_header\s+{header}\s", text), header
    assert "$proxy_add_x_forwarded_for" not in text, "headers of clients are not trusted"
    assert text.count("{") == text.count("}")
    assert "limit_req " in text
    assert "limit_conn " in text


def test_base_images_are_pinned_by_a_tool(tmp_path: Path) -> None:
    text = (DEPLOY / "Containerfile").read_text()
    images = re.findall(r"^ARG (\w+_IMAGE)=(\S+)$", text, re.M)
    used = re.findall(r"^FROM \$\{(\w+)\}", text, re.M)
    assert {*used} == {name for name, _ in images}
    for name, image in images:
        assert re.fullmatch(r"[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}", image), name
    digest = "sha256:" + 64 * "a"
    docker = tmp_path / "docker"
    docker.write_text(f"#!/bin/sh\necho {digest}\n")
    docker.chmod(0o755)
    copy = tmp_path / "Containerfile"
    for _ in range(2):  # the second run replaces the digests
        copy.write_text(copy.read_text() if copy.exists() else text)
        command = ["tools/pin-images", str(copy)]
        subprocess.run(
            command, check=True, capture_output=True, env={"PATH": f"{tmp_path}:/usr/bin:/bin"}
        )
        pinned_text = copy.read_text()
        for name, image in images:
            tagged = image.partition("@")[0]
            assert f"ARG {name}={tagged}@{digest}\n" in pinned_text


class EchoHandler(BaseHTTPRequestHandler):
    """A handler that answers a GET with the server port and a POST with the body length."""

    def do_GET(self) -> None:
        self.answer(str(self.connection.getsockname()[1]))

    def do_POST(self) -> None:
        self.answer(str(len(self.rfile.read(int(self.headers["Content-Length"])))))

    def answer(self, text: str) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@contextmanager
def run_echo_servers(count: int) -> Iterator[list[int]]:
    """Run a number of servers and yield their ports."""
    with ExitStack() as stack:
        servers = [
            stack.enter_context(ThreadingHTTPServer(("127.0.0.1", 0), EchoHandler))
            for _ in range(count)
        ]
        for server in servers:
            Thread(target=server.serve_forever, daemon=True).start()
            stack.callback(server.shutdown)
        yield [server.server_port for server in servers]


def send_request(port: int, method: str, path: str, body: bytes | None = None) -> tuple[int, str]:
    """Send a request; return the status and the text of the response."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request(method, path, body)
    answer = connection.getresponse()
    found = answer.status, answer.read().decode(errors="replace")
    connection.close()
    return found


def test_nginx_forwards_what_the_server_accepts(tmp_path: Path) -> None:
    with run_echo_servers(1) as servers, running_proxy(tmp_path, "nginx", servers) as port:
        for length in (MAX_BODY_BYTES, MAX_RECORDS_BODY_BYTES):
            assert send_request(port, "POST", "/api/records", b"x" * length) == (200, str(length))
        assert send_request(port, "POST", "/api/records", b"x" * 300_000)[0] == 413


@pytest.mark.parametrize("name", ["nginx", "caddy"])
def test_connections_of_a_table_reach_the_same_server(tmp_path: Path, name: str) -> None:
    with run_echo_servers(2) as servers, running_proxy(tmp_path, name, servers) as port:
        servers_used: set[str] = set()
        for table in range(20):
            paths = [f"/api/tables/table-{table}{rest}" for rest in ("", "/socket", "/join")]
            answers = {send_request(port, "GET", path) for path in paths}
            assert len(answers) == 1, table
            ((status, server),) = answers
            assert status == 200
            servers_used.add(server)
        assert servers_used == set(map(str, servers))
        assert send_request(port, "GET", "/metrics")[0] == 404
        assert send_request(port, "GET", "/")[0] == 200


@pytest.mark.parametrize("name", ["nginx", "caddy"])
def test_proxy_skips_a_server_that_is_down(tmp_path: Path, name: str) -> None:
    with (
        run_echo_servers(1) as servers,
        running_proxy(tmp_path, name, [find_free_port(), *servers]) as port,
    ):
        for table in range(20):
            answer = send_request(port, "GET", f"/api/tables/table-{table}")
            assert answer == (200, str(servers[0]))


def test_caddy_accepts_its_example(tmp_path: Path) -> None:
    result = subprocess.run(
        [
            find_program("caddy"),
            "validate",
            "--config",
            DEPLOY / "Caddyfile",
            "--adapter",
            "caddyfile",
        ],
        env={"HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr


def test_container_restarts_after_a_crash() -> None:
    page = Path("docs/hosting.md").read_text().replace("\\\n", " ")
    commands = re.findall(r"^docker run .*", page, re.M)
    assert commands
    assert all("--restart unless-stopped" in command for command in commands)
