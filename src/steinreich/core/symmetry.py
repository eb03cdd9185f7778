"""Positions that are the same on a turned or mirrored board, and one name for all of them."""

from collections.abc import Iterator
from hashlib import blake2s

from steinreich.core.position import Position


def images(position: Position) -> Iterator[str]:
    """The position strings of a position turned and mirrored in every way."""
    yield str(position)
    yield from (str(position.turned(symmetry)) for symmetry in position.game.symmetries)


def position_key(position: Position) -> str:
    """A short name that a position shares with all its images, and with no other position of any
    game and options.  It is the same everywhere and always, so it can be kept."""
    whole = f"{position.game.id} {min(images(position))}"
    return blake2s(whole.encode(), digest_size=8).hexdigest()
