"""Tables as their events make them, also where the rules have changed since."""

import logging
from collections.abc import Sequence

from steinreich.session.table import Event, Table

log = logging.getLogger("steinreich.hall")


def replayed(id: str, events: Sequence[Event]) -> Table:
    """A table; whoever runs the hall hears of one whose moves the rules of today refuse."""
    table = Table.of(id, events)
    if table.refused:
        log.warning("the rules refuse what was played", extra={"table": id})
    return table
