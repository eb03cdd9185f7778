"""Other operating systems, simulated: our modules do not see what Windows lacks."""

import subprocess
import sys
from pathlib import Path

ALL_MODULES = """
import importlib, pkgutil, steinreich
for module in pkgutil.walk_packages(steinreich.__path__, "steinreich."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
"""
# Use an external engine, and then let two players meet, each in a process.
ENGINES = """
import sys
from steinreich import load
from steinreich.cli.main import main
from steinreich.engines.ugi.external import External
from steinreich.players.player import Limit

FOUR = "examples/connect_four.py"
external = External(f"{sys.executable} -m tests.players.fakes {FOUR}", load(FOUR))
print(external.think(load(FOUR).start(), Limit(depth=2)).depth)
external.close()
raise SystemExit(main(["arena", "match", FOUR, "random", "random", "--games=2", "--workers=2"]))
"""
HALL = """
import os, signal, sys
from contextlib import suppress
from threading import Thread
from urllib.request import urlopen
from steinreich.hall.server import serve
from steinreich.hall.settings import Settings

def visit(address):
    with urlopen(f"{address}api/health", timeout=60) as answer:
        print(answer.status, flush=True)
    os.kill(os.getpid(), signal.SIGINT)

settings = Settings(port=0, engines=1, database=f"sqlite:///{sys.argv[1]}")
with suppress(KeyboardInterrupt):
    serve(settings, lambda address: Thread(target=visit, args=(address,)).start())
"""


def run_on_other_platform(program: str, *arguments: object) -> str:
    """Return the output of a program on a system with fewer features."""
    result = subprocess.run(
        [sys.executable, "-m", "tests.other_platform", *map(str, arguments)],
        input=program,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_imports_every_module() -> None:
    run_on_other_platform(ALL_MODULES)


def test_engines_play() -> None:
    depth, *report = run_on_other_platform(ENGINES).splitlines()
    assert depth == "2"
    assert report[0] == "examples/connect_four.py  2 games"


def test_server_starts(tmp_path: Path) -> None:
    assert run_on_other_platform(HALL, tmp_path / "hall.sqlite") == "200\n"
