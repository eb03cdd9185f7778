"""Players who are away: after which time the win may be claimed from them.

The times of the whole product stand here.  Presence is what a server knows of its connections; it
comes from outside, in whole milliseconds, and nothing here looks at a clock.
"""

from collections.abc import Sequence
from typing import NamedTuple

from steinreich.session.schema.protocol import Clock
from steinreich.session.table import Table

# How long the player to move has to be away while another player waits at the table
CLAIM_SECONDS = {"none": 300, "move": 60, "fischer": 60}  # by the kind of clock
# From these times on nobody is expected to stay at the table: the win is never claimed
CORRESPONDENCE_SECONDS = {"move": 3_600, "fischer": 43_200}


class Presence(NamedTuple):
    """Whether a player is at the table, and since when that has been so."""

    is_here: bool
    since: int
    is_seen: bool = True  # otherwise the player may have been away for longer


def claim_after(clock: Clock) -> int | None:
    """Milliseconds of absence after which the win may be claimed; None in correspondence games."""
    kind = clock["kind"]
    if clock["kind"] != "none" and clock["seconds"] >= CORRESPONDENCE_SECONDS[kind]:
        return None
    return 1000 * CLAIM_SECONDS[kind]


def claimable_at(table: Table, presence: Sequence[Presence], seats: frozenset[int]) -> int | None:
    """The moment from which the player with these seats may claim that the player to move has left;
    None where that is no question.

    The time counts from when the turn began, that player went away or this one came, whatever was
    last.
    """
    wait, away = claim_after(table.clock), table.position.player
    here = [presence[seat].since for seat in seats if presence[seat].is_here]
    is_away = table.seats[away].is_person and not presence[away].is_here
    if wait is None or table.status != "playing" or away in seats or not here or not is_away:
        return None
    return max(presence[away].since, min(here), table.clocks.at) + wait
