"""Symmetric images of positions, and a canonical one among them.

A symmetry maps the name of a cell to the name of its image.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import blake2s
from typing import TYPE_CHECKING

from steinreich.rules.errors import BadPosition

if TYPE_CHECKING:
    from steinreich.core.position import Position

MAX_CACHED_PATTERNS = 256  # of cell names, one per board


def get_images(position: "Position") -> Iterator[str]:
    """Yield the position strings of all images of a position, beginning with its own."""
    yield str(position)
    yield from (str(position.transform(symmetry)) for symmetry in position.game.symmetries)


def find_canonical(position: "Position") -> "Position":
    """Return the canonical image: the one with the smallest position string.

    If the start position is not symmetric, some images may be unreachable and therefore invalid;
    they are skipped.
    """
    for text in sorted(get_images(position)):
        try:
            return position.game.position(text)
        except BadPosition:
            continue
    return position


def get_key(position: "Position") -> str:
    """Return a short key that all images of a position share, and no other position of any game."""
    text = f"{position.game.id} {min(get_images(position))}"
    return blake2s(text.encode(), digest_size=8).hexdigest()


def transform_name(name: str, symmetry: Mapping[str, str]) -> str:
    """Return the name of the transformed action: each cell is replaced by its image.

    The game contract requires that names transform in this way.
    """
    return get_cell_pattern(frozenset(symmetry)).sub(lambda match: symmetry[match[0]], name)


@lru_cache(maxsize=MAX_CACHED_PATTERNS)
def get_cell_pattern(cells: frozenset[str]) -> re.Pattern[str]:
    """Return the pattern that finds names of cells in names of actions; longer names match
    first.
    """
    return re.compile("|".join(map(re.escape, sorted(cells, key=lambda cell: (-len(cell), cell)))))
