"""Code blocks in the documentation: Python scripts run, commands and JSON are valid.

Doctests (`>>>`), commands with output (`$`, in docs/cli.md) and the script of docs/arena.md have
tests elsewhere.
"""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from steinreich import load
from steinreich.cli.language import Translator
from steinreich.cli.main import make_parser
from steinreich.core.gpu import find_missing_requirements
from steinreich.engines.ugi.external import External
from steinreich.players.player import Limit
from tests.cli.conftest import PROGRAM

PAGES = sorted([*Path("docs").glob("*.md"), *Path().glob("*.md")])
TARGETS = re.findall(r"^([a-z-]+):", Path("Makefile").read_text(), re.M)
STUBS = Path("tests/stubs").resolve()  # for libraries that are too large to install here
# Programs in commands that readers have to install themselves
OTHER_PROGRAMS = {
    "cp",
    "curl",
    "docker",
    "echo",
    "pg_dump",
    "pip",
    "python3",
    "sqlite3",
    "systemctl",
}
KINDS = {"", "console", "json", "python", "sh", "text", "ts", "{toctree}", "{eval-rst}"}


class Block(NamedTuple):
    page: str
    kind: str
    code: str


BLOCKS = [
    Block(page.name, kind, code)
    for page in PAGES
    for kind, code in re.findall(r"^```([^\n]*)\n(.*?)^```$", page.read_text(), re.M | re.S)
]


def get_blocks(kind: str) -> list[Block]:
    return [block for block in BLOCKS if block.kind == kind]


def list_commands() -> list[tuple[str, str]]:
    """Return each command line of each page, with continued lines joined."""
    return [
        (block.page, line.removeprefix("$ "))
        for block in get_blocks("sh")
        for line in block.code.replace("\\\n", " ").splitlines()
        if line.strip() and not line.startswith("#")
    ]


def test_every_block_has_a_known_kind() -> None:
    assert {block.kind for block in BLOCKS} == KINDS


@pytest.mark.parametrize(("page", "line"), list_commands())
def test_command_line_accepts_documented_commands(page: str, line: str) -> None:
    words = shlex.split(line, comments=True)
    name = Path(words[0]).name
    if name == "steinreich":
        make_parser(Translator("en")).parse_args(words[1:] or ["serve", "--open"])
    elif name == "make":
        assert words[1] in TARGETS
    else:
        assert name in OTHER_PROGRAMS


SCRIPTS = [
    block for block in get_blocks("python") if ">>>" not in block.code and block.page != "arena.md"
]


@pytest.mark.parametrize("block", SCRIPTS, ids=lambda block: block.page)
def test_documented_scripts_run(block: Block, tmp_path: Path) -> None:
    """Each script runs as a program; without a GPU, those that need one report that clearly."""
    path = f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}"
    script = tmp_path / "script.py"
    script.write_text(block.code)
    result = subprocess.run(
        [sys.executable, script],
        cwd=tmp_path,
        env=os.environ
        | {"PATH": path, "PYTHONPATH": os.pathsep.join(map(str, [STUBS, *sys.path]))},
        capture_output=True,
        text=True,
    )
    if re.search("GpuGames|cuda", block.code) and find_missing_requirements():
        assert re.search(r"GpuUnavailable: .*pip install 'steinreich\[gpu\]'.*\n$", result.stderr)
    else:
        assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("block", get_blocks("json"), ids=lambda block: block.page)
def test_documented_json_is_valid(block: Block) -> None:
    for line in re.sub(r"\n +", " ", block.code).splitlines():
        json.loads(line)


def test_example_engine_wins() -> None:
    game = load("vier3d")
    engine = External(f"{sys.executable} examples/greedy_engine.py vier3d", game)
    position = game.position("rrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- r")
    assert position.name(engine.think(position, Limit()).best) == "a1"
    engine.close()
