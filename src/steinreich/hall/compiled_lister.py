"""Legal actions listed by machine code, for all tables of a hall.

Machine code lists actions many times faster than plain Python, but loading it takes a second or
more, and compiling it longer: so plain Python lists them until a thread has a game ready.  It
begins with the first question about the game, but not at once: a hall that has just begun needs its
processors for everybody who comes back.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from operator import call
from queue import SimpleQueue
from threading import Event, Thread, local
from types import ModuleType
from typing import Any

from steinreich.compile.binder import field_types, typed
from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.rules import playout
from steinreich.rules.bits import U64
from steinreich.session import legal_actions

log = logging.getLogger("steinreich.listing")

StateLister = Callable[[Any], list[int]]  # of a state in which the game goes on


class CompiledLister:
    """Lists the legal actions of positions, by machine code as far as that is there."""

    def __init__(self) -> None:
        self.ready: dict[ModuleType, StateLister] = {}  # the actions, or their meanings
        self.asked_for: set[ModuleType] = set()
        self.wanted: SimpleQueue[Game | None] = SimpleQueue()  # None: nothing more
        self.is_stopped = Event()

    def __call__(self, position: Position) -> list[int]:
        """The legal actions."""
        stated = position.game.definition
        listed = self.listed(position)
        if listed is None:
            return position.actions()
        return [number % stated.actions for number in listed] if stated.has_variety else listed

    def meanings(self, position: Position) -> list[int] | None:
        """What they mean, where the game tells and machine code is there."""
        return self.listed(position) if position.game.definition.has_variety else None

    def listed(self, position: Position) -> list[int] | None:
        """What machine code lists, if it is there."""
        compiled = self.ready.get(position.game.module)
        if compiled is None:
            self.want(position.game)
            return None
        return [] if position.is_over else compiled(position.state)

    def want(self, game: Game) -> None:
        """Ask for machine code, once."""
        if game.module not in self.asked_for:
            self.asked_for.add(game.module)
            self.wanted.put(game)

    def work(self, calm: float, first: Callable[[], None]) -> None:
        """Have machine code made for every game that is asked about, after so many seconds and
        after what comes first."""
        if self.is_stopped.wait(calm):
            return
        first()
        while game := self.wanted.get():
            try:
                self.ready[game.module] = compiled_lister(game)
            except Exception:  # whatever it is: plain Python goes on listing this game
                log.exception("no machine code lists the actions of %s", game.name)

    def stop(self) -> None:
        """Make no more; what is being compiled is not waited for."""
        self.is_stopped.set()
        self.wanted.put(None)


def compiled_lister(game: Game) -> StateLister:
    """Machine code that lists the legal actions of a game, or their meanings where it knows them;
    compiled and loaded now."""
    import numpy as np

    rule = playout.legal_varieties if game.definition.has_variety else playout.legal_actions
    listed = game.compiled.entry(rule)
    kept = local()  # each thread has its own room to write into
    state_type: Any = game.definition.state
    kinds = field_types(state_type).values()
    casts = [np.uint64 if kind is U64 else int if kind is int else typed for kind in kinds]

    def lister(state: Any) -> list[int]:
        if not hasattr(kept, "out"):
            kept.out = np.zeros(game.definition.actions, np.int64)
        found = listed(type(state)._make(map(call, casts, state)), kept.out)  # typed, but quicker
        if found > len(kept.out):
            return game.legal_actions(state)  # says what is wrong
        actions: list[int] = kept.out[:found].tolist()
        return actions

    lister(game.start(1).state)
    return lister


@contextmanager
def listing_by_machine_code(
    calm: float = 0.0, first: Callable[[], None] = lambda: None
) -> Iterator[CompiledLister]:
    """In here machine code lists the legal actions of all tables, as soon as it is there; none is
    loaded for the first `calm` seconds and before `first` is done."""
    lister = CompiledLister()
    before = legal_actions.lister, legal_actions.meanings_lister
    legal_actions.lister, legal_actions.meanings_lister = lister, lister.meanings
    Thread(target=lister.work, args=(calm, first), name="listing", daemon=True).start()
    try:
        yield lister
    finally:
        lister.stop()
        legal_actions.lister, legal_actions.meanings_lister = before
