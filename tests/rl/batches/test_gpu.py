"""The CUDA kernels, run by Numba's simulator, return the same values as the CPU.

`python -m bench.batches --cuda` compiles them for a GPU and measures their speed.
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


class SimulatedCompiler(CudaCompiler):
    def __init__(self, *args):
        super().__init__(*args)
        self.intrinsics = {  # those of the simulator are limited to 32 bits
            bits.count: lambda board: int(board).bit_count(),
            bits.lowest: lambda board: bits.lowest(int(board)),
            bits.highest: lambda board: bits.highest(int(board)),
            bits.nth: lambda board, n: bits.nth(int(board), int(n)),
        }


gpu.CudaCompiler, compile.cuda.tables_in_global_memory = SimulatedCompiler, nullcontext
id, batch, steps = sys.argv[1], *map(int, sys.argv[2:4])
auto_reset_values = [value == "True" for value in sys.argv[4:]]


def check_equal(states):
    for name in ARRAYS:
        simulated, expected = (getattr(state, name) for state in states)
        assert simulated.dtype == expected.dtype, name
        assert np.array_equal(simulated.numpy(), expected), name


for auto_reset in auto_reset_values:
    environments = [
        make(id, batch=batch, device=device, auto_reset=auto_reset, max_steps=steps - 1)
        for device in ("cuda", "cpu")
    ]
    states = [environment.init(3) for environment in environments]
    check_equal(states)
    for seed in range(steps):
        gpu_actions, actions = (
            environment.sample(state, seed) for environment, state in zip(environments, states)
        )
        assert np.array_equal(gpu_actions.numpy(), actions)
        assert environments[0].sample(states[0], seed, out=gpu_actions) is gpu_actions
        actions[seed::7] = -1  # illegal: the player to move loses
        states = [
            environment.step(state, actions) for environment, state in zip(environments, states)
        ]
        check_equal(states)
    gpu_positions, cpu_positions = (
        environment.positions(state) for environment, state in zip(environments, states)
    )
    assert gpu_positions == cpu_positions
    reverse = cpu_positions[::-1]
    check_equal([environment.from_positions(reverse) for environment in environments])


def expect_error(message, function, *args, **kwargs):
    try:
        function(*args, **kwargs)
    except BadArgument as error:
        assert message in str(error), error
    else:
        raise AssertionError(f"no error: {message}")


gpu_environment, cpu_environment = environments
gpu_state, cpu_state = states
legal = cpu_environment.sample(cpu_state)
expect_error("device 'cpu', not 'cuda'", gpu_environment.step, cpu_state, legal)
expect_error("device 'cuda', not 'cpu'", cpu_environment.step, gpu_state, legal)
expect_error("device 'cpu', not 'cuda'", gpu_environment.step, gpu_state, legal, out=cpu_state)
expect_error("int32 on cuda, not ndarray", gpu_environment.sample, gpu_state, out=legal)
sampled = gpu_environment.sample(gpu_state)
expect_error("int32 on cpu, not CudaArray", cpu_environment.sample, cpu_state, out=sampled)
rewards = gpu_state.rewards
expect_error("int32 on cuda, not CudaArray", gpu_environment.sample, gpu_state, out=rewards)
expect_error("actions must be integers, not float", gpu_environment.step, gpu_state, rewards)
expect_error("actions have shape", gpu_environment.step, gpu_state, [0])
"""


@pytest.mark.parametrize(
    ("id", "batch", "steps", "auto_reset_values"),
    [
        ("examples/connect_four.py", 70, 4, [True, False]),
        ("tzaar(setup=random)", 3, 2, [True]),
        ("inner_square", 2, 2, [True]),
    ],
)
def test_kernels_agree_with_the_cpu(
    id: str, batch: int, steps: int, auto_reset_values: list[bool]
) -> None:
    arguments = [id, *map(str, (batch, steps, *auto_reset_values))]
    subprocess.run(
        [sys.executable, "-W", "ignore:overflow", "-c", SCRIPT, *arguments],
        check=True,
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
    )
