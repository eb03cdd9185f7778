"""Short games as those at a table hear of them, for the client to apply: changes.golden.json.

`python -m tests.session.views.golden_changes` writes it.
"""

import json
from pathlib import Path
from random import Random
from typing import Any

from steinreich import games
from steinreich.session.schema.commands import Act, Join, Offer, Rename
from steinreich.session.schema.protocol import Language
from steinreich.session.views.changes import event_view, for_who_acts, known
from steinreich.session.views.frames import legal_view
from steinreich.session.views.tables import state_of
from tests.session.sitting import BOTH, NOBODY, Sitting
from tests.session.views.looking import random_turn

FILE = Path(__file__).parents[3] / "web" / "src" / "table" / "changes.golden.json"
TURNS = 8


def heard(game: str, acting: Language | None) -> dict[str, Any]:
    """The state at first, the events, and the state at last: for who watches, or for who plays
    both sides and reads this language."""
    sitting, dice = Sitting(game, "here friend", lots=True), Random(game)
    first, events = state_of(sitting.table), []

    def ask(command: Join | Act | Rename | Offer) -> None:
        before, number = known(sitting.table), len(sitting.events)
        sitting.ask(command, NOBODY if isinstance(command, Join) else BOTH, after=700)
        assert len(sitting.events) == number + 1, command
        message = event_view(sitting.table, sitting.events[-1], sitting.now, before)
        if acting is not None and sitting.table.status == "playing":
            message = for_who_acts(message, legal_view(sitting.table.position, acting))
        events.append(message)

    ask(Join("j", 1, "Ada", 1))
    for number in range(TURNS):
        if number == TURNS - 2:
            ask(Offer("o", "undo"))
            ask(Rename("n", 0, "Ben"))
        turn = random_turn(sitting.table.position, dice)
        ask(Act(f"a{number}", sitting.table.actions, turn))
    return {"game": game, "first": first, "events": events, "last": state_of(sitting.table, acting)}


def golden() -> str:
    """All five games as a spectator hears of them, one as a player does."""
    told = [*(heard(game, None) for game in games()), heard("vier3d", "de")]
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    FILE.write_text(golden())
