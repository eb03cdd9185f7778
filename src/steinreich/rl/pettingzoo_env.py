"""Games as PettingZoo environments with alternating agents (AEC).

>>> from steinreich.rl import pettingzoo_env
>>> env = pettingzoo_env.env("six_in_line", players=3)
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     seen, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     env.step(None if over else int(info["action_mask"].argmax()))  # the first legal action
...     if over:
...         print(agent, reward)
player_0 -1
player_1 -1
player_2 1
"""

import random
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from steinreich.core.game import Game, load
from steinreich.core.position import Position
from steinreich.rl.environments import (
    ILLEGAL_REWARD,
    METADATA,
    REWARD,
    action_space,
    check_render_mode,
    make_first_position,
    mask_space,
    observe_planes,
    planes_space,
    render_position,
)
from steinreich.rl.observation import action_mask
from steinreich.rules import arguments
from steinreich.rules.errors import BadArgument
from steinreich.rules.extras import ENVIRONMENTS, require_extra
from steinreich.rules.language import Text

with require_extra(ENVIRONMENTS):
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

AgentObservation = dict[str, npt.NDArray[np.int8]]


class GameEnv(AECEnv[str, AgentObservation, int | None]):
    """A game between agents `player_0`, `player_1` and so on.

    The player to move is selected, which may be the same one after an action.  Rewards are given at
    the end of the game: 1 for the winner, -1 for others, 0 in a draw.  An illegal action raises
    `IllegalMove` and changes nothing.
    """

    def __init__(
        self,
        game: str | PathLike[str] | Game,
        *,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        """Create an environment; `game` and `options` are those of `steinreich.load`."""
        super().__init__()
        check_render_mode(render_mode)
        self.game = load(game, **options)  #: the game with its options
        self.render_mode = render_mode
        name = f"{Path(self.game.name).stem}_v0"
        self.metadata = {**METADATA, "name": name, "is_parallelizable": False}
        #: the names of all players
        self.possible_agents = [f"player_{number}" for number in range(self.game.players)]
        self.observation_spaces = {
            agent: spaces.Dict(
                {"observation": planes_space(self.game), "action_mask": mask_space(self.game)}
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: action_space(self.game) for agent in self.possible_agents}
        self.rng = random.Random()
        self.position: Position  #: current position

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of `observe`: `observation` and `action_mask`."""
        return self.observation_spaces[self.check_agent(agent)]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of all actions, legal or not."""
        return self.action_spaces[self.check_agent(agent)]

    def check_agent(self, agent: str) -> str:
        """Validate the name of an agent; raise `BadArgument` for other values."""
        return arguments.check_one_of("agent", agent, self.possible_agents)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game, by default at the start position, else at `options["position"]`.

        The seed determines random set-ups of this and all later games.
        """
        if seed is not None:
            self.rng = random.Random(arguments.check_seed(seed))
        self.agents = self.possible_agents[:]
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.set_position(make_first_position(self.game, self.rng.getrandbits(62), options))

    def step(self, action: int | None) -> None:
        """Play an action of the selected agent; it is None after the end of the game."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadArgument(
                Text("{agent} must act; None is only for agents whose game is over", agent=agent)
            )
        after = self.position.after(action)
        self._cumulative_rewards[agent] = 0
        self.set_position(after)
        if self.render_mode == "human":
            self.render()

    def set_position(self, position: Position) -> None:
        """Set the position, and update selection, rewards, terminations and infos."""
        self.position = position
        self.rewards = dict(zip(self.agents, position.returns, strict=True))
        self.terminations = dict.fromkeys(self.agents, position.is_over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.possible_agents[position.player]
        self.legal = action_mask(position)
        self.infos = {agent: {"action_mask": self.mask(agent)} for agent in self.agents}
        self._accumulate_rewards()

    def mask(self, agent: str) -> npt.NDArray[np.int8]:
        """Return the action mask of an agent: all 0 while another one is to move."""
        is_to_move = self.check_agent(agent) == self.possible_agents[self.position.player]
        return self.legal.copy() if is_to_move else np.zeros_like(self.legal)

    def observe(self, agent: str) -> AgentObservation:
        """Return the observation of an agent, its pieces first, and its action mask."""
        planes = observe_planes(self.position, self.possible_agents.index(self.check_agent(agent)))
        return {"observation": planes, "action_mask": self.mask(agent)}

    def render(self) -> Any:
        """Render the position as `render_mode` specifies; return None without a mode."""
        return render_position(self.position, self.render_mode)

    def close(self) -> None:
        """Do nothing: there are no resources to release."""


def env(
    game: str | PathLike[str] | Game,
    *,
    render_mode: str | None = None,
    illegal_reward: float = ILLEGAL_REWARD,
    **options: object,
) -> AECEnv[str, AgentObservation, int | None]:
    """Return a game in PettingZoo's usual wrappers.

    An illegal action ends the game with `illegal_reward` for its agent and 0 for all others.
    `GameEnv` is the environment without wrappers; it raises an error for an illegal action.
    """
    illegal_reward = arguments.check_finite("illegal_reward", REWARD, illegal_reward)
    unwrapped = GameEnv(game, render_mode=render_mode, **options)
    terminating = wrappers.TerminateIllegalWrapper(unwrapped, illegal_reward=illegal_reward)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(terminating))


raw_env = GameEnv  # the name by PettingZoo's convention
