"""The legal actions of positions: the dearest part of everything that happens at a table.

Rulings, tables and frames ask about the same positions and share one answer.  Plain Python lists
the actions, unless somebody who has a faster way puts it in the place of `lister`.  It may list
*meanings* as well: numbers that stand for an action and its variety, by which is found what has
been told of it before.
"""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache

from steinreich.core.game import Game, load
from steinreich.core.position import Position

MOST_GAMES = 500  # there are fewer, whatever options are chosen
KEPT = 6_000  # positions: those of all games that are played at the same time, and some more

lister: Callable[[Position], list[int]] = Position.actions  # may be replaced by a faster one
meanings_lister: Callable[[Position], list[int] | None] | None = None  # may be added to it


@lru_cache(maxsize=KEPT)
def meanings(position: Position) -> list[int] | None:
    """What the legal actions mean: `action + ACTIONS * variety` of each; None where that is not
    known without asking the game for each of them."""
    return meanings_lister(position) if meanings_lister else None


@cache
def names_of(game: Game) -> dict[int, str]:
    """The names of all meanings that have come up."""
    return {}


@lru_cache(maxsize=MOST_GAMES)
def game_of(id: str) -> Game:
    """The game of this id: one for all tables, for it makes ready what its rules need only once."""
    return load(id)


@lru_cache(maxsize=KEPT)
def legal(position: Position) -> Mapping[str, int]:
    """The legal actions by name."""
    stated, state = position.game.definition, position.state  # looked up once for all
    name, count, listed = stated.name, stated.actions, meanings(position)
    if listed is None:
        return {name(state, action): action for action in lister(position)}
    names = names_of(position.game)
    for meaning in listed:
        if meaning not in names:
            names[meaning] = name(state, meaning % count)
    return {names[meaning]: meaning % count for meaning in listed}


def after(position: Position, action: str) -> Position:
    """The position after an action; IllegalMove says why it cannot be played."""
    return known_after(position, position.laid, action)


@lru_cache(maxsize=KEPT)
def known_after(position: Position, laid: tuple[str, ...], action: str) -> Position:
    """The same, kept.  (Positions are the same however they came about, but tiles lie as they were
    laid.)"""
    if position.game.definition.action is not None:
        return position.play(action)  # it is found without listing the others
    number = legal(position).get(action)
    return position.play(action) if number is None else position.after_legal(number)
