"""The CUDA kernel, run thread by thread in Numba's simulator: it plays the CPU's games.

(That the kernels compile and are fast on a real GPU is measured by `python -m bench.gpu`.)
"""

import os
import subprocess
import sys

import pytest

from tests.conftest import ALL_NAMES

SCRIPT = """
import sys
import numpy as np
from steinreich import load
from steinreich.rules import bits, playout
from steinreich.compile.binder import typed
from steinreich.compile.cuda import CudaCompiler
from steinreich.core.gpu import play_games

game = load(sys.argv[1])
state = game.start(seed=1).state
games = 2 if "inner" in game.id else 7
outcomes, lengths = np.zeros(games, np.int8), np.zeros(games, np.int32)
compiler = CudaCompiler(game.module)
compiler.verbs = {  # the simulator counts bits in 32 of them only
    bits.count: lambda board: int(board).bit_count(),
    bits.lowest: lambda board: bits.lowest(int(board)),
    bits.highest: lambda board: bits.highest(int(board)),
}
with np.errstate(over="ignore"):
    compiler.kernel(play_games).dispatcher[2, 2](typed(state), np.uint64(9), 0, outcomes, lengths)
plain = [0] * games, [0] * games
game.plain(playout.playouts)(state, 9, 0, *plain)
assert (outcomes.tolist(), lengths.tolist()) == plain, (outcomes, lengths, plain)
"""


@pytest.mark.parametrize("id", ALL_NAMES)
def test_kernel_plays_the_same_games(id: str) -> None:
    subprocess.run(
        [sys.executable, "-c", SCRIPT, id],
        check=True,
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
    )
