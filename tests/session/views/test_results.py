"""Results of games as the browser gets to see them."""

import pytest

from steinreich.session.rulings import flag
from steinreich.session.schema import protocol
from steinreich.session.schema.commands import Offer, Resign
from steinreich.session.views.tables import state_of
from tests.session.sitting import BOTH, FIRST, NOON, Sitting
from tests.session.views.looking import is_declared


def whole(result: protocol.Result | None) -> dict[str, str]:
    """A result with its reason."""
    assert is_declared(protocol.Result, result)
    assert result
    return {
        language: ": ".join(filter(None, (result["text"][language], result["why"][language])))
        for language in ("en", "de")
    }


def test_a_result_by_the_rules() -> None:
    result = state_of(Sitting().play("a1 b1 a1 b1 a1 b1 a1").table)["result"]
    assert result
    assert whole(result) == {
        "en": "Red wins: Red completed a four",
        "de": "Rot gewinnt: Rot hat einen Vierer vollendet",
    }
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
def test_who_gave_up(game: str, kinds: str, english: str, german: str) -> None:
    sitting = Sitting(game, kinds)
    sitting.ask(Resign("r"), FIRST)
    state = state_of(sitting.table)
    assert whole(state["result"]) == {"en": english, "de": german}
    assert state["frame"]["targets"] == {}


def test_time_and_agreement() -> None:
    sitting = Sitting(clock={"kind": "move", "seconds": 10}).play("a1")
    end = flag(sitting.table, NOON + 10_000)
    assert end is not None
    sitting.take_in(end)
    assert whole(state_of(sitting.table)["result"]) == {
        "en": "Red wins: Blue has run out of time",
        "de": "Rot gewinnt: Blau hat die Zeit überschritten",
    }
    other = Sitting()
    other.ask(Offer("o", "draw"), BOTH)
    result = state_of(other.table)["result"]
    assert result
    assert (result["winner"], result["returns"]) == (None, [0, 0])
    assert whole(result)["en"] == "Draw: by agreement"
