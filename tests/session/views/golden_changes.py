"""Short games as clients receive them, as test data for the client: changes.golden.json.

`python -m tests.session.views.golden_changes` writes it.
"""

import json
from pathlib import Path
from random import Random
from typing import Any

from steinreich import games
from steinreich.rules.language import DEFAULT_LANGUAGE
from steinreich.rules.vocabulary import Language
from steinreich.session.decisions import Join
from steinreich.session.schema.messages import Act, Offer, Rename
from steinreich.session.views.frames import legal_view
from steinreich.session.views.tables import add_legal_actions, event_view, get_last_sent, state_view
from tests.session.table_driver import BOTH, NOBODY, TableDriver
from tests.session.views.helpers import as_received, random_turn

FILE = Path(__file__).parents[3] / "web" / "src" / "table" / "changes.golden.json"
TURNS = 8


def receive(game: str, acting: Language | None) -> dict[str, Any]:
    """Return the first state, the events, and the last state, for an English spectator or for a
    player of both sides with a language.
    """
    sitting, dice = TableDriver(game, "here friend", random_sides=True), Random(game)
    first, events = state_view(sitting.table), []

    def ask(command: Join | Act | Rename | Offer) -> None:
        before, number = get_last_sent(sitting.table), len(sitting.events)
        sitting.ask(command, NOBODY if isinstance(command, Join) else BOTH, after=700)
        assert len(sitting.events) == number + 1, command
        message = event_view(sitting.table, sitting.events[-1], sitting.now, before)
        if acting is not None and sitting.table.status == "playing":
            message = add_legal_actions(message, legal_view(sitting.table.position, acting))
        events.append(message)

    ask(Join("j", 1, "Ada", 1))
    for number in range(TURNS):
        if number == TURNS - 2:
            ask(Offer("o", "undo"))
            ask(Rename("n", 0, "Ben"))
        turn = random_turn(sitting.table.position, dice)
        ask(Act(f"a{number}", sitting.table.actions, turn))
    received: dict[str, Any] = as_received(
        {
            "game": game,
            "first": first,
            "events": events,
            "last": state_view(sitting.table, acting),
        },
        acting or DEFAULT_LANGUAGE,
    )
    return received


def golden_games() -> str:
    """Return all five games as a spectator receives them, and one as a player does."""
    told = [*(receive(game, None) for game in games()), receive("vier3d", "de")]
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    FILE.write_text(golden_games())
