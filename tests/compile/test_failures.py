"""A rule that cannot be compiled is reported in one line, with its file and line."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from steinreich import Game, load
from steinreich.cli.main import main
from steinreich.players.knowledge import get_heuristics_compiler
from steinreich.rules import contract, playout
from steinreich.rules.bits import rule
from steinreich.rules.contract import State
from steinreich.rules.errors import BrokenContract
from steinreich.search.knowledge import evaluate
from tests.conftest import CONNECT_FOUR
from tests.translated import Translated

SORTED = "order = sorted([(1, 2), (3, 4)], key=len)"
NO_SORTED = (
    "No implementation of function sorted found for sorted(list(UniTuple(int64 x 2)), key=len)"
)
ADVICE = (
    "; rules may use only U64, int, NamedTuples of these, tables made by words or numbers, and "
    "functions marked with @rule"
)
GERMAN_ADVICE = (
    "; Regeln dürfen nur U64, int, NamedTuples daraus, Tabellen von words oder numbers und "
    "Funktionen mit @rule benutzen"
)
CUDA_SCRIPT = """
from contextlib import nullcontext
from steinreich.compile import cuda
from steinreich.rules.errors import BrokenContract

def kernel(n): pass

class Launch:
    def __getitem__(self, shape): return self
    def __call__(self, *given): raise NumbaError('Unknown attribute "x" of type int64')

class NumbaError(Exception): "as in numba-cuda, which has copies of Numba's errors"

cuda.tables_in_global_memory = nullcontext  # which the simulator does not have
one = cuda.Kernel(kernel, "four")
one.dispatcher = Launch()
try:
    one.launch(1, 1)
except BrokenContract as error:
    print(error)
"""


@rule
def evaluate_state(s: State) -> int:
    """Entry point for a heuristic, which otherwise only searches call."""
    return evaluate(s)


def load_broken_game(path: Path, line: str) -> tuple[Game, int]:
    """Return Connect Four with another first line in `outcome`, and the number of that line."""
    before, name, after = Path(CONNECT_FOUR).read_text().partition("    fours = U64(0)\n")
    assert name
    path.write_text(f"{before}    {line}\n{name}{after}")
    return load(path), before.count("\n") + 1


def play_random_games(game: Game) -> None:
    given = 7, 100, np.zeros(3, np.int8), np.zeros(3, np.int32)
    game.compiler.entry(playout.playouts)(game.start().state, *given)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (SORTED, NO_SORTED),
        ("order = s.mine.bit_length()", "Unknown attribute 'bit_length' of type uint64"),
        ("import math", "Use of unsupported opcode (IMPORT_NAME) found"),
    ],
)
def test_error_has_line_and_reason(tmp_path: Path, line: str, reason: str) -> None:
    game, number = load_broken_game(tmp_path / "four.py", line)
    with pytest.raises(BrokenContract) as caught:
        play_random_games(game)
    assert caught.value.message == Translated(
        f"'four.py', line {number} cannot be compiled: {reason}{ADVICE}",
        f"'four.py', Zeile {number} lässt sich nicht übersetzen: {reason}{GERMAN_ADVICE}",
    )


@pytest.mark.parametrize("is_inner", [False, True])
def test_error_names_the_function_if_the_line_is_unknown(tmp_path: Path, is_inner: bool) -> None:
    path = tmp_path / "four.py"
    game, number = load_broken_game(path, "with open('/dev/null') as order: pass")
    lines_before = path.read_text().splitlines()[: number - 1]
    first_line = max(i for i, line in enumerate(lines_before, 1) if line == "@rule")
    entry = game.compiler.entry(contract.outcome)
    with pytest.raises(BrokenContract) as caught:
        play_random_games(game) if is_inner else entry(game.start().state)
    assert str(caught.value).startswith(f"'four.py', line {first_line} cannot be compiled: The 'wi")


def test_reports_error_in_heuristics(tmp_path: Path) -> None:
    (tmp_path / "four.py").write_text(Path(CONNECT_FOUR).read_text())
    (tmp_path / "four_knowledge.py").write_text(
        f"from steinreich.rules import *\n\n\n@rule\ndef evaluate(s) -> int:\n    {SORTED}\n"
        "    return count(s.mine)\n"
    )
    game = load(tmp_path / "four.py")
    with pytest.raises(BrokenContract) as caught:
        get_heuristics_compiler(game).entry(evaluate_state)(game.start().state)
    assert (
        str(caught.value) == f"'four_knowledge.py', line 6 cannot be compiled: {NO_SORTED}{ADVICE}"
    )


def test_check_command_reports_the_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "four.py"
    _, number = load_broken_game(path, SORTED)
    assert main(["check", str(path)]) == 1
    expected = f"{path}: 'four.py', line {number} cannot be compiled: {NO_SORTED}{ADVICE}\n"
    assert capsys.readouterr().out == expected


def test_reports_error_in_a_kernel() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CUDA_SCRIPT],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
    )
    reason = 'Unknown attribute "x" of type int64'
    assert done.stdout == f"'<string>', line 6 cannot be compiled: {reason}{ADVICE}\n"
