"""What a network sees of a single position, as an array.

>>> from steinreich import load
>>> from steinreich.rl import observation, observation_shape, plane_names
>>> game = load("vier3d")
>>> plane_names(game), observation_shape(game)
(('mine', 'theirs', 'others'), (3, 4, 4, 4))
>>> seen = observation(game.start().play("b1").play("d4"))
>>> seen[0, 0].astype(int)  # Red is to move: the lowest level of the red balls
array([[0, 1, 0, 0],
       [0, 0, 0, 0],
       [0, 0, 0, 0],
       [0, 0, 0, 0]])
"""

import numpy as np
import numpy.typing as npt

from steinreich.core.game import Game
from steinreich.core.observation import packed_observation, planes_of
from steinreich.core.position import Position


def observation_shape(game: Game) -> tuple[int, ...]:
    """The shape of observations: planes first, then the board.  It is the same with all options."""
    return planes_of(game.module).shape


def plane_names(game: Game) -> tuple[str, ...]:
    """What each plane shows, in order."""
    return planes_of(game.module).names


def observation(position: Position) -> npt.NDArray[np.bool_]:
    """What the player to move sees."""
    planes = planes_of(position.game.module)
    packed = np.array(packed_observation(position), "<u8")
    bits = np.unpackbits(packed.view(np.uint8), bitorder="little", count=planes.bits)
    return bits.view(np.bool_).reshape(planes.shape)
