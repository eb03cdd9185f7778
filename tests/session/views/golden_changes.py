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
from tests.session.table_driver import BOTH_SEATS, NO_SEATS, TableDriver
from tests.session.views.helpers import choose_random_turn, encode_for_client

FILE = Path(__file__).parents[3] / "web" / "src" / "table" / "changes.golden.json"
TURNS = 8


def record_messages(game: str, player_language: Language | None) -> dict[str, Any]:
    """Return the first state, the events, and the last state, as a client receives them.

    The client plays both sides in `player_language`; None stands for an English spectator.
    """
    driver, rng = TableDriver(game, "here friend", random_sides=True), Random(game)
    first, events = state_view(driver.table), []

    def handle(command: Join | Act | Rename | Offer) -> None:
        before, number = get_last_sent(driver.table), len(driver.events)
        driver.handle(command, NO_SEATS if isinstance(command, Join) else BOTH_SEATS, delay_ms=700)
        assert len(driver.events) == number + 1, command
        message = event_view(driver.table, driver.events[-1], driver.now, before)
        if player_language is not None and driver.table.status == "playing":
            message = add_legal_actions(message, legal_view(driver.table.position, player_language))
        events.append(message)

    handle(Join("j", 1, "Ada", 1))
    for number in range(TURNS):
        if number == TURNS - 2:
            handle(Offer("o", "undo"))
            handle(Rename("n", 0, "Ben"))
        turn = choose_random_turn(driver.table.position, rng)
        handle(Act(f"a{number}", driver.table.actions, turn))
    message_data: dict[str, Any] = encode_for_client(
        {
            "game": game,
            "first": first,
            "events": events,
            "last": state_view(driver.table, player_language),
        },
        player_language or DEFAULT_LANGUAGE,
    )
    return message_data


def make_golden_games() -> str:
    """Return all five games as a spectator receives them, and one as a player does."""
    data = [*(record_messages(game, None) for game in games()), record_messages("vier3d", "de")]
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    FILE.write_text(make_golden_games())
