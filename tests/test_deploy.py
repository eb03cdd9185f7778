"""What hosts copy fits what is there: packages, settings, paths, units."""

import configparser
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from steinreich.hall.api.security import LARGEST_BODY, LARGEST_RECORDS
from steinreich.hall.settings import Settings, variable

DEPLOY = Path("deploy")
SERVICE = DEPLOY / "steinreich.service"
OTHERS = {"STEINREICH_CACHE", "STEINREICH_GAMES"}  # variables that are no settings of the hall


def pinned(group: str) -> dict[str, str]:
    """The version of each package, with its hashes, whatever systems need it."""
    lines = Path(f"requirements/{group}.txt").read_text().replace("\\\n", "").splitlines()
    entries = (line.partition("==") for line in lines)
    return {name: re.sub(r" ; .*?(?=--hash)|\s+", " ", pin) for name, _, pin in entries}


def test_a_hall_is_locked_to_what_is_tested() -> None:
    hall, dev = pinned("hall"), pinned("dev")
    assert {"fastapi", "uvicorn", "sqlalchemy", "psycopg-binary", "numba"} <= hall.keys()
    assert not {"pytest", "mypy", "ruff"} & hall.keys(), "at run time nobody tests"
    assert hall.items() <= dev.items()
    assert all("--hash=sha256:" in line for line in hall.values())
    assert "http" not in Path("requirements/hall.txt").read_text()


def test_playing_is_installed_with_what_is_tested() -> None:
    """Else the tests would replace packages that games are being compiled with."""
    build, dev = pinned("build"), pinned("dev")
    assert {"hatchling", "editables"} <= build.keys()
    assert build.items() <= dev.items()


def test_all_that_pyproject_asks_for_is_locked() -> None:
    text = Path("pyproject.toml").read_text()
    asked = re.search(r"^hall = \[(.*?)^\]", text, re.M | re.S)
    assert asked
    names = re.findall(r'^    "([\w-]+)', asked[1], re.M)
    assert len(names) >= 10
    assert set(names) <= pinned("hall").keys()


def test_settings_in_deploy_exist() -> None:
    known = {variable(name) for name in Settings.model_fields} | OTHERS
    for file in DEPLOY.iterdir():
        used = set(re.findall(r"STEINREICH_\w+", file.read_text()))
        assert used <= known, file


def test_the_container_copies_what_is_there_and_nothing_else() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    allowed = {
        line[1:] for line in Path(".dockerignore").read_text().splitlines() if line[0] == "!"
    }
    copied = [
        one for line in re.findall(r"^COPY (?!--)(.+) \S+$", text, re.M) for one in line.split()
    ]
    assert copied
    for path in copied:
        assert Path(path).exists(), path
        assert any(path == one or path.startswith(f"{one}/") for one in allowed), path
    assert re.search(r"^USER [1-9]", text, re.M), "not root"
    assert "/api/health" in text


def test_the_unit_is_understood(tmp_path: Path) -> None:
    """By systemd itself where there is one; its program is ours here."""
    text = SERVICE.read_text()
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[method-assign,assignment]
    unit.read_string(text)
    service = unit["Service"]
    assert service["ExecStart"].endswith("/bin/steinreich serve")
    assert service["NoNewPrivileges"] == service["DynamicUser"] == "yes"
    assert service["ProtectSystem"] == "strict"
    assert int(service["LimitNOFILE"]) >= 65536
    analyze = shutil.which("systemd-analyze")
    if analyze:
        copy = tmp_path / SERVICE.name
        copy.write_text(text.replace("/opt/steinreich/bin/steinreich", sys.executable))
        socket = shutil.copy(DEPLOY / "steinreich.socket", tmp_path)
        done = subprocess.run(
            [analyze, "verify", str(copy), str(socket)], capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")


def test_proxies_pass_on_what_a_hall_needs() -> None:
    text = (DEPLOY / "nginx.conf").read_text()
    for header in ("Host", "X-Forwarded-For", "Upgrade", "Connection"):
        assert re.search(rf"proxy_set_header\s+{header}\s", text), header
    assert "$proxy_add_x_forwarded_for" not in text, "what visitors claim is not believed"
    assert text.count("{") == text.count("}")
    assert "limit_req " in text
    assert "limit_conn " in text


def test_base_images_are_arguments_that_a_tool_pins(tmp_path: Path) -> None:
    text = (DEPLOY / "Containerfile").read_text()
    images = re.findall(r"^ARG (\w+_IMAGE)=(\S+)$", text, re.M)
    assert re.findall(r"^FROM \$\{(\w+)\}", text, re.M) == [name for name, _ in images]
    digest = "sha256:" + 64 * "a"
    docker = tmp_path / "docker"
    docker.write_text(f"#!/bin/sh\necho {digest}\n")
    docker.chmod(0o755)
    copy = tmp_path / "Containerfile"
    for _ in range(2):  # the second time the digests are replaced
        copy.write_text(copy.read_text() if copy.exists() else text)
        command = ["tools/pin-images", str(copy)]
        subprocess.run(
            command, check=True, capture_output=True, env={"PATH": f"{tmp_path}:/usr/bin:/bin"}
        )
        pinned_text = copy.read_text()
        for name, image in images:
            tagged = image.partition("@")[0]
            assert f"ARG {name}={tagged}@{digest}\n" in pinned_text


class Echo(BaseHTTPRequestHandler):
    """Answers with the length of the body."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        answer = str(len(body)).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def program(name: str) -> str:
    """The path of a proxy that tools/system-packages installs."""
    path = shutil.which(name, path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
    assert path, f"{name} is not installed; tools/system-packages installs it"
    return path


@contextmanager
def proxy(folder: Path, hall: int) -> Iterator[int]:
    """nginx with our example, without TLS; the port it listens on."""
    nginx = program("nginx")
    port = free_port()
    site = (DEPLOY / "nginx.conf").read_text().replace("127.0.0.1:8421", f"127.0.0.1:{hall}")
    site = re.sub(r"^\s*(ssl_\w+|listen\s+\[::\]\S*) .*;\n", "", site, flags=re.M)
    site = re.sub(r"listen \[::\].*;", "", site)
    site = site.replace("listen 443 ssl http2;", f"listen 127.0.0.1:{port};")
    site = site.replace("listen 80;", f"listen 127.0.0.1:{free_port()};")
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    config = folder / "nginx.conf"
    config.write_text(
        f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/log;\n"
        f"events {{}}\nhttp {{\naccess_log off;\n{temporary}{site}\n}}\n"
    )
    command = [nginx, "-p", str(folder), "-e", f"{folder}/log", "-c", str(config)]
    checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    process = subprocess.Popen(command)
    try:
        for _ in range(600):
            with socket.socket() as one:
                if one.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait()


def test_a_proxy_lets_through_what_the_hall_takes(tmp_path: Path) -> None:
    hall = ThreadingHTTPServer(("127.0.0.1", 0), Echo)
    threading.Thread(target=hall.serve_forever, daemon=True).start()
    try:
        with proxy(tmp_path, hall.server_port) as port:
            for length, status in ((LARGEST_BODY, 200), (LARGEST_RECORDS, 200), (300_000, 413)):
                connection = HTTPConnection("127.0.0.1", port, timeout=30)
                connection.request("POST", "/api/records", b"x" * length)
                answer = connection.getresponse()
                assert answer.status == status, length
                if status == 200:
                    assert answer.read() == str(length).encode()
                connection.close()
    finally:
        hall.shutdown()
        hall.server_close()


def test_caddy_understands_its_example(tmp_path: Path) -> None:
    done = subprocess.run(
        [program("caddy"), "validate", "--config", DEPLOY / "Caddyfile", "--adapter", "caddyfile"],
        env={"HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
