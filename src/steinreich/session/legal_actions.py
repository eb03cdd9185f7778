"""The legal actions of positions: the dearest part of everything that happens at a table.

Rulings, tables and frames ask about the same positions and share one answer.  Plain Python lists
the actions, unless somebody who has a faster way puts it in the place of `lister`.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache

from steinreich.core.game import Game, load
from steinreich.core.position import Position

MOST_GAMES = 500  # there are fewer, whatever options are chosen
KEPT = 6_000  # positions: those of all games that are played at the same time, and some more

lister: Callable[[Position], list[int]] = Position.actions  # may be replaced by a faster one


@lru_cache(maxsize=MOST_GAMES)
def game_of(id: str) -> Game:
    """The game of this id: one for all tables, for it makes ready what its rules need only once."""
    return load(id)


@lru_cache(maxsize=KEPT)
def legal(position: Position) -> Mapping[str, int]:
    """The legal actions by name."""
    name, state = position.game.definition.name, position.state  # looked up once for all
    return {name(state, action): action for action in lister(position)}


def after(position: Position, action: str) -> Position:
    """The position after an action; IllegalMove says why it cannot be played."""
    return known_after(position, position.laid, action)


@lru_cache(maxsize=KEPT)
def known_after(position: Position, laid: tuple[str, ...], action: str) -> Position:
    """The same, kept.  (Positions are the same however they came about, but tiles lie as they were
    laid.)"""
    number = legal(position).get(action)
    return position.play(action) if number is None else position.after_legal(number)
