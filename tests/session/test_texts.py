"""What the server says to people at a table."""

import pytest

from steinreich.rules.language import Words
from steinreich.session import texts
from steinreich.session.schema.commands import Resign
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
