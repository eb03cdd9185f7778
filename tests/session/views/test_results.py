"""Results of games as the browser receives them."""

import pytest

from steinreich.rules.language import Joined
from steinreich.session.decisions import make_timeout
from steinreich.session.schema import protocol
from steinreich.session.schema.messages import Offer, Resign
from steinreich.session.views.tables import state_view
from tests.session.table_driver import BOTH, FIRST, NOON, TableDriver
from tests.session.views.helpers import is_declared
from tests.translated import both


def full_result(result: protocol.Result | None) -> tuple[str, str]:
    """Return a result with its reason."""
    assert is_declared(protocol.Result, result)
    assert result
    texts = filter(None, (result["text"], result["why"]))
    return both(Joined(": ", texts))


def test_result_by_the_rules() -> None:
    result = state_view(TableDriver().play("a1 b1 a1 b1 a1 b1 a1").table)["result"]
    assert result
    assert full_result(result) == (
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
    sitting = TableDriver(game, kinds)
    sitting.ask(Resign("r"), FIRST)
    state = state_view(sitting.table)
    assert full_result(state["result"]) == (english, german)
    assert state["frame"]["targets"] == {}


def test_result_by_timeout_and_agreement() -> None:
    sitting = TableDriver(clock={"kind": "move", "seconds": 10}).play("a1")
    end = make_timeout(sitting.table, NOON + 10_000)
    assert end is not None
    sitting.take_in(end)
    assert full_result(state_view(sitting.table)["result"]) == (
        "Red wins: Blue has run out of time",
        "Rot gewinnt: Blau hat die Zeit überschritten",
    )
    other = TableDriver()
    other.ask(Offer("o", "draw"), BOTH)
    result = state_view(other.table)["result"]
    assert result
    assert (result["winner"], result["returns"]) == (None, [0, 0])
    assert full_result(result)[0] == "Draw: by agreement"
