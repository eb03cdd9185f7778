"""Symmetries of batches for data augmentation: images of observations, masks and actions."""

from collections.abc import Callable, Iterator, Mapping
from math import prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from steinreich.compile.binder import field_types
from steinreich.core.game import Game
from steinreich.core.observation import NO_CELL
from steinreich.core.position import Position
from steinreich.rl.batches.processor import to_integer_array
from steinreich.rules import arguments
from steinreich.rules.bits import ALL, U64, each
from steinreich.rules.errors import BadArgument
from steinreich.rules.language import Text

Table = npt.NDArray[np.int64]


class Symmetries(NamedTuple):
    """All symmetries of a game, in the order of `game.symmetries`.

    `mask` and `observation` accept arrays of NumPy, PyTorch, JAX or CuPy, or any other that can be
    indexed by an integer array.
    """

    images: Table  #: (symmetries, actions): the number of each action on the turned board
    origins: Table  #: (symmetries, actions): the action whose image is this one
    #: (symmetries, plane size): for each index in a flattened plane, the index whose image it is;
    #: None if the game does not define a plane layout
    plane_origins: Table | None

    def __len__(self) -> int:
        return len(self.images)

    def actions(self, number: int, actions: Any) -> Table:
        """Return the images of actions, as a NumPy array."""
        images: Table = self.images[self.check_number(number)]
        action_array = to_integer_array(actions)
        if action_array.size and not 0 <= action_array.min() <= action_array.max() < len(images):
            raise BadArgument(Text("actions range from 0 to {count}", count=len(images) - 1))
        transformed: Table = images[action_array]
        return transformed

    def mask(self, number: int, mask: Any) -> Any:
        """Transform masks, or any values per action such as a policy: (batch, actions)."""
        origins = self.origins[self.check_number(number)]
        shape = get_shape("mask", mask)
        if len(shape) != 2 or shape[1] != len(origins):
            raise wrong_shape("mask", mask, f"(batch, {len(origins)})")
        return mask[:, origins]

    def observation(self, number: int, observation: Any) -> Any:
        """Transform observations: (batch, planes, ...)."""
        if self.plane_origins is None:
            raise BadArgument(
                Text("the game has no PLANE_LAYOUT, so its observations cannot be transformed")
            )
        plane_origins = self.plane_origins[self.check_number(number)]
        shape = get_shape("observation", observation)
        if len(shape) < 3 or prod(shape[2:]) != len(plane_origins):
            raise wrong_shape(
                "observation", observation, f"(batch, planes, ...{len(plane_origins)})"
            )
        return observation.reshape(*shape[:2], -1)[:, :, plane_origins].reshape(shape)

    def check_number(self, number: int) -> int:
        """Validate the number of a symmetry."""
        return arguments.check_integer("number", number, 0, len(self) - 1)


def get_shape(name: str, array: Any) -> tuple[int, ...]:
    """Return the shape of an array of any library; `BadType` for other values."""
    if isinstance(array, type) or not hasattr(array, "shape"):
        raise arguments.bad_type(name, Text("an array"), array)
    return tuple(array.shape)


def wrong_shape(name: str, array: Any, expected: str) -> BadArgument:
    """Return the error for an array of another shape."""
    return BadArgument(
        Text(
            "{name} has shape {found}, not {expected}",
            name=name,
            found=tuple(array.shape),
            expected=expected,
        )
    )


def derive_symmetries(
    game: Game, positions_by_action: Callable[[], Iterator[tuple[int, Position]]]
) -> Symmetries:
    """Derive the symmetries, with images of actions from positions in which they are legal."""
    cell_maps = game.symmetries
    images = np.tile(np.arange(game.definition.num_actions), (len(cell_maps), 1))
    product = compose_all(cell_maps)
    is_known = np.zeros(game.definition.num_actions, bool)
    for action, position in positions_by_action() if cell_maps else ():
        if not is_known[action]:
            orbit = [position.transform_action(action, symmetry) for symmetry in cell_maps]
            for first, image in enumerate(orbit):
                is_known[image] = True
                images[:, image] = [orbit[composed] for composed in product[first]]
    origins = np.argsort(images, axis=1)
    return Symmetries(
        images, origins, find_plane_origins(game) if game.definition.plane_layout else None
    )


def compose_all(cell_maps: list[dict[str, str]]) -> list[list[int]]:
    """Return the composition table of symmetries: the number of `first` followed by `second`."""
    numbers = {tuple(sorted(symmetry.items())): number for number, symmetry in enumerate(cell_maps)}
    return [
        [
            numbers[tuple(sorted((cell, second[to]) for cell, to in first.items()))]
            for second in cell_maps
        ]
        for first in cell_maps
    ]


def find_plane_origins(game: Game) -> Table:
    """Return `Symmetries.plane_origins` of a game."""
    cells = np.array(game.definition.plane_layout).ravel().tolist()
    index_by_cell = {cell: index for index, cell in enumerate(cells) if cell != NO_CELL}
    origins = np.tile(np.arange(len(cells)), (len(game.symmetries), 1))
    for number, symmetry in enumerate(game.symmetries):
        for cell, index in index_by_cell.items():
            image = transform_cell(game, cell, symmetry)
            origins[number, index_by_cell.get(image, index)] = index
    return origins


def transform_cell(game: Game, cell: int, symmetry: Mapping[str, str]) -> int:
    """Return the image of a cell: transform a state whose first cell set has only this cell."""
    transform = game.definition.transform
    assert transform is not None  # a game with symmetries has it
    start = game.start(0).state
    state: Any = game.definition.state
    field, kind = next(item for item in field_types(state).items() if item[1] is not int)
    low, high = 1 << cell & ALL, 1 << cell >> 64
    single_cell_set = low if kind is U64 else kind(low, high)
    try:
        transformed_set = getattr(
            transform(start._replace(**{field: single_cell_set}), symmetry), field
        )
    except KeyError:  # a smaller board does not have the cell
        return cell
    [image] = each(  # the only cell of the transformed set
        transformed_set[0] | transformed_set[1] << 64
        if isinstance(transformed_set, tuple)
        else transformed_set
    )
    return image
