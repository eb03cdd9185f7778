"""Machine code is recompiled when any part of it changes, in any file."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import steinreich
from steinreich import load
from steinreich.compile.machine_code import Compiler
from steinreich.games.vier3d.rules import count_fours, max_balls
from steinreich.rules import playout

PACKAGE = Path(steinreich.__file__).parent
pytestmark = pytest.mark.xdist_group(__name__)

# Fingerprints of the same entry points after each edit, one line each; every edit is undone.
SCRIPT = """
import json, os, sys

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])

def fingerprints():
    from steinreich import load
    from steinreich.rules import playout
    from steinreich.players.knowledge import get_heuristics_compiler
    from steinreich.search.alphabeta.rules import search_position
    game, wide = load("vier3d"), load("inner_square")
    assert load.__code__.co_filename.startswith(sys.argv[1])
    entries = [get_heuristics_compiler(game).entry(search_position)]
    entries.append(game.compiler.entry(playout.playouts))
    entries.append(wide.compiler.entry(playout.playouts))
    return [entry.key for entry in entries]

for file, text in json.load(sys.stdin):
    path = os.path.join(sys.argv[1], "steinreich", file)
    before = open(path).read()
    with open(path, "w") as out:
        out.write(text + before if file.endswith(".weights") else before + text)
    child = os.fork()
    if not child:
        print(*fingerprints(), flush=True)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0, file
    with open(path, "w") as out:
        out.write(before)
"""

SEARCH, PLAYOUTS, WIDE = 0, 1, 2  # the entry points whose fingerprint an edit changes
SAME: tuple[int, ...] = ()
EDITS = {
    "nothing": ("games/vier3d/rules.py", "", SAME),
    "a comment": ("games/vier3d/rules.py", "\n# nothing new\n", SAME),
    "a picture of the game": ("games/vier3d/picture.py", "\nFOUR = ()\n", SAME),
    "the drawing code": ("draw/svg.py", "\nPADDING = 7\n", SAME),
    "a rule of the game": (
        "games/vier3d/rules.py",
        "\n@rule\ndef outcome(s):\n    return DRAW\n",
        (SEARCH, PLAYOUTS),
    ),
    "a table of the game": ("games/vier3d/rules.py", "\nFLOOR = U64(1)\n", (SEARCH, PLAYOUTS)),
    "a generic rule": (
        "rules/playout.py",
        "\nMAX_REJECTIONS = 5\n",
        (PLAYOUTS, WIDE),
    ),
    "an operation on wide sets": (
        "rules/wide.py",
        "\n@rule\ndef contains(cells, cell):\n    return False\n",
        (WIDE,),
    ),
    "a search": (
        "search/alphabeta/rules.py",
        "\nMAX_QUIESCENCE_PLIES = 7\n",
        (SEARCH,),
    ),
    "an evaluation": (
        "games/vier3d/knowledge.py",
        "\n@rule\ndef evaluate_accumulated(s):\n    return 0\n",
        (SEARCH,),
    ),
    "a helper of an evaluation": (
        "rules/boards.py",
        "\n@rule\ndef fourth_cells(balls, step, firsts):\n    return balls\n",
        (SEARCH,),
    ),
    "an intrinsic": ("compile/intrinsics.py", "\n# other instructions\n", (SEARCH, PLAYOUTS, WIDE)),
    "weights": ("games/vier3d/knowledge.weights", "7", (SEARCH,)),
}


@pytest.fixture(scope="module")
def fingerprints(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The fingerprints after each edit, computed in a copy of the package."""
    folder = tmp_path_factory.mktemp("sources")
    shutil.copytree(
        PACKAGE, folder / "steinreich", ignore=shutil.ignore_patterns("static", "__pycache__")
    )
    edits = [(file, text) for file, text, _ in EDITS.values()]
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(folder)],
        input=json.dumps(edits),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines()]
    return dict(zip(EDITS, lines, strict=True))


@pytest.mark.parametrize("edit", EDITS)
def test_edit_changes_the_affected_fingerprints(
    fingerprints: dict[str, list[str]], edit: str
) -> None:
    before, after = fingerprints["nothing"], fingerprints[edit]
    changed = tuple(index for index in range(len(before)) if before[index] != after[index])
    assert changed == EDITS[edit][2]


def test_fingerprint_depends_on_replacements() -> None:
    module = load("vier3d").module
    all_replacements: list[dict[object, object]] = [
        {},
        {max_balls: count_fours},
        {count_fours: max_balls},
    ]
    entries = [
        Compiler(module, replacements).entry(playout.playouts) for replacements in all_replacements
    ]
    assert len({entry.key for entry in entries}) == 3
