"""Observations: positions encoded as arrays, the input of neural networks.

>>> from steinreich import load
>>> from steinreich.rl import action_mask, observation, observation_shape, plane_names
>>> game = load("vier3d")
>>> plane_names(game), observation_shape(game)
(('mine', 'theirs', 'others'), (3, 4, 4, 4))
>>> position = game.start().play("b1").play("d4")
>>> seen = observation(position)
>>> seen[0, 0].astype(int)  # Red is to move: the lowest level of the red balls
array([[0, 1, 0, 0],
       [0, 0, 0, 0],
       [0, 0, 0, 0],
       [0, 0, 0, 0]])
>>> (observation(position, player=1)[1] == seen[0]).all()  # the same position, seen by Blue
np.True_
>>> action_mask(position).sum()  # of 32 actions; the others are for a ball that is neutral
np.int64(16)
"""

from os import PathLike

import numpy as np
import numpy.typing as npt

from steinreich.core.game import Game, load
from steinreich.core.observation import get_planes, pack_observation
from steinreich.core.position import Position, expect_position
from steinreich.rules import arguments


def observation_shape(game: Game | str | PathLike[str]) -> tuple[int, ...]:
    """Return the shape of observations: planes, then the board; the same for all options."""
    return get_planes(load(game).module).shape


def plane_names(game: Game | str | PathLike[str]) -> tuple[str, ...]:
    """Return what each plane shows, in order."""
    return get_planes(load(game).module).names


def observation(position: Position, player: int | None = None) -> npt.NDArray[np.bool_]:
    """Return the observation of the player to move, or of another player as if it were to move."""
    expect_position(position)
    if player is not None:
        player = arguments.check_integer("player", player, 0, position.game.players - 1)
    planes = get_planes(position.game.module)
    viewed_position = position if player is None else make_view_of_player(position, player)
    packed = np.array(pack_observation(viewed_position), "<u8")
    bits = np.unpackbits(packed.view(np.uint8), bitorder="little", count=planes.bits)
    return bits.view(np.bool_).reshape(planes.shape)


def make_view_of_player(position: Position, player: int) -> Position:
    """Return the position as if this player were to move; use it for observations only.

    The field `turn` of the state is replaced; `mine` and `theirs`, if it has them, are swapped.
    """
    s = position.state
    if player == position.player or "turn" not in s._fields:
        return position
    swapped_fields = {"mine": s.theirs, "theirs": s.mine} if "mine" in s._fields else {}
    return Position(position.game, s._replace(turn=player, **swapped_fields))


def action_mask(position: Position) -> npt.NDArray[np.int8]:
    """Return the mask of legal actions: 1 if legal, else 0; all 0 if the game is over."""
    expect_position(position)
    mask = np.zeros(position.game.num_actions, np.int8)
    mask[position.actions()] = 1
    return mask
