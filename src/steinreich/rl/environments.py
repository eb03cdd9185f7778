"""Common parts of the PettingZoo and Gymnasium environments: spaces, starts, rendering."""

from collections.abc import Mapping
from io import BytesIO
from typing import Any

import numpy as np
import numpy.typing as npt

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.draw.png import png
from steinreich.draw.svg import svg
from steinreich.draw.terminal import text
from steinreich.rl.observation import observation, observation_shape
from steinreich.rules import arguments
from steinreich.rules.errors import BadArgument
from steinreich.rules.extras import ENVIRONMENTS, require_extra
from steinreich.rules.language import Text

with require_extra(ENVIRONMENTS):
    from gymnasium import spaces

REWARD = Text("a finite number")
ILLEGAL_REWARD = -1.0  # for an illegal action
METADATA: dict[str, Any] = {"render_modes": ["human", "ansi", "svg", "rgb_array"], "render_fps": 2}


def planes_space(game: Game) -> spaces.Space[Any]:
    """Return the observation space of a game."""
    return spaces.Box(0, 1, observation_shape(game), np.int8)


def mask_space(game: Game) -> spaces.Space[Any]:
    """Return the space of action masks."""
    return spaces.Box(0, 1, (game.num_actions,), np.int8)


def action_space(game: Game) -> spaces.Space[Any]:
    """Return the action space of a game."""
    return spaces.Discrete(game.num_actions)


def observe_planes(position: Position, player: int) -> npt.NDArray[np.int8]:
    """Return the observation of a player as an element of `planes_space`."""
    return observation(position, player).view(np.int8)


def make_first_position(game: Game, seed: int, options: Mapping[str, Any] | None) -> Position:
    """Return the position in the options of `reset`, by default the start position for a seed."""
    expected = Text("a dict or None")
    given_position = arguments.check_instance("options", options or {}, Mapping, expected).get(
        "position"
    )
    return game.start(seed) if given_position is None else game.position(str(given_position))


def check_render_mode(mode: str | None) -> None:
    """Raise an error for an unknown render mode."""
    modes = METADATA["render_modes"]
    if mode is not None and mode not in modes:
        modes_text = ", ".join(modes)
        raise BadArgument(
            Text(
                "render_mode must be one of {known} or None, not {mode}",
                known=modes_text,
                mode=arguments.format_value(mode),
            )
        )


def render_position(position: Position, mode: str | None) -> Any:
    """Render a position as text, SVG or pixels; mode "human" prints it."""
    match mode:
        case "human":
            print(text(position))
        case "ansi":
            return text(position)
        case "svg":
            return svg(position)
        case "rgb_array":
            return pixels(position)
    return None


def pixels(position: Position) -> npt.NDArray[np.uint8]:
    """Render a position as an array: rows, columns, RGB."""
    with require_extra(ENVIRONMENTS):
        from PIL import Image
    return np.asarray(Image.open(BytesIO(png(position))).convert("RGB"))
