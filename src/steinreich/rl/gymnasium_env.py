"""Games as Gymnasium environments: alone, or against built-in opponents.

>>> import gymnasium
>>> import steinreich.rl.gymnasium_env  # registers steinreich/vier3d-v0 and so on
>>> env = gymnasium.make("steinreich/vier3d-v0", opponent=lambda position: position.actions()[0])
>>> seen, info = env.reset(seed=1)
>>> seen.shape, info["action_mask"].sum()
((3, 4, 4, 4), np.int64(16))
>>> for rod in (1, 1, 1, 1):
...     seen, reward, terminated, truncated, info = env.step(rod)
>>> reward, terminated, truncated
(1.0, True, False)
"""

from collections.abc import Sequence
from os import PathLike
from typing import Any

import numpy as np
import numpy.typing as npt

from steinreich.arena.local_match import Contestant
from steinreich.core.game import Game, load
from steinreich.core.position import Position
from steinreich.core.registry import games
from steinreich.rl.environments import (
    ILLEGAL_REWARD,
    METADATA,
    REWARD,
    action_space,
    check_render_mode,
    first_position,
    planes_space,
    rendered,
    seen_planes,
)
from steinreich.rl.observation import action_mask
from steinreich.rl.opponents import Opponent, opponents_for
from steinreich.rules import arguments
from steinreich.rules.errors import IllegalMove
from steinreich.rules.extras import ENVIRONMENTS, require_extra

with require_extra(ENVIRONMENTS):
    import gymnasium

Planes = npt.NDArray[np.int8]
SEEDS = 1 << 62


class SingleAgentEnv(gymnasium.Env[Planes, int]):
    """A game from the view of one player: the opponents act between its actions.

    The reward at the end of the game is 1 for a win, -1 for a loss, 0 for a draw.  An illegal
    action ends the game with `illegal_reward`; if that is None, it raises `IllegalMove` and
    changes nothing.
    """

    metadata = METADATA  #: the modes of rendering

    def __init__(
        self,
        game: str | PathLike[str] | Game,
        *,
        opponent: Contestant | Sequence[Contestant] = "random",
        seat: int | None = 0,
        illegal_reward: float | None = ILLEGAL_REWARD,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        """A game by its id, path or name and options: see `steinreich.load`.

        The opponent takes all other seats, or each of a list the next one; a name makes a player of
        its own for each.  `seat` is whose actions are ours, from 0; None lets chance decide.
        """
        check_render_mode(render_mode)
        self.game = load(game, **options)  #: that is played
        if seat is not None:
            seat = arguments.integer("seat", seat, 0, self.game.players - 1)
        if illegal_reward is not None:
            illegal_reward = arguments.finite("illegal_reward", REWARD, illegal_reward)
        self.chosen_seat, self.illegal_reward = seat, illegal_reward
        self.chosen_opponents = opponents_for(self.game, opponent)
        self.render_mode = render_mode
        self.observation_space = planes_space(self.game)  #: all observations
        self.action_space = action_space(self.game)  #: all actions, legal or not
        self.seat = seat or 0  #: whose actions are ours in the game under way, from 0
        self.opponents: list[Opponent] = []  # in the order of play after our seat
        self.position: Position  #: that waits for an action

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Planes, dict[str, Any]]:
        """Return the first position of ours, or the one after `options["position"]`.

        The seed decides on what chance sets up, on seats and on what players by name do.
        """
        if seed is not None:
            seed = arguments.seed(seed)
            self.close()
        super().reset(seed=seed)
        if not self.opponents:
            chosen = self.chosen_opponents
            self.opponents = [Opponent(one, self.game, self.drawn(SEEDS)) for one in chosen]
        for one in self.opponents:
            one.player.new_game()
        drawn = self.drawn(self.game.players)
        self.seat = drawn if self.chosen_seat is None else self.chosen_seat
        self.take_in(first_position(self.game, self.drawn(SEEDS), options))
        return self.observed()

    def drawn(self, below: int) -> int:
        """Return a random integer from 0 to `below` - 1."""
        return int(self.np_random.integers(below))

    def step(self, action: int) -> tuple[Planes, float, bool, bool, dict[str, Any]]:
        """Play our action and those of the opponents until our next turn."""
        try:
            after = self.position.after(action)
        except IllegalMove as error:
            if self.illegal_reward is None or self.position.is_over:
                raise
            seen, info = self.observed()
            return seen, self.illegal_reward, True, False, info | {"illegal": str(error)}
        self.take_in(after)
        reward = float(self.position.returns[self.seat])
        seen, info = self.observed()
        return seen, reward, self.position.is_over, False, info

    def take_in(self, position: Position) -> None:
        """Play the opponents' actions until it is our turn or the game is over."""
        while not position.is_over and position.player != self.seat:
            ahead = (position.player - self.seat) % self.game.players
            position = self.opponents[ahead - 1].after_action(position)
        self.position = position
        if self.render_mode == "human":
            self.render()

    def observed(self) -> tuple[Planes, dict[str, Any]]:
        """Return the observation, our pieces first, and the info dict."""
        mask = action_mask(self.position)
        return seen_planes(self.position, self.seat), {"action_mask": mask, "seat": self.seat}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the mask of legal actions, for MaskablePPO of sb3-contrib."""
        return action_mask(self.position).astype(np.bool_)

    def render(self) -> Any:
        """Return the position in the way that `render_mode` names; None where it names none."""
        return rendered(self.position, self.render_mode)

    def close(self) -> None:
        """Close the opponents that were created for this environment."""
        for one in self.opponents:
            one.close()
        self.opponents = []


def register() -> None:
    """Register every game with `gymnasium.make`, and the solo variant under its own name."""
    entry = f"{__name__}:{SingleAgentEnv.__name__}"
    for name in games():
        gymnasium.register(f"steinreich/{name}-v0", entry, kwargs={"game": name})
    alone = {"game": "six_in_line(players=1)"}
    gymnasium.register("steinreich/six_in_line_alone-v0", entry, kwargs=alone)


register()
