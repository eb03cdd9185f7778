"""Games as environments of PettingZoo, in which agents act one after the other (AEC).

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
    action_space,
    check_render_mode,
    first_position,
    mask_space,
    planes_space,
    rendered,
    seen_planes,
)
from steinreich.rl.extras import needing
from steinreich.rl.observation import action_mask
from steinreich.rules.errors import BadArgument
from steinreich.rules.language import Words

with needing("rl"):
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

Seen = dict[str, npt.NDArray[np.int8]]


class GameEnv(AECEnv[str, Seen, int | None]):
    """A game between agents `player_0`, `player_1` and so on.

    The one whose action is due is selected: after some actions it is the same again.  All are
    rewarded once, when the game is over: 1 for the winner, -1 for others, 0 in a draw.  An action
    that is not legal raises `IllegalMove` and changes nothing.
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
        self.game = load(game, **options)
        self.render_mode = render_mode
        name = f"{Path(self.game.name).stem}_v0"
        self.metadata = {**METADATA, "name": name, "is_parallelizable": False}
        self.possible_agents = [f"player_{number}" for number in range(self.game.players)]
        self.observation_spaces = {
            agent: spaces.Dict(
                {"observation": planes_space(self.game), "action_mask": mask_space(self.game)}
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: action_space(self.game) for agent in self.possible_agents}
        self.dice = random.Random()
        self.position: Position

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What `observe` gives: `observation` and `action_mask`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """All actions, legal or not."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """The first position, or the one of `options["position"]`.

        Where chance sets up the board, the seed makes it the same again, and so those after it.
        """
        if seed is not None:
            self.dice = random.Random(seed)
        self.agents = self.possible_agents[:]
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.take_in(first_position(self.game, self.dice.getrandbits(62), options))

    def step(self, action: int | None) -> None:
        """The action of the agent that is selected; None, once the game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadArgument(
                Words(
                    f"{agent} has to act: None is for agents whose game is over",
                    f"{agent} muss handeln: None ist für Agenten, deren Spiel zu Ende ist",
                )
            )
        after = self.position.after(action)
        self._cumulative_rewards[agent] = 0
        self.take_in(after)
        if self.render_mode == "human":
            self.render()

    def take_in(self, position: Position) -> None:
        """Go on from a position: who is to act, what everybody is told and has earned."""
        self.position = position
        self.rewards = dict(zip(self.agents, position.returns, strict=True))
        self.terminations = dict.fromkeys(self.agents, position.is_over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.possible_agents[position.player]
        self.legal = action_mask(position)
        self.infos = {agent: {"action_mask": self.mask(agent)} for agent in self.agents}
        self._accumulate_rewards()

    def mask(self, agent: str) -> npt.NDArray[np.int8]:
        """The actions that an agent may choose from: none, while another is to act."""
        is_due = agent == self.possible_agents[self.position.player]
        return self.legal.copy() if is_due else np.zeros_like(self.legal)

    def observe(self, agent: str) -> Seen:
        """What an agent sees, its own pieces first, and what it may do."""
        seen = seen_planes(self.position, self.possible_agents.index(agent))
        return {"observation": seen, "action_mask": self.mask(agent)}

    def render(self) -> Any:
        """The position in the way that `render_mode` names; None where it names none."""
        return rendered(self.position, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


def env(
    game: str | PathLike[str] | Game,
    *,
    render_mode: str | None = None,
    illegal_reward: float = ILLEGAL_REWARD,
    **options: object,
) -> AECEnv[str, Seen, int | None]:
    """A game in PettingZoo's usual wrappers: who acts against the rules ends it, with this reward.

    The others then get 0.  `GameEnv` is the same without wrappers, and raises an error.
    """
    bare = GameEnv(game, render_mode=render_mode, **options)
    strict = wrappers.TerminateIllegalWrapper(bare, illegal_reward=illegal_reward)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(strict))


raw_env = GameEnv  # what modules of PettingZoo call it
