"""Positions that are the same on a turned or mirrored board, and one that stands for all of them.

A symmetry gives every cell the name of the one that it comes to lie on.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import blake2s
from typing import TYPE_CHECKING

from steinreich.rules.errors import BadPosition

if TYPE_CHECKING:
    from steinreich.core.position import Position

KEPT_PATTERNS = 256  # symmetries whose cells have been looked for in names


def images(position: "Position") -> Iterator[str]:
    """The position strings of a position turned and mirrored in every way, its own first."""
    yield str(position)
    yield from (str(position.turned(symmetry)) for symmetry in position.game.symmetries)


def canonical(position: "Position") -> "Position":
    """The one of all images that stands for them: that with the smallest position string.

    Where a game begins with stones on the board, an image may be none that a game can lead to; such
    ones do not count.
    """
    for text in sorted(images(position)):
        try:
            return position.game.position(text)
        except BadPosition:
            continue
    return position


def key(position: "Position") -> str:
    """A short name that all images share, and no other position of any game and options."""
    whole = f"{position.game.id} {min(images(position))}"
    return blake2s(whole.encode(), digest_size=8).hexdigest()


def turned_name(name: str, symmetry: Mapping[str, str]) -> str:
    """The name of an action on the turned board: each cell in it is called what it comes to lie on.

    The contract asks of every game that this is the action's name there.
    """
    return cell_pattern(frozenset(symmetry)).sub(lambda found: symmetry[found[0]], name)


@lru_cache(maxsize=KEPT_PATTERNS)
def cell_pattern(cells: frozenset[str]) -> re.Pattern[str]:
    """What finds cells in the name of an action, the longest first."""
    return re.compile("|".join(map(re.escape, sorted(cells, key=lambda cell: (-len(cell), cell)))))
