"""The CUDA kernels, thread by thread in Numba's simulator, agree with the CPU.

`python -m bench.batches --cuda` measures that they compile and are fast on a real GPU.
"""

import os
import subprocess
import sys

import pytest

SCRIPT = """
import sys
from contextlib import nullcontext

import numpy as np

from steinreich import compile
from steinreich.compile.cuda import CudaCompiler
from steinreich.rl import make
from steinreich.rl.batches import gpu
from steinreich.rules import bits
from steinreich import BadArgument
from tests.rl.batches.test_batches import ARRAYS


class Simulated(CudaCompiler):
    def __init__(self, *given):
        super().__init__(*given)
        self.intrinsics = {  # the simulator counts bits in 32 of them only
            bits.count: lambda board: int(board).bit_count(),
            bits.lowest: lambda board: bits.lowest(int(board)),
            bits.highest: lambda board: bits.highest(int(board)),
        }


gpu.CudaCompiler, compile.cuda.tables_in_global_memory = Simulated, nullcontext
id, batch, steps, resets = sys.argv[1], *map(int, sys.argv[2:])


def same(states):
    for name in ARRAYS:
        simulated, found = (getattr(state, name) for state in states)
        assert simulated.dtype == found.dtype, name
        assert np.array_equal(simulated.numpy(), found), name


for auto_reset in (True, False)[:resets]:
    environments = [
        make(id, batch=batch, device=device, auto_reset=auto_reset, max_steps=steps - 1)
        for device in ("cuda", "cpu")
    ]
    states = [one.init(3) for one in environments]
    same(states)
    for seed in range(steps):
        drawn, actions = (one.sample(state, seed) for one, state in zip(environments, states))
        assert np.array_equal(drawn.numpy(), actions)
        assert environments[0].sample(states[0], seed, out=drawn) is drawn
        actions[seed::7] = -1
        states = [one.step(state, actions) for one, state in zip(environments, states)]
        same(states)
    positions = [one.positions(state) for one, state in zip(environments, states)]
    assert positions[0] == positions[1]
    same([one.from_positions(found[::-1]) for one, found in zip(environments, positions)])


def expect_error(message, misuse, *given, **named):
    try:
        misuse(*given, **named)
    except BadArgument as error:
        assert message in str(error), error
    else:
        raise AssertionError(f"no error: {message}")


gpu_one, cpu_one = environments
gpu_state, cpu_state = states
legal = cpu_one.sample(cpu_state)
expect_error("device 'cpu', not 'cuda'", gpu_one.step, cpu_state, legal)
expect_error("device 'cuda', not 'cpu'", cpu_one.step, gpu_state, legal)
expect_error("device 'cpu', not 'cuda'", gpu_one.step, gpu_state, legal, out=cpu_state)
expect_error("int32 on cuda, not ndarray", gpu_one.sample, gpu_state, out=legal)
sampled = gpu_one.sample(gpu_state)
expect_error("int32 on cpu, not CudaArray", cpu_one.sample, cpu_state, out=sampled)
expect_error("int32 on cuda, not CudaArray", gpu_one.sample, gpu_state, out=gpu_state.rewards)
expect_error("actions are integers, not float", gpu_one.step, gpu_state, gpu_state.rewards)
expect_error("actions are of shape", gpu_one.step, gpu_state, [0])
"""


@pytest.mark.parametrize(
    ("id", "numbers"),  # batch, steps, whether finished games are only restarted or also stay
    [
        ("examples/connect_four.py", "70 4 2"),
        ("tzaar(setup=random)", "3 2 1"),
        ("inner_square", "2 2 1"),
    ],
)
def test_kernels_agree_with_the_cpu(id: str, numbers: str) -> None:
    subprocess.run(
        [sys.executable, "-W", "ignore:overflow", "-c", SCRIPT, id, *numbers.split()],
        check=True,
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
    )
