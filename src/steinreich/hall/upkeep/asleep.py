"""Tables at which nothing is due, and of which nobody has asked more than who sits there.

After a restart everybody comes back at once, and most know all that has happened.  To tell them
so, no game has to be played again: that can wait until somebody acts, or wants to see the board.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from steinreich.session.table import Event


class Asleep(NamedTuple):
    """A table that is yet to be made from its events."""

    id: str
    events: Sequence[Event]
    seats: list[Any]  # one for each
    order: Sequence[int]  # the place of each seat

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self.events[-1].seq


def asleep(id: str, events: Sequence[Event]) -> Asleep | None:
    """A table with these events, if it can wait: people have played last, and no clock runs."""
    opened = events[0].data
    people = all(seat["kind"] != "computer" for seat in opened["seats"])
    if events[-1].kind != "played" or not people or opened["clock"]["kind"] != "none":
        return None
    lots = (event.data["order"] for event in reversed(events) if "order" in event.data)
    return Asleep(id, events, opened["seats"], next(lots, range(len(opened["seats"]))))
