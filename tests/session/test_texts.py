"""Texts for the players of a table."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as some

from steinreich.session import texts
from steinreich.session.schema.limits import MAX_NAME_LENGTH
from steinreich.session.schema.messages import Resign
from steinreich.session.table import Table
from steinreich.session.texts import (
    NAME_IS_INVISIBLE,
    NAME_STACKS_MARKS,
    clean_name,
    get_name_fault,
)
from tests.session.table_driver import FIRST_SEAT, TableDriver, make_opened_event
from tests.translated import Translated

TWO_COMPUTERS = [Translated(f"Computer {n} (level 5)", f"Computer {n} (Stufe 5)") for n in (1, 2)]


def make_table(game: str, kinds: str, names: str) -> Table:
    event = make_opened_event(game, kinds)
    for seat, name in zip(event.data["seats"], names.split(), strict=False):
        seat["name"] = name
    return Table.from_events("t", [event])


def make_verbatim_names(*names: str) -> list[Translated]:
    return [Translated(name, name) for name in names]


@pytest.mark.parametrize(
    ("game", "kinds", "given", "expected"),
    [
        ("vier3d", "here friend", "Ada Ben", make_verbatim_names("Ada", "Ben")),
        ("vier3d", "here friend", "Ada", [*make_verbatim_names("Ada"), Translated("Blue", "Blau")]),
        (
            "vier3d",
            "here here",
            "Ada Ada",
            [Translated("Ada (Red)", "Ada (Rot)"), Translated("Ada (Blue)", "Ada (Blau)")],
        ),
        (
            "vier3d",
            "here computer",
            "Ada",
            [*make_verbatim_names("Ada"), Translated("Computer (level 5)", "Computer (Stufe 5)")],
        ),
        (
            "vier3d(players=3)",
            "here computer computer",
            "Ada",
            [*make_verbatim_names("Ada"), *TWO_COMPUTERS],
        ),
    ],
)
def test_player_names(game: str, kinds: str, given: str, expected: list[Translated]) -> None:
    assert texts.get_display_names(make_table(game, kinds, given)) == expected


def test_results_name_the_players() -> None:
    driver = TableDriver()
    driver.table = make_table("vier3d", "here here", "Ada Ben")
    table = driver.play("a1 b1 a1 b1 a1 b1 a1").table
    assert table.result is not None
    assert texts.get_headline(table, table.result) == Translated("Ada wins", "Ada gewinnt")
    assert texts.get_end_reason(table, table.result) == Translated(
        "Ada completed a four", "Ada hat einen Vierer vollendet"
    )


def test_ending_names_the_player_who_resigned() -> None:
    driver = TableDriver()
    driver.table = make_table("vier3d", "here here", "Ada Ben")
    driver.handle(Resign("r"), FIRST_SEAT)
    result = driver.table.result
    assert result is not None
    assert texts.get_ending(driver.table, result) == Translated(
        "Ben wins: Ada has resigned", "Ben gewinnt: Ada hat aufgegeben"
    )


@pytest.mark.parametrize(
    ("kinds", "to_ada", "to_ben"),
    [
        (
            "here here",
            Translated("You completed a four for Ben", "Du hast einen Vierer für Ben vollendet"),
            Translated("Ada completed a four for Ben", "Ada hat einen Vierer für Ben vollendet"),
        ),
        (
            "computer here",
            Translated(
                "You completed a four for the computer",
                "Du hast einen Vierer für den Computer vollendet",
            ),
            Translated(
                "Ada completed a four for the computer",
                "Ada hat einen Vierer für den Computer vollendet",
            ),
        ),
    ],
)
def test_reason_addresses_the_reader(kinds: str, to_ada: Translated, to_ben: Translated) -> None:
    driver = TableDriver()
    event = make_opened_event("chain_reaxis(size=4x4)", kinds, start="xo2/oxox/xooo/oxxx x a3a4")
    event.data["seats"][0]["name"], event.data["seats"][1]["name"] = "Ben", "Ada"
    driver.table = Table.from_events("t", [event])
    table = driver.play("d4c4").table
    assert table.result is not None
    assert texts.get_end_reason_for_seat(table, table.result, 1) == to_ada
    assert texts.get_end_reason_for_seat(table, table.result, 0) == to_ben


def test_resignation_addresses_the_reader() -> None:
    driver = TableDriver()
    driver.table = make_table("vier3d", "here here", "Ada Ben")
    driver.handle(Resign("r"), FIRST_SEAT)
    result = driver.table.result
    assert result is not None
    assert texts.get_end_reason_for_seat(driver.table, result, 0) == Translated(
        "You have resigned", "Du hast aufgegeben"
    )
    assert texts.get_end_reason_for_seat(driver.table, result, 1) == Translated(
        "Ada has resigned", "Ada hat aufgegeben"
    )


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Jörg \t  Müller\n", "Jörg Müller"),
        ("a\u202egnp.exe", "agnp.exe"),
        ("zero\u200bwidth\x00\x1b[31m", "zerowidth[31m"),
        ("x" * 50, "x" * 40),
        ("x" * 39 + " y", "x" * 39),
        ("\ud800broken", "broken"),
        ("u\u0308ber", "über"),
        ("u\u200b\u0308ber", "über"),
        ("<b>&amp;</b>", "<b>&amp;</b>"),
        (" \u2028 ", ""),
        ("a\u3164b\u2800c\u115fd\ufe0fe\U000e0041f", "abcdef"),
    ],
)
def test_normalizes_names(given: str, shown: str) -> None:
    assert clean_name(given) == shown


@pytest.mark.parametrize(
    "name",
    [
        *("\u3164", "\u2800\u2800", "\u115f \u1160", "\uffa0", "\u200b", "\u202e"),
        *("\u034f\u0301", "\U000e0041", "\U0001d159", "\u180e\u17b4"),
    ],
)
def test_rejects_invisible_names(name: str) -> None:
    assert get_name_fault(name) == NAME_IS_INVISIBLE


@pytest.mark.parametrize(
    "name", ["a" + 4 * "\u0334", "Z\u0361\u0336\u034f\u0334\u0335", "e" + 9 * "\u20dd"]
)
def test_rejects_stacked_combining_marks(name: str) -> None:
    assert get_name_fault(name) == NAME_STACKS_MARKS


@pytest.mark.parametrize(
    "name",
    [
        "",
        "  ",
        "Jörg",
        "u\u0308ber",
        "Nguyễn Thị Hồng",
        "กี่",
        "שָׁלוֹם",
        "مُحَمَّد",
        "བསྒྲུབས",
        "हिन्दी",
        "🙂",
        "❤\ufe0f",
        "김",
    ],
)
def test_accepts_names_in_all_scripts(name: str) -> None:
    assert get_name_fault(name) is None


@given(some.text(some.characters(exclude_categories=[]), max_size=60))
def test_normalized_name_is_one_short_line(name: str) -> None:
    shown = clean_name(name)
    assert len(shown) <= MAX_NAME_LENGTH
    assert clean_name(shown) == shown
    assert not any(unicodedata.category(c)[0] == "C" for c in shown)
    shown.encode()
