"""Tables for tests, driven by commands and a fake time."""

from collections.abc import Sequence
from itertools import count
from typing import Any, Self

from steinreich.core.game import load
from steinreich.session.decisions import Command, Join, Outcome, Refusal, decide
from steinreich.session.schema.messages import Act
from steinreich.session.table import Event, Table
from tests.translated import both

NOON = 1_700_000_000_000
NONE = {"kind": "none"}
BOTH = frozenset({0, 1})
FIRST, SECOND, NOBODY = frozenset({0}), frozenset({1}), frozenset[int]()
THIRD = frozenset({2})
fresh = (f"command{number}" for number in count())


def opened_event(
    game: str = "vier3d",
    kinds: str = "here here",
    clock: dict[str, Any] = NONE,
    start: str = "",
    seed: int = 1,
    random_sides: bool = False,
) -> Event:
    """Return the event that opens a table; the computer plays at level 5."""
    levels = {"computer": 5}
    seats = [{"kind": kind, "name": "", "level": levels.get(kind)} for kind in kinds.split()]
    data = {
        "game": game,
        "start": start or str(load(game).start(seed)),
        "seats": seats,
        "clock": clock,
        "listed": False,
        "lots": random_sides,
    }
    return Event(1, NOON, "opened", data, None)


class TableDriver:
    """A table with its events and a time that the test advances."""

    def __init__(self, game: str = "vier3d", kinds: str = "here here", **more: Any) -> None:
        self.events = [opened_event(game, kinds, **more)]
        self.table = Table.from_events("t", self.events)
        self.now = NOON

    def ask(self, command: Command, seats: frozenset[int], after: int = 0) -> Outcome:
        """Handle a command some milliseconds later, apply the resulting event, and return the
        outcome.
        """
        self.now += after
        outcome = decide(self.table, command, seats, self.now)
        if isinstance(outcome, Event):
            self.take_in(outcome)
        return outcome

    def take_in(self, event: Event) -> None:
        self.events.append(event)
        self.table.apply(event)

    def act(
        self, actions: str | Sequence[str], seats: frozenset[int] = BOTH, after: int = 0
    ) -> Outcome:
        """Play a turn; actions are separated by spaces."""
        turn = actions.split() if isinstance(actions, str) else actions
        return self.ask(Act(next(fresh), self.table.actions, turn), seats, after)

    def play(self, turns: str, after: int = 0) -> Self:
        """Play several turns of one action each, each by whose turn it is."""
        for action in turns.split():
            seat = frozenset({self.table.position.player})
            assert isinstance(self.act(action, seat, after), Event)
        return self


def refusal_reason(outcome: Outcome) -> str:
    """Return the English reason of a refusal; check that the German text exists."""
    assert isinstance(outcome, Refusal)
    assert outcome.why.in_language("de") not in ("", outcome.why.in_language("en"))
    assert all(text.endswith(".") for text in both(outcome.why))
    return outcome.why.in_language("en")


def happened(outcome: Outcome) -> tuple[str, dict[str, Any]]:
    """Return the kind of an event and its data."""
    assert isinstance(outcome, Event)
    return outcome.kind, outcome.data


def friends(game: str = "vier3d", **more: Any) -> TableDriver:
    """Return a table of two people on different devices."""
    sitting = TableDriver(game, "here friend", **more)
    assert happened(sitting.ask(Join("j", 1, "Ada"), NOBODY))[0] == "joined"
    return sitting
