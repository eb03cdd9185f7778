"""Tables for tests, and people who sit at them."""

from collections.abc import Sequence
from itertools import count
from typing import Any, Self

from steinreich.core.game import load
from steinreich.session.rulings import rule_on
from steinreich.session.schema.commands import Act, Command, Join, Outcome, Refusal
from steinreich.session.table import Event, Table

NOON = 1_700_000_000_000
NONE = {"kind": "none"}
BOTH = frozenset({0, 1})
FIRST, SECOND, NOBODY = frozenset({0}), frozenset({1}), frozenset[int]()
THIRD = frozenset({2})
fresh = (f"command{number}" for number in count())


def opened(
    game: str = "vier3d",
    kinds: str = "here here",
    clock: dict[str, Any] = NONE,
    start: str = "",
    seed: int = 1,
    lots: bool = False,
) -> Event:
    """The event with which a table begins; the computer plays at level 5."""
    levels = {"computer": 5}
    seats = [{"kind": kind, "name": "", "level": levels.get(kind)} for kind in kinds.split()]
    data = {
        "game": game,
        "start": start or str(load(game).start(seed)),
        "seats": seats,
        "clock": clock,
        "listed": False,
        "lots": lots,
    }
    return Event(1, NOON, "opened", data, None)


class Sitting:
    """A table, its events, and a time that goes on when it is told to."""

    def __init__(self, game: str = "vier3d", kinds: str = "here here", **more: Any) -> None:
        self.events = [opened(game, kinds, **more)]
        self.table = Table.of("t", self.events)
        self.now = NOON

    def ask(self, command: Command, seats: frozenset[int], after: int = 0) -> Outcome:
        """What a command leads to, some milliseconds later; the table takes in the event."""
        self.now += after
        outcome = rule_on(self.table, command, seats, self.now)
        if isinstance(outcome, Event):
            self.take_in(outcome)
        return outcome

    def take_in(self, event: Event) -> None:
        self.events.append(event)
        self.table.apply(event)

    def act(
        self, actions: str | Sequence[str], seats: frozenset[int] = BOTH, after: int = 0
    ) -> Outcome:
        """Play a turn, its actions parted by spaces."""
        turn = actions.split() if isinstance(actions, str) else actions
        return self.ask(Act(next(fresh), self.table.actions, turn), seats, after)

    def play(self, turns: str, after: int = 0) -> Self:
        """Play several turns of one action each, each by whose turn it is."""
        for action in turns.split():
            seat = frozenset({self.table.position.player})
            assert isinstance(self.act(action, seat, after), Event)
        return self


def why(outcome: Outcome) -> str:
    """What a refusal says; the German text is there as well."""
    assert isinstance(outcome, Refusal)
    assert outcome.why.de not in ("", outcome.why.en)
    assert all(text.endswith(".") for text in outcome.why)
    return outcome.why.en


def happened(outcome: Outcome) -> tuple[str, dict[str, Any]]:
    """The kind of an event and its data."""
    assert isinstance(outcome, Event)
    return outcome.kind, outcome.data


def friends(game: str = "vier3d", **more: Any) -> Sitting:
    """Two people far apart."""
    sitting = Sitting(game, "here friend", **more)
    assert happened(sitting.ask(Join("j", 1, "Ada"), NOBODY))[0] == "joined"
    return sitting
