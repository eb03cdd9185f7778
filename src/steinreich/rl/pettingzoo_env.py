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
    first_position,
    mask_space,
    planes_space,
    rendered,
    seen_planes,
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

Seen = dict[str, npt.NDArray[np.int8]]


class GameEnv(AECEnv[str, Seen, int | None]):
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
        """A game by its id, path or name and options: see `steinreich.load`."""
        super().__init__()
        check_render_mode(render_mode)
        self.game = load(game, **options)  #: that is played
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
        self.dice = random.Random()
        self.position: Position  #: that waits for an action

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of `observe`: `observation` and `action_mask`."""
        return self.observation_spaces[self.checked(agent)]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return all actions, legal or not."""
        return self.action_spaces[self.checked(agent)]

    def checked(self, agent: str) -> str:
        """Validate the name of an agent; raise `BadArgument` for other values."""
        return arguments.one_of("agent", agent, self.possible_agents)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game from the first position, or from `options["position"]`.

        The seed determines random set-ups of this and all later games.
        """
        if seed is not None:
            self.dice = random.Random(arguments.seed(seed))
        self.agents = self.possible_agents[:]
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.take_in(first_position(self.game, self.dice.getrandbits(62), options))

    def step(self, action: int | None) -> None:
        """Play the action of the selected agent; None once the game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadArgument(
                Text("{agent} has to act: None is for agents whose game is over", agent=agent)
            )
        after = self.position.after(action)
        self._cumulative_rewards[agent] = 0
        self.take_in(after)
        if self.render_mode == "human":
            self.render()

    def take_in(self, position: Position) -> None:
        """Update selection, rewards, terminations and infos from a position."""
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
        is_due = self.checked(agent) == self.possible_agents[self.position.player]
        return self.legal.copy() if is_due else np.zeros_like(self.legal)

    def observe(self, agent: str) -> Seen:
        """Return the observation of an agent, its pieces first, and its action mask."""
        seen = seen_planes(self.position, self.possible_agents.index(self.checked(agent)))
        return {"observation": seen, "action_mask": self.mask(agent)}

    def render(self) -> Any:
        """Return the position in the way that `render_mode` names; None where it names none."""
        return rendered(self.position, self.render_mode)

    def close(self) -> None:
        """Do nothing: there are no resources to release."""


def env(
    game: str | PathLike[str] | Game,
    *,
    render_mode: str | None = None,
    illegal_reward: float = ILLEGAL_REWARD,
    **options: object,
) -> AECEnv[str, Seen, int | None]:
    """Return a game in PettingZoo's usual wrappers; illegal actions end it with a reward.

    The others then get 0.  `GameEnv` is the same without wrappers, and raises an error.
    """
    illegal_reward = arguments.finite("illegal_reward", REWARD, illegal_reward)
    bare = GameEnv(game, render_mode=render_mode, **options)
    strict = wrappers.TerminateIllegalWrapper(bare, illegal_reward=illegal_reward)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(strict))


raw_env = GameEnv  # what modules of PettingZoo call it
