"""A table for tests that handles commands at a fake time."""

from collections.abc import Sequence
from itertools import count
from typing import Any, Self

from steinreich.core.game import load
from steinreich.session.decisions import Command, Join, Outcome, Refusal, decide
from steinreich.session.schema.messages import Act
from steinreich.session.table import Event, Table
from tests.translated import both

NOON = 1_700_000_000_000
NO_CLOCK = {"kind": "none"}
BOTH_SEATS = frozenset({0, 1})
FIRST_SEAT, SECOND_SEAT, NO_SEATS = frozenset({0}), frozenset({1}), frozenset[int]()
THIRD_SEAT = frozenset({2})
command_ids = (f"command{number}" for number in count())


def make_opened_event(
    game: str = "vier3d",
    kinds: str = "here here",
    clock: dict[str, Any] = NO_CLOCK,
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

    def __init__(self, game: str = "vier3d", kinds: str = "here here", **options: Any) -> None:
        self.events = [make_opened_event(game, kinds, **options)]
        self.table = Table.from_events("t", self.events)
        self.now = NOON

    def handle(self, command: Command, seats: frozenset[int], delay_ms: int = 0) -> Outcome:
        """Handle a command `delay_ms` milliseconds later, apply the resulting event, and return the
        outcome.
        """
        self.now += delay_ms
        outcome = decide(self.table, command, seats, self.now)
        if isinstance(outcome, Event):
            self.apply(outcome)
        return outcome

    def apply(self, event: Event) -> None:
        self.events.append(event)
        self.table.apply(event)

    def act(
        self, actions: str | Sequence[str], seats: frozenset[int] = BOTH_SEATS, delay_ms: int = 0
    ) -> Outcome:
        """Play a turn; actions are separated by spaces."""
        turn = actions.split() if isinstance(actions, str) else actions
        return self.handle(Act(next(command_ids), self.table.actions, turn), seats, delay_ms)

    def play(self, turns: str, delay_ms: int = 0) -> Self:
        """Play several turns of one action each, each by the seat to move."""
        for action in turns.split():
            seat = frozenset({self.table.position.player})
            assert isinstance(self.act(action, seat, delay_ms), Event)
        return self


def get_refusal_reason(outcome: Outcome) -> str:
    """Return the English reason of a refusal; check that the German text exists."""
    assert isinstance(outcome, Refusal)
    assert outcome.why.in_language("de") not in ("", outcome.why.in_language("en"))
    assert all(text.endswith(".") for text in both(outcome.why))
    return outcome.why.in_language("en")


def get_event(outcome: Outcome) -> tuple[str, dict[str, Any]]:
    """Return the kind of an event and its data."""
    assert isinstance(outcome, Event)
    return outcome.kind, outcome.data


def make_friends_table(game: str = "vier3d", **options: Any) -> TableDriver:
    """Return a table of two people on different devices."""
    driver = TableDriver(game, "here friend", **options)
    assert get_event(driver.handle(Join("j", 1, "Ada"), NO_SEATS))[0] == "joined"
    return driver
