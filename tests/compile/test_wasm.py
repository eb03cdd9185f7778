"""WebAssembly in Node.js gives the same results as machine code in CPython."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from steinreich import games, load
from steinreich.compile import wasm
from steinreich.compile.wasm import LinkerMissing, build_library
from steinreich.engines.named_players import get_entry_points
from tests.pyodide import build_once, run_in_node

MAX_COMPRESSED_BYTES = 100_000

# Prints what rules, searches and players find in positions of a random game.
RESULTS = """
import json, random
from array import array
from steinreich import load, player
from steinreich.players.engine import Engine
from steinreich.players.knowledge import get_heuristics_compiler
from steinreich.players.player import Limit
from steinreich.rules import playout
from steinreich.search.mcts.tree_search import Mcts
from steinreich.search.proof.prover import Prover

def rounded(value):
    return round(value, 12)  # `tanh` of another C library may differ in the last bit

def results(id):
    game, rng = load(id), random.Random(7)
    perft, playouts = (game.compiler.entry(rule) for rule in (playout.perft, playout.playouts))
    position = game.start(seed=7)
    outcomes, lengths = array("b", bytes(50)), array("i", bytes(200))
    playouts(position.state, 7, 0, outcomes, lengths)
    yield perft(position.state, 2), outcomes.tolist(), lengths.tolist()
    out = array("q", bytes(8 * game.num_actions))
    list_actions = game.compiler.entry(playout.legal_actions)
    engine = Engine(game, memory=4, seed=1)
    level = player("level6", game, seed=1)
    informed = get_heuristics_compiler(game)
    while not position.is_over:
        actions = out[:list_actions(position.state, out)].tolist()
        assert actions == position.actions()
        if rng.random() < 0.2:
            found = engine.think(position, Limit(nodes=3000), lines=2)
            lines = [(line.actions, *map(rounded, line.verdict.values)) for line in found.lines]
            yield str(position), found.nodes, lines
            tree = Mcts(position, nodes=5000, seed=3, compiler=informed).run(simulations=300)
            yield [(line.actions, line.visits) for line in tree.lines]
            if game.players == 2:
                prover = Prover(position, 0, table=1 << 12, compiler=informed)
                yield prover.run(position, nodes=500)[:3]
            yield level.think(position, Limit(nodes=400)).best
        position = position.after_legal(rng.choice(actions))

print(json.dumps(list(results(ID))))
"""
SMALL = "chain_reaxis(size=4x4)"
ALL_GAMES = [
    *(pytest.param(name, marks=pytest.mark.matrix) for name in games()),
    pytest.param("six_in_line(players=3)", marks=pytest.mark.matrix),
    pytest.param("vier3d(variant=most_fours)", marks=pytest.mark.matrix),
]


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("libraries")


def run_in_python(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("id", [SMALL, *ALL_GAMES])
def test_results_equal_those_of_machine_code(id: str, libraries: Path) -> None:
    library = build_once(id, libraries)
    code = f"ID = {id!r}\n{RESULTS}"
    found, expected = json.loads(run_in_node(code, libraries)), json.loads(run_in_python(code))
    assert found == expected
    assert len(found) > 3
    assert compressed_size(library) <= MAX_COMPRESSED_BYTES


def compressed_size(path: Path) -> int:
    import gzip

    return len(gzip.compress(path.read_bytes()))


def test_plain_python_replaces_a_missing_library(tmp_path: Path) -> None:
    code = f"""
from steinreich import load
from steinreich.rules import playout
game = load({SMALL!r})
print(game.compiler.entry(playout.perft)(game.start().state, 2))
"""
    assert run_in_node(code, tmp_path) == run_in_python(code)


def test_missing_linker_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def find_nothing(name: str) -> Any:
        return None

    monkeypatch.setattr(shutil, "which", find_nothing)
    monkeypatch.setattr(wasm, "find_spec", find_nothing)
    with pytest.raises(LinkerMissing, match="no linker for WebAssembly is installed"):
        build_library(get_entry_points(load(SMALL)))
