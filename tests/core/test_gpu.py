"""The CUDA kernel, thread by thread in Numba's simulator, plays the same games as the CPU.

`python -m bench.gpu` measures that the kernels compile and are fast on a real GPU.
"""

import os
import subprocess
import sys

import pytest

from tests.conftest import ALL_NAMES, CONNECT_FOUR, mark_matrix

SCRIPT = """
import sys
import numpy as np
from steinreich import load
from steinreich.rules import bits, playout
from steinreich.compile.cuda import CudaCompiler, to_machine_state
from steinreich.core.gpu_kernel import play_games

game = load(sys.argv[1])
state = game.start(seed=1).state
games = 2 if "inner" in game.id else 7
outcomes, lengths = np.zeros(games, np.int8), np.zeros(games, np.int32)
compiler = CudaCompiler(game.module)
compiler.intrinsics = {  # the simulator counts bits in 32 of them only
    bits.count: lambda board: int(board).bit_count(),
    bits.lowest: lambda board: bits.lowest(int(board)),
    bits.highest: lambda board: bits.highest(int(board)),
    bits.nth: lambda board, n: bits.nth(int(board), int(n)),
}
with np.errstate(over="ignore"):
    kernel = compiler.kernel(play_games).dispatcher[2, 2]
    kernel(to_machine_state(state), np.uint64(9), 0, outcomes, lengths)
plain = [0] * games, [0] * games
game.plain(playout.playouts)(state, 9, 0, *plain)
assert (outcomes.tolist(), lengths.tolist()) == plain, (outcomes, lengths, plain)
"""


@pytest.mark.parametrize("id", mark_matrix(ALL_NAMES, keep=2))
def test_kernel_plays_the_same_games(id: str) -> None:
    subprocess.run(
        [sys.executable, "-c", SCRIPT, id],
        check=True,
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
    )


CHECKS = """
import sys
import numpy as np
from numba import cuda
from steinreich import BadArgument, GpuGames, load
from steinreich.core import gpu

device = lambda: type("Device", (), {"MULTIPROCESSOR_COUNT": 1})  # the simulator does not know it
cuda.get_current_device = device
game = load(sys.argv[1])
runner, start = GpuGames(game), game.start()
over = start
while not over.is_over:
    over = over.after(over.actions()[0])
outcomes, lengths = cuda.device_array(4, np.int8), cuda.device_array(4, np.int32)
for message, arguments in {
    "start must be a Position": ("start", 1, outcomes, lengths),
    "start is of load('vier3d')": (load("vier3d").start(), 1, outcomes, lengths),
    "a seed must be a whole number": (start, -1, outcomes, lengths),
    "outcomes must be a contiguous device array (n,) int8": (start, 1, np.zeros(4, "b"), lengths),
    "outcomes must be a contiguous device array (n,)": (start, 1, lengths, lengths),
    "int8, not None": (start, 1, None, lengths),
    "int8, not 7": (start, 1, 7, lengths),
    "(2, 2) int8": (start, 1, cuda.device_array((2, 2), np.int8), lengths),
    "int32, not None": (start, 1, outcomes, None),
    "lengths must be a contiguous device array (4,) int32": (start, 1, outcomes, lengths[:3]),
    "the game is over": (over, 1, outcomes, lengths),
}.items():
    try:
        runner.launch(*arguments)
    except BadArgument as error:
        assert message in str(error), error
    else:
        raise AssertionError(message)
for games in (-1, 0.5, "4", True):
    try:
        runner.play(start, games)
    except BadArgument as error:
        assert "games must be a whole number" in str(error), error
    else:
        raise AssertionError(games)
assert len(runner.play(start, 0).outcomes) == 0
"""


def test_rejects_unsupported_arguments() -> None:
    subprocess.run(
        [sys.executable, "-c", CHECKS, CONNECT_FOUR],
        check=True,
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
    )
