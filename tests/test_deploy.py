"""What hosts copy fits what is there: packages, settings, paths, units."""

import configparser
import re
import shutil
import subprocess
import sys
from pathlib import Path

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
