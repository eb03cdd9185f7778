"""What the server says to people at a table."""

import pytest

from steinreich.rules.language import Words
from steinreich.session import texts
from steinreich.session.schema.commands import Resign
from steinreich.session.second_person import to_player
from steinreich.session.table import Table
from tests.session.sitting import FIRST, Sitting, opened

TWO_COMPUTERS = [Words(f"Computer {n} (level 5)", f"Computer {n} (Stufe 5)") for n in (1, 2)]


def table_of(game: str, kinds: str, names: str) -> Table:
    event = opened(game, kinds)
    for seat, name in zip(event.data["seats"], names.split(), strict=False):
        seat["name"] = name
    return Table.of("t", [event])


def plain(*names: str) -> list[Words]:
    return [Words(name, name) for name in names]


@pytest.mark.parametrize(
    ("game", "kinds", "given", "expected"),
    [
        ("vier3d", "here friend", "Ada Ben", plain("Ada", "Ben")),
        ("vier3d", "here friend", "Ada", [*plain("Ada"), Words("Blue", "Blau")]),
        (
            "vier3d",
            "here here",
            "Ada Ada",
            [Words("Ada (Red)", "Ada (Rot)"), Words("Ada (Blue)", "Ada (Blau)")],
        ),
        (
            "vier3d",
            "here computer",
            "Ada",
            [*plain("Ada"), Words("Computer (level 5)", "Computer (Stufe 5)")],
        ),
        ("vier3d(players=3)", "here computer computer", "Ada", [*plain("Ada"), *TWO_COMPUTERS]),
    ],
)
def test_names(game: str, kinds: str, given: str, expected: list[Words]) -> None:
    assert texts.names(table_of(game, kinds, given)) == expected


def test_a_result_names_people() -> None:
    sitting = Sitting()
    sitting.table = table_of("vier3d", "here here", "Ada Ben")
    table = sitting.play("a1 b1 a1 b1 a1 b1 a1").table
    assert table.result is not None
    assert texts.headline(table, table.result) == Words("Ada wins", "Ada gewinnt")
    assert texts.why_over(table, table.result) == Words(
        "Ada completed a four", "Ada hat einen Vierer vollendet"
    )


def test_who_resigns_is_named() -> None:
    sitting = Sitting()
    sitting.table = table_of("vier3d", "here here", "Ada Ben")
    sitting.ask(Resign("r"), FIRST)
    result = sitting.table.result
    assert result is not None
    assert texts.ending(sitting.table, result) == Words(
        "Ben wins: Ada has resigned", "Ben gewinnt: Ada hat aufgegeben"
    )


@pytest.mark.parametrize(
    ("kinds", "to_ada", "to_ben"),
    [
        (
            "here here",
            Words("You completed a four for Ben", "Du hast einen Vierer für Ben vollendet"),
            Words("Ada completed a four for Ben", "Ada hat einen Vierer für Ben vollendet"),
        ),
        (
            "computer here",
            Words(
                "You completed a four for the computer",
                "Du hast einen Vierer für den Computer vollendet",
            ),
            Words(
                "Ada completed a four for the computer",
                "Ada hat einen Vierer für den Computer vollendet",
            ),
        ),
    ],
)
def test_a_player_reads_you_in_the_reason(kinds: str, to_ada: Words, to_ben: Words) -> None:
    sitting = Sitting()
    event = opened("chain_reaxis(size=4x4)", kinds, start="xo2/oxox/xooo/oxxx x a3a4")
    event.data["seats"][0]["name"], event.data["seats"][1]["name"] = "Ben", "Ada"
    sitting.table = Table.of("t", [event])
    table = sitting.play("d4c4").table
    assert table.result is not None
    assert texts.why_over_to(table, table.result, 1) == to_ada
    assert texts.why_over_to(table, table.result, 0) == to_ben


def test_who_resigned_reads_you() -> None:
    sitting = Sitting()
    sitting.table = table_of("vier3d", "here here", "Ada Ben")
    sitting.ask(Resign("r"), FIRST)
    result = sitting.table.result
    assert result is not None
    assert texts.why_over_to(sitting.table, result, 0) == Words(
        "You have resigned", "Du hast aufgegeben"
    )
    assert texts.why_over_to(sitting.table, result, 1) == Words(
        "Ada has resigned", "Ada hat aufgegeben"
    )


@pytest.mark.parametrize(
    ("reason", "addressed"),
    [
        (
            Words("{0} captured {1}'s last Tott", "{0} hat den letzten Tott von {1} geschlagen"),
            Words("You captured {1}'s last Tott", "Du hast den letzten Tott von {1} geschlagen"),
        ),
        (
            Words("no slide, and {0} has the most coins", "nichts, und {0} hat die meisten Münzen"),
            Words(
                "no slide, and you have the most coins", "nichts, und du hast die meisten Münzen"
            ),
        ),
        (Words("{0} dances", "{0} tanzt"), Words("{0} dances", "{0} tanzt")),
        (Words("{1} has won", "{1} hat gewonnen"), Words("{1} has won", "{1} hat gewonnen")),
    ],
)
def test_only_subjects_of_known_verbs_are_addressed(reason: Words, addressed: Words) -> None:
    assert to_player(reason, 0) == addressed
