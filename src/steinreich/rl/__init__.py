"""Reinforcement learning: observations, batches of games, and environments.

The modules `pettingzoo_env`, `gymnasium_env` and `open_spiel_game` need optional packages and are
imported explicitly: `from steinreich.rl import pettingzoo_env`.
"""

from steinreich.rl.batches.dlpack import CudaArray
from steinreich.rl.batches.environment import BatchEnvironment, make
from steinreich.rl.batches.state import BatchState
from steinreich.rl.observation import action_mask, observation, observation_shape, plane_names

__all__ = [
    "BatchEnvironment",
    "BatchState",
    "CudaArray",
    "action_mask",
    "make",
    "observation",
    "observation_shape",
    "plane_names",
]
