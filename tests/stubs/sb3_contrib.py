"""Stub of sb3-contrib, which is too large to install: it uses action masks, and learns nothing."""

from pathlib import Path
from typing import Any

import numpy as np

MAX_STEPS = 100  # enough for some games


class MaskablePPO:
    """Chooses randomly among the actions allowed by a mask."""

    def __init__(self, policy: str, env: Any, n_steps: int = 2048, seed: int | None = None) -> None:
        assert policy == "MlpPolicy"
        self.env = env
        self.rng = np.random.default_rng(seed)

    def learn(self, total_timesteps: int) -> None:
        """Play some games; check that allowed actions are legal."""
        self.env.reset(seed=1)
        for _ in range(min(total_timesteps, MAX_STEPS)):
            allowed = self.env.get_wrapper_attr("action_masks")()
            _, _, terminated, truncated, info = self.env.step(self.rng.choice(allowed.nonzero()[0]))
            assert "illegal" not in info
            if terminated or truncated:
                self.env.reset()

    def save(self, path: str) -> None:
        Path(path).with_suffix(".zip").touch()

    def predict(self, observation: Any, action_masks: Any, deterministic: bool) -> tuple[Any, None]:
        """Return the first of the allowed actions, or a random one."""
        assert self.env.observation_space.contains(observation)
        allowed = np.asarray(action_masks).nonzero()[0]
        return (allowed[0] if deterministic else self.rng.choice(allowed)), None
