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


class Names:
    """The names of all meanings of a game that have come up."""

    def __init__(self) -> None:
        self.by_meaning: dict[int, str] = {}
        self.meanings: dict[str, list[int]] = {}  # by name

    def learn(self, position: Position, meaning: int) -> str:
        """The name of a meaning that is legal in a position."""
        name = self.by_meaning.get(meaning)
        if name is None:
            name = position.name(meaning % position.game.definition.actions)
            self.by_meaning[meaning] = name
            self.meanings.setdefault(name, []).append(meaning)
        return name


@cache
def names_of(game: Game) -> Names:
    """Games with the same options share them."""
    return Names()


@lru_cache(maxsize=MOST_GAMES)
def game_of(id: str) -> Game:
    """The game of this id: one for all tables, for it makes ready what its rules need only once."""
    return load(id)


@lru_cache(maxsize=MOST_GAMES)
def start_of(game: Game, text: str) -> Position:
    """The position of this string: most tables begin with the same one."""
    return game.position(text)


@lru_cache(maxsize=KEPT)
def legal(position: Position) -> Mapping[str, int]:
    """The legal actions by name."""
    stated, state = position.game.definition, position.state  # looked up once for all
    name, count, listed = stated.name, stated.actions, meanings(position)
    if listed is None:
        return {name(state, action): action for action in lister(position)}
    learn = names_of(position.game).learn
    return {learn(position, meaning): meaning % count for meaning in listed}


def number_of(position: Position, action: str) -> int | None:
    """The legal action of this name, as far as it is found among what is known of the position:
    None does not mean that there is none."""
    stated, listed = position.game.definition, meanings(position)
    if listed is None:
        return None if stated.action else legal(position).get(action)
    for meaning in names_of(position.game).meanings.get(action, ()):
        if meaning in listed:
            return meaning % stated.actions
    return None


def after(position: Position, action: str) -> Position:
    """The position after an action; IllegalMove says why it cannot be played."""
    return known_after(position, position.laid, action)


@lru_cache(maxsize=KEPT)
def known_after(position: Position, laid: tuple[str, ...], action: str) -> Position:
    """The same, kept.  (Positions are the same however they came about, but tiles lie as they were
    laid.)"""
    number = number_of(position, action)
    return position.play(action) if number is None else position.after_legal(number)
