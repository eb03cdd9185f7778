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

MAX_CACHED_PATTERNS = 256  # compiled patterns of cell names, one per symmetry group


def images(position: "Position") -> Iterator[str]:
    """Yield the position strings of all images of a position, its own first."""
    yield str(position)
    yield from (str(position.transform(symmetry)) for symmetry in position.game.symmetries)


def canonical(position: "Position") -> "Position":
    """Return the canonical image: the one with the smallest position string.

    If a game begins with stones on the board, some images may be unreachable and therefore invalid;
    they are skipped.
    """
    for text in sorted(images(position)):
        try:
            return position.game.position(text)
        except BadPosition:
            continue
    return position


def key(position: "Position") -> str:
    """Return a short key shared by all images, and by no other position of any game and options."""
    whole = f"{position.game.id} {min(images(position))}"
    return blake2s(whole.encode(), digest_size=8).hexdigest()


def transform_name(name: str, symmetry: Mapping[str, str]) -> str:
    """Return the name of an action on the transformed board, with each cell replaced by its image.

    The game contract requires that this is the action's name there.
    """
    return cell_pattern(frozenset(symmetry)).sub(lambda found: symmetry[found[0]], name)


@lru_cache(maxsize=MAX_CACHED_PATTERNS)
def cell_pattern(cells: frozenset[str]) -> re.Pattern[str]:
    """Return the pattern that finds cells in names of actions, the longest first."""
    return re.compile("|".join(map(re.escape, sorted(cells, key=lambda cell: (-len(cell), cell)))))
