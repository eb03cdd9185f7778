"""For machines that learn: what they see of positions, and many games at once."""

from steinreich.rl.batches.environment import BatchEnvironment, make
from steinreich.rl.batches.state import BatchState
from steinreich.rl.observation import observation, observation_shape, plane_names

__all__ = [
    "BatchEnvironment",
    "BatchState",
    "make",
    "observation",
    "observation_shape",
    "plane_names",
]
