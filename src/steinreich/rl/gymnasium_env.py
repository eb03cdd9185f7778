"""Games as Gymnasium environments: single-player games, or games against given opponents.

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
    make_first_position,
    observe_planes,
    planes_space,
    render_position,
)
from steinreich.rl.observation import action_mask
from steinreich.rl.opponents import Opponent, make_opponent_list
from steinreich.rules import arguments
from steinreich.rules.errors import IllegalMove
from steinreich.rules.extras import ENVIRONMENTS, require_extra

with require_extra(ENVIRONMENTS):
    import gymnasium

Planes = npt.NDArray[np.int8]
MAX_SEED = 1 << 62


class SingleAgentEnv(gymnasium.Env[Planes, int]):
    """A game from the view of one player, the learner; opponents act between its actions.

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
        """Create an environment; `game` and `options` are those of `steinreich.load`.

        One opponent takes all other seats; a list has one for each other seat.  `seat` is that of
        the learner, from 0; None draws it at random for each game.
        """
        check_render_mode(render_mode)
        self.game = load(game, **options)  #: the game with its options
        if seat is not None:
            seat = arguments.check_integer("seat", seat, 0, self.game.players - 1)
        if illegal_reward is not None:
            illegal_reward = arguments.check_finite("illegal_reward", REWARD, illegal_reward)
        self.requested_seat, self.illegal_reward = seat, illegal_reward
        self.contestants = make_opponent_list(self.game, opponent)
        self.render_mode = render_mode
        self.observation_space = planes_space(self.game)  #: all observations
        self.action_space = action_space(self.game)  #: all actions, legal or not
        self.seat = seat or 0  #: seat of the learner in the current game, from 0
        self.opponents: list[Opponent] = []  # in the order of play after the learner
        self.position: Position  #: current position

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Planes, dict[str, Any]]:
        """Start a game, by default at the start position, else at `options["position"]`.

        Return the first observation in which the learner is to move.  The seed determines random
        set-ups, seats, and the random numbers of opponents given by name.
        """
        if seed is not None:
            seed = arguments.check_seed(seed)
            self.close()
        super().reset(seed=seed)
        if not self.opponents:
            self.opponents = [
                Opponent(contestant, self.game, self.draw_integer(MAX_SEED))
                for contestant in self.contestants
            ]
        for opponent in self.opponents:
            opponent.player.new_game()
        drawn_seat = self.draw_integer(self.game.players)
        self.seat = drawn_seat if self.requested_seat is None else self.requested_seat
        self.play_until_own_turn(
            make_first_position(self.game, self.draw_integer(MAX_SEED), options)
        )
        return self.make_observation()

    def draw_integer(self, below: int) -> int:
        """Return a random integer from 0 to `below` - 1."""
        return int(self.np_random.integers(below))

    def step(self, action: int) -> tuple[Planes, float, bool, bool, dict[str, Any]]:
        """Play an action of the learner, and those of opponents until it is to move again."""
        try:
            after = self.position.after(action)
        except IllegalMove as error:
            if self.illegal_reward is None or self.position.is_over:
                raise
            observation, info = self.make_observation()
            return observation, self.illegal_reward, True, False, info | {"illegal": str(error)}
        self.play_until_own_turn(after)
        reward = float(self.position.returns[self.seat])
        observation, info = self.make_observation()
        return observation, reward, self.position.is_over, False, info

    def play_until_own_turn(self, position: Position) -> None:
        """Play the opponents' actions until the learner is to move or the game is over."""
        while not position.is_over and position.player != self.seat:
            seats_ahead = (position.player - self.seat) % self.game.players
            position = self.opponents[seats_ahead - 1].play(position)
        self.position = position
        if self.render_mode == "human":
            self.render()

    def make_observation(self) -> tuple[Planes, dict[str, Any]]:
        """Return the observation of the learner, own pieces first, and the info dict."""
        mask = action_mask(self.position)
        return observe_planes(self.position, self.seat), {"action_mask": mask, "seat": self.seat}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the mask of legal actions, for MaskablePPO of sb3-contrib."""
        return action_mask(self.position).astype(np.bool_)

    def render(self) -> Any:
        """Render the position as `render_mode` specifies; return None without a mode."""
        return render_position(self.position, self.render_mode)

    def close(self) -> None:
        """Close the opponents that were created for this environment."""
        for opponent in self.opponents:
            opponent.close()
        self.opponents = []


def register() -> None:
    """Register every game with `gymnasium.make`, and the single-player variant by its own name."""
    entry_point = f"{__name__}:{SingleAgentEnv.__name__}"
    for name in games():
        gymnasium.register(f"steinreich/{name}-v0", entry_point, kwargs={"game": name})
    solo_options = {"game": "six_in_line(players=1)"}
    gymnasium.register("steinreich/six_in_line_alone-v0", entry_point, kwargs=solo_options)


register()
