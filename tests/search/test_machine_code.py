"""Cached machine code is complete, without unresolved symbols.

A recursive rule that is also called with a constant is compiled twice: for the constant and for any
number.  Cached code would lack one of the versions.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import pytest

from steinreich import games, load
from steinreich.compile.binder import Compiler
from steinreich.players.knowledge import get_heuristics_compiler
from steinreich.rules.bits import noinline, rule
from steinreich.search.alphabeta.iterative_deepening import AlphaBeta
from steinreich.search.alphabeta.rules import search_position
from steinreich.search.exact.solver import Solver
from steinreich.search.mcts.rules import find_position, run_simulations
from steinreich.search.mcts.tree_search import Mcts
from steinreich.search.proof.prover import Prover
from steinreich.search.proof.rules import prove
from tests.compile.code_files import code_files

UNRESOLVED = b".numba.unresolved"
EVERY_GAME = pytest.mark.parametrize("name", games())


def machine_code(entry: Any) -> bytes:
    """Return the stored machine code of an entry point that has been called."""
    files = code_files(entry)
    assert files
    return b"".join(file.read_bytes() for file in files)


@noinline
def count_down(n: int, steps: int) -> int:
    return steps if n <= 0 else count_down(n - 1, steps + 1)


@rule
def call_with_constant(n: int) -> int:
    return count_down(n, 0)


@rule
def call_with_number(n: int) -> int:
    return count_down(n, n)


def test_detects_unresolved_symbols(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STEINREICH_CACHE", str(tmp_path))  # prevents loading of the broken one
    compiler = Compiler(load("vier3d").module)
    constant, number = compiler.entry(call_with_constant), compiler.entry(call_with_number)
    constant.compile((numba.int64,))
    assert number(7) == 14
    assert UNRESOLVED in machine_code(constant)
    assert UNRESOLVED not in machine_code(number)


@EVERY_GAME
def test_alpha_beta_code_is_complete(name: str) -> None:
    game = load(name)
    AlphaBeta(game.start(0), table=1 << 10, compiler=get_heuristics_compiler(game))
    assert UNRESOLVED not in machine_code(get_heuristics_compiler(game).entry(search_position))


@EVERY_GAME
def test_proof_number_code_is_complete(name: str) -> None:
    game = load(name)
    Prover(game.start(0), 0, table=1 << 10, compiler=get_heuristics_compiler(game))
    assert UNRESOLVED not in machine_code(get_heuristics_compiler(game).entry(prove))


@EVERY_GAME
def test_mcts_code_is_complete(name: str) -> None:
    game = load(name)
    start = game.start(0)
    search = Mcts(start, nodes=2000, compiler=get_heuristics_compiler(game))
    search.run(simulations=4)
    search.move_to(start.after(start.actions()[0]))
    for function in (run_simulations, find_position):
        assert UNRESOLVED not in machine_code(get_heuristics_compiler(game).entry(function))


@pytest.mark.parametrize("name", ["chain_reaxis"])
def test_exact_solver_code_is_complete(name: str) -> None:
    solver = Solver(load(name), get_heuristics_compiler(load(name)), table=1 << 10)
    assert UNRESOLVED not in machine_code(solver.prove)


SCRIPT = """
from steinreich import load
from steinreich.players.knowledge import get_heuristics_compiler
from steinreich.search.alphabeta.rules import search_position
from steinreich.search.alphabeta.iterative_deepening import AlphaBeta

game = load("six_in_line")
search = AlphaBeta(game.start(), table=1 << 12, compiler=get_heuristics_compiler(game))
position = game.position("6/6/2o3/1o1o2/2ooo1/4o1 1 0-0 s")
answer = search.run(position, depth=4)
entry = get_heuristics_compiler(game).entry(search_position)
print(sum(entry.stats.cache_hits.values()), *answer.lines, answer.nodes)
"""


def test_search_from_the_cache_gives_the_same_result(tmp_path: Path) -> None:
    """The search includes captures, for which cached code once lacked a function."""
    results = []
    for hits in ("0", "1"):
        output = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "STEINREICH_CACHE": str(tmp_path)},
        ).stdout
        assert output.split()[0] == hits
        results.append(output.split()[1:])
    assert results[0] == results[1]
