"""The package as users get it: a source archive, and a wheel built from that.

Tests install it outside of the repository and run its programs.
"""

import os
import re
import subprocess
import sys
import sysconfig
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

REQUEST_TIMEOUT_SECONDS = 60.0
pytestmark = [pytest.mark.matrix, pytest.mark.xdist_group(__name__)]
SCRIPT = """
import sys, steinreich
from steinreich.cli.main import main
from steinreich.players.knowledge import find_heuristics
from steinreich.puzzles.puzzle import load_puzzles
from steinreich.records import schema

assert steinreich.__file__.startswith(sys.argv[1]), steinreich.__file__
assert len(steinreich.games()) == 5 and schema()["title"]
for name in ("inner_square", "tzaar", "vier3d"):
    assert any(find_heuristics(steinreich.load(name)).learned.values)  # learned weights
assert all(map(load_puzzles, steinreich.games()))  # puzzles
assert steinreich.load("tzaar").start(seed=1)._repr_svg_().startswith("<svg")
assert steinreich.random_games(steinreich.load("vier3d").start(), 10).lengths.min() >= 7
raise SystemExit(main(["show", "inner_square"]))
"""


def run(*command: object, **options: Any) -> str:
    """Run a command that has to succeed, and return its output."""
    result = subprocess.run(list(map(str, command)), capture_output=True, **options)
    assert result.returncode == 0, result.stdout + result.stderr
    return bytes(result.stdout).decode()


@pytest.fixture(scope="module")
def package_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the built distributions, and an environment where the wheel is installed.

    The dependencies are those of the environment of the tests.
    """
    folder = tmp_path_factory.mktemp("package")
    # By default the wheel is built from the archive, not from the repository.
    run(sys.executable, "-m", "build", "--no-isolation", "-o", folder / "dist")
    (wheel,) = folder.glob("dist/*.whl")
    assert len(list(folder.glob("dist/*.tar.gz"))) == 1
    run(sys.executable, "-m", "venv", "--without-pip", folder / "venv")
    python = folder / "venv" / "bin" / "python"
    (site,) = folder.glob("venv/lib/*/site-packages")
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "-q")
    run(*pip, "--no-deps", "--no-index", wheel)
    return folder


def make_clean_environment(**additional: str) -> dict[str, str]:
    """Return the environment without variables that lead to the repository."""
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return variables | {"LANG": "C.UTF-8", "LANGUAGE": "en"} | additional


def test_installed_library_works(package_folder: Path) -> None:
    python = package_folder / "venv" / "bin" / "python"
    output = run(
        python, "-c", SCRIPT, package_folder, cwd=package_folder, env=make_clean_environment()
    )
    assert "Red: move a stone" in output


def test_description_has_no_relative_links(package_folder: Path) -> None:
    """Links to files of the repository would not work on the package index."""
    (metadata,) = package_folder.glob("venv/lib/*/site-packages/steinreich-*.dist-info/METADATA")
    text = metadata.read_text("utf-8").partition("\n\n")[2]
    assert text.startswith("# Steinreich\n\n```sh\npip install 'steinreich[hall]'\n")
    assert ">>> from steinreich import games, load" in text
    assert not re.findall(r"<picture>|<img|\]\((?!https?:|#)[^)]*\)|^\|[ |:-]*$", text, re.M)


def test_wheel_contains_licences(package_folder: Path) -> None:
    """Licences of the package and of code and fonts in its pages: as metadata, and in the pages."""
    (info,) = package_folder.glob("venv/lib/*/site-packages/steinreich-*.dist-info")
    files = {file.name: file.read_text("utf-8") for file in (info / "licenses").rglob("*.*")}
    assert (info / "licenses" / "LICENSE").exists()
    for name in ("svelte", "three", "uqr", "source-sans-3", "source-serif-4"):
        assert "icen" in files[f"{name}.txt"], name
    (pages,) = package_folder.glob("venv/lib/*/site-packages/steinreich/hall/static/licences")
    assert {file.name for file in pages.iterdir()} == set(files)


def test_source_archive_has_the_tests(package_folder: Path) -> None:
    (archive,) = package_folder.glob("dist/*.tar.gz")
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    for name in (
        "tests/conftest.py",
        "tests/games/test_endings.py",
        "Makefile",
        "tools/pin-images",
    ):
        assert name in names


@contextmanager
def run_installed_server(folder: Path) -> Iterator[str]:
    """Run the installed server and return its address."""
    command = folder / "venv" / "bin" / "steinreich"
    flags = ["--port=0", "--engines=0", f"--database=sqlite:///{folder / 'hall.sqlite'}"]
    with subprocess.Popen(
        [command, "serve", *flags], cwd=folder, env=make_clean_environment(), stderr=subprocess.PIPE
    ) as process:
        try:
            assert process.stderr
            for line in process.stderr:
                if found := re.search(rb"http://\S+", line):
                    yield found[0].decode()
                    return
            raise AssertionError("the server has exited")
        finally:
            process.terminate()


def test_installed_server_serves_its_pages(package_folder: Path) -> None:
    """Requests the front page and everything that it loads."""
    with run_installed_server(package_folder) as address:
        with urlopen(address, timeout=REQUEST_TIMEOUT_SECONDS) as answer:
            page = answer.read().decode()
        assert "<title>Steinreich" in page
        asset_paths = re.findall(r'(?:src|href)="(/assets/[^"]+)"', page)
        assert asset_paths
        for asset_path in asset_paths:
            with urlopen(
                address.rstrip("/") + asset_path, timeout=REQUEST_TIMEOUT_SECONDS
            ) as answer:
                assert answer.status == 200
                assert answer.read()


def test_build_without_pages_needs_an_explicit_request(tmp_path: Path) -> None:
    """Otherwise the build fails, because the package would be incomplete."""
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        (tmp_path / name).write_bytes(Path(name).read_bytes())
    package = tmp_path / "src" / "steinreich"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text('__version__ = "0"\n')
    out = str(tmp_path / "dist")
    build = [sys.executable, "-m", "build", "--no-isolation", "-o", out, str(tmp_path)]
    failed = subprocess.run(build, capture_output=True, text=True)
    assert failed.returncode != 0
    assert "the pages of the hall are not built; `make client`" in failed.stdout + failed.stderr
    run(*build, env={**os.environ, "STEINREICH_WITHOUT_PAGES": "1"})
