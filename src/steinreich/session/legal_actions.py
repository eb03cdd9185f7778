"""The legal actions of positions: the dearest part of everything the server does at a table.

Rulings, tables and frames ask about the same positions and share one answer.  Machine code lists
actions many times faster than plain Python, but loading it takes a second or more, and compiling
it longer: so plain Python lists them until the thread of `warm_up` has a game ready.  It begins
with the first question about the game.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from queue import SimpleQueue
from threading import Thread, local
from types import ModuleType
from typing import Any

from steinreich.compile.binder import typed
from steinreich.core.game import Game, load
from steinreich.core.position import Position
from steinreich.rules import playout

Lister = Callable[[Any], list[int]]  # of a state

MOST_GAMES = 500  # there are fewer, whatever options are chosen
KEPT = 6_000  # positions: those of all games that are played at the same time, and some more

ready: dict[ModuleType, Lister] = {}  # machine code, as far as it is there
asked_for: set[ModuleType] = set()
wanted: SimpleQueue[Game] = SimpleQueue()


@lru_cache(maxsize=MOST_GAMES)
def game_of(id: str) -> Game:
    """The game of this id: one for all tables, for it makes ready what its rules need only once."""
    return load(id)


@lru_cache(maxsize=KEPT)
def legal(position: Position) -> Mapping[str, int]:
    """The legal actions by name."""
    lister = ready.get(position.game.module)
    if lister is None:
        want(position.game)
    if lister is None or position.is_over:
        return position.named()
    return {position.name(action): action for action in lister(position.state)}


@lru_cache(maxsize=KEPT)
def after(position: Position, action: str) -> Position:
    """The position after an action; IllegalMove says why it cannot be played."""
    number = legal(position).get(action)
    return position.play(action) if number is None else position.after_legal(number)


def want(game: Game) -> None:
    """Ask for machine code, once."""
    if game.module not in asked_for:
        asked_for.add(game.module)
        wanted.put(game)


def lister_of(game: Game) -> Lister:
    """Machine code that lists the legal actions of a game; compiled and loaded now."""
    import numpy as np

    listed = game.compiled.entry(playout.legal_actions)
    kept = local()  # each thread has its own room to write into

    def lister(state: Any) -> list[int]:
        if not hasattr(kept, "out"):
            kept.out = np.zeros(game.module.ACTIONS, np.int64)
        actions: list[int] = kept.out[: listed(typed(state), kept.out)].tolist()
        return actions

    lister(game.start(1).state)
    return lister


def warm_up() -> None:
    """From now on, have machine code for every game that is asked about."""

    def work() -> None:
        while True:
            game = wanted.get()
            ready[game.module] = lister_of(game)

    Thread(target=work, name="listing", daemon=True).start()
