"""What environments of PettingZoo and Gymnasium have in common: spaces, starts and pictures."""

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
from steinreich.rl.extras import needing
from steinreich.rl.observation import observation, observation_shape
from steinreich.rules.arguments import shown
from steinreich.rules.errors import BadArgument
from steinreich.rules.language import Words

with needing("rl"):
    from gymnasium import spaces

ILLEGAL_REWARD = -1.0  # of who acts against the rules
METADATA: dict[str, Any] = {"render_modes": ["human", "ansi", "svg", "rgb_array"], "render_fps": 2}


def planes_space(game: Game) -> spaces.Space[Any]:
    """All observations of a game."""
    return spaces.Box(0, 1, observation_shape(game), np.int8)


def mask_space(game: Game) -> spaces.Space[Any]:
    """All masks of legal actions."""
    return spaces.Box(0, 1, (game.num_actions,), np.int8)


def action_space(game: Game) -> spaces.Space[Any]:
    """All actions of a game, legal or not."""
    return spaces.Discrete(game.num_actions)


def seen_planes(position: Position, player: int) -> npt.NDArray[np.int8]:
    """What a player sees of a position, as an element of `planes_space`."""
    return observation(position, player).view(np.int8)


def first_position(game: Game, seed: int, options: Mapping[str, Any] | None) -> Position:
    """Where a game begins: as the seed sets it up, or where the options of `reset` say."""
    wanted = (options or {}).get("position")
    return game.start(seed) if wanted is None else game.position(str(wanted))


def check_render_mode(mode: str | None) -> None:
    """Refuse a mode that there is not."""
    modes = METADATA["render_modes"]
    if mode is not None and mode not in modes:
        known = ", ".join(modes)
        raise BadArgument(
            Words(
                f"render_mode is one of {known} or None; not {shown(mode)}",
                f"render_mode ist eines von {known} oder None, nicht {shown(mode)}",
            )
        )


def rendered(position: Position, mode: str | None) -> Any:
    """A position as a text, an SVG or an array of pixels; for human eyes it is printed."""
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
    """The picture of a position: rows, columns, and red, green and blue."""
    with needing("rl"):
        from PIL import Image
    return np.asarray(Image.open(BytesIO(png(position))).convert("RGB"))
