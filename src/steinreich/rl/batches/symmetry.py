"""Symmetries for batches: the images of observations, masks and actions, for data augmentation."""

from collections.abc import Callable, Iterator, Mapping
from math import prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from steinreich.compile.binder import field_types
from steinreich.core.game import Game
from steinreich.core.observation import NO_CELL
from steinreich.core.position import Position
from steinreich.rl.batches.processor import integers
from steinreich.rules import arguments
from steinreich.rules.bits import ALL, U64, each
from steinreich.rules.errors import BadArgument
from steinreich.rules.language import Text

Table = npt.NDArray[np.int64]


class Symmetries(NamedTuple):
    """All symmetries of a game, in the order of `game.symmetries`.

    `mask` and `observation` take arrays of NumPy, PyTorch, JAX or CuPy: whatever numbers of places
    pick from.
    """

    images: Table  #: (symmetries, actions): the number of each action on the turned board
    origins: Table  #: (symmetries, actions): the action that becomes this one
    #: (symmetries, places): the place in a plane that comes to lie on this one; None where the game
    #: does not state how its cells lie in a plane
    places: Table | None

    def __len__(self) -> int:
        return len(self.images)

    def actions(self, number: int, actions: Any) -> Table:
        """Return the actions of turned games, as an array of NumPy's."""
        images: Table = self.images[self.checked(number)]
        given = integers(actions)
        if given.size and not 0 <= given.min() <= given.max() < len(images):
            raise BadArgument(Text("actions go from 0 to {count}", count=len(images) - 1))
        found: Table = images[given]
        return found

    def mask(self, number: int, mask: Any) -> Any:
        """Transform masks, or any values per action such as a policy: (batch, actions)."""
        origins = self.origins[self.checked(number)]
        shape = shape_of("mask", mask)
        if len(shape) != 2 or shape[1] != len(origins):
            raise wrong_shape("mask", mask, f"(batch, {len(origins)})")
        return mask[:, origins]

    def observation(self, number: int, observation: Any) -> Any:
        """Return the observations of turned games: (batch, planes, ...)."""
        if self.places is None:
            raise BadArgument(Text("the game does not state how its cells lie in a plane"))
        places = self.places[self.checked(number)]
        shape = shape_of("observation", observation)
        if len(shape) < 3 or prod(shape[2:]) != len(places):
            raise wrong_shape("observation", observation, f"(batch, planes, ...{len(places)})")
        return observation.reshape(*shape[:2], -1)[:, :, places].reshape(shape)

    def checked(self, number: int) -> int:
        """Return the number of a symmetry."""
        return arguments.integer("number", number, 0, len(self) - 1)


def shape_of(name: str, array: Any) -> tuple[int, ...]:
    """Return the shape of an array of any library; `BadType` for other values."""
    if isinstance(array, type) or not hasattr(array, "shape"):
        raise arguments.bad_type(name, Text("an array"), array)
    return tuple(array.shape)


def wrong_shape(name: str, array: Any, expected: str) -> BadArgument:
    """Return the error for an array of another shape."""
    found = tuple(array.shape)
    return BadArgument(
        Text(
            "{name} is of shape {found}, not {expected}", name=name, found=found, expected=expected
        )
    )


def symmetries_of(game: Game, seen: Callable[[], Iterator[tuple[int, Position]]]) -> Symmetries:
    """Derive the symmetries, with images of actions from positions in which they are legal."""
    maps = game.symmetries
    images = np.tile(np.arange(game.definition.num_actions), (len(maps), 1))
    product = after_another(maps)
    is_known = np.zeros(game.definition.num_actions, bool)
    for action, position in seen() if maps else ():
        if not is_known[action]:
            orbit = [position.transform_action(action, one) for one in maps]
            for first, image in enumerate(orbit):
                is_known[image] = True
                images[:, image] = [orbit[both] for both in product[first]]
    origins = np.argsort(images, axis=1)
    return Symmetries(images, origins, places_of(game) if game.definition.plane_layout else None)


def after_another(maps: list[dict[str, str]]) -> list[list[int]]:
    """Return the composition table of the symmetries: [first][second]."""
    numbers = {tuple(sorted(one.items())): number for number, one in enumerate(maps)}
    return [
        [
            numbers[tuple(sorted((cell, second[to]) for cell, to in first.items()))]
            for second in maps
        ]
        for first in maps
    ]


def places_of(game: Game) -> Table:
    """Return for each symmetry the source place of each place in a plane."""
    places = np.array(game.definition.plane_layout).ravel().tolist()
    at = {cell: place for place, cell in enumerate(places) if cell != NO_CELL}
    origins = np.tile(np.arange(len(places)), (len(game.symmetries), 1))
    for number, symmetry in enumerate(game.symmetries):
        for cell, place in at.items():
            origins[number, at.get(image_of(game, cell, symmetry), place)] = place
    return origins


def image_of(game: Game, cell: int, symmetry: Mapping[str, str]) -> int:
    """Return the image of a cell, by transforming a state with only this cell in its first set."""
    transform = game.definition.transform
    assert transform is not None  # a game with symmetries has it
    start = game.start(0).state
    state: Any = game.definition.state
    field, kind = next(one for one in field_types(state).items() if one[1] is not int)
    low, high = 1 << cell & ALL, 1 << cell >> 64
    alone = low if kind is U64 else kind(low, high)
    try:
        moved = getattr(transform(start._replace(**{field: alone}), symmetry), field)
    except KeyError:  # a smaller board does not have the cell
        return cell
    [image] = each(moved[0] | moved[1] << 64 if isinstance(moved, tuple) else moved)
    return image
