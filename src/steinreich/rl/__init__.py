"""For machines that learn: what they see of positions, as arrays."""

from steinreich.rl.observation import observation, observation_shape, plane_names

__all__ = ["observation", "observation_shape", "plane_names"]
