"""Results of games as the browser receives them."""

import pytest

from steinreich.rules.language import Joined
from steinreich.session.decisions import make_timeout
from steinreich.session.schema import protocol
from steinreich.session.schema.messages import Offer, Resign
from steinreich.session.views.tables import state_view
from tests.session.table_driver import BOTH_SEATS, FIRST_SEAT, NOON, TableDriver
from tests.session.views.helpers import matches_declaration
from tests.translated import both


def get_result_text(result: protocol.Result | None) -> tuple[str, str]:
    """Return a result with its reason."""
    assert matches_declaration(protocol.Result, result)
    assert result
    texts = filter(None, (result["text"], result["why"]))
    return both(Joined(": ", texts))


def test_result_by_the_rules() -> None:
    result = state_view(TableDriver().play("a1 b1 a1 b1 a1 b1 a1").table)["result"]
    assert result
    assert get_result_text(result) == (
        "Red wins: Red completed a four",
        "Rot gewinnt: Rot hat einen Vierer vollendet",
    )
    assert (result["winner"], result["returns"], result["reason"]) == (0, [1, -1], "rules")


@pytest.mark.parametrize(
    ("game", "kinds", "english", "german"),
    [
        ("vier3d", "here here", "Blue wins: Red has resigned", "Blau gewinnt: Rot hat aufgegeben"),
        (
            "vier3d(players=3)",
            "here here here",
            "No winner: Red has resigned",
            "Kein Sieger: Rot hat aufgegeben",
        ),
        ("six_in_line(players=1)", "here", "Not solved: given up", "Nicht gelöst: aufgegeben"),
        ("vier3d", "here friend", "The game was cancelled", "Die Partie wurde abgesagt"),
    ],
)
def test_result_by_resignation(game: str, kinds: str, english: str, german: str) -> None:
    driver = TableDriver(game, kinds)
    driver.handle(Resign("r"), FIRST_SEAT)
    state = state_view(driver.table)
    assert get_result_text(state["result"]) == (english, german)
    assert state["frame"]["targets"] == {}


def test_result_by_timeout_and_agreement() -> None:
    driver = TableDriver(clock={"kind": "move", "seconds": 10}).play("a1")
    end = make_timeout(driver.table, NOON + 10_000)
    assert end is not None
    driver.apply(end)
    assert get_result_text(state_view(driver.table)["result"]) == (
        "Red wins: Blue has run out of time",
        "Rot gewinnt: Blau hat die Zeit überschritten",
    )
    other = TableDriver()
    other.handle(Offer("o", "draw"), BOTH_SEATS)
    result = state_view(other.table)["result"]
    assert result
    assert (result["winner"], result["returns"]) == (None, [0, 0])
    assert get_result_text(result)[0] == "Draw: by agreement"
