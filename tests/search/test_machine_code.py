"""Machine code from the cache gives the same results as code that has just been compiled."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from steinreich import load
from steinreich.compile.machine_code import Compiler
from steinreich.rules.bits import noinline, rule
from steinreich.rules.errors import BrokenContract


@noinline
def count_down(n: int, steps: int) -> int:
    return steps if n <= 0 else count_down(n - 1, steps + 1)


@rule
def call_with_constant(n: int) -> int:
    return count_down(n, 0)


@rule
def call_with_number(n: int) -> int:
    return count_down(n, n)


def test_recursive_rules_cannot_be_called_with_constants() -> None:
    """Numba would compile such a rule twice: for the constant and for any number."""
    compiler = Compiler(load("vier3d").module)
    assert compiler.entry(call_with_number)(7) == 14
    with pytest.raises(BrokenContract, match="a recursive rule is called with a constant"):
        compiler.entry(call_with_constant)(7)


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
print(int(entry.is_from_cache), *answer.lines, answer.nodes)
"""


def test_search_from_the_cache_gives_the_same_result(tmp_path: Path) -> None:
    results = []
    for is_from_cache in ("0", "1"):
        output = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "STEINREICH_CACHE": str(tmp_path)},
        ).stdout
        assert output.split()[0] == is_from_cache
        results.append(output.split()[1:])
    assert results[0] == results[1]
