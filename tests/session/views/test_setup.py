"""Positions that are set up by hand, as clients see them."""

from steinreich import load
from steinreich.session.schema.study import PlacedPiece
from steinreich.session.views.setup import setup_view


def test_the_palette_says_what_is_used_up() -> None:
    view = setup_view(load("tzaar(setup=fixed)"), {"game": "tzaar(setup=fixed)"})
    black = {
        "en": "All 30 pieces of Black are on the board.",
        "de": "Alle 30 Steine von Schwarz liegen auf dem Brett.",
    }
    kinds = {kind["letter"]: kind for kind in view["palette"]}
    assert [(kinds[letter]["left"], kinds[letter]["used_up"]) for letter in "zrt"] == [
        (0, black)
    ] * 3
    assert [[one["value"] for one in detail["values"]] for detail in view["details"]] == [
        ["w"],
        ["0"],
    ]


def test_a_value_that_was_given_stays_even_if_it_cannot_be_legal() -> None:
    details = {"player": "r"}
    pieces: list[PlacedPiece] = [{"cell": 0, "letter": "r"}]
    view = setup_view(load("vier3d"), {"game": "vier3d", "pieces": pieces, "details": details})
    [player] = view["details"]
    assert view["position"] is None
    assert [one["value"] for one in player["values"]] == ["r", "b"]
    assert [(kind["used_up"], kind["left"]) for kind in view["palette"]] == [(None, 1)] * 2
